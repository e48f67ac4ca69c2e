//! Holds the dimensions of a sheet, in pixels, that several files use.

use super::shapes::Ink;

/// The width of the sheet on which a figure is drawn, in pixels.
pub(super) const WIDTH: f64 = 1200.0;
/// Default height of the sheet in pixels; some data need another one.
pub(super) const HEIGHT: f64 = 750.0;
/// The free space along the edges of the sheet, in pixels.
pub(super) const MARGIN: f64 = 28.0;
/// The font size of texts in figures, in pixels.
pub(super) const TEXT: f64 = 26.0;
/// Space for the label of an axis, in pixels.
pub(super) const LABEL_SPACE: f64 = 48.0;
/// Space for a line of tick labels, in pixels, measured from the axis.
pub(super) const TICK_SPACE: f64 = 44.0;
/// Largest width of tick labels left of the data, in pixels.
pub(super) const WIDEST_LABEL: f64 = 500.0;
/// The colour of grid lines.
pub(super) const GRID: Ink = (218, 218, 218);
