//! Writes a table of results as CSV with all digits. Lines that begin with `#` say how the table was made.

use super::content::{DataCell, DataTable, TableOrigin};
use claims::prose::TableValue;
use serde_json::Value;

/// Ending of the name of a column with half the widths of intervals.
const HALF_WIDTH: &str = " half_width";

/// First letter of a line that is a comment.
const COMMENT: char = '#';

pub(super) fn written(table: &DataTable, origin: &TableOrigin) -> String {
    let comments = origin.lines().into_iter();
    let comments = comments.map(|line| format!("{COMMENT} {line}\n"));
    let names = table.columns.iter().flat_map(|column| {
        let half_width = format!("{}{HALF_WIDTH}", column.name);
        let half_width = column.is_interval.then_some(half_width);
        std::iter::once(column.name.clone()).chain(half_width)
    });
    let rows = table.rows.iter().map(|row| {
        let pairs = row.iter().zip(&table.columns);
        line(pairs.flat_map(|(cell, column)| fields(cell, column.is_interval)))
    });
    comments.chain([line(names)]).chain(rows).collect()
}

/// The one or two fields of a cell.
fn fields(cell: &DataCell, is_interval: bool) -> Vec<String> {
    let (value, half_width) = match cell {
        DataCell::Key(Value::Null) | DataCell::Computed(TableValue::Missing(_)) => {
            (String::new(), None)
        }
        DataCell::Key(Value::String(text)) | DataCell::Computed(TableValue::Words(text)) => {
            (text.clone(), None)
        }
        DataCell::Key(value) => (value.to_string(), None),
        DataCell::Computed(TableValue::Number(value, _)) => (value.to_string(), None),
        DataCell::Computed(TableValue::Interval(value, half, _)) => {
            (value.to_string(), half.as_ref().ok())
        }
    };
    let half_width = half_width.map_or_else(String::new, |half| half.to_string());
    match is_interval {
        true => vec![value, half_width],
        false => vec![value],
    }
}

fn line(fields: impl Iterator<Item = String>) -> String {
    let fields: Vec<String> = fields.map(|field| quoted(&field)).collect();
    fields.join(",") + "\n"
}

/// Quotes a field that contains a separator, a quote, the end of a line, or what may be taken for the start of a comment. An only field without
/// characters is quoted, too, because the line would be empty.
fn quoted(field: &str) -> String {
    let is_special = |letter: char| ",\"\n\r".contains(letter) || letter == COMMENT;
    match field.contains(is_special) || field.trim() != field {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}
