//! Sums weights in the vector registers of AVX2 and of AVX-512.

use super::{GROUP, IN_ORDER, SignSumKernel, WORD};
use pulp::x86::{V3, V4};
use std::arch::x86_64::{__m256i, __m512i};

/// Number of bits in a quarter of a 64-bit word of signs, and of 16-bit weights in an AVX2 register.
const QUARTER: usize = 16;

/// The storage order on AVX2: for each bit of a word of signs, the index of its weight among the word's 64 stored weights.
const BY_QUARTER: [u8; WORD] = {
    let mut places = [0; WORD];
    let mut bit = 0;
    while bit < WORD {
        places[bit] = (4 * (bit % QUARTER) + bit / QUARTER) as u8;
        bit += 1;
    }
    places
};

/// For each of the 64 stored weights, in four groups of 16: a mask with the bit of the weight within its 16-bit quarter of the word of signs.
const BITS: [[u16; QUARTER]; 4] = {
    let mut bits = [[0; QUARTER]; 4];
    let mut place = 0;
    while place < WORD {
        bits[place / QUARTER][place % QUARTER] = 1 << (place / 4);
        place += 1;
    }
    bits
};

/// Cuts rows and weights to their shortest common length.
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

/// For each of the four registers of stored weights: a mask with 16 ones for every weight whose bit of `word` is set.
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

impl SignSumKernel for V3 {
    type Parts = __m256i;

    /// The storage order of the weights. A register holds the word four times, as 16 quarters one after the other. So the next stored weight belongs
    /// to the same bit of the next quarter.
    #[inline(always)]
    fn places(self) -> [u8; WORD] {
        BY_QUARTER
    }

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
        // Row by row, because there are not enough registers for the sums of several rows.
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
        let halves: [[i32; GROUP]; 2] = pulp::cast(self.avx2._mm256_hadd_epi32(pairs[0], pairs[1]));
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

impl SignSumKernel for V4 {
    type Parts = __m512i;

    #[inline(always)]
    fn places(self) -> [u8; WORD] {
        IN_ORDER
    }

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
                        *lanes =
                            (self.avx512bw)._mm512_mask_add_epi16(*lanes, mask, *lanes, weights);
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
        // Each step halves the number of parts of a sum, and puts parts of twice as many sums into one register.
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
