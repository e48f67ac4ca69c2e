//! Aligns cells in columns for the terminal; nothing else in the program aligns text.
//!
//! Tables of the whole program and of the program that grades alone go through it.

use std::io::Write;
use tabwriter::{Alignment, TabWriter};

/// Number of spaces between two columns of a table in the terminal.
const GAP: usize = 2;

/// Lines of cells as text, with every column aligned on its left.
pub fn left(lines: &[Vec<String>]) -> String {
    let joined = lines.iter().map(|line| {
        let cells: Vec<String> = line.iter().map(|cell| clean(cell)).collect();
        cells.join("\t") + "\n"
    });
    let text = tabbed(&joined.collect::<String>(), Alignment::Left, GAP);
    text.lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Pads the cells of the column at this position on their left. It has its own tab writer, because a tab writer aligns all columns to one side.
pub fn right(lines: &mut [Vec<String>], place: usize) {
    let mut cells: Vec<&mut String> = lines
        .iter_mut()
        .filter_map(|line| line.get_mut(place))
        .collect();
    let column: String = cells
        .iter()
        .map(|cell| format!("{}\t\n", clean(cell)))
        .collect();
    let filled = tabbed(&column, Alignment::Right, 0);
    for (cell, filled) in cells.iter_mut().zip(filled.lines()) {
        **cell = filled.to_owned();
    }
}

fn clean(cell: &str) -> String {
    cell.replace(['\t', '\n'], " ")
}

/// Replaces the tabs of a text by the spaces that align its columns.
fn tabbed(text: &str, alignment: Alignment, padding: usize) -> String {
    let mut writer = TabWriter::new(Vec::new())
        .minwidth(0)
        .padding(padding)
        .alignment(alignment);
    // Writing to memory does not fail; if it did, the text with its tabs would be returned.
    let written = writer
        .write_all(text.as_bytes())
        .and_then(|()| writer.flush());
    let bytes = written.ok().and_then(|()| writer.into_inner().ok());
    bytes.map_or_else(
        || text.to_owned(),
        |bytes| String::from_utf8_lossy(&bytes).into_owned(),
    )
}
