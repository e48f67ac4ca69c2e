//! Says why a chart could not be drawn.

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
    /// The picture file could not be written.
    #[error("cannot write {path}: {reason}; check that its folder exists and is writable")]
    Write {
        /// Path of the file.
        path: String,
        /// Error of the operating system.
        reason: String,
    },
}
