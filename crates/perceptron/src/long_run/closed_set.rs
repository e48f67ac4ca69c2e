//! Finds the closed set of weight vectors: all that some order of the examples reaches from w = 0.

use super::signed_examples::SignedExamples;
use crate::cancellation;
use crate::sample::{OutOfRange, Rational};
use std::collections::HashMap;

/// The smallest set of weight vectors that contains 0 and that no update leaves. It is finite for every finite sample of integers, so every run stays in
/// it, whatever the order of the examples.
pub struct ClosedSet<'a> {
    examples: &'a SignedExamples,
    /// The vectors, row by row, in the order of a breadth-first search; the first is 0.
    vectors: Vec<i64>,
    index: HashMap<Box<[i64]>, u32>,
}

impl<'a> ClosedSet<'a> {
    /// Searches breadth first for all vectors that updates reach from 0; `None` if there are more than `most` of them.
    ///
    /// # Errors
    /// A weight exceeds 64 bits.
    pub fn explore(examples: &'a SignedExamples, most: usize) -> Result<Option<Self>, OutOfRange> {
        let start = vec![0; examples.dimension()];
        let mut set = Self {
            examples,
            vectors: start.clone(),
            index: HashMap::from([(start.into_boxed_slice(), 0)]),
        };
        let mut current = 0;
        while current < set.len() {
            cancellation::check();
            set.add_successors(current)?;
            if set.len() > most {
                return Ok(None);
            }
            current += 1;
        }
        Ok(Some(set))
    }

    fn add_successors(&mut self, state: usize) -> Result<(), OutOfRange> {
        let weights = self.vector(state).to_vec();
        let mut next = weights.clone();
        for example in 0..self.examples.examples() {
            let score = self.examples.score(example, &weights);
            if self.examples.is_due(example, score) {
                self.examples.update(example, &weights, &mut next)?;
                if !self.index.contains_key(next.as_slice()) {
                    let state = u32::try_from(self.len()).map_err(|_| OutOfRange)?;
                    self.index.insert(next.clone().into_boxed_slice(), state);
                    self.vectors.extend_from_slice(&next);
                }
            }
        }
        Ok(())
    }

    /// Number of weight vectors.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether the set has no vector; it always contains 0.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// The examples whose updates lead from vector to vector.
    pub fn examples(&self) -> &SignedExamples {
        self.examples
    }

    /// The weight vector with this index, in multiples of the unit of the examples; index 0 is the vector 0.
    pub fn vector(&self, state: usize) -> &[i64] {
        let dimension = self.examples.dimension();
        &self.vectors[state * dimension..(state + 1) * dimension]
    }

    /// The index of the vector after an example was shown: the same index if the example calls for no update.
    pub(super) fn next(&self, state: usize, example: usize, buffer: &mut [i64]) -> usize {
        let weights = self.vector(state);
        let is_due = self
            .examples
            .is_due(example, self.examples.score(example, weights));
        let updated = is_due && self.examples.update(example, weights, buffer).is_ok();
        let next = updated.then(|| self.index.get(&*buffer)).flatten();
        next.map_or(state, |&next| next as usize)
    }

    /// The squared norm of a vector, in multiples of the squared unit.
    pub(super) fn norm_squared(&self, state: usize) -> i128 {
        let entries = self.vector(state).iter();
        entries.map(|&w| i128::from(w) * i128::from(w)).sum()
    }

    /// The largest ‖w‖² in the set, in the units of the features.
    pub fn largest_norm_squared(&self) -> Rational {
        let largest = (0..self.len()).map(|state| self.norm_squared(state)).max();
        self.examples.in_squared_units(largest.unwrap_or(0))
    }

    /// Number of examples with y⟨w, x⟩ ≤ 0 at a vector, and number of those with y⟨w, x⟩ < 0.
    pub(super) fn errors(&self, state: usize) -> [u64; 2] {
        let weights = self.vector(state);
        let scores =
            (0..self.examples.examples()).map(|example| self.examples.score(example, weights));
        scores.fold([0, 0], |[ties, strict], score| {
            [ties + u64::from(score <= 0), strict + u64::from(score < 0)]
        })
    }
}
