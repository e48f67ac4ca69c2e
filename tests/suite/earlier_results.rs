//! Runs the commands that read a stored results folder on folders that an earlier program made.

use crate::support::program::lab_in;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const STUDIES: [&str; 5] = [
    "old-plain",
    "old-enumeration",
    "old-estimates",
    "old-ties",
    "old-distribution",
];

/// A folder whose subfolder `results` holds copies of the earlier results.
fn copied() -> TempDir {
    let place = TempDir::new().unwrap();
    let earlier = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/earlier");
    for study in STUDIES {
        copy(
            &earlier.join(study),
            &place.path().join("results").join(study),
        );
    }
    place
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => {
                fs::copy(entry.path(), target).unwrap();
            }
        }
    }
}

fn verdicts(place: &TempDir, study: &str) -> Vec<serde_json::Value> {
    let path = place
        .path()
        .join("results")
        .join(study)
        .join("verdicts.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn word(verdict: &serde_json::Value) -> (&str, &str) {
    let text = |key: &str| verdict[key].as_str().unwrap();
    (text("id"), text("verdict"))
}

#[test]
fn earlier_results_are_judged_reported_and_tabulated() {
    let place = copied();
    for study in STUDIES {
        let folder = format!("results/{study}");
        for words in [
            vec!["judge", &folder],
            vec!["report", &folder],
            vec!["table", &folder, "--show", "mean(updates)"],
        ] {
            let (code, out, error) = lab_in(place.path(), &words);
            assert!(code < 2, "{words:?} {code}\n{out}\n{error}");
            assert!(!error.contains("error:"), "{words:?}\n{error}");
        }
        assert!(
            place.path().join(&folder).join("report.html").exists(),
            "{study}"
        );
    }
}

#[test]
fn earlier_claims_that_misuse_an_estimate_become_inconclusive() {
    let place = copied();
    let before = verdicts(&place, "old-estimates");
    assert_eq!(word(&before[0]).1, "violated");
    lab_in(place.path(), &["judge", "results/old-estimates"]);
    let after = verdicts(&place, "old-estimates");
    let words: Vec<(&str, &str)> = after.iter().map(word).collect();
    let due = ["inconclusive", "inconclusive", "holds"];
    assert_eq!(
        words.iter().map(|(_, word)| *word).collect::<Vec<_>>(),
        due,
        "{words:?}"
    );
    let method = after[0]["method"].as_str().unwrap();
    assert!(
        method.contains("`risk` is a Monte Carlo estimate"),
        "{method}"
    );
}

#[test]
fn earlier_verdicts_stay_as_they_were() {
    let place = copied();
    for study in [
        "old-plain",
        "old-enumeration",
        "old-ties",
        "old-distribution",
    ] {
        let before = verdicts(&place, study);
        lab_in(place.path(), &["judge", &format!("results/{study}")]);
        let after = verdicts(&place, study);
        let words = |all: &[serde_json::Value]| -> Vec<(String, String)> {
            let all = all.iter().map(word);
            all.map(|(id, word)| (id.to_owned(), word.to_owned()))
                .collect()
        };
        assert_eq!(words(&before), words(&after), "{study}");
    }
}

#[test]
fn an_earlier_trial_is_replayed() {
    let place = copied();
    for (study, variant) in [
        ("old-plain", "plain"),
        ("old-estimates", "pa1"),
        ("old-ties", "winnow"),
        ("old-distribution", "plain"),
    ] {
        let none = format!("{study}:none:{variant}:0");
        let (_, _, error) = lab_in(place.path(), &["replay", &none]);
        let (_, cells) = error.split_once("allowed: ").unwrap();
        let cell = cells.lines().next().unwrap().split(" or ").next().unwrap();
        let address = format!("{study}:{cell}:{variant}:0");
        let (code, out, error) = lab_in(place.path(), &["replay", &address]);
        assert!(
            code < 2 && !out.is_empty(),
            "{address} {code}\n{out}\n{error}"
        );
    }
}

#[test]
fn verify_repeats_earlier_results_and_names_mended_columns() {
    let place = copied();
    let verify = |study: &str| lab_in(place.path(), &["verify", &format!("results/{study}")]);
    for study in ["old-plain", "old-enumeration", "old-distribution"] {
        let (code, out, error) = verify(study);
        assert!(code < 2, "{study} {code}\n{out}\n{error}");
    }
    let (_, out, error) = verify("old-ties");
    let said = out + &error;
    assert!(said.contains("risk") && said.contains("version"), "{said}");
}

#[test]
fn a_certificate_of_version_1_is_checked_and_one_of_an_unknown_version_is_named() {
    let place = copied();
    let path = place
        .path()
        .join("results/old-plain/witnesses/0-plain-0.json");
    let text = fs::read_to_string(&path).unwrap();
    let certificate: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(certificate["version"], 1);
    let address = certificate["address"].as_str().unwrap();
    let words = ["replay", address, "--certificate", path.to_str().unwrap()];
    let (code, said, error) = lab_in(place.path(), &words);
    assert!(code == 0 && said.contains("valid"), "{said}{error}");
    fs::write(&path, text.replace("\"version\": 1", "\"version\": 3")).unwrap();
    let (code, _, error) = lab_in(place.path(), &words);
    assert!(code == 2 && error.contains("versions 1 to 2"), "{error}");
}
