//! Writes the glossary into the folder of the index, so that a results folder explains its own terms without the documentation of the program.

use super::document::{Block, Document, Inline, Table, TableCell, TableColumn};
use super::error::ReportError;
use super::files::write_both;
use std::path::Path;

/// The text of docs/glossary.md, which holds all terms.
const PAGE: &str = include_str!("../../docs/glossary.md");

/// Writes `glossary.md` and `glossary.html` into the folder of the index.
///
/// # Errors
/// `Disk` if a file cannot be written.
pub(super) fn write_glossary(results: &Path) -> Result<(), ReportError> {
    write_both(results, "glossary", |_| document())
}

/// Returns every term of the glossary with its meaning, in the order of the page.
pub fn terms() -> Vec<(String, String)> {
    let rows = document().blocks.into_iter().flat_map(|block| match block {
        Block::Table(table) if table.columns[0].name == "term" => table.rows,
        _ => Vec::new(),
    });
    let words = |cell: &TableCell| match cell {
        TableCell::Prose(inlines) => Inline::plain(inlines),
        _ => String::new(),
    };
    rows.map(|row| (words(&row[0]), row[1..].iter().map(words).collect()))
        .collect()
}

fn document() -> Document {
    let (title, content) = PAGE.split_once('\n').unwrap_or((PAGE, ""));
    let blocks = content.split("\n\n").map(str::trim);
    let blocks = blocks.filter(|block| !block.is_empty());
    Document {
        title: title.trim_start_matches("# ").to_owned(),
        blocks: blocks.map(block).collect(),
    }
}

fn block(text: &str) -> Block {
    match text.strip_prefix("## ") {
        Some(heading) => Block::Heading(2, heading.to_owned()),
        None if text.starts_with('|') => Block::Table(table(text)),
        None => Block::Paragraph(inlines(text)),
    }
}

/// Parses a Markdown table: a line of column names, a line of alignments, and the rows.
fn table(text: &str) -> Table {
    let mut lines = text.lines().map(cells);
    let names = lines.next().unwrap_or_default();
    let columns = names.into_iter().map(TableColumn::left_aligned).collect();
    let row = |cells: Vec<&str>| {
        let cells = cells.into_iter().map(inlines);
        cells.map(TableCell::Prose).collect()
    };
    Table::plain(columns, lines.skip(1).map(row).collect())
}

fn cells(line: &str) -> Vec<&str> {
    let inside = line.trim().trim_matches('|');
    inside.split('|').map(str::trim).collect()
}

/// Parses text with Markdown's marks. Links to other pages of the documentation become plain text, because the index' folder has no such pages.
fn inlines(text: &str) -> Vec<Inline> {
    let parsed = Inline::parse(&text.replace("\\*", "*"));
    let near = |inline| match inline {
        Inline::Link { text, href } if !href.starts_with("http") => Inline::Text(text),
        other => other,
    };
    parsed.into_iter().map(near).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glossary_table_is_parsed_with_a_meaning_for_each_term() {
        let document = document();
        let tables = document.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        let tables: Vec<&Table> = tables.collect();
        let lines = PAGE.lines().filter(|line| line.starts_with('|'));
        // The head of each table has two lines.
        let rows = tables.iter().map(|table| table.rows.len()).sum::<usize>();
        assert_eq!(rows + 2 * tables.len(), lines.count());
        assert!(tables.len() > 4 && rows > 60, "{} {rows}", tables.len());
        for table in tables {
            let whole = |row: &&Vec<TableCell>| row.len() == table.columns.len();
            assert!(table.rows.iter().all(|row| whole(&row)), "{table:?}");
        }
    }

    #[test]
    fn terms_are_plain_text_with_their_meanings() {
        let terms = terms();
        let meaning = |term: &str| {
            let found = terms.iter().find(|(own, _)| own == term);
            found.map(|(_, meaning)| meaning.as_str())
        };
        assert_eq!(meaning("label"), Some("y ∈ {−1, +1}"));
        assert!(meaning("maximum margin γ*").is_some());
        assert!(
            terms
                .iter()
                .all(|(term, meaning)| !term.is_empty() && !meaning.contains('`'))
        );
    }

    #[test]
    fn only_links_to_other_sites_stay_links() {
        let found = inlines("a [page](learners.md#x) and [one](https://e)");
        let links = found
            .iter()
            .filter(|inline| matches!(inline, Inline::Link { .. }));
        assert_eq!(links.count(), 1);
        assert!(Inline::plain(&found).contains("a page and one"));
    }
}
