//! Reads delimited tables: CSV, and similar files with semicolons, tabs or vertical bars.

use super::cell::{FieldValue, NO_COMMAS};
use super::content::{Intake, Layout};
use super::example_collector::ExampleCollector;
use super::fault::{DataFault, shortened};
use super::format::Format;
use super::header::{FirstLine, Header};
use super::lines::Lines;
use super::record::{BLANKS, COLUMNS, separated_by_spaces};
use super::request::{ColumnRoles, Request};
use super::rows::TableRows;
use super::source::DataSource;
use super::survey::Survey;
use std::collections::BTreeSet;

/// The largest number of columns of a table.
const MOST_COLUMNS: usize = 1 << 20;

/// The name given to the column of row names, which R writes without a name.
const ROW_NAMES: &str = "row.names";

/// The kind of a column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnKind {
    /// A label or a feature.
    Plain,
    /// An index of the rows, which is no feature unless it is named.
    Index,
    /// A column without a name and without values, as a delimiter at the end of every row makes it.
    Empty,
}

/// How the columns of a table are read.
struct Columns {
    layout: Layout,
    line: u64,
    kinds: Vec<ColumnKind>,
    /// Number of comments that are not left out, because they name the columns.
    naming_comments: u64,
    reading: Vec<String>,
}

/// Reads a delimited text table as examples.
pub(super) fn read(
    source: &dyn DataSource,
    survey: &Survey,
    format: Option<Format>,
    request: &Request,
) -> Result<Intake, DataFault> {
    let delimiter = match format {
        Some(Format::Tsv) => b'\t',
        _ => survey.delimiter(),
    };
    let rows = || Ok(TableRows::new(Lines::of(source)?, survey, delimiter));
    let header = Header::of(&mut rows()?, survey.has_commas && delimiter != b',')?;
    let columns = Columns::of(&header, survey, delimiter, request)?;
    let roles = ColumnRoles::of(
        &columns.layout.names,
        |place| columns.kinds[place] != ColumnKind::Plain,
        request,
    );
    let roles = roles.map_err(|fault| fault.on(columns.line))?;
    columns.check_names(&header, &roles, request)?;
    columns.gather(rows()?, &roles, request)
}

impl Columns {
    fn of(
        header: &Header,
        survey: &Survey,
        delimiter: u8,
        request: &Request,
    ) -> Result<Self, DataFault> {
        let fields = header.fields();
        check_width(&fields, header.line, survey, delimiter)?;
        let comment = comment_names(survey, delimiter, fields.len());
        let first_line = match (header.first_line(request), &comment) {
            (Some(FirstLine::Row) | None, Some(_)) => FirstLine::Row,
            (Some(first_line), _) => first_line,
            (None, None) => return Err(header.unclear()),
        };
        let mut columns = Self {
            layout: Layout {
                delimiter: delimiter.into(),
                names: fields,
                first_row_is_data: first_line == FirstLine::Row,
                decimal_commas: header.has_decimal_commas(),
                trailing_delimiters: header.has_trailing_delimiters(),
            },
            line: header.line,
            kinds: Vec::new(),
            naming_comments: 0,
            reading: Vec::new(),
        };
        columns.name(first_line, comment, request);
        columns.kinds = vec![ColumnKind::Plain; columns.layout.names.len()];
        columns.name_the_nameless(header);
        columns.add_row_names(header);
        if delimiter == BLANKS {
            columns.say("The columns were read as separated by blanks and tabs, of which several count as one.");
        }
        if columns.layout.decimal_commas {
            columns.say("Decimal commas were read as decimal points: 1,5 as 1.5.");
        }
        Ok(columns)
    }

    fn say(&mut self, words: impl Into<String>) {
        self.reading.push(words.into());
    }

    /// Names the columns if the first line is a row, and reports how the first line was read.
    fn name(
        &mut self,
        first_line: FirstLine,
        comment: Option<(u64, Vec<String>)>,
        request: &Request,
    ) {
        match (first_line, comment) {
            (FirstLine::Names, _) => {}
            (FirstLine::LikelyNames, _) => self.say(
                "The first line was read as names, because its numbers count the columns; `--header no` reads it as a row.",
            ),
            (FirstLine::Row, Some((line, names))) => {
                self.layout.names = names;
                self.naming_comments = 1;
                self.say(format!("The names of the columns were read from the comment on line {line}."));
            }
            (FirstLine::Row, None) => {
                let columns = 1..=self.layout.names.len();
                self.layout.names = columns.map(|column| format!("column_{column}")).collect();
                let (why, next) = match request.header {
                    Some(_) => ("as it was asked for", ""),
                    None => ("because it looks like the rows below it", "; `--header yes` reads it as names"),
                };
                self.say(format!("The first line was read as a row, {why}: the columns are called column_1, column_2 and so on{next}."));
            }
        }
    }

    /// Names columns without a name as pandas does. Such a column is an index if it counts the rows, and is left out if it has no values.
    fn name_the_nameless(&mut self, header: &Header) {
        for (place, field) in header.fields().iter().enumerate() {
            let column = place + 1;
            if self.layout.first_row_is_data && field.is_empty() && header.is_empty(place) {
                self.kinds[place] = ColumnKind::Empty;
                self.say(format!("Column {column} has no values, and was left out."));
            }
            if !self.layout.names[place].is_empty() {
                continue;
            }
            let name = format!("Unnamed: {place}");
            if header.is_empty(place) {
                self.kinds[place] = ColumnKind::Empty;
                self.say(format!(
                    "Column {column} has neither a name nor values, and was left out."
                ));
            } else if header.counts_rows(place) {
                self.kinds[place] = ColumnKind::Index;
                self.say(format!("Column {column} has no name and counts the rows: it was read as an index, called `{name}`, and not as a feature."));
            } else if place == 0 && header.names_rows() {
                self.kinds[place] = ColumnKind::Index;
                self.say(format!("The first column has no name and a different text in every row: it was read as the names of the rows, called `{name}`, and not as a feature."));
            }
            self.layout.names[place] = name;
        }
    }

    /// Adds the column of row names in front, if the line of names is one name short, as R writes it.
    fn add_row_names(&mut self, header: &Header) {
        if !header.is_one_short() || self.layout.first_row_is_data {
            return;
        }
        if header.has_trailing_delimiters() {
            self.say("Every row ends with a delimiter, and nothing follows it.");
            return;
        }
        self.layout.names.insert(0, ROW_NAMES.to_owned());
        self.kinds.insert(0, ColumnKind::Index);
        self.say("The line of names is one name short, as R writes it: the first column was read as the names of the rows, and not as a feature.");
    }

    fn check_names(
        &self,
        header: &Header,
        roles: &ColumnRoles,
        request: &Request,
    ) -> Result<(), DataFault> {
        let mut seen = BTreeSet::new();
        let fields = header.fields();
        let names_line = !self.layout.first_row_is_data && fields.len() == self.layout.names.len();
        for (place, name) in self.layout.names.iter().enumerate() {
            let wrong = |problem: String, help: &str| {
                let fault = DataFault::new(problem, "a first line with a name for every column");
                Err(fault.on(self.line).at(place + 1).help(help))
            };
            let is_read = place == roles.label || roles.features.contains(&place);
            let is_nameless = names_line && fields[place].is_empty();
            if is_read && is_nameless && !request.names(name) {
                let help = format!(
                    "name it in the first line, or choose it as `{name}` by `--label` or `--features`, or only others"
                );
                return wrong("the column has no name".into(), &help);
            }
            let is_chosen = |other: usize| other == roles.label || roles.features.contains(&other);
            let mut places = 0..self.layout.names.len();
            let is_one_read =
                places.any(|other| self.layout.names[other] == *name && is_chosen(other));
            if !seen.insert(name) && is_one_read {
                let problem = format!("two columns are named `{}`", shortened(name));
                return wrong(problem, "rename one, or remove one of them from the file");
            }
        }
        Ok(())
    }

    /// Reads the rows of the table as examples, with the label and feature columns in `roles`.
    fn gather(
        mut self,
        mut rows: TableRows,
        roles: &ColumnRoles,
        request: &Request,
    ) -> Result<Intake, DataFault> {
        let names = &self.layout.names;
        let chosen = roles.features.iter().map(|&place| names[place].clone());
        let mut gather =
            ExampleCollector::new(request, chosen.collect(), names[roles.label].clone());
        if !self.layout.first_row_is_data {
            rows.next()?;
        }
        while rows.next()? {
            self.check_fields(&rows)?;
            if self.layout.decimal_commas {
                rows.record.point_decimals();
            }
            let record = &rows.record;
            record.check_quotes(roles.features.iter().copied().chain([roles.label]))?;
            let cell = |place: usize| (FieldValue::Text(record.field(place)), place + 1);
            let features = roles.features.iter().map(|&place| cell(place));
            let row = gather.row(record.line, cell(roles.label), features);
            row.map_err(|fault| self.as_read(fault))?;
        }
        self.report_left_out_columns(&rows);
        let is_chosen = |place: &usize| *place == roles.label || roles.features.contains(place);
        let others = (0..self.layout.names.len()).filter(|place| !is_chosen(place));
        let others = others.filter(|&place| self.kinds[place] != ColumnKind::Empty);
        let (indices, unused): (Vec<usize>, Vec<usize>) =
            others.partition(|&place| self.kinds[place] == ColumnKind::Index);
        let named = |places: Vec<usize>| {
            places
                .into_iter()
                .map(|place| self.layout.names[place].clone())
        };
        let found = gather.finish(Format::Csv)?;
        Ok(Intake {
            unused: named(unused).collect(),
            indices: named(indices).collect(),
            reading: [self.reading, found.reading].concat(),
            table: Some(self.layout.clone()),
            ..found
        })
    }

    /// The error of a value, which may come from columns that are separated otherwise than by blanks, or from decimal commas that are not clear.
    fn as_read(&self, fault: DataFault) -> DataFault {
        if fault.help == NO_COMMAS {
            return fault.help(format!("{NO_COMMAS}; decimal commas are read if every column with commas has an unambiguous number, such as 1,5, and no column has points"));
        }
        if self.layout.delimiter != char::from(BLANKS) {
            return fault;
        }
        let help = format!(
            "{}; the columns were read as separated by blanks",
            fault.help
        );
        fault.help(help)
    }

    fn report_left_out_columns(&mut self, rows: &TableRows) {
        for (count, what) in [
            (
                rows.comments - self.naming_comments,
                "comments, which begin with #",
            ),
            (rows.blank_rows, "rows without any value"),
        ] {
            if count > 0 {
                self.say(format!("Left out as {what}: {count}."));
            }
        }
    }

    fn check_fields(&self, rows: &TableRows) -> Result<(), DataFault> {
        let (record, names) = (&rows.record, self.layout.names.len());
        let fields = record.len()
            - usize::from(self.layout.trailing_delimiters && record.len() == names + 1);
        if fields == names {
            return Ok(());
        }
        let is_cut_off = fields < names && rows.is_cut_off();
        let problem = match is_cut_off {
            true => format!(
                "the last line ends after {fields} of {names} fields, without a line end: the file seems to be cut off"
            ),
            false => format!("the row has {fields} fields, and the table {names} columns"),
        };
        let help = if is_cut_off {
            "copy or write the file again, or complete its last line".to_owned()
        } else if record.len() == rows.usual() {
            format!(
                "most rows have {fields} fields: name as many columns in the first line, or remove it if it is no line of names"
            )
        } else if fields < names {
            "an empty field needs its own delimiter; remove the line if it is no row".to_owned()
        } else {
            "a value with a delimiter in it needs quotes".to_owned()
        };
        let fault = DataFault::new(problem, "as many fields in every row as there are columns");
        Err(fault.on(record.line).at(fields.min(names) + 1).help(help))
    }
}

/// The column names in the last comment before the first row, with its line, if there are as many names as columns. They are separated as the rows are,
/// or by blanks, as in the header that numpy writes.
fn comment_names(survey: &Survey, delimiter: u8, columns: usize) -> Option<(u64, Vec<String>)> {
    let (line, text) = survey.comment.as_ref()?;
    let by_delimiter = || text.split(char::from(delimiter)).map(str::trim).collect();
    let by_blanks = || text.split_whitespace().collect();
    let lists: [Vec<&str>; 2] = [by_delimiter(), by_blanks()];
    let mut lists = lists.into_iter().filter(|names| names.len() == columns);
    let names = lists.next()?.into_iter().map(str::to_owned);
    Some((*line, names.collect()))
}

fn check_width(
    fields: &[String],
    line: u64,
    survey: &Survey,
    delimiter: u8,
) -> Result<(), DataFault> {
    let most = survey.fields(delimiter);
    if fields.len() > MOST_COLUMNS {
        let problem = format!(
            "there are {} columns, separated by `{}`",
            fields.len(),
            delimiter as char
        );
        return Err(DataFault::new(problem, format!("at most {MOST_COLUMNS}")).on(line));
    }
    if fields.len() > 1 {
        return Ok(());
    }
    if fields.is_empty() {
        let fault = DataFault::new(
            "all lines are comments: they begin with #",
            "rows of a table",
        );
        return Err(fault.on(1).help("remove the # from the rows"));
    }
    if most > 1 {
        let problem = format!("the first line has one field, and most rows have {most}");
        let fault = DataFault::new(
            problem,
            "a first line with a name for every column, or a row",
        )
        .on(line);
        return Err(fault.help(
            "remove the line if it is not a header, or put # before it, so that it is a comment",
        ));
    }
    Err(one_column(&fields.concat(), survey, delimiter).on(line))
}

/// The error of a table with one column, whose first field is `only`.
fn one_column(only: &str, survey: &Survey, delimiter: u8) -> DataFault {
    let problem = format!("there is one column only, `{}`", shortened(only));
    let fault = DataFault::new(problem, COLUMNS);
    let likely = survey.delimiter();
    if survey.named_delimiter.is_some() {
        return fault.help("if the line in front names a wrong separator, remove that line");
    }
    if likely != delimiter && survey.fields(likely) > 1 {
        let likely = char::from(likely);
        return fault.help(format!("the ending .tsv stands for tabs between columns, and here is `{likely}`: give the file the ending .csv"));
    }
    if only.contains([',', ';', '\t', '|']) {
        return fault
            .help("a delimiter in quotes separates nothing: remove the quotes around whole lines");
    }
    match only.split_whitespace().count() {
        1 => fault.help("a table needs a label column and at least one feature"),
        _ => separated_by_spaces(only),
    }
}
