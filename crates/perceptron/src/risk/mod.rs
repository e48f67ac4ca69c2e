//! Computes the risk of a hypothesis: in closed form if the distribution has one, otherwise by Monte Carlo.
//!
//! A closed form gives a fraction if it can. Without one, independent test examples estimate the risk, with a standard error. `closed` has the formulas,
//! one distribution per file. `catalogue` gives them names and keys for `perceptron-lab risk`. Tests compare each with its golden value in
//! docs/theory.md.

pub mod catalogue;
pub mod closed;
mod closed_form;
mod majority_vote;

pub use closed_form::{has_closed_form, has_closed_form_of_votes};
pub use majority_vote::{estimated_majority_vote, majority_vote};

use crate::generate::{Distribution, Sampler};
use crate::learn::{Hypothesis, Linear, PreparedHypothesis, View};
use crate::sample::{Label, Rational, Sample, TestTies, dot};
use crate::seed::Seed;
use std::cmp::Ordering;

/// The risk of a hypothesis: its probability of error on a fresh example.
#[derive(Debug, Clone, PartialEq)]
pub struct Risk {
    /// The risk, or its Monte Carlo estimate.
    pub value: f64,
    /// The risk as an exact fraction, if one is known.
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

    /// The mean loss on test examples, of which each has a loss of 0, 1 or 2 `halves`, with its standard error.
    fn estimated(halves: impl Iterator<Item = u64>) -> Self {
        let (count, sum, squares) = halves.fold((0, 0, 0), |(count, sum, squares), half| {
            (count + 1_u64, sum + half, squares + half * half)
        });
        let count = count as f64;
        let mean = sum as f64 / (2.0 * count);
        let variance = squares as f64 / (4.0 * count) - mean * mean;
        Self {
            value: mean,
            exact: None,
            // If all losses are equal, the standard error is that of about one differing loss. Only closed forms have a standard error of 0.
            standard_error: (variance.max(1.0 / count) / count).sqrt(),
        }
    }

    fn fraction(exact: Rational) -> Self {
        Self {
            value: exact.to_f64(),
            exact: Some(exact),
            standard_error: 0.0,
        }
    }
}

/// The exact risk of a hypothesis on fresh examples, transformed as its learner views them (`view`); `None` if no closed form is known.
pub fn exact(
    distribution: &Distribution,
    hypothesis: &Hypothesis,
    view: &View,
    ties: TestTies,
) -> Option<Risk> {
    if view.keeps_directions() && view.keeps_ties(ties) {
        return of_drawn(distribution, &drawn(hypothesis.linear()?, view), ties);
    }
    match distribution {
        Distribution::Gaussians {
            mean,
            deviation,
            prior,
        } if view.only_appends() => {
            let linear = hypothesis.linear()?;
            let offset = view.offset();
            Some(gaussian(linear, mean, *deviation, *prior, offset, ties))
        }
        Distribution::Atoms {
            dimension,
            norm,
            masses,
            labels,
        } => {
            let support = Support::new(view, *dimension, norm, labels)?;
            Some(support.risk(hypothesis, ties, &Rational::one(), masses))
        }
        Distribution::NoisyAtoms { advantage, labels } => {
            let support = Support::new(view, labels.len(), &Rational::one(), labels)?;
            let equal = Rational::new(1, labels.len() as i64);
            let masses = vec![equal; labels.len()];
            Some(support.risk(hypothesis, ties, advantage, &masses))
        }
        _ => None,
    }
}

/// P(y⟨w, x⟩ < threshold) on a fresh example as it is drawn, in closed form; `None` unless it lies on the unit sphere with a margin from the first
/// basis vector.
pub fn below_threshold(
    distribution: &Distribution,
    weights: &[f64],
    threshold: f64,
) -> Option<f64> {
    let (along, rest) = weights.split_first()?;
    let parts = [*along, dot(rest, rest).sqrt()];
    match distribution {
        Distribution::TruncatedSphere { dimension, margin } => Some(
            closed::truncated_sphere::below(*dimension, *margin, parts, threshold),
        ),
        Distribution::FixedMarginSphere { dimension, margin } => Some(closed::fixed_margin::below(
            *dimension, *margin, parts, threshold,
        )),
        _ => None,
    }
}

/// Turns a weight vector for features as the learner views them into one for features as they are drawn, with the same signs of all scores.
fn drawn(linear: &Linear, view: &View) -> Linear {
    let integers = linear.integers.as_ref();
    Linear {
        weights: view.drawn_direction(&linear.weights),
        integers: integers.map(|weights| view.drawn_direction(weights)),
    }
}

/// The risk of a weight vector on examples as they are drawn, before any transform; `None` if no closed form is known.
fn of_drawn(distribution: &Distribution, linear: &Linear, ties: TestTies) -> Option<Risk> {
    match distribution {
        Distribution::Gaussians {
            mean,
            deviation,
            prior,
        } => Some(gaussian(linear, mean, *deviation, *prior, None, ties)),
        Distribution::TruncatedSphere { dimension, margin } => {
            Some(on_sphere(linear, ties, |angle| {
                closed::truncated_sphere::risk(*dimension, *margin, angle)
            }))
        }
        Distribution::FixedMarginSphere { dimension, margin } => {
            Some(on_sphere(linear, ties, |angle| {
                closed::fixed_margin::risk(*dimension, *margin, angle)
            }))
        }
        Distribution::RotationInvariant => {
            Some(on_sphere(linear, ties, closed::rotation_invariant::risk))
        }
        Distribution::NoisySides { noise } => Some(noisy_sides(linear, *noise, ties)),
        Distribution::Majority { relevant, .. } => majority(linear, *relevant, ties),
        Distribution::PlantedAtoms { .. } | Distribution::PlantedNoisyAtoms { .. } => None,
        Distribution::Atoms { masses, labels, .. } => Some(atoms(linear, masses, labels, ties)),
        Distribution::NoisyAtoms { advantage, labels } => {
            Some(noisy_atoms(linear, advantage, labels, ties))
        }
    }
}

/// The atoms of a distribution, one example each, transformed as the learner views them.
struct Support(Sample);

impl Support {
    /// Transforms the atoms norm·e_i, with these labels, as the learner views them; `None` if they leave the range of exact features.
    fn new(view: &View, dimension: usize, norm: &Rational, labels: &[Label]) -> Option<Self> {
        view.atoms(dimension, norm, labels).ok().map(Self)
    }

    /// The risk of a hypothesis if atom i has the probability `masses[i]`, and its listed label with probability (1 + advantage)/2.
    fn risk(
        &self,
        hypothesis: &Hypothesis,
        ties: TestTies,
        advantage: &Rational,
        masses: &[Rational],
    ) -> Risk {
        let (better, worse) = (&Rational::one() + advantage, &Rational::one() - advantage);
        let prepared = PreparedHypothesis::new(hypothesis);
        let quarters = self.0.labels.iter().enumerate().map(|(atom, &label)| {
            let sign = prepared.score_sign(&self.0.features, atom);
            let halves = |label: Label| Rational::from(i64::from(ties.half_mistakes(label, sign)));
            let both = &(&better * &halves(label)) + &(&worse * &halves(label.opposite()));
            &both * &masses[atom]
        });
        let sum = quarters.fold(Rational::zero(), |sum, quarter| &sum + &quarter);
        Risk::fraction(&sum / &Rational::from(4_i64))
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

/// The risk of a weight vector from its angle to the first axis, which is the planted separator: `risk` maps the angle, in radians, to the risk.
fn on_sphere(linear: &Linear, ties: TestTies, risk: impl Fn(f64) -> f64) -> Risk {
    let mut axis = vec![0.0; linear.weights.len()];
    axis[0] = 1.0;
    Risk::closed(
        closed::angle::angle(&linear.weights, &axis).map_or_else(|| ties.risk_of_zero(0.5), risk),
    )
}

/// The risk of a weight vector if the label is the side of the first axis, flipped with probability `noise`: a fraction if the label is a fair coin.
fn noisy_sides(linear: &Linear, noise: f64, ties: TestTies) -> Risk {
    if linear.weights.iter().all(|&w| w == 0.0) {
        // A tie is an error, half of one, or the prediction +1, which is wrong for half of the labels.
        Risk::fraction(Rational::from_float(ties.risk_of_zero(0.5)))
    } else if noise == 0.5 {
        Risk::fraction(Rational::new(1, 2))
    } else {
        let differs = on_sphere(linear, ties, closed::rotation_invariant::risk).value;
        Risk::closed(noise + (1.0 - 2.0 * noise) * differs)
    }
}

fn majority(linear: &Linear, relevant: usize, ties: TestTies) -> Option<Risk> {
    let risk = closed::majority::risk(linear.integers.as_ref()?, relevant, ties)?;
    Some(risk.exact().map_or_else(
        || Risk::closed(risk.value),
        |exact| Risk::fraction(exact.into()),
    ))
}

fn atoms(linear: &Linear, masses: &[Rational], labels: &[Label], ties: TestTies) -> Risk {
    let sign = |i: usize| weight_sign(linear, i);
    let halves = masses
        .iter()
        .zip(labels)
        .enumerate()
        .map(|(i, (mass, &label))| {
            mass * &Rational::from(i64::from(ties.half_mistakes(label, sign(i))))
        });
    let sum = halves.fold(Rational::zero(), |sum, half| &sum + &half);
    Risk::fraction(&sum / &Rational::from(2_i64))
}

/// The sign of the weight with index `i`, from the exact integer weights if they are known.
fn weight_sign(linear: &Linear, i: usize) -> Ordering {
    match &linear.integers {
        Some(integers) => integers[i].cmp(&0),
        None => linear.weights[i]
            .partial_cmp(&0.0)
            .unwrap_or(Ordering::Equal),
    }
}

/// The risk of a weight vector if x is a uniformly drawn basis vector e_i, whose more likely label `labels[i]` has the probability (1+ρ)/2;
/// `advantage` is ρ.
fn noisy_atoms(linear: &Linear, advantage: &Rational, labels: &[Label], ties: TestTies) -> Risk {
    let (better, worse) = (&Rational::one() + advantage, &Rational::one() - advantage);
    let quarters = labels.iter().enumerate().map(|(i, &label)| {
        let halves = |label: Label| {
            Rational::from(i64::from(ties.half_mistakes(label, weight_sign(linear, i))))
        };
        &(&better * &halves(label)) + &(&worse * &halves(label.opposite()))
    });
    let sum = quarters.fold(Rational::zero(), |sum, quarter| &sum + &quarter);
    Risk::fraction(&sum / &Rational::from(4 * labels.len() as i64))
}

/// The Bayes risk, that of the best classifier of the distribution; `None` if it is zero or not known.
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

/// Estimates the risk of a hypothesis by its fraction of errors on fresh examples, transformed as its learner views them (`view`), with the standard
/// error; `None` if the transformed examples leave the range of exact features. All test examples meet the same hypothesis, so the standard error
/// says nothing about how the risk varies between samples. The fresh examples are given by their sampler, seed and number.
pub fn monte_carlo(
    (sampler, seed, examples): (&dyn Sampler, Seed, usize),
    hypothesis: &Hypothesis,
    view: &View,
    ties: TestTies,
) -> Option<Risk> {
    let drawn = sampler.draw(seed, examples);
    let halves = half_mistakes(&drawn, hypothesis, view, ties)?;
    Some(Risk::estimated(halves.into_iter()))
}

/// Twice the number of mistakes of a hypothesis on each example of a sample: 0, 1 for a tie that counts half, or 2. The examples are transformed as the
/// learner views them; `None` if that leaves the range of exact features.
pub fn half_mistakes(
    drawn: &Sample,
    hypothesis: &Hypothesis,
    view: &View,
    ties: TestTies,
) -> Option<Vec<u64>> {
    let test = view.show(drawn).ok()?;
    let prepared = PreparedHypothesis::new(hypothesis);
    Some(prepared.half_mistakes(&test.features, &test.labels, ties))
}
