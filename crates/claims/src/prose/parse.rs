//! Parses a text with placeholders. A mistake has its place, and what is allowed instead.

use super::expression::{
    Body, ClaimState, Condition, Expression, Extreme, Field, Format, Trend, TrialNumber,
};
use super::filter::Filter;
use super::text::{Placeholder, Prose, TextPart};
use super::tokens::{comparison, filters, further_filters, quoted, skips_word, starts_quoted};
use crate::claim::grammar::{
    self, ArithmeticPart, Context, Input, Parsed, TextMistake, arithmetic, expects, skips,
    unexpected,
};
use crate::claim::{Formula, Function, Operator};
use crate::stats::Statistic;
use perceptron::sample::Rational;
use std::ops::Range;
use strum::IntoEnumIterator;
use winnow::Parser;
use winnow::combinator::opt;
use winnow::stream::{Location, Stream};

const OPEN: &str = "{{";
const CLOSE: &str = "}}";

/// The largest length of a placeholder in bytes.
pub(super) const LONGEST: usize = 1000;

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
    /// # Ok::<(), claims::claim::TextMistake>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, TextMistake> {
        pieces(text).map(|parts| Self { parts })
    }
}

/// Splits a text into its placeholders `{{ … }}`, parsed, and the plain text between them.
fn pieces(text: &str) -> Result<Vec<TextPart>, TextMistake> {
    let (mut parts, mut from) = (Vec::new(), 0);
    while let Some(open) = text[from..].find(OPEN).map(|at| from + at) {
        let start = open + OPEN.len();
        let end = text[start..].find(CLOSE).map(|at| start + at);
        let end = end.ok_or_else(|| {
            TextMistake::new(open..start, "a placeholder without end").allowed("}} after it")
        })?;
        parts.push(TextPart::Text(text[from..open].to_owned()));
        let placeholder = placeholder(text, start..end)?;
        parts.push(TextPart::Placeholder(Box::new(placeholder)));
        from = end + CLOSE.len();
    }
    parts.push(TextPart::Text(text[from..].to_owned()));
    Ok(parts)
}

fn placeholder(text: &str, at: Range<usize>) -> Result<Placeholder, TextMistake> {
    let source = &text[at.clone()];
    let context = Context::of_run("placeholder", LONGEST, false);
    let allowed = "an operator, a comparison, `| FORMAT` or }}";
    let body = grammar::whole(source, context, body, allowed);
    let body = body.map_err(|mistake| TextMistake {
        at: at.start + mistake.at.start..at.start + mistake.at.end,
        ..mistake
    })?;
    Ok(Placeholder {
        source: source.trim().to_owned(),
        at,
        body,
    })
}

/// Returns the names of all variants of an enum, such as `mean` and `median`, as placeholders spell them.
fn names<T: IntoEnumIterator + Into<&'static str>>() -> Vec<String> {
    T::iter().map(|one| one.into().to_owned()).collect()
}

fn named<T: IntoEnumIterator + Into<&'static str> + Copy>(name: &str) -> Option<T> {
    T::iter().find(|one| {
        let word: &'static str = (*one).into();
        word == name
    })
}

/// Reads the content of a placeholder.
pub(super) fn body(input: &mut Input<'_>) -> Parsed<Body> {
    if starts_quoted(input)? {
        return conditional(input);
    }
    let value = arithmetic(input)?;
    Ok(Body::Number(value, format(input)?))
}

fn conditional(input: &mut Input<'_>) -> Parsed<Body> {
    let then = quoted(input)?;
    if !skips_word(input, "if")? {
        return Err(unexpected(input, "`if` and a condition").cut());
    }
    let condition = condition(input)?;
    let otherwise = match skips_word(input, "else")? {
        true => Some(quoted(input)?),
        false => None,
    };
    Ok(Body::Words {
        then,
        condition,
        otherwise,
    })
}

/// Reads a bar and a format, if they come next.
pub(super) fn format(input: &mut Input<'_>) -> Parsed<Format> {
    if !skips(input, "|")? {
        return Ok(Format::Short);
    }
    grammar::space(input)?;
    let start = input.current_token_start();
    let word: Option<(&str, Range<usize>)> = opt(grammar::name).parse_next(input)?;
    match word.map(|(word, _)| word) {
        Some("percent") => Ok(Format::Percent),
        Some("digits") => {
            expects(input, "(")?;
            let digits = number(input)?;
            expects(input, ")")?;
            match (1.0..=12.0).contains(&digits) && digits.fract() == 0.0 {
                true => Ok(Format::Digits(digits as usize)),
                false => {
                    let at = start..input.current_token_start();
                    let mistake = TextMistake::new(at, "this is not a number of digits");
                    Err(mistake.allowed("1 to 12").cut())
                }
            }
        }
        _ => {
            let at = start..input.current_token_start();
            let allowed = "| percent or | digits(N), with N from 1 to 12";
            Err(TextMistake::new(at, "this is not a format")
                .allowed(allowed)
                .cut())
        }
    }
}

/// Reads a number that is written in the text.
fn number(input: &mut Input<'_>) -> Parsed<f64> {
    grammar::space(input)?;
    let number: Option<Rational> = opt(grammar::number).parse_next(input)?;
    let number = number.ok_or_else(|| unexpected(input, "a number").cut())?;
    Ok(number.to_f64())
}

fn condition(input: &mut Input<'_>) -> Parsed<Condition> {
    let mut all = simple_condition(input)?;
    while skips_word(input, "and")? {
        all = Condition::Both(Box::new(all), Box::new(simple_condition(input)?));
    }
    Ok(all)
}

fn simple_condition(input: &mut Input<'_>) -> Parsed<Condition> {
    grammar::space(input)?;
    let start = input.checkpoint();
    let word: Option<(&str, Range<usize>)> = opt(grammar::name).parse_next(input)?;
    if let Some((word, _)) = word {
        if let Some(trend) = named::<Trend>(word) {
            return along(input, trend);
        }
        if let Some(judged) = named::<ClaimState>(word) {
            let (claim, filter) = of_claim(input)?;
            return Ok(Condition::ClaimState(judged, claim, filter));
        }
    }
    input.reset(&start);
    let a = arithmetic(input)?;
    let comparison = comparison(input)?;
    let comparison =
        comparison.ok_or_else(|| unexpected(input, "a comparison: < <= > >= == !=").cut())?;
    Ok(Condition::Compare(a, comparison, arithmetic(input)?))
}

/// Reads the arguments of a trend, `(EXPRESSION, along = KEY, filters)`.
fn along(input: &mut Input<'_>, trend: Trend) -> Parsed<Condition> {
    expects(input, "(")?;
    let of = arithmetic(input)?;
    let at = input.current_token_start();
    let mut filter = filters(input)?;
    let along = filter.conditions.iter().position(|(key, _)| key == "along");
    let along = along.map(|place| filter.conditions.remove(place).1);
    match along.as_deref() {
        Some([key]) => Ok(Condition::Trend(trend, of, key.clone(), filter)),
        _ => {
            let at = at..input.current_token_start();
            let mistake = TextMistake::new(at, "the key `along` is missing");
            let allowed = "along = KEY with a swept key, such as along = dimension";
            Err(mistake.allowed(allowed).cut())
        }
    }
}

/// Reads the arguments of a call about verdicts, `("CLAIM", filters)`.
fn of_claim(input: &mut Input<'_>) -> Parsed<(String, Filter)> {
    expects(input, "(")?;
    let claim = quoted(input)?;
    Ok((claim, filters(input)?))
}

impl ArithmeticPart for Expression {
    const OPERAND: &'static str = "a number, a statistic such as mean(mistakes), a number of verdicts such as tightness(\"claim\"), or parentheses";

    fn number(number: Rational) -> Self {
        Self::Constant(number.to_f64())
    }

    fn negated(part: Self) -> Self {
        Self::Negated(Box::new(part))
    }

    fn binary(operator: Operator, a: Self, b: Self) -> Self {
        Self::Binary(operator, Box::new(a), Box::new(b))
    }

    fn call(function: Function, parts: Vec<Self>) -> Self {
        Self::Call(function, parts)
    }

    fn named(input: &mut Input<'_>) -> Parsed<Self> {
        let (word, at) = grammar::name(input)?;
        let short = Statistic::SHORT.into_iter().find(|(name, _)| *name == word);
        let short = short.map(|(_, statistic)| statistic);
        if let Some(statistic) = short.or_else(|| named::<Statistic>(word)) {
            return of_trials(input, statistic);
        }
        if let Some(field) = named::<Field>(word) {
            let (claim, filter) = of_claim(input)?;
            return Ok(Self::OfVerdicts(field, claim, filter));
        }
        if let Some(extreme) = named::<Extreme>(word) {
            expects(input, "(")?;
            let of = Box::new(arithmetic(input)?);
            return Ok(Self::Extreme(extreme, of, filters(input)?));
        }
        if let Some(function) = Function::named(word) {
            expects(input, "(")?;
            return grammar::call(function, at, input);
        }
        let functions = Function::ALL.map(|function| function.as_str().to_owned());
        let valid = [
            names::<Statistic>(),
            names::<Field>(),
            names::<Extreme>(),
            functions.to_vec(),
        ];
        let problem = format!("`{word}` is neither a statistic nor a number of verdicts");
        Err(TextMistake::new(at, problem)
            .among(word, valid.concat())
            .cut())
    }
}

/// Reads a level, after a comma; `allowed` says what it may be.
fn level(input: &mut Input<'_>, is_one: impl Fn(f64) -> bool, allowed: &str) -> Parsed<f64> {
    expects(input, ",")?;
    grammar::space(input)?;
    let start = input.current_token_start();
    let level = number(input)?;
    match is_one(level) {
        true => Ok(level),
        false => {
            let place = start..input.current_token_start();
            let mistake = TextMistake::new(place, "this is not a level");
            Err(mistake.allowed(allowed).cut())
        }
    }
}

/// Reads the level of an interval, if a number follows.
fn level_of_interval(input: &mut Input<'_>) -> Parsed<Option<f64>> {
    grammar::space(input)?;
    let next = grammar::rest(input).strip_prefix(',').unwrap_or_default();
    if !next
        .trim_start()
        .starts_with(|letter: char| letter.is_ascii_digit() || letter == '.')
    {
        return Ok(None);
    }
    let allowed = "a number above 0 and below 1, such as interval(risk, 0.95)";
    level(input, |level| 0.0 < level && level < 1.0, allowed).map(Some)
}

/// Reads the arguments of a statistic: `(FORMULA, filters)`, `(FORMULA, LEVEL, filters)` for a quantile or an interval, `(FORMULA < FORMULA, filters)`,
/// `(FORMULA, FORMULA, filters)` for an order, or `(filters)` for the number of trials.
pub(super) fn of_trials(input: &mut Input<'_>, statistic: Statistic) -> Parsed<Expression> {
    expects(input, "(")?;
    let measured = match statistic {
        Statistic::Trials => TrialNumber::One,
        Statistic::Share | Statistic::Count => {
            indicator(input, "a comparison of two formulas: < <= > >= == !=")?
        }
        Statistic::Smaller
        | Statistic::Equal
        | Statistic::Larger
        | Statistic::SmallerLower
        | Statistic::SmallerUpper => {
            let a = Formula::read(input)?;
            expects(input, ",")?;
            TrialNumber::Order(a, Formula::read(input)?)
        }
        _ => TrialNumber::Value(Formula::read(input)?),
    };
    let statistic = match statistic {
        Statistic::Quantile(_) => {
            let allowed = "a number from 0 to 1, such as quantile(mistakes, 0.95)";
            let is_one = |level| (0.0..=1.0).contains(&level);
            Statistic::Quantile(level(input, is_one, allowed)?)
        }
        Statistic::HalfWidth(_) => Statistic::HalfWidth(level_of_interval(input)?),
        other => other,
    };
    let has_filters = statistic == Statistic::Trials && {
        grammar::space(input)?;
        !grammar::rest(input).starts_with(')')
    };
    let filter = match has_filters {
        true => further_filters(input)?,
        false => filters(input)?,
    };
    Ok(Expression::OfTrials(statistic, measured, filter))
}

/// Reads a comparison of two formulas.
pub(super) fn indicator(input: &mut Input<'_>, allowed: &str) -> Parsed<TrialNumber> {
    let a = Formula::read(input)?;
    let comparison = comparison(input)?;
    let comparison = comparison.ok_or_else(|| unexpected(input, allowed).cut())?;
    Ok(TrialNumber::Indicator(a, comparison, Formula::read(input)?))
}
