//! Reads the numbers of the bounds on Winnow from the setting of a trial: N, k, α and θ.

use super::number::Computed;
use crate::trial::{Row, Setting};
use perceptron::generate::MonotoneDisjunction;
use perceptron::learn::OtherLearner;
use perceptron::sample::{Quantity, Rational};

pub(super) static BOUND: Computed = Computed::new(
    "winnow_bound",
    "αk·max(0, log_α θ + 1) + N/θ for a disjunction of k of N features, promotion α and threshold θ",
    &[],
    |rows, _| bound(&of(rows)?),
);

pub(super) static INTEGER_BOUND: Computed = Computed::new(
    "winnow_integer_bound",
    "u + ⌊(N + uθ − k·2^j)/(θ + 1)⌋ with j = ⌊log₂ θ⌋ + 1 and u = kj",
    &[],
    |rows, _| Some(Quantity::exact(integer_bound(&of(rows)?))),
);

fn of(rows: &[Row]) -> Option<WinnowSetting> {
    WinnowSetting::of(rows.first()?.setting())
}

fn bound(of: &WinnowSetting) -> Option<Quantity> {
    let factor = &of.promotion * &Rational::from(of.disjunction.relevant as u64);
    let features = Rational::from(of.disjunction.features as u64);
    let false_negatives = of.promotions().times(&Quantity::exact(factor));
    let sum = false_negatives.plus(&Quantity::exact(&features / &of.threshold));
    Some(sum.times(&of.widening()))
}

/// The bound for a θ from 1; fractions of θ, which only a waived premise admits, are dropped.
fn integer_bound(of: &WinnowSetting) -> Rational {
    let whole = |number: u64| Rational::from(number);
    let threshold = Rational::from_big(of.threshold.floor(), 1.into());
    let [features, relevant] = [of.disjunction.features, of.disjunction.relevant];
    // The number of binary digits of θ is ⌊log₂ θ⌋ + 1.
    let doublings = threshold.numerator().bits();
    let promotions = whole(relevant as u64 * doublings);
    let power = (0..doublings).fold(whole(1), |power, _| &power + &power);
    let added = &whole(features as u64) + &(&promotions * &threshold);
    let left = &added - &(&whole(relevant as u64) * &power);
    let removals = &left / &(&threshold + &whole(1));
    &promotions + &Rational::from_big(removals.floor(), 1.into())
}

/// The numbers of the bounds on Winnow. For other learners, to which only a waived premise applies the bounds, α is 2 and θ is N/2.
pub(in crate::claim) struct WinnowSetting {
    /// N and k: the number of features, and how many of them are in the disjunction.
    disjunction: MonotoneDisjunction,
    /// α, the factor of a promotion.
    promotion: Rational,
    /// θ, the value that a score must exceed to predict +1.
    threshold: Rational,
}

impl WinnowSetting {
    /// The numbers of the trials of a setting; `None` if their labels are no disjunction.
    pub(in crate::claim) fn of(setting: &Setting) -> Option<Self> {
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
    pub(in crate::claim) fn doubles_integers(&self) -> bool {
        self.promotion == Rational::new(2, 1) && is_whole(&self.threshold)
    }

    /// max(0, log_α θ + 1): the number of promotions that make a weight θ, and one more. A weight is 1 at first, so no weight is promoted if θ < 1/α.
    /// It is a whole number if θ is a power of α.
    fn promotions(&self) -> Quantity {
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
    fn widening(&self) -> Quantity {
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

    #[test]
    fn integer_bounds_are_the_worst_cases_of_small_disjunctions() {
        for (features, relevant, worst) in [(4, 1, 3), (6, 2, 6), (8, 1, 5), (8, 2, 9), (16, 1, 7)]
        {
            let setting = WinnowSetting {
                disjunction: MonotoneDisjunction { features, relevant },
                promotion: Rational::new(2, 1),
                threshold: Rational::new(features as i64, 2),
            };
            let due = Rational::new(worst, 1);
            assert_eq!(integer_bound(&setting), due, "{features} {relevant}");
        }
    }
}
