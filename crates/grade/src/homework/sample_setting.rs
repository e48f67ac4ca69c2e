//! Holds what exercises have in common that ask for a sample: its size, the learner, and further numbers that are drawn.

use super::answer::SampleForm;
use super::keys::Keys;
use super::range::Range;
use super::run::MOST_UPDATES;
use claims::problem::Problem;
use perceptron::learn::{Order, Stop, Variant};
use perceptron::seed::Stream;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The keys of an exercise about samples and the run of one learner.
#[derive(Debug, Clone)]
pub(super) struct SampleSetting {
    dimension: Range,
    examples: Range,
    largest: Option<Range>,
    learner: toml::Value,
    separator: Option<Vec<i64>>,
    draw: BTreeMap<String, Range>,
}

/// The setting of one student.
#[derive(Debug, Clone)]
pub(super) struct DrawnSetting {
    pub(super) form: SampleForm,
    pub(super) learner: Variant,
    /// The learner as a spec writes it.
    learner_text: String,
    /// The planted separator.
    pub(super) separator: Option<Vec<i64>>,
    /// The numbers for placeholders such as {{ dimension }}.
    pub(super) numbers: BTreeMap<String, u64>,
}

/// Largest number of passes after which a learner may stop.
const MOST_PASSES: u64 = 1000;
/// The learner of an exercise without the key.
const PERCEPTRON: &str = "learner = { rule = { perceptron = {} }, order = \"cyclic\" }";

impl SampleSetting {
    pub(super) fn read(keys: &mut Keys) -> Result<Self, Problem> {
        let learner = keys.optional("learner", "a table with the keys of a variant")?;
        let default: toml::Table = PERCEPTRON.parse().unwrap_or_default();
        let learner = learner.or(default.get("learner").cloned());
        let learner = learner.unwrap_or_else(|| toml::Value::Table(toml::Table::new()));
        let largest: Option<Range> = match keys.optional("fractions", "true or false")? {
            Some(true) => None,
            _ => Some(keys.range("largest", 1..=1_000_000, Some(10))?),
        };
        Ok(Self {
            dimension: keys.range("dimension", 1..=20, Some(2))?,
            examples: keys.range("examples", 1..=200, Some(10))?,
            largest,
            learner,
            separator: keys.optional("separator", "a list of integers")?,
            draw: keys
                .optional("draw", "a table of whole numbers and ranges")?
                .unwrap_or_default(),
        })
    }

    /// Draws the setting of a student.
    ///
    /// # Errors
    /// In words, why the learner or the separator is refused.
    pub(super) fn draw(&self, stream: &mut Stream) -> Result<DrawnSetting, String> {
        let form = SampleForm {
            dimension: self.dimension.draw(stream) as usize,
            examples: self.examples.draw(stream) as usize,
            largest: self.largest.map(|largest| largest.draw(stream)),
        };
        let own = self
            .draw
            .iter()
            .map(|(name, range)| (name.clone(), range.draw(stream)));
        let own: BTreeMap<String, u64> = own.collect();
        let sizes = [
            ("dimension", form.dimension as u64),
            ("examples", form.examples as u64),
        ];
        let sizes = sizes
            .into_iter()
            .chain(form.largest.map(|largest| ("largest", largest)));
        let sizes = sizes.map(|(name, number)| (name.to_owned(), number));
        let numbers: BTreeMap<String, u64> = own.into_iter().chain(sizes).collect();
        let learner = filled(&self.learner, &numbers)?;
        Ok(DrawnSetting {
            learner: read_learner(learner.clone())?,
            learner_text: learner.to_string(),
            separator: self.separator(form.dimension)?,
            form,
            numbers,
        })
    }

    /// The planted separator with zeros for the features that it leaves out.
    fn separator(&self, dimension: usize) -> Result<Option<Vec<i64>>, String> {
        let Some(mut separator) = self.separator.clone() else {
            return Ok(None);
        };
        if separator.len() > dimension || separator.iter().all(|u| *u == 0) {
            return Err(format!(
                "`separator` is 0, or has more than {dimension} numbers"
            ));
        }
        separator.resize(dimension, 0);
        Ok(Some(separator))
    }
}

/// A learner whose run on a given sample takes little time and draws nothing at random.
fn read_learner(value: toml::Value) -> Result<Variant, String> {
    let learner: Variant = value
        .try_into()
        .map_err(|error| format!("`learner`: {error}"))?;
    let is_loop = learner.learner.is_none() && learner.select.is_none();
    let has_order = !matches!(learner.order, Order::AllOrders(_)) && !learner.draws_at_random();
    let is_short = match learner.stop() {
        Stop::Updates(most) => most <= MOST_UPDATES,
        Stop::Passes(most) => most <= MOST_PASSES,
        Stop::CleanPass | Stop::EndOfStream => true,
        Stop::QuietPeriod => false,
    };
    match is_loop && has_order && is_short {
        true => Ok(learner),
        false => Err(format!(
            "`learner` must be the learning loop, with an order that draws nothing at random and is not all-orders, and stop after at most \
             {MOST_UPDATES} updates, {MOST_PASSES} passes or a clean pass"
        )),
    }
}

impl DrawnSetting {
    /// The learner and the form of samples, in Markdown.
    pub(super) fn text(&self) -> String {
        let (learner, form) = (&self.learner_text, self.form.words());
        let separator = self.separator.as_deref().map(super::text::vector);
        let separator = separator.map(|u| format!("\n\nThe separator u is {u}."));
        format!(
            "Learner: `{learner}`.{}\n\n{form}",
            separator.unwrap_or_default()
        )
    }

    /// The numbers that were drawn.
    pub(super) fn data(&self) -> Value {
        json!({ "numbers": self.numbers, "learner": self.learner_text, "separator": self.separator })
    }

    /// An answer of the right form that is no solution: two examples of opposite directions.
    pub(super) fn example(&self) -> Value {
        let row = |sign: i64| {
            let mut row = vec![0; self.form.dimension + 1];
            (row[0], row[self.form.dimension]) = (sign, sign);
            row
        };
        let rows: Vec<Vec<i64>> = [1, -1]
            .into_iter()
            .map(row)
            .take(self.form.examples)
            .collect();
        json!({ "examples": rows })
    }
}

/// A value of a sheet with the drawn numbers in place of {{ NAME }}. A text that is one placeholder becomes a number.
///
/// # Errors
/// In words, that no number has a name.
pub(super) fn filled(
    value: &toml::Value,
    numbers: &BTreeMap<String, u64>,
) -> Result<toml::Value, String> {
    Ok(match value {
        toml::Value::String(text) => {
            let filled = filled_text(text, numbers)?;
            let is_placeholder = text.trim().starts_with("{{") && text.trim().ends_with("}}");
            let number = filled.parse::<i64>().ok().filter(|_| is_placeholder);
            number.map_or(toml::Value::String(filled), toml::Value::Integer)
        }
        toml::Value::Array(items) => {
            let items = items.iter().map(|item| filled(item, numbers));
            toml::Value::Array(items.collect::<Result<_, _>>()?)
        }
        toml::Value::Table(table) => {
            let entries = table.iter();
            let entries = entries.map(|(key, value)| Ok((key.clone(), filled(value, numbers)?)));
            toml::Value::Table(entries.collect::<Result<_, String>>()?)
        }
        other => other.clone(),
    })
}

/// A text with the drawn numbers in place of {{ NAME }}.
///
/// # Errors
/// In words, that no number has a name.
pub(super) fn filled_text(text: &str, numbers: &BTreeMap<String, u64>) -> Result<String, String> {
    let mut parts = text.split("{{");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part
            .split_once("}}")
            .ok_or("a placeholder {{ is not closed")?;
        let names = || numbers.keys().cloned().collect::<Vec<_>>().join(", ");
        let number = numbers.get(name.trim());
        let number = number.ok_or_else(|| {
            format!(
                "no number is named `{}`; there are {}",
                name.trim(),
                names()
            )
        })?;
        filled += &format!("{number}{rest}");
    }
    Ok(filled)
}

/// A value of TOML as JSON.
pub(super) fn json_of(value: toml::Value) -> Result<Value, String> {
    Value::deserialize(value).map_err(|error| error.to_string())
}
