//! Draws uniform indices, many at once.

use super::stream::{Stream, Words};
#[cfg(target_arch = "x86_64")]
use pulp::x86::V3;
use pulp::{Scalar, Simd, WithSimd};
use rand::rand_core::utils;
use rand::{RngExt, TryRng};
use std::convert::Infallible;

/// The largest number of indices that are drawn together.
const FEW: usize = 128;

impl Stream {
    /// Draws a uniform index below `n` ≥ 1.
    pub fn below(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n as u64) as usize
    }

    /// Calls `take` with `count` uniform indices below `n` ≥ 1, the same as [`Stream::below`] would give one by one.
    pub fn each_below(&mut self, n: usize, count: usize, mut take: impl FnMut(usize)) {
        let mut indices = [0; FEW];
        for first in (0..count).step_by(FEW) {
            let indices = &mut indices[..FEW.min(count - first)];
            self.few_below(n, indices);
            indices.iter().for_each(|&index| take(index));
        }
    }

    /// Fills the slice with uniform indices below `n` ≥ 1, the same as [`Stream::below`] would give one by one.
    pub fn fill_below(&mut self, n: usize, indices: &mut [usize]) {
        for indices in indices.chunks_mut(FEW) {
            self.few_below(n, indices);
        }
    }

    /// Like [`Stream::fill_below`], but for at most [`FEW`] indices.
    fn few_below(&mut self, n: usize, indices: &mut [usize]) {
        let mut words = [0; FEW];
        let words = &mut words[..indices.len()];
        // Every index takes at least one word, so no word is left over.
        self.fill(words);
        if !are_known(n, words, indices) {
            let mut drawn = First {
                words: words.iter(),
                rest: &mut self.rng,
            };
            indices.fill_with(|| drawn.random_range(0..n as u64) as usize);
        }
    }
}

/// Computes one uniform index below `n` from each random word; returns `false` if an index might need a second word or `n` exceeds 32 bits.
fn are_known(n: usize, words: &[u64], indices: &mut [usize]) -> bool {
    // For larger `n`, products of half words exceed 64 bits.
    let Ok(n) = u32::try_from(n) else {
        return false;
    };
    let find = FindIndices { n, words, indices };
    // AVX2 even where there is AVX-512: on some processors a few products in 512-bit registers lower the clock for everything else in small trials.
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = V3::try_new() {
        return Simd::vectorize(simd, find);
    }
    find.with_simd(Scalar)
}

/// Computes one uniform index below `n` from each random word, in the vector registers of the processor.
struct FindIndices<'a> {
    n: u32,
    words: &'a [u64],
    indices: &'a mut [usize],
}

impl WithSimd for FindIndices<'_> {
    type Output = bool;

    /// Returns whether all indices are decided. An index is the integer part of n·word/2⁶⁴, unless the fraction comes so close to 1 that one more
    /// word decides.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> bool {
        const HALF: u32 = u32::BITS;
        let n = u64::from(self.n);
        let mut close = 0;
        for (index, &word) in self.indices.iter_mut().zip(self.words) {
            let (upper, lower) = ((word >> HALF) * n, (word & u64::from(u32::MAX)) * n);
            let left = (upper << HALF).wrapping_add(lower);
            close |= u64::from(left > n.wrapping_neg());
            *index = ((upper + (lower >> HALF)) >> HALF) as usize;
        }
        close == 0
    }
}

/// A generator that gives the words already drawn from a stream, and then the next words of that stream.
struct First<'a> {
    words: std::slice::Iter<'a, u64>,
    rest: &'a mut Words,
}

impl TryRng for First<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.try_next_u64()? as u32)
    }

    #[inline(always)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        match self.words.next() {
            Some(word) => Ok(*word),
            None => self.rest.try_next_u64(),
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn batched_indices_equal_single_draws() {
        let (mut one, mut other) = (Seed::root(9).stream(), Seed::root(9).stream());
        // For the last values of `n`, about half of the words are rejected.
        for n in [
            1,
            2,
            500,
            (1 << 32) - 1,
            1 << 32,
            (1 << 40) + 1,
            (1 << 63) + 1,
        ] {
            let mut indices = vec![0; 150];
            one.fill_below(n, &mut indices);
            let single: Vec<usize> = (0..150).map(|_| other.below(n)).collect();
            assert_eq!(indices, single);
        }
    }

    proptest::proptest! {
        #[test]
        fn indices_are_integer_parts_and_words_near_a_boundary_are_detected(
            n in proptest::prop_oneof![1..=u32::MAX, 1..2000_u32],
            mut words: [u64; 20],
            index: u32,
            close in proptest::bool::ANY,
        ) {
            let (n, index) = (u64::from(n), u64::from(index) % u64::from(n));
            // The first word that gives the next index, or the last one before it.
            let border = ((u128::from(index + 1) << 64).div_ceil(n.into()) - 1) as u64;
            words[7] = border.wrapping_sub(u64::from(!close) * (u64::from(u32::MAX) / n));
            let whole = |word: &u64| ((u128::from(*word) * u128::from(n)) >> 64) as usize;
            let due: Vec<usize> = words.iter().map(whole).collect();
            let any_close = words.iter().any(|word| word.wrapping_mul(n) > n.wrapping_neg());
            let mut found = [[0; 20]; 2];
            let [plain, best] = &mut found;
            let plain = FindIndices { n: n as u32, words: &words, indices: plain }.with_simd(Scalar);
            let best = are_known(n as usize, &words, best);
            proptest::prop_assert_eq!([plain, best], [!any_close; 2]);
            proptest::prop_assert!(found.iter().all(|found| found[..] == due));
        }
    }
}
