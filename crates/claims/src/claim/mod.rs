//! States the theorems as data: one claim per file says what is observed, what limits it, when, and by whom.
//!
//! One claim is one file in a folder of its subject: capacity, comparison, convergence, mistakes, risk, vectors. A claim says its statement and
//! checks its own keys, and contains no statistics; limits and premises that several share have files of their own, each premise declared once.
//! `stated` is a claim as a spec means it: on which cells and variants, with which margin, scale and expected verdict.

mod capacity;
mod comparison;
mod conjecture;
mod convergence;
mod definition;
mod form;
mod formula;
pub mod limits;
mod margin_source;
mod mistakes;
pub mod premise;
mod proofs;
mod registry;
mod remedy;
mod risk;
mod stated;
mod statement;
mod term;
#[cfg(test)]
mod tests;
mod trend;
mod vectors;

pub use capacity::uniform_deviation_bound::Class;
pub use definition::{Claim, ClaimText};
pub use form::{Closeness, Form, FormWord, LimitDirection, OneTrial, Scope};
pub use formula::{Formula, FormulaError};
pub use margin_source::MarginSource;
pub use mistakes::margin_mistake_bound::Norm;
pub use premise::{NamedPremise, Premise};
pub use proofs::proof;
pub use registry::*;
pub use risk::risk_at_most_distinct_mistakes::FreshExampleEvent;
pub use stated::{Answers, StatedClaim, VerdictKind};
pub use statement::{Statement, Variation, measures};
pub use term::Term;
pub use trend::{Statistic, Trend, TrendShape};
pub use vectors::{distance_to_boundary::Divisor, turns_towards::TurnTarget};
