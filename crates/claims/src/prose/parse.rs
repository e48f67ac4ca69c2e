//! Reads a text with placeholders: where one is wrong, the place, what is wrong and what would be right.

use super::expression::{
    Body, Comparison, Condition, Expression, Extreme, Field, Format, Judged, Measured, Operator,
    Statistic, Trend,
};
use super::filter::Filter;
use super::{Part, Placeholder, Problem};
use crate::claim::Formula;
use std::ops::Range;
use strum::IntoEnumIterator;

const OPEN: &str = "{{";
const CLOSE: &str = "}}";

/// The longest placeholder, in bytes.
const LONGEST: usize = 1000;

/// The most parentheses that are open at once.
const DEEPEST: usize = 16;

const VALUE: &str = "a number, a statistic such as mean(mistakes), a number of verdicts such as tightness(\"claim\"), or parentheses";
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

/// The pieces of a text.
pub(super) fn prose(text: &str) -> Result<Vec<Part>, Problem> {
    let (mut parts, mut from) = (Vec::new(), 0);
    while let Some(open) = text[from..].find(OPEN).map(|at| from + at) {
        let start = open + OPEN.len();
        let end = text[start..].find(CLOSE).map(|at| start + at);
        let end = end.ok_or_else(|| {
            Problem::new(open..start, "a placeholder without end").allowed("}} after it")
        })?;
        parts.push(Part::Text(text[from..open].to_owned()));
        parts.push(Part::Placeholder(placeholder(text, start..end)?));
        from = end + CLOSE.len();
    }
    parts.push(Part::Text(text[from..].to_owned()));
    Ok(parts)
}

fn placeholder(text: &str, at: Range<usize>) -> Result<Placeholder, Problem> {
    if at.len() > LONGEST {
        let allowed = format!("at most {LONGEST} bytes");
        return Err(Problem::new(at, "the placeholder is too long").allowed(allowed));
    }
    let mut cursor = Cursor {
        text: &text[..at.end],
        at: at.start,
        depth: 0,
    };
    let body = cursor.body()?;
    cursor.space();
    match cursor.rest() {
        "" => Ok(Placeholder {
            source: text[at.clone()].trim().to_owned(),
            at,
            body,
        }),
        _ => Err(cursor.unexpected("an operator, a comparison, `| FORMAT` or }}")),
    }
}

/// The names of the variants of an enumeration, as placeholders spell them.
fn words<T: IntoEnumIterator + Into<&'static str>>() -> Vec<String> {
    T::iter().map(|one| one.into().to_owned()).collect()
}

fn named<T: IntoEnumIterator + Into<&'static str> + Copy>(name: &str) -> Option<T> {
    T::iter().find(|one| {
        let word: &'static str = (*one).into();
        word == name
    })
}

/// A place in the text of a placeholder.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

type Read<T> = Result<T, Problem>;

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Goes past a token, if it stands here.
    fn skips(&mut self, token: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Goes past a word, if it stands here as a word of its own.
    fn skips_word(&mut self, word: &str) -> bool {
        self.space();
        let after = self.rest().strip_prefix(word);
        let is_whole = after.is_some_and(|after| !after.starts_with(is_of_name));
        is_whole && self.skips(word)
    }

    fn expects(&mut self, token: &str) -> Read<()> {
        match self.skips(token) {
            true => Ok(()),
            false => Err(self.unexpected(token)),
        }
    }

    /// What stands here in place of something else.
    fn unexpected(&self, allowed: &str) -> Problem {
        let problem = match self.rest().chars().next() {
            Some(letter) => format!("the placeholder cannot go on with `{letter}`"),
            None => "the placeholder ends too early".to_owned(),
        };
        let width = self.rest().chars().next().map_or(0, char::len_utf8);
        Problem::new(self.at..self.at + width, problem).allowed(allowed)
    }

    fn body(&mut self) -> Read<Body> {
        self.space();
        if self.rest().starts_with(['"', '“']) {
            return self.conditional();
        }
        let number = self.sum()?;
        let format = match self.skips("|") {
            true => self.format()?,
            false => Format::Short,
        };
        Ok(Body::Number(number, format))
    }

    fn conditional(&mut self) -> Read<Body> {
        let then = self.quoted()?;
        if !self.skips_word("if") {
            return Err(self.unexpected("`if` and a condition"));
        }
        let condition = self.condition()?;
        let otherwise = match self.skips_word("else") {
            true => Some(self.quoted()?),
            false => None,
        };
        Ok(Body::Words {
            then,
            condition,
            otherwise,
        })
    }

    fn format(&mut self) -> Read<Format> {
        self.space();
        let start = self.at;
        let name = self.name().unwrap_or_default();
        match name {
            "percent" => Ok(Format::Percent),
            "digits" => {
                self.expects("(")?;
                self.space();
                let digits = self.number()?;
                self.expects(")")?;
                match (1.0..=12.0).contains(&digits) && digits.fract() == 0.0 {
                    true => Ok(Format::Digits(digits as usize)),
                    false => {
                        Err(Problem::new(start..self.at, "no number of digits").allowed("1 to 12"))
                    }
                }
            }
            _ => {
                Err(Problem::new(start..self.at, "this is no format")
                    .allowed("percent, or digits(N)"))
            }
        }
    }

    fn condition(&mut self) -> Read<Condition> {
        let mut condition = self.simple_condition()?;
        while self.skips_word("and") {
            condition = Condition::Both(Box::new(condition), Box::new(self.simple_condition()?));
        }
        Ok(condition)
    }

    fn simple_condition(&mut self) -> Read<Condition> {
        self.space();
        let start = self.at;
        if let Some(name) = self.name() {
            if let Some(trend) = named::<Trend>(name) {
                return self.trend(trend);
            }
            if let Some(judged) = named::<Judged>(name) {
                let (claim, filter) = self.of_claim()?;
                return Ok(Condition::Judged(judged, claim, filter));
            }
        }
        self.at = start;
        let a = self.sum()?;
        let comparison = self.comparison();
        let comparison =
            comparison.ok_or_else(|| self.unexpected("a comparison: < <= > >= == !="))?;
        Ok(Condition::Compare(a, comparison, self.sum()?))
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let found = COMPARISONS.iter().find(|(token, _)| self.skips(token));
        found.map(|(_, comparison)| *comparison)
    }

    /// `(EXPRESSION, along = KEY, filters)`.
    fn trend(&mut self, trend: Trend) -> Read<Condition> {
        self.expects("(")?;
        let of = self.sum()?;
        let at = self.at;
        let mut filter = self.filters()?;
        let along = filter.conditions.iter().position(|(key, _)| key == "along");
        let along = along.map(|place| filter.conditions.remove(place).1);
        match along.as_deref() {
            Some([key]) => Ok(Condition::Trend(trend, of, key.clone(), filter)),
            _ => Err(
                Problem::new(at..self.at, "it is not said along which parameter")
                    .allowed("along = KEY, a key that is swept"),
            ),
        }
    }

    /// `("CLAIM", filters)`.
    fn of_claim(&mut self) -> Read<(String, Filter)> {
        self.expects("(")?;
        self.space();
        let claim = self.quoted()?;
        Ok((claim, self.filters()?))
    }

    fn sum(&mut self) -> Read<Expression> {
        let operators = [
            ("+", Operator::Plus),
            ("-", Operator::Minus),
            ("−", Operator::Minus),
        ];
        self.binary(&operators, Self::product)
    }

    fn product(&mut self) -> Read<Expression> {
        let operators = [
            ("*", Operator::Times),
            ("·", Operator::Times),
            ("/", Operator::Over),
        ];
        self.binary(&operators, Self::power)
    }

    fn binary(
        &mut self,
        operators: &[(&str, Operator)],
        part: fn(&mut Self) -> Read<Expression>,
    ) -> Read<Expression> {
        let mut all = part(self)?;
        while let Some((_, operator)) = operators.iter().find(|(token, _)| self.skips(token)) {
            all = Expression::Binary(*operator, Box::new(all), Box::new(part(self)?));
        }
        Ok(all)
    }

    fn power(&mut self) -> Read<Expression> {
        if self.skips("-") || self.skips("−") {
            return Ok(Expression::Negated(Box::new(self.power()?)));
        }
        let base = self.atom()?;
        match self.skips("^") {
            true => Ok(Expression::Binary(
                Operator::Power,
                Box::new(base),
                Box::new(self.power()?),
            )),
            false => Ok(base),
        }
    }

    fn atom(&mut self) -> Read<Expression> {
        self.space();
        if self
            .rest()
            .starts_with(|letter: char| letter.is_ascii_digit())
        {
            return self.number().map(Expression::Constant);
        }
        if self.depth == DEEPEST {
            return Err(self.unexpected("fewer parentheses within each other"));
        }
        self.depth += 1;
        let found = match self.skips("(") {
            true => {
                let inner = self.sum()?;
                self.expects(")")?;
                Ok(inner)
            }
            false => self.call(),
        };
        self.depth -= 1;
        found
    }

    fn number(&mut self) -> Read<f64> {
        let is_digit = |letter: char| letter.is_ascii_digit() || letter == '.';
        let length = self.rest().find(|letter| !is_digit(letter));
        let text = &self.rest()[..length.unwrap_or(self.rest().len())];
        let number: Option<f64> = text.parse().ok();
        let number = number.ok_or_else(|| self.unexpected("a number"))?;
        self.at += text.len();
        Ok(number)
    }

    fn call(&mut self) -> Read<Expression> {
        let start = self.at;
        let Some(name) = self.name() else {
            return Err(self.unexpected(VALUE));
        };
        if let Some(statistic) = named::<Statistic>(name) {
            return self.statistic(statistic);
        }
        if let Some(field) = named::<Field>(name) {
            let (claim, filter) = self.of_claim()?;
            return Ok(Expression::OfVerdicts(field, claim, filter));
        }
        if let Some(extreme) = named::<Extreme>(name) {
            self.expects("(")?;
            let of = Box::new(self.sum()?);
            return Ok(Expression::Extreme(extreme, of, self.filters()?));
        }
        if name == "sqrt" {
            self.expects("(")?;
            let of = Box::new(self.sum()?);
            self.expects(")")?;
            return Ok(Expression::Root(of));
        }
        let valid = [words::<Statistic>(), words::<Field>(), words::<Extreme>()];
        let valid = [valid.concat(), vec!["sqrt".to_owned()]].concat();
        let problem = format!("`{name}` is neither a statistic nor a number of verdicts");
        Err(Problem::new(start..self.at, problem).among(name, valid))
    }

    /// `(FORMULA, filters)`, `(FORMULA < FORMULA, filters)`, or `(filters)` for the number of trials.
    fn statistic(&mut self, statistic: Statistic) -> Read<Expression> {
        self.expects("(")?;
        let measured = match statistic {
            Statistic::Trials => Measured::One,
            Statistic::Share | Statistic::Count => {
                let a = self.formula()?;
                let comparison = self.comparison();
                let comparison = comparison.ok_or_else(|| {
                    self.unexpected("a comparison of two formulas: < <= > >= == !=")
                })?;
                Measured::Indicator(a, comparison, self.formula()?)
            }
            _ => Measured::Value(self.formula()?),
        };
        let filter =
            match statistic == Statistic::Trials && !self.rest().trim_start().starts_with(')') {
                true => self.further_filters(Filter::default())?,
                false => self.filters()?,
            };
        Ok(Expression::OfTrials(statistic, measured, filter))
    }

    /// The formula up to a comma, a comparison or the parenthesis that closes the call.
    fn formula(&mut self) -> Read<Formula> {
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
        if formula.is_of_pairs() {
            let problem = Problem::new(self.at..self.at + text.len(), "a formula of two trials");
            return Err(problem.allowed("a formula of one trial"));
        }
        self.at += text.len();
        Ok(formula)
    }

    /// Filters after a comma, and the parenthesis that closes the call.
    fn filters(&mut self) -> Read<Filter> {
        match self.skips(",") {
            true => self.further_filters(Filter::default()),
            false => self.expects(")").map(|()| Filter::default()),
        }
    }

    fn further_filters(&mut self, mut filter: Filter) -> Read<Filter> {
        loop {
            let key = self.key()?;
            self.expects("=")?;
            filter.conditions.push((key, self.values()?));
            if !self.skips(",") {
                self.expects(")")?;
                return Ok(filter);
            }
        }
    }

    fn key(&mut self) -> Read<String> {
        self.space();
        if self.rest().starts_with(['"', '“']) {
            return self.quoted();
        }
        let name = self.name().map(str::to_owned);
        name.ok_or_else(|| self.unexpected(FILTER))
    }

    fn values(&mut self) -> Read<Vec<String>> {
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

    fn value(&mut self) -> Read<String> {
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

    /// A text in quotes, straight or curly; it contains no quote of its kind.
    fn quoted(&mut self) -> Read<String> {
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

    fn name(&mut self) -> Option<&'a str> {
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
