//! Stores verdicts as JSON, for programs, and as CSV, for spreadsheets.
//!
//! `store` may import `judge`, because verdict files are stored here too. It imports `learn` for the words of `stop_reason`.

use super::{StoreError, files};
use claims::judge::Verdict;
use perceptron::intake::abridged;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;
use std::path::Path;

/// Writes `verdicts.json` and `verdicts.csv` into a folder.
pub fn write_verdicts(folder: &Path, verdicts: &[Verdict]) -> Result<(), StoreError> {
    let json = folder.join("verdicts.json");
    let mut text = serde_json::to_string_pretty(verdicts)
        .map_err(|error| StoreError::damaged(&json, error))?;
    text.push('\n');
    files::write(&json, text.as_bytes())?;
    let path = folder.join("verdicts.csv");
    let table = csv(verdicts).map_err(|error| StoreError::damaged(&path, error))?;
    files::write(&path, &table)
}

/// Reads the verdicts of a results folder from its `verdicts.json`.
pub fn read_verdicts(folder: &Path) -> Result<Vec<Verdict>, StoreError> {
    let path = folder.join("verdicts.json");
    if !path.exists() {
        return Err(StoreError::Missing {
            path: folder.to_owned(),
            what: "verdicts.json",
        });
    }
    let text =
        std::fs::read_to_string(&path).map_err(|error| StoreError::io("read", &path, error))?;
    serde_json::from_str(&text)
        .map_err(|error| StoreError::damaged(&path, abridged(&error.to_string())))
}

/// Names and values of a verdict's fields, in the order of their declaration; a JSON object would sort them alphabetically.
struct Fields(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder).map(Fields)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Vec<(String, Value)>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("the fields of a verdict")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(fields)
    }
}

/// Writes verdicts as CSV, one line each, with columns in the order of the fields. Parts of lists and tables have columns of their own; null becomes
/// empty.
fn csv(verdicts: &[Verdict]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let lines = verdicts.iter().map(cells).collect::<Result<Vec<_>, _>>()?;
    let names = names(&lines);
    if !names.is_empty() {
        writer.write_record(&names)?;
    }
    for line in &lines {
        let cell = |name: &&String| line.iter().find(|(own, _)| own == *name);
        writer.write_record(
            names
                .iter()
                .map(|name| cell(name).map_or("", |(_, text)| text)),
        )?;
    }
    Ok(writer.into_inner()?)
}

/// A line of the table: names of columns, and what stands in them.
type Cells = Vec<(String, String)>;

/// Names of the columns of all verdicts, in order. A column of only some verdicts stands after the one that it follows there.
fn names(lines: &[Cells]) -> Vec<&String> {
    let mut names: Vec<&String> = Vec::new();
    for line in lines {
        let mut next = 0;
        for (name, _) in line {
            match names.iter().position(|known| *known == name) {
                Some(place) => next = place + 1,
                None => {
                    names.insert(next, name);
                    next += 1;
                }
            }
        }
    }
    names
}

fn cells(verdict: &Verdict) -> Result<Cells, serde_json::Error> {
    let Fields(fields) = serde_json::from_str(&serde_json::to_string(verdict)?)?;
    let mut cells = Vec::new();
    fields
        .iter()
        .for_each(|(name, value)| add(&mut cells, name, value));
    Ok(cells)
}

/// Adds a field: the parameters of a cell by their own names, the parts of other tables with the name of the field before theirs, and both ends of an
/// interval.
fn add(cells: &mut Cells, name: &str, value: &Value) {
    match value {
        Value::Object(parts) if name == "cell" => {
            parts
                .iter()
                .for_each(|(key, part)| cells.push((key.clone(), text(part))));
        }
        Value::Object(parts) => {
            parts
                .iter()
                .for_each(|(key, part)| add(cells, &format!("{name}_{key}"), part));
        }
        Value::Array(both) if both.len() == 2 && name == "variant" => {
            cells.push((name.to_owned(), text(&both[0])));
            cells.push((format!("second_{name}"), text(&both[1])));
        }
        Value::Array(ends) if ends.len() == 2 && ends.iter().all(Value::is_number) => {
            cells.push((format!("{name}_lower"), text(&ends[0])));
            cells.push((format!("{name}_upper"), text(&ends[1])));
        }
        Value::Null if name == "cell" || name.ends_with("interval") => {}
        other => cells.push((name.to_owned(), text(other))),
    }
}

/// A value as text; the parts of a list are joined.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::judge::PairCounts;
    use serde_json::json;

    fn written(verdicts: &[Verdict]) -> Vec<Vec<String>> {
        let table = csv(verdicts).unwrap();
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(table.as_slice());
        let lines = reader.records().map(|line| {
            let line = line.unwrap();
            line.iter().map(str::to_owned).collect()
        });
        lines.collect()
    }

    #[test]
    fn csv_columns_follow_the_order_of_verdict_fields() {
        let lines = written(&[Verdict::default()]);
        let place = |name: &str| lines[0].iter().position(|found| found == name);
        let chosen = ["experiment", "id", "claim", "variant", "verdict"];
        let places: Vec<usize> = chosen.iter().filter_map(|name| place(name)).collect();
        assert_eq!(places, [0, 1, 2, 7, 8]);
        assert_eq!(place("replay"), Some(lines[0].len() - 1));
    }

    #[test]
    fn csv_has_a_column_for_each_part_and_null_is_empty() {
        let verdict = Verdict {
            id: "a, \"b\"".into(),
            cell: json!({"z": 1, "a": "x", "l": [1, 2]}).as_object().cloned(),
            variant: json!(["p", "q"]),
            number: vec!["X3".into(), "X8".into()],
            interval: Some([0.0, 0.5]),
            pairs: Some(PairCounts {
                smaller: 3,
                interval: Some([0.25, 1.0]),
                ..PairCounts::default()
            }),
            ..Verdict::default()
        };
        let lines = written(&[verdict.clone(), Verdict::default()]);
        let of = |line: usize, name: &str| {
            let place = lines[0].iter().position(|found| found == name).unwrap();
            lines[line][place].as_str()
        };
        assert_eq!(of(1, "id"), "a, \"b\"");
        let due = [
            ("a", "x"),
            ("z", "1"),
            ("l", "1; 2"),
            ("variant", "p"),
            ("second_variant", "q"),
            ("number", "X3; X8"),
            ("interval_lower", "0.0"),
            ("interval_upper", "0.5"),
            ("pairs_smaller", "3"),
            ("pairs_interval_upper", "1.0"),
        ];
        for (name, text) in due {
            assert_eq!(of(1, name), text, "{name}");
        }
        assert_eq!(
            (of(2, "z"), of(2, "needed"), of(2, "trials")),
            ("", "", "0")
        );
        assert!(!lines.concat().iter().any(|text| text.contains(['{', '['])));
    }

    #[test]
    fn field_present_in_one_verdict_is_a_csv_column_for_all() {
        let reason = Verdict {
            missing: Some("risk has no value".into()),
            ..Verdict::default()
        };
        let lines = written(&[Verdict::default(), reason]);
        let place = lines[0]
            .iter()
            .position(|found| found == "missing")
            .unwrap();
        assert_eq!(
            [&lines[1][place], &lines[2][place]],
            ["", "risk has no value"]
        );
    }

    #[test]
    fn csv_columns_are_the_ordered_union_of_all_verdict_fields() {
        let copies = Verdict {
            independent: Some(1),
            ..Verdict::default()
        };
        let repeated = Verdict {
            same_runs_as: Some("plain".into()),
            ..Verdict::default()
        };
        let lines = written(&[repeated, copies]);
        let place = |name: &str| lines[0].iter().position(|found| found == name).unwrap();
        assert_eq!(place("same_runs_as"), place("independent") + 1);
        assert_eq!(lines[1][place("same_runs_as")], "plain");
        assert_eq!(lines[2][place("independent")], "1");
    }

    #[test]
    fn verdicts_round_trip_through_their_file() {
        let folder = tempfile::tempdir().unwrap();
        let verdict = Verdict {
            id: "a".into(),
            alpha: 0.1,
            ..Verdict::default()
        };
        write_verdicts(folder.path(), std::slice::from_ref(&verdict)).unwrap();
        assert_eq!(read_verdicts(folder.path()).unwrap(), [verdict]);
    }
}
