//! Reads parquet files of all types, intact and with values that are no numbers.

use super::*;
use perceptron::intake::NumberFormat;
use perceptron::sample::Rational;
use polars::prelude::{Column, DataFrame, NamedFrom, ParquetWriter, Series};
use std::path::PathBuf;
use tempfile::TempDir;

/// Writes a file with these columns.
fn written(folder: &TempDir, columns: Vec<Series>) -> PathBuf {
    let path = folder.path().join("t.parquet");
    let columns: Vec<Column> = columns.into_iter().map(Column::from).collect();
    let height = columns[0].len();
    let mut frame = DataFrame::new(height, columns).unwrap();
    let file = File::create(&path).unwrap();
    ParquetWriter::new(file).finish(&mut frame).unwrap();
    path
}

fn read(path: &Path, request: &Request) -> Result<Intake, DataFault> {
    read_table(path, request, &mut |_, _| {})
}

#[test]
fn typed_columns_are_read_as_features_and_text_label() {
    let folder = TempDir::new().unwrap();
    let columns = vec![
        Series::new("x".into(), [0.1, -2.5, 3.0]),
        Series::new("half".into(), [0.5_f32, 1.5, 2.5]),
        Series::new("count".into(), [1_i64, -7, 9]),
        Series::new("flag".into(), [true, false, true]),
        Series::new("class".into(), ["a", "b", "a"]),
    ];
    let path = written(&folder, columns);
    let intake = read(&path, &Request::default()).unwrap();
    assert_eq!(
        (intake.held, intake.positive.as_str()),
        (NumberFormat::Doubles, "b")
    );
    assert_eq!(
        intake.sample.features.row(1).as_ref(),
        [-2.5, 1.5, -7.0, 0.0]
    );
    let counts = Request {
        features: Some(vec!["count".into(), "flag".into()]),
        ..Request::default()
    };
    let intake = read(&path, &counts).unwrap();
    assert_eq!(intake.held, NumberFormat::Decimals);
    assert_eq!(intake.unused, ["x", "half"]);
}

#[test]
fn missing_infinite_and_text_values_are_refused_with_row_and_column() {
    let folder = TempDir::new().unwrap();
    let classes = || Series::new("c".into(), ["a", "b", "a"]);
    let place = |bad: Series| {
        let path = written(
            &folder,
            vec![Series::new("x".into(), [1_i64, 2, 3]), bad, classes()],
        );
        let fault = read(&path, &Request::default()).unwrap_err();
        (fault.line, fault.column, fault.name.clone())
    };
    let due = (Some(2), Some(2), Some("y".to_owned()));
    assert_eq!(
        place(Series::new("y".into(), [Some(1.0), None, Some(2.0)])),
        due
    );
    assert_eq!(
        place(Series::new("y".into(), [1.0, f64::INFINITY, 2.0])),
        due
    );
    assert_eq!(place(Series::new("y".into(), [1.0, f64::NAN, 2.0])), due);
    assert_eq!(place(Series::new("y".into(), ["1", "red", "2"])), due);
}

#[test]
fn rows_beyond_one_slice_are_read_in_order() {
    let folder = TempDir::new().unwrap();
    let count = ROWS_AT_ONCE as i64 + 3;
    let numbers: Vec<i64> = (0..count).collect();
    let classes: Vec<i64> = (0..count).map(|row| row % 2).collect();
    let columns = vec![
        Series::new("x".into(), numbers),
        Series::new("c".into(), classes),
    ];
    let path = written(&folder, columns);
    let intake = read(&path, &Request::default()).unwrap();
    assert_eq!(intake.lines.len() as i64, count);
    let last = intake.sample.features.row(count as usize - 1);
    assert_eq!(last.as_ref(), [(count - 1) as f64]);
}

/// Columns of every type that is read, written by pyarrow; tests/parquet/README.md says how.
const TYPES: &[u8] = include_bytes!("../../../tests/parquet/types.parquet");

/// Columns of types that are refused.
const OTHERS: &[u8] = include_bytes!("../../../tests/parquet/others.parquet");

fn read_bytes(bytes: &[u8], request: &Request) -> Result<Intake, DataFault> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.parquet");
    std::fs::write(&path, bytes).unwrap();
    read(&path, request)
}

fn of_feature(name: &str) -> Request {
    Request {
        label: Some("kind".into()),
        features: Some(vec![name.to_owned()]),
        ..Request::default()
    }
}

#[test]
fn numbers_of_every_width_are_read_as_they_are() {
    let due: [(&str, [&str; 3]); 14] = [
        ("int8", ["-128", "0", "127"]),
        ("int16", ["-32768", "0", "32767"]),
        ("int32", ["-2147483648", "0", "2147483647"]),
        (
            "int64",
            ["-9223372036854775808", "0", "9223372036854775807"],
        ),
        ("uint8", ["0", "1", "255"]),
        ("uint16", ["0", "1", "65535"]),
        ("uint32", ["0", "1", "4294967295"]),
        ("uint64", ["0", "1", "18446744073709551615"]),
        ("decimal32", ["-99.99", "0.1", "12.34"]),
        ("decimal128", ["-12345678901234567890.12345", "0.1", "3"]),
        ("bool", ["0", "1", "1"]),
        ("category_int", ["7", "-3", "7"]),
        ("number.words", ["1.5", "-2", "3e2"]),
        ("large", ["1", "2", "3"]),
    ];
    for (name, values) in due {
        let intake =
            read_bytes(TYPES, &of_feature(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        for (row, value) in values.iter().enumerate() {
            let found = intake.sample.features.exact_row(row).unwrap();
            let value: Rational = match value.strip_suffix("e2") {
                Some(short) => &short.parse::<Rational>().unwrap() * &Rational::from(100_i64),
                None => value.parse().unwrap(),
            };
            assert_eq!(found, [value], "{name}");
        }
    }
    for (name, values) in [
        ("float16", [-65504.0, 6.103515625e-5, 0.333251953125]),
        ("float32", [-1.5, 0.10000000149011612, 3.0]),
        ("float64", [-1.5, 0.1, 1e-70]),
    ] {
        let intake = read_bytes(TYPES, &of_feature(name)).unwrap();
        let found: Vec<f64> = (0..3)
            .map(|row| intake.sample.features.row(row)[0])
            .collect();
        assert_eq!(found, values, "{name}");
        assert_eq!(intake.held, NumberFormat::Doubles);
    }
}

#[test]
fn long_decimals_and_integers_of_128_bits_are_exact_and_longer_numbers_refused() {
    const LONG: &[u8] = include_bytes!("../../../tests/parquet/long-decimals.parquet");
    const POLARS: &[u8] = include_bytes!("../../../tests/parquet/polars.parquet");
    let powers = [1_i128 << 126, i128::MAX].map(|power| power.to_string());
    let negative = format!("-{}", powers[0]);
    for (file, name, due) in [
        (
            LONG,
            "long",
            ["-9999999999999999999999999999999.5", "0.1", "12.34"],
        ),
        (POLARS, "int128", [&negative, "0", &powers[0]]),
        (POLARS, "uint128", ["0", "1", &powers[1]]),
    ] {
        let sample = read_bytes(file, &of_feature(name)).unwrap().sample;
        for (row, value) in due.iter().enumerate() {
            let due: Rational = value.parse().unwrap();
            assert_eq!(sample.features.exact_row(row).unwrap(), [due], "{name}");
        }
    }
    for (file, name, line) in [(LONG, "longest", 2), (POLARS, "wide", 3)] {
        let fault = read_bytes(file, &of_feature(name)).unwrap_err();
        assert!(fault.problem.contains("more than 38 digits"), "{fault}");
        assert_eq!(
            (fault.line, fault.name.as_deref()),
            (Some(line), Some(name))
        );
    }
}

#[test]
fn an_encoding_that_is_not_read_is_not_called_damage() {
    let bytes = include_bytes!("../../../tests/parquet/split-bytes.parquet");
    let fault = read_bytes(bytes, &of_feature("x")).unwrap_err();
    assert!(fault.problem.contains("encoded or compressed"), "{fault}");
}

#[test]
fn labels_can_be_text_numbers_or_booleans() {
    for (name, due) in [
        ("kind", "b"),
        ("category", "y"),
        ("category_int", "7"),
        ("bool", "1"),
        ("decimal32", "12.34"),
        ("uint64", "18446744073709551615"),
        ("float64", "0.1"),
    ] {
        let request = Request {
            label: Some(name.into()),
            features: Some(vec!["int8".into()]),
            ..Request::default()
        };
        let intake = read_bytes(TYPES, &request).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(intake.positive, due, "{name}");
    }
}

#[test]
fn columns_of_unsupported_types_are_refused_only_if_selected() {
    for (name, due) in [
        ("date32", "dates"),
        ("time", "times of day"),
        ("timestamp", "timestamps"),
        ("duration", "durations"),
        ("binary", "bytes"),
        ("fixed", "bytes of a fixed length"),
        ("list", "lists"),
        ("struct", "structs"),
        ("map", "maps"),
    ] {
        let fault = read_bytes(OTHERS, &of_feature(name)).expect_err(name);
        assert_eq!(fault.problem, format!("the column holds {due}"));
        assert_eq!(fault.name.as_deref(), Some(name));
    }
    // A column of type null has no values, and a column after nested ones is found.
    let fault = read_bytes(OTHERS, &of_feature("null")).unwrap_err();
    assert_eq!((fault.line, fault.name.as_deref()), (Some(1), Some("null")));
    let intake = read_bytes(OTHERS, &of_feature("x")).unwrap();
    assert_eq!(intake.sample.features.row(2).as_ref(), [3.0]);
}

#[test]
fn pandas_index_is_ignored_unless_selected() {
    let bytes = include_bytes!("../../../tests/parquet/pandas.parquet");
    let intake = read_bytes(bytes, &Request::default()).unwrap();
    assert_eq!(
        (intake.label.as_str(), intake.features.as_slice()),
        ("kind", &["x".to_owned()][..])
    );
    assert_eq!(intake.indices, ["key"]);
    let intake = read_bytes(bytes, &of_feature("key")).unwrap();
    assert_eq!(intake.sample.features.row(1).as_ref(), [20.0]);
    assert!(is_index_name("__index_level_12__") && !is_index_name("__index_level___"));
}

#[test]
fn two_columns_of_one_name_are_refused() {
    let bytes = include_bytes!("../../../tests/parquet/twice.parquet");
    let fault = read_bytes(bytes, &Request::default()).unwrap_err();
    assert!(
        fault.problem.contains("two columns are named `x`"),
        "{fault}"
    );
}
