//! Follows a run in the order of the sample, pass by pass, until the weight vector at the beginning of a pass comes back.

use super::signed_examples::SignedExamples;
use crate::cancellation;
use crate::sample::{OutOfRange, Rational};
use std::collections::HashMap;

/// A run in the order of the sample that comes back to an earlier weight vector, and so repeats itself.
#[derive(Debug, Clone, PartialEq)]
pub struct CyclicRun {
    /// Number of passes before the first vector that comes back.
    pub before: u64,
    /// Number of passes after which the vector comes back; 1 also if no example calls for an update any more.
    pub period: u64,
    /// Number of updates in a period; 0 if the run ends.
    pub updates: u64,
    /// The largest ‖w‖² of the run, in the units of the features.
    pub largest_norm_squared: Rational,
}

impl CyclicRun {
    /// Runs from w = 0 until the vector at the beginning of a pass was there before; `None` after `most` passes.
    ///
    /// # Errors
    /// A weight exceeds 64 bits.
    pub fn of(examples: &SignedExamples, most: u64) -> Result<Option<Self>, OutOfRange> {
        let mut weights = vec![0; examples.dimension()];
        let mut next = weights.clone();
        let (mut updates, mut largest) = (0, 0);
        let mut begun = HashMap::from([(weights.clone(), (0, 0))]);
        for pass in 1..=most {
            cancellation::check();
            for example in 0..examples.examples() {
                if examples.is_due(example, examples.score(example, &weights)) {
                    examples.update(example, &weights, &mut next)?;
                    std::mem::swap(&mut weights, &mut next);
                    updates += 1;
                    let squares = weights.iter().map(|&w| i128::from(w) * i128::from(w));
                    largest = largest.max(squares.sum());
                }
            }
            if let Some((before, earlier)) = begun.insert(weights.clone(), (pass, updates)) {
                return Ok(Some(Self {
                    before,
                    period: pass - before,
                    updates: updates - earlier,
                    largest_norm_squared: examples.in_squared_units(largest),
                }));
            }
        }
        Ok(None)
    }
}
