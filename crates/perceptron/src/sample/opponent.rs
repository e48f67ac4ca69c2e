//! Defines the trait of generators that answer the learner example by example, instead of drawing a sample beforehand.

use super::{Label, Separator};
use std::cmp::Ordering;

/// One example that an opponent shows to the learner: its non-zero features as `(index, numerator)` pairs, and its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Non-zero features as `(index, numerator)` pairs, over [`Opponent::denominator`].
    pub features: Vec<(usize, i64)>,
    /// The label of the example.
    pub label: Label,
}

/// How the learner would judge an example if it were shown now, by the learner's own exact score and tie convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forecast {
    /// The sign of the learner's score ⟨w, x⟩ of the example.
    pub sign: Ordering,
    /// Whether the prediction would be a mistake.
    pub mistake: bool,
    /// Whether the example would be a margin mistake; for a rule without a threshold, a mistake.
    pub margin_mistake: bool,
}

/// A function that asks the learner for its forecast on any example.
pub type Foresee<'a> = &'a mut dyn FnMut(&Reply) -> Forecast;

/// An adversary that may ask for the learner's forecast on any example before it shows the next one.
pub trait Opponent {
    /// Number of features of the examples that the opponent shows.
    fn dimension(&self) -> usize;

    /// Common denominator of the numerators in the opponent's replies.
    fn denominator(&self) -> i64 {
        1
    }

    /// The next example to show to the learner, or `None` when the opponent stops; `foresee` asks the learner for its forecast on any example.
    fn reply(&mut self, foresee: Foresee) -> Option<Reply>;

    /// A direction that separates all examples that the opponent has shown, if it records one.
    fn separator(&self) -> Option<Separator>;
}
