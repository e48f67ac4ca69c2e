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

/// What the learner would make of an example if it came now, by its own exact score and its own conventions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forecast {
    /// ⟨w, x⟩ compared with zero.
    pub sign: Ordering,
    /// Whether the prediction would be a mistake.
    pub mistake: bool,
    /// Whether it would be a margin mistake; for a rule without a threshold, a mistake.
    pub margin_mistake: bool,
}

/// Asks the learner about any example.
pub type Foresee<'a> = &'a mut dyn FnMut(&Reply) -> Forecast;

/// An adversary that may ask what the learner would make of any example before it shows the next one.
pub trait Opponent {
    /// Number of features of its examples.
    fn dimension(&self) -> usize;

    /// Common denominator of the numerators it shows.
    fn denominator(&self) -> i64 {
        1
    }

    /// The next example, or `None` when it stops.
    fn reply(&mut self, foresee: Foresee) -> Option<Reply>;

    /// A direction that separates everything it has shown, if it keeps one.
    fn separator(&self) -> Option<Separator>;
}
