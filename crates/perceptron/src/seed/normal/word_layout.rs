//! Defines the layout of a random word from which a pair of normal numbers is made, and how many words are processed together.

/// Number of pairs that are made in one loop.
pub(crate) const BLOCK: usize = 64;

/// Number of bits of a random word that determine the distance of the pair from the origin.
pub(super) const DISTANCE_BITS: u32 = 32;

/// Number of bits that determine its direction within its quadrant; the last two bits are its signs.
pub(super) const ANGLE_BITS: u32 = 30;
