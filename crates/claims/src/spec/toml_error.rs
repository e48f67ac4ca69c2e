//! Reports errors of the TOML parser and of the types that read values. Keys and names are checked earlier, against their shapes.

use super::diagnostic::SpecFinding;
use super::tree;
use std::ops::Range;
use toml::de::DeTable;

/// The message of the TOML parser about a key that is defined twice.
const DUPLICATE: &str = "duplicate key";

/// A summary of the rules of TOML, for the message about a spec that is not TOML.
const GRAMMAR: &str = "one `key = value` on a line, each key once; texts stand in \"quotes\", decimals have digits on both sides of a point (0.1), \
                       lists stand in [ ] and tables in { } or below a [header]; a key without a value is left out";

impl SpecFinding {
    /// Returns the mistake for a spec that is not TOML.
    pub(super) fn of_syntax(error: &toml::de::Error, source: &str) -> Self {
        let place = error.span().unwrap_or(0..0);
        if error.message() == DUPLICATE
            && let Some(key) = source.get(place.clone())
        {
            return Self::of_duplicate(key.trim_matches(['"', '\'']), place, source);
        }
        let finding = |problem: &str| Self::new(place.clone(), problem).allowed(GRAMMAR);
        let Some(word) = bare_word(source, place.start) else {
            return finding(error.message());
        };
        let help = match word.to_lowercase().as_str() {
            "true" | "yes" | "on" => "write true".to_owned(),
            "false" | "no" | "off" => "write false".to_owned(),
            "none" | "null" | "nil" => {
                format!("leave the key out if it has no value; if this is a text, write \"{word}\"")
            }
            _ => format!("if this is a text, write \"{word}\""),
        };
        finding(&format!("`{word}` is no value of TOML")).help(help)
    }

    /// Returns the mistake for a key that is defined twice, with the line of the first definition; `place` is the byte range of the second.
    fn of_duplicate(key: &str, place: Range<usize>, source: &str) -> Self {
        // The second definition gets another name, so that the text can be read up to any other mistake.
        let renamed = [&source[..place.start], "-second-", &source[place.end..]].concat();
        let (root, _) = DeTable::parse_recoverable(&renamed);
        let first = tree::sibling(root.get_ref(), place.start, key);
        let line = first.map(|first| source[..first.start].matches('\n').count() + 1);
        let where_first = line.map_or(String::new(), |line| {
            format!(": first in line {line}, and again here")
        });
        let header = source[..place.start].ends_with('[') || source[..place.start].ends_with('.');
        Self::new(
            place,
            format!("the key `{key}` is defined twice{where_first}"),
        )
        .allowed("each key once")
        .help(match header {
            true => "write all of it below one of the two headers, or delete one",
            false => "delete one of the two",
        })
    }

    /// Returns the mistake for a value that could not be read; `fallback` is its byte range in the file if the error has none.
    pub(super) fn of_value(error: &toml::de::Error, fallback: Range<usize>) -> Self {
        let (place, message) = (error.span().unwrap_or(fallback), error.message());
        match refused(message) {
            Some((value, expected)) => {
                let value = value
                    .trim_end_matches(" as i128")
                    .trim_end_matches(" as u128");
                Self::new(place, format!("the value cannot be the {value}")).allowed(match expected
                {
                    "u64" => "an integer from 0 to 18446744073709551615",
                    "i64" => "an integer of at most 19 digits",
                    other => other,
                })
            }
            None => Self::new(place, message),
        }
    }
}

/// Splits the message of a type that refuses a value ("invalid value: integer `0`, expected an integer from 1") into the value and what is expected.
fn refused(message: &str) -> Option<(&str, &str)> {
    let (kind, found) = message.split_once(": ")?;
    let is_refusal = matches!(kind, "invalid value" | "invalid type" | "invalid length");
    found.split_once(", expected ").filter(|_| is_refusal)
}

/// Returns the word without quotes at byte `start` of a spec, if a value is expected there. The parser may have read its first letters as `true` or
/// `nan`.
fn bare_word(source: &str, start: usize) -> Option<&str> {
    let (before, after) = source.split_at_checked(start)?;
    let is_value = before.trim_end().ends_with(['=', '[', ',']);
    let is_of_word = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    let word = &after[..after
        .find(|letter| !is_of_word(letter))
        .unwrap_or(after.len())];
    (is_value && word.starts_with(char::is_alphabetic)).then_some(word)
}
