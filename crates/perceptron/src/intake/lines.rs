//! Reads the lines of a file one by one, in bounded memory, and refuses files that are not text.

use super::fault::DataFault;
use super::source::DataSource;
use std::io::{BufRead, Read};

/// The largest length of a line, in bytes.
pub(super) const LONGEST: usize = 1 << 24;

/// A reader of the lines of a text, with their numbers.
pub(super) struct Lines<'a> {
    input: Box<dyn BufRead + 'a>,
    /// The byte at the end of every line: a line feed, or a carriage return in files of old Macs.
    end: u8,
    bytes: Vec<u8>,
    number: u64,
}

impl<'a> Lines<'a> {
    /// Opens the text of a data file at its beginning, and finds out how its lines end.
    pub(super) fn of(source: &'a dyn DataSource) -> Result<Self, DataFault> {
        let end = line_end(source.open().map_err(|error| interrupted(&error))?);
        let input = source.open().map_err(|error| interrupted(&error))?;
        Ok(Self {
            input,
            end: end.map_err(|error| interrupted(&error))?,
            bytes: Vec::new(),
            number: 0,
        })
    }

    /// Whether the line read last has no line end: then it is the last one and may be cut off.
    pub(super) fn is_cut_off(&self) -> bool {
        self.bytes.last().is_some_and(|&last| last != self.end)
    }

    /// The number of the line read last.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Returns the next line without its line end; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<&str>, DataFault> {
        self.bytes.clear();
        self.number += 1;
        let most = LONGEST as u64 + 1;
        let mut start = Read::take(&mut *self.input, most);
        let read = start.read_until(self.end, &mut self.bytes);
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

    /// Removes the byte order mark of UTF-8 from the first line, and refuses a file in UTF-16.
    fn begin(&mut self) -> Result<(), DataFault> {
        if self.bytes.starts_with(b"\xEF\xBB\xBF") {
            self.bytes.drain(..3);
        }
        let marks: [(&[u8], &str); 4] = [
            (b"\xFF\xFE\0\0", "UTF-32"),
            (b"\0\0\xFE\xFF", "UTF-32"),
            (b"\xFF\xFE", "UTF-16"),
            (b"\xFE\xFF", "UTF-16"),
        ];
        if let Some((_, name)) = marks.iter().find(|(mark, _)| self.bytes.starts_with(mark)) {
            let fault = DataFault::new(format!("the file is {name}"), "text in UTF-8");
            return Err(fault.on(1).at(1).help(convert(name)));
        }
        Ok(())
    }
}

/// The bytes of a line without its line end, or without the mark 0x1A with which DOS ends a file.
fn line(bytes: &[u8]) -> &[u8] {
    if let Some(before) = bytes.strip_suffix(b"\x1a") {
        return before;
    }
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

/// Finds the byte that ends the lines of a text: a carriage return only if it alone ends the first line.
fn line_end(mut input: Box<dyn BufRead + '_>) -> std::io::Result<u8> {
    let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
    let mut seen = 0;
    while seen <= LONGEST {
        let block = input.fill_buf()?;
        let length = block.len();
        let Some(place) = block.iter().position(is_end) else {
            if length == 0 {
                break;
            }
            seen += length;
            input.consume(length);
            continue;
        };
        let is_return = block[place] == b'\r';
        input.consume(place + 1);
        let is_alone = input.fill_buf()?.first() != Some(&b'\n');
        return Ok(if is_return && is_alone { b'\r' } else { b'\n' });
    }
    Ok(b'\n')
}

fn text(bytes: &[u8]) -> Result<&str, DataFault> {
    if let Some(place) = bytes.iter().position(|&byte| byte == 0) {
        return Err(zero_byte(bytes).at(place + 1));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to();
        let before = String::from_utf8_lossy(&bytes[..place]).chars().count();
        let problem = format!("the byte {:#04x} is not UTF-8", bytes[place]);
        DataFault::new(problem, EXPECTED)
            .at(before + 1)
            .help("save the file as UTF-8; the only binary data files are parquet files")
    })
}

const EXPECTED: &str = "CSV with a header, LIBSVM, or a parquet file";

/// The error of a line with a zero byte: text of two bytes for each letter, or no text at all.
fn zero_byte(bytes: &[u8]) -> DataFault {
    if let Some(name) = unmarked(bytes) {
        let problem = format!("the file is {name}, without a byte order mark");
        return DataFault::new(problem, "text in UTF-8").help(convert(name));
    }
    DataFault::new("a zero byte, as binary files have it", EXPECTED)
        .help("export the table as CSV or parquet; if the file is text, remove its zero bytes")
}

/// The encoding of a line in which every other byte is zero.
fn unmarked(bytes: &[u8]) -> Option<&'static str> {
    let zeros_at = |start: usize| bytes.iter().skip(start).step_by(2).all(|&byte| byte == 0);
    let has_text = |start: usize| bytes.iter().skip(start).step_by(2).all(|&byte| byte != 0);
    match bytes.len() >= 4 {
        true if zeros_at(1) && has_text(0) => Some("UTF-16LE"),
        true if zeros_at(0) && has_text(1) => Some("UTF-16BE"),
        _ => None,
    }
}

/// The next step for a text in another encoding.
fn convert(encoding: &str) -> String {
    format!("save it as UTF-8, such as with `iconv -f {encoding} -t UTF-8 FILE > NEW_FILE`")
}

fn too_long() -> DataFault {
    let problem = format!("the line has more than {LONGEST} bytes");
    DataFault::new(problem, "one example on each line")
        .help("check whether a line break or a closing quote is missing there")
}

fn interrupted(error: &std::io::Error) -> DataFault {
    DataFault::new(
        format!("reading the file stopped: {error}"),
        "a readable file",
    )
    .help("check the file, or copy it and try again")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Result<Vec<String>, DataFault> {
        let mut lines = Lines::of(&bytes)?;
        let mut found = Vec::new();
        while let Some(line) = lines.next()? {
            found.push(line.to_owned());
        }
        Ok(found)
    }

    #[test]
    fn byte_order_mark_and_line_endings_are_stripped() {
        let text = b"\xEF\xBB\xBFa,b\r\n1,2\n\n3,4";
        assert_eq!(
            all(text),
            Ok(["a,b", "1,2", "", "3,4"].map(String::from).to_vec())
        );
    }

    #[test]
    fn lone_carriage_return_ends_lines_only_if_it_ends_the_first_line() {
        let due = Ok(["a,b", "1,2", "3,4"].map(String::from).to_vec());
        assert_eq!(all(b"a,b\r1,2\r3,4\r"), due);
        assert_eq!(all(b"a,b\r1,2\r3,4"), due);
        assert_eq!(all(b"a,b\n1,2\r\n3,4"), due);
        assert_eq!(
            all(b"a\nb\rc"),
            Ok(["a", "b\rc"].map(String::from).to_vec())
        );
        assert_eq!(all(b"a\r"), Ok(vec!["a".to_owned()]));
    }

    #[test]
    fn last_line_without_newline_is_flagged_as_possibly_cut_off() {
        let last = |text: &[u8]| {
            let mut lines = Lines::of(&text).unwrap();
            while lines.next().unwrap() != Some("3,4") {}
            lines.is_cut_off()
        };
        assert!(last(b"1,2\n3,4") && !last(b"1,2\n3,4\n"));
    }

    #[test]
    fn non_text_bytes_and_overlong_lines_are_refused_with_line_and_column() {
        let place = |bytes: &[u8]| all(bytes).map_err(|fault| (fault.line, fault.column));
        assert_eq!(place(b"a\nb\0c"), Err((Some(2), Some(2))));
        assert_eq!(place(b"a\n\xC3\xA9\xFF"), Err((Some(2), Some(2))));
        assert_eq!(place(b"\xFF\xFEa\0"), Err((Some(1), Some(1))));
        let endless = vec![b'1'; LONGEST + 10];
        assert_eq!(place(&endless), Err((Some(1), None)));
    }
}
