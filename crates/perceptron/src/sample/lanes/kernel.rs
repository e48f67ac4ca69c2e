//! Sums 16-bit weights over the set bits of packed words, in the vector registers that the processor has. All kernels give the same integers.

use pulp::Arch;

/// Features of one word of a packed row.
pub(super) const WORD: usize = u64::BITS as usize;

/// Rows whose sums are totalled side by side.
pub(super) const GROUP: usize = 4;

/// One way to go through the words of a row.
pub(in crate::sample) trait Kernel: Copy {
    /// Parts of a sum, as many as a vector register holds.
    type Parts: Copy;

    /// Where in its word the weight of each bit is.
    const PLACES: [u8; WORD];

    /// Parts of the sums of the weights whose bit is set, in 32 bits: the caller knows that the sums fit, and that the weights of one place in so
    /// many words in a row add up within 16 bits. Rows are of one length, so that a weight may be loaded once for all of them.
    fn parts<const ROWS: usize>(
        self,
        rows: [&[u64]; ROWS],
        weights: &[[i16; WORD]],
        words: usize,
    ) -> [Self::Parts; ROWS];

    /// Whether a weight is loaded once for several rows: otherwise the sums of rows that come behind an update are found in vain.
    fn shares_weights(self) -> bool {
        false
    }

    /// The sums of some rows from their parts.
    fn totals(self, parts: [Self::Parts; GROUP]) -> [i32; GROUP];

    /// The sum of a row from its parts.
    fn total(self, parts: Self::Parts) -> i32;

    /// Adds 1 to the weights whose bit is set and −1 to the others; the caller knows that none overflows.
    fn count(self, bits: u64, weights: &mut [i16; WORD]);
}

/// Something that is done with the kernel of the processor.
pub(super) trait Job {
    /// What it gives.
    type Output;

    /// Does it; inlined, so that it is compiled for the processor of the kernel.
    fn run(self, kernel: impl Kernel) -> Self::Output;
}

/// Does a job with the fastest kernel of this processor.
pub(super) fn dispatch<J: Job>(job: J) -> J::Output {
    match Arch::new() {
        #[cfg(target_arch = "x86_64")]
        Arch::V4(simd) => simd.vectorize(On { kernel: simd, job }),
        #[cfg(target_arch = "x86_64")]
        Arch::V3(simd) => simd.vectorize(On { kernel: simd, job }),
        _ => job.run(Portable),
    }
}

/// Where in its word the weight of each bit is, for the kernel of this processor.
pub(super) fn places() -> [u8; WORD] {
    dispatch(Places)
}

struct Places;

impl Job for Places {
    type Output = [u8; WORD];

    #[inline(always)]
    fn run(self, kernel: impl Kernel) -> [u8; WORD] {
        places_of(kernel)
    }
}

fn places_of<K: Kernel>(_: K) -> [u8; WORD] {
    K::PLACES
}

/// Every weight at the place of its bit.
const IN_ORDER: [u8; WORD] = {
    let mut places = [0; WORD];
    let mut bit = 0;
    while bit < WORD {
        places[bit] = bit as u8;
        bit += 1;
    }
    places
};

/// A job on a kernel.
struct On<K, J> {
    kernel: K,
    job: J,
}

impl<K: Kernel, J: Job> pulp::NullaryFnOnce for On<K, J> {
    type Output = J::Output;

    #[inline(always)]
    fn call(self) -> J::Output {
        self.job.run(self.kernel)
    }
}

/// The kernel of every processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

/// All ones where the bit is set.
#[inline(always)]
fn mask(word: u64, bit: usize) -> i16 {
    -((word >> bit & 1) as i16)
}

impl Kernel for Portable {
    type Parts = i32;

    const PLACES: [u8; WORD] = IN_ORDER;

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
            // Places past the features count as well, and may go round.
            *weight = weight.wrapping_add(-1 - 2 * mask(bits, bit));
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{GROUP, IN_ORDER, Kernel, WORD};
    use pulp::x86::{V3, V4};
    use std::arch::x86_64::{__m256i, __m512i};

    /// Bits of a quarter of a word, and weights in a register.
    const QUARTER: usize = 16;

    /// The bit of each place in each group of 16.
    const BITS: [[u16; QUARTER]; 4] = {
        let mut bits = [[0; QUARTER]; 4];
        let mut place = 0;
        while place < WORD {
            bits[place / QUARTER][place % QUARTER] = 1 << (place / 4);
            place += 1;
        }
        bits
    };

    /// Rows and weights as far as all of them go.
    #[inline(always)]
    fn of_one_length<'a, const ROWS: usize>(
        mut rows: [&'a [u64]; ROWS],
        weights: &'a [[i16; WORD]],
    ) -> ([&'a [u64]; ROWS], &'a [[i16; WORD]]) {
        let mut length = weights.len();
        for row in rows {
            length = length.min(row.len());
        }
        for row in &mut rows {
            *row = &row[..length];
        }
        (rows, &weights[..length])
    }

    /// All ones in the places whose bit is set, for each group.
    #[inline(always)]
    fn masks(simd: V3, word: u64) -> [__m256i; 4] {
        let word = simd.avx._mm256_set1_epi64x(word as i64);
        let bits: [__m256i; 4] = pulp::cast(BITS);
        let mut masks = bits;
        for (mask, bits) in masks.iter_mut().zip(bits) {
            let set = simd.avx2._mm256_and_si256(word, bits);
            *mask = simd.avx2._mm256_cmpeq_epi16(set, bits);
        }
        masks
    }

    impl Kernel for V3 {
        type Parts = __m256i;

        /// Quarters of a word are side by side in a register, which holds the word four times: a place has the same bit of the next quarter
        /// behind it.
        const PLACES: [u8; WORD] = {
            let mut places = [0; WORD];
            let mut bit = 0;
            while bit < WORD {
                places[bit] = (4 * (bit % QUARTER) + bit / QUARTER) as u8;
                bit += 1;
            }
            places
        };

        #[inline(always)]
        fn parts<const ROWS: usize>(
            self,
            rows: [&[u64]; ROWS],
            weights: &[[i16; WORD]],
            words: usize,
        ) -> [__m256i; ROWS] {
            let ones = self.avx._mm256_set1_epi16(1);
            let zero = self.avx._mm256_setzero_si256();
            let mut sums = [zero; ROWS];
            let (rows, weights) = of_one_length(rows, weights);
            // Row by row: there are not registers enough for the sums of several.
            for (sum, row) in sums.iter_mut().zip(rows) {
                let mut start = 0;
                while start < weights.len() {
                    let end = weights.len().min(start.saturating_add(words));
                    let mut lanes = [zero; 4];
                    for (&word, weights) in row[start..end].iter().zip(&weights[start..end]) {
                        let groups: [__m256i; 4] = pulp::cast(*weights);
                        let masks = masks(self, word);
                        for (group, weights) in groups.into_iter().enumerate() {
                            let kept = self.avx2._mm256_and_si256(weights, masks[group]);
                            lanes[group] = self.avx2._mm256_add_epi16(lanes[group], kept);
                        }
                    }
                    for lanes in lanes {
                        let pairs = self.avx2._mm256_madd_epi16(lanes, ones);
                        *sum = self.avx2._mm256_add_epi32(*sum, pairs);
                    }
                    start = end;
                }
            }
            sums
        }

        #[inline(always)]
        fn totals(self, [a, b, c, d]: [__m256i; GROUP]) -> [i32; GROUP] {
            let pairs = [
                self.avx2._mm256_hadd_epi32(a, b),
                self.avx2._mm256_hadd_epi32(c, d),
            ];
            let halves: [[i32; GROUP]; 2] =
                pulp::cast(self.avx2._mm256_hadd_epi32(pairs[0], pairs[1]));
            let [mut sums, upper] = halves;
            for (sum, upper) in sums.iter_mut().zip(upper) {
                *sum += upper;
            }
            sums
        }

        #[inline(always)]
        fn total(self, parts: __m256i) -> i32 {
            let parts: [i32; 8] = pulp::cast(parts);
            parts.iter().sum()
        }

        #[inline(always)]
        fn count(self, bits: u64, weights: &mut [i16; WORD]) {
            let minus = self.avx._mm256_set1_epi16(-1);
            let mut groups: [__m256i; 4] = pulp::cast(*weights);
            for (weights, mask) in groups.iter_mut().zip(masks(self, bits)) {
                // −1 − 2·mask, where the mask is −1 or 0.
                let twice = self.avx2._mm256_add_epi16(mask, mask);
                let step = self.avx2._mm256_sub_epi16(minus, twice);
                *weights = self.avx2._mm256_add_epi16(*weights, step);
            }
            *weights = pulp::cast(groups);
        }
    }

    impl Kernel for V4 {
        type Parts = __m512i;

        const PLACES: [u8; WORD] = IN_ORDER;

        #[inline(always)]
        fn parts<const ROWS: usize>(
            self,
            rows: [&[u64]; ROWS],
            weights: &[[i16; WORD]],
            words: usize,
        ) -> [__m512i; ROWS] {
            let ones = self.avx512f._mm512_set1_epi16(1);
            let zero = self.avx512f._mm512_setzero_si512();
            let mut sums = [zero; ROWS];
            let (rows, weights) = of_one_length(rows, weights);
            let mut start = 0;
            while start < weights.len() {
                let end = weights.len().min(start.saturating_add(words));
                let mut lanes = [[zero; 2]; ROWS];
                for word in start..end {
                    let halves: [__m512i; 2] = pulp::cast(weights[word]);
                    for row in 0..ROWS {
                        let bits = rows[row][word];
                        let masks = [bits as u32, (bits >> 32) as u32];
                        for half in 0..2 {
                            let lanes = &mut lanes[row][half];
                            let (mask, weights) = (masks[half], halves[half]);
                            *lanes = (self.avx512bw)
                                ._mm512_mask_add_epi16(*lanes, mask, *lanes, weights);
                        }
                    }
                }
                for row in 0..ROWS {
                    for lanes in lanes[row] {
                        let pairs = self.avx512bw._mm512_madd_epi16(lanes, ones);
                        sums[row] = self.avx512f._mm512_add_epi32(sums[row], pairs);
                    }
                }
                start = end;
            }
            sums
        }

        #[inline(always)]
        fn shares_weights(self) -> bool {
            true
        }

        #[inline(always)]
        fn totals(self, parts: [__m512i; GROUP]) -> [i32; GROUP] {
            let f = self.avx512f;
            // Each step leaves half as many parts of a sum, beside those of twice as many sums.
            let [ab, cd] = [[parts[0], parts[1]], [parts[2], parts[3]]].map(|[a, b]| {
                f._mm512_add_epi32(f._mm512_unpacklo_epi32(a, b), f._mm512_unpackhi_epi32(a, b))
            });
            let [lower, upper]: [__m256i; 2] = pulp::cast(f._mm512_add_epi32(
                f._mm512_unpacklo_epi64(ab, cd),
                f._mm512_unpackhi_epi64(ab, cd),
            ));
            let [mut sums, others]: [[i32; GROUP]; 2] =
                pulp::cast(self.avx2._mm256_add_epi32(lower, upper));
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum += other;
            }
            sums
        }

        #[inline(always)]
        fn total(self, parts: __m512i) -> i32 {
            self.avx512f._mm512_reduce_add_epi32(parts)
        }

        #[inline(always)]
        fn count(self, bits: u64, weights: &mut [i16; WORD]) {
            let [plus, minus] = [1, -1].map(|step| self.avx512f._mm512_set1_epi16(step));
            let mut halves: [__m512i; 2] = pulp::cast(*weights);
            let masks = [bits as u32, (bits >> 32) as u32];
            for (weights, mask) in halves.iter_mut().zip(masks) {
                let step = self.avx512bw._mm512_mask_blend_epi16(mask, minus, plus);
                *weights = self.avx512bw._mm512_add_epi16(*weights, step);
            }
            *weights = pulp::cast(halves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Sums and counts on one kernel.
    #[derive(Clone, Copy)]
    struct Both<'a>(&'a [u64], &'a [[i16; WORD]], usize);

    impl Job for Both<'_> {
        type Output = ([i32; GROUP], i32, Vec<[i16; WORD]>);

        #[inline(always)]
        fn run(self, kernel: impl Kernel) -> Self::Output {
            let places = places_of(kernel).map(usize::from);
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
        fn every_kernel_of_this_processor_gives_the_plain_sums(
            row in proptest::collection::vec(any::<u64>(), 1..20),
            entries in proptest::collection::vec(-32766i16..32766, 20 * WORD),
            words in 1_i16..25,
        ) {
            let entries: Vec<i16> = entries.into_iter().map(|entry| entry / words).collect();
            let weights: Vec<[i16; WORD]> = entries.as_chunks().0[..row.len()].to_vec();
            let (expected, job) = (plain(&row, &weights), Both(&row, &weights, words as usize));
            prop_assert_eq!(&job.run(Portable), &expected);
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                prop_assert_eq!(&simd.vectorize(On { kernel: simd, job }), &expected);
            }
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V4::try_new() {
                prop_assert_eq!(&simd.vectorize(On { kernel: simd, job }), &expected);
            }
            prop_assert_eq!(&dispatch(job), &expected);
        }
    }
}
