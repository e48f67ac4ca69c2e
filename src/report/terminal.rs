//! Formats tables and lists in columns for the terminal; nothing else in the program aligns text.

use super::document::{Align, Block, Card, Document, Inline, Table, TableCell};
use claims::aligned;
use claims::numbers::number;
use perceptron::documented::unicode;
use std::io::IsTerminal;

/// Formats a document for the terminal: text, lists and tables, without figures.
pub fn page_text(document: &Document) -> String {
    let title = format!("{}\n", document.title);
    let blocks = document.blocks.iter().map(block);
    std::iter::once(title).chain(blocks).collect()
}

fn block(block: &Block) -> String {
    let words = Inline::plain;
    match block {
        Block::Heading(_, name) => format!("\n{name}\n"),
        Block::Paragraph(inlines) => format!("{}\n", words(inlines)),
        Block::Call(_, inlines) => format!("{}\n", words(inlines)),
        Block::Formula(content) => format!("{}\n", unicode(content.trim_end())),
        Block::Code(content) => format!("{}\n", content.trim_end()),
        Block::Table(table) => text(table),
        Block::Figure(_) | Block::Search | Block::Present => String::new(),
        Block::Cards(cards) => cards.iter().map(card).collect(),
        Block::List(items) => items
            .iter()
            .map(|item| format!("- {}\n", words(item)))
            .collect(),
        Block::Details { summary, blocks } => {
            let inside = blocks.iter().map(self::block).collect::<String>();
            format!("{summary}\n{inside}")
        }
    }
}

fn card(card: &Card) -> String {
    let gauge = card
        .gauge
        .as_ref()
        .map(|gauge| format!("  {}\n", gauge.text()));
    let verdict = card.verdict.as_ref().map_or("", |(word, _)| word.as_str());
    let text = Inline::plain(&card.text);
    format!(
        "- {}: {verdict}\n  {text}\n{}",
        card.title,
        gauge.unwrap_or_default()
    )
}

/// A table in aligned columns, one line per row below a line of column names.
pub fn text(table: &Table) -> String {
    let names = table.columns.iter().map(|column| column.name.clone());
    let rows = table
        .rows
        .iter()
        .map(|row| row.iter().map(cell_text).collect());
    let lines: Vec<Vec<String>> = std::iter::once(names.collect()).chain(rows).collect();
    let sides: Vec<Align> = table.columns.iter().map(|column| column.align).collect();
    aligned(&lines, &sides)
}

/// A table for standard output: like [`text`], but row by row with a line for each cell, if standard output is a terminal in which a row does not fit.
pub fn fitted(table: &Table) -> String {
    let whole = text(table);
    let width = textwrap::termwidth();
    let is_wide = |line: &str| textwrap::core::display_width(line) > width;
    match std::io::stdout().is_terminal() && whole.lines().any(is_wide) {
        true => row_by_row(table, width),
        false => whole,
    }
}

/// The first cell of each row as a line, and below it each other cell that is not empty, with the name of its column.
fn row_by_row(table: &Table, width: usize) -> String {
    let row = |row: &Vec<TableCell>| {
        let mut cells = row.iter().map(cell_text);
        let first = cells.next().unwrap_or_default();
        let names = table.columns.iter().skip(1).map(|column| &column.name);
        let others = names.zip(cells).filter(|(_, cell)| !cell.is_empty());
        let others = others.map(|(name, cell)| format!("{name}: {cell}"));
        let options = |width| textwrap::Options::new(width).subsequent_indent("    ");
        let lines = std::iter::once(first).chain(others.map(|line| format!("  {line}")));
        let lines = lines.map(|line| textwrap::fill(&line, options(width)) + "\n");
        lines.collect::<String>()
    };
    table.rows.iter().map(row).collect()
}

/// Aligns lines of cells in columns for the terminal; `sides` says how. A column without a given side is aligned left.
pub fn aligned(lines: &[Vec<String>], sides: &[Align]) -> String {
    let mut lines = lines.to_vec();
    let numbers = sides.iter().enumerate();
    numbers
        .filter(|(_, side)| **side == Align::Right)
        .for_each(|(place, _)| aligned::right(&mut lines, place));
    aligned::left(&lines)
}

/// The cell as the terminal shows it.
pub fn cell_text(cell: &TableCell) -> String {
    match cell {
        TableCell::Text(text) | TableCell::Code(text) | TableCell::Link { text, .. } => {
            text.clone()
        }
        TableCell::Gauge(gauge) => gauge.text(),
        TableCell::Prose(inlines) => Inline::plain(inlines),
        TableCell::Number(value) => number(*value),
        TableCell::Verdict {
            word,
            as_expected: true,
        } => word.clone(),
        TableCell::Verdict {
            word,
            as_expected: false,
        } => format!("{word} ✗ unexpected"),
        TableCell::Empty => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::TableColumn;

    fn cells(line: &[&str]) -> Vec<String> {
        line.iter().copied().map(String::from).collect()
    }

    #[test]
    fn a_row_too_wide_for_the_terminal_is_a_line_for_each_cell() {
        let columns = ["claim", "cells", "verdict"].map(TableColumn::left_aligned);
        let rows = vec![vec![
            "a bound".into(),
            TableCell::Empty,
            "holds on all of them".into(),
        ]];
        let table = Table::plain(columns.into(), rows);
        let shown = row_by_row(&table, 18);
        assert_eq!(shown, "a bound\n  verdict: holds\n    on all of them\n");
    }

    #[test]
    fn terminal_table_aligns_columns_of_non_ascii_text() {
        let columns = vec![
            TableColumn::left_aligned("claim"),
            TableColumn::right("γ²"),
            TableColumn::left_aligned("verdict"),
        ];
        let row = |name: &str, value: f64, as_expected| {
            vec![
                TableCell::from(name),
                value.into(),
                TableCell::Verdict {
                    word: "holds".into(),
                    as_expected,
                },
            ]
        };
        let table = Table {
            caption: String::new(),
            columns,
            rows: vec![row("(R/γ)²", 0.25, true), row("nr", 12.0, false)],
        };
        assert_eq!(
            text(&table),
            "claim     γ²  verdict\n(R/γ)²  0.25  holds\nnr        12  holds ✗ unexpected\n"
        );
    }

    #[test]
    fn empty_cells_keep_their_column_and_lines_end_without_spaces() {
        let lines = [cells(&["a", "", "1"]), cells(&["", "b", ""])];
        let sides = [Align::Left, Align::Left, Align::Right];
        assert_eq!(aligned(&lines, &sides), "a     1\n   b\n");
    }

    #[test]
    fn a_tab_or_a_new_line_in_a_cell_is_a_space() {
        let lines = [cells(&["a\tb", "c\nd"]), cells(&["e", "f"])];
        assert_eq!(aligned(&lines, &[]), "a b  c d\ne    f\n");
    }

    #[test]
    fn terminal_page_is_the_text_without_markup() {
        let page = Document {
            title: "Title".into(),
            blocks: vec![
                Block::paragraph("**Yes**, `it` is."),
                Block::Heading(2, "Part".into()),
                Block::List(vec![Inline::parse("one"), Inline::parse("two")]),
                Block::Table(Table::plain(
                    vec![TableColumn::left_aligned("a")],
                    vec![vec!["b".into()]],
                )),
            ],
        };
        let due = "Title\nYes, it is.\n\nPart\n- one\n- two\na\nb\n";
        assert_eq!(page_text(&page), due);
    }

    #[test]
    fn aligning_no_rows_gives_an_empty_string() {
        assert_eq!(aligned(&[], &[Align::Right]), "");
    }
}
