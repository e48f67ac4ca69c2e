//! Writes what is read: a page per experiment, an index over all, tables for the terminal, and the
//! drawn figures.
//!
//! Documents are values, written in two dialects: Markdown, and HTML that needs no other file. Pages contain nothing that changes from run to run.
//! `answer` puts the verdicts on one claim in a sentence, form by form; `tex` typesets; `statements` joins the catalogue of the notes with summaries
//! for the index. `errata` writes the page of errata, in three classes; its catalogue is `errata.toml`, with verbatim quotations that a test looks
//! for in the notes, and the numbers that are errata no longer. Drawing stands apart in `draw`, the only user of `plotters`: shapes are laid out
//! first, so that tests compute what covers what, and painted then. Numbers are shown to people in one way. It reads verdicts and charts, reaches no
//! verdict of its own, and writes what `calibrate` and the catalogue of the notes' statements have to say as well. `run_page` writes one run as a
//! page to watch: Rust places everything for every step, and a script of some lines only sets attributes.

mod answer;
pub mod calibration;
pub mod catalogue;
pub mod document;
pub mod draw;
pub mod errata;
mod error;
mod evidence;
mod files;
pub mod gauge;
mod headline;
pub mod html;
mod index;
mod limits;
pub mod markdown;
pub mod note_statement;
mod notes;

mod overview;
mod page;
mod page_content;
mod reseeds;
mod run_page;
mod stated;
mod statements;
mod summary;
mod summary_row;
mod terminal;
#[cfg(test)]
mod tests;
pub mod tex;
mod tight;
mod verdicts;

pub use catalogue::claims_document;
pub use errata::write_errata;
pub use error::ReportError;
pub use files::{save, write_document};
pub use headline::controls;
pub use index::write_index;
pub use overview::overview;
pub use page::{draw_all, write};
pub use page_content::{Missing, Page};
pub use reseeds::{Reseed, Reseeds, Unexpected, UnexpectedOccurrence, write_reseeds};
pub use run_page::{Heading, run_page};
pub use summary::{Summary, table};
pub use summary_row::{SummaryRow, summarise};
pub use terminal::{aligned, page_text, text};
pub use tight::closest_run;
