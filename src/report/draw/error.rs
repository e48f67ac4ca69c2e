//! Says why a chart could not be drawn.

use super::length::Length;

/// Why a chart could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The font compiled into the program cannot be read.
    #[error(
        "the embedded font DejaVu Sans cannot be read; build the program again from a clean checkout"
    )]
    Font,
    /// The drawing library refused the figure.
    #[error("a figure cannot be drawn: {0}")]
    Backend(String),
    /// The sheet is too small for the axes, names and data of the figure.
    #[error(
        "a {side} of {given} is too small for this figure\n  = help: it must be at least {least}, because its text is not made smaller"
    )]
    TooSmall {
        /// Which side of the sheet is too small: `width` or `height`.
        side: &'static str,
        /// The given length.
        given: Length,
        /// The least length that is enough.
        least: Length,
    },
    /// The image would have too many pixels.
    #[error(
        "an image of {width} × {height} pixels is too large\n  = help: choose a smaller width, or the format pdf or svg"
    )]
    TooLarge {
        /// Width in pixels.
        width: f64,
        /// Height in pixels.
        height: f64,
    },
}
