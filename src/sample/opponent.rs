//! Lets a generator answer the learner, example by example, instead of drawing a sample beforehand.

use super::{Label, Separator};
use std::cmp::Ordering;

/// One example an opponent shows: the non-zero features as `(index, numerator)` pairs, and its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Non-zero features.
    pub features: Vec<(usize, i64)>,
    /// The label.
    pub label: Label,
}

/// Compares ⟨w, x⟩ of any vector, given by its non-zero features, with zero.
pub type ScoreSign<'a> = &'a mut dyn FnMut(&[(usize, i64)]) -> Ordering;

/// An adversary that may ask how the current hypothesis scores any vector before it shows the next example.
pub trait Opponent {
    /// Number of features of its examples.
    fn dimension(&self) -> usize;

    /// Common denominator of the numerators it shows.
    fn denominator(&self) -> i64 {
        1
    }

    /// The next example, or `None` when it stops.
    fn reply(&mut self, score_sign: ScoreSign) -> Option<Reply>;

    /// A direction that separates everything it has shown, if it keeps one.
    fn separator(&self) -> Option<Separator>;
}
