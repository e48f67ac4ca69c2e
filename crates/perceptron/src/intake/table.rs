//! Reads delimited tables with a header: CSV, and its kin with semicolons or tabs.

use super::decimal::Decimal;
use super::fault::{Fault, shortened};
use super::gather::{Cell, Gather};
use super::lines::Lines;
use super::record::Record;
use super::request::{Request, Roles};
use super::{Format, Intake};
use std::collections::BTreeSet;

/// The most columns that a table may have.
const MOST_COLUMNS: usize = 1 << 20;

/// Reads a table.
pub(super) fn read(lines: &mut Lines, first: &str, request: &Request) -> Result<Intake, Fault> {
    let delimiter = delimiter(first);
    let mut record = Record::default();
    if !record.read(lines, delimiter)? {
        return Err(super::empty());
    }
    let names: Vec<String> = record.all().map(str::to_owned).collect();
    check_header(&names, record.line, delimiter)?;
    let roles = Roles::of(&names, |_| false, request).map_err(|fault| fault.on(record.line))?;
    let chosen = roles.features.iter().map(|&place| names[place].clone());
    let mut gather = Gather::new(request, chosen.collect(), names[roles.label].clone());
    while record.read(lines, delimiter)? {
        check_width(&record, &names)?;
        let cell = |place: usize| (Cell::Text(record.field(place)), place + 1);
        let features = roles.features.iter().map(|&place| cell(place));
        gather.row(record.line, cell(roles.label), features)?;
    }
    let unused =
        (0..names.len()).filter(|place| *place != roles.label && !roles.features.contains(place));
    let unused = unused.map(|place| names[place].clone()).collect();
    Ok(Intake {
        unused,
        ..gather.finish(Format::Csv)?
    })
}

/// What separates the columns of a table with this header.
fn delimiter(header: &str) -> u8 {
    let count = |of: u8| header.bytes().filter(|&byte| byte == of).count();
    let most = [b',', b';', b'\t']
        .into_iter()
        .max_by_key(|&of| (count(of), of == b','));
    most.unwrap_or(b',')
}

fn check_header(names: &[String], line: u64, delimiter: u8) -> Result<(), Fault> {
    let expected = "a first line with a name for every column";
    if names.len() < 2 {
        let problem = format!("there is one column only, `{}`", shortened(&names.concat()));
        return Err(
            Fault::new(problem, "columns separated by commas, semicolons or tabs")
                .on(line)
                .help("a table needs a label column and at least one feature"),
        );
    }
    if names.len() > MOST_COLUMNS {
        let problem = format!(
            "there are {} columns, separated by `{}`",
            names.len(),
            delimiter as char
        );
        return Err(Fault::new(problem, format!("at most {MOST_COLUMNS}")).on(line));
    }
    let mut seen = BTreeSet::new();
    for (place, name) in names.iter().enumerate() {
        let wrong = |problem: String, help: &str| {
            Err(Fault::new(problem, expected)
                .on(line)
                .at(place + 1)
                .help(help))
        };
        if is_data(name, place) {
            let problem = format!(
                "the first line is no header: `{}` is a number",
                shortened(name)
            );
            return wrong(
                problem,
                "write the names of the columns above the first row, such as `x1,x2,label`",
            );
        }
        if name.is_empty() {
            return wrong("the column has no name".into(), "name it in the first line");
        }
        if !seen.insert(name) {
            let problem = format!("two columns are named `{}`", shortened(name));
            return wrong(problem, "rename one, or take one of them out of the file");
        }
    }
    Ok(())
}

/// Whether a name is a number that does not count the columns.
fn is_data(name: &str, place: usize) -> bool {
    let counts = |from: usize| name == (place + from).to_string();
    Decimal::parse(name).is_ok() && !counts(0) && !counts(1)
}

fn check_width(record: &Record, names: &[String]) -> Result<(), Fault> {
    if record.len() == names.len() {
        return Ok(());
    }
    let problem = format!(
        "the row has {} fields, and the header names {}",
        record.len(),
        names.len()
    );
    let column = record.len().min(names.len()) + 1;
    Err(
        Fault::new(problem, "as many fields in every row as in the header")
            .on(record.line)
            .at(column)
            .help(
                "a text with a delimiter in it needs quotes, and an empty field its own delimiter",
            ),
    )
}
