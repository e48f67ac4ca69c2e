//! Scans a whole text to find its delimiter, outside of quotes, and lines that hold no row, such as comments.

use super::DataFault;
use super::cell::is_comment;
use super::decimal::Decimal;
use super::lines::Lines;
use super::record::{BLANKS, is_comma_decimal};
use super::svmlight;
use std::collections::BTreeMap;

/// Possible delimiters of a text table, the preferred one first.
const DELIMITERS: [u8; 5] = [b',', b';', b'\t', b'|', BLANKS];

/// The index of the tab among the delimiters.
const TAB: usize = 2;

/// The index of blanks among the delimiters.
const BLANK: usize = DELIMITERS.len() - 1;

/// Number of rows, from the first on, in which fields that are numbers are counted to find the delimiter.
const FIRST: usize = 100;

/// Counts of rows by their number of fields, for one possible delimiter.
#[derive(Debug, Default)]
struct Candidate {
    /// Number of fields of the first row.
    first: usize,
    /// Number of delimiters so far in the current row.
    fields: usize,
    /// Number of rows by number of fields.
    rows: BTreeMap<usize, u64>,
    /// Number of fields of the previous row, and how many consecutive rows up to it have as many.
    run: (usize, u64),
}

impl Candidate {
    fn end_row(&mut self, is_first: bool) {
        let fields = self.fields + 1;
        if is_first {
            self.first = fields;
        }
        if self.run.0 == fields {
            self.run.1 += 1;
        } else {
            self.end_run();
            self.run = (fields, 1);
        }
        self.fields = 0;
    }

    fn end_run(&mut self) {
        let (fields, rows) = self.run;
        if rows > 0 {
            *self.rows.entry(fields).or_default() += rows;
        }
        self.run = (0, 0);
    }

    /// The number of fields that most rows have, and the number of these rows.
    fn most(&self) -> (usize, u64) {
        let most = self.rows.iter().max_by_key(|&(_, rows)| rows);
        most.map_or((0, 0), |(&fields, &rows)| (fields, rows))
    }

    /// Whether all rows have as many fields, except that the first may be one short, as R writes names.
    fn is_even(&self, all: u64) -> bool {
        let (most, rows) = self.most();
        rows + u64::from(self.first + 1 == most) == all
    }

    /// Whether this may be the delimiter: the first row and most others have several fields, and the first has at most one less, because R writes
    /// names so.
    fn is_possible(&self) -> bool {
        let (most, _) = self.most();
        self.first > 1 && most > 1 && (self.first == most || self.first + 1 >= most)
    }
}

/// Facts about the delimiter and layout of a text table, collected in a scan of all its lines.
#[derive(Debug, Default)]
pub(super) struct Survey {
    candidates: [Candidate; 5],
    rows: u64,
    /// Whether, below the first row, every comma outside of quotes is between two digits, with at most one comma per field of the other delimiters.
    commas_are_decimal: bool,
    /// Whether there are commas, or quotes that may contain commas.
    pub has_commas: bool,
    /// The delimiter that the first line names, as Excel writes it: `sep=;`.
    pub named_delimiter: Option<u8>,
    /// Whether the lines are labels with entries, as in LIBSVM files.
    pub is_sparse: bool,
    /// The first rows without their quoted text.
    first: Vec<String>,
    /// The last comment before the first row: its line, and its text without the `#`.
    pub comment: Option<(u64, String)>,
}

/// State of the scan of a text table within a row.
#[derive(Default)]
struct Cursor {
    in_quotes: bool,
    /// Whether only blanks were read since the last delimiter.
    at_start: bool,
    /// Whether the current field of the row had a comma.
    had_comma: bool,
    before: u8,
    /// Whether the row had a delimiter that is no blank, and whether it had text.
    had_delimiter: bool,
    had_text: bool,
}

impl Cursor {
    fn at_line() -> Self {
        Self {
            at_start: true,
            ..Self::default()
        }
    }

    /// Whether the row so far may be one whose fields are separated by blanks, and a field begins here.
    fn is_by_blanks(&self) -> bool {
        !self.had_delimiter && matches!(self.before, b' ' | b'\t')
    }

    /// Notes a byte that is no blank: the first one after blanks begins a field of a row that is separated by them.
    fn see_text(&mut self, by_blanks: &mut Candidate) {
        self.at_start = false;
        let is_next = self.had_text && matches!(self.before, b' ' | b'\t');
        by_blanks.fields += usize::from(is_next);
        self.had_text = true;
    }

    /// Notes a delimiter, which is text for rows that are separated by blanks unless it is a tab.
    fn see(&mut self, delimiter: u8, by_blanks: &mut Candidate) {
        if delimiter != b'\t' {
            self.had_delimiter = true;
            self.see_text(by_blanks);
        }
    }
}

impl Survey {
    /// Scans all lines of a text to find its delimiter, its comments, and whether it is a LIBSVM file.
    pub(super) fn of(lines: &mut Lines) -> Result<Self, DataFault> {
        let mut survey = Self {
            commas_are_decimal: true,
            ..Self::default()
        };
        let mut cursor = Cursor::default();
        let (mut sparse, mut number) = (None, 0);
        while let Some(line) = lines.next()? {
            number += 1;
            if !cursor.in_quotes && survey.passes_over(line, number) {
                continue;
            }
            if survey.first.len() < FIRST {
                // Quoted text is dropped, because numbers in quotes say nothing about the delimiter.
                let outside: String = line.split('"').step_by(2).collect();
                survey.first.push(outside);
            }
            sparse = sparse.or_else(|| svmlight::is_one(line));
            survey.scan(line.as_bytes(), &mut cursor);
        }
        survey.candidates.iter_mut().for_each(Candidate::end_run);
        survey.is_sparse = sparse == Some(true);
        Ok(survey)
    }

    /// Whether a line holds no row: it is blank, a comment, or a first line that names the delimiter.
    fn passes_over(&mut self, line: &str, number: u64) -> bool {
        let named = separator_line(line).filter(|_| number == 1);
        let is_comment = is_comment(line);
        if is_comment && self.rows == 0 {
            let text = line.trim_start_matches('#').trim().to_owned();
            self.comment = Some((number, text));
        }
        self.named_delimiter = self.named_delimiter.or(named);
        named.is_some() || is_comment || line.trim().is_empty()
    }

    /// Whether the text has neither a row nor a comment.
    pub(super) fn is_empty(&self) -> bool {
        self.rows == 0 && self.comment.is_none()
    }

    fn scan(&mut self, line: &[u8], cursor: &mut Cursor) {
        if !cursor.in_quotes {
            *cursor = Cursor::at_line();
        }
        let mut bytes = line.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            if cursor.in_quotes {
                let is_doubled = byte == b'"' && bytes.next_if_eq(&b'"').is_some();
                cursor.in_quotes = byte != b'"' || is_doubled;
                cursor.before = byte;
                continue;
            }
            match byte {
                b'"' if cursor.at_start || cursor.is_by_blanks() => {
                    cursor.in_quotes = true;
                    self.has_commas = true;
                    cursor.see_text(&mut self.candidates[BLANK]);
                }
                b',' | b';' | b'\t' | b'|' => {
                    cursor.see(byte, &mut self.candidates[BLANK]);
                    self.delimit(byte, bytes.peek().copied(), cursor);
                }
                b' ' => cursor.had_comma = false,
                _ => cursor.see_text(&mut self.candidates[BLANK]),
            }
            cursor.before = byte;
        }
        if !cursor.in_quotes {
            let is_first = self.rows == 0;
            self.candidates
                .iter_mut()
                .for_each(|own| own.end_row(is_first));
            self.rows += 1;
        }
    }

    fn delimit(&mut self, byte: u8, next: Option<u8>, cursor: &mut Cursor) {
        let place = DELIMITERS.iter().position(|&other| other == byte);
        self.candidates[place.unwrap_or_default()].fields += 1;
        cursor.at_start = true;
        if byte != b',' {
            cursor.had_comma = false;
            return;
        }
        self.has_commas = true;
        let between =
            cursor.before.is_ascii_digit() && next.is_some_and(|next| next.is_ascii_digit());
        // Names in the first row may have commas of their own.
        self.commas_are_decimal &= self.rows == 0 || between && !cursor.had_comma;
        cursor.had_comma = true;
    }

    /// The delimiter of the table: the one that the first line names, or else the most likely by the fields, numbers and names into which it splits
    /// the rows.
    pub(super) fn delimiter(&self) -> u8 {
        if let Some(named) = self.named_delimiter {
            return named;
        }
        let rank = |&(place, own): &(usize, &Candidate)| {
            let is_comma = DELIMITERS[place] == b',';
            let numbers = self.numbers(DELIMITERS[place]);
            // If a comma and another delimiter split all rows equally well and give as many numbers, the comma belongs to decimals.
            let is_likely = is_comma != (self.commas_are_decimal || numbers > 0);
            (
                own.is_possible(),
                own.most().0 > 1,
                numbers,
                self.named_by_comment(DELIMITERS[place]) == own.most().0,
                own.most().1,
                is_likely,
                own.most().0,
                usize::MAX - place,
            )
        };
        let may_be_blanks = self.may_be_split_at_blanks();
        let candidates = self.candidates.iter().enumerate();
        let candidates = candidates.filter(|&(place, _)| match place {
            BLANK => may_be_blanks,
            // Blanks read the same fields, whatever the number of tabs between two of them.
            TAB => !may_be_blanks,
            _ => true,
        });
        let best = candidates.max_by_key(rank);
        best.map_or(b',', |(place, _)| DELIMITERS[place])
    }

    /// Whether blanks may separate the fields: all rows have as many then, and no other delimiter does so. Tabs among blanks are blanks, unless they
    /// alone give all rows as many fields.
    fn may_be_split_at_blanks(&self) -> bool {
        let (by_blanks, by_tabs) = (&self.candidates[BLANK], &self.candidates[TAB]);
        let is_by_tabs = by_tabs.is_possible() && by_tabs.is_even(self.rows);
        let others = self.candidates.iter().enumerate();
        let mut marks = others.filter(|(place, _)| !matches!(DELIMITERS[*place], b'\t' | BLANKS));
        let is_decimal = |place: usize| DELIMITERS[place] == b',' && self.commas_are_decimal;
        by_blanks.is_possible()
            && (!is_by_tabs || self.tabs_hide_numbers())
            && by_blanks.is_even(self.rows)
            && !marks.any(|(place, own)| own.is_possible() && !is_decimal(place))
    }

    /// Whether every one of the first rows has a field between tabs that is several numbers with blanks between them.
    fn tabs_hide_numbers(&self) -> bool {
        let is_list = |field: &str| {
            let numbers = field.split_whitespace();
            numbers.clone().count() > 1 && numbers.clone().all(|part| is_number(&part))
        };
        let rows = self.first.iter().skip(usize::from(self.first.len() > 1));
        let mut rows = rows.map(|row| row.split('\t').any(is_list));
        rows.all(|has_list| has_list)
    }

    /// Number of fields in the first rows that are numbers, if this delimiter separates the fields. The very first row is left out, because it may
    /// hold names.
    fn numbers(&self, delimiter: u8) -> usize {
        let rows = self.first.iter().skip(usize::from(self.first.len() > 1));
        match delimiter {
            BLANKS => {
                let fields = rows.flat_map(|row| row.split_whitespace());
                fields.filter(is_number).count()
            }
            _ => {
                let fields = rows.flat_map(|row| row.split(char::from(delimiter)));
                fields.filter(is_number).count()
            }
        }
    }

    /// Number of column names that the last comment before the rows may hold, if this delimiter separates them.
    fn named_by_comment(&self, delimiter: u8) -> usize {
        let comment = self.comment.as_ref();
        comment.map_or(0, |(_, text)| match delimiter {
            BLANKS => text.split_whitespace().count(),
            _ => text.split(char::from(delimiter)).count(),
        })
    }

    /// Number of fields that most rows have, if this delimiter separates them.
    pub(super) fn fields(&self, delimiter: u8) -> usize {
        let place = DELIMITERS.iter().position(|&other| other == delimiter);
        place.map_or(0, |place| self.candidates[place].most().0)
    }
}

fn is_number(field: &&str) -> bool {
    let field = field.trim_matches(' ');
    Decimal::parse(field).is_ok() || is_comma_decimal(field)
}

/// The delimiter that a line such as `sep=;` names.
fn separator_line(line: &str) -> Option<u8> {
    let line = line.trim_matches('"');
    let (word, mark) = line.split_at_checked(4)?;
    match (word.eq_ignore_ascii_case("sep="), mark.as_bytes()) {
        (true, &[mark]) if DELIMITERS.contains(&mark) && mark != BLANKS => Some(mark),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delimiter(text: &str) -> char {
        let bytes = text.as_bytes();
        let mut lines = Lines::of(&bytes).unwrap();
        Survey::of(&mut lines).unwrap().delimiter() as char
    }

    #[test]
    fn delimiter_is_detected_from_all_rows_outside_quotes() {
        for (text, due) in [
            ("a,b\n1,2\n", ','),
            ("a;b\n1;2\n", ';'),
            ("a\tb\n1\t2\n", '\t'),
            ("a|b\n1|2\n", '|'),
            ("\"x, mm\";\"y, mm\";c\n1;2;a\n", ';'),
            ("\"a;b;c;d\",y,c\n1,2,a\n", ','),
            ("\"a\n;;;;\",y\n1,2\n", ','),
            ("x;c\n1,5;a\n2,5;b\n", ';'),
            ("1,5;a\n2,5;b\n", ';'),
            ("1,2,a;b\n3,4,c;d\n", ','),
            ("x, mm;c\n1;a,b\n2;d,e\n", ';'),
            ("x; mm,c\n1,a;b\n2,d;e\n", ','),
            ("x, mm\ty, mm\tc\n1\t2\ta\n3\t4\tb\n", '\t'),
            ("x;y;c\n1;2;a\n3;4;b;\n5;6;a\n", ';'),
            ("\"x\",\"y\"\n\"1\",1,2\n\"2\",3,4\n", ','),
            ("a 5\" disk,b\n1,2\n", ','),
            ("sep=|\na,b|c\n1,2|3\n", '|'),
            ("x y c\n1 2 a\n3 4 b\n", ' '),
            ("  1.0   2.0 \t\"a car\"\n  3.0   4.0 \t\"a bus\"\n", ' '),
            ("\"a b\" x\t\tc\n1\t2\t\ta\n3 4\tb\n", ' '),
            ("x\t\ty z\n1\t 2 3\n4 5\t6\n", ' '),
            ("a b, c\n1, 2\n3, 4\n", ','),
            ("1 234;a\n5 678;b\n", ';'),
            ("name\tx\ncar 1\t5\ncar 2\t6\n", '\t'),
            ("name\tx\nred car\t5\nblue car\t6\n", '\t'),
        ] {
            assert_eq!(delimiter(text), due, "{text:?}");
        }
    }

    #[test]
    fn comments_before_the_first_row_and_sparse_lines_are_noticed() {
        let survey = |text: &str| {
            let bytes = text.as_bytes();
            Survey::of(&mut Lines::of(&bytes).unwrap()).unwrap()
        };
        let found = survey("# one\n# x,y\n1,2\n# three\n");
        assert_eq!(found.comment, Some((2, "x,y".to_owned())));
        assert_eq!(found.rows, 1);
        assert!(survey("-1\n+1 1:2 3:4\n").is_sparse);
        assert!(survey("1,2 1:2\n").is_sparse);
        assert!(!survey("a b\n1 2\n").is_sparse && !survey("x,y\n1:2,3\n").is_sparse);
    }
}
