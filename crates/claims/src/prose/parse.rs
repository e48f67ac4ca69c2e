//! Parses a text with placeholders. An error gives the place, the mistake and what is allowed instead.

use super::cursor::{Cursor, ParseResult};
use super::expression::{
    Body, ClaimState, Condition, Expression, Extreme, Field, Format, Operator, Statistic, Trend,
    TrialNumber,
};
use super::filter::Filter;
use super::problem::Problem;
use super::text::{Placeholder, Prose, TextPart};
use std::ops::Range;
use strum::IntoEnumIterator;

const OPEN: &str = "{{";
const CLOSE: &str = "}}";

/// The largest length of a placeholder in bytes.
const LONGEST: usize = 1000;

/// The largest number of parentheses and calls in a placeholder that are open at once.
const DEEPEST: usize = 16;

const VALUE: &str = "a number, a statistic such as mean(mistakes), a number of verdicts such as tightness(\"claim\"), or parentheses";

impl Prose {
    /// Parses a text of a spec with its placeholders `{{ … }}`.
    ///
    /// # Errors
    /// Returns the first placeholder that cannot be read, with its place in the text.
    ///
    /// # Examples
    /// ```
    /// use claims::prose::Prose;
    /// let prose = Prose::parse("On average {{ mean(mistakes) }} mistakes.")?;
    /// assert_eq!(prose.placeholders(), ["mean(mistakes)"]);
    /// assert!(Prose::parse("On average {{ mean(mistaks) }} mistakes.").is_err());
    /// # Ok::<(), claims::prose::Problem>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Problem> {
        pieces(text).map(|parts| Self { parts })
    }
}

/// Splits a text into its placeholders `{{ … }}`, parsed, and the plain text between them.
fn pieces(text: &str) -> Result<Vec<TextPart>, Problem> {
    let (mut parts, mut from) = (Vec::new(), 0);
    while let Some(open) = text[from..].find(OPEN).map(|at| from + at) {
        let start = open + OPEN.len();
        let end = text[start..].find(CLOSE).map(|at| start + at);
        let end = end.ok_or_else(|| {
            Problem::new(open..start, "a placeholder without end").allowed("}} after it")
        })?;
        parts.push(TextPart::Text(text[from..open].to_owned()));
        parts.push(TextPart::Placeholder(Box::new(placeholder(
            text,
            start..end,
        )?)));
        from = end + CLOSE.len();
    }
    parts.push(TextPart::Text(text[from..].to_owned()));
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
        takes_pairs: false,
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

/// Returns the names of all variants of an enum, such as `mean` and `median`, as placeholders spell them.
fn names<T: IntoEnumIterator + Into<&'static str>>() -> Vec<String> {
    T::iter().map(|one| one.into().to_owned()).collect()
}

pub(super) fn named<T: IntoEnumIterator + Into<&'static str> + Copy>(name: &str) -> Option<T> {
    T::iter().find(|one| {
        let word: &'static str = (*one).into();
        word == name
    })
}

impl Cursor<'_> {
    pub(super) fn body(&mut self) -> ParseResult<Body> {
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

    fn conditional(&mut self) -> ParseResult<Body> {
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

    pub(super) fn format(&mut self) -> ParseResult<Format> {
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
                    false => Err(
                        Problem::new(start..self.at, "this is not a number of digits")
                            .allowed("1 to 12"),
                    ),
                }
            }
            _ => Err(Problem::new(start..self.at, "this is not a format")
                .allowed("| percent or | digits(N), with N from 1 to 12")),
        }
    }

    fn condition(&mut self) -> ParseResult<Condition> {
        let mut condition = self.simple_condition()?;
        while self.skips_word("and") {
            condition = Condition::Both(Box::new(condition), Box::new(self.simple_condition()?));
        }
        Ok(condition)
    }

    fn simple_condition(&mut self) -> ParseResult<Condition> {
        self.space();
        let start = self.at;
        if let Some(name) = self.name() {
            if let Some(trend) = named::<Trend>(name) {
                return self.trend(trend);
            }
            if let Some(judged) = named::<ClaimState>(name) {
                let (claim, filter) = self.of_claim()?;
                return Ok(Condition::ClaimState(judged, claim, filter));
            }
        }
        self.at = start;
        let a = self.sum()?;
        let comparison = self.comparison();
        let comparison =
            comparison.ok_or_else(|| self.unexpected("a comparison: < <= > >= == !="))?;
        Ok(Condition::Compare(a, comparison, self.sum()?))
    }

    /// Reads the arguments of a trend, `(EXPRESSION, along = KEY, filters)`.
    fn trend(&mut self, trend: Trend) -> ParseResult<Condition> {
        self.expects("(")?;
        let of = self.sum()?;
        let at = self.at;
        let mut filter = self.filters()?;
        let along = filter.conditions.iter().position(|(key, _)| key == "along");
        let along = along.map(|place| filter.conditions.remove(place).1);
        match along.as_deref() {
            Some([key]) => Ok(Condition::Trend(trend, of, key.clone(), filter)),
            _ => Err(Problem::new(at..self.at, "the key `along` is missing")
                .allowed("along = KEY with a swept key, such as along = dimension")),
        }
    }

    /// Reads the arguments of a call about verdicts, `("CLAIM", filters)`.
    fn of_claim(&mut self) -> ParseResult<(String, Filter)> {
        self.expects("(")?;
        self.space();
        let claim = self.quoted()?;
        Ok((claim, self.filters()?))
    }

    pub(super) fn sum(&mut self) -> ParseResult<Expression> {
        let operators = [
            ("+", Operator::Plus),
            ("-", Operator::Minus),
            ("−", Operator::Minus),
        ];
        self.binary(&operators, Self::product)
    }

    fn product(&mut self) -> ParseResult<Expression> {
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
        part: fn(&mut Self) -> ParseResult<Expression>,
    ) -> ParseResult<Expression> {
        let mut all = part(self)?;
        while let Some((_, operator)) = operators.iter().find(|(token, _)| self.skips(token)) {
            all = Expression::Binary(*operator, Box::new(all), Box::new(part(self)?));
        }
        Ok(all)
    }

    fn power(&mut self) -> ParseResult<Expression> {
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

    fn atom(&mut self) -> ParseResult<Expression> {
        self.space();
        if self
            .rest()
            .starts_with(|letter: char| letter.is_ascii_digit())
        {
            return self.number().map(Expression::Constant);
        }
        if self.depth == DEEPEST {
            return Err(self.unexpected("fewer nested parentheses"));
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

    fn call(&mut self) -> ParseResult<Expression> {
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
        let valid = [names::<Statistic>(), names::<Field>(), names::<Extreme>()];
        let valid = [valid.concat(), vec!["sqrt".to_owned()]].concat();
        let problem = format!("`{name}` is neither a statistic nor a number of verdicts");
        Err(Problem::new(start..self.at, problem).among(name, valid))
    }

    /// Reads the level of a quantile, after a comma.
    fn level(&mut self) -> ParseResult<f64> {
        self.expects(",")?;
        self.space();
        let start = self.at;
        let level = self.number()?;
        match (0.0..=1.0).contains(&level) {
            true => Ok(level),
            false => Err(Problem::new(start..self.at, "this is not a level")
                .allowed("a number from 0 to 1, such as quantile(mistakes, 0.95)")),
        }
    }

    /// Reads the arguments of a statistic: `(FORMULA, filters)`, `(FORMULA, LEVEL, filters)` for a quantile, `(FORMULA < FORMULA, filters)`,
    /// `(FORMULA, FORMULA, filters)` for an order, or
    /// `(filters)` for the number of trials.
    pub(super) fn statistic(&mut self, statistic: Statistic) -> ParseResult<Expression> {
        self.expects("(")?;
        let measured = match statistic {
            Statistic::Trials => TrialNumber::One,
            Statistic::Share | Statistic::Count => {
                let a = self.formula()?;
                let comparison = self.comparison();
                let comparison = comparison.ok_or_else(|| {
                    self.unexpected("a comparison of two formulas: < <= > >= == !=")
                })?;
                TrialNumber::Indicator(a, comparison, self.formula()?)
            }
            Statistic::Smaller
            | Statistic::Equal
            | Statistic::Larger
            | Statistic::SmallerLower
            | Statistic::SmallerUpper => {
                let a = self.formula()?;
                self.expects(",")?;
                TrialNumber::Order(a, self.formula()?)
            }
            _ => TrialNumber::Value(self.formula()?),
        };
        let statistic = match statistic {
            Statistic::Quantile(_) => Statistic::Quantile(self.level()?),
            other => other,
        };
        let filter =
            match statistic == Statistic::Trials && !self.rest().trim_start().starts_with(')') {
                true => self.further_filters(Filter::default())?,
                false => self.filters()?,
            };
        Ok(Expression::OfTrials(statistic, measured, filter))
    }
}
