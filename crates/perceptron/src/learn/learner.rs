//! Prepares a sample for a variant (arithmetic, transform, offset, normalising) and runs the loop, or another learner, on what results.

use super::explore::Explorer;
use super::hypothesis::Returned;
use super::independent::Task;
use super::order::{AllOrders, Known, Walk, Way};
use super::session::{Listener, Session};
use super::shown::Shown;
use super::{
    Arithmetic, Counts, Explored, Observers, RunEvents, RunResult, StopReason, Variant,
    WeightVector,
};
use crate::sample::{
    FeatureStore, Features, IntegerWeights, Label, Opponent, OutOfRange, Sample, Separator, Sparse,
};
use crate::seed::Seed;
use crate::workers::Workers;
use std::borrow::Cow;

/// Updates of a run for which there is room from the beginning.
const FIRST_UPDATES: usize = 32;

/// A variant on a sample, prepared once and run as often as asked.
pub struct Learner<'a> {
    variant: &'a Variant,
    features: Shown<'a>,
    labels: Cow<'a, [Label]>,
    /// The planted separator in the features the loop sees; none where a transform has no counterpart of it.
    planted: Option<Cow<'a, Separator>>,
    draws: Seed,
    /// Who runs it without each example in turn, and explores all orders.
    workers: Workers,
}

impl<'a> Learner<'a> {
    /// Converts the sample as the variant asks; `draws` addresses the learner's own random draws.
    pub fn new(variant: &'a Variant, sample: &'a Sample, draws: Seed) -> Result<Self, OutOfRange> {
        let arithmetic = variant.arithmetic(sample.features.is_exact());
        let (features, labels, planted) = match variant.given(sample)? {
            Cow::Borrowed(given) => (
                Shown::Drawn(&given.features),
                Cow::Borrowed(given.labels.as_slice()),
                given.planted.as_ref().map(Cow::Borrowed),
            ),
            Cow::Owned(given) => (
                Shown::Own(Box::new(given.features)),
                Cow::Owned(given.labels),
                given.planted.map(Cow::Owned),
            ),
        };
        let features = match converted(variant, arithmetic, &features) {
            Some(converted) => Shown::Own(Box::new(converted)),
            None => features,
        };
        Ok(Self {
            variant,
            features,
            labels,
            planted,
            draws,
            workers: Workers::default(),
        })
    }

    /// Lends it others that do parts of what takes many runs; what comes of it is the same.
    pub fn lend(&mut self, workers: Workers) {
        self.workers = workers;
    }

    /// Those who do parts of what takes many runs.
    pub fn workers(&self) -> Workers {
        self.workers
    }

    /// The features as the loop sees them, converted and with their constant one.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// The planted separator in these features; `None` without one, or where a transform has no counterpart of it.
    pub fn planted(&self) -> Option<&Separator> {
        self.planted.as_deref()
    }

    /// What is learned, and how.
    pub fn variant(&self) -> &Variant {
        self.variant
    }

    /// The address of the learner's own random draws.
    pub(super) fn draws(&self) -> Seed {
        self.draws
    }

    /// The labels as the loop sees them.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Runs the learner; with an example left out, its draws are skipped and all others stay the same.
    pub fn run(&self, left_out: Option<usize>) -> RunResult {
        self.watch(left_out, &Observers::default())
    }

    /// Runs the learner, and tells observers what it does.
    pub fn watch(&self, left_out: Option<usize>, observers: &Observers) -> RunResult {
        if let Some(learner) = &self.variant.learner {
            let task = Task {
                features: &self.features,
                labels: &self.labels,
                planted: self.planted.as_deref(),
                rule: &self.variant.rule,
                order: &self.variant.order,
                stop: self.variant.stop(),
                ties: self.variant.ties,
                draws: self.draws,
                left_out,
                observers,
            };
            return learner
                .learn(&task)
                .unwrap_or_else(|OutOfRange| RunResult::without_run(StopReason::OutOfRange));
        }
        self.watch_the_loop(left_out, observers)
    }

    /// Runs the one loop on what the learner sees, whatever learner the variant names: what a second implementation is compared with.
    pub fn run_the_loop(&self) -> RunResult {
        self.watch_the_loop(None, &Observers::default())
    }

    fn watch_the_loop(&self, left_out: Option<usize>, observers: &Observers) -> RunResult {
        let walk = |walk: &mut dyn Walk| self.walk(walk, left_out, observers);
        let outcome = match self.variant.order.follow(|| self.draws.stream(), walk) {
            Way::One(learned) => learned,
            Way::All(settings) => self.walk_longest(settings, left_out, observers),
        };
        outcome.unwrap_or_else(|OutOfRange| RunResult::without_run(StopReason::OutOfRange))
    }

    fn walk(
        &self,
        walk: &mut dyn Walk,
        left_out: Option<usize>,
        observers: &Observers,
    ) -> Result<RunResult, OutOfRange> {
        match &*self.features {
            Features::Dense(store) => self.run_on(store, walk, left_out, observers),
            Features::Signs(store) => self.run_on(store, walk, left_out, observers),
            Features::Integers(store) => self.run_on(store, walk, left_out, observers),
            Features::Sparse(store) => self.run_on(store, walk, left_out, observers),
            Features::Rounded(store) => self.run_on(store, walk, left_out, observers),
            Features::Wide(store) => self.run_on(store.doubles(), walk, left_out, observers),
        }
    }

    /// Explores all orders and walks one of the longest.
    fn walk_longest(
        &self,
        settings: &AllOrders,
        left_out: Option<usize>,
        observers: &Observers,
    ) -> Result<RunResult, OutOfRange> {
        let (reason, explored) = match &*self.features {
            Features::Signs(store) => self.explore(store, settings, left_out)?,
            Features::Integers(store) => self.explore(store, settings, left_out)?,
            Features::Sparse(store) => self.explore(store, settings, left_out)?,
            // In floats one vector reached in two orders may differ in its last bits.
            Features::Dense(_) | Features::Rounded(_) | Features::Wide(_) => {
                (StopReason::Undecided, None)
            }
        };
        let learned = match &explored {
            // Only where all runs end is there a longest; walking it gives counts and a hypothesis.
            Some(found) if found.updates_max.is_some() => {
                self.walk(&mut Known::new(&found.longest), left_out, observers)?
            }
            _ => RunResult::without_run(reason),
        };
        Ok(RunResult {
            explored: explored.map(Box::new),
            ..learned
        })
    }

    fn explore<S: FeatureStore<Weights: Sync>>(
        &self,
        store: &S,
        settings: &AllOrders,
        left_out: Option<usize>,
    ) -> Result<(StopReason, Option<Explored>), OutOfRange> {
        let rows: Vec<Vec<i64>> = (0..self.labels.len())
            .filter_map(|example| self.features.integer_row(example))
            .collect();
        Explorer::new(store, &self.labels, &rows, self.variant, left_out)?
            .with_workers(self.workers)
            .explore(settings.most_states)
    }

    fn run_on<S: FeatureStore>(
        &self,
        store: &S,
        walk: &mut dyn Walk,
        left_out: Option<usize>,
        observers: &Observers,
    ) -> Result<RunResult, OutOfRange> {
        let mut record = RunRecord {
            store,
            updates: Vec::with_capacity(self.labels.len().min(FIRST_UPDATES)),
            observers,
        };
        let mut session = Session::new(store, self.variant, left_out, &mut record)?;
        let reason = session.run(store, &self.labels, walk);
        let counts = session.counts;
        observers.ended(&|| session.still_due(store, &self.labels));
        let returned = session.returned(store)?;
        let left_out =
            left_out.and_then(|example| returned.compare(store, example, self.labels[example]));
        let RunRecord { updates, .. } = record;
        Ok(RunResult {
            left_out,
            ..run_result(self.variant, store, counts, reason, &returned, updates)
        })
    }
}

/// Keeps the updates of a run on a store, and passes on to the observers what happens in it.
struct RunRecord<'r, 'o, S> {
    store: &'r S,
    updates: Vec<usize>,
    observers: &'r Observers<'o>,
}

impl<S: FeatureStore> Listener<S> for RunRecord<'_, '_, S> {
    fn updated(&mut self, example: usize, weights: &S::Weights) {
        self.updates.push(example);
        let vector = StoredWeights(self.store, weights);
        self.observers.updated(example, &vector);
    }

    fn sees_every_example(&self) -> bool {
        self.observers.see_every_example()
    }

    fn shown(&mut self, weights: &S::Weights) {
        self.observers.shown(&StoredWeights(self.store, weights));
    }

    fn pass_ended(&mut self, updates: u64) {
        self.observers.pass_ended(updates);
    }
}

/// Weights with the store that can convert them.
struct StoredWeights<'w, S: FeatureStore>(&'w S, &'w S::Weights);

impl<S: FeatureStore> WeightVector for StoredWeights<'_, S> {
    fn to_integers(&self) -> Option<Vec<i64>> {
        self.0.to_integers(self.1)
    }

    fn to_floats(&self) -> Vec<f64> {
        self.0.to_floats(self.1)
    }
}

/// The outcome of a run of the loop as far as its counts, its updates and what it returned say it.
fn run_result<S: FeatureStore>(
    variant: &Variant,
    store: &S,
    counts: Counts,
    reason: StopReason,
    returned: &Returned<S>,
    updates: Vec<usize>,
) -> RunResult {
    let hypothesis = Some(returned.export(store, variant.rule.step().to_f64()));
    RunResult {
        counts,
        hypothesis,
        updates,
        ..RunResult::without_run(reason)
    }
}

/// The features in the arithmetic of the run, divided by their norms if the rule says so; `None` where they stay as they are.
fn converted(variant: &Variant, arithmetic: Arithmetic, features: &Features) -> Option<Features> {
    let floats = arithmetic == Arithmetic::F64 && !matches!(features, Features::Dense(_));
    let rounded = floats.then(|| Features::Dense(features.to_dense()));
    if variant.rule.normalizes() {
        return Some(rounded.as_ref().unwrap_or(features).normalized());
    }
    rounded
}

/// Runs a variant against an opponent, online: the order and the stop do not matter, the sample it leaves behind does.
pub fn learn_against(variant: &Variant, opponent: &mut dyn Opponent) -> (Sample, RunResult) {
    let mut store = Sparse::new(opponent.dimension(), &[], opponent.denominator());
    let mut labels = Vec::new();
    let learned = answer(variant, opponent, &mut store, &mut labels)
        .unwrap_or_else(|OutOfRange| RunResult::without_run(StopReason::OutOfRange));
    let planted: Option<Separator> = opponent.separator();
    (
        Sample {
            features: Features::Sparse(store),
            labels,
            planted,
        },
        learned,
    )
}

fn answer(
    variant: &Variant,
    opponent: &mut dyn Opponent,
    store: &mut Sparse,
    labels: &mut Vec<Label>,
) -> Result<RunResult, OutOfRange> {
    let mut updates = Vec::new();
    let mut record = |example, _: &IntegerWeights| updates.push(example);
    let mut session = Session::new(store, variant, None, &mut record)?.until_the_end(variant);
    let mut reason = StopReason::EndOfStream;
    // An opponent may try examples on the learner before it commits to one; only `show` counts.
    while let Some(reply) = opponent.reply(&mut |example| session.foresee(example)) {
        store.push(&reply.features);
        labels.push(reply.label);
        if let Some(stopped) = session.show(store, labels.len() - 1, reply.label) {
            reason = stopped;
            break;
        }
    }
    session.counts.passes = 1;
    let counts = session.counts;
    let returned = session.returned(store)?;
    Ok(run_result(
        variant, store, counts, reason, &returned, updates,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, Source};
    use crate::learn::Observer;

    fn variant(text: &str) -> Variant {
        toml::from_str(text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn sample(text: &str) -> Sample {
        let generator: Generator = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
        match generator.source() {
            Source::Sampler(sampler) => sampler.draw(Seed::root(1), generator.examples()),
            Source::Opponent(_) => panic!("an opponent draws no sample"),
        }
    }

    fn counts(variant_text: &str, sample_text: &str) -> Counts {
        let (variant, sample) = (variant(variant_text), sample(sample_text));
        Learner::new(&variant, &sample, Seed::root(2))
            .map(|learner| learner.run(None).counts)
            .unwrap_or_default()
    }

    const CYCLIC: &str = "rule = { perceptron = {} }\norder = \"cyclic\"";
    const NORMALIZED: &str = "rule = { normalized-perceptron = {} }\norder = \"cyclic\"";

    #[test]
    fn a_basis_takes_one_update_per_vector_in_any_order() {
        for order in [
            "cyclic",
            "shuffled",
            "random",
            "first-misclassified",
            "random-misclassified",
            "most-violated",
        ] {
            let found = counts(
                &format!("rule = {{ perceptron = {{}} }}\norder = \"{order}\""),
                "[basis]\ndimension = 12\nlabels = \"alternating\"",
            );
            assert_eq!((found.updates, found.mistakes), (12, 12), "{order}");
        }
    }

    #[test]
    fn the_l_family_takes_many_updates_plain_and_two_normalized() {
        for (length, expected) in [(10, 6), (20, 11), (40, 21), (80, 41)] {
            let points = format!(
                "[points]\nexamples = [{{ x = [1, {length}], y = 1 }}, {{ x = [1, -1], y = 1 }}]"
            );
            assert_eq!(counts(CYCLIC, &points).updates, expected);
            assert_eq!(counts(NORMALIZED, &points).updates, 2);
        }
    }

    #[test]
    fn normalizing_can_also_cost_updates() {
        let points = "[points]\nexamples = [{ x = [6, -3], y = 1 }, { x = [1, 10], y = 1 }, { x = [1, -12], y = 1 }]";
        assert_eq!(
            (
                counts(CYCLIC, points).updates,
                counts(NORMALIZED, points).updates
            ),
            (8, 45)
        );
    }

    #[test]
    fn a_tenth_of_the_basis_takes_100_updates_each_exactly_and_101_in_floats() {
        let margin = |arithmetic| {
            format!(
                "rule = {{ margin-perceptron = {{}} }}\norder = \"cyclic\"\narithmetic = \"{arithmetic}\""
            )
        };
        let basis = "[basis]\ndimension = 3\nnorm = \"0.1\"";
        assert_eq!(
            (
                counts(&margin("exact"), basis).updates,
                counts(&margin("f64"), basis).updates
            ),
            (300, 303)
        );
    }

    #[test]
    fn the_positive_tie_convention_spares_the_positive_labels() {
        let found = counts(
            "rule = { perceptron = {} }\norder = \"cyclic\"\nties = \"positive\"",
            "[basis]\ndimension = 9\nlabels = \"alternating\"",
        );
        assert_eq!(found.updates, 4);
    }

    #[test]
    fn the_strict_tie_convention_never_leaves_the_origin_and_errs_on_every_negative_label() {
        let strict = format!("{CYCLIC}\nties = \"strict\"");
        let found = counts(&strict, "[basis]\ndimension = 9\nlabels = \"alternating\"");
        assert_eq!((found.updates, found.mistakes, found.passes), (0, 4, 1));
    }

    #[test]
    fn an_inclusive_margin_updates_twice_where_the_strict_one_updates_once() {
        for arithmetic in ["exact", "f64"] {
            let rule = |inclusive| {
                format!(
                    "rule = {{ margin-perceptron = {{ inclusive = {inclusive} }} }}\norder = \"cyclic\"\narithmetic = \"{arithmetic}\""
                )
            };
            let basis = "[basis]\ndimension = 7";
            assert_eq!(
                (
                    counts(&rule(false), basis).updates,
                    counts(&rule(true), basis).updates
                ),
                (7, 14)
            );
        }
    }

    #[test]
    fn every_mutant_rule_does_what_its_name_says() {
        let points = "[points]\nexamples = [{ x = [1, 2], y = -1 }, { x = [2, 1], y = -1 }, { x = [1, 2], y = -1 }]";
        for (rule, expected, updates) in [
            ("perceptron", vec![-1, -2], 1),
            ("anti-perceptron", vec![4, 5], 3),
            ("label-blind", vec![4, 5], 3),
            ("update-always", vec![-4, -5], 3),
        ] {
            let (variant, sample) = (
                variant(&format!("rule = {{ {rule} = {{}} }}\norder = \"stream\"")),
                sample(points),
            );
            let Ok(learned) =
                Learner::new(&variant, &sample, Seed::root(2)).map(|learner| learner.run(None))
            else {
                panic!("{rule}")
            };
            assert_eq!(learned.counts.updates, updates, "{rule}");
            assert_eq!(
                learned
                    .hypothesis
                    .and_then(|h| h.linear().and_then(|l| l.integers.clone())),
                Some(expected),
                "{rule}"
            );
        }
    }

    /// The updates that are still due at the end of a run.
    struct UpdatesLeft(Option<u64>);

    impl Observer for UpdatesLeft {
        fn ended(&mut self, due: &dyn Fn() -> Option<u64>) {
            self.0 = due();
        }
    }

    #[test]
    fn a_quiet_period_ends_the_predicted_fraction_of_runs_too_early() {
        let quiet = variant(
            "rule = { margin-perceptron = {} }\norder = \"random\"\nstop = \"quiet-period\"",
        );
        let sample = sample("[basis]\ndimension = 10");
        let left = |seed| {
            let learner = Learner::new(&quiet, &sample, Seed::root(seed)).unwrap();
            let mut left = UpdatesLeft(None);
            learner.watch(None, &Observers::new([&mut left as &mut dyn Observer]));
            left.0
        };
        let early = (0..4000).filter(|&seed| left(seed) > Some(0)).count() as f64 / 4000.0;
        let right: f64 = (1..=10)
            .map(|k| 1.0 - (1.0 - f64::from(k) / 10.0).powi(10))
            .product();
        assert!(
            (early - (1.0 - right)).abs() < 0.03,
            "{early} against {}",
            1.0 - right
        );
    }

    #[test]
    fn data_that_no_vector_separates_run_into_the_cap() {
        let points = "[points]\nexamples = [{ x = [1], y = 1 }, { x = [1], y = -1 }]";
        let (variant, sample) = (
            variant("rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { updates = 50 }"),
            sample(points),
        );
        let learned =
            Learner::new(&variant, &sample, Seed::root(2)).map(|learner| learner.run(None));
        assert_eq!(
            learned.map(|l| (l.reason, l.counts.updates)),
            Ok((StopReason::UpdateCap, 50))
        );
    }

    #[test]
    fn leaving_out_an_example_that_was_never_mistaken_changes_nothing() {
        let variant = variant("rule = { margin-perceptron = {} }\norder = \"random\"");
        let sample = sample("[sphere-margin]\ndimension = 4\ntarget_margin = 0.2\nexamples = 40");
        let Ok(learner) = Learner::new(&variant, &sample, Seed::root(2)) else {
            panic!("floats have no range")
        };
        let full = learner.run(None);
        for example in (0..40).filter(|example| !full.updates.contains(example)) {
            assert_eq!(learner.run(Some(example)).hypothesis, full.hypothesis);
        }
    }

    fn explored(settings: &str, sample_text: &str) -> RunResult {
        let (variant, sample) = (
            variant(&format!("rule = {{ perceptron = {{}} }}\n{settings}")),
            sample(sample_text),
        );
        let learner = Learner::new(&variant, &sample, Seed::root(2));
        learner
            .map(|learner| learner.run(None))
            .unwrap_or_else(|OutOfRange| panic!("{sample_text}"))
    }

    fn positive(points: &[&str]) -> String {
        let examples: Vec<String> = points
            .iter()
            .map(|x| format!("{{ x = [{x}], y = 1 }}"))
            .collect();
        format!("[points]\nexamples = [{}]", examples.join(", "))
    }

    #[test]
    fn all_orders_have_the_known_shortest_longest_and_mean_runs() {
        for (points, min, max, expected) in [
            (
                positive(&["2, 3", "1, 10", "1, -10", "2, -2"]),
                2,
                40,
                "395/16",
            ),
            (positive(&["1, 10", "1, -1"]), 6, 6, "6"),
            (positive(&["1, 4", "1, -3"]), 5, 5, "5"),
            ("[basis]\ndimension = 3".into(), 3, 3, "3"),
            (positive(&["1, 1, -1", "1, -1, 1", "-1, 1, 1"]), 3, 3, "3"),
        ] {
            let learned = explored("order = \"all-orders\"", &points);
            let Some(found) = learned.explored else {
                panic!("{points}")
            };
            let mean = found.updates_expected.map(|mean| mean.to_string());
            assert_eq!(
                (found.updates_min, found.updates_max, mean.as_deref()),
                (Some(min), Some(max), Some(expected)),
                "{points}"
            );
            assert_eq!(
                (
                    learned.counts.updates,
                    learned.counts.mistakes,
                    learned.reason
                ),
                (max, max, StopReason::CleanPass)
            );
            assert!(max != 40 || found.states == 267);
        }
    }

    #[test]
    fn states_that_a_symmetry_exchanges_are_counted_each() {
        let found = explored("order = \"all-orders\"", "[basis]\ndimension = 10").explored;
        let counted = found.map(|found| (found.states, found.final_vectors));
        assert_eq!(counted, Some((1024, 1)));
        let capped = explored(
            "order = { all-orders = { most_states = 10 } }",
            "[basis]\ndimension = 10",
        );
        assert_eq!(
            (capped.reason, capped.explored.is_none()),
            (StopReason::StateCap, true)
        );
        assert_eq!(
            explored(
                "order = { all-orders = { most_states = 11 } }",
                "[basis]\ndimension = 10"
            )
            .counts
            .updates,
            10
        );
    }

    #[test]
    fn orders_that_never_end_are_told_from_a_part_that_does() {
        let e1 = "[points]\nexamples = [{ x = [2, 0], y = 1 }, { x = [-2, 0], y = 1 }, { x = [1, 2], y = -1 }]";
        let never = explored("order = \"all-orders\"\nties = \"positive\"", e1);
        let counted = never.explored.map(|found| {
            (
                found.states,
                found.final_vectors,
                found.updates_min,
                found.updates_max,
            )
        });
        assert_eq!(
            (never.reason, counted),
            (StopReason::Never, Some((3, 0, None, None)))
        );
        // From w = 0 the first example leads to a vector that satisfies sign(0) = +1, the second into a circle.
        let some = "[points]\nexamples = [{ x = [0, 1], y = -1 }, { x = [-1, 0], y = -1 }, { x = [1, 1], y = 1 }, { x = [-1, -1], y = 1 }]";
        let cycle = explored("order = \"all-orders\"\nties = \"positive\"", some);
        assert!(
            cycle.reason == StopReason::Cycle
                && cycle
                    .explored
                    .is_some_and(|found| found.updates_expected.is_none()),
            "{:?}",
            cycle.reason
        );
    }

    #[test]
    fn the_longest_runs_on_the_cube_are_the_known_ones() {
        for (dimension, relevant, most) in [
            (2, 1, 2),
            (3, 1, 2),
            (3, 3, 3),
            (4, 1, 4),
            (4, 3, 9),
            (5, 1, 4),
            (5, 3, 12),
            (6, 1, 4),
            (6, 3, 12),
            (7, 1, 4),
        ] {
            let cube = format!("[majority-cube]\ndimension = {dimension}\nrelevant = {relevant}");
            let found = explored("order = \"all-orders\"", &cube)
                .explored
                .and_then(|found| found.updates_max);
            assert_eq!(found, Some(most), "{dimension} {relevant}");
        }
    }

    #[test]
    fn others_that_help_to_explore_change_nothing() {
        let backwards =
            |parts: usize, part: &(dyn Fn(usize) + Sync)| (0..parts).rev().for_each(part);
        for (text, states) in [
            (
                "[integer-points]\ndimension = 3\nexamples = 9\nbound = 3",
                "5000",
            ),
            ("[majority-cube]\ndimension = 5\nrelevant = 3", "300"),
        ] {
            let sample = sample(text);
            let settings = format!("order = {{ all-orders = {{ most_states = {states} }} }}");
            let variant = variant(&format!("rule = {{ perceptron = {{}} }}\n{settings}"));
            let run = |workers| {
                let mut learner = Learner::new(&variant, &sample, Seed::root(2)).ok()?;
                learner.lend(workers);
                Some(learner.run(None))
            };
            let alone = run(Workers::default());
            assert!(
                alone.as_ref().is_some_and(|alone| alone.counts.updates > 3),
                "{alone:?}"
            );
            assert_eq!(run(Workers::lent(backwards)), alone);
        }
    }

    #[test]
    fn the_averaged_vector_is_the_mean_over_draws() {
        let variant =
            variant("rule = { perceptron = {} }\norder = \"stream\"\nhypothesis = \"averaged\"");
        let sample = sample("[basis]\ndimension = 3");
        let learned =
            Learner::new(&variant, &sample, Seed::root(2)).map(|learner| learner.run(None));
        let integers = learned
            .ok()
            .and_then(|l| l.hypothesis)
            .and_then(|h| h.linear().and_then(|l| l.integers.clone()));
        assert_eq!(integers, Some(vec![3, 2, 1]));
    }

    #[test]
    fn an_opponent_forces_a_mistake_on_every_example() {
        let generator: Generator = toml::from_str("[forced-mistakes]\ndimension = 17")
            .unwrap_or_else(|error| panic!("{error}"));
        for ties in ["mistake", "positive"] {
            let Source::Opponent(mut opponent) = generator.source() else {
                panic!("it answers")
            };
            let (sample, learned) = learn_against(
                &variant(&format!("{CYCLIC}\nties = \"{ties}\"")),
                opponent.as_mut(),
            );
            assert_eq!((learned.counts.mistakes, sample.labels.len()), (17, 17));
        }
    }
}
