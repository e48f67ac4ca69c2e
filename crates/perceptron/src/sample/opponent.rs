//! Defines the trait of generators that answer the learner example by example, instead of drawing a sample beforehand.

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

/// How the learner would judge an example if it were shown now, by the learner's own exact score and tie convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forecast {
    /// ⟨w, x⟩ compared with zero.
    pub sign: Ordering,
    /// Whether the prediction would be a mistake.
    pub mistake: bool,
    /// Whether it would be a margin mistake; for a rule without a threshold, a mistake.
    pub margin_mistake: bool,
}

/// A function that asks the learner for its forecast on any example.
pub type Foresee<'a> = &'a mut dyn FnMut(&Reply) -> Forecast;

/// An adversary that may ask for the learner's forecast on any example before it shows the next one.
pub trait Opponent {
    /// Number of features of its examples.
    fn dimension(&self) -> usize;

    /// Common denominator of the numerators that it shows.
    fn denominator(&self) -> i64 {
        1
    }

    /// The next example, or `None` when it stops.
    fn reply(&mut self, foresee: Foresee) -> Option<Reply>;

    /// A direction that separates everything it has shown, if it keeps one.
    fn separator(&self) -> Option<Separator>;
}
