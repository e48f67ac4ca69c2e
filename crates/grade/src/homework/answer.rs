//! Takes exact numbers, samples and vectors out of an answer, with words for a student about what is wrong in it.

use perceptron::generate::{LabelledPoint, Points};
use perceptron::sample::{Features, Integers, Label, Rational, Sample};
use serde_json::{Map, Value};

/// Largest number of digits of a number in an answer.
pub(super) const MOST_DIGITS: usize = 60;
/// Largest number of examples, points, vectors or multipliers in an answer.
pub(super) const MOST_ROWS: usize = 1000;

/// The answer of a student to one exercise.
#[derive(Debug, Clone, Copy)]
pub(super) struct AnswerValue<'a>(&'a Value);

/// Conditions that an exercise puts on a sample.
#[derive(Debug, Clone, Copy)]
pub(super) struct SampleForm {
    /// Number of features.
    pub(super) dimension: usize,
    /// Largest number of examples.
    pub(super) examples: usize,
    /// Largest absolute value of a feature if features are integers; `None` if they may be fractions.
    pub(super) largest: Option<u64>,
}

/// A sample that a student handed in.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct HandedInSample {
    pub(super) rows: Vec<Vec<Rational>>,
    pub(super) labels: Vec<i64>,
}

impl<'a> AnswerValue<'a> {
    pub(super) fn new(value: &'a Value) -> Self {
        Self(value)
    }

    fn part(&self, key: &str) -> Result<&'a Value, String> {
        let none = Map::new();
        let map = self.0.as_object().unwrap_or(&none);
        let has: Vec<&str> = map.keys().map(String::as_str).take(8).collect();
        self.0.get(key).ok_or_else(|| match has.as_slice() {
            [] => format!("the answer has no `{key}`"),
            has => format!(
                "the answer has no `{key}`; it has {}",
                shortened(&has.join(", "))
            ),
        })
    }

    /// The list under a key, of at most [`MOST_ROWS`] items.
    pub(super) fn list(&self, key: &str) -> Result<&'a [Value], String> {
        list(self.part(key)?, key)
    }

    /// The word under a key.
    pub(super) fn word(&self, key: &str) -> Result<&'a str, String> {
        let word = self.part(key)?.as_str().map(str::trim);
        word.ok_or_else(|| format!("`{key}` is no text in quotes"))
    }

    /// The numbers under a key.
    pub(super) fn numbers(&self, key: &str) -> Result<Vec<Rational>, String> {
        numbers(self.part(key)?, key)
    }

    /// The vectors under a key, each with as many numbers.
    pub(super) fn vectors(&self, key: &str, length: usize) -> Result<Vec<Vec<Rational>>, String> {
        let rows = self.list(key)?.iter().enumerate();
        let vector = |(place, row): (usize, &Value)| {
            let name = format!("vector {} of `{key}`", place + 1);
            sized(numbers(row, &name)?, length, &name)
        };
        rows.map(vector).collect()
    }

    /// The sample under `examples`.
    pub(super) fn sample(&self, form: SampleForm) -> Result<HandedInSample, String> {
        let examples = self.list("examples")?;
        if examples.is_empty() || examples.len() > form.examples {
            let (given, most) = (examples.len(), form.examples);
            return Err(format!(
                "the sample has {given} examples; allowed are 1 to {most}"
            ));
        }
        let read = examples.iter().enumerate();
        let read = read.map(|(place, row)| form.example(row, &format!("example {}", place + 1)));
        let read: Result<Vec<_>, String> = read.collect();
        let (rows, labels) = read?.into_iter().unzip();
        Ok(HandedInSample { rows, labels })
    }
}

impl SampleForm {
    /// An example, written as the list of its features and its label, or as a table with `x` and `y`.
    fn example(&self, row: &Value, name: &str) -> Result<(Vec<Rational>, i64), String> {
        let (mut x, label) = match row {
            Value::Object(_) => {
                let parts = AnswerValue::new(row);
                let label = number(parts.part("y")?).map_err(|words| format!("{name}: {words}"))?;
                (parts.numbers("x")?, Some(label))
            }
            _ => (numbers(row, name)?, None),
        };
        let Some(label) = label.or_else(|| x.pop()) else {
            return Err(format!("{name} is empty"));
        };
        let label = match label {
            one if one == Rational::one() => 1,
            minus if minus == Rational::new(-1, 1) => -1,
            other => return Err(format!("{name} has the label {other}; it must be 1 or -1")),
        };
        if x.len() != self.dimension {
            let (given, expected) = (x.len(), self.dimension);
            let expected = format!("{expected} features and a label");
            return Err(format!(
                "{name} has {given} features; expected are {expected}"
            ));
        }
        x.iter().try_for_each(|value| self.feature(value, name))?;
        Ok((x, label))
    }

    fn feature(&self, value: &Rational, name: &str) -> Result<(), String> {
        let Some(largest) = self.largest else {
            return Ok(());
        };
        let most = Rational::from(largest);
        let is_whole = Rational::from_big(value.floor(), 1.into()) == *value;
        match is_whole && *value <= most && -value <= most {
            true => Ok(()),
            false => Err(format!(
                "{name} has {value}; features are integers from -{largest} to {largest}"
            )),
        }
    }

    /// The form in a sentence of a task.
    pub(super) fn words(&self) -> String {
        let Self {
            dimension,
            examples,
            largest,
        } = self;
        let numbers = match largest {
            Some(largest) => format!("Features are integers from −{largest} to {largest}."),
            None => "Features are exact: integers, fractions or decimals.".to_owned(),
        };
        let plural = if *dimension == 1 { "" } else { "s" };
        format!("At most {examples} examples, with {dimension} feature{plural} each. {numbers}")
    }
}

impl HandedInSample {
    /// The sample as the generator of a spec, with a planted separator if one is given.
    pub(super) fn points(&self, separator: Option<&[i64]>) -> Points {
        let examples = self.rows.iter().zip(&self.labels);
        let example = |(x, y): (&Vec<Rational>, &i64)| LabelledPoint {
            x: x.clone(),
            y: *y,
        };
        let whole = |u: &[i64]| u.iter().copied().map(Rational::from).collect();
        Points {
            examples: examples.map(example).collect(),
            separator: separator.map(whole),
            floats: false,
        }
    }

    /// The sample in integers over one denominator.
    pub(super) fn sample(&self) -> Result<Sample, String> {
        let dimension = self.rows.first().map_or(0, Vec::len);
        let store = Integers::from_rationals(dimension, &self.rows.concat());
        let store = store.map_err(
            |_| "over a common denominator a feature has more than 18 digits; use shorter numbers",
        )?;
        let labels = self.labels.iter().map(|label| Label::of_sign(*label > 0));
        Ok(Sample {
            features: Features::Integers(store),
            labels: labels.collect(),
            planted: None,
        })
    }
}

fn list<'a>(value: &'a Value, name: &str) -> Result<&'a [Value], String> {
    let items = value
        .as_array()
        .ok_or_else(|| format!("{name} is no list"))?;
    match items.len() <= MOST_ROWS {
        true => Ok(items),
        false => {
            let length = items.len();
            Err(format!(
                "{name} has {length} items; allowed are at most {MOST_ROWS}"
            ))
        }
    }
}

fn numbers(value: &Value, name: &str) -> Result<Vec<Rational>, String> {
    let items = list(value, name)?.iter().map(number);
    let read: Result<Vec<Rational>, String> = items.collect();
    read.map_err(|words| format!("{name}: {words}"))
}

fn sized(numbers: Vec<Rational>, length: usize, name: &str) -> Result<Vec<Rational>, String> {
    match numbers.len() == length {
        true => Ok(numbers),
        false => Err(format!(
            "{name} has {} numbers; expected are {length}",
            numbers.len()
        )),
    }
}

/// An exact number: an integer, a fraction or a decimal in quotes, or a decimal without quotes that is short enough to be what was typed.
pub(super) fn number(value: &Value) -> Result<Rational, String> {
    let read = match value {
        Value::Number(number) => match number.as_i64() {
            Some(integer) => Some(Rational::from(integer)),
            None => number
                .as_f64()
                .filter(|float| is_short(*float))
                .and_then(Rational::from_decimal),
        },
        Value::String(text) if is_plain(text) => text.parse().ok(),
        _ => None,
    };
    read.ok_or_else(|| {
        let text = shortened(&value.to_string());
        format!("{text} is no exact number; write an integer, or in quotes \"p/q\" or a decimal, of at most {MOST_DIGITS} digits")
    })
}

/// Whether a float has so few digits that its shortest decimal is what was typed.
fn is_short(value: f64) -> bool {
    const DIGITS: usize = 15;
    let digits = |text: String| text.chars().filter(char::is_ascii_digit).count();
    value.is_finite() && value.abs() < 1e15 && digits(format!("{value}")) <= DIGITS
}

/// Whether a text can be an integer, a fraction or a decimal: an exponent could stand for a number of any size.
fn is_plain(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_allowed = |byte: u8| byte.is_ascii_digit() || b"+-./ ".contains(&byte);
    (1..=MOST_DIGITS).contains(&digits)
        && text.len() <= MOST_DIGITS + 8
        && text.bytes().all(is_allowed)
}

/// The beginning of a text of any length, for a message.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
