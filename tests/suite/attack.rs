//! Tests the command `attack`: what it says of a false and of a true claim, the specs that it writes, and what it refuses.

use crate::support::program::{lab_in as lab, program};
use claims::claim::VerdictKind;
use claims::spec::Spec;
use claims::trial::columns;
use perceptron_lab::report::attacked::{attacked, witness};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

const FALSE: &str = "updates <= radius^2/(4*max_margin^2) + 1";

#[test]
fn a_refuted_formula_is_a_spec_that_run_finds_violated() {
    let folder = TempDir::new().unwrap();
    let (code, said, error) = lab(folder.path(), &["attack", FALSE, "--out", "found folder"]);
    assert_eq!(code, 1, "{said}{error}");
    assert!(
        said.contains("refuted by ") && said.contains(" with integers up to "),
        "{said}"
    );
    let line = said.lines().find(|line| line.contains("run it:")).unwrap();
    assert!(
        line.contains("'found folder/formula/1/attack.toml'"),
        "{line}"
    );
    let file = "found folder/formula/1/attack.toml";
    let text = fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(text.contains("expect = \"violated\""), "{text}");
    let (code, said, error) = lab(folder.path(), &["run", file]);
    assert_eq!(code, 0, "{said}{error}");
    assert!(said.contains("violated"), "{said}");
}

#[test]
fn a_theorem_survives_without_a_verdict_and_its_closest_samples_are_written() {
    let folder = TempDir::new().unwrap();
    let arguments = ["attack", "online-mistake-bound", "--budget", "20000"];
    let (code, said, error) = lab(folder.path(), &arguments);
    assert_eq!(code, 0, "{said}{error}");
    assert!(
        said.contains("survived ") && said.contains("reaches 1 of the limit"),
        "{said}"
    );
    assert!(!said.contains("holds"), "{said}");
    let written = "results/attack/online-mistake-bound/online-mistake-bound/1";
    let first = folder.path().join(written).join("closest-01.toml");
    let (code, said, error) = lab(folder.path(), &["run", first.to_str().unwrap()]);
    assert_eq!(code, 0, "{said}{error}");
    assert!(said.contains("holds"), "{said}");
}

#[test]
fn what_cannot_be_attacked_is_refused_with_the_next_step() {
    let folder = TempDir::new().unwrap();
    let refused = |arguments: &[&str], words: &str| {
        let (code, said, error) = lab(folder.path(), arguments);
        assert_eq!((code, said.as_str()), (2, ""), "{error}");
        assert!(error.contains(words), "{arguments:?}: {error}");
    };
    refused(&["attack", "no-such"], "no spec file `no-such`");
    refused(&["attack", "updates <= foo"], "`foo` is neither a column");
    refused(
        &["attack", "online-mistake-bound", "--claim", "other"],
        "the spec has no claim `other`",
    );
    let spec = SpecText::new("sphere-margin\nexamples = 9\ndimension = 3\ntarget_margin = 0.2");
    let spec = spec
        .variant("plain", CYCLIC)
        .claim("leave-one-out-error-bound");
    fs::write(folder.path().join("means.toml"), spec.to_string()).unwrap();
    refused(&["attack", "means.toml"], "no single sample decides");
    let claim = [
        "attack",
        "means.toml",
        "--claim",
        "leave-one-out-error-bound",
    ];
    refused(&claim, "is about a mean or a probability");
    refused(
        &["attack", "leave-one-out-error-bound"],
        "no experiment states",
    );
    refused(
        &["attack", FALSE, "--learner", "rule = { none = {} }"],
        "`none`",
    );
    refused(
        &["attack", "mistake-bound-is-attained"],
        "is not about every sample: true only of constructions",
    );
    refused(&["attack", "mistakes < 3"], "`<=`, `>=` or `=`");
    refused(
        &["attack", "means.toml", "--dimension", "3"],
        "belongs to a formula",
    );
    refused(&["attack", "mistakes <= R^2"], "the symbol of `radius`");
    refused(
        &["attack", "mistakes <= 1/gamma"],
        "the symbol of `sample_margin`",
    );
}

#[test]
fn a_formula_that_the_zero_vector_refutes_names_the_premise_that_excludes_it() {
    let folder = TempDir::new().unwrap();
    let formula = "mistakes <= radius_squared";
    let (code, said, _) = lab(folder.path(), &["attack", formula]);
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("(0, 0)+") && said.contains("--premise positive-max-margin"),
        "{said}"
    );
    let premise = [
        "attack",
        formula,
        "--premise",
        "positive-max-margin",
        "--budget",
        "1",
    ];
    let (_, said, _) = lab(folder.path(), &premise);
    assert!(
        !said.contains("(0, 0)") && !said.contains("among separable samples"),
        "{said}"
    );
}

#[test]
fn another_formula_in_the_same_folder_starts_from_the_samples_and_leaves_no_old_file() {
    let folder = TempDir::new().unwrap();
    let attack = |formula: &str, budget: &str| {
        let arguments = ["attack", formula, "--out", "o", "--budget", budget];
        lab(folder.path(), &arguments)
    };
    let (code, said, _) = attack("updates <= radius^2/(2*max_margin^2) + 1", "20000");
    assert_eq!(code, 0, "{said}");
    let at = folder.path().join("o/formula/1");
    assert!(at.join("closest-10.toml").is_file());
    // The samples that are closest to the true bound refute half of it before the first round.
    let (code, said, _) = attack(FALSE, "1");
    assert_eq!(code, 1, "{said}");
    assert!(at.join("attack.toml").is_file() && !at.join("closest-01.toml").exists());
    let other = lab(folder.path(), &["attack", FALSE]);
    assert!(
        other
            .1
            .contains("results/attack/updates-radius-2-4-max-margin-2-1/"),
        "{}",
        other.1
    );
    fs::write(at.join("search.json"), "{").unwrap();
    let (code, _, error) = attack(FALSE, "1");
    assert!(code == 2 && error.contains("delete the file"), "{error}");
}

#[test]
fn an_interrupted_attack_names_the_command_that_continues_it() {
    let folder = TempDir::new().unwrap();
    let formula = "updates <= radius^2/max_margin^2";
    let arguments = ["attack", formula, "--out", "o", "--budget", "1000000000"];
    let mut command = program(&arguments);
    let command = command.current_dir(folder.path()).stderr(Stdio::piped());
    let running = command.spawn().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let id = running.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = running.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(
        said.contains("interrupted: ") && said.contains("continue with: "),
        "{said}"
    );
}

#[test]
fn all_orders_of_a_small_sample_are_measured_and_drawn() {
    let folder = TempDir::new().unwrap();
    let points = "points\nexamples = [{ x = [5, 1], y = 1 }, { x = [-1, 2], y = 1 }, { x = [3, -4], y = -1 }]";
    let spec = SpecText::new(points)
        .variant("plain", CYCLIC)
        .claim("online-mistake-bound\nmargin = \"max\"");
    fs::write(folder.path().join("own.toml"), spec.to_string()).unwrap();
    let (code, said, error) = lab(folder.path(), &["attack", "own.toml", "--orders"]);
    assert_eq!(code, 0, "{said}{error}");
    assert!(said.contains("survived all 6 orders"), "{said}");
    let found = folder
        .path()
        .join("results/attack/own/online-mistake-bound/1");
    let first = fs::read_to_string(found.join("closest-01.toml")).unwrap();
    assert!(
        first.contains("[-1, 2]") && first.contains("[3, -4]"),
        "{first}"
    );
    let picture = fs::read_to_string(found.join("closest.svg")).unwrap();
    assert!(picture.contains("first feature"), "{picture}");
    let endless = spec
        .to_string()
        .replace("[3, -4], y = -1", "[1, -2], y = 1");
    fs::write(folder.path().join("endless.toml"), endless).unwrap();
    let (code, said, error) = lab(folder.path(), &["attack", "endless.toml", "--orders"]);
    assert_eq!(code, 0, "{said}{error}");
    assert!(said.contains("untried: 0 of 6 orders"), "{said}");
    let few = ["attack", "own.toml", "--orders", "--budget", "5"];
    let (code, said, error) = lab(folder.path(), &few);
    assert_eq!(code, 0, "{said}{error}");
    assert!(
        said.contains(" samples") && !said.contains("all "),
        "{said}"
    );
}

#[test]
fn the_closest_known_sample_of_each_theorem_reaches_the_share_that_is_stored() {
    for (theorem, closest) in attacked() {
        let path = Path::new("results").join(witness(theorem));
        let text = fs::read_to_string(&path).unwrap();
        let spec = Spec::from_text(theorem, &path, &text).unwrap_or_else(|error| panic!("{error}"));
        let block = spec.design(&spec.cells[0]).block([0]);
        assert_eq!(
            block.row(0, 0).map(|row| row.copied(columns::EXAMPLES)),
            Some(Some(closest.examples))
        );
        let verdicts = spec.judge_spec().judge(0, &block);
        assert_eq!(verdicts[0].verdict, VerdictKind::Holds, "{theorem}");
        let share = verdicts[0].tightness_max.unwrap();
        assert!((share - closest.reaches).abs() < 1e-9, "{theorem}: {share}");
    }
}
