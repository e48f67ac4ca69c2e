//! Writes what a figure draws as CSV, one row per mark.

use super::super::csv_text::csv_text;
use super::provenance::on_one_line;
use claims::figure::MarkRow;
use claims::figure::chart::{Axis, Chart};

/// Writes the marks of a chart as CSV below lines that begin with `#` and say what it shows. A number has as many digits as it takes to read the same
/// number back.
pub(super) fn csv(chart: &Chart, entries: &[(&str, String)]) -> String {
    let axis = |axis: &Axis| format!("{} ({})", axis.label, axis.scale.name());
    let own = [
        ("Title", chart.title.clone()),
        ("x", axis(&chart.x)),
        ("y", axis(&chart.y)),
        ("Caption", chart.caption.clone()),
    ];
    let comments = own.iter().chain(entries);
    let comments = comments.map(|(key, text)| format!("{key}: {}", on_one_line(text)));
    let rows = chart.mark_rows();
    let rows = rows.iter().map(|row| cells(row).to_vec());
    let names = COLUMNS.map(str::to_owned).to_vec();
    csv_text(comments, [names].into_iter().chain(rows))
}

/// The columns in their order: numbers first, because some programs cannot read quoted text.
const COLUMNS: [&str; 14] = [
    "number", "x", "y", "low", "q25", "q75", "high", "value", "panel", "series", "role", "mark",
    "x_name", "y_name",
];

fn cells(row: &MarkRow) -> [String; 14] {
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:?}"));
    [
        row.number.to_string(),
        number(Some(row.x)),
        number(Some(row.y)),
        number(row.low),
        number(row.q25),
        number(row.q75),
        number(row.high),
        number(row.value),
        on_one_line(row.panel),
        on_one_line(row.series),
        on_one_line(row.role),
        on_one_line(row.mark),
        on_one_line(row.x_name),
        on_one_line(row.y_name),
    ]
}
