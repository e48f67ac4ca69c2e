//! Holds the sizes of markers.

/// Half the size of a marker.
pub(super) const MARKER: f64 = 9.0;
/// Half the size of a marker in a crowd.
pub(super) const SMALL_MARKER: f64 = 4.5;
/// The number of markers beyond which they are a crowd.
pub(super) const CROWD: usize = 150;
