//! Measures the invariants of a run on floats, with enclosures that cover the rounding errors of the run itself.

use super::run_invariants::Invariants;
use crate::sample::{Features, Label, Quantity, Separator, dot};

/// The extremes that [`Invariants`] describes, over the updates so far.
struct FloatExtremes {
    progress_least: Option<Quantity>,
    norm_growth_most: Option<(Quantity, u64)>,
    increment_most: Quantity,
    hull_norm_least: Quantity,
}

/// Measures the [`Invariants`] of a run from its float weights after every update.
pub(crate) struct FloatObserver<'a> {
    features: &'a Features,
    labels: &'a [Label],
    direction: Option<Vec<f64>>,
    /// For every feature j, Σ_s |x_sj| over the updates s so far, by which the rounding errors of the weights are bounded.
    magnitudes: Vec<f64>,
    norm_squared: Quantity,
    updates: u64,
    extremes: Option<FloatExtremes>,
}

impl<'a> FloatObserver<'a> {
    pub(crate) fn new(
        features: &'a Features,
        labels: &'a [Label],
        planted: Option<&Separator>,
    ) -> Self {
        let magnitudes = vec![0.0; features.dimension()];
        let norm_squared = Quantity::count(0);
        Self {
            features,
            labels,
            direction: planted.map(Separator::to_floats),
            magnitudes,
            norm_squared,
            updates: 0,
            extremes: None,
        }
    }

    pub(crate) fn observe(&mut self, example: usize, weights: &[f64]) {
        self.updates += 1;
        self.magnitudes
            .iter_mut()
            .zip(self.features.row(example).iter())
            .for_each(|(sum, x)| *sum += x.abs());
        let (t, square) = (
            self.updates as f64,
            self.enclosed(weights, weights, 2.0, &self.magnitudes),
        );
        let seen = FloatExtremes {
            progress_least: self
                .direction
                .as_ref()
                .map(|u| divided(&self.enclosed(weights, u, 1.0, &absolute(u)), t)),
            norm_growth_most: (self.updates > 1).then(|| (divided(&square, t), self.updates)),
            increment_most: square.minus(&self.norm_squared),
            hull_norm_least: divided(&square, t * t),
        };
        self.norm_squared = square;
        self.extremes = Some(match self.extremes.take() {
            Some(extremes) => extremes.with(seen),
            None => seen,
        });
    }

    /// Returns ⟨w, other⟩ with a bound on its rounding error, which includes that of the computed weights w. `factor` is how often the errors of w
    /// enter, and `reach` bounds the numbers that they are multiplied with.
    fn enclosed(&self, weights: &[f64], other: &[f64], factor: f64, reach: &[f64]) -> Quantity {
        let rounds = factor * (self.updates as f64 + 2.0) + weights.len() as f64 + 8.0;
        Quantity::within(
            dot(weights, other),
            rounds * f64::EPSILON * dot(&self.magnitudes, reach),
        )
    }

    fn planted_least(&self) -> Option<Quantity> {
        let direction = self.direction.as_ref()?;
        let reach = absolute(direction);
        let scores = self.labels.iter().enumerate().map(|(example, label)| {
            let row = self.features.row(example);
            let error = (row.len() as f64 + 8.0) * f64::EPSILON * dot(&absolute(&row), &reach);
            Quantity::within(label.value() * dot(&row, direction), error)
        });
        scores.reduce(|a, b| least(&a, &b))
    }

    pub(crate) fn invariants(self) -> Option<Invariants> {
        let planted_least = self.planted_least();
        let extremes = self.extremes?;
        Some(Invariants {
            planted_least,
            progress_least: extremes.progress_least,
            norm_growth_most: extremes.norm_growth_most,
            increment_most: extremes.increment_most,
            hull_norm_least: extremes.hull_norm_least,
            norm_identity_failures: None,
        })
    }
}

impl FloatExtremes {
    fn with(self, seen: Self) -> Self {
        let progress = self.progress_least.zip(seen.progress_least);
        Self {
            progress_least: progress.map(|(old, new)| least(&old, &new)),
            norm_growth_most: larger(self.norm_growth_most, seen.norm_growth_most),
            increment_most: most(&self.increment_most, &seen.increment_most),
            hull_norm_least: least(&self.hull_norm_least, &seen.hull_norm_least),
        }
    }
}

fn absolute(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| value.abs()).collect()
}

/// Divides an enclosed quantity, whatever its sign, by a positive number.
fn divided(quantity: &Quantity, by: f64) -> Quantity {
    Quantity {
        value: quantity.value / by,
        lower: (quantity.lower / by).next_down(),
        upper: (quantity.upper / by).next_up(),
        exact: None,
    }
}

fn least(a: &Quantity, b: &Quantity) -> Quantity {
    Quantity {
        value: a.value.min(b.value),
        lower: a.lower.min(b.lower),
        upper: a.upper.min(b.upper),
        exact: None,
    }
}

/// Returns the enclosure of the larger of two quantities, with the number of the first update that attained it.
fn larger(a: Option<(Quantity, u64)>, b: Option<(Quantity, u64)>) -> Option<(Quantity, u64)> {
    match (a, b) {
        (Some(a), Some(b)) => {
            let place = if b.0.value > a.0.value { b.1 } else { a.1 };
            Some((most(&a.0, &b.0), place))
        }
        (a, b) => a.or(b),
    }
}

fn most(a: &Quantity, b: &Quantity) -> Quantity {
    Quantity {
        value: a.value.max(b.value),
        lower: a.lower.max(b.lower),
        upper: a.upper.max(b.upper),
        exact: None,
    }
}
