//! Holds the dimensions of a sheet, in pixels, that several files use.

use super::shapes::Ink;

/// The width of the sheet of a report's figure, in pixels.
const WIDTH: f64 = 1200.0;
/// Default height of a sheet as a fraction of its width; some data need another one.
const HEIGHT: f64 = 0.625;
/// Fractions of a sheet's width: the least height of a numeric y axis, even if the legend is tall, and the largest width of tick labels left of the
/// data.
const LEAST: f64 = 440.0;
const WIDEST_LABEL: f64 = 500.0;
/// The free space along the edges of the sheet, in pixels.
pub(super) const MARGIN: f64 = 28.0;
/// The font size of texts in figures, in pixels.
pub(super) const TEXT: f64 = 26.0;
/// Space for the label of an axis, in pixels.
pub(super) const LABEL_SPACE: f64 = 48.0;
/// Space for a line of tick labels, in pixels, measured from the axis.
pub(super) const TICK_SPACE: f64 = 44.0;
/// The colour of grid lines.
pub(super) const GRID: Ink = (218, 218, 218);

/// The sheet on which a figure is drawn. Texts have the same size in pixels on every sheet, so a narrow sheet has a layout of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sheet {
    /// The width in pixels.
    pub(super) width: f64,
    /// The height in pixels, if it is given; otherwise it follows from the width and the data.
    pub(super) height: Option<f64>,
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            width: WIDTH,
            height: None,
        }
    }
}

impl Sheet {
    /// The sheet of a screen of a presentation, which has the title above. Where it fills 1150 × 550 pixels, as in a window of 1280 × 720, the smallest
    /// letters have 24.
    pub(super) const PROJECTED: Self = Self {
        width: 770.0,
        height: Some(368.0),
    };

    /// A sheet for what does not fit there; its letters are smaller on a screen.
    pub(super) const TALLER: Self = Self {
        height: None,
        ..Self::PROJECTED
    };

    /// The width inside the margins, in pixels.
    pub(super) fn inner_width(self) -> f64 {
        self.width - 2.0 * MARGIN
    }

    /// The largest width of tick labels left of the data, in pixels.
    pub(super) fn widest_label(self) -> f64 {
        self.share(WIDEST_LABEL)
    }

    /// The height of a numeric y axis in pixels, if texts above and below it take `taken` pixels.
    pub(super) fn numeric_height(self, taken: f64) -> f64 {
        match self.height {
            Some(height) => height - taken,
            None => (HEIGHT * self.width - taken).max(self.share(LEAST)),
        }
    }

    /// A length that is given for a sheet of the usual width, in proportion to the width of this one.
    pub(super) fn share(self, length: f64) -> f64 {
        length * self.width / WIDTH
    }

    /// Whether it is narrower than the sheet of a report.
    pub(super) fn is_narrow(self) -> bool {
        self.width < WIDTH
    }
}
