//! Puts shapes and values of a spec into words, for messages.

use perceptron::documented::{Member, Shape};
use toml::de::DeValue;

/// Describes a TOML value in words, for a message.
pub(super) fn spoken(value: &DeValue) -> String {
    match value {
        DeValue::String(text) => format!("the text \"{text}\""),
        DeValue::Integer(number) => format!("the integer {}", number.as_str()),
        DeValue::Float(number) => format!("the decimal {}", number.as_str()),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(moment) => format!("the date {moment}"),
        DeValue::Array(items) if items.is_empty() => "an empty list".into(),
        DeValue::Array(_) => "a list".into(),
        DeValue::Table(_) => "a table".into(),
    }
}

/// Describes in words what a shape expects.
pub(super) fn expected(shape: &Shape) -> String {
    match shape {
        Shape::Truth => "true or false".into(),
        Shape::Natural => "an integer from 0".into(),
        Shape::Integer => "an integer".into(),
        Shape::Number => "a number".into(),
        Shape::Text => "a text in quotes".into(),
        Shape::List(each) => format!("a list in brackets, each entry {}", expected(each)),
        Shape::Table(_) => format!("a table of its keys: {}", placeholder(shape)),
        Shape::Choice(members) => spellings(members),
        Shape::Own(words, _) => (*words).to_owned(),
    }
}

/// Returns the values of a choice as a spec writes them.
pub(super) fn spellings(members: &[Member]) -> String {
    let spelled = |member: &Member| match &member.value {
        Some(shape) if !member.alone => format!("{{ {} = {} }}", member.name, placeholder(shape)),
        _ => format!("\"{}\"", member.name),
    };
    let all: Vec<String> = members.iter().map(spelled).collect();
    all.join(", ")
}

/// Returns an example of a value of this shape in TOML, with dots for what the user chooses.
pub(super) fn placeholder(shape: &Shape) -> String {
    match shape {
        Shape::Truth => "true".into(),
        Shape::Natural | Shape::Integer => "N".into(),
        Shape::Text => "\"…\"".into(),
        Shape::List(_) => "[…]".into(),
        Shape::Table(keys) => {
            let required = keys.iter().filter(|key| key.required);
            let keys = required.map(|key| format!("{} = {}", key.name, placeholder(&key.shape)));
            match Vec::from_iter(keys).join(", ") {
                none if none.is_empty() => "{}".into(),
                keys => format!("{{ {keys} }}"),
            }
        }
        Shape::Number | Shape::Choice(_) | Shape::Own(..) => "…".into(),
    }
}

/// Returns a doc comment on one line, with single spaces between its words.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
