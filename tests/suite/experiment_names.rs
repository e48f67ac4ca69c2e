//! Names experiments on the command line: folders with other names, written in several ways, and files outside of them.

use crate::support::program::lab_in as lab;
use serde_json::Value;
use std::fs;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

/// Sorted in the order in which the folder is read.
const SPECS: [&str; 4] = ["a/one", "b/one", "deep/er/one", "top"];

/// A folder `mine` with small specs in subfolders, which differ in their seeds.
fn folder() -> TempDir {
    let root = TempDir::new().unwrap();
    for (seed, name) in (0..).zip(SPECS) {
        let path = root.path().join("mine").join(format!("{name}.toml"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, spec(seed)).unwrap();
    }
    root
}

fn spec(seed: u64) -> String {
    SpecText::new("basis\ndimension = 3\nexamples = 3")
        .seed(seed)
        .replicates(2)
        .variant("plain", CYCLIC)
        .claim("increment-bound")
        .to_string()
}

/// The names in a JSON list.
fn names(json: &str, key: &str) -> Vec<String> {
    let listed: Vec<Value> = serde_json::from_str(json).unwrap();
    let name = |entry: &Value| entry[key].as_str().unwrap().to_owned();
    listed.iter().map(name).collect()
}

#[test]
fn listed_experiments_have_their_titles_even_beside_a_broken_spec() {
    let root = folder();
    let titled = spec(9).replace("title = \"t\"", "title = \"A title of its own\"");
    fs::write(root.path().join("mine/titled.toml"), titled).unwrap();
    fs::write(root.path().join("mine/broken.toml"), "title = ").unwrap();
    let words = ["list", "experiments", "--experiments", "mine"];
    let (code, list, message) = lab(root.path(), &words);
    assert_eq!(code, 0, "{message}");
    let line = |name: &str| {
        list.lines()
            .find(|line| line.contains(name))
            .unwrap()
            .to_owned()
    };
    assert!(line("titled").ends_with("A title of its own"), "{list}");
    assert!(line("broken").contains("cannot be read"), "{list}");
}

#[test]
fn a_name_with_a_hyphen_in_front_and_a_long_id_give_commands_that_work() {
    let root = TempDir::new().unwrap();
    let id = "a".repeat(240);
    let claim = format!("online-mistake-bound\nid = \"{id}\"\nscale = \"1/2\"");
    let spec = SpecText::new("basis\ndimension = 3\nexamples = 3")
        .replicates(2)
        .variant("plain", CYCLIC)
        .claim(claim);
    fs::write(root.path().join("-lead.toml"), spec.to_string()).unwrap();
    let (code, _, message) = lab(root.path(), &["run", "./-lead.toml", "--quiet"]);
    assert_eq!(code, 1, "the claim is refuted: {message}");
    let verdicts = fs::read_to_string(root.path().join("results/-lead/verdicts.json")).unwrap();
    let verdicts: Vec<Value> = serde_json::from_str(&verdicts).unwrap();
    let command = verdicts[0]["replay"].as_str().unwrap();
    let (program, words) = command.split_once(" replay -- '").unwrap();
    assert_eq!(program, "perceptron-lab");
    let (code, _, message) = lab(root.path(), &["replay", "--", words.trim_end_matches('\'')]);
    assert_eq!(code, 0, "{message}");
}

#[test]
fn a_spec_that_is_no_text_is_named_with_its_line() {
    let root = folder();
    fs::write(
        root.path().join("latin.toml"),
        b"title = \"t\"\nquestion = \"gr\xf6\xdfer?\"\n",
    )
    .unwrap();
    let (code, _, message) = lab(root.path(), &["run", "latin.toml"]);
    assert_eq!(code, 2);
    assert!(message.contains("line 2 is not text in UTF-8"), "{message}");
}

#[test]
fn names_are_relative_to_the_folder_however_it_is_written() {
    let root = folder();
    let absolute = root.path().join("mine").display().to_string();
    std::os::unix::fs::symlink(&absolute, root.path().join("link")).unwrap();
    for given in [
        "mine",
        "mine/",
        "./mine",
        "deeper/../mine",
        "link",
        "link/",
        &absolute,
    ] {
        fs::create_dir_all(root.path().join("deeper")).unwrap();
        let folder = ["--experiments", given];
        let (code, list, message) = lab(
            root.path(),
            &[&["list", "experiments", "--json"], &folder[..]].concat(),
        );
        assert_eq!(code, 0, "{message}");
        assert_eq!(names(&list, "name"), SPECS, "{given}");
        let paths = SPECS.map(|name| format!("mine/{name}.toml"));
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let (_, checked, _) = lab(
            root.path(),
            &[&["check", "--json"], &paths[..], &folder[..]].concat(),
        );
        assert_eq!(names(&checked, "experiment"), SPECS, "{given}");
    }
}

#[test]
fn reproduce_keeps_the_subfolders_of_a_folder_with_another_name() {
    let root = folder();
    for _ in 0..2 {
        let (code, _, message) = lab(root.path(), &["reproduce", "--experiments", "mine/"]);
        assert_eq!(code, 0, "{message}");
    }
    for name in SPECS {
        let manifest = root.path().join("results").join(name).join("manifest.toml");
        let text = fs::read_to_string(manifest).unwrap();
        assert!(text.contains(&format!("experiment = \"{name}\"")), "{text}");
    }
    let folders = ["results/a/one", "results/b/one"];
    for command in ["judge", "report"] {
        assert_eq!(lab(root.path(), &[&[command], &folders[..]].concat()).0, 0);
    }

    let cell = "basis.dimension=3,basis.examples=3,basis.labels=positive,basis.masses=uniform,basis.norm=1";
    let address = format!("b/one:{cell}:plain:1");
    for results in ["results", "none"] {
        let replay = ["replay", &address, "--experiments", "mine"];
        let (code, _, message) = lab(
            root.path(),
            &[&replay[..], &["--results", results]].concat(),
        );
        assert_eq!(code, 0, "{message}");
    }
}

#[test]
fn experiments_subfolder_may_be_a_symlink() {
    let root = folder();
    fs::rename(root.path().join("mine/b"), root.path().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink(root.path().join("elsewhere"), root.path().join("mine/b")).unwrap();
    let (_, list, _) = lab(
        root.path(),
        &["list", "experiments", "--json", "--experiments", "mine"],
    );
    assert_eq!(names(&list, "name"), SPECS);
}

#[test]
fn a_file_outside_of_the_folder_is_called_by_its_own_name() {
    let root = folder();
    let (_, checked, _) = lab(root.path(), &["check", "--json", "mine/a/one.toml"]);
    assert_eq!(names(&checked, "experiment"), ["one"]);
    let (_, checked, _) = lab(
        &root.path().join("mine"),
        &["check", "--json", "a/one.toml"],
    );
    assert_eq!(names(&checked, "experiment"), ["one"]);
}

#[test]
fn two_files_of_one_name_in_one_command_are_refused_with_both_paths() {
    let root = folder();
    for command in ["check", "run"] {
        let (code, _, message) = lab(
            root.path(),
            &[command, "mine/a/one.toml", "mine/b/one.toml"],
        );
        assert_eq!(code, 2, "{message}");
        assert!(
            message.contains("mine/a/one.toml and mine/b/one.toml"),
            "{message}"
        );
        assert!(message.contains("`one`"), "{message}");
    }
    assert!(!root.path().join("results").exists());
    let both = [
        "run",
        "mine/a/one.toml",
        "mine/b/one.toml",
        "--experiments",
        "mine",
    ];
    assert_eq!(lab(root.path(), &both).0, 0);
}

#[test]
fn list_and_explain_cover_all_names_a_conjecture_may_use() {
    let root = folder();
    let listed = |family: &str| {
        let (code, json, _) = lab(root.path(), &["list", family, "--json"]);
        assert_eq!(code, 0, "{family}");
        names(&json, "name")
    };
    assert!(listed("columns").contains(&"max_margin_squared".to_owned()));
    assert!(listed("claims").contains(&"conjecture".to_owned()));
    let premises = listed("premises");
    assert!(premises.contains(&"positive-max-margin".to_owned()));
    for name in premises {
        let (code, text, _) = lab(root.path(), &["explain", &name]);
        assert!(
            code == 0 && text.starts_with(&format!("{name} (premise)")),
            "{text}"
        );
    }
    let (_, both, _) = lab(root.path(), &["explain", "iid"]);
    assert!(both.contains("iid (premise)") && both.contains("iid (column of trials.parquet)"));
    let (_, text, _) = lab(root.path(), &["explain", "conjecture"]);
    for word in [
        "observed",
        "limit",
        "with-probability",
        "delta",
        "premises",
        "second.COLUMN",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

/// The commands whose arguments the shells complete with names of experiments take such names.
#[test]
fn every_command_about_results_takes_the_name_of_an_experiment() {
    let root = folder();
    let code = |words: &[&str]| {
        let (code, text, message) = lab(root.path(), &[words, &["--experiments", "mine"]].concat());
        (code, text + &message)
    };
    for named in ["top", "one"] {
        let (refused, message) = code(&["judge", named]);
        assert_eq!(refused, 2, "{message}");
    }
    assert_eq!(code(&["run", "top"]).0, 0);
    for words in [
        &["check"][..],
        &["plan"],
        &["judge"],
        &["report"],
        &["table"],
        &["open", "--print"],
    ] {
        let (done, message) = code(&[words, &["top"]].concat());
        assert_eq!(done, 0, "{words:?}: {message}");
    }
    let (refused, message) = code(&["judge", "one"]);
    assert!(
        refused == 2 && message.contains("several experiments end in `one`"),
        "{message}"
    );
    let (refused, message) = code(&["table", "a/one"]);
    assert!(
        refused == 2 && message.contains("there are no results of `a/one`"),
        "{message}"
    );
    let (refused, message) = code(&["report", "topp"]);
    assert!(
        refused == 2 && message.contains("did you mean `top`?"),
        "{message}"
    );
    assert_eq!(code(&["verify", "results", "--results", "results"]).0, 0);
}
