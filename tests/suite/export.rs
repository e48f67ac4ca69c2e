//! Exports samples of trials, and reads the files like another program would.

use crate::support::program::{lab_in as lab, only_address};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

const POINTS: &str =
    "points\nexamples = [{ x = [\"0.1\", 0, -3], y = 1 }, { x = [\"1/3\", 2, \"2.50\"], y = -1 }]";

fn spec(generator: &str) -> String {
    let text = SpecText::new(generator).variant("plain", CYCLIC);
    text.to_string()
}

/// A folder with an experiment of two points, and the address of its trial.
fn points() -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("experiments")).unwrap();
    fs::write(folder.path().join("experiments/two.toml"), spec(POINTS)).unwrap();
    let (code, _, error) = lab(folder.path(), &["run", "experiments/two.toml"]);
    assert_eq!(code, 0, "{error}");
    let address = only_address(folder.path(), "two");
    (folder, address)
}

#[test]
fn exact_numbers_stay_exact_in_csv() {
    let (folder, address) = points();
    let (code, out, error) = lab(
        folder.path(),
        &[
            "export",
            &address,
            "--to",
            "experiments/two.csv",
            "--certificate",
            "two.json",
        ],
    );
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("1 have no finite decimals"), "{out}");
    let text = fs::read_to_string(folder.path().join("experiments/two.csv")).unwrap();
    assert_eq!(text, "x1,x2,x3,label\n0.1,0,-3,1\n1/3,2,2.5,-1\n");
    let certificate = fs::read_to_string(folder.path().join("two.json")).unwrap();
    let certificate: Value = serde_json::from_str(&certificate).unwrap();
    assert_eq!(certificate["address"], address.as_str());
    assert_eq!(certificate["examples"], 2);
}

#[test]
fn a_file_of_decimals_reads_back_as_the_same_sample() {
    let (folder, address) = points();
    let decimals = spec(&POINTS.replace("\"1/3\"", "\"-0.0625\""));
    fs::write(folder.path().join("experiments/two.toml"), decimals).unwrap();
    let address = address.replace("1/3", "-1/16");
    let arguments = ["run", "experiments/two.toml", "--fresh"];
    assert_eq!(lab(folder.path(), &arguments).0, 0);
    let arguments = ["export", &address, "--to", "experiments/two.csv"];
    let (code, _, error) = lab(folder.path(), &arguments);
    assert_eq!(code, 0, "{error}");
    let text = fs::read_to_string(folder.path().join("experiments/two.csv")).unwrap();
    assert_eq!(text, "x1,x2,x3,label\n0.1,0,-3,1\n-0.0625,2,2.5,-1\n");
    let back = "file\npath = \"two.csv\"\nfeatures = [\"x1\", \"x2\", \"x3\"]\n\
                label = \"label\"\npositive = \"1\"\nnegative = \"-1\"";
    fs::write(folder.path().join("experiments/back.toml"), spec(back)).unwrap();
    let read = only_address(folder.path(), "back");
    let (code, _, error) = lab(folder.path(), &["export", &read, "--to", "back.csv"]);
    assert_eq!(code, 0, "{error}");
    let again = fs::read_to_string(folder.path().join("back.csv")).unwrap();
    assert_eq!(again, text);
}

#[test]
fn every_format_has_the_same_numbers() {
    let (folder, address) = points();
    for name in ["two.libsvm", "two.svm", "two.npy", "two.parquet"] {
        let (code, out, error) = lab(folder.path(), &["export", &address, "--to", name]);
        assert_eq!(code, 0, "{error}");
        assert!(out.contains(&format!("written: {name}")), "{out}");
    }
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let third = 1.0 / 3.0;
    let lines = format!("+1 1:0.1 3:-3\n-1 1:{third} 2:2 3:2.5\n");
    assert_eq!(read("two.libsvm"), lines.as_bytes());
    assert_eq!(read("two.svm"), lines.as_bytes());
    let bytes = read("two.npy");
    assert!(String::from_utf8_lossy(&bytes).contains("'shape': (2, 3)"));
    let numbers: Vec<f64> = bytes[bytes.len() - 48..]
        .chunks(8)
        .map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap()))
        .collect();
    assert_eq!(numbers, [0.1, 0.0, -3.0, third, 2.0, 2.5]);
    assert!(read("two.labels.npy").ends_with(&[b'\n', 1, 255]));
    assert!(read("two.parquet").starts_with(b"PAR1"));
}

#[test]
fn exported_run_passes_conform_and_a_changed_weight_is_named() {
    let (folder, address) = points();
    let export = |address: &str, name: &str| lab(folder.path(), &["export", address, "--to", name]);
    let (code, _, error) = export(&address, "out/data/two.dat");
    assert!(
        code == 2 && error.contains("no constant feature 1"),
        "{error}"
    );
    let spec = spec(POINTS).replace("order = \"cyclic\"", "order = \"cyclic\"\noffset = true");
    fs::write(folder.path().join("experiments/bias.toml"), spec).unwrap();
    let address = address.replace("two:", "bias:");
    let (code, _, error) = export(&address, "two.dat");
    assert!(
        code == 2 && error.contains("FOLDER/data/NAME.dat"),
        "{error}"
    );
    let (code, out, error) = export(&address, "out/data/two.dat");
    assert_eq!(code, 0, "{out}{error}");
    let (code, out, _) = lab(folder.path(), &["conform", "out"]);
    assert!(code == 0 && out.contains("1 of 1 sets match"), "{out}");
    let updates = folder.path().join("out/updates/two.txt");
    let listed = fs::read_to_string(&updates).unwrap();
    fs::write(&updates, listed.replacen("0\n", "1\n", 1)).unwrap();
    let (code, out, _) = lab(folder.path(), &["conform", "out"]);
    let words = "two: update 1 is on example 0, the reference has on example 1";
    assert!(code == 1 && out.contains(words), "{out}");
}

#[test]
fn unknown_format_and_unknown_address_are_refused() {
    let (folder, address) = points();
    for (address, name, part) in [
        (&*address, "two.xlsx", "allowed: names that end in .csv"),
        ("two:nothing:plain:0", "two.csv", "the cell `nothing`"),
        (&*address, "nowhere/two.csv", "cannot write nowhere/two.csv"),
    ] {
        let (code, _, error) = lab(folder.path(), &["export", address, "--to", name]);
        assert!(code == 2 || code == 3, "{code}");
        assert!(error.contains(part), "{error}");
    }
}
