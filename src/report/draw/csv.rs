//! Writes what a figure draws as CSV, one row per mark.

use super::DrawError;
use super::provenance::on_one_line;
use ::csv::{QuoteStyle, WriterBuilder};
use claims::figure::chart::{Axis, Chart};

/// Writes the marks of a chart as CSV below lines that begin with `#` and say what it shows. Texts are quoted; numbers are written with as many digits
/// as it takes to read the same number back.
pub(super) fn csv(chart: &Chart, entries: &[(&str, String)]) -> Result<String, DrawError> {
    let mut text = String::new();
    let axis = |axis: &Axis| format!("{} ({})", axis.label, axis.scale.name());
    let own = [
        ("Title", chart.title.clone()),
        ("x", axis(&chart.x)),
        ("y", axis(&chart.y)),
        ("Caption", chart.caption.clone()),
    ];
    for (key, line) in own.iter().chain(entries) {
        text.push_str(&format!("# {key}: {}\n", on_one_line(line)));
    }
    let refused = |error: &dyn std::fmt::Display| DrawError::Backend(error.to_string());
    let mut writer = WriterBuilder::new()
        .quote_style(QuoteStyle::NonNumeric)
        .has_headers(false)
        .from_writer(Vec::new());
    text.push_str(&(COLUMNS.join(",") + "\n"));
    for row in chart.mark_rows() {
        writer.serialize(row).map_err(|error| refused(&error))?;
    }
    let rows = writer.into_inner().map_err(|error| refused(&error))?;
    text.push_str(&String::from_utf8(rows).map_err(|error| refused(&error))?);
    Ok(text)
}

/// The columns in their order: numbers first, because some programs cannot read quoted text.
const COLUMNS: [&str; 14] = [
    "number", "x", "y", "low", "q25", "q75", "high", "value", "panel", "series", "role", "mark",
    "x_name", "y_name",
];
