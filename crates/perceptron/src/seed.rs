//! Gives every random stream an address made of labels.
//!
//! `seed` is the only place where a generator of random numbers is built. A stream is addressed by a root and the labels on the way to it. Each
//! label is prefixed with its length and hashed, so that different labels never give the same address by accident. Two users share a stream only if
//! the code gives both the same address. The generator is ChaCha8 by name. No stream depends on the order of calls in another stream, which is why
//! trials can be run in any order.

mod chacha;
mod indices;
mod normal;
mod points;
mod stream;

pub use stream::{Stream, uniform};

use sha2::{Digest, Sha256};

/// The address of a random stream: the hash of a root seed and a path of labels. Only equal addresses share a stream.
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
    /// The root address, from the seed that a spec states.
    pub fn root(seed: u64) -> Self {
        Self(Sha256::digest(seed.to_le_bytes()).into())
    }

    /// Extends the address by a label. Labels are hashed with their length, so that no two paths of labels share a stream by accident.
    pub fn child(&self, label: &str) -> Self {
        self.labelled(label.as_bytes())
    }

    /// Extends the address by a label that consists of the decimal digits of `number`.
    pub fn numbered(&self, number: u64) -> Self {
        const MOST: usize = u64::MAX.ilog10() as usize + 1;
        let digits = number.checked_ilog10().map_or(1, |log| log as usize + 1);
        // Seed, length and digits in one buffer, which is hashed at once.
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

    /// The stream of random numbers at this address, from its beginning.
    pub fn stream(&self) -> Stream {
        Stream::of_key(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_child_seed_equals_the_child_of_its_decimal_digits() {
        let seed = Seed::root(3);
        for number in [0, 7, 10, 907, u64::MAX] {
            assert_eq!(seed.numbered(number), seed.child(&number.to_string()));
        }
    }
}
