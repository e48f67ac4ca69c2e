//! Holds the data that runs on stored scores share: the Gram matrix, and a run that others may follow.

use super::gram_matrix::GramMatrix;
use super::shared_prefix::SharedPrefix;
use crate::sample::{Dense, Label};

/// Inner products of the examples, so that an update adds one row of them to the scores of all examples, and a score is looked up. Examples are
/// multiplied by their labels, so that a score is y⟨w, x⟩ and comparisons need no label.
///
/// Scores are whole multiples of a unit, within a bound of those of the weight vector. Where the bound leaves a decision open, the vector is
/// brought up to date and its score decides. So a run on this store equals a run on the rows, decision by decision and bit by bit.
pub struct ScoreStore<'a> {
    /// The inner products.
    pub(super) gram: GramMatrix<'a>,
    /// The run that others may follow.
    pub(super) prefix: SharedPrefix,
}

impl<'a> ScoreStore<'a> {
    /// For runs whose weight vectors are about as long as `norm`, or up to four times as long; `None` if inner products leave the range of floats.
    pub fn of(rows: &'a Dense, labels: &'a [Label], norm: f64) -> Option<Self> {
        let gram = GramMatrix::of(rows, labels, norm)?;
        let trail = SharedPrefix::new(labels.len());
        Some(Self {
            gram,
            prefix: trail,
        })
    }

    /// Lets runs follow these updates from w = 0: runs with equal updates have equal weight vectors.
    pub fn lead(&mut self, updates: &[(usize, i64)]) {
        self.prefix = SharedPrefix::of(&self.gram, updates);
    }

    /// Computes the inner products of the examples that will be updated on, several rows together.
    pub fn prepare(&self, updates: &[(usize, i64)]) {
        self.gram.prepare(updates);
    }
}
