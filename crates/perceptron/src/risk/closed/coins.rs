//! Computes how often the share of mistakes on fair coins stays below the risk 1/2 by more than Hoeffding's root.

use crate::sample::{Quantity, Rational};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// The largest number of mistakes M on n = `examples` fair coins with 1/2 ≥ M/n + `root`; `None` if no M meets this. The error is a number for which
/// rounding leaves this open.
pub fn most_failing(examples: u32, root: &Quantity) -> Result<Option<u32>, u32> {
    let mut most = None;
    for mistakes in 0..=examples / 2 {
        let gap = Rational::new(
            i64::from(examples) - 2 * i64::from(mistakes),
            2 * i64::from(examples),
        );
        match compare(&Quantity::exact(gap), root) {
            Some(Ordering::Less) => break,
            Some(_) => most = Some(mistakes),
            None => return Err(mistakes),
        }
    }
    Ok(most)
}

/// Compares two quantities; `None` if rounding leaves the order open.
fn compare(one: &Quantity, other: &Quantity) -> Option<Ordering> {
    match (&one.exact, &other.exact) {
        (Some(one), Some(other)) => Some(one.cmp(other)),
        _ if one.upper < other.lower => Some(Ordering::Less),
        _ if one.lower > other.upper => Some(Ordering::Greater),
        _ => None,
    }
}

/// The probability that `throws` fair coins show at most `most` heads, as an exact fraction.
pub fn at_most(throws: u32, most: u32) -> BigRational {
    let (mut sum, mut ways) = (BigInt::zero(), BigInt::one());
    for heads in 0..=most.min(throws) {
        sum += &ways;
        ways = ways * (throws - heads) / (heads + 1);
    }
    BigRational::new(sum, BigInt::one() << throws)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::hoeffding_root;

    #[test]
    fn coins_fail_below_the_root_and_on_it_if_there_is_none() {
        let delta = Rational::new(1, 20);
        let most = |examples, numerator, denominator| {
            let factor = Rational::new(numerator, denominator);
            let root = hoeffding_root(&Quantity::count(examples), &delta, &factor);
            most_failing(examples as u32, &root)
        };
        assert_eq!(most(100, 1, 1), Ok(Some(37)));
        assert_eq!(most(100, 1, 2), Ok(Some(43)));
        assert_eq!(most(100, 0, 1), Ok(Some(50)));
        assert_eq!(most(101, 0, 1), Ok(Some(50)));
        assert_eq!(most(100, 2, 1), Ok(Some(25)));
        assert_eq!(most(4, 1, 1), Ok(None));
        // The square of the root is 1/4 here, so the gap 1/2 of no mistakes is the root itself.
        let near = Quantity::within(0.5, 1e-12);
        assert_eq!(most_failing(4, &near), Err(0));
    }

    #[test]
    fn heads_of_coins_have_the_binomial_probabilities() {
        let half = |numerator: i64, denominator: i64| {
            BigRational::new(numerator.into(), denominator.into())
        };
        assert_eq!(at_most(4, 0), half(1, 16));
        assert_eq!(at_most(4, 1), half(5, 16));
        assert_eq!(at_most(4, 2), half(11, 16));
        assert_eq!(at_most(4, 9), half(1, 1));
        assert_eq!(at_most(0, 0), half(1, 1));
    }
}
