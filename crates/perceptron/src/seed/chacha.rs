//! Makes the key stream of ChaCha8, sixteen blocks at once in the vector registers that the processor has. All kernels give the same words.

use pulp::{Arch, NullaryFnOnce};
use rand::rand_core::block::Generator;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Words of one block.
const BLOCK: usize = 16;

/// Words that are made at once.
const RUN: usize = 16 * BLOCK;

/// "expand 32-byte k".
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

const DOUBLE_ROUNDS: usize = 4;

/// The key stream of ChaCha with eight rounds under a key, from its beginning, with nonce 0: word for word that of `rand_chacha`.
///
/// # Source
/// Bernstein, ChaCha, a variant of Salsa20 (2008).
#[derive(Debug, Clone)]
pub struct ChaCha8 {
    key: [u32; 8],
    /// The number of the next block.
    block: u64,
}

impl ChaCha8 {
    /// The key stream of these bytes.
    pub fn new(key: [u8; 32]) -> Self {
        let word = |word: usize| std::array::from_fn(|byte| key[4 * word + byte]);
        let key = std::array::from_fn(|index| u32::from_le_bytes(word(index)));
        Self { key, block: 0 }
    }
}

impl Generator for ChaCha8 {
    type Output = [u32; RUN];

    fn generate(&mut self, words: &mut [u32; RUN]) {
        let run = Run {
            key: &self.key,
            block: self.block,
            words,
        };
        match Arch::new() {
            #[cfg(target_arch = "x86_64")]
            Arch::V4(simd) => simd.vectorize(x86::On(simd, run)),
            #[cfg(target_arch = "x86_64")]
            Arch::V3(simd) => simd.vectorize(run),
            _ => run.by_the_library(),
        }
        self.block += (RUN / BLOCK) as u64;
    }
}

/// Blocks to make from a number on.
struct Run<'a> {
    key: &'a [u32; 8],
    block: u64,
    words: &'a mut [u32; RUN],
}

impl Run<'_> {
    /// The same words from the crate that defines the stream, on processors without a kernel of their own here.
    fn by_the_library(self) {
        let mut key = [0; 32];
        for (bytes, word) in key.chunks_exact_mut(4).zip(self.key) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_word_pos(u128::from(self.block) * BLOCK as u128);
        self.words.fill_with(|| stream.next_u32());
    }
}

/// The same word of several blocks, which is what the compiler turns into vectors.
const LANES: usize = 8;

impl NullaryFnOnce for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let (blocks, _) = self.words.as_chunks_mut::<{ BLOCK * LANES }>();
        for (first, words) in (self.block..).step_by(LANES).zip(blocks) {
            let start = start(self.key, first);
            let mut state = start;
            for _ in 0..DOUBLE_ROUNDS {
                double_round(&mut state);
            }
            for (word, (state, start)) in state.iter().zip(&start).enumerate() {
                for lane in 0..LANES {
                    words[lane * BLOCK + word] = state[lane].wrapping_add(start[lane]);
                }
            }
        }
    }
}

/// The state before the rounds: constants, key, number of the block, nonce.
#[inline(always)]
fn start(key: &[u32; 8], first: u64) -> [[u32; LANES]; BLOCK] {
    let mut state = [[0; LANES]; BLOCK];
    for (lanes, &word) in state.iter_mut().zip(CONSTANTS.iter().chain(key)) {
        *lanes = [word; LANES];
    }
    let number = |lane: usize| first.wrapping_add(lane as u64);
    state[12] = std::array::from_fn(|lane| number(lane) as u32);
    state[13] = std::array::from_fn(|lane| (number(lane) >> 32) as u32);
    state
}

#[inline(always)]
fn double_round(state: &mut [[u32; LANES]; BLOCK]) {
    for [a, b, c, d] in [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]] {
        quarter_round(state, a, b, c, d);
    }
    for [a, b, c, d] in [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]] {
        quarter_round(state, a, b, c, d);
    }
}

#[inline(always)]
fn quarter_round(state: &mut [[u32; LANES]; BLOCK], a: usize, b: usize, c: usize, d: usize) {
    mix(state, a, b, d, 16);
    mix(state, c, d, b, 12);
    mix(state, a, b, d, 8);
    mix(state, c, d, b, 7);
}

/// Adds a word to a sum, and the sum into another word, which is rotated.
#[inline(always)]
fn mix(state: &mut [[u32; LANES]; BLOCK], sum: usize, word: usize, other: usize, bits: u32) {
    let added = state[word];
    for (sum, word) in state[sum].iter_mut().zip(added) {
        *sum = sum.wrapping_add(word);
    }
    let added = state[sum];
    for (other, sum) in state[other].iter_mut().zip(added) {
        *other = (*other ^ sum).rotate_left(bits);
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{BLOCK, CONSTANTS, DOUBLE_ROUNDS, Run};
    use pulp::x86::V4;
    use std::arch::x86_64::__m512i;

    /// Groups of four blocks that are made side by side; a vector holds one row of a group.
    const GROUPS: usize = 4;

    type Rows = [__m512i; GROUPS];

    /// A run on this kernel.
    pub(super) struct On<'a>(pub V4, pub Run<'a>);

    impl pulp::NullaryFnOnce for On<'_> {
        type Output = ();

        #[inline(always)]
        fn call(self) {
            let Self(simd, run) = self;
            let (upper, lower) = run.key.split_at(4);
            let [a, b, c] = [&CONSTANTS, upper, lower].map(four_times);
            let start = [[a; GROUPS], [b; GROUPS], [c; GROUPS], numbers(run.block)];
            let mut state = start;
            for _ in 0..DOUBLE_ROUNDS {
                double_round(simd, &mut state);
            }
            let (groups, _) = run.words.as_chunks_mut::<{ 4 * BLOCK }>();
            for (group, words) in groups.iter_mut().enumerate() {
                let row = |row: usize| {
                    simd.avx512f
                        ._mm512_add_epi32(state[row][group], start[row][group])
                };
                let blocks = transposed(simd, [row(0), row(1), row(2), row(3)]);
                *words = pulp::cast(blocks);
            }
        }
    }

    /// One row of four blocks with the same words.
    #[inline(always)]
    fn four_times(words: &[u32]) -> __m512i {
        let lanes: [u32; 16] = std::array::from_fn(|lane| words[lane % 4]);
        pulp::cast(lanes)
    }

    /// The rows with the numbers of the blocks.
    #[inline(always)]
    fn numbers(first: u64) -> Rows {
        std::array::from_fn(|group| {
            let mut lanes = [0_u64; 8];
            for block in 0..4 {
                lanes[2 * block] = first.wrapping_add((4 * group + block) as u64);
            }
            pulp::cast(lanes)
        })
    }

    #[inline(always)]
    fn double_round(simd: V4, state: &mut [Rows; 4]) {
        let f = simd.avx512f;
        round(simd, state);
        let [_, b, c, d] = state;
        // The diagonals become columns.
        for group in 0..GROUPS {
            b[group] = f._mm512_shuffle_epi32::<0b00_11_10_01>(b[group]);
            c[group] = f._mm512_shuffle_epi32::<0b01_00_11_10>(c[group]);
            d[group] = f._mm512_shuffle_epi32::<0b10_01_00_11>(d[group]);
        }
        round(simd, state);
        let [_, b, c, d] = state;
        for group in 0..GROUPS {
            b[group] = f._mm512_shuffle_epi32::<0b10_01_00_11>(b[group]);
            c[group] = f._mm512_shuffle_epi32::<0b01_00_11_10>(c[group]);
            d[group] = f._mm512_shuffle_epi32::<0b00_11_10_01>(d[group]);
        }
    }

    #[inline(always)]
    fn round(simd: V4, state: &mut [Rows; 4]) {
        let [a, b, c, d] = state;
        mix::<16>(simd, a, b, d);
        mix::<12>(simd, c, d, b);
        mix::<8>(simd, a, b, d);
        mix::<7>(simd, c, d, b);
    }

    /// Adds a row to a sum, and the sum into another row, which is rotated.
    #[inline(always)]
    fn mix<const BITS: i32>(simd: V4, sum: &mut Rows, row: &Rows, other: &mut Rows) {
        let f = simd.avx512f;
        for group in 0..GROUPS {
            sum[group] = f._mm512_add_epi32(sum[group], row[group]);
            let mixed = f._mm512_xor_si512(other[group], sum[group]);
            other[group] = f._mm512_rol_epi32::<BITS>(mixed);
        }
    }

    /// Four blocks from the four rows of all.
    #[inline(always)]
    fn transposed(simd: V4, [a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
        let f = simd.avx512f;
        const LOWER: i32 = 0b01_00_01_00;
        const UPPER: i32 = 0b11_10_11_10;
        const EVEN: i32 = 0b10_00_10_00;
        const ODD: i32 = 0b11_01_11_01;
        let (ab, cd) = (
            f._mm512_shuffle_i32x4::<LOWER>(a, b),
            f._mm512_shuffle_i32x4::<LOWER>(c, d),
        );
        let (upper_ab, upper_cd) = (
            f._mm512_shuffle_i32x4::<UPPER>(a, b),
            f._mm512_shuffle_i32x4::<UPPER>(c, d),
        );
        [
            f._mm512_shuffle_i32x4::<EVEN>(ab, cd),
            f._mm512_shuffle_i32x4::<ODD>(ab, cd),
            f._mm512_shuffle_i32x4::<EVEN>(upper_ab, upper_cd),
            f._mm512_shuffle_i32x4::<ODD>(upper_ab, upper_cd),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn every_kernel_of_this_processor_gives_the_words_of_rand_chacha(
            key: [u8; 32],
            block in proptest::prop_oneof![0..99_u64, (1 << 32) - 20..(1 << 32) + 20_u64],
        ) {
            let mut library = ChaCha8Rng::from_seed(key);
            library.set_word_pos(u128::from(block) * BLOCK as u128);
            let expected: Vec<u32> = (0..RUN).map(|_| library.next_u32()).collect();
            let mut stream = ChaCha8 { block, ..ChaCha8::new(key) };
            let words = &mut [0; RUN];
            let key = stream.key;
            stream.generate(words);
            proptest::prop_assert_eq!(words.as_slice(), &expected);
            proptest::prop_assert_eq!(stream.block, block + 16);
            *words = [0; RUN];
            Run { key: &key, block, words }.by_the_library();
            proptest::prop_assert_eq!(words.as_slice(), &expected);
            *words = [0; RUN];
            Run { key: &key, block, words }.call();
            proptest::prop_assert_eq!(words.as_slice(), &expected);
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                *words = [0; RUN];
                simd.vectorize(Run { key: &key, block, words });
                proptest::prop_assert_eq!(words.as_slice(), &expected);
            }
        }
    }
}
