//! Reads the numbers of the bounds on Winnow from the setting of a trial: N, k, α and θ.

use crate::trial::Setting;
use perceptron::generate::MonotoneDisjunction;
use perceptron::learn::OtherLearner;
use perceptron::sample::{Quantity, Rational};

/// The numbers of the bounds on Winnow. For other learners, to which only a waived premise applies the bounds, α is 2 and θ is N/2.
pub(super) struct WinnowSetting {
    /// N and k: the number of features, and how many of them are in the disjunction.
    pub(super) disjunction: MonotoneDisjunction,
    /// α, the factor of a promotion.
    pub(super) promotion: Rational,
    /// θ, the value that a score must exceed to predict +1.
    pub(super) threshold: Rational,
}

impl WinnowSetting {
    /// The numbers of the trials of a setting; `None` if their labels are no disjunction.
    pub(super) fn of(setting: &Setting) -> Option<Self> {
        let disjunction = setting.seen.disjunction?;
        let features = disjunction.features as u64;
        let (promotion, threshold) = match setting.learner() {
            Some(OtherLearner::Winnow(winnow)) => {
                (winnow.promotion.clone(), winnow.threshold_on(features))
            }
            _ => (
                Rational::new(2, 1),
                &Rational::from(features) * &Rational::new(1, 2),
            ),
        };
        Some(Self {
            disjunction,
            promotion,
            threshold,
        })
    }

    /// Whether α and θ are integers, so that all weights are, too, and a run in floats is exact.
    fn is_exact(&self) -> bool {
        is_whole(&self.promotion) && is_whole(&self.threshold)
    }

    /// Whether α = 2 and θ is an integer.
    pub(super) fn doubles_integers(&self) -> bool {
        self.promotion == Rational::new(2, 1) && is_whole(&self.threshold)
    }

    /// max(0, log_α θ + 1): the number of promotions that make a weight θ, and one more. A weight is 1 at first, so there is none if θ < 1/α. It is a
    /// whole number if θ is a power of α.
    pub(super) fn promotions(&self) -> Quantity {
        let promoted = &self.threshold * &self.promotion;
        if promoted <= Rational::one() {
            return Quantity::count(0);
        }
        let value = (logarithm(&self.threshold) / logarithm(&self.promotion) + 1.0).max(0.0);
        // θ = α^(m − 1) exactly if α^m = αθ.
        let whole = value.round();
        if whole <= MOST_POWERS && self.power(whole as u64) == promoted {
            return Quantity::count(whole as u64);
        }
        let enclosed = Quantity::within(value, value * LOGARITHM_ERROR);
        Quantity {
            lower: enclosed.lower.max(0.0),
            ..enclosed
        }
    }

    /// α to this power.
    fn power(&self, exponent: u64) -> Rational {
        (0..exponent).fold(Rational::one(), |power, _| &power * &self.promotion)
    }

    /// The factor by which a limit is widened: 1 if the run is exact. Otherwise a weight after m promotions is off by about m roundings, which count as a
    /// promotion less or more only where θ is as near to a power of α.
    pub(super) fn widening(&self) -> Quantity {
        if self.is_exact() {
            return Quantity::count(1);
        }
        let growth = (&self.promotion - &Rational::one()).to_f64().min(1.0);
        Quantity::raised_by(WIDENED / growth)
    }
}

fn is_whole(number: &Rational) -> bool {
    number.denominator() == 1.into()
}

/// The natural logarithm of a positive fraction. Numbers near 1 have lost digits as floats that their difference from 1 still has.
fn logarithm(number: &Rational) -> f64 {
    match number.to_f64() {
        near if near > 0.5 && near < 2.0 => libm::log1p((number - &Rational::one()).to_f64()),
        far => libm::log(far),
    }
}

/// The highest power of α that is compared with θ; higher ones have too many digits.
const MOST_POWERS: f64 = 64.0;

/// Relative error of the quotient of two logarithms, more than twice that of each.
const LOGARITHM_ERROR: f64 = 1e-14;

/// The part of a limit by which it is widened if weights are rounded, for α from 2.
const WIDENED: f64 = 1.0 / (1_u64 << 40) as f64;

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(promotion: &str, threshold: &str) -> WinnowSetting {
        WinnowSetting {
            disjunction: MonotoneDisjunction {
                features: 8,
                relevant: 1,
            },
            promotion: promotion.parse().unwrap(),
            threshold: threshold.parse().unwrap(),
        }
    }

    #[test]
    fn promotions_are_whole_for_powers_and_enclosed_between_them() {
        let exact = |promotion, threshold| setting(promotion, threshold).promotions().exact;
        for (promotion, threshold, count) in [
            ("2", "8", 4),
            ("2", "1", 1),
            ("2", "1/2", 0),
            ("3/2", "27/8", 4),
            ("3/2", "2/3", 0),
            ("2", "1/9", 0),
        ] {
            let due = Some(Rational::new(count, 1));
            assert_eq!(exact(promotion, threshold), due, "{promotion} {threshold}");
        }
        let between = setting("2", "3").promotions();
        assert!(between.lower < 2.584_962_500_721_156 && between.upper > 2.584_962_500_721_156);
        assert!(between.upper - between.lower < 1e-12);
        // log(2)/log(1 + 10⁻⁹) + 1 is known to many digits although α is near 1.
        let slow = setting("1.000000001", "2").promotions();
        assert!((slow.value - 693_147_181.906_5).abs() < 1e-3, "{slow:?}");
    }

    #[test]
    fn limits_are_widened_only_where_weights_are_rounded() {
        assert!(setting("2", "4").widening().exact.is_some());
        let [near, far] = ["1.001", "5/2"].map(|promotion| setting(promotion, "4").widening());
        assert!(near.upper > far.upper && far.upper > 1.0 && near.upper < 1.0 + 1e-8);
    }
}
