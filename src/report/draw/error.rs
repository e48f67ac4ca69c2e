//! Says why a chart could not be drawn.

use super::length::Length;
use claims::problem::Problem;

/// Why a chart could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The font compiled into the program cannot be read.
    #[error("the embedded font DejaVu Sans cannot be read")]
    Font,
    /// The drawing library refused the figure.
    #[error("a figure cannot be drawn: {0}")]
    Backend(String),
    /// The sheet is too small for the axes, names and data of the figure.
    #[error("a {side} of {given} is too small for this figure")]
    TooSmall {
        /// Which side of the sheet is too small: `width` or `height`.
        side: &'static str,
        /// The given length.
        given: Length,
        /// The least length that is enough.
        least: Length,
    },
    /// The image would have too many pixels.
    #[error("an image of {width} × {height} pixels is too large")]
    TooLarge {
        /// Width in pixels.
        width: f64,
        /// Height in pixels.
        height: f64,
    },
}

impl From<DrawError> for Problem {
    fn from(error: DrawError) -> Self {
        let problem = Self::new(error.to_string());
        match error {
            DrawError::Font => problem.help("build the program again from a clean checkout"),
            DrawError::Backend(_) => problem,
            DrawError::TooSmall { least, .. } => problem.help(format!(
                "it must be at least {least}, because its text is not made smaller"
            )),
            DrawError::TooLarge { .. } => {
                problem.help("choose a smaller width, or the format pdf or svg")
            }
        }
    }
}
