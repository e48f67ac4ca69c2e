//! Writes a table of results as a `tabular` environment for LaTeX with `S` columns of the package siunitx, which aligns numbers by itself and lets a
//! paper set their form in one place.

use super::content::{DataCell, DataTable, TableOrigin};
use super::latex::{escaped, line, named};
use super::number_text::MISSING;
use claims::numbers;

pub(super) fn written(table: &DataTable, origin: &TableOrigin) -> String {
    let table = &table.without_constant_keys();
    let comments = origin.lines().into_iter().map(|line| format!("% {line}\n"));
    let columns = (0..table.columns.len()).map(|place| Column::of(table, place));
    let columns: Vec<Column> = columns.collect();
    let rows = (0..table.rows.len()).map(|row| {
        let cells = columns.iter().map(|column| column.cells[row].clone());
        line(cells)
    });
    let parts = [
        comments.collect::<String>(),
        "% needs \\usepackage{booktabs,siunitx}\n".to_owned(),
        format!(
            "\\begin{{tabular}}{{{}}}\n\\toprule\n",
            columns
                .iter()
                .map(|column| column.kind.as_str())
                .collect::<String>()
        ),
        line(columns.iter().map(|column| column.head.clone())),
        "\\midrule\n".to_owned(),
        rows.collect(),
        "\\bottomrule\n\\end{tabular}\n".to_owned(),
    ];
    parts.concat()
}

/// A column: its kind in the preamble, its head and its cells.
struct Column {
    kind: String,
    head: String,
    cells: Vec<String>,
}

impl Column {
    fn of(table: &DataTable, place: usize) -> Self {
        let name = named(&table.columns[place].name);
        let texts = table.rows.iter().map(|row| row[place].text());
        let texts: Vec<String> = texts.collect();
        if table.is_words(place) {
            let cells = texts.iter().map(|text| escaped(text));
            return Self {
                kind: "l".to_owned(),
                head: name,
                cells: cells.collect(),
            };
        }
        let is_percent = texts.iter().any(|text| text.contains('%'));
        let unit = if is_percent { r" (\%)" } else { "" };
        let numbers = table.rows.iter().map(|row| number(&row[place]));
        let numbers: Vec<Option<String>> = numbers.collect();
        let cells = numbers
            .iter()
            .map(|number| number.clone().unwrap_or_else(|| "{--}".to_owned()));
        Self {
            kind: format!("S[table-format={}]", format(numbers.iter().flatten())),
            head: format!("{{{name}{unit}}}"),
            cells: cells.collect(),
        }
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
    Some(
        match plain.split_once("·10").or_else(|| {
            Some((
                "1",
                plain
                    .strip_prefix("10")
                    .filter(|rest| rest.starts_with(|sign: char| !sign.is_ascii()))?,
            ))
        }) {
            Some((digits, exponent)) => format!("{digits}e{}", numbers::lowered(exponent)),
            None => plain,
        },
    )
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
