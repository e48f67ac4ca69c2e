//! Says for each note what was found, in the words of one of its experiments: the table of the README, and what `reproduce` prints.

use super::document::{Inline, Table, TableCell, TableColumn};
use super::html::slug;
use super::notes::{grouped, heading, representative};
use super::summary::Summary;

/// Returns a table with one row per note: a question, what was found, and the claims with an unexpected verdict, if there are any. `reports` is the path
/// from the page to the folder of the reports; without it nothing is a link.
pub fn overview(summaries: &[Summary], reports: Option<&str>) -> Table {
    let columns = ["note", "asked", "found"];
    let groups = grouped(summaries, |summary| &summary.experiment);
    let rows = groups.into_iter().map(|(note, own)| {
        let told = told(note, &own);
        let name = match reports {
            Some(reports) => TableCell::Link {
                text: note.to_owned(),
                href: format!("{reports}/index.md#{}", slug(&heading(note))),
            },
            None => note.into(),
        };
        let asked = told.map_or("", |summary| &summary.question);
        let answer = told.map_or_else(Vec::new, |summary| summary.answer.clone());
        let page = told.zip(reports).map(|(summary, reports)| Inline::Link {
            text: summary.experiment.clone(),
            href: format!("{reports}/{}", summary.page("md")),
        });
        let page = page
            .into_iter()
            .flat_map(|page| [Inline::Text(" (".into()), page, Inline::Text(")".into())]);
        let found = answer.into_iter().chain(page).chain(unexpected(&own));
        vec![name, asked.into(), TableCell::Prose(found.collect())]
    });
    let columns = columns.map(TableColumn::left_aligned);
    Table::plain(columns.to_vec(), rows.collect())
}

/// The experiment of a note whose answer is told: the one that is chosen for the note, otherwise the first that has an answer.
fn told<'a>(note: &str, own: &[&'a Summary]) -> Option<&'a Summary> {
    let is_chosen = |summary: &&&Summary| representative(note) == Some(summary.experiment.as_str());
    let has_answer = |summary: &&&Summary| !summary.answer.is_empty();
    let mut all = own.iter();
    let chosen = own.iter().filter(has_answer).find(is_chosen);
    chosen.or_else(|| all.find(has_answer)).copied()
}

/// Names the claims of a note that have an unexpected verdict; nothing if all are as expected.
fn unexpected(own: &[&Summary]) -> Option<Inline> {
    let rows = own.iter().flat_map(|summary| &summary.rows);
    let unexpected = rows.filter(|row| !row.as_expected);
    let names: Vec<String> = unexpected
        .map(|row| format!("{}: {}", row.experiment, row.id))
        .collect();
    (!names.is_empty()).then(|| Inline::Strong(format!(" Not as expected: {}.", names.join("; "))))
}
