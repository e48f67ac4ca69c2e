//! Holds the sizes of markers.

/// Half the size of a marker, in pixels.
pub(super) const MARKER: f64 = 9.0;
/// Half the size of a marker if a chart has many, in pixels.
pub(super) const SMALL_MARKER: f64 = 4.5;
/// Number of markers in a chart beyond which they are drawn small.
pub(super) const CROWD: usize = 150;
