//! Audits the last vector against the list of updates: each example is multiplied by its number of updates, and the products are added up once.

use super::audited::AuditedTrial;
use super::disagreement::mismatch;
use crate::trial::{Row, columns};
use perceptron::learn::{Hypothesis, HypothesisKind, Linear, Variant};
use perceptron::sample::{Features, Label, Rational, Signs};

/// Returns, in words, the first weight of the last weight vector that differs from the sum of the listed updates. Mutants and learners other than the
/// learning loop are not checked.
pub(super) fn broken(row: &Row, audited: &AuditedTrial) -> Option<String> {
    let variant = row.setting().variant.as_ref()?;
    if variant.is_mutant() || variant.learner.is_some() {
        return None;
    }
    let last = last(variant, audited.learned?.hypothesis.as_ref()?)?;
    let sum = UpdateSum::of(variant, audited)?;
    let features = audited.features?;
    if features.is_exact() {
        exact(row, variant, features, last, &sum)
    } else {
        floats(row, variant, features, last, &sum)
    }
}

/// The weight vector at the end of the run, if the hypothesis contains it.
fn last<'a>(variant: &Variant, hypothesis: &'a Hypothesis) -> Option<&'a Linear> {
    match (variant.hypothesis, hypothesis) {
        (HypothesisKind::Last, Hypothesis::Linear(linear)) => Some(linear),
        (HypothesisKind::Voted, Hypothesis::Voted(votes)) => votes.last().map(|(_, last)| last),
        _ => None,
    }
}

/// The weight vector as a sum over examples: each example that was updated on, with its factor, the label times the number of updates on it.
struct UpdateSum {
    shares: Vec<(usize, i64)>,
    updates: usize,
}

impl UpdateSum {
    fn of(variant: &Variant, audited: &AuditedTrial) -> Option<Self> {
        let updates = &audited.learned?.updates;
        let mut times = vec![0_i64; audited.labels.len()];
        updates.iter().for_each(|&example| times[example] += 1);
        let factor = |label: Label| variant.rule.factor(label);
        let share = |(example, &label): (usize, &Label)| (example, times[example] * factor(label));
        let shares = audited.labels.iter().enumerate().map(share);
        Some(Self {
            shares: shares.filter(|(_, share)| *share != 0).collect(),
            updates: updates.len(),
        })
    }

    /// The sum of the examples times their factors, in the integers in which the features are stored; `None` if it leaves 128 bits.
    fn integers(&self, features: &Features) -> Option<Vec<i128>> {
        if let Features::Signs(store) = features {
            return self.signs(store);
        }
        let mut sum = vec![0_i128; features.dimension()];
        for &(example, share) in &self.shares {
            let mut take = |(index, x): (usize, i64)| {
                let product = i128::from(x).checked_mul(i128::from(share))?;
                sum[index] = sum[index].checked_add(product)?;
                Some(())
            };
            match features {
                Features::Sparse(store) => store.entries(example).try_for_each(&mut take)?,
                features => {
                    let row = features.integer_row(example)?;
                    row.into_iter().enumerate().try_for_each(&mut take)?;
                }
            }
        }
        Some(sum)
    }

    /// The sum of sign vectors times their factors. No component exceeds the sum of the absolute factors; `None` if that sum leaves 64 bits.
    fn signs(&self, store: &Signs) -> Option<Vec<i128>> {
        let mut shares = self.shares.iter().map(|(_, share)| share);
        shares.try_fold(0_i64, |sum, share| sum.checked_add(share.checked_abs()?))?;
        let mut sum = vec![0_i64; store.dimension()];
        for &(example, share) in &self.shares {
            store.add_signs(example, share, &mut sum);
        }
        Some(sum.into_iter().map(i128::from).collect())
    }

    /// For each feature, the sum over all updates in floats and Σ|x|, which bounds its rounding error.
    fn floats(&self, features: &Features) -> Vec<(f64, f64)> {
        let mut sum = vec![(0.0, 0.0); features.dimension()];
        for &(example, share) in &self.shares {
            for ((sum, size), x) in sum.iter_mut().zip(features.row(example).iter()) {
                *sum += share as f64 * x;
                *size += (share as f64 * x).abs();
            }
        }
        sum
    }
}

/// Checks the last weight vector of an exact run: its integers must equal the sum of the updates, its floats agree up to a few roundings, and the
/// column ‖w‖² be the sum of the squares.
fn exact(
    row: &Row,
    variant: &Variant,
    features: &Features,
    last: &Linear,
    sum: &UpdateSum,
) -> Option<String> {
    let vector = sum.integers(features)?;
    let integers = last.integers.as_deref().unwrap_or_default();
    let pairs = || integers.iter().zip(&vector);
    let place = pairs().position(|(&weight, &sum)| i128::from(weight) != sum);
    if let Some(place) = place {
        return Some(weight_words(place, integers[place], vector[place]));
    }
    let step = variant.rule.step();
    let unit = &features.unit() * &step;
    let scale = unit.to_f64();
    let is_off = |(weight, sum): (&f64, &i128)| {
        let other = *sum as f64 * scale;
        (weight - other).abs() > 16.0 * f64::EPSILON * other.abs()
    };
    if let Some(place) = last.weights.iter().zip(&vector).position(is_off) {
        let other = vector[place] as f64 * scale;
        return Some(weight_words(place, last.weights[place], other));
    }
    let square = |sum: i128, w: &i128| sum.checked_add(w.checked_mul(*w)?);
    let norm = vector.iter().try_fold(0, square)?;
    let norm = &Rational::from(norm) * &unit.square();
    let found = row.get(columns::OUTPUT_NORM_SQUARED)?.exact.as_ref()?;
    (*found != norm).then(|| mismatch(columns::OUTPUT_NORM_SQUARED.any(), found, norm))
}

/// Checks the last weight vector of a run in floats within its forward error. In every feature, T updates are off by less than T·u·Σ|x|, and so is
/// the sum computed here. The tolerance is twice both, and one rounding for the step. The error of ‖w‖² follows from the errors of the weights and
/// from the rounding of the sum of their squares.
fn floats(
    row: &Row,
    variant: &Variant,
    features: &Features,
    last: &Linear,
    sum: &UpdateSum,
) -> Option<String> {
    let step = variant.rule.step().to_f64();
    let room = 2.0 * (sum.updates as f64 + 4.0) * f64::EPSILON;
    let (mut norm, mut error) = (0.0, 0.0);
    for (place, (other, size)) in sum.floats(features).into_iter().enumerate() {
        let (other, allowed) = (step * other, step * room * size);
        let found = last.weights.get(place).copied().unwrap_or(f64::NAN);
        // Written so that NaN counts as off.
        let is_near = (found - other).abs() <= allowed;
        if !is_near {
            return Some(weight_words(place, found, other));
        }
        norm += other * other;
        error += 2.0 * other.abs() * allowed + allowed * allowed;
    }
    let found = row.get(columns::OUTPUT_NORM_SQUARED)?.value;
    let rounding = (last.weights.len() as f64 + 4.0) * f64::EPSILON * norm;
    let equal = (found - norm).abs() <= error + 2.0 * rounding;
    (!equal).then(|| mismatch(columns::OUTPUT_NORM_SQUARED.any(), found, norm))
}

fn weight_words(
    place: usize,
    found: impl std::fmt::Display,
    other: impl std::fmt::Display,
) -> String {
    format!("weight {place} of the last vector is {found}, and by the list of updates {other}")
}
