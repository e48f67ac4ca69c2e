//! Writes a table of results as CSV with all digits. Lines that begin with `#` say how the table was made.

use super::super::csv_text::csv_text;
use super::content::{DataCell, DataTable, TableOrigin};
use claims::prose::TableValue;
use serde_json::Value;

/// Ending of the name of a column with half the widths of intervals.
const HALF_WIDTH: &str = " half_width";

pub(super) fn written(table: &DataTable, origin: &TableOrigin) -> String {
    let names = table.columns.iter().flat_map(|column| {
        let half_width = format!("{}{HALF_WIDTH}", column.name);
        let half_width = column.is_interval.then_some(half_width);
        std::iter::once(column.name.clone()).chain(half_width)
    });
    let rows = table.rows.iter().map(|row| {
        let pairs = row.iter().zip(&table.columns);
        let fields = pairs.flat_map(|(cell, column)| fields(cell, column.is_interval));
        fields.collect()
    });
    csv_text(
        origin.lines().into_iter(),
        [names.collect()].into_iter().chain(rows),
    )
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
