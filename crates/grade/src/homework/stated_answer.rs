//! Reads the solutions and the wrong answers that a sheet states: lists of examples, or generators of the program.

use super::answer::MOST_ROWS;
use super::keys::Keys;
use super::sample_setting::{DrawnSetting, filled, json_of};
use claims::problem::Problem;
use claims::trial::Design;
use perceptron::generate::{ExampleSource, Generator};
use perceptron::sample::Sample;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A solution of a sheet, and wrong samples. The copy for students has neither.
#[derive(Debug, Clone, Default)]
pub(super) struct StatedAnswers {
    solution: Option<toml::Value>,
    wrong: Vec<toml::Value>,
}

impl StatedAnswers {
    /// The keys `solution` and `wrong` of a table.
    pub(super) fn read(keys: &mut Keys) -> Result<Self, Problem> {
        let expected = "a list of examples [x1, …, xn, y], or a table { GENERATOR = { … } }";
        let solution = keys.optional("solution", expected)?;
        let wrong: Option<Vec<toml::Value>> = keys.optional("wrong", "a list of such samples")?;
        let wrong = wrong.unwrap_or_default();
        match wrong.is_empty() && solution.is_some() {
            false => Ok(Self { solution, wrong }),
            true => {
                let problem = keys.problem("there is a `solution`, and `wrong` has no sample");
                let problem = problem.note("expected", expected);
                Err(problem.help("give a sample that is no solution, so that the check can fail"))
            }
        }
    }

    /// The solution of a student.
    ///
    /// # Errors
    /// In words, why it is no sample.
    pub(super) fn solution(&self, setting: &DrawnSetting) -> Result<Option<Value>, String> {
        let solution = self.solution.as_ref();
        solution.map(|stated| sample(stated, setting)).transpose()
    }

    /// Wrong samples: those that the sheet states, one with too many examples, and one with an invalid label.
    ///
    /// # Errors
    /// In words, why a stated one is no sample.
    pub(super) fn wrong(&self, setting: &DrawnSetting) -> Result<Vec<Value>, String> {
        let stated = self.wrong.iter().map(|wrong| sample(wrong, setting));
        let stated: Result<Vec<Value>, String> = stated.collect();
        let row = vec![1; setting.form.dimension + 1];
        let label = vec![0; setting.form.dimension + 1];
        let many = json!({ "examples": vec![row; setting.form.examples + 1] });
        Ok([stated?, vec![many, json!({ "examples": [label] })]].concat())
    }
}

/// A sample of a sheet as an answer.
fn sample(value: &toml::Value, setting: &DrawnSetting) -> Result<Value, String> {
    let value = filled(value, &setting.numbers)?;
    let rows = match value {
        toml::Value::Array(rows) => {
            let rows: Result<Vec<Value>, String> = rows.into_iter().map(json_of).collect();
            rows?
        }
        generator => generated(generator)?,
    };
    let rows = rows
        .into_iter()
        .map(|row| widened(row, setting.form.dimension));
    Ok(json!({ "examples": rows.collect::<Vec<_>>() }))
}

/// A row [x1, …, xn, y] with zeros for further features, or a table { x, y } with the number under `fill`.
fn widened(row: Value, dimension: usize) -> Value {
    match row {
        Value::Array(mut numbers) => {
            let label = numbers.pop();
            numbers.resize(dimension.max(numbers.len()), json!(0));
            numbers.extend(label);
            Value::Array(numbers)
        }
        Value::Object(mut example) => {
            let fill = example.remove("fill").unwrap_or(json!(0));
            if let Some(Value::Array(numbers)) = example.get_mut("x") {
                numbers.resize(dimension.max(numbers.len()), fill);
            }
            Value::Object(example)
        }
        other => other,
    }
}

/// The rows of the one sample of a generator.
fn generated(value: toml::Value) -> Result<Vec<Value>, String> {
    let generator: Generator = value.try_into().map_err(|error| error.to_string())?;
    generator.validate().map_err(|invalid| invalid.problem)?;
    let is_small = generator.data_file().is_none() && generator.examples() <= MOST_ROWS;
    let source = generator.source();
    let is_drawn = matches!(&source, ExampleSource::Sampler(_)) && source.has_one_sample();
    if !is_small || !is_drawn || !generator.is_exact() {
        return Err("the generator of a solution must have one exact sample".into());
    }
    let design = Design::alone(generator, Vec::new(), BTreeSet::new());
    let made = design.repeat(0, None, false);
    rows(&made.map_err(|error| error.to_string())?.sample)
}

fn rows(sample: &Sample) -> Result<Vec<Value>, String> {
    let labels = sample.labels.iter().enumerate();
    let row = |(example, label): (usize, &perceptron::sample::Label)| {
        let x = sample
            .features
            .exact_row(example)
            .ok_or("a feature is no fraction")?;
        let numbers = x.into_iter().chain([label.sign().into()]);
        Ok(json!(numbers.collect::<Vec<_>>()))
    };
    labels.map(row).collect()
}
