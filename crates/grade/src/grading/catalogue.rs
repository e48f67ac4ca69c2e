//! Lists the samples that a learner is shown: first all of the smallest, then numbers that provoke rounding, then random samples.

use super::exercise::Exercise;
use super::growth::{self, growths};
use super::random::{DisjunctionDistribution, SampleDistribution, draw, draw_disjunction};
use super::rule::{Family, GradedRule};
use super::winnow::{Winnow, disjunction};
use perceptron::sample::Label;

/// Feature values of the smallest samples of the catalogue, of which all combinations are shown.
const SMALL: [f64; 3] = [0.0, 1.0, -1.0];

/// Distributions of the random samples that a learner is shown, each with the number of samples drawn from it. No sum or product of their features
/// reaches 2⁵³, so computations in doubles are exact.
const DISTRIBUTIONS: [(u64, SampleDistribution); 9] = [
    (200, distribution("passes", (3, 1.0), (4, 6), 5, true)),
    (200, distribution("coins", (3, 1.0), (4, 6), 4, false)),
    (100, distribution("fractions", (7, 0.25), (3, 5), 3, true)),
    (
        100,
        distribution("tiny", (5, 1.0 / 65536.0), (3, 5), 3, true),
    ),
    (100, distribution("hundreds", (300, 1.0), (3, 6), 3, false)),
    (100, distribution("large", (40_000, 1.0), (3, 6), 3, false)),
    (
        100,
        distribution("mixed", (3_000_000, 1.0), (3, 5), 2, true),
    ),
    (20, distribution("wide", (2, 1.0), (120, 20), 2, true)),
    (8, distribution("long", (3, 1.0), (4, 60), 25, false)),
];

/// A distribution of samples, from: the largest feature and its unit, the largest numbers of features and examples, and the number of passes.
const fn distribution(
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

/// The numbers of features with which samples are shown.
fn all_widths() -> impl Iterator<Item = usize> {
    let larger = [
        47, 48, 49, 63, 64, 65, 96, 99, 100, 101, 127, 128, 129, 255, 256, 257,
    ];
    (1..=EVERY_WIDTH).chain(larger)
}

/// Samples with many different numbers of features, because a learner may process the features in blocks and get the incomplete block wrong.
fn widths() -> impl Iterator<Item = Exercise> {
    all_widths().flat_map(|dimension| {
        let distribution = SampleDistribution {
            exactly: true,
            ..distribution("widths", (2, 1.0), (dimension, 5), 2, true)
        };
        (0..TIMES).map(move |index| draw(&distribution, index * 1000 + dimension as u64))
    })
}

/// Feature values for Winnow.
const BITS: [f64; 2] = [0.0, 1.0];

/// Sizes of the small samples for Winnow: their numbers of features and of examples.
const BIT_SIZES: [(usize, usize); 10] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 3),
    (2, 2),
    (3, 1),
    (2, 3),
    (3, 2),
    (4, 2),
    (3, 3),
];

/// Distributions of the random samples for Winnow, each with the number of samples drawn from it.
const DISJUNCTIONS: [(u64, DisjunctionDistribution); 4] = [
    (400, bits("half", 2, (6, 8), 4)),
    (400, bits("quarter", 4, (12, 12), 5)),
    (40, bits("wide-bits", 2, (120, 40), 3)),
    (20, bits("long-bits", 3, (10, 60), 10)),
];

/// A distribution of samples for Winnow, from: the rarity of ones, the largest numbers of features and examples, and the number of passes.
const fn bits(
    name: &'static str,
    rarity: usize,
    (dimension, examples): (usize, usize),
    passes: usize,
) -> DisjunctionDistribution {
    DisjunctionDistribution {
        name,
        rarity,
        dimension,
        exactly: false,
        examples,
        passes,
    }
}

/// Samples for Winnow: features 0 and 1, labelled by a monotone disjunction; the widest, which take longest, come last.
fn disjunctions(rule: Winnow) -> impl Iterator<Item = Exercise> {
    let is_early = |grown: &Exercise| grown.dimension <= growth::EARLY;
    let early = growths(rule).filter(is_early);
    let late = growths(rule).filter(move |grown| !is_early(grown));
    let random = DISJUNCTIONS.iter().flat_map(|(count, distribution)| {
        (0..*count).map(move |index| draw_disjunction(distribution, index))
    });
    let widths = all_widths().flat_map(|dimension| {
        let distribution = DisjunctionDistribution {
            exactly: true,
            ..bits("bit-widths", 2, (dimension, 8), 3)
        };
        (0..TIMES)
            .map(move |index| draw_disjunction(&distribution, index * 1000 + dimension as u64))
    });
    let small = listed(&BIT_SIZES, &BITS).filter(|exercise| disjunction(exercise).is_some());
    small.chain(early).chain(random).chain(widths).chain(late)
}

/// All samples that a learner is shown when it is graded, generated one after another.
pub(super) struct Catalogue {
    samples: Box<dyn Iterator<Item = Exercise>>,
}

/// Sizes of the smallest samples, shown first: their numbers of features and of examples.
const SMALL_SIZES: [(usize, usize); 6] = [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1)];

/// Sizes of further small samples, which are shown last because there are many.
const MORE_SIZES: [(usize, usize); 2] = [(2, 3), (3, 2)];

/// All samples of the given sizes whose features are among `values`, with all labels.
fn listed(
    sizes: &'static [(usize, usize)],
    values: &'static [f64],
) -> impl Iterator<Item = Exercise> {
    let sizes = sizes.iter();
    sizes.flat_map(move |&(dimension, length)| all(dimension, length, values))
}

impl Catalogue {
    /// Creates the samples for grading by a rule; `wide` adds samples whose sums of products need more than 64 bits.
    pub(super) fn new(graded: &GradedRule, wide: bool) -> Self {
        let samples: Box<dyn Iterator<Item = Exercise>> = match &graded.family {
            Family::Winnow(rule) => Box::new(disjunctions(*rule)),
            Family::PassiveAggressive(_) => {
                // Samples with the example 0 come last, so that a learner that fails on them is tried on the others first.
                let zeros = listed(&SMALL_SIZES, &SMALL).filter(Exercise::has_zero);
                let others = vectors(wide, wide).filter(|exercise| !exercise.has_zero());
                Box::new(others.chain(zeros))
            }
            // An example that is zero cannot be divided by its norm.
            Family::Perceptron(_) if graded.normalizes() => {
                Box::new(vectors(wide, true).filter(|exercise| !exercise.has_zero()))
            }
            Family::Perceptron(_) => Box::new(vectors(wide, true)),
        };
        Self { samples }
    }
}

/// Samples of real vectors; `long_squares` adds features whose squares need more than 63 bits.
fn vectors(wide: bool, long_squares: bool) -> impl Iterator<Item = Exercise> {
    let random = DISTRIBUTIONS
        .iter()
        .flat_map(|(count, distribution)| (0..*count).map(move |index| draw(distribution, index)));
    listed(&SMALL_SIZES, &SMALL)
        .chain(numbers(wide, long_squares))
        .chain(random)
        .chain(widths())
        .chain(listed(&MORE_SIZES, &SMALL))
}

impl Iterator for Catalogue {
    type Item = Exercise;

    fn next(&mut self) -> Option<Exercise> {
        self.samples.next()
    }
}

/// All samples with `length` examples of `dimension` features, each feature among `values`, and all labels.
fn all(dimension: usize, length: usize, values: &'static [f64]) -> impl Iterator<Item = Exercise> {
    let points = values.len().pow(dimension as u32);
    let kinds = 2 * points;
    (0..kinds.pow(length as u32)).map(move |index| {
        let kind = |place: usize| index / kinds.pow(place as u32) % kinds;
        let shown = (0..length).map(|place| example(kind(place), dimension, values));
        Exercise::new(dimension, shown.collect())
    })
}

/// The example with the index `kind` among all labelled examples whose features are among `values`.
fn example(kind: usize, dimension: usize, values: &[f64]) -> (Vec<f64>, Label) {
    let digit = |place: usize| kind / 2 / values.len().pow(place as u32) % values.len();
    let x = (0..dimension).map(|place| values[digit(place)]).collect();
    (x, Label::of_sign(kind.is_multiple_of(2)))
}

/// Samples on which a learner that computes with small integers overflows and one with short floats rounds; `wide` adds features of 2⁶², and
/// `long_squares` features whose squares need more than 63 bits.
fn numbers(wide: bool, long_squares: bool) -> impl Iterator<Item = Exercise> {
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
    let once = [4_294_967_297.0, -2_147_483_649.0].into_iter();
    let once = once.filter(move |_| long_squares);
    let single = twice.chain(once.map(|x| positive(1, &[vec![x]])));
    doubling.chain(single)
}

fn positive(dimension: usize, rows: &[Vec<f64>]) -> Exercise {
    let shown = rows.iter().map(|x| (x.clone(), Label::Positive));
    Exercise::new(dimension, shown.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn disjunctions_have_every_number_of_features() {
        let rule = Winnow::new(2.0, None);
        let shown: BTreeSet<usize> = disjunctions(rule).map(|sample| sample.dimension).collect();
        assert!(all_widths().all(|width| shown.contains(&width)));
    }
}
