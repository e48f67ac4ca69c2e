//! Hands on the lines of a file one by one, in bounded memory, and refuses what is no text.

use super::Fault;
use std::io::{BufRead, Read};

/// The longest line, in bytes.
pub const LONGEST: usize = 1 << 24;

/// The lines of a text, with their numbers.
pub(super) struct Lines<'a> {
    input: &'a mut dyn BufRead,
    bytes: Vec<u8>,
    number: u64,
}

impl<'a> Lines<'a> {
    pub fn new(input: &'a mut dyn BufRead) -> Self {
        let bytes = Vec::new();
        Self {
            input,
            bytes,
            number: 0,
        }
    }

    /// The number of the line that was handed on last.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line without its end; `None` at the end of the file.
    pub fn next(&mut self) -> Result<Option<&str>, Fault> {
        self.bytes.clear();
        self.number += 1;
        let most = LONGEST as u64 + 1;
        let mut start = Read::take(&mut *self.input, most);
        let read = start.read_until(b'\n', &mut self.bytes);
        match read {
            Err(error) => return Err(interrupted(&error).on(self.number)),
            Ok(0) => return Ok(None),
            Ok(length) if length > LONGEST => return Err(too_long().on(self.number)),
            Ok(_) => {}
        }
        if self.number == 1 {
            self.begin()?;
        }
        let number = self.number;
        text(line(&self.bytes))
            .map(Some)
            .map_err(|fault| fault.on(number))
    }

    /// Takes the mark of the encoding away.
    fn begin(&mut self) -> Result<(), Fault> {
        if self.bytes.starts_with(b"\xEF\xBB\xBF") {
            self.bytes.drain(..3);
        }
        let wide = [b"\xFF\xFE", b"\xFE\xFF"];
        if wide.iter().any(|mark| self.bytes.starts_with(*mark)) {
            let fault = Fault::new("the file is UTF-16", "text in UTF-8");
            return Err(fault
                .on(1)
                .at(1)
                .help("save it as UTF-8, such as with `iconv -f UTF-16 -t UTF-8`"));
        }
        Ok(())
    }
}

/// A line without its end.
fn line(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

fn text(bytes: &[u8]) -> Result<&str, Fault> {
    if let Some(place) = bytes.iter().position(|&byte| byte == 0) {
        let fault = Fault::new("a zero byte: this is no text but a binary file", EXPECTED);
        return Err(fault.at(place + 1).help(HELP));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to();
        let before = String::from_utf8_lossy(&bytes[..place]).chars().count();
        let problem = format!("the byte {:#04x} is no UTF-8", bytes[place]);
        Fault::new(problem, EXPECTED)
            .at(before + 1)
            .help("save the file as UTF-8; a binary file is no data file, unless it is parquet")
    })
}

const EXPECTED: &str = "CSV with a header, LIBSVM, or a parquet file";
const HELP: &str = "export the table as CSV, or name a parquet file by its ending .parquet";

fn too_long() -> Fault {
    let problem = format!("the line has more than {LONGEST} bytes");
    Fault::new(problem, "lines that end, each with one example")
        .help("look whether a number or a quote never ends there")
}

fn interrupted(error: &std::io::Error) -> Fault {
    Fault::new(
        format!("the file cannot be read on: {error}"),
        "a readable file",
    )
    .help("check the file, or copy it and try again")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Result<Vec<String>, Fault> {
        let mut input = bytes;
        let mut lines = Lines::new(&mut input);
        let mut found = Vec::new();
        while let Some(line) = lines.next()? {
            found.push(line.to_owned());
        }
        Ok(found)
    }

    #[test]
    fn marks_and_ends_of_lines_are_taken_away() {
        let text = b"\xEF\xBB\xBFa,b\r\n1,2\n\n3,4";
        assert_eq!(
            all(text),
            Ok(["a,b", "1,2", "", "3,4"].map(String::from).to_vec())
        );
    }

    #[test]
    fn what_is_no_text_is_refused_with_its_place() {
        let place = |bytes: &[u8]| all(bytes).map_err(|fault| (fault.line, fault.column));
        assert_eq!(place(b"a\nb\0c"), Err((Some(2), Some(2))));
        assert_eq!(place(b"a\n\xC3\xA9\xFF"), Err((Some(2), Some(2))));
        assert_eq!(place(b"\xFF\xFEa\0"), Err((Some(1), Some(1))));
        let endless = vec![b'1'; LONGEST + 10];
        assert_eq!(place(&endless), Err((Some(1), None)));
    }
}
