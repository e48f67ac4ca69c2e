//! Sums 16-bit weights over the set bits of packed words, in the vector registers of the processor. All kernels give the same integers.

#[cfg(target_arch = "x86_64")]
mod x86;

use pulp::Scalar;

/// Number of features in one word of packed signs, one bit each.
pub(super) const WORD: usize = u64::BITS as usize;

/// The number of examples whose scores are computed in the same loop.
pub(super) const GROUP: usize = 4;

/// Sums of 16-bit weights over the set bits of packed signs, for one kind of vector registers.
pub(in crate::sample) trait SignSumKernel: Copy {
    /// Partial sums of the weights of one example, as many as a vector register holds.
    type Parts: Copy;

    /// For each bit of a word of signs: the index, among the word's 64 stored weights, of the weight that belongs to this bit.
    fn places(self) -> [u8; WORD];

    /// For each row of packed signs: partial sums, in 32 bits, of the weights whose bit is set. The caller knows that the sums fit, and that sums of
    /// `words` weights at one index of consecutive words fit 16 bits. All rows have the same length, so that a weight may be loaded once for all
    /// rows.
    fn parts<const ROWS: usize>(
        self,
        rows: [&[u64]; ROWS],
        weights: &[[i16; WORD]],
        words: usize,
    ) -> [Self::Parts; ROWS];

    /// Whether a weight is loaded once for several rows. If not, rows are summed one by one, because sums of rows after the first one that calls for
    /// an update would be wasted.
    fn shares_weights(self) -> bool {
        false
    }

    /// For several rows: the sum of the weights whose bit is set, from the partial sums of each row.
    fn totals(self, parts: [Self::Parts; GROUP]) -> [i32; GROUP];

    /// For one row: the sum of the weights whose bit is set, from its partial sums.
    fn total(self, parts: Self::Parts) -> i32;

    /// Adds 1 to each of a word's 64 weights whose bit is set in `bits`, and −1 to the other weights; the caller knows that no weight of a feature
    /// overflows.
    fn count(self, bits: u64, weights: &mut [i16; WORD]);
}

/// The storage order in which the weight of bit i of a word of signs is stored at index i.
const IN_ORDER: [u8; WORD] = {
    let mut places = [0; WORD];
    let mut bit = 0;
    while bit < WORD {
        places[bit] = bit as u8;
        bit += 1;
    }
    places
};

/// A mask of 16 ones if this bit of the word is set, otherwise 0.
#[inline(always)]
fn mask(word: u64, bit: usize) -> i16 {
    -((word >> bit & 1) as i16)
}

impl SignSumKernel for Scalar {
    type Parts = i32;

    #[inline(always)]
    fn places(self) -> [u8; WORD] {
        IN_ORDER
    }

    #[inline(always)]
    fn parts<const ROWS: usize>(
        self,
        rows: [&[u64]; ROWS],
        weights: &[[i16; WORD]],
        _: usize,
    ) -> [i32; ROWS] {
        let mut sums = [0; ROWS];
        for (sum, row) in sums.iter_mut().zip(rows) {
            for (&word, weights) in row.iter().zip(weights) {
                for (bit, weight) in weights.iter().enumerate() {
                    *sum += i32::from(weight & mask(word, bit));
                }
            }
        }
        sums
    }

    #[inline(always)]
    fn totals(self, sums: [i32; GROUP]) -> [i32; GROUP] {
        sums
    }

    #[inline(always)]
    fn total(self, sum: i32) -> i32 {
        sum
    }

    #[inline(always)]
    fn count(self, bits: u64, weights: &mut [i16; WORD]) {
        for (bit, weight) in weights.iter_mut().enumerate() {
            // Places past the features are counted too, and may wrap.
            *weight = weight.wrapping_add(-1 - 2 * mask(bits, bit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::fast::processor::{Job, Processor, on_each};
    use proptest::prelude::*;

    /// Computes sums and counts on one kernel.
    #[derive(Clone, Copy)]
    struct Both<'a>(&'a [u64], &'a [[i16; WORD]], usize);

    impl Job for Both<'_> {
        type Output = ([i32; GROUP], i32, Vec<[i16; WORD]>);

        #[inline(always)]
        fn run(self, kernel: impl Processor) -> Self::Output {
            let places = kernel.places().map(usize::from);
            let placed = moved(self.1, |placed, own| {
                (0..WORD).for_each(|bit| placed[places[bit]] = own[bit]);
            });
            let mut weights = placed.clone();
            for (weights, &bits) in weights.iter_mut().zip(self.0) {
                kernel.count(bits, weights);
            }
            let [whole] = kernel.parts([self.0], &placed, self.2);
            let shorter = |words: usize| {
                let row = &self.0[..self.0.len().min(words)];
                let parts: [_; 2] = kernel.parts([row; 2], &placed, self.2);
                parts[1]
            };
            let totals = kernel.totals([whole, shorter(1), shorter(2), shorter(3)]);
            let weights = moved(&weights, |own, placed| {
                (0..WORD).for_each(|bit| own[bit] = placed[places[bit]]);
            });
            (totals, kernel.total(whole), weights)
        }
    }

    fn moved(
        weights: &[[i16; WORD]],
        by: impl Fn(&mut [i16; WORD], &[i16; WORD]),
    ) -> Vec<[i16; WORD]> {
        let mut moved = vec![[0; WORD]; weights.len()];
        moved
            .iter_mut()
            .zip(weights)
            .for_each(|(to, from)| by(to, from));
        moved
    }

    fn plain(row: &[u64], weights: &[[i16; WORD]]) -> ([i32; GROUP], i32, Vec<[i16; WORD]>) {
        let (whole, counted) = plain_sum(row, weights);
        let shorter = |words: usize| plain_sum(&row[..row.len().min(words)], weights).0;
        let totals = [whole, shorter(1), shorter(2), shorter(3)];
        (totals, whole, counted)
    }

    fn plain_sum(row: &[u64], weights: &[[i16; WORD]]) -> (i32, Vec<[i16; WORD]>) {
        let (mut sum, mut counted) = (0, weights.to_vec());
        for (word, weights) in counted.iter_mut().enumerate().take(row.len()) {
            for (bit, weight) in weights.iter_mut().enumerate() {
                let set = row[word] >> bit & 1 == 1;
                sum += if set { i32::from(*weight) } else { 0 };
                *weight += if set { 1 } else { -1 };
            }
        }
        (sum, counted)
    }

    proptest! {
        #[test]
        fn simd_kernels_give_the_scalar_sums(
            row in proptest::collection::vec(any::<u64>(), 1..20),
            entries in proptest::collection::vec(-32766i16..32766, 20 * WORD),
            words in 1_i16..25,
        ) {
            let entries: Vec<i16> = entries.into_iter().map(|entry| entry / words).collect();
            let weights: Vec<[i16; WORD]> = entries.as_chunks().0[..row.len()].to_vec();
            let (expected, job) = (plain(&row, &weights), Both(&row, &weights, words as usize));
            for found in on_each(&job) {
                prop_assert_eq!(&found, &expected);
            }
        }
    }
}
