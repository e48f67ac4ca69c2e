//! Tests the betting bounds: validity, power, agreement with other bounds, and memory.

use super::*;
use crate::stats::{Interval, Moments, clopper_pearson_lower, clopper_pearson_upper, mean};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A distribution on [0, 1], as a function of a uniform number.
type Law = fn(f64) -> f64;

const RARE: Law = |u| f64::from(u < 0.05);
const FAIR: Law = |u| f64::from(u < 0.5);
/// Beta(1/9, 1): mean 0.1, most of it near 0.
const SKEWED: Law = |u| u.powi(9);
/// Small values with rare ones of 1, the worst case for learning the variance early. Mean 0.05.
const TWO_POINT: Law = |u| if u < 0.04 { 1.0 } else { 0.01 / 0.96 };
const NARROW: Law = |u| 0.4 + 0.02 * u;

const BOUNDARY: [(Law, f64); 5] = [
    (RARE, 0.05),
    (FAIR, 0.5),
    (SKEWED, 0.1),
    (TWO_POINT, 0.05),
    (NARROW, 0.41),
];

fn draw(seed: u64, n: usize, distribution: Law) -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..n).map(|_| distribution(rng.random())).collect()
}

/// The fraction of studies of `n` observations in which the wealth of a bet against `candidate` ever reaches 1/alpha.
fn refuted(
    distribution: Law,
    side: Side,
    candidate: f64,
    n: usize,
    studies: u64,
    alpha: f64,
) -> f64 {
    let refutes = |study: &u64| {
        let mut wealth = Wealth::against(side, candidate, Interval::UNIT);
        draw(*study, n, distribution)
            .iter()
            .for_each(|&x| wealth.push(x));
        wealth.refutes_at(alpha)
    };
    (0..studies).filter(refutes).count() as f64 / studies as f64
}

#[test]
fn under_continuous_peeking_at_the_boundary_errors_stay_below_alpha() {
    for (distribution, mean) in BOUNDARY {
        for side in [Side::Above, Side::Below] {
            let rate = refuted(distribution, side, mean, 500, 2000, 0.05);
            assert!(rate < 0.05, "mean {mean}, {side:?}: {rate}");
        }
    }
}

#[test]
fn errors_stay_below_alpha_if_the_distribution_changes_at_equal_mean() {
    let mut errors = 0;
    for study in 0..2000 {
        let mut wealth = Wealth::against(Side::Above, 0.05, Interval::UNIT);
        let calm = std::iter::repeat_n(0.05, 100);
        calm.chain(draw(study, 400, RARE))
            .for_each(|x| wealth.push(x));
        errors += u32::from(wealth.refutes_at(0.05));
    }
    assert!(errors < 100, "{errors} of 2000");
}

#[test]
fn the_interval_covers_the_mean_at_all_times_at_least_as_often_as_promised() {
    for (distribution, mean) in BOUNDARY {
        let missed = (0..300).filter(|&study| {
            let interval =
                confidence_interval(&draw(study, 300, distribution), Interval::UNIT, 0.1);
            !interval.contains(mean)
        });
        assert!(missed.count() <= 30);
    }
}

#[test]
fn betting_has_power_against_means_off_by_a_factor_of_two() {
    assert!(refuted(RARE, Side::Above, 0.025, 2000, 200, 0.01) > 0.95);
    assert!(refuted(RARE, Side::Below, 0.1, 1000, 200, 0.01) > 0.95);
}

/// With 120 rounds only the first observations are stored, and the others are bets on the candidates of the frozen sequence.
#[test]
fn bounds_only_tighten_as_values_arrive() {
    for most_rounds in [120, MOST_ROUNDS] {
        let mut sequence = BettingSequence::holding(most_rounds, Interval::UNIT, 0.025);
        let mut last = Interval::UNIT;
        for x in draw(7, 300, SKEWED) {
            sequence.push(x);
            let now = Interval::new(sequence.lower_bound(), sequence.upper_bound());
            assert!(last.lower <= now.lower && now.upper <= last.upper);
            last = now;
        }
        assert!(last.width() < 0.3);
    }
}

#[test]
fn streaming_and_batch_give_the_same_numbers() {
    let values = draw(3, 400, |u| 3.0 * u * u - 1.0);
    let range = Interval::new(-1.0, 2.0);
    let mut sequence = BettingSequence::new(range, 0.01);
    for (i, &x) in values.iter().enumerate() {
        sequence.push(x);
        if i % 97 == 0 {
            let now = Interval::new(sequence.lower_bound(), sequence.upper_bound());
            assert_eq!(now, confidence_interval(&values[..=i], range, 0.02));
        }
    }
}

#[test]
fn a_candidate_is_refuted_exactly_when_the_bound_has_passed_it() {
    let (values, range) = (draw(4, 500, |u| 10.0 * u), Interval::new(0.0, 10.0));
    let bound = lower_bound(&values, range, 0.05);
    for (candidate, expected) in [
        (bound - 1e-9, true),
        (bound + 1e-9, false),
        (-1.0, true),
        (11.0, false),
    ] {
        let mut wealth = Wealth::against(Side::Above, candidate, range);
        values.iter().for_each(|&x| wealth.push(x));
        assert_eq!(wealth.refutes_at(0.05), expected, "{candidate}");
    }
}

#[test]
fn upper_bounds_mirror_lower_bounds() {
    let values = draw(5, 200, SKEWED);
    let mirrored: Vec<f64> = values.iter().map(|x| 1.0 - x).collect();
    let (upper, lower) = (
        upper_bound(&values, Interval::UNIT, 0.01),
        lower_bound(&mirrored, Interval::UNIT, 0.01),
    );
    assert!((upper - (1.0 - lower)).abs() < 1e-12);
}

#[test]
fn bounds_are_equivariant_under_affine_rescaling() {
    let values = draw(6, 200, SKEWED);
    let scaled: Vec<f64> = values.iter().map(|x| 4.0 * x - 2.0).collect();
    let unit = confidence_interval(&values, Interval::UNIT, 0.01);
    let wide = confidence_interval(&scaled, Interval::new(-2.0, 2.0), 0.01);
    assert!((wide.lower - (4.0 * unit.lower - 2.0)).abs() < 1e-9);
    assert!((wide.upper - (4.0 * unit.upper - 2.0)).abs() < 1e-9);
}

#[test]
fn without_observations_the_bounds_are_the_range() {
    let range = Interval::new(-3.0, 7.0);
    assert_eq!(confidence_interval(&[], range, 0.01), range);
    assert_eq!(BettingSequence::new(range, 0.01).lower_bound(), -3.0);
}

#[test]
fn a_range_of_one_point_is_its_own_interval() {
    let point = Interval::new(2.0, 2.0);
    assert_eq!(confidence_interval(&[2.0, 2.0], point, 0.01), point);
}

#[test]
fn interval_of_constant_values_narrows_and_contains_the_value() {
    for x in [0.0, 0.1, 0.5, 1.0] {
        let interval = confidence_interval(&[x; 2000], Interval::UNIT, 0.01);
        assert!(
            interval.contains(x) && interval.width() < 0.02,
            "{x}: {interval:?}"
        );
    }
}

#[test]
fn a_value_outside_the_range_counts_as_its_end_and_nan_as_no_evidence() {
    assert_eq!(
        lower_bound(&[5.0; 9], Interval::UNIT, 0.1),
        lower_bound(&[1.0; 9], Interval::UNIT, 0.1)
    );
    let mut values = vec![0.9; 10];
    values.push(f64::NAN);
    let before = lower_bound(&values, Interval::UNIT, 0.1);
    values.extend([0.9; 100]);
    assert_eq!(lower_bound(&values, Interval::UNIT, 0.1), before);
}

#[test]
fn zero_failures_cost_little_more_than_the_exact_fixed_sample_limit() {
    let exact = clopper_pearson_upper(0, 1000, 0.01);
    let anytime = upper_bound(&[0.0; 1000], Interval::UNIT, 0.01);
    assert!(
        exact < anytime && anytime < 1.6 * exact,
        "{anytime} against {exact}"
    );
}

/// Hoeffding's radius: the mean of `n` values in [0, 1], `n` fixed in advance, is off by more with probability at most `alpha`: sqrt(ln(1/α) / (2n)).
/// JASA 58 (1963) 13–30, Theorem 2.
fn hoeffding_radius(n: usize, alpha: f64) -> f64 {
    (-libm::log(alpha) / (2.0 * n as f64)).sqrt()
}

/// The empirical Bernstein radius, from the sample variance V: sqrt(2 V ln(2/α) / n) + 7 ln(2/α) / (3 (n − 1)). Maurer and Pontil, "Empirical
/// Bernstein bounds and sample variance penalization", COLT 2009, Theorem 4.
fn empirical_bernstein_radius(values: &[f64], alpha: f64) -> f64 {
    let (n, log) = (values.len() as f64, libm::log(2.0 / alpha));
    let variance = Moments::of(values).variance();
    (2.0 * variance * log / n).sqrt() + 7.0 * log / (3.0 * (n - 1.0))
}

#[test]
fn small_means_are_bounded_far_more_tightly_than_by_hoeffding() {
    let hoeffding = hoeffding_radius(1000, 0.01);
    for (distribution, factor) in [(RARE, 1.5), (SKEWED, 1.3), (NARROW, 5.0)] {
        let values = draw(11, 1000, distribution);
        let excess = upper_bound(&values, Interval::UNIT, 0.01) - mean(&values);
        assert!(factor * excess < hoeffding, "{excess} against {hoeffding}");
    }
}

/// The risk of a learner on N uniform draws of 10 basis vectors, as in the cells of docs/theory.md, C-H11: the fraction of vectors not seen.
fn unseen_share(seed: u64, draws: usize, replicates: usize) -> Vec<f64> {
    let uniform = draw(seed, draws * replicates, |u| u);
    let share = |sample: &[f64]| {
        let seen: std::collections::BTreeSet<usize> =
            sample.iter().map(|u| (10.0 * u) as usize).collect();
        1.0 - seen.len() as f64 / 10.0
    };
    uniform.chunks(draws).map(share).collect()
}

/// Expected risks 0.1216 and 0.0052: after 1000 replicates the betting interval is 5 and 12 times as narrow as Hoeffding's for a fixed number,
/// although one may look at it after every replicate.
#[test]
fn betting_beats_hoeffding_on_small_risks_by_the_documented_factor() {
    let hoeffding = 2.0 * hoeffding_radius(1000, 0.005);
    for (draws, mean, factor) in [(20, 0.9f64.powi(20), 5.0), (50, 0.9f64.powi(50), 12.0)] {
        let interval = confidence_interval(&unseen_share(14, draws, 1000), Interval::UNIT, 0.01);
        let ratio = hoeffding / interval.width();
        assert!(
            interval.contains(mean) && (factor..1.3 * factor).contains(&ratio),
            "{ratio} {interval:?}"
        );
    }
}

/// Clopper–Pearson is exact for one look at a fixed n. Looking after every observation widens the interval by less than 60 %, less than the empirical
/// Bernstein bound for a fixed n does.
#[test]
fn width_at_mean_one_tenth_is_between_exact_and_empirical_bernstein() {
    let values = draw(12, 1000, |u| f64::from(u < 0.1));
    let successes = values.iter().sum::<f64>() as u64;
    let exact = clopper_pearson_upper(successes, 1000, 0.025)
        - clopper_pearson_lower(successes, 1000, 0.025);
    let betting = confidence_interval(&values, Interval::UNIT, 0.05).width();
    let bernstein = 2.0 * empirical_bernstein_radius(&values, 0.025);
    let hoeffding = 2.0 * hoeffding_radius(1000, 0.025);
    assert!(
        exact < betting && betting < 1.6 * exact,
        "{betting} against {exact}"
    );
    assert!(betting < bernstein && betting < hoeffding);
}

#[test]
fn a_hundred_thousand_values_are_bounded_closely() {
    let interval = confidence_interval(&draw(13, 100_000, RARE), Interval::UNIT, 0.01);
    assert!(
        interval.contains(0.05) && interval.width() < 0.006,
        "{interval:?}"
    );
}

#[test]
fn betting_bounds_are_bit_for_bit_reproducible() {
    let values: Vec<f64> = (0..100).map(|i| f64::from(i % 7) / 8.0).collect();
    let interval = confidence_interval(&values, Interval::UNIT, 0.05);
    assert_eq!(
        (interval.lower.to_bits(), interval.upper.to_bits()),
        (4598990477948134536, 4601715168618126008)
    );
}

/// A sequence that took the values and stores at most 300 of them.
fn forgetful(values: &[f64], alpha: f64) -> BettingSequence {
    let mut sequence = BettingSequence::holding(300, Interval::UNIT, alpha);
    values.iter().for_each(|&x| sequence.push(x));
    sequence
}

#[test]
fn sequence_is_frozen_after_the_maximum_number_of_stored_rounds() {
    let values = draw(21, 301, SKEWED);
    let (held, forgotten) = (forgetful(&values[..300], 0.01), forgetful(&values, 0.01));
    let exact = lower_bound(&values[..300], Interval::UNIT, 0.01);
    assert_eq!(held.lower_bound().to_bits(), exact.to_bits());
    assert!(held.frozen().is_none() && forgotten.frozen().is_some());
    assert!(forgotten.lower_bound() >= exact);
}

#[test]
fn frozen_bound_is_valid_and_looser_by_less_than_one_candidate() {
    for (distribution, _) in BOUNDARY {
        let values = draw(22, 6000, distribution);
        let start = forgetful(&values[..300], 0.01);
        let fineness = 0.008 * (start.upper_bound() - start.lower_bound());
        for n in [301, 400, 1000, 6000] {
            let sequence = forgetful(&values[..n], 0.01);
            let lower = lower_bound(&values[..n], Interval::UNIT, 0.01);
            let upper = upper_bound(&values[..n], Interval::UNIT, 0.01);
            let next = |side| sequence.frozen().unwrap().first_standing(side).unwrap();
            assert!(sequence.lower_bound() <= lower && lower <= next(Side::Above));
            assert!(sequence.upper_bound() >= upper && upper >= next(Side::Below));
            assert!(lower - sequence.lower_bound() < fineness);
            assert!(sequence.upper_bound() - upper < fineness);
        }
    }
}

#[test]
fn errors_of_both_frozen_bounds_stay_below_alpha() {
    let (mut too_high, mut too_low) = (0, 0);
    for study in 0..200 {
        let mut sequence = BettingSequence::holding(40, Interval::UNIT, 0.2);
        let values = draw(1000 + study, 250, |u| f64::from(u < 0.3));
        values.iter().for_each(|&x| sequence.push(x));
        // Bounds only tighten, so a bound that was wrong at any time is wrong at the end.
        too_high += u32::from(sequence.lower_bound() > 0.3);
        too_low += u32::from(sequence.upper_bound() < 0.3);
    }
    assert!((1..40).contains(&too_high), "{too_high} of 200");
    assert!((1..40).contains(&too_low), "{too_low} of 200");
}

#[test]
fn number_of_candidates_in_a_frozen_sequence_only_decreases() {
    let values = draw(23, 3000, FAIR);
    let standing = |n: usize| {
        let sequence = forgetful(&values[..n], 0.05);
        sequence.frozen().unwrap().standing()
    };
    assert_eq!(standing(301), 2 * super::frozen::CANDIDATES);
    assert!(standing(3000) < standing(600) && standing(600) <= standing(301));
}

#[test]
fn crossed_bounds_never_change() {
    let mut values = [vec![1.0; 150], vec![0.0; 150]].concat();
    let before = forgetful(&values, 0.01);
    assert!(before.lower_bound() > before.upper_bound());
    values.extend([0.5; 1000]);
    let after = forgetful(&values, 0.01);
    assert_eq!(after.lower_bound(), before.lower_bound());
    assert_eq!(after.upper_bound(), before.upper_bound());
}

#[test]
fn nan_freezes_the_bounds_before_and_after_freezing_the_sequence() {
    for position in [200, 400] {
        let mut values = draw(24, 1000, RARE);
        let before = forgetful(&values[..position], 0.01);
        values[position] = f64::NAN;
        let after = forgetful(&values, 0.01);
        assert_eq!(after.lower_bound(), before.lower_bound());
        assert_eq!(after.upper_bound(), before.upper_bound());
    }
}
