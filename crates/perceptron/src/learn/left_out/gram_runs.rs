//! Makes leave-one-out runs on stored scores, each from where it begins to differ from the run with all examples.

use crate::learn::learner::Learner;
use crate::learn::order::{Order, OrderPlan, Recording, Walk};
use crate::learn::session::{Listener, Session};
use crate::sample::{GramScores, LeaveOneOutScores, ScoreStore};
use std::cmp::Ordering;

/// Start of a leave-one-out run: the state of the run with all examples after `shown` examples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LeaveOneOutStart {
    shown: usize,
    /// Index of the example that is left out.
    pub example: usize,
}

impl LeaveOneOutStart {
    /// Creates the start of the run without `example`, where the run with all examples has shown `shown` examples.
    pub(super) fn new(shown: usize, example: usize) -> Self {
        Self { shown, example }
    }
}

/// Data that all leave-one-out runs of a learner share: stored scores, and recorded random choices.
pub(super) struct GramRuns<'k> {
    /// The learner that is run without each example.
    pub learner: &'k Learner<'k>,
    /// Store of the scores of all examples, on which the runs are made.
    pub store: ScoreStore<'k>,
    /// The first examples of a random order, if they were drawn in advance.
    pub recording: Option<Recording>,
    /// For each example, the number of examples shown before it is first shown, as far as this is recorded.
    pub first_showings: Vec<Option<usize>>,
}

/// A run that updates stored scores in place of a weight vector.
struct GramRun<'k, 's> {
    store: LeaveOneOutScores<'k>,
    session: Session<'s, LeaveOneOutScores<'k>>,
    walk: Box<dyn Walk + 'k>,
    /// Whether the run ended before it had shown as many examples as were asked for, so that it must not be continued.
    has_stopped: bool,
}

impl GramRuns<'_> {
    /// Returns a number of examples that are certainly shown before `example` is shown for the first time; 0 if nothing is known.
    pub(super) fn first_shown(&self, example: usize) -> usize {
        let first = self.first_showings.get(example).copied().flatten();
        first.unwrap_or_default()
    }

    /// Makes the leave-one-out run from each start in `begins`, which must be sorted, and compares the final score of its left-out example with zero;
    /// `None` for an example whose run was ended by a cap.
    pub(super) fn scores(&self, begins: &[LeaveOneOutStart]) -> Option<Vec<Option<Ordering>>> {
        let mut nobody = |_: usize, _: &GramScores| {};
        let mut whole = self.begun(None, &mut nobody)?;
        let score = |begin: &LeaveOneOutStart| self.score(&mut whole, *begin);
        Some(begins.iter().map(score).collect())
    }

    /// Returns the learner's order at its beginning, with the recorded random choices if there are any; `None` if all orders are explored.
    fn walk(&self) -> Option<Box<dyn Walk + '_>> {
        let way = || self.learner.variant().order.plan(self.learner.draws());
        let recording = self.recording.as_ref();
        match recording
            .map(Order::replay)
            .map_or_else(way, OrderPlan::One)
        {
            OrderPlan::One(walk) => Some(walk),
            OrderPlan::All(_) => None,
        }
    }

    /// Creates a run at w = 0 that never shows the example `left_out`.
    fn begun<'k, 's>(
        &'k self,
        left_out: Option<usize>,
        listener: &'s mut dyn Listener<LeaveOneOutScores<'k>>,
    ) -> Option<GramRun<'k, 's>> {
        let store = self.store.without(left_out);
        Some(GramRun {
            session: Session::new(&store, self.learner.variant(), left_out, listener).ok()?,
            store,
            walk: self.walk()?,
            has_stopped: false,
        })
    }

    fn score<'k>(
        &'k self,
        whole: &mut GramRun<'k, '_>,
        begin: LeaveOneOutStart,
    ) -> Option<Ordering> {
        let LeaveOneOutStart { shown, example } = begin;
        let mut nobody = |_: usize, _: &GramScores| {};
        let mut run = self.begun(Some(example), &mut nobody)?;
        let labels = self.learner.labels();
        if let Some(walk) = self.rest_after(whole, shown) {
            let weights = run.store.begun_from(&whole.session.state.weights);
            run.session.begin_at(&whole.session, weights);
            run.walk = walk;
        }
        let reason = run.session.run(&run.store, labels, run.walk.as_mut());
        // A cap would end this run at another place than a run from the beginning, so a capped run has no result here.
        let returned = reason.is_end().then(|| run.session.returned(&run.store))?;
        (returned.ok()?).compare(&run.store, example, labels[example])
    }

    /// Continues `whole`, the run with all examples, until it has shown `shown` examples, and returns the order from there on. `None` if the order
    /// depends on the learner, or if that run ends earlier.
    fn rest_after<'k>(
        &'k self,
        whole: &mut GramRun<'k, '_>,
        shown: usize,
    ) -> Option<Box<dyn Walk + 'k>> {
        if whole.has_stopped {
            return None;
        }
        whole.walk.fork()?;
        let (session, labels) = (&mut whole.session, self.learner.labels());
        let is_there = session.run_until(shown as u64, &whole.store, labels, whole.walk.as_mut());
        whole.has_stopped = !is_there;
        is_there.then(|| whole.walk.fork())?
    }
}
