//! Holds the sizes of markers.

/// Half the size of a marker.
pub(super) const MARKER: f64 = 9.0;
/// Half the size of a marker if there are many.
pub(super) const SMALL_MARKER: f64 = 4.5;
/// Number of markers beyond which they are drawn small.
pub(super) const CROWD: usize = 150;
