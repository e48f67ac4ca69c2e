//! Compares two variants on the same samples: a bound on the mean difference, and a sign test for counts.

use super::{BettingSequence, Interval, Side, Wealth};

/// A confidence sequence for the mean of `first − second`, both in `range`, paired by sample, in the order of the replicates.
///
/// Valid under continuous peeking, at `alpha / 2` on each side. Only the pairs that both slices have are used.
///
/// # Formula
///
/// ```text
/// the betting interval of x_i − y_i in [a − b, b − a]
/// ```
///
/// # Source
///
/// See [`betting`](super::betting).
pub fn paired_difference(first: &[f64], second: &[f64], range: Interval, alpha: f64) -> Interval {
    let width = range.width();
    let mut differences = BettingSequence::new(Interval::new(-width, width));
    first.iter().zip(second).for_each(|(x, y)| differences.push(x - y));
    differences.confidence_interval(alpha)
}

/// How often the first of two paired counts was the larger, and what that says for certain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignTest {
    /// Pairs with a positive difference.
    pub positive: u64,
    /// Pairs with a negative difference.
    pub negative: u64,
    /// Pairs without a difference; they say nothing about its sign.
    pub ties: u64,
    /// Where P(positive | no tie) lies.
    pub probability: Interval,
    /// Anytime-valid two-sided p-value of P(positive | no tie) = 1/2.
    pub p_value: f64,
}

/// An anytime-valid sign test on differences of unbounded quantities, such as counts, in the order of the replicates.
///
/// Ties (and NaN) are dropped and reported. Nothing is assumed about the size of the differences, only that given no tie each
/// sign is positive with the same probability whatever came before. Both the interval and the p-value hold at any stopping time.
///
/// # Formula
///
/// ```text
/// signs s_i ∈ {0, 1} of the untied pairs; interval = the betting interval of their mean
/// p = min(1, 2 / max(K⁺, K⁻)),    K± the peak wealth of betting above and below 1/2
/// ```
///
/// # Source
///
/// Arbuthnot (1710) for the test, Ville (1939) and Waudby-Smith and Ramdas (2024) for its validity at any time:
/// at 1/2 the wealth is a mixture of likelihood ratios. See [`betting`](super::betting).
pub fn sign_test(differences: &[f64], alpha: f64) -> SignTest {
    let mut signs = BettingSequence::new(Interval::UNIT);
    let mut gamblers = [Side::Above, Side::Below].map(|side| Wealth::against(side, 0.5, Interval::UNIT));
    let mut positive = 0;
    for &difference in differences.iter().filter(|d| d.abs() > 0.0) {
        let sign = f64::from(difference > 0.0);
        signs.push(sign);
        gamblers.iter_mut().for_each(|wealth| wealth.push(sign));
        positive += u64::from(difference > 0.0);
    }
    let untied = signs.len() as u64;
    SignTest {
        positive,
        negative: untied - positive,
        ties: differences.len() as u64 - untied,
        probability: signs.confidence_interval(alpha),
        p_value: (2.0 * gamblers[0].p_value().min(gamblers[1].p_value())).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::confidence_interval;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn a_shared_sample_cancels_in_the_difference() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let second: Vec<f64> = (0..500).map(|_| 0.9 * rng.random::<f64>()).collect();
        let first: Vec<f64> = second.iter().map(|x| x + 0.1 * rng.random::<f64>()).collect();
        let paired = paired_difference(&first, &second, Interval::UNIT, 0.05);
        let separate = confidence_interval(&first, Interval::UNIT, 0.025);
        assert!(paired.contains(0.05) && paired.lower > 0.0);
        assert!(4.0 * paired.width() < separate.width());
    }

    #[test]
    fn without_pairs_the_difference_may_be_anything_the_range_allows() {
        let interval = paired_difference(&[], &[1.0], Interval::new(2.0, 5.0), 0.05);
        assert_eq!(interval, Interval::new(-3.0, 3.0));
    }

    #[test]
    fn equal_variants_are_told_apart_no_more_often_than_alpha() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let wrong = (0..2000).filter(|_| {
            let signs: Vec<f64> = (0..200).map(|_| if rng.random() { 3.0 } else { -1.0 }).collect();
            sign_test(&signs, 0.5).p_value <= 0.05
        });
        let wrong = wrong.count();
        assert!(wrong <= 100, "{wrong} of 2000");
    }

    #[test]
    fn three_wins_in_four_are_found_in_two_hundred_pairs() {
        let differences: Vec<f64> = (0..200).map(|i| if i % 4 == 0 { -1.0 } else { 1e6 }).collect();
        let test = sign_test(&differences, 0.01);
        assert_eq!((test.positive, test.negative, test.ties), (150, 50, 0));
        assert!(test.p_value < 1e-4 && test.probability.lower > 0.5);
    }

    #[test]
    fn ties_are_dropped_and_reported() {
        let (plain, tied) = ([1.0, -1.0, 1.0], [0.0, 1.0, 0.0, -1.0, 1.0, f64::NAN]);
        let (plain, tied) = (sign_test(&plain, 0.1), sign_test(&tied, 0.1));
        assert_eq!(tied, SignTest { ties: 3, ..plain });
        assert_eq!((sign_test(&[], 0.1).p_value, sign_test(&[0.0], 0.1).probability), (1.0, Interval::UNIT));
    }

    #[test]
    fn exchanging_the_variants_mirrors_the_test() {
        let differences: Vec<f64> = (0..60).map(|i| if i % 3 == 0 { -1.0 } else { 1.0 }).collect();
        let exchanged: Vec<f64> = differences.iter().map(|d| -d).collect();
        let (one, other) = (sign_test(&differences, 0.1), sign_test(&exchanged, 0.1));
        assert_eq!((one.positive, one.p_value), (other.negative, other.p_value));
    }
}
