//! Opens a data file from its beginning, as often as it must be read.

use std::io::{self, BufRead};

/// A text that can be read more than once.
pub trait DataSource {
    /// Opens the text at its beginning. Readers opened before are not used any more.
    ///
    /// # Errors
    /// The error of the operating system.
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>>;
}

impl DataSource for &[u8] {
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(*self))
    }
}

impl DataSource for Vec<u8> {
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(self.as_slice()))
    }
}
