//! Keeps the distribution of values that are shown once, in memory that their number cannot exceed.

use super::quantile::interpolated;
use std::collections::BTreeMap;
use std::mem;

/// The number of different values that are told apart exactly.
pub const MOST_EXACT: usize = 1 << 16;

/// The number of different rounded values that are held.
pub const MOST_ROUNDED: usize = 1 << 18;

/// The bits of a float's fraction beyond 20 significant ones, of which the first is not stored.
const BITS_BEYOND_TWENTY: u32 = 53 - 20;

/// A multiset of numbers, for quantiles.
///
/// Up to [`MOST_EXACT`] different values it is exact, however often each occurs. Beyond, every
/// value counts as the nearest number of 20 significant bits, so that quantiles have a relative
/// error of at most 2^−20. Should more than [`MOST_ROUNDED`] such numbers occur, because the values
/// spread over many powers of two, there is one significant bit less, as often as it takes: with b
/// bits the relative error is below 2^{1−b}. Of numbers below 2^−1022, denormal ones, the error is
/// below 2^{−1021−b} instead. The least and the largest value stay exact.
///
/// What it says depends on the values and their order only. NaN is no value; it is counted apart.
#[derive(Debug, Clone, Default)]
pub struct Distribution {
    /// How often each number occurred, by its [`key`].
    counts: BTreeMap<u64, u64>,
    /// Keys of the least and the largest value, before any rounding.
    ends: Option<(u64, u64)>,
    /// Bits at the end of a float that are rounded away.
    dropped_bits: u32,
    len: u64,
    missing: u64,
}

impl Distribution {
    /// Takes the next value.
    pub fn push(&mut self, value: f64) {
        if value.is_nan() {
            self.missing += 1;
            return;
        }
        let own = key(value);
        let (least, largest) = self.ends.unwrap_or((own, own));
        self.ends = Some((least.min(own), largest.max(own)));
        self.len += 1;
        self.count(value, 1);
        // Values spread over many powers of two may not become few enough at once.
        while self.counts.len() > self.most() {
            self.coarsen();
        }
    }

    /// The number of values, without those that are missing.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is no value yet.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of NaNs.
    pub fn missing(&self) -> u64 {
        self.missing
    }

    /// The quantile at `level` in [0, 1], linear between order statistics, as
    /// [`quantile`](super::quantile()) of all values has it; NaN without values.
    pub fn quantile(&self, level: f64) -> f64 {
        interpolated(self.len, level, |rank| self.ranked(rank))
    }

    /// The quantile at level 1/2; NaN without values.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// Values in ascending order, each with the share of all values up to it: the steps of the distribution function, the first and
    /// the last among them, and of more than `most` those that rise by at least 1/`most` together.
    pub fn steps(&self, most: usize) -> Vec<(f64, f64)> {
        let Some((least, largest)) = self.ends else {
            return Vec::new();
        };
        let thinned = self.counts.len() > most;
        let (mut up_to, mut last) = (0, 0.0);
        let mut steps = Vec::new();
        for (index, (key, times)) in self.counts.iter().enumerate() {
            up_to += times;
            let share = up_to as f64 / self.len as f64;
            let is_end = index == 0 || up_to == self.len;
            if is_end || !thinned || share - last >= 1.0 / most as f64 {
                steps.push((number((*key).clamp(least, largest)), share));
                last = share;
            }
        }
        steps
    }

    /// The least value, never rounded; NaN without values.
    pub fn least(&self) -> f64 {
        self.ends.map_or(f64::NAN, |(least, _)| number(least))
    }

    /// The largest value, never rounded; NaN without values.
    pub fn largest(&self) -> f64 {
        self.ends.map_or(f64::NAN, |(_, largest)| number(largest))
    }

    /// The value of a rank, counted from 0. The ends are not rounded, and no rank lies beyond them.
    fn ranked(&self, rank: u64) -> Option<f64> {
        let (least, largest) = self.ends.filter(|_| rank < self.len)?;
        if rank == 0 {
            return Some(number(least));
        }
        if rank == self.len - 1 {
            return Some(number(largest));
        }
        let mut up_to = 0;
        let mut keys = self.counts.iter();
        let found = keys.find(|&(_, count)| {
            up_to += count;
            up_to > rank
        });
        // A rounded number may lie beyond an end, which is not rounded.
        found.map(|(&key, _)| number(key.clamp(least, largest)))
    }

    fn count(&mut self, value: f64, times: u64) {
        let key = key(rounded(value, self.dropped_bits));
        *self.counts.entry(key).or_insert(0) += times;
    }

    fn most(&self) -> usize {
        match self.dropped_bits {
            0 => MOST_EXACT,
            _ => MOST_ROUNDED,
        }
    }

    /// Leaves 20 significant bits, or one less than there were. Ends with powers of two, of which
    /// there are fewer than [`MOST_ROUNDED`].
    fn coarsen(&mut self) {
        self.dropped_bits = BITS_BEYOND_TWENTY.max(self.dropped_bits + 1);
        // Halves of ever larger units add up to less than one, hence 2^{1−b} and not 2^{−b}.
        for (key, times) in mem::take(&mut self.counts) {
            self.count(number(key), times);
        }
    }
}

/// An integer that orders floats as `f64::total_cmp` does.
fn key(value: f64) -> u64 {
    // Bits of negative floats order backwards: flipped, they ascend below the others.
    let bits = value.to_bits();
    if value.is_sign_negative() {
        !bits
    } else {
        bits | SIGN
    }
}

/// The float of a key.
fn number(key: u64) -> f64 {
    let bits = if key & SIGN == 0 { !key } else { key & !SIGN };
    f64::from_bits(bits)
}

/// The bit that says whether a float is negative.
const SIGN: u64 = 1 << 63;

/// The nearest float whose last bits are zero; a finite one stays finite.
fn rounded(value: f64, dropped_bits: u32) -> f64 {
    if dropped_bits == 0 {
        return value;
    }
    let bits = value.abs().to_bits();
    let cleared = |bits: u64| f64::from_bits(bits >> dropped_bits << dropped_bits);
    // A carry out of the fraction raises the exponent, which is the next power of two.
    let nearest = cleared(bits + (1 << (dropped_bits - 1)));
    if nearest.is_infinite() {
        return cleared(bits).copysign(value);
    }
    nearest.copysign(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::quantile;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const LEVELS: [f64; 9] = [0.0, 0.001, 0.1, 0.25, 0.5, 0.77, 0.9, 0.999, 1.0];

    fn of(values: &[f64]) -> Distribution {
        let mut distribution = Distribution::default();
        values.iter().for_each(|&value| distribution.push(value));
        distribution
    }

    fn uniform(count: usize) -> Vec<f64> {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        (0..count).map(|_| rng.random()).collect()
    }

    #[test]
    fn exact_quantiles_have_the_bits_of_the_quantiles_of_the_slice() {
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
    fn steps_are_the_shares_up_to_each_value() {
        let distribution = of(&[3.0, 1.0, 3.0, 2.0]);
        let steps = [(1.0, 0.25), (2.0, 0.5), (3.0, 1.0)];
        assert_eq!(distribution.steps(10), steps);
        assert_eq!(Distribution::default().steps(10), []);
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
    fn beyond_the_exact_number_of_values_quantiles_err_by_two_to_the_minus_twenty() {
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
    fn memory_is_bounded_and_what_it_costs_is_stated() {
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
        // 2⁻²² above a number of 20 bits is rounded down, and as much below one up.
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
    fn keys_order_floats_and_give_them_back() {
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
}
