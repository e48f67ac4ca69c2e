//! Draws examples independently, with replacement.

use super::{Examine, Step, Walk};
use crate::documented::documented_unit;
use crate::seed::Stream;

documented_unit! {
    name = "random";
    /// Independent uniform draws with replacement; as many draws as examples make a pass.
    ///
    /// A pass without updates proves nothing here, so the run stops only if a full scan then finds nothing to update on.
    /// # Source
    /// The margin-perceptron note's algorithm; docs/theory.md, C-H1.
    pub struct Random;
}

/// The order before its first draw.
pub struct Start {
    draws: Stream,
    in_pass: usize,
}

impl Start {
    /// Draws its examples from this stream.
    pub fn new(draws: Stream) -> Self {
        Self { draws, in_pass: 0 }
    }
}

impl Walk for Start {
    fn next(&mut self, hypothesis: &dyn Examine) -> Step {
        if self.in_pass == hypothesis.examples() {
            self.in_pass = 0;
            return Step::PassEnd;
        }
        self.in_pass += 1;
        Step::Show(self.draws.below(hypothesis.examples()))
    }
}
