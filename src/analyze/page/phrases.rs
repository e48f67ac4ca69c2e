//! Formats numbers, names and lines for all parts of the page.

use super::super::ProvedNumber;
use crate::report::document::{Inline, Table, TableCell, TableColumn};
use claims::numbers::{number, precise, without_zeros};

/// Most lines of the file, or names of columns, that a text lists one by one.
pub(super) const MOST_LISTED: usize = 15;

pub(super) fn strong(words: impl Into<String>) -> Inline {
    Inline::Strong(words.into())
}

pub(super) fn text(words: impl Into<String>) -> Inline {
    Inline::Text(words.into())
}

/// A number to seven digits, or both ends of its proved interval if they differ at that precision.
pub(super) fn enclosed(number: &ProvedNumber) -> String {
    let short = |value: f64| without_zeros(&precise(value));
    let [lower, upper] = [number.lower, number.upper].map(|end| format!("{end:.6e}"));
    match &number.exact {
        Some(exact) if exact.len() <= 24 => match short(number.value) {
            same if same == *exact => same,
            digits => format!("{exact} = {digits}"),
        },
        _ if lower == upper => short(number.value),
        _ => format!(
            "between {} and {}",
            short(number.lower),
            short(number.upper)
        ),
    }
}

/// A number to four digits, or both ends of its proved interval if they differ at that precision.
pub(super) fn brief(value: &ProvedNumber) -> String {
    let close = (value.upper - value.lower).abs() <= 1e-4 * value.value.abs();
    if close {
        number(value.value)
    } else {
        format!("{} … {}", number(value.lower), number(value.upper))
    }
}

pub(super) fn short(value: Option<&ProvedNumber>) -> TableCell {
    value.map_or(TableCell::Empty, |value| brief(value).into())
}

pub(super) fn table(columns: Vec<TableColumn>, rows: Vec<Vec<TableCell>>) -> Table {
    Table::plain(columns, rows)
}

pub(super) fn listed(names: &[String]) -> String {
    let on_one_line = |name: &String| name.replace(char::is_control, "�");
    let shown: Vec<String> = names.iter().take(MOST_LISTED).map(on_one_line).collect();
    let more = names.len().saturating_sub(shown.len());
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    shown.join(", ") + &more
}

pub(super) fn listed_lines(lines: &[u64]) -> String {
    let names: Vec<String> = lines.iter().map(u64::to_string).collect();
    let word = if lines.len() == 1 { "line" } else { "lines" };
    format!("{word} {}", listed(&names))
}
