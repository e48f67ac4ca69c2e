//! Computes the numbers in a spec's prose: text with placeholders such as `{{ mean(mistakes, variant = "plain") }}`.
//!
//! A number that is typed into a text goes stale when the seed, the replicates or the program change. A placeholder is evaluated on the
//! trials and verdicts of the run that the page is about, so the text and the tables below it cannot disagree.
//!
//! `prose` evaluates the placeholders in a spec's `analysis` and `answer` (docs/placeholders.md). `spec` reads them and refuses those that name
//! nothing of it; `study/pages` collects the statistics that they name, by cell and variant, in the reading of the trials that draws the figures, and
//! puts the text together. `tests/suite/prose.rs` refuses a number or a comparison in the committed specs that a run could contradict.

mod cursor;
mod evaluate;
mod expression;
mod filter;
mod groups;
mod parse;
mod problem;
#[cfg(test)]
mod tests;
mod text;
mod validate;

pub use evaluate::{Rendered, RunNumbers};
pub use expression::Format;
pub use groups::Groups;
pub use problem::Problem;
pub use text::Prose;
pub use validate::SpecNames;
