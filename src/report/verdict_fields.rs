//! Lists the fields of verdicts.json with what they mean. The result is docs/verdicts.md.

use super::document::{Block, Document, Table, TableCell, TableColumn};
use claims::judge::Verdict;

const ABOUT: &str = "`verdicts.json` has one object for each claim, cell and variant, with the fields below; fields that are null for every verdict of a \
    kind may be left out. `perceptron-lab explain FIELD` says the same.";

const TABLE: &str = "`verdicts.csv` has the same numbers as a table with one line for each verdict. Nothing in it is JSON: both ends of an interval have a column \
    (`interval_lower`, `interval_upper`), and so has each parameter of the cell (`generator.basis.dimension`). Of a pair of variants `variant` is the first and \
    `second_variant` the other. Lists of texts are joined by semicolons, and a field that is null is empty.";

const MADE: &str = "Made by `perceptron-lab list fields --markdown`.";

/// Returns the page about the fields of a verdict.
pub fn fields_document() -> Document {
    let row = |(name, about): (&str, &str)| {
        // A cell of a table is plain text.
        let about = about.trim().replace('`', "");
        vec![TableCell::from(name), TableCell::from(about)]
    };
    let table = Table {
        caption: String::new(),
        columns: ["field", "what it says"]
            .map(TableColumn::left_aligned)
            .into(),
        rows: Verdict::fields().map(row).collect(),
    };
    Document {
        title: "What a verdict file says".into(),
        blocks: vec![
            Block::paragraph(ABOUT),
            Block::paragraph(TABLE),
            Block::Table(table),
            Block::paragraph(MADE),
        ],
    }
}
