//! Writes what a figure draws as CSV, one row per mark.

use super::provenance::on_one_line;
use claims::figure::MarkRow;
use claims::figure::chart::{Axis, Chart};

/// Writes the marks of a chart as CSV below lines that begin with `#` and say what it shows. Every text is quoted, so that a `#` in it begins no
/// comment. A number has as many digits as it takes to read the same number back.
pub(super) fn csv(chart: &Chart, entries: &[(&str, String)]) -> String {
    let axis = |axis: &Axis| format!("{} ({})", axis.label, axis.scale.name());
    let own = [
        ("Title", chart.title.clone()),
        ("x", axis(&chart.x)),
        ("y", axis(&chart.y)),
        ("Caption", chart.caption.clone()),
    ];
    let comments = own.iter().chain(entries);
    let comments = comments.map(|(key, text)| format!("# {key}: {}\n", on_one_line(text)));
    let rows = chart.mark_rows();
    let rows = rows.iter().map(|row| cells(row).join(",") + "\n");
    comments
        .chain([COLUMNS.join(",") + "\n"])
        .chain(rows)
        .collect()
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
        quoted(row.panel),
        quoted(row.series),
        quoted(row.role),
        quoted(row.mark),
        quoted(row.x_name),
        quoted(row.y_name),
    ]
}

/// A text in quotes; nothing if it is empty.
fn quoted(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("\"{}\"", on_one_line(text).replace('"', "\"\"")),
    }
}
