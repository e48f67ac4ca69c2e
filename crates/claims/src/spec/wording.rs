//! Says in the words of a spec what its parser found: keys, names, tables and lists, and no types of the program.

use super::diagnostic::Finding;
use std::ops::Range;

/// Advice for a value that the parser takes for the start of `nan` or `inf`, such as `None`.
const VALUE: &str =
    "a number, true or false, or a text in quotes; there is no value for none: leave the key out";

/// What the parser says of text that is no TOML, and what we do: the problem, and what is allowed.
const SYNTAX: [(&str, &str, &str); 14] = [
    (
        "invalid boolean",
        "this is no value: texts stand in quotes",
        "a text in \"quotes\", a number, true, false, a [list] or a { table }",
    ),
    (
        "string values must be quoted",
        "this is no value: texts stand in quotes",
        "a text in \"quotes\", a number, true, false, a [list] or a { table }",
    ),
    (
        "invalid basic string",
        "a text has no closing quote on its line",
        "a text between \" and \"; one of several lines between three quotes at each end",
    ),
    (
        "invalid literal string",
        "a text has no closing quote on its line",
        "a text between ' and '",
    ),
    (
        "duplicate key",
        "this key stands in its table already, or this table in the file",
        "each key once; only [[claims]] and [[sweep]], in double brackets, are repeated",
    ),
    (
        "key with no value",
        "a key without `=` and a value",
        "key = value, on one line",
    ),
    (
        "unclosed table",
        "a header without its closing bracket",
        "[generator.NAME], [variants.NAME], [[sweep]], [[claims]] or [figures]",
    ),
    (
        "unclosed array",
        "a list without its closing bracket",
        "[value, value, …]",
    ),
    (
        "unclosed inline table",
        "a table without its closing brace",
        "{ key = value, … }",
    ),
    (
        "invalid mantissa",
        "a number is written in another way",
        "digits on both sides of the point, such as 0.1",
    ),
    (
        "unexpected key or value",
        "nothing more can stand on this line",
        "one `key = value` on a line; decimals with a point, such as 0.1; a comment behind #",
    ),
    (
        "invalid float, expected `nan`",
        "the value is neither a number nor a text in quotes",
        VALUE,
    ),
    (
        "invalid float, expected `inf`",
        "the value is neither a number nor a text in quotes",
        VALUE,
    ),
    (
        "missing value",
        "a key without a value",
        "key = value, on one line",
    ),
];

impl Finding {
    /// What the parser found, in our words: it names keys and variants between backquotes.
    pub(super) fn of_toml(
        error: &toml::de::Error,
        fallback: Range<usize>,
        further: &[&str],
    ) -> Self {
        let span = error.span().unwrap_or(fallback);
        let message = error.message();
        let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
        let given = quoted(what).first().cloned().unwrap_or_default();
        let valid = quoted(expected);
        if what.starts_with("unknown field") {
            let further = further.iter().map(|&name| name.to_owned());
            let valid: Vec<String> = valid.into_iter().chain(further).collect();
            return Self::new(span, format!("unknown key `{given}`")).among(&given, &valid);
        }
        if what.starts_with("unknown variant") {
            return Self::new(span, format!("unknown name `{given}`")).among(&given, &valid);
        }
        if what.starts_with("missing field") {
            let problem = format!("the key `{given}` is missing");
            let value = if given == "until" {
                "\"decided\""
            } else {
                "…"
            };
            let help = format!("add it here: {given} = {value}");
            return Self::new(span.start..span.start, problem).help(help);
        }
        match SYNTAX
            .iter()
            .find(|(theirs, ..)| message.starts_with(theirs))
        {
            Some((_, problem, allowed)) => Self::new(span, *problem).allowed(*allowed),
            None => Self::of_type(span, what, expected),
        }
    }

    /// What is of another type than it must be.
    fn of_type(span: Range<usize>, what: &str, expected: &str) -> Self {
        let finding = Self::new(span, problem(what));
        let finding = match number_in_quotes(what).filter(|_| expected.contains("integer")) {
            Some(number) => finding.help(format!("write {number}, without quotes")),
            None => finding,
        };
        match allowed(expected) {
            Some(allowed) => finding.allowed(allowed),
            None => finding,
        }
    }
}

/// The number that stands there as a text.
fn number_in_quotes(what: &str) -> Option<&str> {
    let (_, text) = what.split_once(": string \"")?;
    let text = text.strip_suffix('"')?;
    text.parse::<u64>().is_ok().then_some(text)
}

/// What stands between backquotes.
fn quoted(text: &str) -> Vec<String> {
    let pieces = text.split('`').skip(1).step_by(2);
    pieces.map(str::to_owned).collect()
}

fn problem(what: &str) -> String {
    let value = ["invalid type: ", "invalid value: "].iter();
    let value = value.filter_map(|start| what.strip_prefix(start)).next();
    value.map_or_else(
        || what.to_owned(),
        |value| format!("{} cannot stand here", spoken(value)),
    )
}

/// A value as the parser calls it, in our words.
fn spoken(value: &str) -> String {
    const WORDS: [(&str, &str); 6] = [
        ("string ", "the text "),
        ("integer ", "the integer "),
        ("floating point ", "the decimal "),
        ("boolean ", "the truth value "),
        ("sequence", "a list"),
        ("map", "a table"),
    ];
    let known = WORDS.iter().find_map(|(theirs, ours)| {
        let rest = value.strip_prefix(theirs)?;
        Some(format!("{ours}{rest}"))
    });
    known.unwrap_or_else(|| value.to_owned())
}

fn allowed(expected: &str) -> Option<String> {
    Some(match expected {
        "" => return None,
        "u64" | "usize" | "u32" => "an integer from 0".into(),
        "f64" => "a number".into(),
        "a boolean" => "true or false".into(),
        "a string" => "a text in quotes".into(),
        "a sequence" => "a list".into(),
        table if table.starts_with("struct ") => {
            "a table of keys, such as { … }, perhaps an empty one: {}".into()
        }
        other => other.to_owned(),
    })
}
