//! Defines streams of random numbers; no other place builds a generator of random numbers.

use super::chacha::ChaCha8;
use crate::sample::Label;
use crate::special::elementary::whole;
use rand::TryRng;
use rand::rand_core::block::BlockRng;
use rand::seq::SliceRandom;
use std::convert::Infallible;

/// A stream of random numbers. The generator is ChaCha8 by name, so that the numbers do not change with a library's default.
#[derive(Debug, Clone)]
pub struct Stream {
    /// The random words of the stream, generated as they are needed.
    pub(super) rng: Words,
}

/// The words of a ChaCha8 key stream, wrapped so that the crate `rand` can draw from them.
#[derive(Debug, Clone)]
pub(super) struct Words(BlockRng<ChaCha8>);

impl Words {
    /// Fills the slice with the next words of the key stream, the lowest byte first in memory.
    fn copy(&mut self, words: &mut [u32]) {
        self.0.fill_bytes(bytemuck::cast_slice_mut(words));
    }
}

impl TryRng for Words {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next_word())
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next_u64_from_u32())
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}

impl Stream {
    /// The stream that the ChaCha8 key determines, from its beginning.
    pub(super) fn of_key(key: [u8; 32]) -> Self {
        Self {
            rng: Words(BlockRng::new(ChaCha8::new(key))),
        }
    }

    /// Draws 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.rng.0.next_u64_from_u32()
    }

    /// Fills the slice with random words, the same that [`Stream::bits`] would give one by one.
    pub fn fill(&mut self, words: &mut [u64]) {
        let halves: &mut [u32] = bytemuck::cast_slice_mut(words);
        let ready = self.rng.0.remaining_results().len().min(halves.len());
        let (first, rest) = halves.split_at_mut(ready);
        self.rng.copy(first);
        // Whole runs are generated in place.
        let (runs, last) = rest.as_chunks_mut();
        self.rng.0.core.fill(runs);
        let made = runs.as_flattened_mut().iter_mut();
        made.for_each(|half| *half = half.to_le());
        self.rng.copy(last);
        words
            .iter_mut()
            .for_each(|word| *word = u64::from_le(*word));
    }

    /// Draws a uniform number in (0, 1), never 0 or 1: the centre of one of 2⁵² cells of equal length.
    #[inline(always)]
    pub fn uniform(&mut self) -> f64 {
        uniform(self.bits())
    }

    /// Draws a label, −1 or +1 with probability 1/2 each.
    pub fn label(&mut self) -> Label {
        label(self.bits())
    }

    /// Draws `count` independent labels, the same that [`Stream::label`] would give one by one.
    pub fn labels(&mut self, count: usize) -> Vec<Label> {
        let mut words = vec![0; count];
        self.fill(&mut words);
        words.into_iter().map(label).collect()
    }

    /// Puts a slice in uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        items.shuffle(&mut self.rng);
    }
}

/// The label that the lowest bit of a random word determines: +1 for 1, −1 for 0.
fn label(word: u64) -> Label {
    Label::of_sign(word & 1 == 1)
}

/// Converts a random word to a number in (0, 1): the centre of one of 2⁵² cells, given by the upper 52 bits. With 53 bits, the centre next to 1 would
/// be rounded to 1.
#[inline(always)]
pub fn uniform(word: u64) -> f64 {
    whole(word >> 12, 0.5) * (1.0 / (1_u64 << 52) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn the_numbers_of_a_stream_never_change() {
        let mut stream = Seed::root(269).child("sample").stream();
        let found = (
            stream.bits(),
            stream.below(1000),
            stream.uniform().to_bits(),
            stream.normal().to_bits(),
        );
        assert_eq!(
            found,
            (
                5_797_058_174_946_374_030,
                767,
                4_600_886_606_058_182_530,
                13_832_332_053_577_578_016
            )
        );
    }

    #[test]
    fn batched_words_equal_single_draws() {
        let (mut one, mut other) = (Seed::root(7).stream(), Seed::root(7).stream());
        for length in [1, 3, 64, 5, 200, 127, 128, 129, 1000] {
            let mut words = vec![0; length];
            one.fill(&mut words);
            let single: Vec<u64> = (0..length).map(|_| other.bits()).collect();
            assert_eq!(words, single);
            // Half of a word may be used before the next words.
            for stream in [&mut one, &mut other] {
                stream.shuffle(&mut [0; 4]);
            }
            assert_eq!(one.uniform(), other.uniform());
        }
    }

    #[test]
    fn uniform_number_is_never_zero_or_one() {
        assert!(uniform(0) > 0.0 && uniform(u64::MAX) < 1.0);
        assert_eq!(uniform(0), 1.0 - uniform(u64::MAX));
    }

    #[test]
    fn batched_labels_equal_single_draws() {
        let (mut one, mut other) = (Seed::root(9).stream(), Seed::root(9).stream());
        let labels: Vec<Label> = (0..30).map(|_| other.label()).collect();
        assert_eq!(one.labels(30), labels);
    }
}
