//! Reads the rows of a table, without comments and empty rows.

use super::DataFault;
use super::cell::is_comment;
use super::lines::Lines;
use super::record::{BLANKS, Record};
use super::survey::Survey;

/// A reader of the rows of a table.
pub(super) struct TableRows<'a> {
    lines: Lines<'a>,
    delimiter: u8,
    /// Number of fields that most rows of the table have.
    fields: usize,
    /// Whether the first line names the delimiter, such as `sep=;`, and is still to be skipped.
    names_delimiter: bool,
    has_begun: bool,
    /// The row that was read last.
    pub record: Record,
    /// Number of comment lines that were left out.
    pub comments: u64,
    /// Number of rows without any value that were left out.
    pub blank_rows: u64,
}

impl<'a> TableRows<'a> {
    /// Creates a reader of the rows of a table whose fields are separated by `delimiter`.
    pub(super) fn new(lines: Lines<'a>, survey: &Survey, delimiter: u8) -> Self {
        Self {
            lines,
            delimiter,
            fields: survey.fields(delimiter),
            names_delimiter: survey.named_delimiter.is_some(),
            has_begun: false,
            record: Record::default(),
            comments: 0,
            blank_rows: 0,
        }
    }

    /// Reads the next row of the table; false at the end of the file.
    ///
    /// Before the first row, a line that begins with `#` is a comment. After it, such a line is a row if it has as many fields as most rows.
    pub(super) fn next(&mut self) -> Result<bool, DataFault> {
        loop {
            let (has_begun, fields, delimiter) = (self.has_begun, self.fields, self.delimiter);
            let (skipped, comments) = (&mut self.names_delimiter, &mut self.comments);
            let passes_over = |line: &str| {
                if std::mem::take(skipped) {
                    return true;
                }
                let found = match delimiter {
                    BLANKS => line.split_whitespace().count(),
                    _ => line.split(char::from(delimiter)).count(),
                };
                let is_row = has_begun && found == fields;
                let is_comment = is_comment(line) && !is_row;
                *comments += u64::from(is_comment);
                is_comment
            };
            if !self.record.read(&mut self.lines, delimiter, passes_over)? {
                return Ok(false);
            }
            if self.record.len() > 1 && self.record.all().all(str::is_empty) {
                self.blank_rows += 1;
                continue;
            }
            self.has_begun = true;
            return Ok(true);
        }
    }

    /// Number of fields that most rows of the table have.
    pub(super) fn usual(&self) -> usize {
        self.fields
    }

    /// Whether the row read last ends the file without a line end.
    pub(super) fn is_cut_off(&self) -> bool {
        self.lines.is_cut_off()
    }
}
