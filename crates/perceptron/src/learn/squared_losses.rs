//! Adds the squared losses of a run, with a bound on their rounding.

use crate::sample::Quantity;

/// Sums over the examples shown of a learner that minimizes the hinge loss ℓ = max(0, 1 − y⟨w, x⟩), each taken before its step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SquaredLosses {
    squared: f64,
    squared_error: f64,
    per_norm_squared: f64,
    per_norm_squared_error: f64,
    per_norm: f64,
    terms: u64,
}

impl SquaredLosses {
    /// Adds a loss, computed in floats on an example of `dimension` features with this ‖x‖² and with Σ|wᵢxᵢ| = `magnitude`. An example that is zero
    /// counts only where it is not divided by its norm.
    pub(super) fn add(&mut self, loss: f64, norm_squared: f64, magnitude: f64, dimension: usize) {
        let rounding = (dimension as f64 + 4.0) * f64::EPSILON;
        // The loss differs from that of the same weights without rounding by at most the error of its score.
        let error = rounding * (1.0 + magnitude);
        let square_error = (2.0 * loss + error) * error;
        self.squared += loss * loss;
        self.squared_error += square_error;
        self.terms += 1;
        if norm_squared > 0.0 {
            let share = loss * loss / norm_squared;
            self.per_norm_squared += share;
            self.per_norm_squared_error += square_error / norm_squared + rounding * share;
            self.per_norm += loss / norm_squared;
        }
    }

    /// Σℓ², enclosed.
    pub fn squared(&self) -> Quantity {
        self.enclosed(self.squared, self.squared_error)
    }

    /// Σℓ²/‖x‖², enclosed; examples that are zero are left out.
    pub fn per_norm_squared(&self) -> Quantity {
        self.enclosed(self.per_norm_squared, self.per_norm_squared_error)
    }

    /// Σℓ/‖x‖², in floats; examples that are zero are left out.
    pub fn per_norm(&self) -> f64 {
        self.per_norm
    }

    fn enclosed(&self, sum: f64, error: f64) -> Quantity {
        let of_sum = self.terms as f64 * f64::EPSILON * sum;
        // The bounds on the errors are added in floats, too.
        Quantity::within(sum, 2.0 * (error + of_sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_squared_and_divided_by_the_squared_norm_of_their_example() {
        let mut losses = SquaredLosses::default();
        losses.add(0.5, 4.0, 0.5, 2);
        losses.add(1.0, 0.0, 0.0, 2);
        losses.add(2.0, 2.0, 1.0, 2);
        assert_eq!(losses.squared().value, 5.25);
        assert_eq!(losses.per_norm_squared().value, 2.0625);
        assert_eq!(losses.per_norm(), 1.125);
        let width = losses.squared().upper - 5.25;
        assert!(width > 0.0 && width < 1e-13, "{width}");
    }
}
