//! Reads ARFF files, as Weka, OpenML and KEEL have them: attributes with types, then rows with commas, dense or sparse.
//!
//! An attribute is a column: numbers, the words of a list, or a text. The label is the last one unless another is asked for. `?` is a missing value,
//! `%` begins a comment, and names and words may stand in quotes of both kinds. A sparse row `{INDEX VALUE, …}` leaves out the numbers that are 0 and
//! the words that come first in their list.

use super::cell::FieldValue;
use super::content::Intake;
use super::example_collector::ExampleCollector;
use super::fault::{DataFault, shortened};
use super::format::Format;
use super::lines::Lines;
use super::request::{ColumnRoles, Request};

/// The largest number of attributes.
const MOST_ATTRIBUTES: usize = 1 << 20;

const HEADER: &str =
    "lines such as `@attribute height numeric` and `@attribute kind {a, b}`, then `@data`";
const ROWS: &str = "one value for every attribute, separated by commas, or `{INDEX VALUE, …}`";

/// A column of the file: its name, and the value that a sparse row leaves out.
struct Attribute {
    name: String,
    left_out: String,
}

/// Whether a line begins an ARFF file; blanks, comments and empty lines may come before it.
pub(super) fn is_first_line(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.eq_ignore_ascii_case("@relation") || word.eq_ignore_ascii_case("@attribute")
}

fn is_passed_over(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('%')
}

/// Reads an ARFF file.
pub(super) fn read(lines: &mut Lines, request: &Request) -> Result<Intake, DataFault> {
    let attributes = header(lines)?;
    let names: Vec<String> = attributes.iter().map(|own| own.name.clone()).collect();
    let roles = ColumnRoles::of(&names, |_| false, request)?;
    let chosen = roles.features.iter().map(|&place| names[place].clone());
    let mut gather = ExampleCollector::new(request, chosen.collect(), names[roles.label].clone());
    while let Some(line) = lines.next()? {
        if is_passed_over(line) {
            continue;
        }
        let (line, number) = (line.to_owned(), lines.number());
        let row = values(&line, &attributes).map_err(|fault| fault.on(number))?;
        let cell = |place: usize| (FieldValue::Text(&row[place]), place + 1);
        let features = roles.features.iter().map(|&place| cell(place));
        gather.row(number, cell(roles.label), features)?;
    }
    let is_read = |place: &usize| *place == roles.label || roles.features.contains(place);
    let unused = (0..names.len()).filter(|place| !is_read(place));
    let unused = unused.map(|place| names[place].clone()).collect();
    Ok(Intake {
        unused,
        ..gather.finish(Format::Arff)?
    })
}

/// Reads the attributes up to the line `@data`.
fn header(lines: &mut Lines) -> Result<Vec<Attribute>, DataFault> {
    let mut attributes: Vec<Attribute> = Vec::new();
    while let Some(line) = lines.next()? {
        let line = line.trim_start_matches('\u{feff}').trim();
        let word = line.split_whitespace().next().unwrap_or_default();
        let wrong = |problem: String| DataFault::new(problem, HEADER);
        let faulty = match word.to_ascii_lowercase().as_str() {
            "@data" if attributes.is_empty() => wrong("no attribute stands before the data".into()),
            "@data" => return Ok(attributes),
            "@attribute" => match attribute(line[word.len()..].trim()) {
                Some(new) if attributes.iter().any(|old| old.name == new.name) => wrong(format!(
                    "two attributes are named `{}`",
                    shortened(&new.name)
                )),
                Some(_) if attributes.len() == MOST_ATTRIBUTES => {
                    wrong(format!("there are more than {MOST_ATTRIBUTES} attributes"))
                }
                Some(new) => {
                    attributes.push(new);
                    continue;
                }
                None => wrong("an attribute has no name or no type".into()),
            },
            _ if is_passed_over(line) || line.starts_with(['@', '#']) => continue,
            _ => wrong(format!(
                "`{}` stands before the line @data",
                shortened(line)
            )),
        };
        return Err(faulty.on(lines.number()));
    }
    Err(DataFault::new("the file ends before the line @data", HEADER).on(lines.number()))
}

/// Reads the name and the type of an attribute.
fn attribute(text: &str) -> Option<Attribute> {
    let (name, rest) = word(text, |letter| letter.is_whitespace() || letter == '{')?;
    let kind = rest.trim();
    let list = kind
        .strip_prefix('{')
        .map(|list| list.trim_end_matches('}'));
    let first = list.map(|list| fields(list).ok()?.into_iter().next());
    let left_out = match first {
        Some(first) => first?,
        None if kind.is_empty() => return None,
        None => "0".to_owned(),
    };
    Some(Attribute { name, left_out })
}

/// The first word of a text, possibly in quotes, and what follows it; without quotes it ends before a letter for which `ends` holds.
fn word(text: &str, ends: impl Fn(char) -> bool) -> Option<(String, &str)> {
    let quote = text.chars().next()?;
    if quote != '\'' && quote != '"' {
        let end = text.find(ends).unwrap_or(text.len());
        return Some((text[..end].trim().to_owned(), &text[end..]));
    }
    let (mut inside, mut is_escaped) = (String::new(), false);
    for (place, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => {
                inside.push(letter);
                is_escaped = false;
            }
            '\\' => is_escaped = true,
            _ if letter == quote => return Some((inside, &text[place + letter.len_utf8()..])),
            _ => inside.push(letter),
        }
    }
    None
}

/// The values of a list with commas (or tabs) between them, without the quotes around them.
fn fields(text: &str) -> Result<Vec<String>, DataFault> {
    let (mut fields, mut rest) = (Vec::new(), text);
    loop {
        let (value, after) = match rest.trim_start() {
            "" => (String::new(), ""),
            start => word(start, |letter| matches!(letter, ',' | '\t'))
                .ok_or_else(|| DataFault::new("a quote is never closed", ROWS))?,
        };
        fields.push(value);
        let after = after.trim_start_matches(' ');
        match after.chars().next() {
            None => return Ok(fields),
            Some(',' | '\t') => rest = &after[1..],
            Some(_) => {
                let problem = format!("`{}` follows a closing quote", shortened(after));
                return Err(DataFault::new(problem, ROWS));
            }
        }
    }
}

/// The values of one row, one for every attribute.
fn values(line: &str, attributes: &[Attribute]) -> Result<Vec<String>, DataFault> {
    let line = line.trim();
    if let Some(inside) = line.strip_prefix('{') {
        return sparse(inside, attributes);
    }
    let row = fields(line)?;
    // A weight of the row may follow its values.
    let is_weighted =
        row.len() == attributes.len() + 1 && row.last().is_some_and(|last| last.starts_with('{'));
    let count = row.len() - usize::from(is_weighted);
    if count != attributes.len() {
        let problem = format!(
            "the row has {count} values, and the file {} attributes",
            attributes.len()
        );
        return Err(DataFault::new(problem, ROWS));
    }
    Ok(row.into_iter().take(count).collect())
}

/// The values of a sparse row, which names the attributes by their indices, from 0.
fn sparse(inside: &str, attributes: &[Attribute]) -> Result<Vec<String>, DataFault> {
    let (inside, _weight) = inside
        .split_once('}')
        .ok_or_else(|| DataFault::new("a sparse row is not closed by }", ROWS))?;
    let mut row: Vec<String> = attributes.iter().map(|own| own.left_out.clone()).collect();
    let mut rest = inside.trim();
    while !rest.is_empty() {
        let (index, value) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        let place = index
            .parse::<usize>()
            .ok()
            .filter(|place| *place < row.len());
        let read = word(value.trim_start(), |letter| letter == ',');
        let (Some(place), Some((value, after))) = (place, read) else {
            let problem = format!(
                "`{}` is no index of an attribute with a value",
                shortened(rest)
            );
            return Err(DataFault::new(problem, ROWS));
        };
        row[place] = value;
        rest = after.trim_start().trim_start_matches(',').trim_start();
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use crate::intake::{DataFault, Format, Intake, Missing, Request, read};

    const HEADER: &str = "% a comment\n@RELATION cars\n\n@attribute 'top speed' REAL\n@attribute n numeric\n@attribute \"the kind\" {'a car', bus}\n@DATA\n";

    fn taken(rows: &str, request: &Request) -> Result<Intake, DataFault> {
        read(&format!("{HEADER}{rows}").as_bytes(), None, request)
    }

    fn numbers(found: &Intake) -> Vec<Vec<f64>> {
        let features = &found.sample.features;
        let rows = 0..found.lines.len();
        rows.map(|row| features.row(row).to_vec()).collect()
    }

    #[test]
    fn dense_rows_are_read_with_quotes_comments_and_the_last_attribute_as_label() {
        let found = taken(
            "1.5, 2, 'a car'\n% between\n-1,0,bus\n2, 3, \"a car\", {2}\n",
            &Request::default(),
        )
        .unwrap();
        assert_eq!(found.format, Format::Arff);
        assert_eq!(found.features, ["top speed", "n"]);
        assert_eq!(
            (found.label.as_str(), found.positive.as_str()),
            ("the kind", "bus")
        );
        assert_eq!(numbers(&found), [[1.5, 2.0], [-1.0, 0.0], [2.0, 3.0]]);
        assert_eq!(found.lines, [8, 10, 11]);
    }

    #[test]
    fn sparse_rows_leave_out_zeros_and_the_first_word_of_a_list() {
        let found = taken(
            "{0 1.5, 2 bus}\n{1 -2}\n{}\n{ 2 'a car' ,0 3 }, {0.5}\n",
            &Request::default(),
        )
        .unwrap();
        assert_eq!(
            numbers(&found),
            [[1.5, 0.0], [0.0, -2.0], [0.0, 0.0], [3.0, 0.0]]
        );
        assert_eq!(
            found.classes,
            [("a car".to_owned(), 3), ("bus".to_owned(), 1)]
        );
    }

    #[test]
    fn missing_values_and_other_labels_are_as_in_every_table() {
        let refused = taken("1,?,bus\n2,3,'a car'\n", &Request::default()).unwrap_err();
        assert_eq!(
            (refused.line, refused.name.as_deref()),
            (Some(8), Some("n"))
        );
        let dropping = Request {
            missing: Missing::Drop,
            ..Request::default()
        };
        let found = taken("1,?,bus\n2,3,'a car'\n1,1,bus\n", &dropping).unwrap();
        assert_eq!((found.dropped, found.lines.len()), (1, 2));
        let by_number = Request {
            label: Some("n".into()),
            features: Some(vec!["top speed".into()]),
            ..Request::default()
        };
        let found = taken("1,0,bus\n2,1,'a car'\n", &by_number).unwrap();
        assert_eq!(
            (found.positive.as_str(), found.unused.as_slice()),
            ("1", &["the kind".to_owned()][..])
        );
    }

    #[test]
    fn faults_of_header_and_rows_have_their_line() {
        for (text, line, part) in [
            (
                "@relation x\n@attribute a numeric\n1,2\n",
                3,
                "before the line @data",
            ),
            ("@relation x\n@data\n1\n", 2, "no attribute"),
            ("@relation x\n@attribute a\n@data\n", 2, "no type"),
            (
                "@relation x\n@attribute a real\n@attribute a real\n",
                3,
                "two attributes",
            ),
            (
                "@relation x\n@attribute a real\n@attribute k {p,n}\n@data\n1,p\n2\n",
                6,
                "1 values",
            ),
            (
                "@relation x\n@attribute a real\n@attribute k {p,n}\n@data\n{7 1}\n",
                5,
                "no index",
            ),
            (
                "@relation x\n@attribute a real\n@attribute k {p,n}\n@data\n{0 1\n",
                5,
                "not closed",
            ),
            (
                "@relation x\n@attribute a real\n@attribute k {p,n}\n@data\n1,'p\n",
                5,
                "never closed",
            ),
        ] {
            let fault = read(&text.as_bytes(), None, &Request::default()).unwrap_err();
            assert_eq!(fault.line, Some(line), "{text}: {}", fault.problem);
            assert!(fault.problem.contains(part), "{text}: {}", fault.problem);
        }
    }
}
