//! Reports errors of the TOML parser and of the types that read values. Keys and names are checked earlier, against their shapes.

use super::diagnostic::SpecFinding;
use std::ops::Range;

/// A summary of the rules of TOML, for the message about a spec that is not TOML.
const GRAMMAR: &str = "one `key = value` on a line, each key once; texts stand in \"quotes\", decimals have digits on both sides of a point (0.1), \
                       lists stand in [ ] and tables in { } or below a [header]; a key without a value is left out";

impl SpecFinding {
    /// Returns the mistake for a spec that is not TOML.
    pub(super) fn of_syntax(error: &toml::de::Error, source: &str) -> Self {
        let place = error.span().unwrap_or(0..0);
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
