//! Traces trials by their addresses, as tables, files and pages, and compares them with the stored rows.

use crate::support::program::lab_into as lab;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

const BASIS: &str = "smoke:basis.dimension=8,basis.examples=24,basis.labels=alternating,basis.masses=uniform,basis.norm=1:plain:0";

#[test]
fn trace_has_equal_numbers_as_table_csv_and_json() {
    let folder = TempDir::new().unwrap();
    let results = folder.path();
    let (code, table, _) = lab(results, &["replay", BASIS, "--trace"]);
    assert_eq!(code, 0);
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    // On a basis of eight vectors the final norm is √8, and so are both bounds: 8·(1/√8) and √8·1.
    assert_eq!(
        rows[9],
        ["8", "19", "-1", "0", "2.828", "2.828", "2.828", "2.828"]
    );
    assert!(table.contains("u is the direction of the largest margin; its margin is γ = 0.3536."));
    let file = results.join("a.csv");
    let (code, said, _) = lab(
        results,
        &["replay", BASIS, "--trace", file.to_str().unwrap()],
    );
    assert!(code == 0 && said.contains("written: "), "{said}");
    let csv = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 10);
    assert_eq!(
        lines[0],
        "update,example,label,score_before,norm,along_u,lower,upper"
    );
    assert_eq!(lines[1], "0,,,,0,0,0,0");
    let (_, json, _) = lab(results, &["replay", BASIS, "--trace", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let last: Vec<f64> = lines[9]
        .split(',')
        .map(|cell| cell.parse().unwrap())
        .collect();
    assert_eq!(json["updates"][8], serde_json::json!(last));
}

#[test]
fn trace_format_follows_the_file_extension_and_others_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let run =
        |option: &str, name: &str| lab(folder.path(), &["replay", BASIS, option, &path(name)]);
    assert_eq!(run("--trace", "a.svg").0, 0);
    let svg = fs::read_to_string(path("a.svg")).unwrap();
    assert!(
        svg.starts_with("<svg")
            && svg.contains("Every update tightens the bounds on the weight vector")
    );
    assert_eq!(run("--trace", "a.png").0, 0);
    assert!(fs::read(path("a.png")).unwrap().starts_with(b"\x89PNG"));
    for (option, name, hint) in [
        ("--trace", "a.txt", ".csv, .svg or .png"),
        ("--trace", "a", ".csv, .svg or .png"),
        ("--page", "a.txt", "name it FILE.html"),
        ("--page", "no/such/a.html", "cannot write"),
    ] {
        let (code, _, message) = run(option, name);
        assert!(code >= 2 && message.contains(hint), "{name}: {message}");
    }
    let both = ["replay", BASIS, "--trace", "--certificate", "a.json"];
    assert_eq!(lab(folder.path(), &both).0, 2);
}

#[test]
fn trace_stops_at_until_and_long_traces_are_thinned_on_the_terminal() {
    let folder = TempDir::new().unwrap();
    let xor = "mit/xor:logic-gate.coding=signs,logic-gate.gate=xor:perceptron:0";
    let (_, long, _) = lab(folder.path(), &["replay", xor, "--trace"]);
    assert!(
        long.contains("59 of 400 updates are shown; `--trace FILE.csv` writes all of them"),
        "{long}"
    );
    assert!(long.contains("no direction separates them"));
    let (_, short, _) = lab(folder.path(), &["replay", xor, "--trace", "--until", "4"]);
    // After four updates the vector is 0 again; there is neither ⟨w, u⟩ nor kγ.
    let last: Vec<&str> = short.lines().nth(5).unwrap().split_whitespace().collect();
    assert_eq!(last, ["4", "3", "-1", "-3", "0", "-", "-", "3.464"]);
    assert!(short.contains("Only the first 4 of 400 updates are shown."));
}

#[test]
fn trace_of_a_trial_that_is_not_a_single_run_is_refused_with_advice() {
    let folder = TempDir::new().unwrap();
    let none = "urner/separable-exact";
    let (_, _, message) = lab(folder.path(), &["replay", &format!("{none}:x:-:0")]);
    let cell = message
        .split_once("allowed: ")
        .unwrap()
        .1
        .lines()
        .next()
        .unwrap()
        .to_owned();
    let (code, _, message) = lab(
        folder.path(),
        &["replay", &format!("{none}:{cell}:-:0"), "--trace"],
    );
    assert!(
        code == 2 && message.contains("no learner ran") && message.contains("= help"),
        "{message}"
    );
    let all = "errata/e01-termination:points.examples=[{x=[2,0],y=1},{x=[-2,0],y=1},{x=[1,2],y=-1}],points.separator=[0,-1]:any-choice:0";
    let (code, _, message) = lab(folder.path(), &["replay", all, "--trace"]);
    assert!(
        code == 2 && message.contains("some order never ends"),
        "{message}"
    );
}

/// An external learner can answer otherwise tomorrow; the comparison must notice it.
#[test]
fn replay_that_differs_from_the_stored_trial_ends_with_exit_code_1() {
    let python = std::process::Command::new("python3")
        .arg("--version")
        .output();
    if !python.is_ok_and(|output| output.status.success()) {
        return;
    }
    let (results, specs) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let learner = specs.path().join("learner.py");
    let put = |name: &str| {
        let from = Path::new("scripts/examples");
        let text = fs::read_to_string(from.join(format!("{name}.py"))).unwrap();
        let path = format!(
            "import sys; sys.path.insert(0, {:?})\n",
            from.canonicalize().unwrap()
        );
        fs::write(&learner, path + &text).unwrap();
    };
    put("perceptron");
    let spec = specs.path().join("outside.toml");
    let process = format!("process = {{ command = [\"python3\", {learner:?}] }}");
    let text = SpecText::new("basis\ndimension = 4\nlabels = \"alternating\"")
        .replicates(2)
        .variant("mine", CYCLIC)
        .more("stop = { updates = 30 }")
        .more(format_args!("learner = {{ {process} }}"));
    fs::write(&spec, text.to_string()).unwrap();
    let path = spec.to_str().unwrap();
    let (code, _, message) = lab(results.path(), &["run", path, "--allow-processes"]);
    assert_eq!(code, 0, "{message}");
    let (_, _, message) = lab(
        results.path(),
        &["replay", "outside:x:mine:0", "--allow-processes"],
    );
    let cell = message
        .split_once("allowed: ")
        .unwrap()
        .1
        .lines()
        .next()
        .unwrap()
        .to_owned();
    let address = format!("outside:{cell}:mine:1");
    let replay = ["replay", &address, "--allow-processes"];
    let (code, text, message) = lab(results.path(), &replay);
    assert!(code == 0 && text.contains("\nthe same "), "{text}{message}");
    put("update_on_every_example");
    let (code, text, message) = lab(results.path(), &replay);
    assert!(
        code == 1 && text.contains("has other numbers in"),
        "{text}{message}"
    );
    assert!(
        text.contains("updates: ") && text.contains(" now, 4 stored"),
        "{text}"
    );
    let (code, json, _) = lab(results.path(), &[&replay[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&json).unwrap();
    assert!(code == 1 && !json["stored"]["differences"].as_array().unwrap().is_empty());
}

#[test]
fn a_report_links_to_the_closest_run_of_every_claim_as_a_page_to_watch() {
    let folder = TempDir::new().unwrap();
    let (code, _, said) = lab(folder.path(), &["run", "experiments/smoke.toml"]);
    assert_eq!(code, 0, "{said}");
    let own = folder.path().join("smoke");
    let (html, markdown) = ["html", "md"]
        .map(|dialect| fs::read_to_string(own.join("report").with_extension(dialect)).unwrap())
        .into();
    let linked: Vec<&str> = html
        .split("href=\"")
        .filter_map(|rest| rest.split_once('"'))
        .map(|(href, _)| href)
        .filter(|href| href.starts_with("runs/"))
        .collect();
    assert!(
        !linked.is_empty() && !markdown.contains("](runs/"),
        "{html}"
    );
    for href in linked {
        let page = fs::read_to_string(own.join(href)).unwrap();
        assert!(
            page.contains("smoke:basis.") && page.len() < 1_000_000,
            "{href}"
        );
    }
    // A report that is written again still has its links, and one without the pages has none.
    assert_eq!(lab(folder.path(), &["report", own.to_str().unwrap()]).0, 0);
    assert_eq!(fs::read_to_string(own.join("report.html")).unwrap(), html);
    fs::remove_dir_all(own.join("runs")).unwrap();
    assert_eq!(lab(folder.path(), &["report", own.to_str().unwrap()]).0, 0);
    assert!(
        !fs::read_to_string(own.join("report.html"))
            .unwrap()
            .contains("href=\"runs/")
    );
}
