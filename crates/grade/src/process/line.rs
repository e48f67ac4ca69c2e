//! Writes the lines that are sent to a learner, and parses its answers.

use super::fault_kind::ANSWERED;
use super::hint::hint;
use perceptron::learn::external::{ExternalExample, Response, WireNumber};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fmt::Write;

/// Version of the protocol between this program and external learners, docs/learner-protocol.schema.json.
pub const PROTOCOL: u64 = 1;

/// Largest number of characters of a learner's wrong answer that are shown to the user.
const SHOWN: usize = 160;

/// The lines of JSON that are sent to a learner in one exchange; the learner answers each with one line.
#[derive(Default)]
pub(super) struct ExchangeLines {
    text: String,
    count: usize,
}

impl ExchangeLines {
    /// All lines as bytes to write to the learner.
    pub(super) fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// Number of lines to send, which is the number of answers to expect.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The line to send with this index.
    pub(super) fn line(&self, index: usize) -> &str {
        self.text.lines().nth(index).unwrap_or_default()
    }

    fn push(&mut self, line: std::fmt::Arguments) {
        // Writing to a string cannot fail.
        let _written = self.text.write_fmt(line);
        self.text.push('\n');
        self.count += 1;
    }

    /// Appends the greeting, which asks whether the learner speaks this version of the protocol.
    pub(super) fn hello(&mut self) {
        self.push(format_args!("{{\"hello\":{PROTOCOL}}}"));
    }

    /// Appends the lines that show the learner examples and ask for its weights after each, with a reset before them if a number of features is given.
    /// Returns the number of lines before the first example.
    pub(super) fn sample(&mut self, begin: Option<usize>, examples: &[ExternalExample]) -> usize {
        if let Some(features) = begin {
            self.reset(features);
            self.weights();
        }
        let first = self.count;
        for shown in examples {
            self.example(shown);
            self.weights();
        }
        first
    }

    /// Appends a reset: the learner must forget everything and expect examples with this number of features.
    fn reset(&mut self, features: usize) {
        self.push(format_args!("{{\"reset\":{{\"features\":{features}}}}}"));
    }

    /// Appends a line that shows the learner a labelled example.
    fn example(&mut self, shown: &ExternalExample) {
        self.push(format_args!(
            "{{\"x\":{},\"y\":{}}}",
            JsonFeatures(shown.x),
            shown.y.sign()
        ));
    }

    /// Appends a line that asks the learner for its weights.
    fn weights(&mut self) {
        self.push(format_args!("{{\"weights\":true}}"));
    }
}

/// The lines that a new learner is asked when it is shown samples, each given by its number of features and its examples.
pub fn asked_lines(samples: &[(usize, Vec<ExternalExample>)]) -> Vec<String> {
    let mut asks = ExchangeLines::default();
    asks.hello();
    for (features, examples) in samples {
        asks.sample(Some(*features), examples);
    }
    asks.text.lines().map(str::to_owned).collect()
}

/// The features of an example, displayed as a JSON array.
struct JsonFeatures<'a>(&'a [WireNumber]);

impl std::fmt::Display for JsonFeatures<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut separator = '[';
        for figure in self.0 {
            out.write_char(separator)?;
            match figure {
                WireNumber::Integer(value) => write!(out, "{value}")?,
                // With a point, so that a reader with two kinds of numbers takes it for a double.
                WireNumber::Float(value) => write!(out, "{value:?}")?,
            }
            separator = ',';
        }
        out.write_str(if self.0.is_empty() { "[]" } else { "]" })
    }
}

#[derive(Deserialize)]
struct Greeting {
    hello: u64,
}

#[derive(Deserialize)]
struct AnswerLine {
    prediction: f64,
    updated: bool,
}

#[derive(Deserialize)]
struct WeightsLine {
    weights: Value,
}

/// Parses a learner's line, which must be one JSON object in UTF-8. Without the brace, an array would be read as an object without keys.
fn object<T: DeserializeOwned>(line: &[u8]) -> Option<T> {
    let text = std::str::from_utf8(line).ok()?;
    let is_object = text.trim_start().starts_with('{');
    is_object.then(|| serde_json::from_str(text).ok())?
}

/// The beginning of a text, with a mark if something is left out.
pub(super) fn beginning(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// Describes a learner's wrong answer: what was asked, what was expected, and what was answered.
pub(super) fn wrong(ask: &str, expected: &str, found: &[u8]) -> String {
    let text = String::from_utf8_lossy(found);
    let (asked, shown) = (beginning(ask), beginning(text.trim_end()));
    let hint = hint(found);
    format!("asked {asked}, {ANSWERED}{shown}` where {expected} was expected{hint}")
}

/// Checks that a learner's answer to the greeting names this version of the protocol.
pub(super) fn greeted(line: &[u8]) -> Result<(), String> {
    let expected = format!("{{\"hello\": {PROTOCOL}}}");
    let asked = format!("{{\"hello\":{PROTOCOL}}}");
    match object(line) {
        Some(Greeting { hello: PROTOCOL }) => Ok(()),
        _ => Err(wrong(&asked, &expected, line)),
    }
}

/// Checks that a learner's line acknowledges a reset: any JSON object that does not answer another request.
pub(super) fn began(ask: &str, line: &[u8]) -> Result<(), String> {
    let fine = object::<Map<String, Value>>(line).is_some_and(|object| {
        !["prediction", "updated", "weights"]
            .iter()
            .any(|key| object.contains_key(*key))
    });
    if fine {
        Ok(())
    } else {
        Err(wrong(ask, "{\"reset\": true}", line))
    }
}

/// Parses a learner's answer to an example: its prediction, and whether it reports an update.
pub(super) fn answered(ask: &str, line: &[u8]) -> Result<Response, String> {
    let expected = "{\"prediction\": 1, \"updated\": true}, the prediction 1, -1 or 0,";
    let is_sign = |prediction: f64| [-1.0, 0.0, 1.0].contains(&prediction);
    match object::<AnswerLine>(line) {
        Some(answer) if is_sign(answer.prediction) => Ok(Response {
            prediction: answer.prediction as i8,
            updated: answer.updated,
            weights: Vec::new(),
        }),
        _ => Err(wrong(ask, expected, line)),
    }
}

/// Parses a learner's answer to a request for its weights: one number for every feature, or null for none, if it may have none.
pub(super) fn weighed(
    ask: &str,
    (features, may_lack): (usize, bool),
    line: &[u8],
) -> Result<Vec<WireNumber>, String> {
    let told = object::<WeightsLine>(line).map(|told| told.weights);
    let figures = match &told {
        Some(Value::Null) if may_lack => return Ok(Vec::new()),
        Some(Value::Array(numbers)) => numbers.iter().map(figure).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    let count = match figures {
        Some(figures) if figures.len() == features => return Ok(figures),
        Some(figures) => format!(" (these are {})", figures.len()),
        None => String::new(),
    };
    let plural = if features == 1 { "number" } else { "numbers" };
    let expected = format!("{{\"weights\": […]}} with {features} finite {plural}");
    Err(wrong(ask, &expected, line) + &count)
}

fn figure(value: &Value) -> Option<WireNumber> {
    let number = value.as_number()?;
    let integer = number.as_i64().map(WireNumber::Integer);
    let float = || {
        number
            .as_f64()
            .filter(|value| value.is_finite())
            .map(WireNumber::Float)
    };
    integer.or_else(float)
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::sample::Label;

    #[test]
    fn json_encoding_preserves_integers_and_floats() {
        let x = [
            WireNumber::Integer(-3),
            WireNumber::Float(0.1),
            WireNumber::Float(2.0),
            WireNumber::Float(1e300),
        ];
        let mut asks = ExchangeLines::default();
        asks.example(&ExternalExample {
            x: &x,
            y: Label::Negative,
        });
        let value: Value = serde_json::from_str(asks.line(0)).unwrap();
        assert_eq!(value["y"], -1);
        assert_eq!(value["x"][0].as_i64(), Some(-3));
        assert_eq!(value["x"][1].as_f64(), Some(0.1));
        assert!(value["x"][2].is_f64() && value["x"][2] == 2.0);
        assert_eq!(value["x"][3].as_f64(), Some(1e300));
        let told = weighed(
            "",
            (3, false),
            b"{\"weights\": [9007199254740993, -0.5, 1e3]}",
        )
        .unwrap();
        assert_eq!(told[0].to_integer(), Some(9_007_199_254_740_993));
        let null = b"{\"weights\": null}";
        assert_eq!(weighed("", (3, true), null), Ok(Vec::new()));
        assert!(weighed("", (3, false), null).is_err() && weighed("", (3, true), b"{}").is_err());
        assert_eq!(
            (told[1], told[2]),
            (WireNumber::Float(-0.5), WireNumber::Integer(1000))
        );
    }

    #[test]
    fn answers_that_are_no_objects_in_utf_8_are_refused_and_shown() {
        let refused = |line: &[u8], shown: &str, refusal: Result<(), String>| {
            let words = refusal.unwrap_err();
            assert!(words.contains(shown), "{line:?}: {words}");
        };
        for line in ["[1]", "[[1]]", "[1, true]", "[-1,true]", "1", "null"] {
            let (bytes, shown) = (line.as_bytes(), format!("`{line}`"));
            refused(bytes, &shown, greeted(bytes));
            refused(bytes, &shown, began("", bytes));
            refused(bytes, &shown, answered("", bytes).map(|_| ()));
            refused(bytes, &shown, weighed("", (1, false), bytes).map(|_| ()));
        }
        let named = |keys: &str| [b"{", keys.as_bytes(), b", \"name\": \"\xff\"}"].concat();
        let line = named("\"hello\": 1");
        refused(&line, "not UTF-8", greeted(&line));
        refused(&line, "not UTF-8", began("", &line));
        let line = named("\"prediction\": 1, \"updated\": true");
        refused(&line, "not UTF-8", answered("", &line).map(|_| ()));
        let line = named("\"weights\": [1]");
        refused(
            &line,
            "not UTF-8",
            weighed("", (1, false), &line).map(|_| ()),
        );
        assert!(
            answered(
                "",
                "\t {\"prediction\": 1, \"updated\": true, \"name\": \"ä\"}".as_bytes()
            )
            .is_ok()
        );
    }

    #[test]
    fn long_questions_and_answers_are_cut_with_a_mark_and_counted() {
        let (ask, zeros) = ("a".repeat(400), vec!["0"; 399].join(","));
        let line = format!("{{\"weights\": [{zeros}]}}");
        let words = weighed(&ask, (400, false), line.as_bytes()).unwrap_err();
        assert!(words.starts_with(&format!("asked {}…, it answered", "a".repeat(SHOWN))));
        assert!(
            words.contains("…` where") && words.ends_with("(these are 399)"),
            "{words}"
        );
    }

    #[test]
    fn malformed_answer_is_refused_with_its_question_and_expected_shape() {
        for wrong in [
            "{\"weights\": [1]}",
            "{\"weights\": [1, NaN]}",
            "{\"weights\": [1, 2, 3]}",
            "[1, 2]",
            "{\"weights\": [1, 1e999]}",
        ] {
            let words = weighed("{\"weights\":true}", (2, false), wrong.as_bytes()).unwrap_err();
            assert!(
                words.contains("with 2 finite numbers") && words.contains(wrong),
                "{words}"
            );
        }
        for wrong in [
            "{}",
            "{\"prediction\": 2, \"updated\": true}",
            "{\"prediction\": 1}",
            "{\"prediction\": 1, \"updated\": 1}",
            "hi",
        ] {
            let words = answered("{\"x\":[1],\"y\":1}", wrong.as_bytes()).unwrap_err();
            assert!(words.contains("asked {\"x\":[1],\"y\":1}"), "{words}");
        }
        assert!(
            answered("", b"debug")
                .unwrap_err()
                .contains("standard error")
        );
        assert_eq!(
            answered("", b"{\"prediction\": -1.0, \"updated\": false}\r")
                .unwrap()
                .prediction,
            -1
        );
        assert!(
            greeted(b"{\"hello\": 2}").is_err()
                && greeted(b"{\"hello\": 1, \"name\": \"p\"}").is_ok()
        );
        assert!(began("", b"{\"prediction\": 1, \"updated\": true}").is_err());
        assert!(began("", b"{\"reset\": true}").is_ok());
    }
}
