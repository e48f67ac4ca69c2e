//! Parses a formula from its text. An error says where the text is wrong, what is wrong, and what would be right.

use super::grammar::{self, ArithmeticPart, Context, Input, Parsed, TextMistake};
use super::name::{self, Name};
use super::node::{Function, Node, Operator, Sum};
use super::scope::Scope;
use crate::claim::computed;
use crate::trial::AnyColumn;
use perceptron::documented::{Shape, Shaped};
use perceptron::generate::Generator;
use perceptron::learn::Variant;
use perceptron::sample::Rational;
use std::ops::Range;
use winnow::combinator::opt;
use winnow::prelude::*;
use winnow::token::take_while;

/// Length of the longest formula that is accepted, in bytes.
const LONGEST: usize = 400;

const OPERATOR: &str = "+, -, *, / or ^, or the end of the formula";
const NAME: &str = "a column with numbers (see `perceptron-lab list columns`), or NAME for the root of a column NAME_squared, such as radius; \
                    generator.KEY or variant.KEY; if two variants are compared, first.COLUMN and second.COLUMN";

/// Parses a whole text as a formula, in which the names of a scope can stand.
pub(super) fn parse(text: &str, scope: &Scope) -> Result<Node, TextMistake> {
    let context = Context {
        thing: "formula",
        longest: LONGEST,
        takes_pairs: true,
        scope: scope.clone(),
    };
    grammar::whole(text, context, grammar::arithmetic, OPERATOR)
}

impl ArithmeticPart for Node {
    const OPERAND: &'static str = "a number, a name, a function such as sqrt(…), or parentheses";

    fn number(number: Rational) -> Self {
        Self::Number(number)
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

    /// Parses a name, or the name of a function with its arguments in parentheses.
    fn named(input: &mut Input<'_>) -> Parsed<Self> {
        let (text, at) = grammar::name(input)?;
        match grammar::skips(input, "(")? {
            true if text == "sum" => sum(input),
            true => call(text, at, input),
            false => input
                .state
                .scope
                .named(text)
                .or_else(|| Name::of(text).map(Self::Name))
                .or_else(|| Some(Self::Computed(computed::named(text, 0)?, Vec::new())))
                .ok_or_else(|| unknown(text, at, &input.state.scope).cut()),
        }
    }
}

/// Parses what follows `sum(`: the index, the first and the last number, and the part that is added up.
fn sum(input: &mut Input<'_>) -> Parsed<Node> {
    grammar::space(input)?;
    let letters = take_while(1.., |letter: char| letter.is_ascii_lowercase());
    let index: Option<&str> = opt(letters).parse_next(input)?;
    let wrong = || grammar::unexpected(input, "the name of the index").cut();
    let index = index.ok_or_else(wrong)?.to_owned();
    let comma =
        |input: &mut Input<'_>| grammar::expects_among(input, ",", "sum(INDEX, FIRST, LAST, TERM)");
    comma(input)?;
    let from = grammar::arithmetic(input)?;
    comma(input)?;
    let to = grammar::arithmetic(input)?;
    comma(input)?;
    input.state.scope.push(&index);
    let of = grammar::arithmetic(input)?;
    input.state.scope.pop();
    grammar::expects_among(input, ")", "an operator or )")?;
    Ok(Node::Sum(Box::new(Sum {
        index,
        from,
        to,
        of,
    })))
}

fn unknown(text: &str, at: Range<usize>, scope: &Scope) -> TextMistake {
    let known = text.rsplit_once('.').map_or("", |(before, _)| before);
    let place = match known {
        "first" | "second" => format!("{known}."),
        _ => String::new(),
    };
    let names = name::names().into_iter().map(|name| place.clone() + &name);
    let names = names.chain(scope.names());
    let key = owner(text).map(|owner| format!("; the key of the {owner} is {owner}.{text}"));
    let symbol = || Some(format!("; it is the symbol of `{}`", of_symbol(text)?));
    let problem = format!(
        "`{text}` is neither a column nor a parameter{}",
        key.or_else(symbol).unwrap_or_default()
    );
    TextMistake::new(at, problem)
        .allowed(NAME)
        .among(text, names.collect())
}

/// The name in formulas of the column, or the root of one, that has this symbol, written without the backslash of TeX.
fn of_symbol(text: &str) -> Option<&'static str> {
    AnyColumn::all().find_map(|column| {
        let symbol = column.declared().symbol.trim_start_matches('\\');
        match symbol.strip_suffix("^2") {
            Some(root) if root == text => column.name().strip_suffix("_squared"),
            _ => (symbol == text).then(|| column.name()),
        }
    })
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
    if let Some(function) = Function::named(word) {
        return grammar::call(function, at, input);
    }
    if !computed::takes_arguments(word) {
        return Err(no_function(word, at).cut());
    }
    let parts: Vec<Node> = grammar::parts(input)?;
    let computed = computed::named(word, parts.len());
    let wrong = || {
        let mistake = TextMistake::new(at, format!("`{word}` takes one number"));
        mistake.allowed("one number").cut()
    };
    Ok(Node::Computed(computed.ok_or_else(wrong)?, parts))
}

fn no_function(word: &str, at: Range<usize>) -> TextMistake {
    let own = Function::ALL.map(Function::as_str);
    let computed = computed::ALL.iter().filter(|of| of.arguments > 0);
    let words = own
        .into_iter()
        .chain(["sum"])
        .chain(computed.map(|of| of.name));
    let words: Vec<String> = words.map(str::to_owned).collect();
    let problem = format!("`{word}` is not a function");
    TextMistake::new(at, problem)
        .allowed(words.join(", "))
        .among(word, words)
}
