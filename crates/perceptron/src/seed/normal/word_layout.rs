//! Holds what the bits of a random word say of a pair of normal numbers, and how many words are worked on together.

/// Pairs that are made in one loop.
pub(crate) const BLOCK: usize = 64;

/// Bits of a random word that say how far from the origin a pair is.
pub(super) const DISTANCE_BITS: u32 = 32;

/// Bits that say where it points to within its quadrant; the last two are its signs.
pub(super) const ANGLE_BITS: u32 = 30;
