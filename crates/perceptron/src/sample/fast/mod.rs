//! The fast path of the loop: examples that need no update are skipped in bulk, scores are kept, and products are summed in vector registers.
//!
//! `FastPath` is what the loop knows of all this. `ahead` names the examples that come next and finds the first among them that calls for an
//! update; `coarse` and `lanes` bound or sum many scores at once; `scores` keeps the scores of all examples for runs on one sample again and again.

pub(in crate::sample) mod ahead;
pub(in crate::sample) mod coarse;
mod ends;
mod fast_path;
pub(in crate::sample) mod lanes;
mod processor;
mod products;
mod scores;
pub(in crate::sample) mod votes;

pub use ahead::{ScanResult, UpcomingExamples, UpdateThreshold};
pub(crate) use ends::min_max;
pub use fast_path::FastPath;
pub(in crate::sample) use fast_path::one_by_one;
pub use scores::{GramScores, LeaveOneOutScores, ScoreStore};
