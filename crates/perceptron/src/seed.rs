//! Addresses every random stream by labelled axes, and is the only place where a generator of random numbers is built.

use crate::sample::Label;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};

/// The address of a random stream: a root and the labels on the way to it.
///
/// # Examples
/// ```
/// use perceptron::seed::Seed;
/// let a = Seed::root(7).child("sample").child("1").stream().uniform();
/// let b = Seed::root(7).child("sample").child("1").stream().uniform();
/// let c = Seed::root(7).child("sample1").stream().uniform();
/// assert!(a == b && a != c);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed a spec names.
    pub fn root(seed: u64) -> Self {
        Self(Sha256::digest(seed.to_le_bytes()).into())
    }

    /// The address one label further. Labels are length-prefixed, so that no two paths share a stream by accident.
    pub fn child(&self, label: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update((label.len() as u64).to_le_bytes());
        hash.update(label.as_bytes());
        Self(hash.finalize().into())
    }

    /// The stream at this address, from its beginning.
    pub fn stream(&self) -> Stream {
        Stream {
            rng: ChaCha8Rng::from_seed(self.0),
            spare: None,
        }
    }
}

/// A stream of random numbers: ChaCha8 by name, so that the numbers never change with a library's default.
#[derive(Debug, Clone)]
pub struct Stream {
    rng: ChaCha8Rng,
    spare: Option<f64>,
}

impl Stream {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.rng.next_u64()
    }

    /// Random bits word by word, as [`Stream::bits`] gives them.
    pub fn fill(&mut self, words: &mut [u64]) {
        const WORD: usize = size_of::<u64>();
        const BLOCK: usize = 64;
        let mut bytes = [0; BLOCK * WORD];
        for block in words.chunks_mut(BLOCK) {
            let bytes = &mut bytes[..block.len() * WORD];
            self.rng.fill_bytes(bytes);
            for (word, bytes) in block.iter_mut().zip(bytes.as_chunks::<WORD>().0) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
    }

    /// A uniform number in (0, 1), never an end: 53 bits, centred in their cell.
    pub fn uniform(&mut self) -> f64 {
        ((self.bits() >> 11) as f64 + 0.5) * (1.0 / (1u64 << 53) as f64)
    }

    /// A fair label.
    pub fn label(&mut self) -> Label {
        Label::of_sign(self.bits() & 1 == 1)
    }

    /// A uniform index below `n` ≥ 1.
    pub fn below(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n as u64) as usize
    }

    /// Puts a slice in uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        items.shuffle(&mut self.rng);
    }

    /// A standard normal number by Marsaglia's polar method, with `libm` for portable bits.
    pub fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        loop {
            let (a, b) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = a * a + b * b;
            if square > 0.0 && square < 1.0 {
                let factor = (-2.0 * libm::log(square) / square).sqrt();
                self.spare = Some(b * factor);
                return a * factor;
            }
        }
    }

    /// A uniform point on the unit sphere of `dimension` ≥ 1 coordinates.
    pub fn direction(&mut self, dimension: usize) -> Vec<f64> {
        loop {
            let point: Vec<f64> = (0..dimension).map(|_| self.normal()).collect();
            let norm = crate::sample::dot(&point, &point).sqrt();
            if norm > 0.0 {
                return point.into_iter().map(|x| x / norm).collect();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                4_600_886_606_058_182_531,
                4_587_086_197_056_094_409
            )
        );
    }

    #[test]
    fn words_at_once_are_the_words_one_by_one() {
        let (mut one, mut other) = (Seed::root(7).stream(), Seed::root(7).stream());
        for length in [1, 3, 64, 5, 200] {
            let mut words = vec![0; length];
            one.fill(&mut words);
            let single: Vec<u64> = (0..length).map(|_| other.bits()).collect();
            assert_eq!(words, single);
            assert_eq!(one.uniform(), other.uniform());
        }
    }

    #[test]
    fn normal_numbers_have_mean_zero_and_variance_one() {
        let mut stream = Seed::root(1).stream();
        let draws: Vec<f64> = (0..40_000).map(|_| stream.normal()).collect();
        let mean = draws.iter().sum::<f64>() / 40_000.0;
        let variance = draws.iter().map(|x| x * x).sum::<f64>() / 40_000.0;
        assert!(
            mean.abs() < 0.02 && (variance - 1.0).abs() < 0.03,
            "{mean} {variance}"
        );
    }
}
