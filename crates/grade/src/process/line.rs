//! Writes the lines that are sent to a learner, and parses its answers.

use perceptron::learn::external::{ExternalExample, Response, WireNumber};
use serde::Deserialize;
use serde_json::{Number, Value};
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

    /// Appends a reset: the learner must forget everything and expect examples with this number of features.
    pub(super) fn reset(&mut self, features: usize) {
        self.push(format_args!("{{\"reset\":{{\"features\":{features}}}}}"));
    }

    /// Appends a line that shows the learner a labelled example.
    pub(super) fn example(&mut self, shown: &ExternalExample) {
        self.push(format_args!(
            "{{\"x\":{},\"y\":{}}}",
            JsonFeatures(shown.x),
            shown.y.sign()
        ));
    }

    /// Appends a line that asks the learner for its weights.
    pub(super) fn weights(&mut self) {
        self.push(format_args!("{{\"weights\":true}}"));
    }
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
    weights: Vec<Number>,
}

/// Describes a learner's wrong answer: what was asked, what was expected, and what was answered.
pub(super) fn wrong(ask: &str, expected: &str, found: &[u8]) -> String {
    let text = String::from_utf8_lossy(found);
    let text = text.trim_end();
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    let asked: String = ask.chars().take(SHOWN).collect();
    let hint = match serde_json::from_slice::<Value>(found) {
        Ok(_) => "",
        Err(_) => " (its standard output is for answers only; print other text on standard error)",
    };
    format!("asked {asked}, it answered `{shown}` where {expected} was expected{hint}")
}

/// Checks that a learner's answer to the greeting names this version of the protocol.
pub(super) fn greeted(line: &[u8]) -> Result<(), String> {
    let expected = format!("{{\"hello\": {PROTOCOL}}}");
    let asked = format!("{{\"hello\":{PROTOCOL}}}");
    match serde_json::from_slice::<Greeting>(line) {
        Ok(Greeting { hello: PROTOCOL }) => Ok(()),
        _ => Err(wrong(&asked, &expected, line)),
    }
}

/// Checks that a learner's line acknowledges a reset: any JSON object that does not answer another request.
pub(super) fn began(ask: &str, line: &[u8]) -> Result<(), String> {
    let object = serde_json::from_slice::<Value>(line).ok();
    let object = object.as_ref().and_then(Value::as_object);
    let fine = object.is_some_and(|object| {
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
    match serde_json::from_slice::<AnswerLine>(line) {
        Ok(answer) if is_sign(answer.prediction) => Ok(Response {
            prediction: answer.prediction as i8,
            updated: answer.updated,
            weights: Vec::new(),
        }),
        _ => Err(wrong(ask, expected, line)),
    }
}

/// Parses a learner's answer to a request for its weights: one number for every feature.
pub(super) fn weighed(ask: &str, features: usize, line: &[u8]) -> Result<Vec<WireNumber>, String> {
    let told = serde_json::from_slice::<WeightsLine>(line).ok();
    let figures = told.and_then(|told| told.weights.iter().map(figure).collect::<Option<Vec<_>>>());
    match figures {
        Some(figures) if figures.len() == features => Ok(figures),
        _ => {
            let plural = if features == 1 { "number" } else { "numbers" };
            let expected = format!("{{\"weights\": […]}} with {features} finite {plural}");
            Err(wrong(ask, &expected, line))
        }
    }
}

fn figure(number: &Number) -> Option<WireNumber> {
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
        let told = weighed("", 3, b"{\"weights\": [9007199254740993, -0.5, 1e3]}").unwrap();
        assert_eq!(told[0].to_integer(), Some(9_007_199_254_740_993));
        assert_eq!(
            (told[1], told[2]),
            (WireNumber::Float(-0.5), WireNumber::Integer(1000))
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
            let words = weighed("{\"weights\":true}", 2, wrong.as_bytes()).unwrap_err();
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
