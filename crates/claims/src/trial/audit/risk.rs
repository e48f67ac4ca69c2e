//! Audits risks: all must be probabilities, and from time to time a risk is compared with errors on fresh examples.

use super::audited::AuditedTrial;
use super::disagreement::mismatch;
use crate::trial::{AnyColumn, Row, columns};
use perceptron::learn::{Hypothesis, PreparedHypothesis};
use perceptron::sample::{Quantity, Sample, TestTies, dot};

/// The audit compares a risk with fresh examples in one of this many replicates.
const SELDOM: u64 = 1024;

/// Number of fresh examples on which the audit tests a risk.
const EXAMPLES: usize = 1000;

/// ln(2/δ) for δ = 10⁻⁹, the largest probability with which one comparison with fresh examples rejects a correct risk.
const LOG: f64 = 21.416;

/// Returns, in words, the first risk of a row that is no probability or that differs significantly from the errors on fresh examples; `None` if none
/// does.
pub(super) fn broken(row: &Row, audited: &AuditedTrial) -> Option<String> {
    probabilities(row).or_else(|| {
        let seldom = row.replicate.is_multiple_of(SELDOM);
        seldom.then(|| against_fresh(row, audited))?
    })
}

fn probabilities(row: &Row) -> Option<String> {
    let all: [AnyColumn; 6] = [
        columns::RISK.any(),
        columns::RISK_WITHOUT_LAST.any(),
        columns::MARGIN_RISK_WITHOUT_LAST.any(),
        columns::ITERATE_RISK.any(),
        columns::LEAVE_ONE_OUT_ERROR.any(),
        columns::SUPREMUM_DEVIATION.any(),
    ];
    all.into_iter().find_map(|column| {
        let found = row.number(column)?;
        let inside = (0.0..=1.0).contains(&found);
        (!inside).then(|| format!("{} is {found}, which is not a probability", column.name()))
    })
}

/// Compares a row's risk in closed form with the fraction of errors on fresh examples, and returns the disagreement in words.
fn against_fresh(row: &Row, audited: &AuditedTrial) -> Option<String> {
    let (setting, (sampler, seed)) = (row.setting(), audited.fresh?);
    let risk = row.get(columns::RISK)?;
    let is_closed = row.copied(columns::RISK_STANDARD_ERROR)? == 0.0;
    // Under other distributions, fresh examples have another target or are not independent.
    if !is_closed || !setting.distribution.iid {
        return None;
    }
    let learned = audited.learned?;
    let hypothesis = learned.hypothesis.as_ref()?;
    let ties = setting.variant.as_ref()?.test_ties_after(learned);
    let fresh = sampler.draw(seed, EXAMPLES);
    let seen = setting.view()?.show(&fresh).ok()?.into_owned();
    // If the distribution has mass on the boundary of a hypothesis, rounding decides what is an error.
    if (0..EXAMPLES).any(|example| is_near_a_tie(&seen, hypothesis, example)) {
        return None;
    }
    let share = share_of_errors(&seen, hypothesis, ties);
    is_far(risk, share).then(|| mismatch(columns::RISK.any(), risk.value, share))
}

/// Whether the score of an example by a hypothesis in floats is zero up to rounding, although neither the example nor the weight vector is zero.
fn is_near_a_tie(seen: &Sample, hypothesis: &Hypothesis, example: usize) -> bool {
    let Some(linear) = hypothesis.linear().filter(|_| !seen.features.is_exact()) else {
        return false;
    };
    let (row, weights) = (seen.features.row(example), &linear.weights);
    let most = 1e-9 * (dot(&row, &row) * dot(weights, weights)).sqrt();
    let score = dot(&row, weights);
    most > 0.0 && score.abs() <= most
}

fn share_of_errors(seen: &Sample, hypothesis: &Hypothesis, ties: TestTies) -> f64 {
    let prepared = PreparedHypothesis::new(hypothesis);
    let halves = seen.labels.iter().enumerate().map(|(example, &label)| {
        let sign = prepared.score_sign(&seen.features, example);
        u64::from(ties.half_mistakes(label, sign))
    });
    halves.sum::<u64>() as f64 / (2.0 * seen.labels.len() as f64)
}

/// Whether a fraction of errors on n fresh examples is too far from the risk p, by Bernstein's inequality for a mean of values in [0, 1], whose
/// variance is at most p(1 − p). The mean is further than L/3n + √((L/3n)² + 2Lp(1 − p)/n) from p with probability at most δ. That distance is at
/// least 6.5 standard errors.
fn is_far(risk: &Quantity, share: f64) -> bool {
    let (n, p) = (EXAMPLES as f64, risk.value);
    let third = LOG / (3.0 * n);
    let most = third + (third * third + 2.0 * LOG * p * (1.0 - p) / n).sqrt();
    (share - p).abs() > most
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::learn::Linear;
    use perceptron::sample::{Dense, Features, Integers, Label};

    #[test]
    fn estimated_risk_is_rejected_beyond_bernsteins_bound() {
        // The limit is L/3n = 0.0071387 plus a root, which is 0.1037260 at 1/2, and L/3n again at 0.
        for (risk, most) in [(0.5, 0.110_864_7), (0.0, 0.014_277_3), (1.0, 0.014_277_3)] {
            let far = |by: f64| {
                is_far(
                    &Quantity::float(risk),
                    if risk > 0.5 { risk - by } else { risk + by },
                )
            };
            assert!(!far(most - 1e-6) && far(most + 1e-6), "{risk}");
        }
    }

    fn linear(weights: Vec<f64>) -> Hypothesis {
        Hypothesis::Linear(Linear {
            weights,
            integers: None,
        })
    }

    fn sample(features: Features) -> Sample {
        Sample {
            features,
            labels: vec![Label::Positive, Label::Negative],
            planted: None,
        }
    }

    #[test]
    fn float_score_is_near_a_tie_within_a_billionth_of_the_norms() {
        let floats = sample(Features::Dense(Dense::new(2, vec![4.0, 0.0, 0.0, 3.0])));
        let is_near =
            |sample: &Sample, weight: f64| is_near_a_tie(sample, &linear(vec![weight, 2.0]), 0);
        assert!(is_near(&floats, 0.0) && is_near(&floats, -1.99e-9) && !is_near(&floats, 2.01e-9));
        assert!(!is_near_a_tie(&floats, &linear(vec![0.0, 2.0]), 1));
        assert!(
            !is_near_a_tie(&floats, &linear(vec![0.0, 0.0]), 0),
            "no vector, no rounding"
        );
        let integers = sample(Features::Integers(Integers::new(2, vec![4, 0, 0, 3], 1)));
        assert!(!is_near(&integers, 0.0), "nothing is rounded");
    }

    #[test]
    fn tie_counts_as_an_error_or_as_half_an_error() {
        let sample = sample(Features::Dense(Dense::new(2, vec![4.0, 0.0, 0.0, 3.0])));
        let share =
            |weights: [f64; 2], ties| share_of_errors(&sample, &linear(weights.to_vec()), ties);
        assert_eq!(share([1.0, 1.0], TestTies::Mistake), 0.5);
        assert_eq!(share([-1.0, 1.0], TestTies::Mistake), 1.0);
        assert_eq!(share([1.0, 0.0], TestTies::Half), 0.25);
        assert_eq!(share([1.0, -1.0], TestTies::Half), 0.0);
    }
}
