//! Holds what all texts of the language share: a mistake with its place, tokens, and arithmetic.
//!
//! A formula computes a number of one trial, and a query (`prose`) one of a run. Both are read by the functions of this file, with winnow; they differ
//! in their operands.

use super::node::{Function, Operator};
use super::scope::Scope;
use perceptron::sample::Rational;
use std::ops::Range;
use winnow::combinator::{Infix, Prefix, alt, expression, opt};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stateful, Stream};
use winnow::token::{one_of, take_while};

/// Largest depth of nested parentheses.
const DEEPEST: usize = 32;

/// Largest number of characters of a number.
const LONGEST_NUMBER: usize = 40;

/// A mistake in a formula or a query, with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct TextMistake {
    /// The byte range of the text that is wrong; empty if the text ends too early.
    pub at: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What is allowed instead, in words; may be empty.
    pub allowed: String,
    /// The wrong name and the list of valid names; `None` if the mistake is not a name.
    pub names: Option<(String, Vec<String>)>,
}

impl TextMistake {
    pub(crate) fn new(at: Range<usize>, problem: impl Into<String>) -> Self {
        Self {
            at,
            problem: problem.into(),
            allowed: String::new(),
            names: None,
        }
    }

    pub(crate) fn allowed(self, allowed: impl Into<String>) -> Self {
        Self {
            allowed: allowed.into(),
            ..self
        }
    }

    pub(crate) fn among(self, given: &str, valid: Vec<String>) -> Self {
        Self {
            names: Some((given.to_owned(), valid)),
            ..self
        }
    }

    /// Returns the mistake as an error that no other reading of the text can mend.
    pub(crate) fn cut(self) -> ErrMode<Self> {
        ErrMode::Cut(self)
    }
}

/// The kind of a text, and the names that its formulas can use.
#[derive(Debug, Clone)]
pub(crate) struct Context {
    /// The word for the text in messages.
    pub thing: &'static str,
    /// The largest length of the text in bytes.
    pub longest: usize,
    /// Whether formulas may read two trials, as `first.COLUMN` and `second.COLUMN`.
    pub takes_pairs: bool,
    pub(in crate::claim) scope: Scope,
}

impl Context {
    /// A text of a run, whose formulas name no key of a claim.
    pub(crate) fn of_run(thing: &'static str, longest: usize, takes_pairs: bool) -> Self {
        Self {
            thing,
            longest,
            takes_pairs,
            scope: Scope::default(),
        }
    }
}

pub(crate) type Input<'i> = Stateful<LocatingSlice<&'i str>, Context>;
pub(crate) type Parsed<T> = Result<T, ErrMode<TextMistake>>;

impl ParserError<Input<'_>> for TextMistake {
    type Inner = Self;

    fn from_input(input: &Input<'_>) -> Self {
        unexpected(input, "")
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}

/// Returns the error that the text cannot go on at the present position as it does, with what is allowed there.
pub(crate) fn unexpected(input: &Input<'_>, allowed: &str) -> TextMistake {
    let (at, thing) = (input.current_token_start(), input.state.thing);
    let mistake = match input.peek_token() {
        Some(letter) => {
            let problem = format!("the {thing} cannot go on with `{letter}`");
            TextMistake::new(at..at + letter.len_utf8(), problem)
        }
        None => TextMistake::new(at..at, format!("the {thing} ends too early")),
    };
    mistake.allowed(allowed)
}

/// Reads a whole text. `allowed` says how it can go on where it does not end.
pub(crate) fn whole<T>(
    text: &str,
    context: Context,
    parser: impl FnOnce(&mut Input<'_>) -> Parsed<T>,
    allowed: &str,
) -> Result<T, TextMistake> {
    check_size(text, &context)?;
    let mut input = Stateful {
        input: LocatingSlice::new(text),
        state: context,
    };
    let found = parser(&mut input).and_then(|found| {
        space(&mut input)?;
        match input.peek_token() {
            None => Ok(found),
            Some(_) => Err(unexpected(&input, allowed).cut()),
        }
    });
    found.map_err(|error| {
        let inner = error.into_inner();
        inner.unwrap_or_else(|_| unexpected(&input, allowed))
    })
}

/// Refuses texts that would take long to read or compute.
fn check_size(text: &str, context: &Context) -> Result<(), TextMistake> {
    let (thing, longest) = (context.thing, context.longest);
    if text.len() > longest {
        let mistake = TextMistake::new(0..text.len(), format!("the {thing} is too long"));
        return Err(mistake.allowed(format!("at most {longest} bytes")));
    }
    let mut open = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' => open = usize::saturating_sub(open, 1),
            _ => {}
        }
        if open > DEEPEST {
            let mistake = TextMistake::new(at..at + 1, format!("the {thing} is nested too deeply"));
            return Err(mistake.allowed(format!("at most {DEEPEST} nested parentheses")));
        }
    }
    Ok(())
}

pub(crate) fn space(input: &mut Input<'_>) -> Parsed<()> {
    take_while(0.., char::is_whitespace)
        .void()
        .parse_next(input)
}

/// The text from the present position on.
pub(crate) fn rest<'i>(input: &Input<'i>) -> &'i str {
    input.peek_finish()
}

/// Skips white space, and then a token if it comes next; returns whether it did.
pub(crate) fn skips(input: &mut Input<'_>, token: &str) -> Parsed<bool> {
    space(input)?;
    let found: Option<&str> = opt(token).parse_next(input)?;
    Ok(found.is_some())
}

/// Skips a token, without which the text is wrong.
pub(crate) fn expects(input: &mut Input<'_>, token: &str) -> Parsed<()> {
    expects_among(input, token, token)
}

/// Skips a token, without which the text is wrong; `allowed` says what could stand there, too.
pub(crate) fn expects_among(input: &mut Input<'_>, token: &str, allowed: &str) -> Parsed<()> {
    match skips(input, token)? {
        true => Ok(()),
        false => Err(unexpected(input, allowed).cut()),
    }
}

/// A type that arithmetic makes: a number, and what is computed from others.
pub(crate) trait ArithmeticPart: Sized + 'static {
    /// A number that is written in the text.
    fn number(number: Rational) -> Self;

    /// The negative of a part.
    fn negated(part: Self) -> Self;

    /// Two parts with an operator between them.
    fn binary(operator: Operator, a: Self, b: Self) -> Self;

    /// A function applied to parts, whose number fits.
    fn call(function: Function, parts: Vec<Self>) -> Self;

    /// Reads an operand that is neither a number nor in parentheses.
    fn named(input: &mut Input<'_>) -> Parsed<Self>;

    /// Description of an operand in messages.
    const OPERAND: &'static str;
}

/// Precedences of operators: a larger one binds more tightly.
const SUM: i64 = 10;
const PRODUCT: i64 = 20;
const SIGN: i64 = 30;
const POWER: i64 = 40;

/// Reads operands with operators between them, and the space around.
pub(crate) fn arithmetic<T: ArithmeticPart>(input: &mut Input<'_>) -> Parsed<T> {
    let found = expression(operand)
        .prefix(prefix)
        .infix(infix)
        .parse_next(input)?;
    space(input)?;
    Ok(found)
}

/// Reads a sign before an operand. A text that is neither an operand nor a sign is an error here.
fn prefix<'i, T: ArithmeticPart>(
    input: &mut Input<'i>,
) -> Parsed<Prefix<Input<'i>, T, ErrMode<TextMistake>>> {
    space(input)?;
    let sign: Option<char> = opt(one_of(['-', '−', '+'])).parse_next(input)?;
    match sign {
        Some('+') => Ok(Prefix(SIGN, |_, part| Ok(part))),
        Some(_) => Ok(Prefix(SIGN, |_, part| Ok(T::negated(part)))),
        None => Err(unexpected(input, T::OPERAND).cut()),
    }
}

fn infix<'i, T: ArithmeticPart>(
    input: &mut Input<'i>,
) -> Parsed<Infix<Input<'i>, T, ErrMode<TextMistake>>> {
    space(input)?;
    let power = alt(("**", "^"));
    let other = alt(("+", "-", "−", "*", "·", "×", "/", "÷"));
    Ok(match alt((power, other)).parse_next(input)? {
        "^" | "**" => Infix::Right(POWER, |_, a, b| Ok(T::binary(Operator::Power, a, b))),
        "+" => Infix::Left(SUM, |_, a, b| Ok(T::binary(Operator::Plus, a, b))),
        "-" | "−" => Infix::Left(SUM, |_, a, b| Ok(T::binary(Operator::Minus, a, b))),
        "/" | "÷" => Infix::Left(PRODUCT, |_, a, b| Ok(T::binary(Operator::Over, a, b))),
        _ => Infix::Left(PRODUCT, |_, a, b| Ok(T::binary(Operator::Times, a, b))),
    })
}

fn operand<T: ArithmeticPart>(input: &mut Input<'_>) -> Parsed<T> {
    space(input)?;
    alt((number.map(T::number), T::named, parentheses)).parse_next(input)
}

fn parentheses<T: ArithmeticPart>(input: &mut Input<'_>) -> Parsed<T> {
    "(".void().parse_next(input)?;
    let part = arithmetic(input)?;
    expects_among(input, ")", "+, -, *, /, ^ or )")?;
    Ok(part)
}

/// Reads the parts of a call after its opening parenthesis, and the closing one.
pub(crate) fn parts<T: ArithmeticPart>(input: &mut Input<'_>) -> Parsed<Vec<T>> {
    let mut parts = vec![arithmetic(input)?];
    while skips(input, ",")? {
        parts.push(arithmetic(input)?);
    }
    expects_among(input, ")", "an operator, a comma or )")?;
    Ok(parts)
}

/// Reads the parts of a call of a function whose name stands at `at`, after the opening parenthesis.
pub(crate) fn call<T: ArithmeticPart>(
    function: Function,
    at: Range<usize>,
    input: &mut Input<'_>,
) -> Parsed<T> {
    let parts = parts(input)?;
    let (fits, taken) = function.takes(parts.len());
    match fits {
        true => Ok(T::call(function, parts)),
        false => {
            let problem = format!("`{}` takes {taken}", function.as_str());
            Err(TextMistake::new(at, problem).allowed(taken).cut())
        }
    }
}

/// Reads a number: an integer or a decimal.
pub(crate) fn number(input: &mut Input<'_>) -> Parsed<Rational> {
    let digits = || take_while(1.., '0'..='9');
    let exponent = (one_of(['e', 'E']), opt(one_of(['+', '-'])), digits());
    let spelled = (digits(), opt((".", digits())), opt(exponent));
    let (text, at): (&str, Range<usize>) = spelled.take().with_span().parse_next(input)?;
    let number: Option<Rational> = text.parse().ok().filter(|_| text.len() <= LONGEST_NUMBER);
    number.ok_or_else(|| {
        let problem = format!("the number `{text}` is too long");
        let mistake = TextMistake::new(at, problem);
        mistake
            .allowed("40 letters, and an exponent up to 400")
            .cut()
    })
}

/// Reads a name, with its place; if no name comes next, an error that another reading of the text can mend.
pub(crate) fn name<'i>(input: &mut Input<'i>) -> Parsed<(&'i str, Range<usize>)> {
    let start = one_of(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    let rest = take_while(0.., |letter: char| {
        letter.is_ascii_alphanumeric() || letter == '_' || letter == '.'
    });
    (start, rest).take().with_span().parse_next(input)
}
