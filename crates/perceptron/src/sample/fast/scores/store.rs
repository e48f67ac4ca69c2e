//! Holds the data that runs on stored scores share: the Gram matrix, and a run that others may follow.

use super::gram_matrix::GramMatrix;
use super::shared_prefix::SharedPrefix;
use crate::sample::{Dense, Label};

/// Inner products of the examples of a sample, so that an update adds one row of products to the scores of all examples, and a score is looked up.
/// Examples are multiplied by their labels, so that a score is y⟨w, x⟩ and comparisons need no label.
///
/// Stored scores are whole multiples of a unit, and differ from those of the weight vector by at most a known bound. Where the bound leaves a
/// decision open, the weight vector is brought up to date and the score computed from it decides. So a run on this store equals a run on the rows,
/// decision by decision and bit by bit.
pub struct ScoreStore<'a> {
    /// The inner products of the examples.
    pub(super) gram: GramMatrix<'a>,
    /// The first updates of the run on all examples, whose scores other runs may look up as long as they make the same updates.
    pub(super) prefix: SharedPrefix,
}

impl<'a> ScoreStore<'a> {
    /// A store for runs on this sample with ‖w‖ up to about four times `norm`; `None` if inner products leave the range of floats.
    pub fn of(rows: &'a Dense, labels: &'a [Label], norm: f64) -> Option<Self> {
        let gram = GramMatrix::of(rows, labels, norm)?;
        let trail = SharedPrefix::new(labels.len());
        Some(Self {
            gram,
            prefix: trail,
        })
    }

    /// Stores the scores after each of these updates (index, factor) from w = 0, for runs that begin with the same updates and so have the same
    /// weight vectors.
    pub fn lead(&mut self, updates: &[(usize, i64)]) {
        self.prefix = SharedPrefix::of(&self.gram, updates);
    }

    /// Computes the inner products that these updates (index, factor) need, several rows at once.
    pub fn prepare(&self, updates: &[(usize, i64)]) {
        self.gram.prepare(updates);
    }
}
