//! Draws examples independently, with replacement.

use super::{Examine, Step, Walk};
use crate::documented::documented_unit;
use crate::sample::Ahead;
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
    /// Draws that were made, and how many of them were shown.
    drawn: Vec<usize>,
    shown: usize,
}

/// How many draws are made at once: the stream is read in the same order, however many they are.
const BLOCK: usize = 64;

impl Start {
    /// Draws its examples from this stream.
    pub fn new(draws: Stream) -> Self {
        Self {
            draws,
            in_pass: 0,
            drawn: Vec::with_capacity(BLOCK),
            shown: 0,
        }
    }
}

impl Walk for Start {
    fn next(&mut self, hypothesis: &dyn Examine) -> Step {
        let examples = hypothesis.examples();
        if self.in_pass == examples {
            self.in_pass = 0;
            return Step::PassEnd;
        }
        self.ahead(examples);
        let example = self.drawn[self.shown];
        self.advance(1);
        Step::Show(example)
    }

    fn ahead(&mut self, examples: usize) -> Ahead<'_> {
        if self.shown == self.drawn.len() {
            let draws = BLOCK.min(examples - self.in_pass);
            self.drawn.clear();
            self.drawn
                .extend((0..draws).map(|_| self.draws.below(examples)));
            self.shown = 0;
        }
        Ahead::List(&self.drawn[self.shown..])
    }

    fn advance(&mut self, shown: usize) {
        self.shown += shown;
        self.in_pass += shown;
    }
}
