//! Searches for a sample that refutes a claim about every run, or comes as close to its limit as it can.
//!
//! Samples that are drawn at random test a claim of the form "on every sample" weakly, because the worst samples are rare. A search has something to
//! maximise here, observed ÷ limit. It finds samples and no verdicts: a claim that is not refuted has `survived`, and is not shown to hold. Samples
//! that it finds count as no agreement, spend no error probability, and meet no expectation (docs/methodology.md).

mod candidate;
mod constructions;
mod drawing;
mod evaluation;
mod moves;
mod opponent;
mod orders;
mod search;
mod target;
mod text;
mod units;

pub use candidate::{Candidate, Changes, Space};
pub use evaluation::Reach;
pub use orders::every_order;
pub use search::{Found, Progress, drawn, search, simplified};
pub use target::{Constructions, Target};
