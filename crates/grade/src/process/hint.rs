//! Says what is wrong with a learner's line that is no JSON object, and what to write instead.

use serde_json::Value;

const STANDARD_OUTPUT: &str =
    "its standard output is for answers only; print other text on standard error";

const OBJECT: &str = "an answer is one JSON object, in braces; print other text on standard error";

const EMPTY: &str = "the line is empty; write exactly one line for every line that is asked";

const PYTHON: &str = "JSON has double quotes, and true, false and null; in Python, print(json.dumps(answer), flush=True) writes it";

const NOT_A_NUMBER: &str = "NaN and infinity are not JSON; a weight or a prediction must be a finite number, any other value may be null";

const MARK: &str = "a byte order mark stands before it; write UTF-8 without one";

const WIDE: &str = "zero bytes stand in it; write UTF-8, not UTF-16";

const REPR: &str = "it is a text or bytes as Python shows them; in Python, print(json.dumps(answer), flush=True) writes the answer";

const TWICE: &str = "it is JSON in a text of JSON; encode the answer once";

const ONE_LINE: &str = "an answer is one line; write the JSON without line breaks, in Python by json.dumps without indent";

/// What is wrong with a line that is no JSON object, in brackets after a blank; empty for a JSON object.
pub(super) fn hint(line: &[u8]) -> String {
    advice(line).map_or_else(String::new, |advice| format!(" ({advice})"))
}

fn advice(line: &[u8]) -> Option<String> {
    let text = match std::str::from_utf8(line) {
        Ok(text) => text.trim(),
        Err(error) => {
            let place = error.valid_up_to() + 1;
            return Some(format!("it is not UTF-8: see byte {place} of the line"));
        }
    };
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(_)) => None,
        Ok(Value::String(inside)) if inside.trim_start().starts_with('{') => Some(TWICE.into()),
        Ok(_) => Some(OBJECT.into()),
        Err(error) => Some(fault(text, &error)),
    }
}

/// Why a text cannot be read as JSON.
fn fault(text: &str, error: &serde_json::Error) -> String {
    let outside = outside_strings(text);
    let words = || outside.split(|letter: char| !letter.is_alphanumeric());
    let has_nan =
        words().any(|word| ["nan", "inf", "infinity"].contains(&word.to_lowercase().as_str()));
    let is_meant_as_json = text.starts_with(['{', '[']);
    let is_number = has_nan && words().filter(|word| !word.is_empty()).count() == 1;
    let has_python =
        outside.contains('\'') || words().any(|word| ["True", "False", "None"].contains(&word));
    match is_meant_as_json || is_number {
        _ if text.is_empty() => EMPTY.into(),
        _ if text.contains('\0') => WIDE.into(),
        _ if text.starts_with('\u{feff}') => MARK.into(),
        _ if is_repr(text) => REPR.into(),
        false => STANDARD_OUTPUT.into(),
        true if has_python => PYTHON.into(),
        true if has_nan => NOT_A_NUMBER.into(),
        true if error.is_eof() => ONE_LINE.into(),
        true if text.starts_with('{') => format!("it is not JSON: {error}"),
        true => STANDARD_OUTPUT.into(),
    }
}

/// Whether an answer is written as Python shows a text or bytes, such as `b'{"hello": 1}'`.
fn is_repr(text: &str) -> bool {
    let quoted = text.strip_prefix('b').unwrap_or(text);
    quoted.starts_with("'{") && quoted.ends_with("}'")
}

/// The part of a text, meant as JSON, that is outside of its strings.
fn outside_strings(text: &str) -> String {
    let (mut is_inside, mut is_escaped) = (false, false);
    let mut outside = String::new();
    for letter in text.chars() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_inside => is_escaped = true,
            '"' => is_inside = !is_inside,
            _ if !is_inside => outside.push(letter),
            _ => {}
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_that_is_no_object_has_its_own_next_step() {
        for (line, words) in [
            ("{\"weights\": [NaN, 1]}", NOT_A_NUMBER),
            (
                "{\"prediction\": -Infinity, \"updated\": true}",
                NOT_A_NUMBER,
            ),
            ("NaN", NOT_A_NUMBER),
            ("{'prediction': 1, 'updated': True}", PYTHON),
            ("{\"prediction\": 1, \"updated\": True}", PYTHON),
            ("{\"prediction\": None, \"updated\": true}", PYTHON),
            ("{", ONE_LINE),
            ("{\"weights\": [", ONE_LINE),
            ("", EMPTY),
            ("\r", EMPTY),
            ("[1, true]", OBJECT),
            ("0.5", OBJECT),
            ("score = nan", STANDARD_OUTPUT),
            ("[debug]", STANDARD_OUTPUT),
            ("hello", STANDARD_OUTPUT),
            ("\u{feff}{\"hello\": 1}", MARK),
            ("{\0\"\0h\0", WIDE),
            ("'{\"hello\": 1}'", REPR),
            ("b'{\"hello\": 1}'", REPR),
            ("\"{\\\"hello\\\": 1}\"", TWICE),
            ("'hello'", STANDARD_OUTPUT),
        ] {
            assert_eq!(advice(line.as_bytes()).as_deref(), Some(words), "{line}");
        }
        let syntax = advice(b"{prediction: 1}").unwrap();
        assert!(
            syntax.contains("it is not JSON: key must be a string"),
            "{syntax}"
        );
        let range = advice(b"{\"weights\": [1e999]}").unwrap();
        assert!(range.contains("number out of range"), "{range}");
    }

    #[test]
    fn what_a_string_says_is_no_fault() {
        let fault = advice(br#"{"a": "NaN \" isn't None", prediction: 1}"#).unwrap();
        assert!(fault.starts_with("it is not JSON"), "{fault}");
        assert_eq!(hint(b"{\"weights\": [1], \"name\": \"NaN\"}"), "");
    }

    #[test]
    fn place_of_a_byte_that_is_not_utf_8_is_named() {
        let hint = hint(b"{\"hello\": 1, \"name\": \"\xff\"}");
        assert_eq!(hint, " (it is not UTF-8: see byte 23 of the line)");
    }
}
