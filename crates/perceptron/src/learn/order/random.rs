//! Draws examples independently, with replacement.

use super::walk::{HypothesisView, Step, Walk};
use crate::documented::documented_unit;
use crate::sample::UpcomingExamples;
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

/// The first examples of a random order, drawn once for several runs.
pub struct Recording {
    first: Vec<usize>,
    rest: Stream,
}

impl Recording {
    /// Draws and records `count` example indices below `examples`, with replacement.
    pub fn new(mut draws: Stream, examples: usize, count: usize) -> Self {
        let mut first = vec![0; count];
        draws.fill_below(examples, &mut first);
        Self { first, rest: draws }
    }

    /// Returns, for each example, the number of examples shown before it is first shown; `None` for an example that is not among the recorded draws.
    pub fn first_showings(&self, examples: usize) -> Vec<Option<usize>> {
        let mut firsts = vec![None; examples];
        for (shown, &example) in self.first.iter().enumerate().rev() {
            firsts[example] = Some(shown);
        }
        firsts
    }
}

/// Position in a random order.
#[derive(Clone)]
pub(super) struct RandomWalk<'a> {
    /// Recorded example indices that are still to be shown, before any new ones are drawn.
    recorded: &'a [usize],
    draws: Stream,
    in_pass: usize,
    /// A block of drawn example indices, of which the first `shown` were shown; before the first block is drawn, `shown` is its length.
    drawn: [usize; BLOCK],
    shown: usize,
}

/// Number of examples that a random order draws at once. It does not affect which ones: the random stream is read in the same order.
const BLOCK: usize = 128;

/// Number of examples that a random order draws at once from a small sample, on which a run may end sooner.
const FEW: usize = 64;

impl<'a> RandomWalk<'a> {
    /// Creates a random order that draws its examples from this stream of random numbers.
    pub(super) fn new(draws: Stream) -> Self {
        Self::after(&[], draws)
    }

    /// Creates a random order that shows the recorded examples, and then draws from the stream that they were drawn from.
    pub(super) fn replaying(recording: &'a Recording) -> Self {
        Self::after(&recording.first, recording.rest.clone())
    }

    fn after(recorded: &'a [usize], draws: Stream) -> Self {
        Self {
            recorded,
            draws,
            in_pass: 0,
            drawn: [0; BLOCK],
            shown: BLOCK,
        }
    }
}

impl RandomWalk<'_> {
    /// Returns the examples that come next in this pass, as far as they are drawn: at least one, until the pass ends.
    fn known(&mut self, examples: usize) -> &[usize] {
        let left = examples - self.in_pass;
        if !self.recorded.is_empty() {
            return &self.recorded[..left.min(self.recorded.len())];
        }
        if self.shown == BLOCK {
            self.shown = BLOCK - examples.clamp(FEW, BLOCK);
            let drawn = &mut self.drawn[self.shown..];
            self.draws.fill_below(examples, drawn);
        }
        let next = &self.drawn[self.shown..];
        &next[..left.min(next.len())]
    }
}

impl Walk for RandomWalk<'_> {
    fn next(&mut self, hypothesis: &dyn HypothesisView) -> Step {
        let examples = hypothesis.examples();
        if self.in_pass == examples {
            self.in_pass = 0;
            return Step::PassEnd;
        }
        let example = self.known(examples)[0];
        self.advance(1);
        Step::Show(example)
    }

    fn upcoming(&mut self, examples: usize) -> UpcomingExamples<'_> {
        UpcomingExamples::List(self.known(examples))
    }

    fn advance(&mut self, shown: usize) {
        self.in_pass += shown;
        if self.recorded.is_empty() {
            self.shown += shown;
        } else {
            self.recorded = &self.recorded[shown..];
        }
    }

    fn fork<'w>(&self) -> Option<Box<dyn Walk + 'w>>
    where
        Self: 'w,
    {
        Some(Box::new(self.clone()))
    }
}
