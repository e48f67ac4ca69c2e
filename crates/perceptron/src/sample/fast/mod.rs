//! The fast path of the learning loop: examples that need no update are skipped in bulk, scores are stored, and products are summed in vector
//! registers.
//!
//! `FastPath` is the only interface that the loop uses. `upcoming_examples` lists the examples that come next and finds the first among them that
//! calls for an update. `quantized` and `lanes` bound or sum many scores at once. `scores` stores the scores of all examples for repeated runs on
//! one sample.

mod fast_path;
pub(in crate::sample) mod lanes;
mod min_max;
mod processor;
mod products;
pub(in crate::sample) mod quantized;
mod scores;
pub(in crate::sample) mod ternary_direction;
pub(in crate::sample) mod upcoming_examples;

pub use fast_path::FastPath;
pub(in crate::sample) use fast_path::one_by_one;
pub(crate) use min_max::min_max;
pub use scores::{GramScores, LeaveOneOutScores, ScoreStore};
pub use upcoming_examples::{ScanResult, UpcomingExamples, UpdateThreshold};
