//! States the theorems as data: each claim says what is observed, what limits it, under which premises, and who stated it.
//!
//! A theorem is an entry of a file in `theorems`, which `theorem` reads; numbers that no formula says are in `computed`. Each premise is declared once.
//! `stated` holds a claim as a spec states it: on which cells and variants, with which margin, scale and expected verdict. A claim contains no
//! statistics.

mod answers;
mod comparison;
mod computed;
mod conjecture;
mod definition;
mod dependence;
mod enclosure;
mod form;
mod formula;
pub mod limits;
mod margin_source;
mod misuse_of_estimates;
mod paired;
pub mod premise;
mod registry;
mod remedy;
mod slack_kind;
mod stated;
mod stated_in;
mod statement;
mod term;
#[cfg(test)]
mod tests;
mod theorem;
mod trend;

pub use answers::Answers;
pub use comparison::rank_correlation::RankCorrelation;
pub use comparison::scaling_exponent::ScalingExponent;
pub use comparison::smaller_risk_on_average::{ComparedError, SmallerRiskOnAverage};
pub use comparison::stated_expectation::StatedExpectation;
pub use comparison::stated_value::StatedValue;
pub use comparison::usually_smaller::UsuallySmaller;
pub use computed::computed_numbers;
pub use conjecture::Conjecture;
pub use definition::{Claim, ClaimText};
pub(crate) use enclosure::{Enclosure, MOST_BITS};
pub use form::{Closeness, Form, LimitDirection, OneTrial, Scope};
pub(crate) use formula::grammar;
pub use formula::{Formula, OUTSIDE_RANGE, TextMistake};
pub(crate) use formula::{Function, Operator};
pub use margin_source::MarginSource;
pub use misuse_of_estimates::EstimateFault;
pub use paired::{PairedNumbers, order};
pub use premise::{NamedPremise, Premise};
pub use registry::{Registered, formal, formal_places, not_a_theorem, numbers, proof};
pub use slack_kind::SlackKind;
pub use stated::{StatedClaim, VerdictKind};
pub use stated_in::{LectureNote, StatedIn};
pub use statement::{Statement, Variation, measures};
pub use term::Term;
pub(crate) use theorem::{CutOff, RandomLimit, Theorem, TheoremSeed};
pub use theorem::{EntryMistake, FileMistake, TheoremClaim, TheoremFile};
pub(crate) use theorem::{all as all_theorems, tested_trials};
pub use trend::{Trend, TrendShape};
