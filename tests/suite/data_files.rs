//! Runs specs on a user's data files: formats, paths, and files that change later.

use crate::support::program::{lab_in as lab, only_address};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

/// Writes a spec on a data file, with these keys of its generator.
fn spec(folder: &Path, name: &str, keys: &str) {
    let text = SpecText::new(format_args!("file\n{keys}"))
        .replicates(3)
        .variant("plain", CYCLIC)
        .more("stop = { updates = 50 }")
        .more("[[claims]]\nid = \"mistakes\"\nobserved = \"mistakes\"\nlimit = \"50\"");
    fs::write(
        folder.join("experiments").join(format!("{name}.toml")),
        text.to_string(),
    )
    .unwrap();
}

const TABLE: &str = "height,width,class\n1.5,-1,yes\n0.25,1,yes\n-1,-0.75,no\n-2,1,no\n3,-4,yes\n";

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("experiments")).unwrap();
    fs::write(folder.path().join("experiments/table.csv"), TABLE).unwrap();
    folder
}

/// The trial of a spec's only cell, without the fields that name the file.
fn trial(folder: &Path, name: &str) -> serde_json::Value {
    let address = only_address(folder, name);
    let (code, out, error) = lab(folder, &["replay", &address, "--json"]);
    assert_eq!(code, 0, "{error}");
    let mut row: serde_json::Value = serde_json::from_str(&out).unwrap();
    row["row"]["cell"] = serde_json::Value::Null;
    row["row"].clone()
}

#[test]
fn csv_libsvm_and_parquet_files_give_equal_trials() {
    let folder = folder();
    let at = folder.path();
    let svm = "+1 1:1.5 2:-1\n+1 1:0.25 2:1\n-1 1:-1 2:-0.75\n-1 1:-2 2:1\n+1 1:3 2:-4\n";
    fs::write(at.join("experiments/table.libsvm"), svm).unwrap();
    spec(at, "csv", "path = \"table.csv\"\npositive = \"yes\"");
    spec(at, "svm", "path = \"table.libsvm\"");
    let (code, out, error) = lab(at, &["run", "experiments/csv.toml", "experiments/svm.toml"]);
    assert_eq!(code, 0, "{out}{error}");
    let of_csv = trial(at, "csv");
    assert_eq!(of_csv["dimension"], 2);
    assert_eq!(of_csv, trial(at, "svm"));
    // A parquet file of the same numbers contains doubles, all of them exact here.
    let address = only_address(at, "csv");
    let table = "experiments/table.parquet";
    let (code, _, error) = lab(at, &["export", &address, "--to", table]);
    assert_eq!(code, 0, "{error}");
    spec(at, "parquet", "path = \"table.parquet\"\nlabel = \"label\"");
    let (code, _, error) = lab(at, &["run", "experiments/parquet.toml"]);
    assert_eq!(code, 0, "{error}");
    let of_parquet = trial(at, "parquet");
    for column in ["examples", "mistakes", "updates", "passes", "radius"] {
        assert_eq!(of_parquet[column], of_csv[column], "{column}");
    }
}

#[test]
fn data_file_outside_the_spec_folder_needs_allow_outside() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("elsewhere.csv"), TABLE).unwrap();
    spec(at, "out", "path = \"../elsewhere.csv\"");
    let (code, _, error) = lab(at, &["run", "experiments/out.toml"]);
    assert!(code == 2 && error.contains("--allow-outside"), "{error}");
    assert!(error.contains("experiments/out.toml:"), "{error}");
    let (code, _, error) = lab(at, &["run", "experiments/out.toml", "--allow-outside"]);
    assert_eq!(code, 0, "{error}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../elsewhere.csv", at.join("experiments/link.csv")).unwrap();
        spec(at, "link", "path = \"link.csv\"");
        let (code, _, error) = lab(at, &["check", "experiments/link.toml"]);
        assert!(code == 2 && error.contains("--allow-outside"), "{error}");
    }
}

#[test]
fn a_file_that_changed_is_not_mixed_with_trials_of_the_old_one() {
    let folder = folder();
    let at = folder.path();
    spec(at, "changing", "path = \"table.csv\"");
    let (code, _, error) = lab(at, &["run", "experiments/changing.toml"]);
    assert_eq!(code, 0, "{error}");
    let changed = TABLE.replace("0.25", "0.26");
    fs::write(at.join("experiments/table.csv"), changed).unwrap();
    let (code, _, error) = lab(at, &["run", "experiments/changing.toml"]);
    assert!(
        code == 2 && error.contains("holds trials of another spec"),
        "{error}"
    );
    let (code, _, error) = lab(at, &["run", "experiments/changing.toml", "--fresh"]);
    assert_eq!(code, 0, "{error}");
}

#[test]
fn data_file_errors_name_the_spec_key_and_the_line() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("experiments/gap.csv"), TABLE.replace("0.25", "")).unwrap();
    fs::create_dir(at.join("experiments/sub")).unwrap();
    for (keys, parts) in [
        (
            "path = \"table.csv\"\nlabel = \"clas\"",
            ["generator.file.label", "no column `clas`"],
        ),
        (
            "path = \"table.csv\"\npositive = \"perhaps\"",
            ["generator.file.positive", "perhaps"],
        ),
        ("path = \"gap.csv\"", ["line 3, column 1", "missing"]),
        ("path = \"sub\"", ["generator.file.path", "is not a file"]),
        ("path = \"table.csv\"\nexamples = 6", ["examples", "1 to 5"]),
    ] {
        spec(at, "wrong", keys);
        let (code, _, error) = lab(at, &["check", "experiments/wrong.toml"]);
        assert_eq!(code, 2, "{keys}");
        for part in parts {
            assert!(error.contains(part), "{part}: {error}");
        }
    }
    spec(at, "dropped", "path = \"gap.csv\"\nmissing = \"drop\"");
    let (code, _, error) = lab(at, &["run", "experiments/dropped.toml"]);
    assert_eq!(code, 0, "{error}");
    assert_eq!(trial(at, "dropped")["examples"], 4);
}

#[test]
fn data_files_with_equal_names_are_refused() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("experiments/other")).unwrap();
    fs::write(at.join("experiments/other/table.csv"), TABLE).unwrap();
    let sweep = "[[sweep]]\n\"generator.file.path\" = [\"table.csv\", \"other/table.csv\"]";
    spec(at, "twins", &format!("path = \"table.csv\"\n{sweep}"));
    let (code, _, error) = lab(at, &["run", "experiments/twins.toml"]);
    assert!(code == 2 && error.contains("rename one"), "{error}");
}

#[test]
fn init_writes_a_spec_of_a_libsvm_file_that_runs_and_refuses_a_pipe() {
    let folder = TempDir::new().unwrap();
    let data = "1 1:1 2:3\n1 1:2 2:5\n0 1:-1\n0 2:-3\n";
    fs::write(folder.path().join("two.svm"), data).unwrap();
    let (code, _, error) = lab(folder.path(), &["init", "two", "--data", "two.svm"]);
    assert_eq!(code, 0, "{error}");
    let (code, _, error) = lab(folder.path(), &["check", "two.toml"]);
    assert_eq!(code, 0, "{error}");
    let (code, _, error) = lab(folder.path(), &["init", "pipe", "--data", "-"]);
    assert_eq!(code, 2);
    assert!(error.contains("save the data to a file"), "{error}");
    assert!(!folder.path().join("pipe.toml").exists());
}

#[test]
fn advice_about_a_data_file_in_a_spec_is_a_key_of_the_spec() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("t.csv"), "x,c\n,a\n1,b\n2,a\n").unwrap();
    let spec = SpecText::new("file\npath = \"t.csv\"")
        .replicates(1)
        .variant("v", CYCLIC)
        .claim("online-mistake-bound");
    let spec = spec.to_string();
    fs::write(folder.path().join("t.toml"), &spec).unwrap();
    let (code, _, error) = lab(folder.path(), &["run", "t.toml"]);
    assert_eq!(code, 2);
    assert!(
        error.contains("missing = \"drop\"") && !error.contains("--missing"),
        "{error}"
    );
    let mended = spec.replace("path = \"t.csv\"", "path = \"t.csv\"\nmissing = \"drop\"");
    fs::write(folder.path().join("t.toml"), mended).unwrap();
    let (code, _, error) = lab(folder.path(), &["check", "t.toml"]);
    assert_eq!(code, 0, "{error}");
}
