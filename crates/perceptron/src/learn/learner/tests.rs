//! States known counts of small runs, for every rule, order and tie convention.

use super::*;
use crate::generate::{ExampleSource, Generator};
use crate::learn::Observer;

fn variant(text: &str) -> Variant {
    toml::from_str(text).unwrap_or_else(|error| panic!("{error}"))
}

fn sample(text: &str) -> Sample {
    let generator: Generator = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    match generator.source() {
        ExampleSource::Sampler(sampler) => sampler.draw(Seed::root(1), generator.examples()),
        ExampleSource::Opponent(_) => panic!("an opponent draws no sample"),
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
fn basis_of_norm_one_tenth_takes_100_updates_each_or_101_in_floats() {
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
fn strict_tie_convention_never_updates_from_zero() {
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
fn mutant_rules_and_hebb_make_the_updates_that_their_names_state() {
    let points = "[points]\nexamples = [{ x = [1, 2], y = -1 }, { x = [2, 1], y = -1 }, { x = [1, 2], y = -1 }]";
    for (rule, expected, updates) in [
        ("perceptron", vec![-1, -2], 1),
        ("anti-perceptron", vec![4, 5], 3),
        ("label-blind", vec![4, 5], 3),
        ("one-sided", vec![0, 0], 3),
        ("update-always", vec![-4, -5], 3),
        ("hebb", vec![-4, -5], 3),
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

/// Observes the number of updates that are still due at the end of a run.
struct UpdatesLeft(Option<u64>);

impl Observer for UpdatesLeft {
    fn ended(&mut self, due: &dyn Fn() -> Option<u64>) {
        self.0 = due();
    }
}

#[test]
fn stopping_after_a_pass_without_updates_ends_runs_early_as_predicted() {
    let quiet =
        variant("rule = { margin-perceptron = {} }\norder = \"random\"\nstop = \"quiet-period\"");
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
    let learned = Learner::new(&variant, &sample, Seed::root(2)).map(|learner| learner.run(None));
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
fn symmetric_states_are_counted_separately() {
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
fn exploration_distinguishes_never_stopping_from_a_reachable_cycle() {
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
    // From w = 0 the first example leads to a vector that makes no mistake under sign(0) = +1, and the second leads into a cycle.
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
fn exploration_does_not_depend_on_the_number_of_threads() {
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
        let run = |threads| {
            let mut learner = Learner::new(&variant, &sample, Seed::root(2)).ok()?;
            learner.use_threads(threads);
            Some(learner.run(None))
        };
        let alone = run(Threads::One);
        assert!(
            alone.as_ref().is_some_and(|alone| alone.counts.updates > 3),
            "{alone:?}"
        );
        assert_eq!(run(Threads::Pool), alone);
    }
}

#[test]
fn averaged_hypotheses_are_means_over_all_or_the_last_half_of_the_examples_shown() {
    for (hypothesis, due) in [("averaged", [3, 2, 1]), ("tail-averaged", [2, 2, 1])] {
        let keys = "rule = { perceptron = {} }\norder = \"stream\"\nhypothesis";
        let variant = variant(&format!("{keys} = \"{hypothesis}\""));
        let sample = sample("[basis]\ndimension = 3");
        let learned =
            Learner::new(&variant, &sample, Seed::root(2)).map(|learner| learner.run(None));
        let integers = learned
            .ok()
            .and_then(|l| l.hypothesis)
            .and_then(|h| h.linear().and_then(|l| l.integers.clone()));
        assert_eq!(integers, Some(due.to_vec()), "{hypothesis}");
    }
}

#[test]
fn the_longest_survivor_is_the_first_vector_with_the_most_votes() {
    let (mut earlier, mut last) = (0, 0);
    for (seed, order) in (0..40).map(|seed| (seed, ["cyclic", "shuffled", "random"][seed % 3])) {
        let of = |hypothesis: &str| {
            let keys = format!(
                "rule = {{ perceptron = {{}} }}\norder = \"{order}\"\nstop = {{ passes = 2 }}"
            );
            let variant = variant(&format!("{keys}\nhypothesis = \"{hypothesis}\""));
            let sample = sample(
                "[integer-points]\ndimension = 3\nexamples = 12\nbound = 5\nlabels = \"random\"",
            );
            let learner = Learner::new(&variant, &sample, Seed::root(seed as u64)).ok();
            learner.and_then(|learner| learner.run(None).hypothesis)
        };
        let (Some(votes), Some(survivor)) = (of("voted"), of("longest-survivor")) else {
            panic!("{order}")
        };
        let votes = votes.vectors();
        let most = votes
            .iter()
            .map(|(survived, _)| *survived)
            .max()
            .unwrap_or(0);
        let place = votes.iter().position(|(survived, _)| *survived == most);
        let first = place.map(|place| votes[place].1);
        assert_eq!(survivor.linear(), first, "{order}");
        earlier += usize::from(place.is_some_and(|place| place + 1 < votes.len()));
        last += usize::from(place.is_some_and(|place| place + 1 == votes.len()));
    }
    assert!(earlier > 0 && last > 0, "{earlier} {last}");
}

#[test]
fn adversary_forces_a_mistake_on_every_example() {
    let generator: Generator = toml::from_str("[forced-mistakes]\ndimension = 17")
        .unwrap_or_else(|error| panic!("{error}"));
    for ties in ["mistake", "positive"] {
        let ExampleSource::Opponent(mut opponent) = generator.source() else {
            panic!("it answers")
        };
        let (sample, learned) = learn_against(
            &variant(&format!("{CYCLIC}\nties = \"{ties}\"")),
            opponent.as_mut(),
        );
        assert_eq!((learned.counts.mistakes, sample.labels.len()), (17, 17));
    }
}
