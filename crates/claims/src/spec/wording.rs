//! Says in the words of a spec what its parser found: keys, names, tables and lists, and no types of the program.

use super::diagnostic::Finding;
use std::ops::Range;

/// What the parser says of a name alone where a table must follow.
const NAME_ALONE: &str = "newtype variant";

/// What the parser says of a table where a name alone is meant.
const TABLE_BEHIND: &str = "unit";

impl Finding {
    /// What the parser found, in our words: it names keys and variants between backquotes.
    pub fn of_toml(error: &toml::de::Error, fallback: Range<usize>, further: &[&str]) -> Self {
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
            let help = format!("add it here: {given} = …");
            return Self::new(span.start..span.start, problem).help(help);
        }
        Self::of_type(span, what, expected)
    }

    /// What is of another type than it must be.
    fn of_type(span: Range<usize>, what: &str, expected: &str) -> Self {
        if expected == NAME_ALONE {
            return Self {
                wants_table: true,
                ..Self::new(span, "a name alone cannot stand here")
            };
        }
        if expected == TABLE_BEHIND {
            return Self::new(span, "this name has no keys").allowed("the name alone, in quotes");
        }
        let finding = Self::new(span, problem(what));
        match allowed(what, expected) {
            Some(allowed) => finding.allowed(allowed),
            None => finding,
        }
    }
}

/// What stands between backquotes.
fn quoted(text: &str) -> Vec<String> {
    let pieces = text.split('`').skip(1).step_by(2);
    pieces.map(str::to_owned).collect()
}

fn problem(what: &str) -> String {
    if what.starts_with("wanted exactly 1 element, found 0") {
        return "the table is empty".into();
    }
    if what.starts_with("wanted exactly 1 element") {
        return "the table has several names".into();
    }
    if what.starts_with("wanted string or table") {
        return "the value is neither a name nor a table".into();
    }
    let value = ["invalid type: ", "invalid value: "].iter();
    let value = value.filter_map(|start| what.strip_prefix(start)).next();
    value.map_or_else(
        || what.to_owned(),
        |value| format!("{} cannot stand here", spoken(value)),
    )
}

/// A value as the parser calls it, in our words.
fn spoken(value: &str) -> String {
    const WORDS: [(&str, &str); 7] = [
        ("string ", "the text "),
        ("integer ", "the integer "),
        ("floating point ", "the decimal "),
        ("boolean ", "the truth value "),
        ("sequence", "a list"),
        ("map", "a table"),
        ("unit variant", "a name alone"),
    ];
    let known = WORDS.iter().find_map(|(theirs, ours)| {
        let rest = value.strip_prefix(theirs)?;
        Some(format!("{ours}{rest}"))
    });
    known.unwrap_or_else(|| value.to_owned())
}

fn allowed(what: &str, expected: &str) -> Option<String> {
    Some(match expected {
        "" if what.starts_with("wanted string or table") => {
            "a name in quotes, or a table with one name: { NAME = { … } }".into()
        }
        "" if what.starts_with("wanted exactly 1") => {
            "one name with its keys: { NAME = { … } }".into()
        }
        _ if what.starts_with("wanted exactly 1") => {
            "one name with its keys: { NAME = { … } }".into()
        }
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
