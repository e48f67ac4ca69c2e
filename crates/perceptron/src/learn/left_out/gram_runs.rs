//! Makes runs without an example on kept scores, each from where it begins to differ from the one with all examples.

use crate::learn::StopReason;
use crate::learn::learner::Learner;
use crate::learn::order::{Order, OrderPlan, Recording, TakeSteps, Walk};
use crate::learn::session::{Listener, Session};
use crate::sample::{GramScores, LeaveOneOutScores, ScoreStore};
use std::cmp::Ordering;

/// Where a run without an example begins: where the one with all of them is after so many showings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LeaveOneOutStart {
    shown: usize,
    /// The example that is left out.
    pub example: usize,
}

impl LeaveOneOutStart {
    /// After so many showings, without this example.
    pub(super) fn new(shown: usize, example: usize) -> Self {
        Self { shown, example }
    }
}

/// What runs without an example have in common.
pub(super) struct GramRuns<'k> {
    /// Who is run.
    pub learner: &'k Learner<'k>,
    /// On these scores.
    pub store: ScoreStore<'k>,
    /// The first draws of a random order.
    pub recording: Option<Recording>,
    /// How many showings come before the first of each example, where that is recorded.
    pub first_showings: Vec<Option<usize>>,
}

/// A run on kept scores.
struct GramRun<'k, 's> {
    store: LeaveOneOutScores<'k>,
    session: Session<'s, LeaveOneOutScores<'k>>,
    walk: Box<dyn Walk + 'k>,
}

impl GramRuns<'_> {
    /// How many examples are certainly shown before this one is.
    pub(super) fn first_shown(&self, example: usize) -> usize {
        let first = self.first_showings.get(example).copied().flatten();
        first.unwrap_or_default()
    }

    /// How the score of each example left out compares with zero in the end; `None` of one whose run a cap ended. Those that begin first come
    /// first.
    pub(super) fn scores(&self, begins: &[LeaveOneOutStart]) -> Option<Vec<Option<Ordering>>> {
        let mut nobody = |_: usize, _: &GramScores| {};
        let mut whole = self.begun(None, &mut nobody)?;
        let score = |begin: &LeaveOneOutStart| self.score(&mut whole, *begin);
        Some(begins.iter().map(score).collect())
    }

    /// The order, from its beginning.
    fn walk(&self) -> Option<Box<dyn Walk + '_>> {
        let way = || self.learner.variant().order.way(self.learner.draws());
        let recording = self.recording.as_ref();
        match recording
            .map(Order::replay)
            .map_or_else(way, OrderPlan::One)
        {
            OrderPlan::One(walk) => Some(walk),
            OrderPlan::All(_) => None,
        }
    }

    /// A run at its beginning.
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
        // A cap comes at another place where the example left out is counted.
        let returned = reason.is_end().then(|| run.session.returned(&run.store))?;
        (returned.ok()?).compare(&run.store, example, labels[example])
    }

    /// The rest of the order once the run with all examples has come so far; `None` where the learner decides on it, or where it does not come
    /// so far.
    fn rest_after<'k>(
        &'k self,
        whole: &mut GramRun<'k, '_>,
        shown: usize,
    ) -> Option<Box<dyn Walk + 'k>> {
        whole.walk.fork()?;
        let more = shown.checked_sub(whole.session.counts.draws as usize)?;
        let mut until = TakeSteps::new(whole.walk.as_mut(), more);
        let labels = self.learner.labels();
        let reason = whole.session.run(&whole.store, labels, &mut until);
        let is_there =
            reason == StopReason::EndOfStream && whole.session.counts.draws == shown as u64;
        is_there.then(|| whole.walk.fork())?
    }
}
