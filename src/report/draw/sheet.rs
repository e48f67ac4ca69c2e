//! Holds the sizes of a sheet, in pixels, that its parts share.

use super::shapes::Ink;

/// The width of a sheet.
pub(super) const WIDTH: f64 = 1200.0;
/// The height of a sheet, if its data need no other one.
pub(super) const HEIGHT: f64 = 750.0;
/// The free space along its edges.
pub(super) const MARGIN: f64 = 28.0;
/// The size of texts.
pub(super) const TEXT: f64 = 26.0;
/// The space that an axis label takes.
pub(super) const LABEL_SPACE: f64 = 48.0;
/// The space that a line of tick labels takes, from the axis on.
pub(super) const TICK_SPACE: f64 = 44.0;
/// The most that tick labels left of the data may take.
pub(super) const WIDEST_LABEL: f64 = 500.0;
/// The colour of grid lines.
pub(super) const GRID: Ink = (218, 218, 218);
