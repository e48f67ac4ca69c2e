//! The forms of tables, the tables that the documentation ships, and what the command refuses.

use crate::support::program::{lab_in, lab_into, program, succeeds};
use crate::table::{folder_with, sphere, table_in, values};
use serde_json::Value;
use shell_words::split;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

#[test]
fn wrong_requests_name_the_nearest_name_and_write_nothing() {
    let folder = folder_with(&[("t", sphere(5))]);
    let cases: [(&[&str], &[&str]); 18] = [
        (
            &["t", "--by", "replicate"],
            &[
                "no column is named `replicate`",
                "trials.parquet lists them",
            ],
        ),
        (
            &["t", "--where", "replicate < 10"],
            &["`replicate` is neither", "trials.parquet lists them"],
        ),
        (&["u"], &["no experiment of this name"]),
        (&["results/tt"], &["there are no results `results/tt`"]),
        (
            &["t", "--by", "varian"],
            &[
                "no parameter and no column is named `varian`",
                "did you mean `variant`?",
            ],
        ),
        (
            &["t", "--by", "target_margins"],
            &["did you mean `target_margin`?"],
        ),
        (
            &["t", "--by", "risk"],
            &["the trials of `t` have no column `risk`", "under `measure`"],
        ),
        (
            &["t", "--show", "mean(mistaks)"],
            &[
                "`--show`: `mistaks` is neither a column nor a parameter",
                "\n    mean(mistaks)\n         ^^^^^^^\n",
                "did you mean `mistakes`?",
            ],
        ),
        (
            &["t", "--show", "maen(mistakes)"],
            &["`maen` is neither a statistic", "did you mean `mean`?"],
        ),
        (
            &["t", "--show", "mean(mistakes, variant = plan)"],
            &[
                "no cell and no variant has variant = plan",
                "did you mean `plain`?",
            ],
        ),
        (
            &["t", "--show", "tightness(\"online-mistake\")"],
            &[
                "the spec has no claim `online-mistake`",
                "did you mean `online-mistake-bound`?",
            ],
        ),
        (
            &["t", "--where", "example = 20"],
            &[
                "no parameter of a cell is named `example`",
                "generator.sphere-margin.examples",
            ],
        ),
        (
            &["t", "--where", "examples = 21"],
            &[
                "no cell and no variant has examples = 21",
                "did you mean `20`?",
            ],
        ),
        (
            &["t", "--where", "mistakes > 1000"],
            &["no trial with a result is selected"],
        ),
        (
            &["t", "--sort", "mistaks"],
            &["`--sort`: the table has no column `mistaks`"],
        ),
        (
            &["t", "--format", "latx"],
            &["invalid value 'latx'", "latex"],
        ),
        (
            &["t", "--by", "variant", "--show", "median(mistakes)"],
            &[
                "`median(mistakes)` has no value or no interval in any row: it covers several cells",
                "group by these keys, too, or select one of their values with `--where`: examples",
            ],
        ),
        (
            &["t", "--show", "max(mistakes)", "--show", "max(mistakes)"],
            &["two columns of the table are named `max(mistakes)`"],
        ),
    ];
    for (words, parts) in cases {
        let whole = [&["table"][..], words, &["--output", "table.tex"]].concat();
        let (code, text, error) = lab_in(folder.path(), &whole);
        assert_eq!((code, text.as_str()), (2, ""), "{words:?}: {error}");
        for part in parts {
            assert!(error.contains(part), "{words:?}: {part}\n{error}");
        }
        assert!(!folder.path().join("table.tex").exists(), "{words:?}");
    }
    let (code, _, error) = lab_in(folder.path(), &["table", "t", "--json", "--format", "csv"]);
    assert!(code == 2 && error.contains("ask for two forms"), "{error}");
    let verdicts = [
        "table",
        "t",
        "--by",
        "updates",
        "--show",
        "tightness(\"online-mistake-bound\")",
    ];
    let (code, _, error) = lab_in(folder.path(), &verdicts);
    assert!(
        code == 2 && error.contains("is a number of verdicts"),
        "{error}"
    );
}

#[test]
fn strange_names_survive_every_form_and_the_command_prints_the_table_again() {
    let spec = SpecText::new("hadamard\ndimension = 4\nlabels = \"positive\"")
        .replicates(2)
        .variant("\"a_b & 50% <γ² | 'q'\"", CYCLIC)
        .variant("\"# [x] ñ\"", CYCLIC)
        .claim("online-mistake-bound");
    let folder = TempDir::new().unwrap();
    let place = folder.path().join("a folder with blanks");
    fs::create_dir(&place).unwrap();
    fs::write(place.join("a spec.toml"), spec.to_string()).unwrap();
    succeeds(program(&["run", "a spec.toml"]).current_dir(&place));
    let names = ["a_b & 50% <γ² | 'q'", "# [x] ñ"];
    let words = [
        "a spec",
        "--by",
        "variant",
        "--show",
        "interval(mistakes) as \"m_1, ± 99 %\"",
        "--where",
        "variant = [\"a_b & 50% <γ² | 'q'\", \"# [x] ñ\"]",
    ];
    assert_eq!(values(&table_in(&place, &words), "variant"), names);
    for (file, parts) in [
        (
            "t.csv",
            vec![
                "\"m_1, ± 99 %\",\"m_1, ± 99 % half_width\"\n",
                "\"# [x] ñ\",4,",
            ],
        ),
        ("t.md", vec!["a_b &amp; 50% &lt;γ² \\| 'q'"]),
        (
            "t.tex",
            vec![
                r"a\_b \& 50\% $<\gamma {}^2$ $|$ 'q' &",
                r"\# [x] ñ &",
                r"m\_1, $\pm$ 99 \%",
            ],
        ),
        ("t.txt", vec!["# [x] ñ"]),
        ("t.json", vec!["\"half_width\": 0.0"]),
    ] {
        let whole = [&["table"][..], &words[..], &["--output", file]].concat();
        let (code, text, error) = lab_in(&place, &whole);
        assert_eq!((code, text.as_str()), (0, ""), "{file}: {error}");
        let written = fs::read_to_string(place.join(file)).unwrap();
        for part in parts {
            assert!(written.contains(part), "{part}\n{written}");
        }
        // The command in the comment prints the same.
        let command = written.lines().find_map(|line| {
            line.split_once("perceptron-lab table")
                .map(|(_, rest)| rest.to_owned())
        });
        let command = command.unwrap();
        let command = match file {
            "t.json" => serde_json::from_str::<Value>(&written).unwrap()["made_by"]["command"]
                .as_str()
                .unwrap()
                .replacen("perceptron-lab table", "", 1),
            _ => command,
        };
        let again = split(&command).unwrap();
        let again: Vec<&str> = std::iter::once("table")
            .chain(again.iter().map(String::as_str))
            .collect();
        let (code, printed, error) = lab_in(&place, &again);
        assert_eq!((code, printed), (0, written), "{file}: {error}");
    }
}

/// The tables that the documentation ships.
fn shipped() -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir("docs/tables").unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "tex"))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            (path, text)
        })
        .collect()
}

#[test]
fn shipped_tables_are_what_the_command_prints_of_the_committed_experiments() {
    let results = TempDir::new().unwrap();
    let tables = shipped();
    assert_eq!(tables.len(), 3);
    for (path, committed) in tables {
        let (_, command) = committed
            .lines()
            .next()
            .unwrap()
            .split_once("perceptron-lab table ")
            .unwrap();
        let words = split(command).unwrap();
        for name in words.iter().take_while(|word| !word.starts_with("--")) {
            if !results.path().join(name).exists() {
                succeeds(program(&["run", name, "--results"]).arg(results.path()));
            }
            // These are the trials of the committed results.
            let [manifest, own] = [Path::new("results"), results.path()]
                .map(|folder| fs::read(folder.join(name).join("manifest.toml")).unwrap());
            assert!(manifest == own, "{name}");
        }
        let words: Vec<&str> = std::iter::once("table")
            .chain(words.iter().map(String::as_str))
            .collect();
        let (code, printed, error) = lab_into(results.path(), &words);
        assert_eq!(code, 0, "{error}");
        assert_eq!(printed, committed, "{}: run scripts/tables", path.display());
    }
}
