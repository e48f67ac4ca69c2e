//! Writes a table of results as a `tabular` environment for LaTeX with `S` columns of the package siunitx, which aligns numbers by itself and lets a
//! paper set their form in one place.

use super::content::{DataCell, DataTable, TableOrigin};
use super::latex::{TexColumn, escaped, named, tabular};
use super::number_text::{MISSING, with_digits};
use claims::numbers;

pub(super) fn written(table: &DataTable, origin: &TableOrigin) -> String {
    let table = &table.without_constant_keys();
    let columns = (0..table.columns.len()).map(|place| column(table, place));
    tabular("booktabs,siunitx", &columns.collect::<Vec<_>>(), origin)
}

fn column(table: &DataTable, place: usize) -> TexColumn {
    let name = named(&table.columns[place].name);
    let cells = || table.rows.iter().map(|row| &row[place]);
    if table.is_words(place) {
        return TexColumn {
            kind: "l".to_owned(),
            head: name,
            cells: cells().map(|cell| escaped(&cell.text())).collect(),
        };
    }
    let is_percent = cells().any(|cell| cell.text().contains('%'));
    let unit = if is_percent { r" (\%)" } else { "" };
    let numbers: Vec<Option<String>> = cells().map(number).collect();
    TexColumn {
        kind: format!("S[table-format={}]", format(numbers.iter().flatten())),
        head: format!("{{{name}{unit}}}"),
        cells: numbers
            .into_iter()
            .map(|number| number.unwrap_or_else(|| "{--}".to_owned()))
            .collect(),
    }
}

/// A number as siunitx reads it: `-1.5`, `2.5e-7` or `0.31 +- 0.02`, per cent without their sign; `None` if the cell has none.
fn number(cell: &DataCell) -> Option<String> {
    let text = cell.text();
    let plain = text
        .replace(" %", "")
        .replace('−', "-")
        .replace(" ± ", " +- ");
    if plain == MISSING {
        return None;
    }
    let whole = with_digits(&plain);
    Some(match whole.split_once("·10") {
        Some((digits, exponent)) => format!("{digits}e{}", numbers::lowered(exponent)),
        None => whole,
    })
}

/// The space for the numbers of a column: the digits before and after the point, of the uncertainty and of the exponent.
fn format<'n>(numbers: impl Iterator<Item = &'n String>) -> String {
    let (mut sign, mut whole, mut decimals) = ("", 1, 0);
    let (mut uncertain, mut exponent) = (0, 0);
    for number in numbers {
        let (rest, power) = number.split_once('e').unwrap_or((number, ""));
        let (value, error) = rest.split_once(" +- ").unwrap_or((rest, ""));
        let digits = value.trim_start_matches('-');
        let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
        if digits.len() < value.len() {
            sign = "-";
        }
        whole = whole.max(before.len());
        decimals = decimals.max(after.len());
        let places = error.trim_start_matches(['0', '.']).replace('.', "");
        uncertain = uncertain.max(places.len());
        exponent = exponent.max(power.trim_start_matches('-').len());
    }
    let mut format = format!("{sign}{whole}.{decimals}");
    if uncertain > 0 {
        format += &format!("({uncertain})");
    }
    if exponent > 0 {
        format += &format!("e-{exponent}");
    }
    format
}
