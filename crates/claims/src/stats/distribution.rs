//! Holds the empirical distribution of a stream of values in bounded memory.

use super::quantile::interpolated;
use std::collections::BTreeMap;
use std::mem;

/// The largest number of different values that are counted exactly.
pub const MOST_EXACT: usize = 1 << 16;

/// The largest number of different values that are stored once values are rounded.
pub const MOST_ROUNDED: usize = 1 << 18;

/// Number of bits at the end of an `f64` that are cleared to leave 20 significant bits; it has 53, of which the first is not stored.
const BITS_BEYOND_TWENTY: u32 = 53 - 20;

/// The values of a stream with their numbers of occurrences, from which quantiles are computed in bounded memory.
///
/// Up to [`MOST_EXACT`] different values it is exact, however often each occurs. Beyond that, every value counts as the nearest number of 20
/// significant bits, so that quantiles have a relative error of at most 2^−20. If more than [`MOST_ROUNDED`] such numbers occur, because the values
/// spread over many powers of two, one significant bit is removed at a time until they fit. With b bits the relative error is below 2^{1−b}; for
/// denormal numbers, below 2^−1022, the error is below 2^{−1021−b} instead. The least and the largest value stay exact.
///
/// The result depends only on the values and their order. NaN is not a value; it is counted separately.
#[derive(Debug, Clone, Default)]
pub struct EmpiricalDistribution {
    /// Number of occurrences of each (rounded) value, by its [`key`].
    counts: BTreeMap<u64, u64>,
    /// Keys of the least and the largest value, before any rounding.
    ends: Option<(u64, u64)>,
    /// Number of bits at the end of each value's `f64` that are rounded away; 0 while the counts are exact.
    dropped_bits: u32,
    len: u64,
    missing: u64,
}

impl EmpiricalDistribution {
    /// Adds the next value.
    pub fn push(&mut self, value: f64) {
        self.push_times(value, 1);
    }

    /// Adds a value that occurs `times` times.
    pub fn push_times(&mut self, value: f64, times: u64) {
        if value.is_nan() {
            self.missing += times;
            return;
        }
        let own = key(value);
        self.widen((own, own));
        self.len += times;
        self.count(value, times);
        self.fit();
    }

    /// Adds the values of another stream. If neither has rounded its values, the result is exact, unless both together have too many different values.
    pub fn merge(&mut self, other: &Self) {
        self.missing += other.missing;
        self.len += other.len;
        if let Some(ends) = other.ends {
            self.widen(ends);
        }
        while self.dropped_bits < other.dropped_bits {
            self.coarsen();
        }
        for (key, times) in &other.counts {
            self.count(number(*key), *times);
        }
        self.fit();
    }

    /// Moves the ends so that no value between these two lies beyond them.
    fn widen(&mut self, (low, high): (u64, u64)) {
        let (least, largest) = self.ends.unwrap_or((low, high));
        self.ends = Some((least.min(low), largest.max(high)));
    }

    /// Rounds the values until their number fits. One bit less may not be enough if values spread over many powers of two.
    fn fit(&mut self) {
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

    /// The quantile of all values at `level` in [0, 1], interpolated linearly between neighbouring values like [`quantile`](super::quantile()); NaN
    /// without values.
    pub fn quantile(&self, level: f64) -> f64 {
        interpolated(self.len, level, |rank| self.ranked(rank))
    }

    /// The median of all values; NaN without values.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The steps of the empirical distribution function: values in ascending order, each with the fraction of all values up to it. If there are more
    /// than `most` different values, only the first, the last and those at which the function has risen by at least 1/`most` since the last returned
    /// one are returned.
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

    /// The value at this index, counted from 0, if all values were sorted. The first and the last value are not rounded, and no other value lies
    /// beyond them.
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

    /// Rounds all stored values to 20 significant bits, or to one bit less than before. Repeated calls end at the latest with powers of two, of which
    /// there are fewer than [`MOST_ROUNDED`].
    fn coarsen(&mut self) {
        self.dropped_bits = BITS_BEYOND_TWENTY.max(self.dropped_bits + 1);
        // The errors of repeated rounding, halves of ever larger units, add up to less than one unit: hence 2^{1−b} and not 2^{−b}.
        for (key, times) in mem::take(&mut self.counts) {
            self.count(number(key), times);
        }
    }
}

/// An integer that orders floats as `f64::total_cmp` does.
fn key(value: f64) -> u64 {
    // The bits of negative floats order backwards; flipped, they ascend below the others.
    let bits = value.to_bits();
    if value.is_sign_negative() {
        !bits
    } else {
        bits | SIGN
    }
}

/// The `f64` whose [`key`] this is.
fn number(key: u64) -> f64 {
    let bits = if key & SIGN == 0 { !key } else { key & !SIGN };
    f64::from_bits(bits)
}

/// The sign bit of a float.
const SIGN: u64 = 1 << 63;

/// Rounds a value to the nearest `f64` whose last `dropped_bits` bits are zero; a finite value stays finite.
fn rounded(value: f64, dropped_bits: u32) -> f64 {
    if dropped_bits == 0 {
        return value;
    }
    let bits = value.abs().to_bits();
    let cleared = |bits: u64| f64::from_bits(bits >> dropped_bits << dropped_bits);
    // A carry out of the fraction raises the exponent, which gives the next power of two.
    let nearest = cleared(bits + (1 << (dropped_bits - 1)));
    if nearest.is_infinite() {
        return cleared(bits).copysign(value);
    }
    nearest.copysign(value)
}

#[cfg(test)]
mod tests;
