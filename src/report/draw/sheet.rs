//! Holds the dimensions of a sheet, in pixels, that several files use.

use super::shapes::Ink;

/// The width of a sheet.
pub(super) const WIDTH: f64 = 1200.0;
/// Default height of a sheet; some data need another one.
pub(super) const HEIGHT: f64 = 750.0;
/// The free space along its edges.
pub(super) const MARGIN: f64 = 28.0;
/// The font size of texts.
pub(super) const TEXT: f64 = 26.0;
/// Space for an axis label.
pub(super) const LABEL_SPACE: f64 = 48.0;
/// Space for a line of tick labels, measured from the axis.
pub(super) const TICK_SPACE: f64 = 44.0;
/// Largest width of tick labels left of the data.
pub(super) const WIDEST_LABEL: f64 = 500.0;
/// The colour of grid lines.
pub(super) const GRID: Ink = (218, 218, 218);
