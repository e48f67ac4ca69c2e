//! Tests the command `trials`, which writes stored trials as CSV, against the trials in parquet.

use crate::support::csv_rows::csv_rows;
use crate::support::program::lab_in as lab;
use polars::prelude::*;
use std::fs::{self, File};
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let spec = SpecText::new("sphere-margin\nexamples = 9\ndimension = 3\ntarget_margin = 0.2");
    let spec = spec.replicates(7).variant("plain", CYCLIC);
    let spec = spec.sweep("generator.sphere-margin.dimension", "3, 4");
    let spec = spec.claim("online-mistake-bound");
    fs::write(folder.path().join("t.toml"), spec.to_string()).unwrap();
    let (code, _, error) = lab(folder.path(), &["run", "t.toml"]);
    assert_eq!(code, 0, "{error}");
    folder
}

#[test]
fn every_value_of_every_trial_is_in_the_csv() {
    let folder = folder();
    let (code, text, error) = lab(folder.path(), &["trials", "t"]);
    assert_eq!(code, 0, "{error}");
    let (names, rows) = csv_rows(&text);
    let path = folder.path().join("results/t/trials.parquet");
    let stored = ParquetReader::new(File::open(path).unwrap())
        .finish()
        .unwrap();
    assert_eq!((stored.height(), stored.width()), (rows.len(), names.len()));
    assert_eq!(rows.len(), 14);
    for (place, name) in names.iter().enumerate() {
        let column = stored.column(name).unwrap();
        for (row, record) in rows.iter().enumerate() {
            let cell = &record[place];
            match column.get(row).unwrap() {
                AnyValue::Null => assert_eq!(cell, "", "{name}"),
                AnyValue::Float64(number) => assert_eq!(cell.parse::<f64>().unwrap(), number),
                AnyValue::String(due) => assert_eq!(cell, due),
                due => assert_eq!(cell, due.to_string(), "{name}"),
            }
        }
    }
}

#[test]
fn chosen_columns_have_plain_names_on_request_and_unknown_ones_are_refused() {
    let folder = folder();
    let at = folder.path();
    let columns = "variant,generator.sphere-margin.dimension,mistakes";
    let words = [
        "trials",
        "t",
        "--columns",
        columns,
        "--plain-names",
        "--output",
        "t.csv",
    ];
    let (code, told, error) = lab(at, &words);
    assert!(code == 0 && told.contains("14 trials"), "{told}{error}");
    let (names, rows) = csv_rows(&fs::read_to_string(at.join("t.csv")).unwrap());
    assert_eq!(
        names,
        ["variant", "generator_sphere_margin_dimension", "mistakes"]
    );
    let dimensions: Vec<&str> = rows.iter().map(|row| &row[1]).collect();
    assert_eq!(dimensions, [["3"; 7], ["4"; 7]].concat());
    let (code, _, error) = lab(at, &["trials", "t", "--columns", "mistake"]);
    assert!(
        code == 2 && error.contains("did you mean `mistakes`?"),
        "{error}"
    );
    let (code, _, error) = lab(at, &["trials", "t", "--output", "results/t/trials.parquet"]);
    assert!(code == 2 && error.contains("would overwrite"), "{error}");
    fs::write(at.join("results/t/trials.parquet"), "damaged").unwrap();
    let (code, _, error) = lab(at, &["trials", "t"]);
    assert!(code != 0 && error.contains("SHA-256"), "{error}");
}

#[test]
fn the_swept_key_of_all_variants_has_a_plain_name() {
    let folder = TempDir::new().unwrap();
    let spec = SpecText::new("sphere-margin\nexamples = 9\ndimension = 3\ntarget_margin = 0.2");
    let spec = spec.replicates(2).variant("plain", CYCLIC);
    let spec = spec.sweep("variants.*.stop.passes", "1, 2");
    fs::write(folder.path().join("t.toml"), spec.to_string()).unwrap();
    let (code, _, error) = lab(folder.path(), &["run", "t.toml"]);
    assert_eq!(code, 0, "{error}");
    let words = ["trials", "t", "--plain-names"];
    let (code, told, error) = lab(folder.path(), &words);
    assert_eq!(code, 0, "{error}");
    let (names, rows) = csv_rows(&told);
    let place = names.iter().position(|name| name == "variants_stop_passes");
    let passes: Vec<&str> = rows.iter().map(|row| &row[place.unwrap()]).collect();
    assert_eq!(passes, ["1", "1", "2", "2"]);
}
