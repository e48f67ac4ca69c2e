//! Compares the pocket vector of a run with a search over all weight vectors that an observer saw, whose errors are counted in plain integers.

use perceptron::learn::{
    Learner, Observer, Observers, RunResult, StopReason, Variant, WeightVector,
};
use perceptron::sample::{Dense, Features, Integers, Label, Sample, Sparse};
use perceptron::seed::Seed;
use proptest::prelude::*;

const DIMENSION: usize = 3;

type Point = ([i64; DIMENSION], bool);

/// The weight vectors of a run: the start vector, and the vector after every update.
struct Vectors(Vec<Vec<i64>>);

impl Observer for Vectors {
    fn updated(&mut self, _example: usize, vector: &dyn WeightVector) {
        let floats = || vector.to_floats().into_iter().map(|w| w as i64).collect();
        self.0.push(vector.to_integers().unwrap_or_else(floats));
    }
}

fn samples(points: &[Point]) -> [Sample; 3] {
    let rows: Vec<i64> = points.iter().flat_map(|(row, _)| *row).collect();
    let pairs: Vec<Vec<(usize, i64)>> = points
        .iter()
        .map(|(row, _)| row.iter().copied().enumerate().collect())
        .collect();
    let floats = rows.iter().map(|&x| x as f64).collect();
    [
        Features::Integers(Integers::new(DIMENSION, rows, 1)),
        Features::Sparse(Sparse::new(DIMENSION, &pairs, 1)),
        Features::Dense(Dense::new(DIMENSION, floats)),
    ]
    .map(|features| Sample {
        features,
        labels: points.iter().map(|(_, y)| Label::of_sign(*y)).collect(),
        planted: None,
    })
}

/// Errors of a weight vector on the points without the left-out one.
fn errors(vector: &[i64], points: &[Point], left_out: Option<usize>, ties: &str) -> usize {
    let others = points.iter().enumerate();
    let others = others.filter(|(place, _)| Some(*place) != left_out);
    let is_wrong = |(row, positive): &Point| {
        let score: i64 = vector.iter().zip(row).map(|(w, x)| w * x).sum();
        match score.signum() {
            0 => ties == "mistake" || !positive,
            sign => (sign > 0) != *positive,
        }
    };
    others.filter(|(_, point)| is_wrong(point)).count()
}

fn run(sample: &Sample, keys: &str, left_out: Option<usize>) -> (RunResult, Vec<Vec<i64>>) {
    let variant: Variant = toml::from_str(keys).unwrap();
    assert!(
        variant
            .check(sample.features.is_exact(), sample.labels.len())
            .is_ok()
    );
    let learner = Learner::new(&variant, sample, Seed::root(7)).unwrap();
    let mut vectors = Vectors(vec![vec![0; DIMENSION]]);
    let observers = Observers::new([&mut vectors as &mut dyn Observer]);
    let learned = learner.watch(left_out, &observers);
    drop(observers);
    (learned, vectors.0)
}

fn returned(learned: &RunResult) -> Vec<i64> {
    let linear = learned.hypothesis.as_ref().unwrap().linear().unwrap();
    linear.weights.iter().map(|w| *w as i64).collect()
}

fn points() -> impl Strategy<Value = Vec<Point>> {
    let row = proptest::array::uniform3(-3i64..=3);
    proptest::collection::vec((row, any::<bool>()), 3..14)
}

proptest! {
    #[test]
    fn pocket_holds_the_first_vector_with_the_fewest_errors(
        points in points(),
        rule in prop_oneof![Just("{ perceptron = {} }"), Just("{ margin-perceptron = { threshold = 4 } }")],
        order in prop_oneof![
            Just("\"stream\""), Just("\"cyclic\""), Just("\"shuffled\""), Just("\"random\""), Just("\"random-misclassified\""),
            Just("\"most-violated\""), Just("{ given = [2, 0, 1, 1, 2, 0] }"),
        ],
        ties in prop_oneof![Just("mistake"), Just("positive")],
        most in 1u64..30,
        left_out in proptest::option::of(0usize..3),
    ) {
        let shown = format!("rule = {rule}\norder = {order}\nties = \"{ties}\"\nstop = {{ updates = {most} }}");
        for sample in samples(&points) {
            let (learned, vectors) = run(&sample, &format!("{shown}\nhypothesis = \"pocket\""), left_out);
            let best = vectors.iter().min_by_key(|vector| errors(vector, &points, left_out, ties)).unwrap();
            prop_assert_eq!(&returned(&learned), best);
            // The pocket changes nothing else about the run.
            let (last, same) = run(&sample, &shown, left_out);
            prop_assert_eq!(vectors, same);
            prop_assert_eq!((last.counts, last.reason, last.updates), (learned.counts, learned.reason, learned.updates));
        }
    }
}

/// XOR with a constant feature: the start vector and the vectors after every update make 4, 3, 2, 1, 4, 3, 2, 1, … errors.
const XOR: [Point; 4] = [
    ([1, -1, -1], false),
    ([1, -1, 1], true),
    ([1, 1, -1], true),
    ([1, 1, 1], false),
];

#[test]
fn the_last_vector_and_an_earlier_one_can_be_the_best() {
    let [sample, ..] = samples(&XOR);
    let keys = |stop: u64| {
        format!(
            "rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\nstop = {{ updates = {stop} }}\nhypothesis = \"pocket\""
        )
    };
    let found = [1, 2, 3, 4, 44].map(|stop| {
        let (learned, vectors) = run(&sample, &keys(stop), None);
        let place = vectors
            .iter()
            .position(|vector| *vector == returned(&learned));
        let mut counts = vectors
            .iter()
            .map(|vector| errors(vector, &XOR, None, "mistake"));
        (place, counts.next_back())
    });
    let expected = [
        (Some(1), Some(3)),
        (Some(2), Some(2)),
        (Some(3), Some(1)),
        (Some(3), Some(4)),
        (Some(3), Some(4)),
    ];
    assert_eq!(found, expected);
}

#[test]
fn error_counts_are_work_of_the_run() {
    let [sample, ..] = samples(&XOR);
    let updates = |hypothesis: &str| {
        let keys = format!(
            "rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\nhypothesis = \"{hypothesis}\""
        );
        let (learned, _) = run(&sample, &keys, None);
        assert_eq!(learned.reason, StopReason::UpdateCap);
        learned.counts.updates
    };
    let (last, pocket) = (updates("last"), updates("pocket"));
    assert!(pocket < last, "{pocket} {last}");
}
