//! Decides from the whole file whether the first line of a table names its columns, and whether decimals are written with a comma.

use super::cell::{is_gap, is_like_value};
use super::decimal::Decimal;
use super::fault::{DataFault, shortened};
use super::record::is_comma_decimal;
use super::request::Request;
use super::rows::TableRows;
use std::collections::BTreeSet;

/// Number of rows of a table that are examined to decide whether its first line holds names, if words above numbers already show that it does.
const ENOUGH: u64 = 1000;

/// Kind of the first line of a table: a line of column names, or a row of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FirstLine {
    /// Column names, without doubt.
    Names,
    /// Probably column names, although a row of values could look the same.
    LikelyNames,
    /// A row of values.
    Row,
}

/// The first field of a column, and counts of the kinds of fields below it.
#[derive(Debug, Default)]
struct ColumnShape {
    first: String,
    numbers: u64,
    words: u64,
    /// Whether the first field occurs again below it.
    repeats: bool,
    /// Whether the values below the first field differ; `sample` is the first of them.
    varies: bool,
    sample: Option<String>,
    /// Number of numbers with a comma; `clear_commas` counts those whose comma cannot separate thousands, and `points` the numbers with a point.
    commas: u64,
    clear_commas: u64,
    points: u64,
    /// The different texts below a first field that is empty, and whether each of them occurred once so far.
    texts: BTreeSet<String>,
    is_unique: bool,
    /// The first integer below the first field, and the number of integers below that count the rows from it on, one by one.
    counted: Option<(i64, u64)>,
}

impl ColumnShape {
    fn see(&mut self, field: &str, row: u64) {
        self.repeats |= field == self.first;
        if self.first.is_empty() && self.is_unique {
            self.is_unique = !is_gap(field) && self.texts.insert(field.to_owned());
        }
        if is_gap(field) {
            return;
        }
        match &self.sample {
            None => self.sample = Some(field.to_owned()),
            Some(sample) => self.varies |= sample != field,
        }
        if is_comma_decimal(field) {
            self.commas += 1;
            self.clear_commas += u64::from(!is_thousands(field));
            self.numbers += 1;
        } else if Decimal::parse(field).is_ok() {
            self.points += u64::from(field.contains('.'));
            self.numbers += 1;
        } else {
            self.words += 1;
        }
        if let Ok(value) = field.parse::<i64>() {
            let (start, seen) = self.counted.unwrap_or((value, 0));
            let is_next = value.checked_sub(start) == i64::try_from(row - 1).ok();
            self.counted = Some((start, seen + u64::from(is_next)));
        }
    }

    /// Whether the first field is a number, or above numbers something that looks more like a value than like a name.
    fn is_number(&self) -> bool {
        Decimal::parse(&self.first).is_ok()
            || is_comma_decimal(&self.first)
            || self.numbers > 0 && is_like_value(&self.first)
    }

    fn is_word(&self) -> bool {
        !self.is_number() && !is_gap(&self.first)
    }
}

/// Whether the comma of a number may also separate thousands, as in `1,234`.
fn is_thousands(field: &str) -> bool {
    let (whole, fraction) = field.split_once(',').unwrap_or_default();
    let whole = whole.trim_start_matches(['-', '+']);
    fraction.len() == 3 && whole.len() <= 3 && !whole.starts_with('0')
}

/// The first row of a table, and statistics of the rows below it.
#[derive(Debug, Default)]
pub(super) struct Header {
    columns: Vec<ColumnShape>,
    /// Line number of the first row.
    pub line: u64,
    /// Number of rows below the first row.
    rows: u64,
    /// Number of rows with one field more than the first row; `longer_and_empty` counts those whose last field is empty.
    longer: u64,
    longer_and_empty: u64,
}

impl Header {
    /// Reads rows of a table until it is certain whether the first row holds column names; reads all rows if `reads_all`.
    pub(super) fn of(rows: &mut TableRows, reads_all: bool) -> Result<Self, DataFault> {
        let mut header = Self::default();
        if !rows.next()? {
            return Ok(header);
        }
        header.line = rows.record.line;
        let column = |first: &str| ColumnShape {
            first: first.trim().replace('\n', " "),
            is_unique: true,
            ..ColumnShape::default()
        };
        header.columns = rows.record.all().map(column).collect();
        while rows.next()? {
            header.rows += 1;
            let fields = rows.record.len();
            if fields == header.columns.len() + 1 {
                header.longer += 1;
                header.longer_and_empty += u64::from(rows.record.field(fields - 1).is_empty());
            }
            for (column, field) in header.columns.iter_mut().zip(rows.record.all()) {
                column.see(field.trim(), header.rows);
            }
            if !reads_all && header.rows == ENOUGH && header.is_plain() {
                break;
            }
        }
        Ok(header)
    }

    fn is_plain(&self) -> bool {
        let has_names = self.columns.iter().all(|column| !column.first.is_empty());
        has_names
            && self.longer == 0
            && self.first_line(&Request::default()) == Some(FirstLine::Names)
    }

    /// Whether the first column has no name and names the rows: it holds words, a different one in every row.
    pub(super) fn names_rows(&self) -> bool {
        let first = self.columns.first();
        first.is_some_and(|column| column.is_unique && column.words > 0 && column.first.is_empty())
    }

    /// The fields of the first row of the table.
    pub(super) fn fields(&self) -> Vec<String> {
        self.columns
            .iter()
            .map(|column| column.first.clone())
            .collect()
    }

    /// Decides whether the first line holds column names or a row of values; `None` if it could be either.
    pub(super) fn first_line(&self, request: &Request) -> Option<FirstLine> {
        match request.header {
            Some(true) => return Some(FirstLine::Names),
            Some(false) => return Some(FirstLine::Row),
            None => {}
        }
        let words = || self.columns.iter().filter(|column| column.is_word());
        let repeats = words().any(|column| column.repeats);
        let above_numbers = words().any(|column| column.numbers > 0 && !column.repeats);
        let has_numbers = self.columns.iter().any(ColumnShape::is_number);
        let has_gaps = self
            .columns
            .iter()
            .any(|column| !column.first.is_empty() && is_gap(&column.first));
        match (repeats, above_numbers) {
            (true, true) if has_numbers => None,
            (false, true) | (true, true) => Some(FirstLine::Names),
            (true, false) if has_numbers || has_gaps => Some(FirstLine::Row),
            _ if !has_numbers => Some(FirstLine::Names),
            (true, false) | (false, false) => self.numbered(request),
        }
    }

    /// Decides whether a first line with numbers holds column names or a row of values, if its words do not decide that.
    fn numbered(&self, request: &Request) -> Option<FirstLine> {
        if self
            .columns
            .iter()
            .any(|column| request.names(&column.first))
        {
            return Some(FirstLine::Names);
        }
        let counts_from = |start: usize| {
            let mut numbers = self
                .columns
                .iter()
                .enumerate()
                .filter(|(_, column)| column.is_number());
            numbers.all(|(place, column)| column.first == (place + start).to_string())
        };
        let counts = counts_from(0) || counts_from(1);
        let has_words = self.columns.iter().any(ColumnShape::is_word);
        let last_varies = self.columns.last().is_some_and(|column| column.varies);
        match (counts, has_words, last_varies) {
            (true, true, false) => Some(FirstLine::Row),
            (true, _, _) => Some(FirstLine::LikelyNames),
            (false, false, _) => Some(FirstLine::Row),
            (false, true, false) if self.rows > 0 => Some(FirstLine::Row),
            (false, true, _) => None,
        }
    }

    /// The error that the first line may be column names or a row of values.
    pub(super) fn unclear(&self) -> DataFault {
        let place = self
            .columns
            .iter()
            .position(ColumnShape::is_number)
            .unwrap_or_default();
        let problem = format!(
            "the first line may be a row instead of a header: `{}` looks like a value",
            shortened(&self.columns[place].first)
        );
        DataFault::new(problem, "a first line with a name for every column")
            .on(self.line)
            .at(place + 1)
            .help("say what it is: `--header yes` reads it as names, `--header no` as a row")
    }

    /// Whether decimals are written with a comma: every column with commas has a number whose comma cannot separate thousands, and no number has a
    /// point.
    pub(super) fn has_decimal_commas(&self) -> bool {
        let mut with_commas = self.columns.iter().filter(|column| column.commas > 0);
        let has_points = self.columns.iter().any(|column| column.points > 0);
        let has_any = self.columns.iter().any(|column| column.commas > 0);
        has_any && !has_points && with_commas.all(|column| column.clear_commas > 0)
    }

    /// Whether all rows have one field more than the first line.
    pub(super) fn is_one_short(&self) -> bool {
        self.rows > 0 && self.longer == self.rows
    }

    /// Whether every row has exactly one additional field and it is empty.
    pub(super) fn has_trailing_delimiters(&self) -> bool {
        self.is_one_short() && self.longer_and_empty == self.longer
    }

    /// Whether the column with this index has no values below the first line.
    pub(super) fn is_empty(&self, place: usize) -> bool {
        self.columns[place].numbers + self.columns[place].words == 0
    }

    /// Whether the values of the column with this index are consecutive integers.
    pub(super) fn counts_rows(&self, place: usize) -> bool {
        let counted = self.columns[place].counted;
        self.rows > 1 && counted.is_some_and(|(_, seen)| seen == self.rows)
    }
}
