//! Computes the minimax lower bound on the risk of learning half-spaces, and the exact average risk on the family that proves it.
//!
//! The family has k = min(n, d) linearly independent atoms: k − 1 of mass 1/n, one of mass p = 1 − (k−1)/n, with uniform labels.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Pow;

/// The minimax lower bound: for every rule there is a realizable distribution in dimension d ≥ 1 on which its expected risk is at least this, after
/// n = `sample_size` ≥ 1 examples.
///
/// # Formula
/// min((n−1)/(2n), (d−1)/(2n)) (1 − 1/n)ⁿ
///
/// # Source
/// Bartlett, Theorem 3.1 (docs/theory.md, C-B14).
///
/// # Examples
/// ```
/// use perceptron::risk::closed::minimax;
/// assert_eq!(minimax::lower_bound(4, 3).to_string(), "81/1024");
/// assert_eq!(minimax::average_risk(4, 3).to_string(), "97/1024");
/// ```
pub fn lower_bound(sample_size: u32, dimension: u32) -> BigRational {
    let light = atoms(sample_size, dimension) - 1;
    fraction(light, sample_size) * (fraction(sample_size - 1, sample_size)).pow(sample_size)
        / BigInt::from(2)
}

/// The average, over all labelings of the atoms of the minimax family, of the expected risk of any rule that is right on the atoms it saw.
///
/// No other rule has a smaller average. If a tie is a mistake, the perceptron from zero has twice this risk, for every labelling.
///
/// # Formula
/// A(n, d) = ((k−1)/(2n)) (1 − 1/n)ⁿ + ½ p (1−p)ⁿ
///
/// # Source
/// docs/theory.md, C-B14: the label of an unseen atom is a fair coin.
pub fn average_risk(sample_size: u32, dimension: u32) -> BigRational {
    let light = atoms(sample_size, dimension) - 1;
    let heavy = fraction(sample_size - light, sample_size);
    lower_bound(sample_size, dimension)
        + heavy * fraction(light, sample_size).pow(sample_size) / BigInt::from(2)
}

fn atoms(sample_size: u32, dimension: u32) -> u32 {
    sample_size.min(dimension)
}

fn fraction(numerator: u32, denominator: u32) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::risk::closed::{TestTies, basis};
    use crate::sample::Label;
    use num_traits::ToPrimitive;

    #[test]
    fn the_published_table_is_reproduced() {
        let exact = [
            (2, 2, "1/16", "1/8"),
            (3, 2, "4/81", "5/81"),
            (3, 3, "8/81", "4/27"),
            (4, 3, "81/1024", "97/1024"),
            (5, 4, "1536/15625", "1779/15625"),
        ];
        for (n, d, bound, average) in exact {
            let parse = |text: &str| text.parse::<BigRational>().unwrap();
            assert_eq!(
                (lower_bound(n, d), average_risk(n, d)),
                (parse(bound), parse(average))
            );
        }
        let rounded = [
            (10, 10, 0.1569053, 0.1743392),
            (20, 5, 0.0358486, 0.0358486),
            (100, 10, 0.0164715, 0.0164715),
        ];
        for (n, d, bound, average) in rounded {
            assert!((lower_bound(n, d).to_f64().unwrap() - bound).abs() < 5.1e-8);
            assert!((average_risk(n, d).to_f64().unwrap() - average).abs() < 5.1e-8);
        }
        assert!((lower_bound(1000, 20).to_f64().unwrap() - 0.00349311).abs() < 5.1e-9);
        assert_eq!(
            (lower_bound(1, 7), average_risk(1, 7)),
            (fraction(0, 1), fraction(0, 1))
        );
    }

    #[test]
    fn average_risk_equals_the_basis_risk_with_ties_counted_half() {
        for (n, d) in [(1, 3), (3, 2), (4, 3), (7, 7), (9, 20)] {
            let k = atoms(n, d);
            let mut masses = vec![fraction(1, n); k as usize - 1];
            masses.push(fraction(n - k + 1, n));
            let labels = vec![Label::Positive; k as usize];
            let at = |ties| basis::expected_risk_exact(&masses, &labels, n, ties);
            assert_eq!(at(TestTies::Half), average_risk(n, d));
            assert_eq!(at(TestTies::Mistake), average_risk(n, d) * BigInt::from(2));
        }
    }

    #[test]
    fn the_bound_tends_to_its_limit() {
        let limit = 0.5 * libm::exp(-1.0);
        assert!((lower_bound(4000, 4000).to_f64().unwrap() - limit).abs() < 1e-3);
    }
}
