//! Writes a table of results as JSON with all digits.

use super::content::{DataCell, DataTable, TableOrigin};
use claims::prose::TableValue;
use serde_json::{Map, Value, json};

pub(super) fn written(table: &DataTable, origin: &TableOrigin) -> String {
    let names = table.columns.iter().map(|column| column.name.as_str());
    let rows = table.rows.iter().map(|row| {
        let pairs = row.iter().zip(&table.columns);
        let fields = pairs.map(|(cell, column)| (column.name.clone(), field(cell)));
        Value::Object(fields.collect::<Map<_, _>>())
    });
    let whole = json!({
        "columns": names.collect::<Vec<_>>(),
        "rows": rows.collect::<Vec<_>>(),
        "made_by": origin,
    });
    format!("{whole:#}\n")
}

fn field(cell: &DataCell) -> Value {
    match cell {
        DataCell::Key(value) => value.clone(),
        DataCell::Computed(TableValue::Number(value, _)) => json!(value),
        DataCell::Computed(TableValue::Interval(value, half_width, _)) => {
            json!({"value": value, "half_width": half_width.as_ref().ok()})
        }
        DataCell::Computed(TableValue::Words(words)) => json!(words),
        DataCell::Computed(TableValue::Missing(_)) => Value::Null,
    }
}
