//! Reports errors of the TOML parser and of the types that read values. Keys and names are checked earlier, against their shapes.

use super::diagnostic::SpecFinding;
use std::ops::Range;

/// A summary of the rules of TOML, for the message about a spec that is not TOML.
const GRAMMAR: &str = "one `key = value` on a line, each key once; texts stand in \"quotes\", decimals have digits on both sides of a point (0.1), \
                       lists stand in [ ] and tables in { } or below a [header]; a key without a value is left out";

impl SpecFinding {
    /// Returns the mistake for a spec that is not TOML.
    pub(super) fn of_syntax(error: &toml::de::Error, source: &str) -> Self {
        let finding = Self::of_value(error, 0..0).allowed(GRAMMAR);
        match error.span().and_then(|span| bare_word(source, span.start)) {
            Some(word) => finding.help(format!("if this is a text, write \"{word}\"")),
            None => finding,
        }
    }

    /// Returns the mistake for a value that could not be read; `fallback` is its byte range in the file if the error has none.
    pub(super) fn of_value(error: &toml::de::Error, fallback: Range<usize>) -> Self {
        Self::new(error.span().unwrap_or(fallback), error.message())
    }
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
