//! Writes all pages and tables for readers: a page per experiment, an index of all, tables for the terminal, and figures.
//!
//! A document is a value that is written in two formats: Markdown, and self-contained HTML. HTML is not made of the Markdown, which has no gauges, cards
//! and labels of cells. PDF and PNG of a figure are made of its SVG; gauges, the dots of the index and moving pages are HTML, because they have
//! tooltips, the colours of the page, and steps. Equal results give equal pages: they contain no time or other value that changes from run to run. This
//! module reads verdicts and charts, and never judges.
//!
//! The main parts: `answer` puts the verdicts on one claim into a sentence; `tex` typesets formulas; `statements` joins the catalogue of the notes
//! with summaries for the index. `errata` writes the page of errata, in three classes. Its catalogue `errata.toml` holds verbatim quotations, which a
//! test looks up in the notes, and retired numbers. `draw` draws charts and is the only user of `plotters`. It lays shapes out before it paints them,
//! so that tests can compute what covers what. `run_page` writes one run as a page that animates it: Rust computes the positions for every step, and
//! a short script only sets attributes. `lesson_page` writes the page on which examples are dragged, with the core as its engine. The results of `calibrate` and the catalogue of the notes' statements are written here as well.

mod answer;
pub mod attacked;
pub mod calibration;
pub mod catalogue;
mod choices;
mod csv_text;
pub mod data_table;
pub mod document;
pub mod draw;
pub mod errata;
mod error;
mod evidence;
mod figure_files;
mod files;
pub mod gauge;
mod glossary;
mod headline;
pub mod html;
mod index;
mod lesson_page;
mod limits;
pub mod markdown;
mod means;
pub mod note_statement;
mod notes;
mod overview;
mod page;
mod page_content;
pub mod pairs;
mod program;
mod prose_table;
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
mod uncounted;
mod verdict_fields;
mod verdict_words;
mod verdicts;

pub use answer::sides;
pub use catalogue::claims_document;
pub use csv_text::csv_text;
pub use errata::write_errata;
pub use error::ReportError;
pub use figure_files::{Exports, draw_all};
pub use files::{save, write_document};
pub use glossary::terms;
pub use headline::counts;
pub use index::write_index;
pub use lesson_page::{LessonPage, PageSample, lesson_page};
pub use means::ERROR;
pub use overview::overview;
pub use page::write;
pub use page_content::{Missing, Page};
pub use program::PROGRAM;
pub use reseeds::{Reseed, Reseeds, Unexpected, UnexpectedOccurrence, write_reseeds};
pub use run_page::{Heading, run_page};
pub use summary::{Summary, table};
pub use summary_row::{SummaryRow, summarise};
pub use terminal::{aligned, cell_text, fitted, page_text, text};
pub use tight::closest_run;
pub use verdict_fields::fields_document;
