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

/// The first draws of a random order, made once for several runs.
pub struct Recording {
    first: Vec<usize>,
    rest: Stream,
}

impl Recording {
    /// Records `count` draws among `examples` examples.
    pub fn new(mut draws: Stream, examples: usize, count: usize) -> Self {
        let mut first = vec![0; count];
        draws.fill_below(examples, &mut first);
        Self { first, rest: draws }
    }

    /// Returns the number of examples shown before each example is first shown; `None` for an example that was not recorded.
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
    /// Recorded draws that are still to be shown; they come first.
    recorded: &'a [usize],
    draws: Stream,
    in_pass: usize,
    /// A block of draws, of which the first `shown` were shown; all of them before the first block is drawn.
    drawn: [usize; BLOCK],
    shown: usize,
}

/// Number of draws made at once. It does not affect their sequence: the stream is read in the same order.
const BLOCK: usize = 128;

/// Number of draws made at once for few examples, on which a run may end sooner.
const FEW: usize = 64;

impl<'a> RandomWalk<'a> {
    /// Creates an order that draws its examples from this stream.
    pub(super) fn new(draws: Stream) -> Self {
        Self::after(&[], draws)
    }

    /// Creates an order that shows the recorded draws, and then continues with their stream.
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
    /// Returns the next draws of this pass, as far as they are made: at least one, until the pass ends.
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
