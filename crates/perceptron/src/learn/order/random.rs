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

/// The first draws of an order, made once for several runs.
pub struct Recording {
    first: Vec<usize>,
    rest: Stream,
}

impl Recording {
    /// So many draws among so many examples.
    pub fn new(mut draws: Stream, examples: usize, count: usize) -> Self {
        Self {
            first: (0..count).map(|_| draws.below(examples)).collect(),
            rest: draws,
        }
    }
}

/// The order before its first draw.
pub struct Start<'a> {
    /// Draws that were made before, and come first.
    recorded: &'a [usize],
    draws: Stream,
    in_pass: usize,
    /// Draws that were made, and how many of them were shown.
    drawn: Vec<usize>,
    shown: usize,
}

/// How many draws are made at once: the stream is read in the same order, however many they are.
const BLOCK: usize = 64;

impl<'a> Start<'a> {
    /// Draws its examples from this stream.
    pub fn new(draws: Stream) -> Self {
        Self::after(&[], draws)
    }

    /// Shows what was drawn from a stream, and goes on with it.
    pub fn replaying(recording: &'a Recording) -> Self {
        Self::after(&recording.first, recording.rest.clone())
    }

    fn after(recorded: &'a [usize], draws: Stream) -> Self {
        Self {
            recorded,
            draws,
            in_pass: 0,
            drawn: Vec::with_capacity(BLOCK),
            shown: 0,
        }
    }
}

impl Walk for Start<'_> {
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
            let wanted = BLOCK.min(examples - self.in_pass);
            let (known, later) = self.recorded.split_at(wanted.min(self.recorded.len()));
            self.recorded = later;
            self.drawn.clear();
            self.drawn.extend_from_slice(known);
            let drawn = (known.len()..wanted).map(|_| self.draws.below(examples));
            self.drawn.extend(drawn);
            self.shown = 0;
        }
        Ahead::List(&self.drawn[self.shown..])
    }

    fn advance(&mut self, shown: usize) {
        self.shown += shown;
        self.in_pass += shown;
    }
}
