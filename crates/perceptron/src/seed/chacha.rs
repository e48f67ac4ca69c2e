//! Generates the key stream of ChaCha8, many blocks at once, in the vector registers of the processor. All kernels give the same words.

use pulp::Arch;
use rand::rand_core::block::Generator;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Number of 32-bit words in one ChaCha block.
const BLOCK: usize = 16;

/// Number of 32-bit words generated at once for a stream that is read word by word; small, because many streams are read for a few words only.
const RUN: usize = 8 * BLOCK;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

/// The four constant words of ChaCha's state: the ASCII text "expand 32-byte k".
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

const DOUBLE_ROUNDS: usize = 4;

/// The key stream of ChaCha with eight rounds, from its beginning, with nonce 0: word for word that of `rand_chacha`.
///
/// # Source
/// Bernstein, ChaCha, a variant of Salsa20 (2008).
#[derive(Debug, Clone)]
pub(super) struct ChaCha8 {
    key: [u32; 8],
    /// Counter of the next block of the key stream, from 0.
    block: u64,
}

impl ChaCha8 {
    /// The key stream of this key, from its beginning.
    pub(super) fn new(key: [u8; 32]) -> Self {
        let word = |word: usize| std::array::from_fn(|byte| key[4 * word + byte]);
        let key = std::array::from_fn(|index| u32::from_le_bytes(word(index)));
        Self { key, block: 0 }
    }

    /// Fills whole runs of [`RUN`] words with the next words of the key stream.
    pub(super) fn fill(&mut self, runs: &mut [[u32; RUN]]) {
        let run = BlockRun {
            key: &self.key,
            block: self.block,
            words: runs.as_flattened_mut(),
        };
        let blocks = run.words.len() / BLOCK;
        match Arch::new() {
            #[cfg(target_arch = "x86_64")]
            Arch::V4(simd) => simd.vectorize(On(simd, run)),
            #[cfg(target_arch = "x86_64")]
            Arch::V3(simd) => simd.vectorize(On(simd, run)),
            _ => run.by_the_library(),
        }
        self.block += blocks as u64;
    }
}

impl Generator for ChaCha8 {
    type Output = [u32; RUN];

    fn generate(&mut self, words: &mut [u32; RUN]) {
        self.fill(std::slice::from_mut(words));
    }
}

/// A job: fill `words`, a multiple of [`RUN`] long, with the key stream from the block with counter `block` on.
struct BlockRun<'a> {
    key: &'a [u32; 8],
    block: u64,
    words: &'a mut [u32],
}

impl BlockRun<'_> {
    /// Fills the words by the crate `rand_chacha`, on processors without AVX2.
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

/// A job together with the vector registers (AVX2 or AVX-512) whose kernel runs it.
#[cfg(target_arch = "x86_64")]
struct On<'a, Simd>(Simd, BlockRun<'a>);

#[cfg(test)]
mod tests {
    use super::*;

    /// Enough runs for those that are computed in parallel, and for every kind of remainder.
    const RUNS: usize = 7;

    proptest::proptest! {
        #[test]
        fn simd_kernels_give_the_words_of_rand_chacha(
            key: [u8; 32],
            block in proptest::prop_oneof![0..99_u64, (1 << 32) - 20..(1 << 32) + 20_u64],
        ) {
            let mut library = ChaCha8Rng::from_seed(key);
            library.set_word_pos(u128::from(block) * BLOCK as u128);
            let mut made = [[0; RUN]; RUNS];
            let expected: Vec<u32> = (0..RUNS * RUN).map(|_| library.next_u32()).collect();
            let mut stream = ChaCha8 { block, ..ChaCha8::new(key) };
            let key = stream.key;
            stream.fill(&mut made);
            let words = made.as_flattened_mut();
            proptest::prop_assert_eq!(&*words, &expected);
            proptest::prop_assert_eq!(stream.block, block + (RUNS * RUN / BLOCK) as u64);
            words.fill(0);
            BlockRun { key: &key, block, words }.by_the_library();
            proptest::prop_assert_eq!(&*words, &expected);
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                words.fill(0);
                simd.vectorize(On(simd, BlockRun { key: &key, block, words }));
                proptest::prop_assert_eq!(&*words, &expected);
            }
        }
    }
}
