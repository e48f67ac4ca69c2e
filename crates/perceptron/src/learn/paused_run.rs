//! Runs the learning loop on a sample that arrives piece by piece; each example is shown once and then dropped.

use super::hypothesis::Returned;
use super::order::{Order, StreamWalk};
use super::session::Session;
use super::{Counts, HypothesisKind, Learner, RunResult, Stop, StopReason, Variant};
use crate::sample::{FastPath, Features, Label, OutOfRange, Sample, SignWeights};
use crate::seed::Seed;

/// A run of the learning loop on a sample that arrives in pieces (blocks of consecutive examples), paused between two pieces.
pub struct PausedRun<'a> {
    variant: &'a Variant,
    draws: Seed,
    /// Number of examples in all pieces of the sample that were shown so far.
    shown: usize,
    /// The weight vector so far, if the features are dense floats; `None` before the first piece of the sample.
    dense: Option<Vec<f64>>,
    signs: Option<SignWeights>,
    learned: RunResult,
}

impl Variant {
    /// Whether a run of this variant shows each example once and never needs it again: the learning loop on examples as they are drawn, in the order
    /// of the sample, which returns its last weight vector.
    pub fn needs_each_example_once(&self) -> bool {
        let ends = matches!(self.stop(), Stop::EndOfStream | Stop::Updates(_));
        let plain = self.view().is_some_and(|view| view.is_plain());
        let once = self.order == Order::Stream && ends;
        once && plain && self.learner.is_none() && self.hypothesis == HypothesisKind::Last
    }
}

impl<'a> PausedRun<'a> {
    /// Creates a run of a variant that [needs each example once](Variant::needs_each_example_once); `draws` is the seed of the learner's own random
    /// choices.
    pub fn new(variant: &'a Variant, draws: Seed) -> Self {
        Self {
            variant,
            draws,
            shown: 0,
            dense: None,
            signs: None,
            learned: RunResult::without_run(StopReason::EndOfStream),
        }
    }

    /// Shows the learner the next piece (block of consecutive examples) of the sample; does nothing if the run has stopped.
    ///
    /// # Errors
    /// Exact integers leave their range before an example is shown.
    pub fn see(&mut self, piece: &Sample) -> Result<(), OutOfRange> {
        if self.learned.reason != StopReason::EndOfStream {
            return Ok(());
        }
        let learner = Learner::new(self.variant, piece, self.draws)?;
        let labels = learner.labels();
        let shown = self.shown;
        let learned = match learner.features() {
            Features::Dense(store) => self.go_on(store, labels, |online| &mut online.dense),
            Features::Signs(store) => self.go_on(store, labels, |online| &mut online.signs),
            // Samples come in pieces only in these two stores.
            _ => Err(OutOfRange),
        };
        if learned.is_err() {
            self.learned = RunResult::without_run(StopReason::OutOfRange);
        }
        self.shown = shown + labels.len();
        Ok(())
    }

    /// Returns the learner configuration that is run.
    pub fn variant(&self) -> &'a Variant {
        self.variant
    }

    /// Returns the result of the run, to be called when the last piece of the sample has been shown.
    pub fn learned(self) -> RunResult {
        self.learned
    }

    fn go_on<S: FastPath>(
        &mut self,
        store: &S,
        labels: &[Label],
        held: impl Fn(&mut Self) -> &mut Option<S::Weights>,
    ) -> Result<(), OutOfRange> {
        let vector = held(self).take();
        let (shown, learned) = (self.shown, &mut self.learned);
        let mut record = |example, _: &S::Weights| learned.updates.push(shown + example);
        let mut session = Session::new(store, self.variant, None, &mut record)?;
        // The only pass ends with the last piece.
        session.counts = Counts {
            passes: 0,
            ..learned.counts
        };
        session.state.weights = vector.unwrap_or_else(|| store.zero());
        let reason = session.run(store, labels, &mut StreamWalk::default());
        let counts = session.counts;
        let returned = session.returned(store)?;
        let step = self.variant.rule.step().to_f64();
        learned.hypothesis = Some(returned.export(store, step));
        learned.counts = counts;
        learned.reason = reason;
        if let Returned::Linear(vector) = returned {
            *held(self) = Some(vector);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_loop_that_goes_once_through_a_plain_sample_needs_each_example_once() {
        let needs_each_once = |keys: &str| {
            let variant: Variant = toml::from_str(keys).unwrap_or_else(|error| panic!("{error}"));
            variant.needs_each_example_once()
        };
        let stream = "order = \"stream\"";
        for keys in ["", "stop = { updates = 3 }", "arithmetic = \"f64\""] {
            assert!(needs_each_once(&format!("{stream}\n{keys}")), "{keys}");
        }
        for keys in [
            "stop = \"clean-pass\"",
            "hypothesis = \"averaged\"",
            "learner = { dual = {} }",
            "transform = \"reflect\"",
            "offset = 1",
        ] {
            assert!(!needs_each_once(&format!("{stream}\n{keys}")), "{keys}");
        }
        // A cyclic run shows examples again, and a given order may do so.
        for order in ["\"cyclic\"", "{ given = [0, 1, 0] }"] {
            assert!(!needs_each_once(&format!("order = {order}")), "{order}");
        }
    }
}
