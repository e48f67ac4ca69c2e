//! Splits lines of a delimited table into fields, with quotes as in RFC 4180.
//!
//! The `csv` crate reports neither a quote that is never closed, where it reads on to the end of the file, nor a quote inside a field. Here both are
//! faults with their places, because they would silently swallow examples.

use super::fault::{DataFault, shortened};
use super::lines::{LONGEST, Lines};
use std::ops::Range;

/// The delimiter that stands for blanks and tabs, of which several count as one.
pub(super) const BLANKS: u8 = b' ';

/// The fields of one row of a table.
#[derive(Default)]
pub(super) struct Record {
    text: String,
    fields: Vec<Range<usize>>,
    /// The fields with a quote inside that do not begin with one, each with its line.
    stray: Vec<(usize, u64)>,
    /// The line on which the row begins.
    pub line: u64,
}

impl Record {
    /// Number of fields in the row.
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// The field with this index, from 0: inside its quotes, or without the spaces around it.
    pub(super) fn field(&self, place: usize) -> &str {
        let range = self.fields.get(place).cloned().unwrap_or_default();
        &self.text[range]
    }

    /// Replaces the decimal comma of numbers by a point, in all fields of the row.
    pub(super) fn point_decimals(&mut self) {
        for range in &self.fields {
            let field = &self.text[range.clone()];
            if is_comma_decimal(field.trim()) {
                let field = field.replace(',', ".");
                self.text.replace_range(range.clone(), &field);
            }
        }
    }

    /// All fields of the row, like [`field`](Self::field).
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|place| self.field(place))
    }

    /// Reads the next row of a table, skipping blank lines and lines for which `passes_over` holds; false at the end of the file.
    pub(super) fn read(
        &mut self,
        lines: &mut Lines,
        delimiter: u8,
        mut passes_over: impl FnMut(&str) -> bool,
    ) -> Result<bool, DataFault> {
        loop {
            self.text.clear();
            self.fields.clear();
            self.stray.clear();
            let Some(line) = lines.next()? else {
                return Ok(false);
            };
            if line.trim().is_empty() || passes_over(line) {
                continue;
            }
            if delimiter == BLANKS {
                let line = line.to_owned();
                self.line = lines.number();
                return self.split_at_blanks(&line).map(|()| true);
            }
            if !line.contains('"') {
                self.text.push_str(line);
                self.line = lines.number();
                self.split(delimiter);
                return Ok(true);
            }
            let line = line.to_owned();
            self.line = lines.number();
            return self.quoted(line, lines, delimiter).map(|()| true);
        }
    }

    fn split(&mut self, delimiter: u8) {
        let mut start = 0;
        for (place, byte) in self.text.bytes().enumerate() {
            if byte == delimiter {
                self.fields.push(trimmed(&self.text, start..place));
                start = place + 1;
            }
        }
        self.fields
            .push(trimmed(&self.text, start..self.text.len()));
    }

    /// Splits a line at its blanks and tabs, of which several count as one, outside of quotes.
    fn split_at_blanks(&mut self, line: &str) -> Result<(), DataFault> {
        let mut rest = line.trim();
        while !rest.is_empty() {
            let start = self.text.len();
            let after = match rest.strip_prefix('"') {
                Some(mut inside) => loop {
                    let end = inside.find('"').ok_or_else(|| self.open_quote(self.line))?;
                    self.text.push_str(&inside[..end]);
                    inside = &inside[end + 1..];
                    let Some(after) = inside.strip_prefix('"') else {
                        break inside;
                    };
                    self.text.push('"');
                    inside = after;
                },
                None => {
                    let end = rest.find([' ', '\t']).unwrap_or(rest.len());
                    self.text.push_str(&rest[..end]);
                    &rest[end..]
                }
            };
            if !after.is_empty() && !after.starts_with([' ', '\t']) {
                return Err(self.after_quote(self.line, after, BLANKS));
            }
            self.fields.push(start..self.text.len());
            rest = after.trim_start();
        }
        Ok(())
    }

    /// Reads a row of a table with quotes, which may extend over several lines.
    fn quoted(&mut self, line: String, lines: &mut Lines, delimiter: u8) -> Result<(), DataFault> {
        let mut rest = line;
        loop {
            let start = self.text.len();
            let opened = rest.trim_start_matches(' ');
            let Some(inside) = opened.strip_prefix('"') else {
                let end = rest.find(delimiter as char).unwrap_or(rest.len());
                self.push_plain(&rest[..end], lines.number());
                self.fields
                    .push(trimmed(&self.text, start..self.text.len()));
                match rest.get(end + 1..) {
                    Some(after) => rest = after.to_owned(),
                    None => return Ok(()),
                }
                continue;
            };
            let after = self.inside(inside.to_owned(), lines)?;
            self.fields.push(start..self.text.len());
            match after
                .trim_start_matches(' ')
                .strip_prefix(delimiter as char)
            {
                Some(next) => rest = next.to_owned(),
                None if after.trim().is_empty() => return Ok(()),
                None => return Err(self.after_quote(lines.number(), &after, delimiter)),
            }
        }
    }

    fn push_plain(&mut self, field: &str, line: u64) {
        if field.contains('"') {
            self.stray.push((self.len(), line));
        }
        self.text.push_str(field);
    }

    /// Refuses a quote inside a field that does not begin with one, in the fields with these indices.
    pub(super) fn check_quotes(
        &self,
        mut read: impl Iterator<Item = usize>,
    ) -> Result<(), DataFault> {
        let stray = |place: usize| self.stray.iter().find(|(stray, _)| *stray == place);
        let Some((place, line)) = read.find_map(stray) else {
            return Ok(());
        };
        let fault = DataFault::new(
            "a quote inside a field that does not begin with one",
            "\"…\" around the whole field, and \"\" for a quote inside it",
        );
        Err(fault.on(*line).at(place + 1).help(QUOTES))
    }

    /// Reads the text of a quoted field up to its closing quote, and returns what follows the quote on that line.
    fn inside(&mut self, text: String, lines: &mut Lines) -> Result<String, DataFault> {
        let (mut text, opened) = (text, lines.number());
        loop {
            let mut letters = text.char_indices().peekable();
            while let Some((place, letter)) = letters.next() {
                match letter {
                    '"' if letters.next_if(|(_, next)| *next == '"').is_some() => {
                        self.text.push('"');
                    }
                    '"' => return Ok(text[place + 1..].to_owned()),
                    letter => self.text.push(letter),
                }
            }
            self.text.push('\n');
            match lines.next()? {
                Some(next) if self.text.len() + next.len() <= LONGEST => text = next.to_owned(),
                _ => return Err(self.open_quote(opened)),
            }
        }
    }

    fn open_quote(&self, line: u64) -> DataFault {
        DataFault::new(
            "the quote opened here is never closed",
            "\"…\" around the whole field",
        )
        .on(line)
        .at(self.len() + 1)
        .help(QUOTES)
    }

    /// The error that text follows a closing quote.
    fn after_quote(&self, line: u64, after: &str, delimiter: u8) -> DataFault {
        if after.starts_with(' ') && self.len() == 1 && !after.contains(char::from(delimiter)) {
            return separated_by_spaces(after.trim()).on(line);
        }
        DataFault::new(
            "text after the closing quote of a field",
            "a delimiter, or the end of the line",
        )
        .on(line)
        .at(self.len())
        .help(QUOTES)
    }
}

/// The part of this range of a text without the spaces around it.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let field = &text[range.clone()];
    let start = range.start + field.len() - field.trim_start().len();
    start..start + field.trim().len()
}

/// The error of a table whose columns are separated by spaces, as R writes it.
pub(super) fn separated_by_spaces(row: &str) -> DataFault {
    let problem = format!(
        "the columns seem to be separated by spaces: `{}`",
        shortened(row)
    );
    DataFault::new(problem, COLUMNS)
        .help("if this is a table, write it with commas, in R by write.csv(table, file, row.names = FALSE)")
}

/// The separators of columns that are read.
pub(super) const COLUMNS: &str =
    "columns separated by commas, semicolons, tabs, vertical bars or blanks";

const QUOTES: &str = "correct the quotes on that line, where \"\" is a quote inside a quoted field, or export the table again from its program";

/// Whether a text is a number with a decimal comma, such as `-1,5` or `2,5e-3`.
pub(super) fn is_comma_decimal(text: &str) -> bool {
    let Some((whole, fraction)) = text.split_once(',') else {
        return false;
    };
    let whole = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let (digits, power) = match fraction.split_once(['e', 'E']) {
        Some((digits, power)) => (digits, power.strip_prefix(['-', '+']).unwrap_or(power)),
        None => (fraction, "0"),
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    [whole, digits, power].into_iter().all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_commas_become_points_and_other_commas_stay() {
        let mut record = Record::default();
        let text = "-1,5;2,5e-3;1,2,3;a,b;1.234,5; 3,25 ;7";
        let bytes = text.as_bytes();
        let mut lines = Lines::of(&bytes).unwrap();
        record.read(&mut lines, b';', |_| false).unwrap();
        record.point_decimals();
        let due = ["-1.5", "2.5e-3", "1,2,3", "a,b", "1.234,5", "3.25", "7"];
        assert_eq!(record.all().collect::<Vec<_>>(), due);
    }

    fn rows(text: &str) -> Result<Vec<Vec<String>>, DataFault> {
        let bytes = text.as_bytes();
        let mut lines = Lines::of(&bytes)?;
        let (mut record, mut found) = (Record::default(), Vec::new());
        while record.read(&mut lines, b',', |_| false)? {
            record.check_quotes(0..record.len())?;
            found.push(record.all().map(str::to_owned).collect());
        }
        Ok(found)
    }

    #[test]
    fn fields_are_split_at_delimiters_outside_of_quotes() {
        let found = rows("a, b ,c\n\n\"x,y\",\"say \"\"no\"\"\",3\n1,,\n").unwrap();
        let due = [["a", "b", "c"], ["x,y", "say \"no\"", "3"], ["1", "", ""]];
        assert_eq!(found, due.map(|row| row.map(String::from).to_vec()));
    }

    #[test]
    fn a_quoted_field_keeps_its_blanks_and_ends_of_lines() {
        let found = rows("a,b\n\"one\ntwo\",3\n4,5\n \" x \" , y \n").unwrap();
        assert_eq!(found[1], ["one\ntwo", "3"]);
        assert_eq!(found[2], ["4", "5"]);
        assert_eq!(found[3], [" x ", "y"]);
    }

    #[test]
    fn broken_quotes_are_refused_with_line_and_column() {
        let place = |text: &str| rows(text).map_err(|fault| (fault.line, fault.column));
        assert_eq!(place("a,b\n1,\"2\n3,4\n"), Err((Some(2), Some(2))));
        assert_eq!(place("a,b\n\"1\"x,2\n"), Err((Some(2), Some(1))));
        assert_eq!(place("a,b\n1,2\"3\"\n"), Err((Some(2), Some(2))));
    }
}
