//! Writes the parts of the page about the data: what was read, left out, and odd.

use super::super::Analysis;
use super::phrases::{enclosed, listed, listed_lines, table, text};
use crate::report::document::{Inline, Table, TableCell, TableColumn};
use claims::numbers::counted;
use perceptron::intake::{NumberFormat, numbering};

/// Table of the data file: rows, examples, features, label and classes.
pub(super) fn examples(analysis: &Analysis) -> Table {
    let data = &analysis.data;
    let negative = data.examples - data.positive_examples;
    let classes: Vec<String> = data
        .classes
        .iter()
        .map(|(name, count)| format!("{name}: {count}"))
        .collect();
    let numbers = match data.numbers {
        NumberFormat::Decimals => "exact decimals, as they are written",
        NumberFormat::Doubles => "doubles, as they are in the file",
        NumberFormat::RoundedDecimals => "doubles: some numbers were rounded to the nearest one",
        NumberFormat::Standardized => {
            "doubles: features standardized to mean 0 and deviation 1 (the certificate is about the numbers in the file)"
        }
    };
    let radius = analysis
        .geometry
        .first()
        .map(|found| enclosed(&found.radius));
    let rows = [
        (
            "examples",
            format!("{} of {}", data.examples, counted(data.rows, "row")),
        ),
        (
            "features",
            format!("{}: {}", data.features.len(), listed(&data.features)),
        ),
        ("label", format!("{}, {}", data.label, listed(&classes))),
        (
            "+1",
            format!(
                "{} ({})",
                data.positive,
                counted(data.positive_examples, "example")
            ),
        ),
        (
            "−1",
            format!(
                "{} ({})",
                listed(&data.negative),
                counted(negative, "example")
            ),
        ),
        ("numbers", numbers.to_owned()),
        ("radius R", radius.unwrap_or_default()),
    ];
    let rows = rows
        .into_iter()
        .map(|(name, value)| vec![TableCell::from(name), value.into()]);
    table(
        vec![
            TableColumn::left_aligned("what"),
            TableColumn::left_aligned("found"),
        ],
        rows.collect(),
    )
}

/// What is said of a file whose rows are sorted by class.
const SORTED: &str = "The rows are sorted by class. In the order of the file a learner sees one class after the other, and what it learned last decides: its counts and its leave-one-out error are those of this order, and say little about others. Shuffle the rows for those of a random order.";

/// Warnings about the data that a reader must see before the answer.
pub fn warnings(analysis: &Analysis) -> Vec<String> {
    let (data, odd) = (&analysis.data, &analysis.oddities);
    let numbers = odd.row_numbers.iter();
    let is_only = data.features.len() == 1;
    let numbering = numbers.map(|name| numbering(name, data.is_table, is_only));
    let places = data
        .rounded
        .iter()
        .map(|spot| format!("line {} ({})", spot.line, spot.name));
    let places: Vec<String> = places.collect();
    let rounded = (data.rounded_values > 0).then(|| {
        format!(
            "{} not exact as a double and too long for exact fractions of 127 bits, and were rounded: {}. Results that this rounding could change are left open.",
            if data.rounded_values == 1 { "1 number is".to_owned() } else { format!("{} numbers are", data.rounded_values) },
            listed(&places)
        )
    });
    let values = odd.values_as_classes.clone();
    let indices = &analysis.dropped.indices;
    let indices = (!indices.is_empty()).then(|| {
        format!(
            "Left out as an index of the rows: {}. `--label` can name it, and `--features` if it holds numbers.",
            listed(indices)
        )
    });
    let sorted = odd.sorted_by_class.then(|| SORTED.to_owned());
    let lines = data.reading.iter().cloned().chain(numbering).chain(indices);
    lines.chain(values).chain(sorted).chain(rounded).collect()
}

/// Lines about data that was left out or filled in, and about oddities.
pub(super) fn left_out(analysis: &Analysis) -> Vec<Vec<Inline>> {
    let lines = dropped(analysis).into_iter().chain(odd(analysis));
    let found: Vec<Vec<Inline>> = lines.map(|line| vec![text(line)]).collect();
    if found.is_empty() {
        vec![vec![text("Nothing.")]]
    } else {
        found
    }
}

fn dropped(analysis: &Analysis) -> Vec<String> {
    let dropped = &analysis.dropped;
    let gaps = dropped
        .missing
        .iter()
        .map(|gap| format!("line {}, column {} ({})", gap.line, gap.column, gap.name));
    let gaps: Vec<String> = gaps.collect();
    let others = &analysis.data.negative;
    let lines = [
        (others.len() > 1).then(|| format!("More than two classes: {} (+1) against the rest ({}); `--positive` and `--negative` choose others.", analysis.data.positive, listed(others))),
        (!dropped.columns.is_empty()).then(|| format!("Columns that are neither label nor feature: {}.", listed(&dropped.columns))),
        (dropped.other_classes > 0).then(|| format!("{} of other classes left out.", counted(dropped.other_classes, "row"))),
        (dropped.missing_values > 0).then(|| format!("{} missing: {}; {} left out, {} filled with the mean of their column.", counted(dropped.missing_values, "value"), listed(&gaps), counted(dropped.missing_rows, "row"), counted(dropped.filled, "value"))),
    ];
    lines.into_iter().flatten().collect()
}

fn odd(analysis: &Analysis) -> Vec<String> {
    let odd = &analysis.oddities;
    let pairs = odd
        .contradictions
        .iter()
        .map(|(a, b)| format!("{a} and {b}"));
    let pairs: Vec<String> = pairs.collect();
    let equal = odd
        .equal_features
        .iter()
        .map(|(a, b)| format!("{b} is {a}"));
    let equal: Vec<String> = equal.collect();
    let lines = [
        (!odd.constant_features.is_empty()).then(|| format!("Constant features, kept: {}.", listed(&odd.constant_features))),
        (!equal.is_empty()).then(|| format!("Features that repeat another, kept: {}.", listed(&equal))),
        (!odd.zero_examples.is_empty()).then(|| format!("Examples whose features are all 0, kept: {}. No vector through the origin scores them.", listed_lines(&odd.zero_examples))),
        (odd.repeated_examples > 0).then(|| format!("Repeats of an earlier example, kept: {}.", odd.repeated_examples)),
        (odd.contradicting_examples > 0).then(|| format!("Contradictions, the same features with the other label, so that nothing separates: {}; lines {}.",
                odd.contradicting_examples, listed(&pairs))),
    ];
    lines.into_iter().flatten().collect()
}
