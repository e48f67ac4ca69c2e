//! Reads the parts of which every placeholder is made: tokens, numbers, formulas, quoted texts and filters.

use super::expression::Comparison;
use super::filter::Filter;
use super::problem::Problem;
use crate::claim::Formula;

const FILTER: &str = "key = value, such as variant = \"plain\" or dimension = [5, 20]";

const COMPARISONS: [(&str, Comparison); 8] = [
    ("<=", Comparison::AtMost),
    ("≤", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("≥", Comparison::AtLeast),
    ("==", Comparison::Equal),
    ("!=", Comparison::Unequal),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

/// A reading position in a text with placeholders, from which a parser reads one placeholder.
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
    pub depth: usize,
    /// Whether formulas may read two trials, as `first.COLUMN` and `second.COLUMN`.
    pub takes_pairs: bool,
}

pub(super) type ParseResult<T> = Result<T, Problem>;

impl<'a> Cursor<'a> {
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Skips white space, and then a token if it comes next; returns whether the token did.
    pub(super) fn skips(&mut self, token: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Skips a word if it comes next and does not continue as a longer name; returns whether the word was skipped.
    pub(super) fn skips_word(&mut self, word: &str) -> bool {
        self.space();
        let after = self.rest().strip_prefix(word);
        let is_whole = after.is_some_and(|after| !after.starts_with(is_of_name));
        is_whole && self.skips(word)
    }

    pub(super) fn expects(&mut self, token: &str) -> ParseResult<()> {
        match self.skips(token) {
            true => Ok(()),
            false => Err(self.unexpected(token)),
        }
    }

    /// Returns the error that the next character is not what is allowed here.
    pub(super) fn unexpected(&self, allowed: &str) -> Problem {
        let problem = match self.rest().chars().next() {
            Some(letter) => format!("the placeholder cannot go on with `{letter}`"),
            None => "the placeholder ends too early".to_owned(),
        };
        let width = self.rest().chars().next().map_or(0, char::len_utf8);
        Problem::new(self.at..self.at + width, problem).allowed(allowed)
    }

    pub(super) fn comparison(&mut self) -> Option<Comparison> {
        let found = COMPARISONS.iter().find(|(token, _)| self.skips(token));
        found.map(|(_, comparison)| *comparison)
    }

    pub(super) fn number(&mut self) -> ParseResult<f64> {
        let is_digit = |letter: char| letter.is_ascii_digit() || letter == '.';
        let length = self.rest().find(|letter| !is_digit(letter));
        let text = &self.rest()[..length.unwrap_or(self.rest().len())];
        let number: Option<f64> = text.parse().ok();
        let number = number.ok_or_else(|| self.unexpected("a number"))?;
        self.at += text.len();
        Ok(number)
    }

    /// Reads a formula over the columns of one trial, up to a comma, a comparison or the parenthesis that closes the call.
    pub(super) fn formula(&mut self) -> ParseResult<Formula> {
        self.space();
        let mut depth = 0_usize;
        let is_end = |letter: char, depth: &mut usize| match letter {
            '(' => {
                *depth += 1;
                false
            }
            ')' if *depth > 0 => {
                *depth -= 1;
                false
            }
            ')' => true,
            ',' | '<' | '>' | '=' | '!' | '≤' | '≥' => *depth == 0,
            _ => false,
        };
        let end = self.rest().find(|letter| is_end(letter, &mut depth));
        let text = &self.rest()[..end.unwrap_or(self.rest().len())];
        let formula: Result<Formula, _> = text.trim_end().parse();
        let formula = formula.map_err(|error| {
            let at = self.at + error.at.start..self.at + error.at.end;
            let problem = Problem::new(at, error.problem).allowed(error.allowed);
            match error.names {
                Some((given, valid)) => problem.among(&given, valid),
                None => problem,
            }
        })?;
        if formula.is_of_pairs() && !self.takes_pairs {
            let problem = Problem::new(self.at..self.at + text.len(), "a formula of two trials");
            return Err(problem.allowed("a formula without first. and second."));
        }
        self.at += text.len();
        Ok(formula)
    }

    /// Reads the rest of a call: an optional comma with filters such as `variant = "plain"`, and the closing parenthesis.
    pub(super) fn filters(&mut self) -> ParseResult<Filter> {
        match self.skips(",") {
            true => self.further_filters(Filter::default()),
            false => self.expects(")").map(|()| Filter::default()),
        }
    }

    pub(super) fn further_filters(&mut self, mut filter: Filter) -> ParseResult<Filter> {
        loop {
            filter.conditions.push(self.filter()?);
            if !self.skips(",") {
                self.expects(")")?;
                return Ok(filter);
            }
        }
    }

    /// Reads one filter, such as `variant = "plain"`: its key and its values.
    pub(super) fn filter(&mut self) -> ParseResult<(String, Vec<String>)> {
        let key = self.key()?;
        self.expects("=")?;
        Ok((key, self.values()?))
    }

    pub(super) fn key(&mut self) -> ParseResult<String> {
        self.space();
        if self.rest().starts_with(['"', '“']) {
            return self.quoted();
        }
        let name = self.name().map(str::to_owned);
        name.ok_or_else(|| self.unexpected(FILTER))
    }

    pub(super) fn values(&mut self) -> ParseResult<Vec<String>> {
        if !self.skips("[") {
            return Ok(vec![self.value()?]);
        }
        let mut values = vec![self.value()?];
        while self.skips(",") {
            values.push(self.value()?);
        }
        self.expects("]")?;
        Ok(values)
    }

    pub(super) fn value(&mut self) -> ParseResult<String> {
        self.space();
        if self.rest().starts_with(['"', '“']) {
            return self.quoted();
        }
        let is_end = |letter: char| letter.is_whitespace() || ",)]".contains(letter);
        let text = self.rest();
        let text = &text[..text.find(is_end).unwrap_or(text.len())];
        if text.is_empty() {
            return Err(self.unexpected("a value"));
        }
        self.at += text.len();
        Ok(text.to_owned())
    }

    /// Reads a text in straight or curly quotes, which contains no quote of its kind.
    pub(super) fn quoted(&mut self) -> ParseResult<String> {
        self.space();
        let start = self.at;
        let close = match (self.skips("\""), self.skips("“")) {
            (true, _) => '"',
            (_, true) => '”',
            _ => return Err(self.unexpected("a text in quotes")),
        };
        let text = self.rest();
        let end = text.find(close);
        let end = end.ok_or_else(|| {
            Problem::new(start..self.text.len(), "a quotation without end").allowed(close)
        })?;
        self.at += end + close.len_utf8();
        Ok(text[..end].to_owned())
    }

    pub(super) fn name(&mut self) -> Option<&'a str> {
        self.space();
        let text = self.rest();
        let length = text.find(|letter| !is_of_name(letter));
        let name = &text[..length.unwrap_or(text.len())];
        let begins = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        begins.then(|| {
            self.at += name.len();
            name
        })
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_-.".contains(letter)
}
