//! Shows the means of the runs on a page, each with its standard error.

use super::data_table::{DataCell, DataTable};
use super::document::{Block, Table, TableCell, TableColumn};
use claims::numbers::brief;
use claims::prose::TableValue;
use serde_json::Value;
use std::cmp::Ordering;

/// How the names of the columns of standard errors begin; each follows the column of its mean.
pub const ERROR: &str = "standard error of";

/// Most rows that are not folded.
const MOST: usize = 12;

/// The caption of the table.
const DESCRIPTIVE: &str = "They describe the runs; no verdict rests on them.";

/// The table of the means of the runs, in the order of the settings; folded if it is long.
pub(super) fn table(means: Option<&DataTable>) -> Vec<Block> {
    let Some(means) = means else {
        return Vec::new();
    };
    let mut rows: Vec<&Vec<DataCell>> = means.rows.iter().collect();
    rows.sort_by(|one, other| by_keys(one, other));
    let is_error = |place: &usize| means.columns[*place].name.starts_with(ERROR);
    let shown: Vec<usize> = (0..means.columns.len())
        .filter(|place| !is_error(place))
        .collect();
    let long = hashes(&rows);
    let column = |&place: &usize| match means.is_words(place) {
        true => TableColumn::left_aligned(&means.columns[place].name),
        false => TableColumn::right(&means.columns[place].name),
    };
    let cell = |row: &[DataCell], place: usize| {
        let error = row.get(place + 1).filter(|_| is_error(&(place + 1)));
        let error = error
            .and_then(number)
            // Runs that are all the same, or a single one, have no error to show.
            .filter(|error| *error > 0.0)
            .map(|error| format!(" ({})", brief(error)));
        let text = row[place].text();
        let text = match long.iter().position(|hash| *hash == text) {
            Some(number) => format!("list {}", number + 1),
            None => text,
        };
        TableCell::Text(text + &error.unwrap_or_default())
    };
    let cells = rows
        .iter()
        .map(|row| shown.iter().map(|&place| cell(row, place)).collect());
    let cells: Vec<Vec<TableCell>> = cells.collect();
    let mut all = cells.iter().flatten();
    let errors = match all.any(|cell| matches!(cell, TableCell::Text(text) if text.ends_with(')')))
    {
        true => ", with standard errors in parentheses",
        false => "",
    };
    let table = Block::Table(Table {
        caption: format!("Means of the runs{errors}. {DESCRIPTIVE}"),
        columns: shown.iter().map(column).collect(),
        rows: cells,
    });
    match rows.len() {
        0 => Vec::new(),
        few if few <= MOST => vec![table],
        many => vec![Block::Details {
            summary: format!("The means of the runs, setting by setting ({many})"),
            blocks: vec![table],
        }],
    }
}

/// The hashes that stand for long values of keys, in the order of the rows. A reader cannot tell them apart, so each is shown by its number.
fn hashes(rows: &[&Vec<DataCell>]) -> Vec<String> {
    let keys = rows.iter().flat_map(|row| row.iter().filter_map(key));
    let texts = keys.filter_map(Value::as_str);
    let mut found: Vec<String> = Vec::new();
    for text in texts.filter(|text| text.starts_with('#')) {
        if !found.iter().any(|one| one == text) {
            found.push(text.to_owned());
        }
    }
    found
}

/// Compares the keys of two rows one after the other: numbers by their values, words not at all, so that learners stay in the order of the spec.
fn by_keys(one: &[DataCell], other: &[DataCell]) -> Ordering {
    let pairs = one.iter().zip(other);
    let pairs = pairs.map_while(|(one, other)| Some((key(one)?, key(other)?)));
    let compared = pairs.map(|(one, other)| match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one.total_cmp(&other),
        _ => Ordering::Equal,
    });
    compared.fold(Ordering::Equal, Ordering::then)
}

fn key(cell: &DataCell) -> Option<&Value> {
    match cell {
        DataCell::Key(value) => Some(value),
        DataCell::Computed(_) => None,
    }
}

fn number(cell: &DataCell) -> Option<f64> {
    match cell {
        DataCell::Computed(TableValue::Number(value, _)) => Some(*value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::data_table::DataColumn;
    use claims::prose::Format;
    use serde_json::json;

    #[test]
    fn means_have_their_errors_and_stand_in_the_order_of_their_settings() {
        let names = [
            "examples",
            "variant",
            "trials",
            "mean risk",
            "standard error of mean risk",
        ];
        let columns = names.map(|name| DataColumn {
            name: name.into(),
            is_interval: false,
        });
        let number = |value| DataCell::Computed(TableValue::Number(value, Format::Short));
        let row = |examples: u64, variant: &str, risk| {
            let keys = [json!(examples), json!(variant)].map(DataCell::Key);
            [
                keys.to_vec(),
                vec![number(40.0), number(risk), number(0.012_345)],
            ]
            .concat()
        };
        let means = DataTable {
            columns: columns.to_vec(),
            rows: vec![row(200, "b", 0.25), row(35, "b", 0.5), row(35, "a", 0.75)],
        };
        let [Block::Table(table)] = &table(Some(&means))[..] else {
            panic!("no table");
        };
        assert_eq!(table.columns.len(), 4);
        let texts: Vec<String> = table.rows.iter().map(|row| format!("{row:?}")).collect();
        for (text, parts) in texts.iter().zip([
            ["\"35\"", "0.5 (0.012)"],
            ["\"35\"", "0.75 (0.012)"],
            ["\"200\"", "0.25 (0.012)"],
        ]) {
            assert!(parts.iter().all(|part| text.contains(part)), "{text}");
        }
    }

    #[test]
    fn many_means_are_folded_and_none_are_left_out() {
        let row = vec![DataCell::Key(json!(1))];
        let means = |count| DataTable {
            columns: vec![DataColumn {
                name: "n".into(),
                is_interval: false,
            }],
            rows: vec![row.clone(); count],
        };
        assert_eq!(table(Some(&means(0))), []);
        assert!(matches!(
            &table(Some(&means(MOST + 1)))[..],
            [Block::Details { .. }]
        ));
        assert_eq!(table(None), []);
    }
}
