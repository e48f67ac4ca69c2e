//! Compares runs that skip examples without an update in bulk with runs that look at every example.

use perceptron::learn::{Learner, Observer, Observers, RunResult, StopReason, Variant};
use perceptron::sample::{Dense, Features, Integers, Label, Rational, Sample, Signs, Sparse};
use perceptron::seed::Seed;
use proptest::prelude::*;

const DIMENSION: usize = 70;

/// These signs in every kind of store. The sparse store never skips examples.
fn stores(rows: &[Vec<bool>]) -> [Features; 4] {
    let entry = |positive: &bool| if *positive { 1 } else { -1 };
    let numbers: Vec<Vec<i64>> = rows
        .iter()
        .map(|row| row.iter().map(entry).collect())
        .collect();
    let bits = |chunk: &[bool]| {
        let bits = chunk.iter().enumerate();
        bits.map(|(place, &bit)| u64::from(bit) << place)
            .sum::<u64>()
    };
    let words = rows
        .iter()
        .flat_map(|row| row.chunks(64).map(bits))
        .collect();
    let pairs: Vec<Vec<(usize, i64)>> = numbers
        .iter()
        .map(|row| row.iter().copied().enumerate().collect())
        .collect();
    let floats = numbers.iter().flatten().map(|&x| x as f64).collect();
    [
        Features::Sparse(Sparse::new(DIMENSION, &pairs, 1)),
        Features::Signs(Signs::new(DIMENSION, words, Rational::one())),
        Features::Integers(Integers::new(DIMENSION, numbers.concat(), 1)),
        Features::Dense(Dense::new(DIMENSION, floats)),
    ]
}

/// Records the number of updates at the end of each pass.
#[derive(Debug, PartialEq, Default)]
struct PassEnds(Vec<u64>);

impl Observer for PassEnds {
    fn pass_ended(&mut self, updates: u64) {
        self.0.push(updates);
    }
}

fn run(
    features: Features,
    labels: &[Label],
    keys: &str,
    left_out: Option<usize>,
) -> (RunResult, PassEnds) {
    let variant: Variant = toml::from_str(keys).unwrap();
    let (labels, planted) = (labels.to_vec(), None);
    let sample = Sample {
        features,
        labels,
        planted,
    };
    let learner = Learner::new(&variant, &sample, Seed::root(3)).unwrap();
    let mut ends = PassEnds::default();
    let observers = Observers::new([&mut ends as &mut dyn Observer]);
    let mut learned = learner.watch(left_out, &observers);
    // Hypotheses of the float store have no integers, so they are not compared.
    learned.hypothesis = None;
    (learned, ends)
}

fn keys() -> impl Strategy<Value = String> {
    let orders = prop_oneof![
        Just("\"stream\""),
        Just("\"cyclic\""),
        Just("\"shuffled\""),
        Just("\"random\""),
        Just("\"first-misclassified\""),
        Just("{ given = [3, 0, 0, 2, 1, 3, 3, 2] }"),
    ];
    let rules = prop_oneof![
        Just("{ perceptron = {} }"),
        Just("{ margin-perceptron = {} }"),
        Just("{ margin-perceptron = { threshold = 40, step = \"1/3\" } }"),
        Just("{ margin-perceptron = { inclusive = true } }"),
    ];
    let ties = prop_oneof![Just("mistake"), Just("positive"), Just("strict")];
    let kinds = prop_oneof![
        Just("last"),
        Just("averaged"),
        Just("voted"),
        Just("pocket")
    ];
    let parts = (orders, rules, ties, kinds, 1u64..60);
    parts.prop_map(|(order, rule, ties, kind, most)| {
        let ends = order.contains("given") || order.contains("stream");
        let stop = if ends {
            String::new()
        } else {
            format!("stop = {{ updates = {most} }}\n")
        };
        format!(
            "rule = {rule}\norder = {order}\nties = \"{ties}\"\nhypothesis = \"{kind}\"\n{stop}"
        )
    })
}

proptest! {
    #[test]
    fn skipping_examples_in_bulk_gives_the_same_run(
        rows in proptest::collection::vec((proptest::collection::vec(any::<bool>(), DIMENSION), any::<bool>()), 4..20),
        keys in keys(),
        left_out in proptest::option::of(0usize..4),
    ) {
        let labels: Vec<Label> = rows.iter().map(|(_, positive)| Label::of_sign(*positive)).collect();
        let rows: Vec<Vec<bool>> = rows.into_iter().map(|(row, _)| row).collect();
        let [sparse, others @ ..] = stores(&rows);
        let expected = run(sparse, &labels, &keys, left_out);
        for features in others {
            let name = format!("{features:?}");
            let found = run(features, &labels, &keys, left_out);
            prop_assert_eq!(&found, &expected, "{} on {}", keys, name);
        }
    }
}

#[test]
fn run_capped_at_passes_is_a_prefix_of_a_longer_run() {
    // Two examples that nothing separates, so that no pass is clean.
    let labels = [Label::Positive, Label::Negative];
    let rows = [[1_i64, 2], [1, 2]];
    let features = || Features::Integers(Integers::new(2, rows.concat(), 1));
    for order in ["cyclic", "shuffled", "random"] {
        let keys = |stop: &str| {
            format!("rule = {{ perceptron = {{}} }}\norder = \"{order}\"\nstop = {stop}")
        };
        for passes in [1, 2, 5] {
            let (run, _) = run(
                features(),
                &labels,
                &keys(&format!("{{ passes = {passes} }}")),
                None,
            );
            assert_eq!(run.reason, StopReason::EndOfStream, "{order}");
            assert_eq!(
                (run.counts.passes, run.counts.draws),
                (passes, 2 * passes),
                "{order}"
            );
        }
    }
    // A separable sample reaches its clean pass before the stop.
    let rows = [[1_i64, 0], [0, 1]];
    let features = Features::Integers(Integers::new(2, rows.concat(), 1));
    let keys = "rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { passes = 9 }";
    let (run, _) = run(features, &labels, keys, None);
    assert_eq!((run.reason, run.counts.passes), (StopReason::CleanPass, 2));
}
