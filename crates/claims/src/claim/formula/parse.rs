//! Parses a formula from its text, with winnow. An error says where the text is wrong, what is wrong, and what would be right.

use super::name::{self, Name};
use super::node::{Function, Node, Operator, Sum};
use super::scope::Scope;
use crate::claim::computed;
use perceptron::documented::{Shape, Shaped};
use perceptron::generate::Generator;
use perceptron::learn::Variant;
use perceptron::sample::Rational;
use std::ops::Range;
use winnow::combinator::{Infix, Prefix, alt, expression, opt, separated};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stateful, Stream};
use winnow::token::{one_of, take_while};

/// Length of the longest formula that is accepted, in bytes.
const LONGEST: usize = 400;

/// Largest depth of nested parentheses in a formula.
const DEEPEST: usize = 32;

/// Largest number of characters of a number in a formula.
const LONGEST_NUMBER: usize = 40;

const OPERAND: &str = "a number, a name, a function such as sqrt(…), or parentheses";
const OPERATOR: &str = "+, -, *, / or ^, or the end of the formula";
const NAME: &str = "a column with numbers (see `perceptron-lab list columns`), or NAME for the root of a column NAME_squared, such as radius; \
                    generator.KEY or variant.KEY; if two variants are compared, first.COLUMN and second.COLUMN";

/// The reason why a text is not a formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct FormulaError {
    /// The byte range of the formula's text that is wrong; empty if the text ends too early.
    pub at: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// The text that would be right there.
    pub allowed: String,
    /// The wrong name and the list of valid names; `None` if the mistake is not a name.
    pub names: Option<(String, Vec<String>)>,
}

impl FormulaError {
    fn new(at: Range<usize>, problem: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self {
            at,
            problem: problem.into(),
            allowed: allowed.into(),
            names: None,
        }
    }

    fn among(self, given: &str, valid: Vec<String>) -> Self {
        Self {
            names: Some((given.to_owned(), valid)),
            ..self
        }
    }
}

type Input<'i> = Stateful<LocatingSlice<&'i str>, Scope>;
type Parsed<T> = Result<T, ErrMode<FormulaError>>;

impl ParserError<Input<'_>> for FormulaError {
    type Inner = Self;

    fn from_input(input: &Input<'_>) -> Self {
        missing(input, OPERAND)
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}

/// Returns the error that the formula cannot go on at the present position as it does, with what is allowed there.
fn missing(input: &Input<'_>, allowed: &str) -> FormulaError {
    let at = input.current_token_start();
    match input.peek_token() {
        Some(letter) => FormulaError::new(
            at..at + letter.len_utf8(),
            format!("the formula cannot go on with `{letter}`"),
            allowed,
        ),
        None => FormulaError::new(at..at, "the formula ends too early", allowed),
    }
}

/// Parses a whole text as a formula, in which the names of a scope can stand.
pub(super) fn parse(text: &str, scope: &Scope) -> Result<Node, FormulaError> {
    check_size(text)?;
    let mut input = Stateful {
        input: LocatingSlice::new(text),
        state: scope.clone(),
    };
    let node = whole(&mut input).and_then(|node| match input.peek_token() {
        None => Ok(node),
        Some(_) => Err(ErrMode::Cut(missing(&input, OPERATOR))),
    });
    node.map_err(|error| {
        let inner = error.into_inner();
        inner.unwrap_or_else(|_| {
            FormulaError::new(
                text.len()..text.len(),
                "the formula ends too early",
                OPERAND,
            )
        })
    })
}

/// Refuses formulas that would take long to parse or compute.
fn check_size(text: &str) -> Result<(), FormulaError> {
    if text.len() > LONGEST {
        let allowed = format!("at most {LONGEST} bytes");
        return Err(FormulaError::new(
            0..text.len(),
            "the formula is too long",
            allowed,
        ));
    }
    let mut open = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' => open = usize::saturating_sub(open, 1),
            _ => {}
        }
        if open > DEEPEST {
            let allowed = format!("at most {DEEPEST} nested parentheses");
            return Err(FormulaError::new(
                at..at + 1,
                "the formula is nested too deeply",
                allowed,
            ));
        }
    }
    Ok(())
}

fn space(input: &mut Input<'_>) -> Parsed<()> {
    take_while(0.., char::is_whitespace)
        .void()
        .parse_next(input)
}

/// Parses an expression: operands with operators between them, and the space around.
fn whole(input: &mut Input<'_>) -> Parsed<Node> {
    let node = expression(operand)
        .prefix(prefix)
        .infix(infix)
        .parse_next(input)?;
    space(input)?;
    Ok(node)
}

/// Parses a sign before an operand. A text that is neither an operand nor a sign is an error here.
fn prefix<'i>(input: &mut Input<'i>) -> Parsed<Prefix<Input<'i>, Node, ErrMode<FormulaError>>> {
    space(input)?;
    let sign: Option<char> = opt(one_of(['-', '−', '+'])).parse_next(input)?;
    match sign {
        Some('+') => Ok(Prefix(SIGN, |_, node| Ok(node))),
        Some(_) => Ok(Prefix(SIGN, |_, node| Ok(Node::Negated(Box::new(node))))),
        None => Err(ErrMode::Cut(missing(input, OPERAND))),
    }
}

/// Precedences of operators: a larger one binds more tightly.
const SUM: i64 = 10;
const PRODUCT: i64 = 20;
const SIGN: i64 = 30;
const POWER: i64 = 40;

fn binary(operator: Operator, a: Node, b: Node) -> Parsed<Node> {
    Ok(Node::Binary(operator, Box::new(a), Box::new(b)))
}

fn infix<'i>(input: &mut Input<'i>) -> Parsed<Infix<Input<'i>, Node, ErrMode<FormulaError>>> {
    space(input)?;
    let power = alt(("**", "^"));
    let other = alt(("+", "-", "−", "*", "·", "×", "/", "÷"));
    Ok(match alt((power, other)).parse_next(input)? {
        "^" | "**" => Infix::Right(POWER, |_, a, b| binary(Operator::Power, a, b)),
        "+" => Infix::Left(SUM, |_, a, b| binary(Operator::Plus, a, b)),
        "-" | "−" => Infix::Left(SUM, |_, a, b| binary(Operator::Minus, a, b)),
        "/" | "÷" => Infix::Left(PRODUCT, |_, a, b| binary(Operator::Over, a, b)),
        _ => Infix::Left(PRODUCT, |_, a, b| binary(Operator::Times, a, b)),
    })
}

fn operand(input: &mut Input<'_>) -> Parsed<Node> {
    space(input)?;
    alt((number, named, parentheses)).parse_next(input)
}

fn parentheses(input: &mut Input<'_>) -> Parsed<Node> {
    "(".void().parse_next(input)?;
    let node = whole(input)?;
    closed(input, "+, -, *, /, ^ or )")?;
    Ok(node)
}

fn closed(input: &mut Input<'_>, allowed: &str) -> Parsed<()> {
    let end: Option<&str> = opt(")").parse_next(input)?;
    match end {
        Some(_) => Ok(()),
        None => Err(ErrMode::Cut(missing(input, allowed))),
    }
}

/// Parses a number: an integer or a decimal.
fn number(input: &mut Input<'_>) -> Parsed<Node> {
    let digits = || take_while(1.., '0'..='9');
    let exponent = (one_of(['e', 'E']), opt(one_of(['+', '-'])), digits());
    let spelled = (digits(), opt((".", digits())), opt(exponent));
    let (text, at): (&str, Range<usize>) = spelled.take().with_span().parse_next(input)?;
    let number: Option<Rational> = text.parse().ok().filter(|_| text.len() <= LONGEST_NUMBER);
    let wrong = || {
        FormulaError::new(
            at,
            format!("the number `{text}` is too long"),
            "40 letters, and an exponent up to 400",
        )
    };
    number
        .map(Node::Number)
        .ok_or_else(|| ErrMode::Cut(wrong()))
}

/// Parses a name, or the name of a function with its arguments in parentheses.
fn named(input: &mut Input<'_>) -> Parsed<Node> {
    let start = one_of(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    let rest = take_while(0.., |letter: char| {
        letter.is_ascii_alphanumeric() || letter == '_' || letter == '.'
    });
    let (text, at): (&str, Range<usize>) = (start, rest).take().with_span().parse_next(input)?;
    space(input)?;
    let open: Option<&str> = opt("(").parse_next(input)?;
    match open {
        Some(_) if text == "sum" => sum(input),
        Some(_) => call(text, at, input),
        None => input
            .state
            .named(text)
            .or_else(|| Name::of(text).map(Node::Name))
            .or_else(|| Some(Node::Computed(computed::named(text, 0)?, Vec::new())))
            .ok_or_else(|| ErrMode::Cut(unknown(text, at, &input.state))),
    }
}

/// Parses what follows `sum(`: the index, the first and the last number, and the part that is added up.
fn sum(input: &mut Input<'_>) -> Parsed<Node> {
    space(input)?;
    let letters = take_while(1.., |letter: char| letter.is_ascii_lowercase());
    let index: Option<&str> = opt(letters).parse_next(input)?;
    let index = index.ok_or_else(|| ErrMode::Cut(missing(input, "the name of the index")))?;
    let index = index.to_owned();
    let comma = |input: &mut Input<'_>| {
        space(input)?;
        let found: Option<&str> = opt(",").parse_next(input)?;
        found
            .map(|_| ())
            .ok_or_else(|| ErrMode::Cut(missing(input, "sum(INDEX, FIRST, LAST, TERM)")))
    };
    comma(input)?;
    let from = whole(input)?;
    comma(input)?;
    let to = whole(input)?;
    comma(input)?;
    input.state.push(&index);
    let of = whole(input)?;
    input.state.pop();
    closed(input, "an operator or )")?;
    Ok(Node::Sum(Box::new(Sum {
        index,
        from,
        to,
        of,
    })))
}

fn unknown(text: &str, at: Range<usize>, scope: &Scope) -> FormulaError {
    let known = text.rsplit_once('.').map_or("", |(before, _)| before);
    let place = match known {
        "first" | "second" => format!("{known}."),
        _ => String::new(),
    };
    let names = name::names().into_iter().map(|name| place.clone() + &name);
    let names = names.chain(scope.names());
    let key = owner(text).map(|owner| format!("; the key of the {owner} is {owner}.{text}"));
    let problem = format!(
        "`{text}` is neither a column nor a parameter{}",
        key.unwrap_or_default()
    );
    FormulaError::new(at, problem, NAME).among(text, names.collect())
}

/// The table of a spec that has this key, as a formula names it: generator or variant.
fn owner(key: &str) -> Option<&'static str> {
    let has = |shape: &Shape| shape.keys().iter().any(|known| known.name == key);
    let generators = Generator::shape();
    let mut behind = generators
        .members()
        .iter()
        .filter_map(|member| member.value.as_ref());
    match (behind.any(has), has(&Variant::shape())) {
        (true, _) => Some("generator"),
        (false, true) => Some("variant"),
        (false, false) => None,
    }
}

fn call(word: &str, at: Range<usize>, input: &mut Input<'_>) -> Parsed<Node> {
    let found = Function::ALL
        .into_iter()
        .find(|function| function.as_str() == word);
    if found.is_none() && !computed::takes_arguments(word) {
        return Err(ErrMode::Cut(no_function(word, at)));
    }
    let parts: Vec<Node> = separated(1.., whole, ",").parse_next(input)?;
    closed(input, "an operator, a comma or )")?;
    let Some(function) = found else {
        let computed = computed::named(word, parts.len());
        let wrong = || FormulaError::new(at, format!("`{word}` takes one number"), "one number");
        let computed = computed.ok_or_else(|| ErrMode::Cut(wrong()))?;
        return Ok(Node::Computed(computed, parts));
    };
    let (fits, taken) = function.takes(parts.len());
    match fits {
        true => Ok(Node::Call(function, parts)),
        false => Err(ErrMode::Cut(FormulaError::new(
            at,
            format!("`{word}` takes {taken}"),
            taken,
        ))),
    }
}

fn no_function(word: &str, at: Range<usize>) -> FormulaError {
    let own = Function::ALL.map(Function::as_str);
    let computed = computed::ALL.iter().filter(|of| of.arguments > 0);
    let words = own
        .into_iter()
        .chain(["sum"])
        .chain(computed.map(|of| of.name));
    let words: Vec<String> = words.map(str::to_owned).collect();
    let problem = format!("`{word}` is not a function");
    FormulaError::new(at, problem, words.join(", ")).among(word, words)
}
