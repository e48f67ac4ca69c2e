//! Defines the layout of a random word from which a pair of normal numbers is made, and how many words are processed together.

/// Number of pairs of normal numbers that are made in one loop.
pub(crate) const BLOCK: usize = 64;

/// Number of bits of a random word that determine the distance of its pair of normal numbers, a point of the plane, from the origin.
pub(super) const DISTANCE_BITS: u32 = 32;

/// Number of bits of a random word that determine the direction of its pair within a quadrant of the plane; the last two bits are the signs.
pub(super) const ANGLE_BITS: u32 = 30;
