//! Lists the samples that a learner is shown: first all of the smallest, then numbers that provoke rounding, then random samples.

use super::exercise::Exercise;
use super::random::{SampleDistribution, draw};
use super::rule::GradedRule;
use perceptron::sample::Label;

/// Feature values of the smallest samples of the catalogue, of which all combinations are shown.
const SMALL: [f64; 3] = [0.0, 1.0, -1.0];

/// Distributions of the random samples that a learner is shown, each with the number of samples drawn from it. No sum or product of their features
/// reaches 2⁵³, so computations in doubles are exact.
const DISTRIBUTIONS: [(u64, SampleDistribution); 9] = [
    (200, law("passes", (3, 1.0), (4, 6), 5, true)),
    (200, law("coins", (3, 1.0), (4, 6), 4, false)),
    (100, law("fractions", (7, 0.25), (3, 5), 3, true)),
    (100, law("tiny", (5, 1.0 / 65536.0), (3, 5), 3, true)),
    (100, law("hundreds", (300, 1.0), (3, 6), 3, false)),
    (100, law("large", (40_000, 1.0), (3, 6), 3, false)),
    (100, law("mixed", (3_000_000, 1.0), (3, 5), 2, true)),
    (20, law("wide", (2, 1.0), (120, 20), 2, true)),
    (8, law("long", (3, 1.0), (4, 60), 25, false)),
];

/// A distribution of samples, from: the largest feature and its unit, the largest numbers of features and examples, and the number of passes.
const fn law(
    name: &'static str,
    (largest, unit): (usize, f64),
    (dimension, examples): (usize, usize),
    passes: usize,
    separable: bool,
) -> SampleDistribution {
    SampleDistribution {
        name,
        largest,
        unit,
        dimension,
        exactly: false,
        examples,
        passes,
        separable,
    }
}

/// Samples are shown with every number of features up to this one; beyond it, only with numbers around powers of two and around a hundred.
const EVERY_WIDTH: usize = 34;

/// Number of consecutive samples with the same number of features, so that state that a learner keeps over a reset shows.
const TIMES: u64 = 4;

/// Samples with many different numbers of features, because a learner may process the features in blocks and get the incomplete block wrong.
fn widths() -> impl Iterator<Item = Exercise> {
    let larger = [
        47, 48, 49, 63, 64, 65, 96, 99, 100, 101, 127, 128, 129, 255, 256, 257,
    ];
    (1..=EVERY_WIDTH).chain(larger).flat_map(|dimension| {
        let law = SampleDistribution {
            exactly: true,
            ..law("widths", (2, 1.0), (dimension, 5), 2, true)
        };
        (0..TIMES).map(move |index| draw(&law, index * 1000 + dimension as u64))
    })
}

/// All samples that a learner is shown when it is graded, generated one after another.
pub(super) struct Catalogue {
    samples: Box<dyn Iterator<Item = Exercise>>,
}

impl Catalogue {
    /// Creates the samples for grading by a rule; `wide` adds samples whose sums of products need more than 64 bits.
    pub(super) fn new(graded: &GradedRule, wide: bool) -> Self {
        let random = DISTRIBUTIONS
            .iter()
            .flat_map(|(count, law)| (0..*count).map(move |index| draw(law, index)));
        let small = [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1)];
        let more = [(2, 3), (3, 2)];
        let listed = |sizes: &[(usize, usize)]| {
            let sizes = sizes.to_vec();
            sizes
                .into_iter()
                .flat_map(|(dimension, length)| all(dimension, length))
        };
        let samples = listed(&small)
            .chain(numbers(wide))
            .chain(random)
            .chain(widths())
            .chain(listed(&more));
        let normalizes = graded.normalizes();
        // An example that is zero cannot be divided by its norm.
        let fits = move |exercise: &Exercise| {
            let is_zero = |(x, _): &(Vec<f64>, Label)| x.iter().all(|x| *x == 0.0);
            !(normalizes && exercise.shown.iter().any(is_zero))
        };
        Self {
            samples: Box::new(samples.filter(fits)),
        }
    }
}

impl Iterator for Catalogue {
    type Item = Exercise;

    fn next(&mut self) -> Option<Exercise> {
        self.samples.next()
    }
}

/// All samples with `length` examples of `dimension` features, each feature 0, 1 or −1, and all labels.
fn all(dimension: usize, length: usize) -> impl Iterator<Item = Exercise> {
    let points = SMALL.len().pow(dimension as u32);
    let kinds = 2 * points;
    (0..kinds.pow(length as u32)).map(move |index| {
        let kind = |place: usize| index / kinds.pow(place as u32) % kinds;
        let shown = (0..length).map(|place| example(kind(place), dimension));
        Exercise::new(dimension, shown.collect())
    })
}

/// The example with the index `kind` among all labelled examples whose features are 0, 1 or −1.
fn example(kind: usize, dimension: usize) -> (Vec<f64>, Label) {
    let digit = |place: usize| kind / 2 / SMALL.len().pow(place as u32) % SMALL.len();
    let x = (0..dimension).map(|place| SMALL[digit(place)]).collect();
    (x, Label::of_sign(kind.is_multiple_of(2)))
}

/// Samples on which a learner that computes with small integers overflows and one with short floats rounds; `wide` adds features of 2⁶².
fn numbers(wide: bool) -> impl Iterator<Item = Exercise> {
    let bits = [6_i32, 7, 14, 15, 24, 30]
        .into_iter()
        .chain(wide.then_some(62));
    let doubling = bits.map(|bits| {
        let large = 2_f64.powi(bits);
        let shown = [vec![large, large], vec![large, -large], vec![large, 0.0]];
        positive(2, &shown)
    });
    let twice = [0.5, -0.5, 1.5, 0.25, 128.0, 32_768.0, 16_777_217.0];
    let twice = twice.into_iter().map(|x| positive(1, &[vec![x], vec![x]]));
    // Their squares need more than 63 bits.
    let once = [4_294_967_297.0, -2_147_483_649.0].into_iter();
    let single = twice.chain(once.map(|x| positive(1, &[vec![x]])));
    doubling.chain(single)
}

fn positive(dimension: usize, rows: &[Vec<f64>]) -> Exercise {
    let shown = rows.iter().map(|x| (x.clone(), Label::Positive));
    Exercise::new(dimension, shown.collect())
}
