//! Computes the numbers in a spec's prose: text with placeholders such as `{{ mean(mistakes, variant = "plain") }}`.
//!
//! A number typed into a text becomes wrong when the seed, the replicates or the program change. A placeholder is evaluated on the trials and
//! verdicts of the run that the page is about, so the text cannot contradict the tables below it.
//!
//! `prose` evaluates the placeholders in a spec's `analysis` and `answer` (docs/formulas.md). `spec` reads them and refuses those that name
//! nothing in it. `study/pages` collects their statistics by cell and variant while it reads the trials for the figures, and completes the text.
//! The columns and conditions of the command `table` have the same grammar: a `TableExpression` is the content of a placeholder, a `Selection` its filters.
//! `tests/suite/prose.rs` refuses a number or a comparison in the committed specs that a run could contradict.

mod evaluate;
mod expression;
mod filter;
mod groups;
mod parse;
mod pooled;
mod selection;
mod table_expression;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod validate;

pub use evaluate::{Rendered, RunNumbers};
pub use expression::Format;
pub use filter::is_named;
pub use groups::Groups;
pub use selection::Selection;
pub use table_expression::{TableExpression, TableValue};
pub use text::Prose;
pub use validate::SpecNames;
