//! Addresses every random stream by labelled axes, and is the only place where a generator of random numbers is built.

mod chacha;
mod ziggurat;

use crate::sample::{Label, dot};
use chacha::ChaCha8;
use rand::rand_core::block::{BlockRng, Generator};
use rand::seq::SliceRandom;
use rand::{RngExt, TryRng};
use sha2::{Digest, Sha256};
use std::convert::Infallible;

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
            rng: Words(BlockRng::new(ChaCha8::new(self.0))),
        }
    }
}

/// A stream of random numbers: ChaCha8 by name, so that the numbers never change with a library's default.
#[derive(Debug, Clone)]
pub struct Stream {
    rng: Words,
}

/// The words of a key stream, for what `rand` draws from them.
#[derive(Debug, Clone)]
struct Words(BlockRng<ChaCha8>);

impl Words {
    /// Copies the next words, by their bytes from the lowest on.
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
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.rng.0.next_u64_from_u32()
    }

    /// Random bits word by word, as [`Stream::bits`] gives them.
    pub fn fill(&mut self, words: &mut [u64]) {
        let halves: &mut [u32] = bytemuck::cast_slice_mut(words);
        let ready = self.rng.0.remaining_results().len().min(halves.len());
        let (first, rest) = halves.split_at_mut(ready);
        self.rng.copy(first);
        // Whole runs are made where they belong.
        let (runs, last) = rest.as_chunks_mut();
        for run in runs {
            self.rng.0.core.generate(run);
            run.iter_mut().for_each(|half| *half = half.to_le());
        }
        self.rng.copy(last);
        words
            .iter_mut()
            .for_each(|word| *word = u64::from_le(*word));
    }

    /// A uniform number in (0, 1), never an end: 52 bits, centred in their cell.
    pub fn uniform(&mut self) -> f64 {
        ziggurat::uniform(self.bits())
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

    /// A standard normal number by the ziggurat method, with portable bits.
    pub fn normal(&mut self) -> f64 {
        ziggurat::layers().draw(|| self.bits())
    }

    /// Standard normal numbers, as [`Stream::normal`] gives them one by one.
    pub fn normals(&mut self, normals: &mut [f64]) {
        const BLOCK: usize = 64;
        let layers = ziggurat::layers();
        let mut words = [0; BLOCK];
        let mut rest = normals;
        while !rest.is_empty() {
            // A number takes one word at least, so that none is left over.
            let block = &mut words[..rest.len().min(BLOCK)];
            self.fill(block);
            let mut ready = &*block;
            while !ready.is_empty() {
                let inside = layers.inside(ready, rest);
                (ready, rest) = (&ready[inside..], &mut rest[inside..]);
                if !ready.is_empty() {
                    let mut words = ready.iter().copied();
                    rest[0] = layers.draw(|| words.next().unwrap_or_else(|| self.bits()));
                    (ready, rest) = (&ready[ready.len() - words.len()..], &mut rest[1..]);
                }
            }
        }
    }

    /// A uniform point on the unit sphere of `dimension` ≥ 1 coordinates.
    pub fn direction(&mut self, dimension: usize) -> Vec<f64> {
        let mut point = vec![0.0; dimension];
        self.point_on_sphere(1.0, &mut point);
        point
    }

    /// Fills a point of at least one coordinate, uniform on the sphere of this radius.
    pub fn point_on_sphere(&mut self, radius: f64, point: &mut [f64]) {
        loop {
            self.normals(point);
            if let [x] = point {
                *x = radius.copysign(*x);
                return;
            }
            let norm = dot(point, point).sqrt();
            if norm > 0.0 {
                let factor = radius / norm;
                point.iter_mut().for_each(|x| *x *= factor);
                return;
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
                4_600_886_606_058_182_530,
                13_832_481_215_120_265_220
            )
        );
    }

    #[test]
    fn words_at_once_are_the_words_one_by_one() {
        let (mut one, mut other) = (Seed::root(7).stream(), Seed::root(7).stream());
        for length in [1, 3, 64, 5, 200, 127, 128, 129, 1000] {
            let mut words = vec![0; length];
            one.fill(&mut words);
            let single: Vec<u64> = (0..length).map(|_| other.bits()).collect();
            assert_eq!(words, single);
            // Half a word may be used before the next ones.
            for stream in [&mut one, &mut other] {
                stream.shuffle(&mut [0; 4]);
            }
            assert_eq!(one.uniform(), other.uniform());
        }
    }

    #[test]
    fn normals_at_once_are_the_normals_one_by_one() {
        let (mut one, mut other) = (Seed::root(8).stream(), Seed::root(8).stream());
        for length in [1, 63, 64, 65, 5000] {
            let mut normals = vec![0.0; length];
            one.normals(&mut normals);
            let single: Vec<f64> = (0..length).map(|_| other.normal()).collect();
            assert_eq!(normals, single);
        }
        assert_eq!(one.bits(), other.bits());
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
