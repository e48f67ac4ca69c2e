//! Addresses every random stream by labelled axes, and is the only place where a generator of random numbers is built.

mod chacha;
mod indices;
mod normal;
mod points;

use crate::sample::Label;
use crate::special::elementary::whole;
use chacha::ChaCha8;
use points::Rows;
use rand::TryRng;
use rand::rand_core::block::BlockRng;
use rand::seq::SliceRandom;
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
        self.labelled(label.as_bytes())
    }

    /// The address one label further, where the label is a number in decimal digits.
    pub fn numbered(&self, number: u64) -> Self {
        const MOST: usize = u64::MAX.ilog10() as usize + 1;
        let digits = number.checked_ilog10().map_or(1, |log| log as usize + 1);
        // Seed, length and digits as one piece, which is hashed at once.
        let mut piece = [0; 32 + size_of::<u64>() + MOST];
        let (seed, label) = piece.split_at_mut(32);
        let (length, label) = label.split_at_mut(size_of::<u64>());
        seed.copy_from_slice(&self.0);
        length.copy_from_slice(&(digits as u64).to_le_bytes());
        let mut rest = number;
        for digit in label[..digits].iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        let end = piece.len() - MOST + digits;
        Self(Sha256::digest(&piece[..end]).into())
    }

    fn labelled(&self, label: &[u8]) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update((label.len() as u64).to_le_bytes());
        hash.update(label);
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
        self.rng.0.core.fill(runs);
        let made = runs.as_flattened_mut().iter_mut();
        made.for_each(|half| *half = half.to_le());
        self.rng.copy(last);
        words
            .iter_mut()
            .for_each(|word| *word = u64::from_le(*word));
    }

    /// A uniform number in (0, 1), never an end: 52 bits, centred in their cell.
    #[inline(always)]
    pub fn uniform(&mut self) -> f64 {
        uniform(self.bits())
    }

    /// A fair label.
    pub fn label(&mut self) -> Label {
        label(self.bits())
    }

    /// Fair labels, as [`Stream::label`] gives them one by one.
    pub fn labels(&mut self, count: usize) -> Vec<Label> {
        let mut words = vec![0; count];
        self.fill(&mut words);
        words.into_iter().map(label).collect()
    }

    /// Puts a slice in uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        items.shuffle(&mut self.rng);
    }

    /// A standard normal number.
    pub fn normal(&mut self) -> f64 {
        self.normals(1)[0]
    }

    /// So many independent standard normal numbers.
    pub fn normals(&mut self, count: usize) -> Vec<f64> {
        let mut normals = Vec::new();
        self.normal_rows(count, 1, &mut normals);
        normals
    }

    /// Appends so many rows laid end to end, of so many places each, as [`Stream::normals`] makes one after the other.
    pub fn normal_rows(&mut self, length: usize, count: usize, rows: &mut Vec<f64>) {
        let wanted = Rows {
            length,
            heads: None,
            radii: None,
        };
        wanted.append(self, count, rows);
    }

    /// A uniform point on the unit sphere of `dimension` ≥ 1 coordinates.
    pub fn direction(&mut self, dimension: usize) -> Vec<f64> {
        let mut point = Vec::new();
        self.points_on_spheres(dimension, None, &[1.0], &mut point);
        point
    }

    /// Appends rows laid end to end, of so many places each: points that are uniform on spheres of these radii, each behind its head if there
    /// are any.
    pub fn points_on_spheres(
        &mut self,
        length: usize,
        heads: Option<&[f64]>,
        radii: &[f64],
        rows: &mut Vec<f64>,
    ) {
        let wanted = Rows {
            length,
            heads,
            radii: Some(radii),
        };
        wanted.append(self, radii.len(), rows);
    }
}

fn label(word: u64) -> Label {
    Label::of_sign(word & 1 == 1)
}

/// A number in (0, 1) from 52 of 64 bits, centred in its cell: with 53 the centre next to 1 would be rounded to 1.
#[inline(always)]
pub fn uniform(word: u64) -> f64 {
    whole(word >> 12, 0.5) * (1.0 / (1_u64 << 52) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_label_of_its_digits() {
        let seed = Seed::root(3);
        for number in [0, 7, 10, 907, u64::MAX] {
            assert_eq!(seed.numbered(number), seed.child(&number.to_string()));
        }
    }

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
    fn a_uniform_number_is_never_an_end() {
        assert!(uniform(0) > 0.0 && uniform(u64::MAX) < 1.0);
        assert_eq!(uniform(0), 1.0 - uniform(u64::MAX));
    }

    #[test]
    fn labels_at_once_are_those_one_by_one() {
        let (mut one, mut other) = (Seed::root(9).stream(), Seed::root(9).stream());
        let labels: Vec<Label> = (0..30).map(|_| other.label()).collect();
        assert_eq!(one.labels(30), labels);
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
