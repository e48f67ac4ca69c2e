//! Writes sheets, forms of answers and marks for people.

use crate::points::ItemScore;
use perceptron::sample::Rational;
use serde_json::{Map, Value};
use std::fmt::Write;

/// A vector in parentheses.
pub(super) fn vector(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    format!("({})", numbers.join(", "))
}

/// Points with their noun.
pub(super) fn points(points: &Rational) -> String {
    match *points == Rational::one() {
        true => "1 point".to_owned(),
        false => format!("{points} points"),
    }
}

/// A name in a line of text: without signs that mean something in Markdown.
pub(super) fn plain(name: &str) -> String {
    let kept = name
        .chars()
        .map(|c| if "\\`*_[]<>#|".contains(c) { ' ' } else { c });
    kept.collect()
}

/// A table of examples in Markdown.
pub(super) fn table(rows: &[Vec<i64>], labels: &[i64]) -> String {
    let dimension = rows.first().map_or(0, Vec::len);
    let names = (1..=dimension).map(|place| format!(" x{place} |"));
    let mut text = format!(
        "| example |{} label |\n|---:|{}---:|\n",
        names.collect::<String>(),
        "---:|".repeat(dimension)
    );
    for (place, (row, label)) in rows.iter().zip(labels).enumerate() {
        let numbers: String = row.iter().map(|x| format!(" {x} |")).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {} |{numbers} {label} |", place + 1);
    }
    text
}

/// An answer as a table of a file of TOML.
pub(super) fn toml_of(name: &str, answer: &Value) -> String {
    let named = Map::from_iter([(name.to_owned(), answer.clone())]);
    toml::to_string(&named).unwrap_or_default()
}

/// The form of an answer in Markdown, in each format that can hold it.
pub(super) fn forms(name: &str, form: &Value) -> String {
    let json = Value::Object(Map::from_iter([(name.to_owned(), form.clone())]));
    let mut text = format!(
        "Form of the answer, in TOML or JSON (these numbers are no solution):\n\n```toml\n{}```\n\n```json\n{json}\n```\n",
        toml_of(name, form)
    );
    if let Some(csv) = csv_of(form) {
        text += &format!("\nOr as the file `{name}.csv`:\n\n```csv\n{csv}```\n");
    }
    text
}

/// An answer as CSV; `None` if it is more than one list of examples or multipliers.
fn csv_of(form: &Value) -> Option<String> {
    let (key, list) = form
        .as_object()
        .filter(|map| map.len() == 1)?
        .iter()
        .next()?;
    let list = list.as_array()?;
    let cell = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let line = |cells: Vec<String>| cells.join(",") + "\n";
    match key.as_str() {
        "multipliers" => {
            let cells: String = list.iter().map(|value| line(vec![cell(value)])).collect();
            Some(format!("multiplier\n{cells}"))
        }
        "examples" => {
            let width = list.first()?.as_array()?.len();
            let names = (1..width).map(|place| format!("x{place}"));
            let header = line(names.chain(["label".to_owned()]).collect());
            let rows = list.iter().filter_map(Value::as_array);
            let rows: String = rows
                .map(|row| line(row.iter().map(cell).collect()))
                .collect();
            Some(header + &rows)
        }
        _ => None,
    }
}

/// A wrong answer with its points and the reasons, as comments of TOML.
pub(super) fn comment(answer: &Value, score: &ItemScore) -> String {
    const LONGEST: usize = 200;
    let answer: String = answer.to_string().chars().take(LONGEST).collect();
    let reasons = score.reasons.join("; ");
    format!(
        "# wrong: {answer}\n#   {} of {}: {reasons}\n",
        score.points, score.possible
    )
}
