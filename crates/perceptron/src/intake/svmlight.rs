//! Reads LIBSVM and SVMlight files, whose lines are a label and the entries that are not zero, such as `+1 3:0.5 7:2 # a comment`.

use super::content::Intake;
use super::decimal::{Decimal, LONGEST, NoDecimal};
use super::example_collector::ExampleCollector;
use super::fault::{DataFault, shortened};
use super::format::Format;
use super::lines::Lines;
use super::record::is_comma_decimal;
use super::request::{Missing, Request};

/// The largest feature index that a LIBSVM file may use.
const LARGEST: u32 = 1 << 24;

const ENTRY: &str =
    "write each entry as INDEX:VALUE with a finite decimal; a feature that is left out is 0";

const EXPECTED: &str = "a label and entries in order, such as `+1 3:0.5 7:2`";

/// Reads a LIBSVM or SVMlight file.
pub(super) fn read(lines: &mut Lines, request: &Request) -> Result<Intake, DataFault> {
    for (given, name) in [
        (request.label.is_some(), "`--label`"),
        (request.features.is_some(), "`--features`"),
        (request.missing == Missing::Mean, "`--missing mean`"),
    ] {
        if given {
            let problem = format!("{name} is for tables, and this file has no columns");
            return Err(DataFault::new(problem, EXPECTED).help("leave it out"));
        }
    }
    let mut gather = ExampleCollector::sparse(request, "label".to_owned());
    let mut entries = Vec::new();
    while let Some(line) = lines.next()? {
        let line = line.split('#').next().unwrap_or_default();
        let line = line.trim_end();
        if line.trim().is_empty() {
            continue;
        }
        let line = line.to_owned();
        let number = lines.number();
        let label = parsed(&line, &mut entries).map_err(|fault| fault.on(number))?;
        let taken = gather.entries(number, label, &entries);
        taken.map_err(DataFault::without_columns)?;
    }
    let found = gather.finish(Format::Libsvm);
    found.map_err(DataFault::without_columns)
}

/// The words of a line, separated by blanks, each with the position at which it begins, from 1.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let base = line.as_ptr() as usize;
    line.split_ascii_whitespace()
        .map(move |word| (word.as_ptr() as usize - base + 1, word))
}

/// Whether a line looks like one of a LIBSVM file: a label, or several, and entries such as `3:0.5`; `None` if it is a label alone.
pub(super) fn is_one(line: &str) -> Option<bool> {
    let mut words = words(line.split('#').next().unwrap_or_default()).map(|(_, word)| word);
    let is_label = |word: &str| {
        let is_list = word.split(',').all(|one| Decimal::parse(one).is_ok());
        is_list || !word.contains([',', ':', ';'])
    };
    let is_entry = |word: &str| {
        let (index, value) = word.split_once(':').unwrap_or_default();
        (index == "qid" || index.parse::<u64>().is_ok()) && !value.contains(',')
    };
    let has_label = words.next().is_some_and(is_label);
    let second = words.next();
    match (has_label, second) {
        (true, None) => None,
        (has_label, second) => Some(has_label && second.is_some_and(is_entry)),
    }
}

/// Parses the feature indices and values of a LIBSVM line into `entries` and returns the line's label.
fn parsed<'l>(line: &'l str, entries: &mut Vec<(u32, Decimal)>) -> Result<&'l str, DataFault> {
    entries.clear();
    let mut words = words(line);
    let (place, label) = words.next().unwrap_or((1, ""));
    if label.contains(':') {
        return Err(DataFault::new("the line has no label", EXPECTED).at(place));
    }
    if label.contains(',') {
        let has_entries = line.split_ascii_whitespace().nth(1).is_some();
        return Err(several(label, has_entries).at(place));
    }
    for (place, word) in words.filter(|(_, word)| !word.starts_with("qid:")) {
        let entry = entry(word).map_err(|fault| fault.at(place))?;
        match entries.last() {
            Some((before, _)) if *before >= entry.0 => {
                let problem = format!("the index {} comes after {before}", entry.0);
                return Err(DataFault::new(problem, "increasing indices on each line")
                    .at(place)
                    .help("sort the entries of the line, each index once"));
            }
            _ => entries.push(entry),
        }
    }
    Ok(label)
}

/// The error of a line that begins with a list, which is one of labels, or a row of a table.
fn several(list: &str, has_entries: bool) -> DataFault {
    let shown = shortened(list);
    match has_entries {
        true => DataFault::new(
            format!("the line has several labels, `{shown}`"),
            "one label on each line, as LIBSVM has it",
        )
        .help("write one file per label, whose labels say whether an example has it"),
        false => DataFault::new(format!("the line has no entries, only `{shown}`"), EXPECTED)
            .help("if this is a table, give the file the ending .csv"),
    }
}

fn entry(word: &str) -> Result<(u32, Decimal), DataFault> {
    let wrong = |problem: String| DataFault::new(problem, EXPECTED).help(ENTRY);
    let Some((index, value)) = word.split_once(':') else {
        return Err(wrong(format!("`{}` has no colon", shortened(word))));
    };
    let digits = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
    if !digits {
        return Err(wrong(format!("`{}` is not an index", shortened(index))));
    }
    let Some(index) = index.parse().ok().filter(|index| *index <= LARGEST) else {
        let problem = format!("the index {} is too large", shortened(index));
        return Err(
            DataFault::new(problem, format!("an index of at most {LARGEST}"))
                .help("number the features that occur from 1 on"),
        );
    };
    let value = Decimal::parse(value).map_err(|why| no_value(value, why))?;
    Ok((index, value))
}

/// The error of an entry whose value is no number that is read.
fn no_value(value: &str, why: NoDecimal) -> DataFault {
    let shown = shortened(value);
    let (problem, help) = match why {
        NoDecimal::Words if is_comma_decimal(value) => (
            format!("`{shown}` has a comma"),
            "write decimals with a point",
        ),
        NoDecimal::Words => (format!("`{shown}` is not a number"), ENTRY),
        NoDecimal::NotFinite => (format!("`{shown}` is not finite"), ENTRY),
        NoDecimal::TooLong => (
            format!("a number of more than {LONGEST} characters"),
            "write fewer digits",
        ),
        NoDecimal::TooFar => (
            format!("`{shown}` is beyond ±1e75, or nearer to 0 than 1e-75"),
            "change the unit of that feature",
        ),
    };
    DataFault::new(problem, EXPECTED).help(help)
}
