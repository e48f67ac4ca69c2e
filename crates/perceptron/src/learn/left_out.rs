//! Trains without each example in turn, with the same random draws, and compares the score of each left-out example with zero.

mod gram_runs;

use super::learner::Learner;
use super::order::OrderPlan;
use super::session::{HypothesisMemory, Session};
use super::{HypothesisKind, Order, Stop};
use crate::sample::{FastPath, Features, ScoreStore, dot};
use gram_runs::{GramRuns, LeaveOneOutStart};
use std::cmp::Ordering;

/// Which leave-one-out runs are made; each trains on the sample without one example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retraining {
    /// One run without each example, for tests of the theorem that leaving out an example that was never updated on changes nothing.
    Full,
    /// Only the runs without an example that the full run updated on, if leaving out any other example cannot change the run; otherwise all runs.
    Coupled,
}

/// Most random choices of examples that are recorded once for all leave-one-out runs; later ones are drawn again by every run.
const MOST_RECORDED: u64 = 1 << 20;

/// Result of training without each example in turn: the sign of each left-out example's margin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// For every example, y⟨w, x⟩ compared with zero, where w was trained without this example; `None` if rounding leaves the sign open.
    pub scores: Vec<Option<Ordering>>,
    /// Number of leave-one-out runs that were made.
    pub retrainings: u64,
}

impl Learner<'_> {
    /// Trains without each example in turn, and compares the score of each left-out example with zero.
    pub fn left_out(&self, retraining: Retraining) -> LeftOut {
        let whole = self.whole();
        let couples = retraining == Retraining::Coupled && self.couples();
        let coupled = whole.as_ref().filter(|whole| couples && whole.has_ended);
        let kept =
            (whole.as_ref()).and_then(|whole| self.on_cached_scores(whole, coupled.is_none()));
        let examples = 0..self.labels().len();
        let mut begins: Vec<LeaveOneOutStart> = match coupled {
            // If runs are coupled, a run without an example differs only from the first update on that example on.
            Some(whole) => (examples.clone().zip(&whole.first_updates))
                .filter_map(|(example, shown)| Some(LeaveOneOutStart::new((*shown)?, example)))
                .collect(),
            // It equals the run with all examples until that shows the example for the first time.
            None => {
                let shown = |example| kept.as_ref().map_or(0, |kept| kept.first_shown(example));
                (examples.clone())
                    .map(|example| LeaveOneOutStart::new(shown(example), example))
                    .collect()
            }
        };
        begins.sort_unstable();
        let mut scores = match coupled {
            Some(whole) => whole.scores.clone(),
            None => vec![None; examples.len()],
        };
        let found = self.threads().map(&begins, |begins| {
            let of_kept = kept.as_ref().and_then(|runs| runs.scores(begins));
            let of_kept = of_kept.unwrap_or_else(|| vec![None; begins.len()]);
            let slowly = |begin: &LeaveOneOutStart| self.run(Some(begin.example)).left_out;
            let found = begins.iter().zip(of_kept);
            found
                .map(|(begin, score)| score.or_else(|| slowly(begin)))
                .collect()
        });
        for (begin, score) in begins.iter().zip(found) {
            scores[begin.example] = score;
        }
        LeftOut {
            scores,
            retrainings: begins.len() as u64,
        }
    }

    /// Whether the variant runs the learning loop, returns its last vector, and follows a single order.
    fn returns_last_of_loop(&self) -> bool {
        let variant = self.variant();
        let one_way = !matches!(variant.order, Order::AllOrders(_));
        variant.learner.is_none() && variant.hypothesis == HypothesisKind::Last && one_way
    }

    /// Whether leaving out an example that was never updated on leaves the run unchanged.
    fn couples(&self) -> bool {
        let variant = self.variant();
        let counts_showings = matches!(variant.stop(), Stop::QuietPeriod | Stop::Passes(_));
        variant.order.couples() && !counts_showings
    }

    /// Runs the learner on all examples; `None` if leave-one-out runs cannot start from this run.
    fn whole(&self) -> Option<FullRun> {
        if !self.returns_last_of_loop() {
            return None;
        }
        match self.features() {
            Features::Dense(store) => self.whole_on(store),
            Features::Signs(store) => self.whole_on(store),
            Features::Integers(store) => self.whole_on(store),
            Features::Sparse(store) => self.whole_on(store),
            Features::Rounded(store) => self.whole_on(store),
            Features::Wide(store) => self.whole_on(store.doubles()),
        }
    }

    fn whole_on<S: FastPath>(&self, store: &S) -> Option<FullRun> {
        let OrderPlan::One(mut walk) = self.variant().order.plan(self.draws()) else {
            return None;
        };
        let mut nobody = |_: usize, _: &S::Weights| {};
        let mut session = Session::new(store, self.variant(), None, &mut nobody).ok()?;
        session.memory = HypothesisMemory::Updates(HypothesisKind::Averaged, Vec::new());
        let reason = session.run(store, self.labels(), walk.as_mut());
        let memory = std::mem::replace(&mut session.memory, HypothesisMemory::Nothing);
        let updates = match memory {
            HypothesisMemory::Updates(_, updates) => updates,
            _ => Vec::new(),
        };
        let mut first_updates = vec![None; self.labels().len()];
        for (example, _, draw) in updates.iter().rev() {
            first_updates[*example] = Some(*draw as usize - 1);
        }
        let draws = session.counts.draws;
        let vector = store.to_floats(&session.state.weights);
        let returned = session.returned(store).ok()?;
        let labels = self.labels().iter().enumerate();
        let scores = labels.map(|(example, &label)| returned.compare(store, example, label));
        Some(FullRun {
            draws,
            norm: dot(&vector, &vector).sqrt(),
            scores: scores.collect(),
            first_updates,
            updates: (updates.into_iter())
                .map(|(example, factor, _)| (example, factor))
                .collect(),
            // A run that was capped has not ended: without one of its examples, it would reach the cap later.
            has_ended: reason.is_end(),
        })
    }

    /// Prepares leave-one-out runs that update stored scores in place of a weight vector; `None` if scores cannot be stored. `whole` is the run with
    /// all examples. With `all`, most of these runs share a long prefix with the full run.
    fn on_cached_scores(&self, whole: &FullRun, all: bool) -> Option<GramRuns<'_>> {
        let Features::Dense(rows) = self.features() else {
            return None;
        };
        let mut store = ScoreStore::of(rows, self.labels(), whole.norm)?;
        store.prepare(&whole.updates);
        if all {
            store.lead(&whole.updates);
        }
        let (order, examples) = (&self.variant().order, self.labels().len());
        // A leave-one-out run may need some more passes; after the recorded draws, it continues with the stream.
        let draws = whole.draws + whole.draws / 4 + 2 * examples as u64;
        let draws = draws.min(MOST_RECORDED) as usize;
        let recording = order.record(self.draws().stream(), examples, draws);
        Some(GramRuns {
            learner: self,
            store,
            first_showings: (recording.as_ref())
                .map_or_else(Vec::new, |recording| recording.first_showings(examples)),
            recording,
        })
    }
}

/// Results of the run with all examples, from which leave-one-out runs start.
struct FullRun {
    draws: u64,
    /// Norm ‖w‖ of the weight vector at the end of the run.
    norm: f64,
    scores: Vec<Option<Ordering>>,
    /// For each example, the number of examples shown before the first update on it; `None` if the run never updated on it.
    first_updates: Vec<Option<usize>>,
    /// Index of the example of every update, with the factor by which the example was added to w.
    updates: Vec<(usize, i64)>,
    has_ended: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Variant;
    use crate::learn::testing::sample;
    use crate::sample::Sample;
    use crate::seed::Seed;
    use crate::threads::Threads;
    use proptest::prelude::*;

    fn variant(text: &str) -> Variant {
        toml::from_str(text).unwrap()
    }

    fn one_by_one(learner: &Learner) -> Vec<Option<Ordering>> {
        let examples = 0..learner.labels().len();
        examples
            .map(|example| learner.run(Some(example)).left_out)
            .collect()
    }

    const RULES: [&str; 3] = [
        "rule = { perceptron = {} }",
        "rule = { margin-perceptron = {} }",
        "rule = { margin-perceptron = { threshold = \"1/3\", step = \"1/7\" } }",
    ];
    const ORDERS: [&str; 6] = [
        "random",
        "cyclic",
        "shuffled",
        "stream",
        "first-misclassified",
        "most-violated",
    ];
    const STOPS: [&str; 4] = [
        "stop = { updates = 2 }",
        "stop = { updates = 5 }",
        "stop = { passes = 1 }",
        "stop = { passes = 2 }",
    ];
    const GENERATORS: [&str; 4] = [
        "[sphere-margin]\ndimension = 5\ntarget_margin = 0.1\nexamples = 12",
        "[sphere-margin]\ndimension = 3\ntarget_margin = 0.2\nexamples = 18",
        "[integer-points]\ndimension = 3\nexamples = 9\nbound = 4",
        "[basis]\ndimension = 6\nexamples = 10\nlabels = \"alternating\"",
    ];

    proptest! {
        #[test]
        fn cached_scores_and_coupling_keep_leave_one_out_scores(
            rule in 0..RULES.len(), order in 0..ORDERS.len(), generator in 0..GENERATORS.len(), seed in 0_u64..1000
        ) {
            let sample = sample(GENERATORS[generator], seed);
            let variant = variant(&format!("{}\norder = \"{}\"", RULES[rule], ORDERS[order]));
            let learner = Learner::new(&variant, &sample, Seed::root(seed).child("draws")).unwrap();
            let slowly = one_by_one(&learner);
            let (full, coupled) = (learner.left_out(Retraining::Full), learner.left_out(Retraining::Coupled));
            prop_assert_eq!(&full.scores, &slowly);
            prop_assert_eq!(&coupled.scores, &slowly);
            prop_assert_eq!(full.retrainings, slowly.len() as u64);
            let mut updated = learner.run(None).updates;
            updated.sort_unstable();
            updated.dedup();
            prop_assert_eq!(coupled.retrainings, updated.len() as u64);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn runs_that_stop_early_keep_their_leave_one_out_scores(
            rule in 0..RULES.len(), order in 0..3_usize, stop in 0..STOPS.len(), generator in 0..GENERATORS.len(), seed in 0_u64..1000
        ) {
            let sample = sample(GENERATORS[generator], seed);
            let variant = variant(&format!("{}\norder = \"{}\"\n{}", RULES[rule], ORDERS[order], STOPS[stop]));
            let mut learner = Learner::new(&variant, &sample, Seed::root(seed).child("draws")).unwrap();
            let slowly = one_by_one(&learner);
            let alone = learner.left_out(Retraining::Full);
            prop_assert_eq!(&alone.scores, &slowly);
            learner.use_threads(Threads::Pool);
            prop_assert_eq!(learner.left_out(Retraining::Full), alone);
        }
    }

    #[test]
    fn cached_scores_give_every_leave_one_out_score_from_any_start() {
        let sample = sample(GENERATORS[0], 3);
        for order in ORDERS {
            let variant = variant(&format!("{}\norder = \"{order}\"", RULES[1]));
            let learner = Learner::new(&variant, &sample, Seed::root(4)).unwrap();
            let whole = learner.whole().unwrap();
            let firsts = whole.first_updates.iter().enumerate();
            let mut begins: Vec<LeaveOneOutStart> = firsts
                .filter_map(|(example, first)| Some(LeaveOneOutStart::new((*first)?, example)))
                .collect();
            begins.sort_unstable();
            assert!(begins.len() > 2, "{order}");
            let slowly = one_by_one(&learner);
            let found = learner
                .on_cached_scores(&whole, true)
                .unwrap()
                .scores(&begins)
                .unwrap();
            for (begin, score) in begins.into_iter().zip(found) {
                assert_eq!(score, slowly[begin.example], "{order}");
            }
        }
    }

    #[test]
    fn leave_one_out_scores_do_not_depend_on_the_number_of_threads() {
        let generators = [
            "[sphere-margin]\ndimension = 5\ntarget_margin = 0.02\nexamples = 150",
            "[integer-points]\ndimension = 3\nexamples = 40\nbound = 9",
        ];
        for (generator, retraining) in [
            (0, Retraining::Full),
            (0, Retraining::Coupled),
            (1, Retraining::Full),
        ] {
            let sample = sample(generators[generator], 5);
            let variant = variant("rule = { perceptron = {} }\norder = \"random\"");
            let mut learner = Learner::new(&variant, &sample, Seed::root(2)).unwrap();
            let alone = learner.left_out(retraining);
            assert!(alone.retrainings > 20);
            learner.use_threads(Threads::Pool);
            assert_eq!(learner.left_out(retraining), alone);
        }
    }

    #[test]
    fn every_example_is_retrained_if_runs_may_not_couple() {
        let sample = sample(GENERATORS[0], 1);
        for text in [
            "rule = { perceptron = {} }\norder = \"random-misclassified\"",
            "rule = { perceptron = {} }\norder = \"cyclic\"\nhypothesis = \"averaged\"",
            "rule = { perceptron = {} }\norder = \"cyclic\"\nhypothesis = \"voted\"",
            "rule = { perceptron = {} }\norder = \"cyclic\"\nhypothesis = \"pocket\"",
            "rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { updates = 2 }",
        ] {
            let variant = variant(text);
            let learner = Learner::new(&variant, &sample, Seed::root(2)).unwrap();
            let coupled = learner.left_out(Retraining::Coupled);
            assert_eq!(coupled.retrainings, 12, "{text}");
            assert_eq!(coupled.scores, one_by_one(&learner), "{text}");
        }
    }

    #[test]
    fn near_zero_score_is_recomputed_from_the_weight_vector() {
        // The second example scores about 10⁻¹⁷ after an update on the first, so a sum of stored products does not determine its sign.
        let rows = vec![0.1, 0.3, 0.3, -0.1, 0.3, 0.4];
        let sample = Sample {
            features: Features::Dense(crate::sample::Dense::new(2, rows)),
            labels: vec![crate::sample::Label::Positive; 3],
            planted: None,
        };
        let variant = variant("rule = { perceptron = {} }\norder = \"cyclic\"");
        let learner = Learner::new(&variant, &sample, Seed::root(2)).unwrap();
        let whole = learner.whole().unwrap();
        let begins: Vec<LeaveOneOutStart> = (0..3)
            .map(|example| LeaveOneOutStart::new(0, example))
            .collect();
        let slowly = one_by_one(&learner);
        assert!(slowly.iter().all(Option::is_some));
        let kept = learner.on_cached_scores(&whole, true).unwrap();
        assert_eq!(kept.scores(&begins), Some(slowly));
    }
}
