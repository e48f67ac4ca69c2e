//! Tells which series are levels to compare data with, and which have boxes.

use claims::figure::chart::{Mark, Series, SeriesRole, Spread};

/// Whether the series is a level to compare data with (a bound, a reference or the line of a control), which is drawn without markers.
pub(super) fn levelled(series: &Series) -> bool {
    matches!(series.role, SeriesRole::Bound | SeriesRole::Reference)
        || (series.role == SeriesRole::Control && series.mark == Mark::Line)
}

/// Whether the series is drawn by single markers or strokes, without a line through its points.
pub(super) fn is_scattered(series: &Series) -> bool {
    matches!(series.mark, Mark::Points | Mark::OpenPoints)
}

/// Whether the series has box plots, which take space along the x axis.
pub(super) fn boxed(series: &Series) -> bool {
    series
        .points
        .iter()
        .any(|point| matches!(point.spread, Spread::Quartiles { .. }))
}
