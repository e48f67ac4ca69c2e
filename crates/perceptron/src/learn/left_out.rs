//! Trains without each example in turn, on the coupled draws, and says how each score of a left-out example compares with zero.

use super::order::{Recording, Until, Walk, Way};
use super::prepare::Learner;
use super::session::{Memory, Session};
use super::{HypothesisKind, Order, Stop, StopReason};
use crate::sample::{FeatureStore, Features, ScoreStore, Without};
use std::cmp::Ordering;

/// Which runs without an example are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retraining {
    /// All of them, although theory says that leaving out an example that was never updated on changes nothing: where that is tested.
    Full,
    /// Those without an example that was updated on, where theory says that the others come out as the run with all examples.
    Coupled,
}

/// Draws that are recorded for all runs; the others are drawn again.
const MOST_RECORDED: u64 = 1 << 20;

/// The scores of left-out examples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// y·(score) of every example, under what is learned without it, compared with zero; `None` where rounding leaves it open.
    pub scores: Vec<Option<Ordering>>,
    /// Runs that were made without an example.
    pub retrainings: u64,
}

impl Learner<'_> {
    /// Trains without each example in turn.
    pub fn left_out(&self, retraining: Retraining) -> LeftOut {
        let whole = match retraining {
            Retraining::Coupled => self.whole(),
            Retraining::Full => None,
        };
        let kept = self.kept(whole.as_ref());
        let begun = whole.as_ref().zip(kept.as_ref());
        let begun = begun.and_then(|(whole, kept)| self.begun_at_first_updates(kept, whole));
        let mut retrainings = 0;
        let score = |example: usize| match &whole {
            Some(whole) if whole.first_updates[example].is_none() => whole.scores[example],
            _ => {
                retrainings += 1;
                let score = match (&begun, &kept) {
                    (Some(begun), _) => begun[example],
                    (None, Some(kept)) => self.without(kept, example),
                    (None, None) => None,
                };
                score.or_else(|| self.run(Some(example)).left_out)
            }
        };
        LeftOut {
            scores: (0..self.labels().len()).map(score).collect(),
            retrainings,
        }
    }

    /// Whether the run is of the one loop and returns its last vector, in an order that shows examples one by one.
    fn returns_last_of_loop(&self) -> bool {
        let variant = self.variant();
        let one_way = matches!(variant.order.way(self.draws().stream()), Way::One(_));
        variant.learner.is_none() && variant.hypothesis == HypothesisKind::Last && one_way
    }

    /// The products of all pairs of examples, and the draws, where a run needs no more of them.
    fn kept(&self, whole: Option<&Whole>) -> Option<Kept> {
        let Features::Dense(rows) = self.features() else {
            return None;
        };
        let store = ScoreStore::of(rows, self.labels()).filter(|_| self.returns_last_of_loop())?;
        // A run without an example may need more draws: the stream goes on.
        let draws = whole.map_or_else(|| self.run(None).counts.draws, |whole| whole.draws);
        let draws = draws.min(MOST_RECORDED) as usize;
        let order = &self.variant().order;
        let recording = order.record(self.draws().stream(), rows.squares().len(), draws);
        Some(Kept { store, recording })
    }

    /// The run with all examples; `None` where runs without one need not be as it is.
    fn whole(&self) -> Option<Whole> {
        let variant = self.variant();
        let couples = variant.order.couples()
            && !matches!(variant.stop(), Stop::QuietPeriod | Stop::Passes(_));
        if !couples || !self.returns_last_of_loop() {
            return None;
        }
        match self.features() {
            Features::Dense(store) => self.whole_on(store),
            Features::Signs(store) => self.whole_on(store),
            Features::Integers(store) => self.whole_on(store),
            Features::Sparse(store) => self.whole_on(store),
            Features::Rounded(store) => self.whole_on(store),
        }
    }

    fn whole_on<S: FeatureStore>(&self, store: &S) -> Option<Whole> {
        let Way::One(mut walk) = self.variant().order.way(self.draws().stream()) else {
            return None;
        };
        let mut nobody = |_: usize, _: &S::Weights| {};
        let mut session = Session::new(store, self.variant(), None, &mut nobody).ok()?;
        session.memory = Memory::Updates(Vec::new());
        let reason = session.run(store, self.labels(), walk.as_mut());
        let mut first_updates = vec![None; self.labels().len()];
        if let Memory::Updates(updates) = std::mem::replace(&mut session.memory, Memory::Nothing) {
            for (example, _, draw) in updates.into_iter().rev() {
                first_updates[example] = Some(draw as usize - 1);
            }
        }
        let draws = session.counts.draws;
        let returned = session.returned(store).ok()?;
        let labels = self.labels().iter().enumerate();
        let scores = labels.map(|(example, &label)| returned.compare(store, example, label));
        let scores = scores.collect();
        // A cap on work comes later where an example is passed over.
        let ended = matches!(reason, StopReason::CleanPass | StopReason::EndOfStream);
        ended.then_some(Whole {
            draws,
            scores,
            first_updates,
        })
    }

    /// How the score of an example compares with zero after a run without it on kept scores; `None` where one of them is left open.
    fn without(&self, kept: &Kept, example: usize) -> Option<Ordering> {
        let store = kept.store.without(Some(example));
        let mut nobody = |_: usize, _: &_| {};
        let session = Session::new(&store, self.variant(), None, &mut nobody).ok()?;
        self.ended(session, &store, self.way(kept)?.as_mut())
    }

    /// The same of every example with an update, each run from where the one with all examples is before its first update on it; `None`
    /// where the learner decides on the order.
    fn begun_at_first_updates(&self, kept: &Kept, whole: &Whole) -> Option<Vec<Option<Ordering>>> {
        let (all, mut walk) = (kept.store.without(None), self.way(kept)?);
        walk.again()?;
        let mut nobody = |_: usize, _: &_| {};
        let mut session = Session::new(&all, self.variant(), None, &mut nobody).ok()?;
        let mut found = vec![None; self.labels().len()];
        let firsts = whole.first_updates.iter().enumerate();
        let mut firsts: Vec<(usize, usize)> = firsts
            .filter_map(|(example, first)| Some(((*first)?, example)))
            .collect();
        firsts.sort_unstable();
        for (shown, example) in firsts {
            let more = shown - session.counts.draws as usize;
            let reason = session.run(&all, self.labels(), &mut Until::new(walk.as_mut(), more));
            // Rounding may leave a score open here, and for all runs that begin later.
            if reason != StopReason::EndOfStream || session.counts.draws != shown as u64 {
                break;
            }
            let store = kept.store.without(Some(example));
            let mut nobody = |_: usize, _: &_| {};
            let mut rest = Session::new(&store, self.variant(), None, &mut nobody).ok()?;
            rest.begin_at(&session, session.weights.clone().without(example));
            found[example] = self.ended(rest, &store, walk.again()?.as_mut());
        }
        Some(found)
    }

    /// The order, from its beginning.
    fn way<'k>(&'k self, kept: &'k Kept) -> Option<Box<dyn Walk + 'k>> {
        let way = || self.variant().order.way(self.draws().stream());
        let replayed = kept.recording.as_ref().map(Order::replay).map(Way::One);
        match replayed.unwrap_or_else(way) {
            Way::One(walk) => Some(walk),
            Way::All(_) => None,
        }
    }

    /// How the score of the example left out compares with zero once a run has ended.
    fn ended<'s>(
        &self,
        mut session: Session<Without<'s>>,
        store: &Without<'s>,
        walk: &mut dyn Walk,
    ) -> Option<Ordering> {
        let reason = session.run(store, self.labels(), walk);
        let ended = matches!(reason, StopReason::CleanPass | StopReason::EndOfStream);
        // A cap comes at another place where the example left out is counted.
        ended.then(|| store.left_out(&session.weights))?
    }
}

/// What the runs without an example have in common.
struct Kept {
    store: ScoreStore,
    recording: Option<Recording>,
}

/// What the run with all examples says of each.
struct Whole {
    draws: u64,
    scores: Vec<Option<Ordering>>,
    /// How many examples were shown before the first update on each; `None` without one.
    first_updates: Vec<Option<usize>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, Source};
    use crate::learn::Variant;
    use crate::sample::Sample;
    use crate::seed::Seed;
    use proptest::prelude::*;

    fn sample(generator: &str, seed: u64) -> Sample {
        let generator: Generator = toml::from_str(generator).unwrap();
        let Source::Sampler(sampler) = generator.source() else {
            panic!("{generator:?}")
        };
        sampler.draw(Seed::root(seed), generator.examples())
    }

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
    const GENERATORS: [&str; 3] = [
        "[sphere-margin]\ndimension = 5\ntarget_margin = 0.1\nexamples = 12",
        "[integer-points]\ndimension = 3\nexamples = 9\nbound = 4",
        "[basis]\ndimension = 6\nexamples = 10\nlabels = \"alternating\"",
    ];

    proptest! {
        #[test]
        fn kept_scores_and_coupling_change_no_left_out_score(
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

    #[test]
    fn runs_begun_at_the_first_update_settle_every_example_with_one() {
        let sample = sample(GENERATORS[0], 3);
        for order in &ORDERS[..4] {
            let variant = variant(&format!("{}\norder = \"{order}\"", RULES[1]));
            let learner = Learner::new(&variant, &sample, Seed::root(4)).unwrap();
            let whole = learner.whole().unwrap();
            let kept = learner.kept(Some(&whole)).unwrap();
            let begun = learner.begun_at_first_updates(&kept, &whole).unwrap();
            let slowly = one_by_one(&learner);
            let firsts = whole
                .first_updates
                .iter()
                .zip(begun.into_iter().zip(slowly));
            assert!(whole.first_updates.iter().flatten().count() > 2, "{order}");
            for (first, (begun, slow)) in firsts {
                assert_eq!(begun, first.and(slow), "{order}");
            }
        }
    }

    #[test]
    fn runs_that_need_not_couple_are_all_made() {
        let sample = sample(GENERATORS[0], 1);
        for text in [
            "rule = { perceptron = {} }\norder = \"random-misclassified\"",
            "rule = { perceptron = {} }\norder = \"cyclic\"\nhypothesis = \"averaged\"",
            "rule = { perceptron = {} }\norder = \"cyclic\"\nhypothesis = \"voted\"",
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
    fn a_score_that_rounding_leaves_open_is_taken_from_the_vector() {
        // The second example scores about 10⁻¹⁷ under the first: no sign, for what keeps sums of products.
        let rows = vec![0.1, 0.3, 0.3, -0.1, 0.3, 0.4];
        let sample = Sample {
            features: Features::Dense(crate::sample::Dense::new(2, rows)),
            labels: vec![crate::sample::Label::Positive; 3],
            planted: None,
        };
        let variant = variant("rule = { perceptron = {} }\norder = \"cyclic\"");
        let learner = Learner::new(&variant, &sample, Seed::root(2)).unwrap();
        let kept = learner.kept(None).unwrap();
        assert_eq!(learner.without(&kept, 2), None);
        assert_eq!(
            learner.left_out(Retraining::Full).scores,
            one_by_one(&learner)
        );
    }
}
