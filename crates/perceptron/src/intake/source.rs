//! Hands out a data file from its beginning, as often as it must be read.

use std::io::{self, BufRead};

/// A text that can be read more than once.
pub trait DataSource {
    /// The text from its beginning; what was opened before is not read on.
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
