//! Holds what runs on kept scores have in common: the Gram matrix, and a run that others may follow.

use super::gram_matrix::GramMatrix;
use super::shared_prefix::SharedPrefix;
use crate::sample::{Dense, Label};

/// Inner products of examples, so that an update changes the scores of all examples by a row of them and a score is looked up. Examples are
/// multiplied by their labels, so that a score is y⟨w, x⟩ and no label is asked when it is compared.
///
/// Scores are whole multiples of a unit, within a bound of those of the vector, which is made and asked wherever the bound leaves something
/// open: a run on it is one on the rows, decision by decision and bit by bit.
pub struct ScoreStore<'a> {
    /// The inner products.
    pub(super) gram: GramMatrix<'a>,
    /// A run that others may follow.
    pub(super) trail: SharedPrefix,
}

impl<'a> ScoreStore<'a> {
    /// For runs whose vectors are about as long as `norm`, or up to four times; `None` where inner products leave the floats.
    pub fn of(rows: &'a Dense, labels: &'a [Label], norm: f64) -> Option<Self> {
        let gram = GramMatrix::of(rows, labels, norm)?;
        let trail = SharedPrefix::new(labels.len());
        Some(Self { gram, trail })
    }

    /// Lets runs follow these updates from w = 0: as long as theirs are the same, so are their vectors.
    pub fn lead(&mut self, updates: &[(usize, i64)]) {
        self.trail = SharedPrefix::of(&self.gram, updates);
    }

    /// Makes the products of examples that updates will be made on, several side by side.
    pub fn prepare(&self, updates: &[(usize, i64)]) {
        self.gram.prepare(updates);
    }
}
