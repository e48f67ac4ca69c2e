//! Reads tables of other programs with `analyze` and `init`: pipes, first lines, names with commas, indices, and numbers with many digits.

use crate::support::program::{ended, program};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn analyzed(path: &Path, arguments: &[&str]) -> (i32, String, String) {
    ended(program(&["analyze"]).arg(path).args(arguments))
}

fn json(path: &Path, arguments: &[&str]) -> Value {
    let (code, text, error) = analyzed(path, &[arguments, &["--json"]].concat());
    assert_eq!(code, 0, "{error}");
    serde_json::from_str(&text).unwrap()
}

/// Runs a line of bash, in which `$PL` is the program.
fn shell(line: &str) -> (i32, String, String) {
    let mut command = Command::new("bash");
    command.args(["-c", line]);
    ended(command.env("PL", env!("CARGO_BIN_EXE_perceptron-lab")))
}

const TABLE: &str = "printf 'length,width,kind\\n1,2,a\\n3,1,b\\n0,4,a\\n5,1,b\\n'";

#[test]
fn process_substitution_and_stdin_are_read_from_their_beginning() {
    for line in [
        format!("\"$PL\" analyze <({TABLE}) --json"),
        format!("{TABLE} | \"$PL\" analyze /dev/stdin --json"),
        format!("{TABLE} | \"$PL\" analyze - --json"),
    ] {
        let (code, text, error) = shell(&line);
        assert_eq!(code, 0, "{line}: {error}");
        let found: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            found["data"]["features"],
            serde_json::json!(["length", "width"]),
            "{line}"
        );
        assert_eq!(found["data"]["examples"], 4, "{line}");
    }
    let (code, _, error) = shell("\"$PL\" analyze <(printf 'PAR1 and more')");
    assert_eq!(code, 2);
    assert!(
        error.contains("parquet") && error.contains("pipe"),
        "{error}"
    );
    let (code, _, error) = shell("\"$PL\" analyze <(head -c 100000000 /dev/zero)");
    assert_eq!(code, 2);
    assert!(error.contains("zero byte"), "{error}");
}

#[test]
fn header_detection_is_reported_and_can_be_overridden() {
    let folder = TempDir::new().unwrap();
    let gate = written(
        folder.path(),
        "gate.csv",
        "0,1,no\n0,0,no\n1,0,no\n1,1,yes\n",
    );
    let (_, text, _) = analyzed(&gate, &[]);
    let (top, rest) = text.split_once("Examples\n").unwrap();
    assert!(top.contains("The first line was read as a row"), "{top}");
    assert!(rest.contains("4 of 4 rows"), "{rest}");
    let names = json(&gate, &["--header", "yes"]);
    assert_eq!(names["data"]["features"], serde_json::json!(["0", "1"]));
    let unclear = written(folder.path(), "unclear.csv", "7,2,a\n3,4,b\n3,5,c\n");
    let (code, _, error) = analyzed(&unclear, &[]);
    assert_eq!(code, 2);
    assert!(
        error.contains("--header yes") && error.contains(":1:1"),
        "{error}"
    );
    assert_eq!(json(&unclear, &["--header", "no"])["data"]["examples"], 3);
}

#[test]
fn names_with_commas_are_chosen_in_quotes_or_one_by_one() {
    let folder = TempDir::new().unwrap();
    let table = "\"length, mm\",größe,kind\n1,2,a\n3,1,b\n0,4,a\n5,1,b\n";
    let path = written(folder.path(), "t.csv", table);
    let due = serde_json::json!(["größe", "length, mm"]);
    for arguments in [
        &["--features", "größe,\"length, mm\""][..],
        &["--features", "größe", "--features", "\"length, mm\""],
    ] {
        assert_eq!(json(&path, arguments)["data"]["features"], due);
    }
}

#[test]
fn row_number_feature_is_reported_in_the_analysis_and_in_a_new_spec() {
    let folder = TempDir::new().unwrap();
    let table =
        "Unnamed: 0,x,y,kind\n0,3,4,no\n1,1,6,no\n2,7,2,no\n3,1,1,yes\n4,0,6,yes\n5,8,4,yes\n";
    let path = written(folder.path(), "t.csv", table);
    let (_, text, _) = analyzed(&path, &[]);
    let (top, _) = text.split_once("Examples\n").unwrap();
    assert!(
        top.contains("The feature Unnamed: 0 numbers the rows"),
        "{top}"
    );
    let (_, text, _) = analyzed(&path, &["--features", "x,y"]);
    assert!(!text.contains("numbers the rows"));
    // A shuffled index is recognized by its name. A shuffled measurement is not an index.
    let shuffled = "id,x,kind\n5,1,a\n2,9,b\n9,3,a\n7,4,b\n";
    let path = written(folder.path(), "s.csv", shuffled);
    assert_eq!(
        json(&path, &[])["oddities"]["row_numbers"],
        serde_json::json!(["id"])
    );
    let (code, _, error) =
        ended(program(&["init", "new", "--data", "t.csv"]).current_dir(folder.path()));
    assert_eq!(code, 0, "{error}");
    let spec = fs::read_to_string(folder.path().join("new.toml")).unwrap();
    assert!(
        spec.contains("# The feature Unnamed: 0 numbers the rows"),
        "{spec}"
    );
}

#[test]
fn spec_for_a_table_without_header_reads_every_row() {
    let folder = TempDir::new().unwrap();
    let row = |place: usize| {
        format!(
            "{}.5,{},{}\n",
            place % 5,
            place % 2 * 9,
            ["a", "b"][place % 2]
        )
    };
    let rows: String = (0..20).map(row).collect();
    written(folder.path(), "rows.data", &rows);
    let lab = |words: &[&str]| ended(program(words).current_dir(folder.path()));
    let (code, _, error) = lab(&["init", "new", "--data", "rows.data"]);
    assert_eq!(code, 0, "{error}");
    let spec = fs::read_to_string(folder.path().join("new.toml")).unwrap();
    assert!(
        spec.contains("header   = false") && spec.contains("20 examples in the file"),
        "{spec}"
    );
    let (code, _, error) = lab(&["run", "new.toml", "--quick"]);
    assert_eq!(code, 0, "{error}");
}

#[test]
fn independent_script_checks_certificates_of_every_csv_dialect() {
    let folder = TempDir::new().unwrap();
    for (name, table) in [
        ("plain.csv", "x,y,c\n1,2,a\n3,1,b\n0,4,a\n5,1,b\n"),
        ("rows.csv", "0,1,no\n0,0,no\n1,0,no\n1,1,yes\n"),
        (
            "german.csv",
            "x;y;c\n1,5;2;a\n-2,25;1,5;b\n0,5;4,5;a\n5;1,5;b\n",
        ),
        (
            "r.csv",
            "\"x\",\"y\",\"c\"\n\"1\",1,2,\"a\"\n\"2\",3,1,\"b\"\n",
        ),
        ("numpy.csv", "# x,y,c\n1,2,a\n# half way\n3,1,b\n"),
        ("excel.csv", "sep=;\nx;y;c;\n1;2;a;\n3;1;b;\n;;;\n"),
        ("mac.csv", "x,y,c\r1,2,a\r3,1,b\r"),
        ("tabs.tsv", "x, mm\ty\tc\n1\t2\ta\n3\t1\tb\n"),
        (
            "many.csv",
            "x,y,c\n72057594037927936,0.5,a\n72057594037927937,0.5,b\n",
        ),
        (
            "digits.csv",
            "x,c\n0.12345678901234567,a\n0.12345678901234568,b\n0.1234567890123456789,b\n",
        ),
        (
            "top.csv",
            "x,c\n9223372036854775807,a\n9223372036854775806,b\n",
        ),
    ] {
        let path = written(folder.path(), name, table);
        let proof = folder.path().join("proof.json");
        let proof = proof.to_str().unwrap();
        let (code, text, error) = analyzed(&path, &["--certificate", proof]);
        assert_eq!(code, 0, "{name}: {error}");
        assert!(!text.contains("Undecided whether"), "{name}: {text}");
        let checked = Command::new("scripts/check-certificate")
            .arg(&path)
            .arg(proof)
            .output();
        let checked = checked.unwrap();
        let said = String::from_utf8_lossy(&checked.stdout);
        assert!(checked.status.success(), "{name}: {said}");
        assert!(
            said.contains("offset: separable") || said.contains("offset: not"),
            "{name}: {said}"
        );
    }
}

#[test]
fn rounded_numbers_are_named_and_leave_separability_undecided() {
    let folder = TempDir::new().unwrap();
    let table = "x,y,c\n1e38,1e-30,a\n1.00000000000000000000000000000000000000001e38,1e-30,b\n";
    let path = written(folder.path(), "t.csv", table);
    let (_, text, _) = analyzed(&path, &[]);
    let (top, _) = text.split_once("Examples\n").unwrap();
    assert!(top.contains("Undecided whether it is separable"), "{top}");
    assert!(
        top.contains("line 2 (x)") && top.contains("line 3 (y)"),
        "{top}"
    );
}

#[test]
fn warns_if_the_label_column_looks_like_a_regression_target() {
    let folder = TempDir::new().unwrap();
    let rows: String = (0..12)
        .map(|row| format!("{},{}.5\n", row * row, 100 + 7 * row))
        .collect();
    let path = written(folder.path(), "t.csv", &format!("x,price\n{rows}"));
    let (_, text, _) = analyzed(&path, &[]);
    assert!(
        text.contains("Every example has a different class in the column price"),
        "{text}"
    );
}
