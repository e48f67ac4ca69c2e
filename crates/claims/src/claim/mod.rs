//! States the theorems as data: each claim says what is observed, what limits it, under which premises, and who stated it.
//!
//! Every claim is one file in the folder of its subject: capacity, comparison, convergence, mistakes, risk, vectors. A claim returns its statement
//! and validates its own keys; it contains no statistics. Limits and premises that several claims share have files of their own, and each premise is
//! declared once. `stated` holds a claim as a spec states it: on which cells and variants, with which margin, scale and expected verdict.

mod capacity;
mod comparison;
mod conjecture;
mod convergence;
mod definition;
mod dependence;
mod enclosure;
mod estimates;
mod form;
mod formula;
pub mod limits;
mod margin_source;
mod mistakes;
mod paired;
pub mod premise;
mod proofs;
mod registry;
mod remedy;
mod risk;
mod slack_kind;
mod stated;
mod stated_in;
mod statement;
mod term;
#[cfg(test)]
mod tests;
mod trend;
mod vectors;
mod winnow;

pub use capacity::uniform_deviation_bound::Class;
pub use definition::{Claim, ClaimText};
pub(crate) use enclosure::{Enclosure, MOST_BITS};
pub use estimates::EstimateFault;
pub use form::{Closeness, Form, LimitDirection, OneTrial, Scope};
pub use formula::{Formula, FormulaError, OUTSIDE_RANGE};
pub use margin_source::MarginSource;
pub use mistakes::margin_mistake_bound::Norm;
pub use paired::{PairedNumbers, order};
pub use premise::{NamedPremise, Premise};
pub use proofs::proof;
pub use registry::*;
pub use risk::risk_at_most_distinct_mistakes::FreshExampleEvent;
pub use slack_kind::SlackKind;
pub use stated::{Answers, StatedClaim, VerdictKind};
pub use stated_in::{LectureNote, StatedIn};
pub use statement::{Statement, Variation, measures};
pub use term::Term;
pub use trend::{Statistic, Trend, TrendShape};
pub use vectors::{distance_to_boundary::Divisor, turns_towards::TurnTarget};
