//! Gives the risk of a hypothesis: in closed form where the distribution has one, by Monte Carlo where not.

pub mod catalogue;
pub mod closed;

use crate::generate::{Distribution, Sampler};
use crate::learn::{Hypothesis, Linear};
use crate::sample::{Label, Rational, TestTies, dot};
use crate::seed::Seed;
use num_rational::BigRational;
use num_traits::Zero;
use std::cmp::Ordering;

/// Test examples of one Monte Carlo estimate.
pub const TEST_EXAMPLES: usize = 10_000;

/// The probability of error on a fresh example.
#[derive(Debug, Clone, PartialEq)]
pub struct Risk {
    /// The risk, or its estimate.
    pub value: f64,
    /// The risk as a fraction, where it is one that is known.
    pub exact: Option<Rational>,
    /// Standard error of the estimate; zero for a closed form.
    pub standard_error: f64,
}

impl Risk {
    fn closed(value: f64) -> Self {
        Self {
            value,
            exact: None,
            standard_error: 0.0,
        }
    }

    fn fraction(exact: BigRational) -> Self {
        let exact = Rational(exact);
        Self {
            value: exact.to_f64(),
            exact: Some(exact),
            standard_error: 0.0,
        }
    }
}

/// The exact risk of a hypothesis with an optional constant feature; `None` where no closed form is known.
pub fn exact(
    distribution: &Distribution,
    hypothesis: &Hypothesis,
    offset: Option<&Rational>,
    ties: TestTies,
) -> Option<Risk> {
    let linear = hypothesis.linear()?;
    match (distribution, offset) {
        (
            Distribution::Gaussians {
                mean,
                deviation,
                prior,
            },
            _,
        ) => Some(gaussian(linear, mean, *deviation, *prior, offset, ties)),
        (_, Some(_)) => None,
        (Distribution::TruncatedSphere { dimension, margin }, None) => {
            Some(on_sphere(linear, ties, |angle| {
                closed::truncated_sphere::risk(*dimension, *margin, angle)
            }))
        }
        (Distribution::FixedMarginSphere { dimension, margin }, None) => {
            Some(on_sphere(linear, ties, |angle| {
                closed::fixed_margin::risk(*dimension, *margin, angle)
            }))
        }
        (Distribution::RotationInvariant, None) => {
            Some(on_sphere(linear, ties, closed::rotation_invariant::risk))
        }
        (Distribution::Majority { relevant, .. }, None) => majority(linear, *relevant, ties),
        (Distribution::PlantedAtoms { .. } | Distribution::PlantedNoisyAtoms { .. }, None) => None,
        (Distribution::Atoms { masses, labels }, None) => Some(atoms(linear, masses, labels, ties)),
        (Distribution::NoisyAtoms { advantage, labels }, None) => {
            Some(noisy_atoms(linear, advantage, labels, ties))
        }
    }
}

fn gaussian(
    linear: &Linear,
    mean: &[f64],
    deviation: f64,
    prior: f64,
    offset: Option<&Rational>,
    ties: TestTies,
) -> Risk {
    let (weights, rest) = linear.weights.split_at(mean.len());
    let shift = rest
        .first()
        .zip(offset)
        .map_or(0.0, |(w, constant)| w * constant.to_f64());
    if dot(weights, weights) == 0.0 && shift == 0.0 {
        return Risk::closed(ties.risk_of_zero(prior));
    }
    Risk::closed(closed::gaussian::risk(
        weights, shift, mean, deviation, prior, ties,
    ))
}

/// The risk of a direction at an angle to the first axis, the planted separator.
fn on_sphere(linear: &Linear, ties: TestTies, risk: impl Fn(f64) -> f64) -> Risk {
    let mut axis = vec![0.0; linear.weights.len()];
    axis[0] = 1.0;
    Risk::closed(
        closed::angle::angle(&linear.weights, &axis).map_or_else(|| ties.risk_of_zero(0.5), risk),
    )
}

fn majority(linear: &Linear, relevant: usize, ties: TestTies) -> Option<Risk> {
    let risk = closed::majority::risk(linear.integers.as_ref()?, relevant, ties)?;
    Some(
        risk.exact()
            .map_or_else(|| Risk::closed(risk.value), Risk::fraction),
    )
}

fn atoms(linear: &Linear, masses: &[Rational], labels: &[Label], ties: TestTies) -> Risk {
    let sign = |i: usize| weight_sign(linear, i);
    let halves = masses
        .iter()
        .zip(labels)
        .enumerate()
        .map(|(i, (mass, &label))| {
            &mass.0 * BigRational::from_integer(ties.half_mistakes(label, sign(i)).into())
        });
    let sum = halves.fold(BigRational::zero(), |sum, half| sum + half);
    Risk::fraction(sum / BigRational::from_integer(2.into()))
}

/// The sign of one weight.
fn weight_sign(linear: &Linear, i: usize) -> Ordering {
    match &linear.integers {
        Some(integers) => integers[i].cmp(&0),
        None => linear.weights[i]
            .partial_cmp(&0.0)
            .unwrap_or(Ordering::Equal),
    }
}

/// The risk where the better label of every atom has the probability (1+ρ)/2, and the atoms have equal mass.
fn noisy_atoms(linear: &Linear, advantage: &Rational, labels: &[Label], ties: TestTies) -> Risk {
    let (better, worse) = (&Rational::one() + advantage, &Rational::one() - advantage);
    let quarters = labels.iter().enumerate().map(|(i, &label)| {
        let halves = |label: Label| {
            Rational::from(i64::from(ties.half_mistakes(label, weight_sign(linear, i))))
        };
        &(&better * &halves(label)) + &(&worse * &halves(label.opposite()))
    });
    let sum = quarters.fold(Rational::zero(), |sum, quarter| &sum + &quarter);
    Risk::fraction((&sum / &Rational::from(4 * labels.len() as i64)).0)
}

/// The risk of the best classifier of the distribution, where it is known and not zero.
pub fn bayes(distribution: &Distribution) -> Option<f64> {
    match distribution {
        Distribution::Gaussians {
            mean,
            deviation,
            prior,
        } => Some(closed::gaussian::bayes_risk(
            dot(mean, mean).sqrt(),
            *deviation,
            *prior,
        )),
        Distribution::PlantedNoisyAtoms { advantage, .. } => Some(0.5 * (1.0 - advantage.to_f64())),
        _ => None,
    }
}

/// The share of errors among fresh examples, with its standard error. They share the hypothesis, so this says nothing
/// about how the risk varies between samples.
pub fn monte_carlo(
    sampler: &dyn Sampler,
    seed: Seed,
    hypothesis: &Hypothesis,
    offset: Option<&Rational>,
    ties: TestTies,
) -> Risk {
    let test = sampler.draw(seed, TEST_EXAMPLES);
    let halves = test.labels.iter().enumerate().map(|(example, &label)| {
        let sign = hypothesis.score_sign(&test.features, example, offset);
        u64::from(ties.half_mistakes(label, sign))
    });
    let (sum, squares) = halves.fold((0, 0), |(sum, squares), half| {
        (sum + half, squares + half * half)
    });
    let count = test.labels.len() as f64;
    let mean = sum as f64 / (2.0 * count);
    let variance = squares as f64 / (4.0 * count) - mean * mean;
    Risk {
        value: mean,
        exact: None,
        standard_error: (variance.max(0.0) / count).sqrt(),
    }
}
