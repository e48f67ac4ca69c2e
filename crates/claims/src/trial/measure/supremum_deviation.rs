//! Measures the supremum, over all classifiers of a class, of the distance between empirical risk and risk, without sampling classifiers.

use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::cancellation;
use perceptron::margin::{Separability, separability};
use perceptron::sample::{Dense, Features, Label, Sample, dot};
use std::f64::consts::{FRAC_PI_2, PI};

/// The largest number of examples in three dimensions: for each of them, the circle of its orthogonal normals is compared with all other examples.
const MOST_CIRCLES: usize = 2000;

columns! {
    /// Probability that a label is flipped, where the supremum of deviations is measured.
    LABEL_NOISE: f64 = "label_noise" in "probability", |s| s.distribution.label_noise;
    /// Largest |empirical risk − risk| over all half-spaces through the origin, or over all thresholds on the line.
    SUPREMUM_DEVIATION: f64 = "supremum_deviation" in "probability";
}

/// Measures the largest |empirical risk − risk| over a class of classifiers on the sample as it was drawn.
pub(super) struct SupremumDeviation;

impl Measurement for SupremumDeviation {
    fn fill_of_drawn(&self, record: &mut Record, sample: &Sample) {
        measure(record, sample);
    }
}

/// A family of classifiers with one parameter t in [−end, end], on a sample. The risk is ρ + (1 − 2ρ)·|t|/span with label noise ρ, and the prediction
/// on every example changes at known t.
struct ClassifierFamily {
    noise: f64,
    span: f64,
    end: f64,
    /// Number of mistakes that the classifier at t = −end makes on the sample.
    mistakes: i64,
    /// Values of t at which the prediction on an example changes, each with the change of the number of mistakes there.
    changes: Vec<(f64, i64)>,
    examples: f64,
}

/// Fills the column `supremum_deviation` if the label noise of the distribution is known.
///
/// # Formula
/// sup over classifiers of |empirical risk − risk|. Half-planes through the origin in R²: all angles of the normal. On the line: all thresholds; the
/// other orientation has the same deviations. In more dimensions the supremum is known only if the labels are fair coins, because then every
/// classifier has the risk 1/2. In three dimensions, for up to 2000 examples, the half-spaces with an example on their boundary reach every
/// labelling, because a small turn puts this example on either side. If the coins are separable, some half-space makes no mistake, and 1/2 is the
/// largest possible deviation.
fn measure(record: &mut Record, sample: &Sample) {
    let noise = record.row().setting().distribution.label_noise;
    let Some(noise) = noise else { return };
    let supremum = match sample.features.dimension() {
        1 => Some(thresholds(sample, noise).supremum()),
        2 => Some(half_planes(sample, noise).supremum()),
        3 if noise == 0.5 && sample.labels.len() <= MOST_CIRCLES => Some(half_spaces(sample)),
        _ if noise == 0.5 && matches!(separability(sample), Separability::Separable(_)) => {
            Some(0.5)
        }
        _ => None,
    };
    record.set(columns::SUPREMUM_DEVIATION, supremum);
}

/// The family of classifiers sign(x − t) on the line, for all thresholds t.
fn thresholds(sample: &Sample, noise: f64) -> ClassifierFamily {
    let changes = sample
        .labels
        .iter()
        .enumerate()
        .map(|(example, label)| (sample.features.row(example)[0], label.sign()));
    let mistakes = sample
        .labels
        .iter()
        .filter(|&&label| label == Label::Negative)
        .count() as i64;
    ClassifierFamily {
        noise,
        span: 2.0,
        end: 1.0,
        mistakes,
        changes: changes.collect(),
        examples: sample.labels.len() as f64,
    }
}

/// The family of classifiers sign⟨β, x⟩ in the plane, β at the angle t to the first axis. A prediction is correct while t is within a quarter turn of
/// the angle of y·x.
fn half_planes(sample: &Sample, noise: f64) -> ClassifierFamily {
    let (mut changes, mut mistakes) = (Vec::new(), 0);
    for (example, label) in sample.labels.iter().enumerate() {
        let row = sample.features.row(example);
        let (x, y) = (label.value() * row[0], label.value() * row[1]);
        let angle = libm::atan2(y, x);
        changes.extend([
            (wrapped(angle - FRAC_PI_2), -1),
            (wrapped(angle + FRAC_PI_2), 1),
        ]);
        mistakes += i64::from(x > 0.0);
    }
    ClassifierFamily {
        noise,
        span: PI,
        end: PI,
        mistakes,
        changes,
        examples: sample.labels.len() as f64,
    }
}

/// Largest |empirical risk − 1/2| over the half-spaces of R³ through the origin, where labels are fair coins. For every example, the normals
/// orthogonal to it form a circle. Along this circle the other examples change sides as in the plane, and the example itself may be correct or wrong.
fn half_spaces(sample: &Sample) -> f64 {
    let (examples, all) = (sample.labels.len(), sample.labels.len() as f64);
    let deviation = |wrong: i64| {
        let shares = [wrong, wrong + 1].map(|wrong| (wrong as f64 / all - 0.5).abs());
        shares[0].max(shares[1])
    };
    let mut supremum = 0.0_f64;
    for pivot in 0..examples {
        cancellation::check();
        let circle = half_planes(&projected(sample, pivot), 0.5);
        supremum = circle
            .mistakes_on_the_way()
            .map(deviation)
            .fold(supremum, f64::max);
    }
    supremum
}

/// Returns all examples of a sample in R³ except `pivot`, projected onto the plane orthogonal to it, in two coordinates.
fn projected(sample: &Sample, pivot: usize) -> Sample {
    let x = sample.features.row(pivot);
    // The axis along which x is shortest makes a large enough angle with x.
    let shortest = (0..3).min_by(|&a, &b| x[a].abs().total_cmp(&x[b].abs()));
    let mut axis = [0.0; 3];
    axis[shortest.unwrap_or(0)] = 1.0;
    let first = cross(&x, &axis);
    let second = cross(&x, &first);
    let others = (0..sample.labels.len()).filter(|&other| other != pivot);
    let (labels, rows): (Vec<Label>, Vec<[f64; 2]>) = others
        .map(|other| {
            let row = sample.features.row(other);
            // Both axes are orthogonal to x; their lengths are |first| and |x||first|.
            let length = dot(&x, &x).sqrt();
            (
                sample.labels[other],
                [dot(&row, &first) * length, dot(&row, &second)],
            )
        })
        .unzip();
    Sample {
        features: Features::Dense(Dense::new(2, rows.concat())),
        labels,
        planted: None,
    }
}

fn cross(a: &[f64], b: &[f64]) -> [f64; 3] {
    let entry = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [entry(1, 2), entry(2, 0), entry(0, 1)]
}

fn wrapped(angle: f64) -> f64 {
    if angle > PI {
        angle - 2.0 * PI
    } else if angle < -PI {
        angle + 2.0 * PI
    } else {
        angle
    }
}

impl ClassifierFamily {
    /// The number of mistakes that the classifiers of the family make between two changes, for increasing t.
    fn mistakes_on_the_way(mut self) -> impl Iterator<Item = i64> {
        self.changes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut mistakes = self.mistakes;
        let later = self.changes.into_iter().map(move |(_, change)| {
            mistakes += change;
            mistakes
        });
        std::iter::once(self.mistakes).chain(later)
    }

    /// The largest |empirical risk − risk| over the family. Between two values of t at which examples change sides, the empirical risk is constant,
    /// and the risk has its extremes at the ends or at t = 0.
    fn supremum(mut self) -> f64 {
        self.changes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut left, mut mistakes, mut supremum) = (-self.end, self.mistakes, 0.0_f64);
        for &(right, change) in self.changes.iter().chain([&(self.end, 0)]) {
            supremum = supremum.max(self.deviation(mistakes, left, right));
            mistakes += change;
            left = right;
        }
        supremum
    }

    fn deviation(&self, mistakes: i64, left: f64, right: f64) -> f64 {
        let middle = 0.0_f64.clamp(left, right);
        let at = |t: f64| (mistakes as f64 / self.examples - self.risk(t)).abs();
        at(left).max(at(right)).max(at(middle))
    }

    fn risk(&self, t: f64) -> f64 {
        self.noise + (1.0 - 2.0 * self.noise) * t.abs() / self.span
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::generate::{CoinLabels, Sampler};
    use perceptron::seed::Seed;

    /// The largest deviation among many classifiers, each applied to every example.
    fn searched(sample: &Sample, noise: f64) -> f64 {
        let examples = sample.labels.len();
        let wrong = |prediction: &dyn Fn(&[f64]) -> f64| {
            let mistaken = |&i: &usize| {
                Label::of_sign(prediction(&sample.features.row(i)) >= 0.0) != sample.labels[i]
            };
            (0..examples).filter(mistaken).count() as f64 / examples as f64
        };
        let deviations = (0..20_000).map(|step| {
            let t = f64::from(step) / 10_000.0 - 1.0;
            let (empirical, share) = if sample.features.dimension() == 1 {
                (wrong(&|x| x[0] - t), t.abs() / 2.0)
            } else {
                (
                    wrong(&|x| x[0] * libm::cos(PI * t) + x[1] * libm::sin(PI * t)),
                    t.abs(),
                )
            };
            (empirical - noise - (1.0 - 2.0 * noise) * share).abs()
        });
        deviations.fold(0.0, f64::max)
    }

    #[test]
    fn supremum_deviation_matches_brute_force_search() {
        for (dimension, noise) in [(1, 0.5), (1, 0.2), (1, 0.0), (2, 0.5), (2, 0.2), (2, 0.0)] {
            for seed in 0..5 {
                let sample = CoinLabels {
                    dimension,
                    examples: 9,
                    noise,
                }
                .draw(Seed::root(seed), 9);
                let family = if dimension == 1 {
                    thresholds(&sample, noise)
                } else {
                    half_planes(&sample, noise)
                };
                let (supremum, found) = (family.supremum(), searched(&sample, noise));
                assert!(
                    found <= supremum + 1e-12 && supremum <= found + 2e-4,
                    "{dimension} {noise} {seed}: {supremum} {found}"
                );
            }
        }
    }

    /// The largest deviation among the half-spaces whose boundary holds two examples, each of which may be on either side.
    fn among_pairs(sample: &Sample) -> f64 {
        let examples = sample.labels.len();
        let row = |example| sample.features.row(example);
        let mut supremum = 0.0_f64;
        for i in 0..examples {
            for j in 0..i {
                let normal = cross(&row(i), &row(j));
                let others = (0..examples).filter(|&k| k != i && k != j);
                let wrong = others
                    .filter(|&k| Label::of_sign(dot(&row(k), &normal) > 0.0) != sample.labels[k]);
                let wrong = wrong.count() as f64;
                let share = |mistakes: f64| (mistakes / examples as f64 - 0.5).abs();
                supremum = supremum.max(share(wrong)).max(share(wrong + 2.0));
            }
        }
        supremum
    }

    #[test]
    fn both_supremum_algorithms_agree_in_three_dimensions() {
        for (seed, examples) in [(1, 4), (2, 7), (3, 12), (4, 21), (5, 30)] {
            let coins = CoinLabels {
                dimension: 3,
                examples,
                noise: 0.5,
            };
            let sample = coins.draw(Seed::root(seed), examples);
            assert_eq!(half_spaces(&sample), among_pairs(&sample), "{examples}");
        }
    }

    #[test]
    fn mean_supremum_for_fair_labels_in_the_plane_matches_known_values() {
        for (examples, known) in [(20, 0.1956), (100, 0.0941), (400, 0.0484)] {
            let draw = |seed| {
                CoinLabels {
                    dimension: 2,
                    examples,
                    noise: 0.5,
                }
                .draw(Seed::root(seed), examples)
            };
            let mean = (0..1000)
                .map(|seed| half_planes(&draw(seed), 0.5).supremum())
                .sum::<f64>()
                / 1000.0;
            assert!((mean / known - 1.0).abs() < 0.05, "{examples}: {mean}");
        }
    }
}
