//! Makes the certificate of a trial: its updates, its radius, and the best margin that can be proved cheaply.

use super::closed_set::closed_set;
use super::exact::{Integral, integers};
use super::{Certificate, CertifiedCounts, Enclosure};
use perceptron::learn::RunResult;
use perceptron::margin::{Separability, separability};
use perceptron::sample::{Rational, Sample, Separator};
use std::collections::BTreeMap;

/// The largest size of a sample (examples × dimension) for which a certificate contains the computed maximum margin. For a larger sample, the planted
/// separator proves the lower bound on it and the learner's own w/updates the upper bound.
pub const CHEAP: usize = 250_000;

type Weights = Vec<(usize, Rational)>;

/// Completes a blank certificate with the learner's counts, updates and stop reason, and with an interval for the sample's maximum margin.
///
/// # Formula
/// From below γ*² ≥ (min y⟨u, x⟩/‖u‖)², from above γ*² ≤ ‖Σ λ_i y_i x_i / Σ λ_i‖²: both ends are evaluated as fractions. The free upper
/// bound has λ_i = the number of updates on example i.
/// # Source
/// docs/theory.md: T9, C-B9.
pub fn certify(blank: Certificate, sample: &Sample, learned: Option<&RunResult>) -> Certificate {
    let mut certificate = blank;
    if let Some(learned) = learned {
        let counts = learned.counts;
        certificate.counts = Some(CertifiedCounts {
            passes: counts.passes,
            draws: counts.draws,
            updates: counts.updates,
            mistakes: counts.mistakes,
            margin_mistakes: counts.margin_mistakes,
        });
        certificate.stop_reason = Some(learned.reason.as_str().into());
        certificate.updates.clone_from(&learned.updates);
    }
    enclose_margin(&mut certificate, sample);
    certificate
}

fn enclose_margin(certificate: &mut Certificate, sample: &Sample) {
    let Some(integral) = Integral::new(sample) else {
        return;
    };
    let cheap = sample.labels.len() * sample.features.dimension() <= CHEAP;
    let (separator, hull) = match cheap.then(|| separability(sample)) {
        Some(Separability::NotSeparable(found)) => {
            certificate.gordan = Some(found.multipliers);
            certificate.closed_set = closed_set(certificate, sample);
            return;
        }
        Some(Separability::Separable(found)) => (Some(found.separator), found.hull),
        _ => (
            sample.planted.clone(),
            updates_per_example(&certificate.updates),
        ),
    };
    let Some(direction) = separator.map(|separator| fractions(&separator)) else {
        return;
    };
    let Some(lower) = integral.margin_squared(&integers(&direction)) else {
        return;
    };
    let upper = if hull.is_empty() {
        lower.clone()
    } else {
        integral.hull_squared(&hull)
    };
    certificate.margin_squared = Some(Enclosure::between(&lower, &upper));
    certificate.separator = Some(direction);
    certificate.hull = (!hull.is_empty()).then_some(hull);
}

fn updates_per_example(updates: &[usize]) -> Weights {
    let mut counts = BTreeMap::new();
    updates
        .iter()
        .for_each(|&example| *counts.entry(example).or_insert(0i64) += 1);
    counts
        .into_iter()
        .map(|(example, count)| (example, Rational::from(count)))
        .collect()
}

/// Returns the components of a separator as exact fractions.
pub(crate) fn fractions(separator: &Separator) -> Vec<Rational> {
    match separator {
        Separator::Integers(direction) | Separator::Affine(direction, _) => {
            direction.iter().map(|&u| Rational::from(u)).collect()
        }
        Separator::Dense(direction) => direction.iter().map(|&u| Rational::from_float(u)).collect(),
    }
}
