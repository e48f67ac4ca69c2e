//! Compares the distribution of a stream with the quantiles of its values.

use super::*;
use crate::stats::quantile;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const LEVELS: [f64; 9] = [0.0, 0.001, 0.1, 0.25, 0.5, 0.77, 0.9, 0.999, 1.0];

fn of(values: &[f64]) -> EmpiricalDistribution {
    let mut distribution = EmpiricalDistribution::default();
    values.iter().for_each(|&value| distribution.push(value));
    distribution
}

fn uniform(count: usize) -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    (0..count).map(|_| rng.random()).collect()
}

#[test]
fn exact_quantiles_equal_slice_quantiles_bit_for_bit() {
    let mut values = vec![0.0, -0.0, 5e-324, f64::MAX, f64::MIN, -3.5, -3.5, 7.0];
    values.extend(uniform(1000).iter().map(|u| libm::log(*u)));
    for end in [1, 2, 3, 8, 100, values.len()] {
        let distribution = of(&values[..end]);
        for level in LEVELS {
            let slice = quantile(&values[..end], level);
            assert_eq!(distribution.quantile(level).to_bits(), slice.to_bits());
        }
    }
}

#[test]
fn steps_are_the_cumulative_fractions_at_each_value() {
    let distribution = of(&[3.0, 1.0, 3.0, 2.0]);
    let steps = [(1.0, 0.25), (2.0, 0.5), (3.0, 1.0)];
    assert_eq!(distribution.steps(10), steps);
    assert_eq!(EmpiricalDistribution::default().steps(10), []);
    let many = of(&uniform(1000));
    let steps = many.steps(50);
    assert!(steps.len() <= 52 && steps.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(steps[0].0, many.least());
    assert_eq!(steps[steps.len() - 1], (many.largest(), 1.0));
    let is_true = |(value, share): &(f64, f64)| (many.quantile(*share) - value).abs() < 0.02;
    assert!(steps.iter().all(is_true));
}

#[test]
fn few_different_values_stay_exact_however_many_there_are() {
    let values: Vec<f64> = (0..200_000).map(|i| f64::from(i % 13) / 7.0).collect();
    let distribution = of(&values);
    assert_eq!(
        (distribution.len(), distribution.counts.len()),
        (200_000, 13)
    );
    assert_eq!(distribution.median(), 6.0 / 7.0);
    assert_eq!(distribution.largest(), 12.0 / 7.0);
}

#[test]
fn quantiles_of_rounded_values_err_by_at_most_two_to_the_minus_twenty() {
    let values: Vec<f64> = uniform(MOST_EXACT + 5000).iter().map(|u| u - 0.3).collect();
    let (exact, distribution) = (of(&values[..MOST_EXACT]), of(&values));
    assert_eq!((exact.dropped_bits, distribution.dropped_bits), (0, 33));
    for level in LEVELS {
        let slice = quantile(&values, level);
        let error = (distribution.quantile(level) / slice - 1.0).abs();
        assert!(error <= libm::exp2(-20.0), "{level}: {error}");
    }
}

#[test]
fn memory_is_bounded_with_the_documented_quantile_error() {
    let values = uniform(400_000);
    let distribution = of(&values);
    let significant = 53 - distribution.dropped_bits;
    assert!(distribution.counts.len() <= MOST_ROUNDED && (17..20).contains(&significant));
    for level in LEVELS {
        let slice = quantile(&values, level);
        let error = (distribution.quantile(level) / slice - 1.0).abs();
        assert!(
            error < libm::exp2(1.0 - f64::from(significant)),
            "{level}: {error}"
        );
    }
}

#[test]
fn rounding_spares_the_ends_and_the_order_of_quantiles() {
    let values: Vec<f64> = uniform(MOST_EXACT + 9)
        .iter()
        .map(|u| 1.0 + u * 1e-6)
        .collect();
    let distribution = of(&values);
    let (least, largest) = (quantile(&values, 0.0), quantile(&values, 1.0));
    assert!(distribution.counts.len() < 3);
    assert_eq!(
        (distribution.least(), distribution.quantile(0.0)),
        (least, least)
    );
    assert_eq!(
        (distribution.largest(), distribution.quantile(1.0)),
        (largest, largest)
    );
    assert!(LEVELS.map(|level| distribution.quantile(level)).is_sorted());
}

#[test]
fn the_largest_value_is_not_rounded_whichever_way_its_bits_would_go() {
    // Numbers are rounded to 20 bits: 2 + 2⁻²² is rounded down, and 2 − 2⁻²² is rounded up.
    for last in [2.0 + 2f64.powi(-22), 2.0 - 2f64.powi(-22)] {
        let mut values = uniform(MOST_EXACT + 1);
        values.push(last);
        let distribution = of(&values);
        assert_eq!(
            (distribution.quantile(1.0), distribution.largest()),
            (last, last)
        );
    }
}

#[test]
fn missing_values_are_counted_apart() {
    let distribution = of(&[f64::NAN, 3.0, f64::NAN, 1.0]);
    assert_eq!((distribution.len(), distribution.missing()), (2, 2));
    assert_eq!(distribution.median(), 2.0);
    let empty = of(&[f64::NAN]);
    assert!(empty.is_empty() && empty.median().is_nan());
    assert!(empty.least().is_nan() && empty.largest().is_nan());
}

#[test]
fn rounding_is_to_the_nearest_keeps_signs_and_stays_finite() {
    let third = rounded(1.0 / 3.0, BITS_BEYOND_TWENTY);
    assert_eq!(
        third,
        libm::round(libm::exp2(21.0) / 3.0) * libm::exp2(-21.0)
    );
    assert_eq!(rounded(-1.0 / 3.0, BITS_BEYOND_TWENTY), -third);
    for value in [0.0, -0.0, 1.0, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(rounded(value, 52).to_bits(), value.to_bits());
    }
    assert!(rounded(f64::MAX, BITS_BEYOND_TWENTY).is_finite());
}

#[test]
fn sort_keys_preserve_float_order_and_are_invertible() {
    let ordered = [
        f64::NEG_INFINITY,
        -1.0,
        -5e-324,
        -0.0,
        0.0,
        1e-300,
        2.0,
        f64::INFINITY,
    ];
    assert!(ordered.map(key).is_sorted());
    assert_eq!(
        ordered.map(|x| number(key(x)).to_bits()),
        ordered.map(f64::to_bits)
    );
}

proptest! {
    #[test]
    fn merged_distributions_of_few_values_are_exact(
        values in prop::collection::vec((-20i32..20, 1u64..4), 1..60),
        cut in 0usize..60,
    ) {
        let (mut first, mut second, mut all) = (of(&[f64::NAN]), of(&[]), Vec::new());
        for (index, &(value, times)) in values.iter().enumerate() {
            let value = f64::from(value) / 7.0;
            if index < cut { &mut first } else { &mut second }.push_times(value, times);
            (0..times).for_each(|_| all.push(value));
        }
        first.merge(&second);
        prop_assert_eq!((first.len(), first.missing()), (all.len() as u64, 1));
        for level in LEVELS {
            prop_assert_eq!(first.quantile(level).to_bits(), quantile(&all, level).to_bits());
        }
    }
}

#[test]
fn merging_rounded_and_exact_distributions_keeps_the_error_and_the_ends() {
    let many = uniform(MOST_EXACT + 5000);
    let (few, rest) = many.split_at(300);
    for [mut one, other] in [[of(few), of(rest)], [of(rest), of(few)]] {
        one.merge(&other);
        assert!(one.dropped_bits > 0);
        assert_eq!(one.len(), many.len() as u64);
        for level in LEVELS {
            let error = (one.quantile(level) / quantile(&many, level) - 1.0).abs();
            assert!(error < 2e-6, "{level}: {error}");
        }
        assert_eq!(one.least(), quantile(&many, 0.0));
        assert_eq!(one.largest(), quantile(&many, 1.0));
    }
}
