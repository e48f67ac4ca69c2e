//! Compares runs with reference runs through the program: small hand-made sets, and the published corpus if it is available.

use crate::support::program::{ended, program};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn conform(folder: &Path, options: &[&str]) -> (i32, String, String) {
    ended(program(&["conform"]).arg(folder).args(options))
}

/// A folder of reference runs: name, examples file, weights file.
fn corpus(sets: &[(&str, &str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    ["data", "weights"]
        .iter()
        .for_each(|name| fs::create_dir(folder.path().join(name)).unwrap());
    for (name, data, weights) in sets {
        fs::write(folder.path().join(format!("data/{name}.dat")), data).unwrap();
        fs::write(folder.path().join(format!("weights/{name}.txt")), weights).unwrap();
    }
    folder
}

/// Positive at −1/2, negative at 1/2: updates on both, then a clean pass; w = (0, −1).
const LINE: &str = "2\n1\n1\n-1 % 2\n0\n1 % 2\n";
const SINGLE: &str = "1\n1\n1\n1 % 3\n";
const HOPELESS: &str = "2\n1\n1\n1\n0\n1\n";

#[test]
fn matching_sets_end_with_exit_code_0_in_natural_order() {
    let folder = corpus(&[
        ("a_10", LINE, "0 % 1\n-1 % 1\n"),
        ("a_2", SINGLE, "1\n1 % 3\n"),
        ("a_1", LINE, "0\n-2 % 2"),
    ]);
    let (code, json, _) = conform(folder.path(), &["--json"]);
    let rows: Vec<Value> = serde_json::from_str(&json).unwrap();
    let expected = r#"[{"set":"a_1","matches":true,"updates":2,"passes":2},{"set":"a_2","matches":true,"updates":1,"passes":2},
        {"set":"a_10","matches":true,"updates":2,"passes":2}]"#;
    assert_eq!((code, rows), (0, serde_json::from_str(expected).unwrap()));
    assert!(conform(folder.path(), &[]).1.contains("3 of 3 sets match"));
}

#[test]
fn a_mismatch_ends_with_exit_code_1_and_shows_the_first_differing_coordinate() {
    let folder = corpus(&[("right", LINE, "0\n-1\n"), ("wrong", LINE, "0\n-3 % 2\n")]);
    let (code, table, _) = conform(folder.path(), &[]);
    assert!(
        code == 1 && table.contains("wrong: weight 1 is -1, the reference has -3/2"),
        "{table}"
    );
    assert!(table.contains("1 of 2 sets match"), "{table}");
}

#[test]
fn mismatches_under_the_other_tie_convention_are_listed_as_differing() {
    let folder = corpus(&[
        ("same", "1\n1\n0\n1 % 3\n", "-1\n-1 % 3\n"),
        ("single", SINGLE, "1\n1 % 3\n"),
    ]);
    let (code, table, _) = conform(folder.path(), &["--ties", "positive"]);
    assert!(code == 1 && table.contains("differ (1): single"), "{table}");
    assert!(table.contains("1 updates, 2 passes"), "{table}");
}

#[test]
fn inseparable_set_gives_a_mismatch_row_and_does_not_hang() {
    let folder = corpus(&[("hopeless", HOPELESS, "0\n0\n")]);
    let (code, json, _) = conform(folder.path(), &["--json", "--most-updates", "1000"]);
    let rows: Vec<Value> = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (
            code,
            rows[0]["matches"].as_bool(),
            rows[0]["updates"].as_u64()
        ),
        (1, Some(false), Some(1000))
    );
    assert!(conform(folder.path(), &[]).1.contains("not separable"));
}

#[test]
fn a_malformed_file_ends_with_exit_code_2_and_names_its_line() {
    for (data, weights, place) in [
        ("2\n1\n1\n0.5\n0\n1\n", "0\n0\n", "bad.dat:4"),
        ("2\n1\n7\n1\n0\n1\n", "0\n0\n", "bad.dat:3"),
        ("2\n1\n1\n1\n0\n", "0\n0\n", "bad.dat:6"),
        ("two\n1\n", "0\n0\n", "bad.dat:1"),
        (LINE, "0\n1 % 0\n", "bad.txt:2"),
        (LINE, "0\n", "bad.txt:2"),
        (LINE, "0\n-1\n5\n", "bad.txt:3"),
    ] {
        let folder = corpus(&[("bad", data, weights), ("good", LINE, "0\n-1\n")]);
        let (code, printed, message) = conform(folder.path(), &[]);
        assert!(
            code == 2 && printed.is_empty() && message.contains(place),
            "{message}"
        );
    }
}

#[test]
fn a_missing_folder_or_file_ends_with_exit_code_2() {
    let folder = corpus(&[("a", LINE, "0\n-1\n"), ("b", LINE, "0\n-1\n")]);
    fs::remove_file(folder.path().join("weights/b.txt")).unwrap();
    let (code, _, message) = conform(folder.path(), &[]);
    assert!(code == 2 && message.contains("data/b.dat"), "{message}");
    fs::remove_file(folder.path().join("data/b.dat")).unwrap();
    fs::remove_file(folder.path().join("data/a.dat")).unwrap();
    assert_eq!(conform(folder.path(), &[]).0, 2);
    let (code, _, message) = conform(&folder.path().join("nowhere"), &[]);
    assert!(code == 2 && message.contains("nowhere"), "{message}");
}

/// The published corpus; without it a notice says that its tests are skipped.
fn oracle() -> Option<PathBuf> {
    let folder = std::env::var_os("PERCEPTRON_LAB_ORACLE")
        .map(PathBuf::from)
        .filter(|folder| folder.is_dir());
    if folder.is_none() {
        // Not `eprintln!`, whose output the test harness captures.
        std::io::stderr()
            .write_all(b"skipped: PERCEPTRON_LAB_ORACLE names no folder of reference runs\n")
            .unwrap();
    }
    folder
}

#[test]
fn the_verified_corpus_is_reproduced_bit_for_bit() {
    let Some(folder) = oracle() else { return };
    let (code, json, _) = conform(&folder, &["--json"]);
    let rows: Vec<Value> = serde_json::from_str(&json).unwrap();
    let counts = |key: &str| {
        rows.iter()
            .filter_map(|row| row[key].as_u64())
            .collect::<Vec<_>>()
    };
    assert_eq!((code, rows.len()), (0, 20));
    assert_eq!(
        counts("updates"),
        [
            57, 96, 68, 65, 65, 99, 69, 51, 71, 71, 32, 37, 33, 42, 33, 26, 34, 29, 28, 32
        ]
    );
    assert_eq!(
        counts("passes"),
        [4, 11, 5, 8, 7, 10, 5, 4, 6, 7, 4, 6, 3, 3, 4, 3, 4, 4, 3, 3]
    );
}

#[test]
fn corpus_distinguishes_the_tie_conventions() {
    let Some(folder) = oracle() else { return };
    let (code, json, _) = conform(&folder, &["--json", "--ties", "positive"]);
    let rows: Vec<Value> = serde_json::from_str(&json).unwrap();
    let row = rows.iter().find(|row| row["set"] == "vec50_3").unwrap();
    assert_eq!(
        (code, row["updates"].as_u64(), row["passes"].as_u64()),
        (1, Some(34), Some(5))
    );
    assert_eq!(
        (row["matches"].as_bool(), row["tells_apart"].as_bool()),
        (Some(false), Some(true))
    );
}
