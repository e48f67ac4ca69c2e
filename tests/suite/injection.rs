//! Puts markup, script and unusual characters wherever a name can occur, and looks for them in pages, figures and tables.

use crate::support::program::{ended, lab_in, program};
use polars::prelude::{ParquetReader, SerReader};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const MARKUP: &str = "<img src=x onerror=alert(1)>";
const SCRIPT: &str = "</script><script>alert(1)</script>";

/// A name of 300 characters with everything that HTML, SVG, CSV, JSON or Markdown could take for syntax.
fn evil() -> String {
    format!(
        "{MARKUP}{SCRIPT}]]>&amp;\"'`|*_, \u{202e}abc\u{202c} {}",
        "長".repeat(230)
    )
}

/// The name without the characters that separate the parts of an address.
fn variant() -> String {
    evil().replace([':', '/', ','], "")
}

fn spec() -> String {
    // A JSON string is also a TOML string on one line.
    let quoted = |text: String| serde_json::Value::from(text).to_string();
    let text = |of: &str| quoted(format!("{of} {}", evil()));
    format!(
        "title = {}\nquestion = {}\nanalysis = {}\nseed = 1\nreplicates = 20\n\
        [generator.file]\npath = \"t.csv\"\nlabel = {}\nfeatures = [{}, \"y\"]\nexamples = 4\nshuffled = true\n\
        [variants.{}]\nrule = {{ perceptron = {{}} }}\norder = \"cyclic\"\nstop = {{ passes = 3 }}\n\
        [[claims]]\nid = {}\nobserved = \"mistakes\"\nlimit = \"1000\"\nform = \"surely\"\n\
        [[figures]]\nx = \"mistakes\"\ny = \"updates\"\ntitle = {}\n",
        text("title"),
        text("question"),
        text("analysis"),
        quoted(evil()),
        quoted(format!("x{}", evil())),
        quoted(variant()),
        text("claim"),
        text("figure"),
    )
}

fn table() -> String {
    let quoted = |text: String| format!("\"{}\"", text.replace('"', "\"\""));
    let header = [quoted(format!("x{}", evil())), "y".into(), quoted(evil())].join(",");
    let class = |name: &str| quoted(format!("{name}{}", evil()));
    let rows = [
        ("1,2", "a"),
        ("3,1", "b"),
        ("0,4", "a"),
        ("5,1", "b"),
        ("2,2", "a"),
        ("6,0", "b"),
    ];
    let rows = rows.map(|(numbers, name)| format!("{numbers},{}\n", class(name)));
    format!("{header}\n{}", rows.concat())
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path))
        } else {
            found.push(path)
        }
    }
    found
}

/// Asserts that a page or a picture contains no markup from the spec.
fn check(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    assert!(!text.contains("<img src=x"), "{}", path.display());
    assert!(!text.contains("<script>alert"), "{}", path.display());
    assert!(!text.contains("javascript:"), "{}", path.display());
}

#[test]
fn no_name_becomes_markup_or_script_in_a_page_or_a_figure() {
    let folder = TempDir::new().unwrap();
    let name = format!("study {MARKUP} & 'q' \u{202e}");
    fs::write(folder.path().join("t.csv"), table()).unwrap();
    fs::write(folder.path().join(format!("{name}.toml")), spec()).unwrap();
    let lab = |words: &[&str]| {
        let (code, text, error) = lab_in(folder.path(), words);
        assert_eq!(code, 0, "{words:?}: {error}");
        text
    };
    let run: serde_json::Value =
        serde_json::from_str(&lab(&["run", &format!("{name}.toml"), "--json"])).unwrap();
    let written = run.to_string();
    assert!(
        written.contains("onerror=alert"),
        "the names survive in JSON"
    );
    let results = folder.path().join("results").join(&name);
    let verdicts = fs::read_to_string(results.join("verdicts.json")).unwrap();
    let verdicts: serde_json::Value = serde_json::from_str(&verdicts).unwrap();
    let address = verdicts[0]["closest"].as_str().unwrap();
    lab(&["replay", "--page", "page.html", "--", address]);
    lab(&["export", "--to", "sample.csv", "--", address]);
    lab(&["analyze", "t.csv", "--report", "analysis.html"]);
    let pages: Vec<PathBuf> = files(folder.path())
        .into_iter()
        .filter(|path| {
            path.extension()
                .is_some_and(|ending| ending == "html" || ending == "svg")
        })
        .collect();
    assert!(pages.len() > 3, "{pages:?}");
    pages.iter().for_each(|page| check(page));
    assert!(pages.iter().any(|page| {
        fs::read_to_string(page)
            .unwrap()
            .contains("&lt;img src=x onerror=alert(1)&gt;")
    }));
}

#[test]
fn a_name_like_a_scheme_is_the_path_of_a_file() {
    let folder = TempDir::new().unwrap();
    let name = "javascript:alert(1)";
    fs::create_dir(folder.path().join("experiments")).unwrap();
    fs::write(folder.path().join("t.csv"), "x,y,c\n1,2,a\n3,1,b\n").unwrap();
    let spec = "title = \"t\"\nquestion = \"q?\"\nseed = 1\nreplicates = 1\n[generator.basis]\ndimension = 2\nexamples = 2\n\
        [variants.v]\nrule = { perceptron = {} }\norder = \"cyclic\"\n[[claims]]\nname = \"online-mistake-bound\"\n";
    fs::write(folder.path().join(format!("experiments/{name}.toml")), spec).unwrap();
    let (code, _, error) = lab_in(folder.path(), &["reproduce"]);
    assert_eq!(code, 0, "{error}");
    let text = |file: &str| fs::read_to_string(folder.path().join("results").join(file)).unwrap();
    let (page, index) = (text("index.html"), text("index.md"));
    assert!(
        page.contains(&format!("href=\"./{name}/report.html\"")),
        "{page}"
    );
    assert!(!page.contains("\"javascript:") && !index.contains("](javascript:"));
    // The address of its trials can be replayed.
    let verdicts = text(&format!("{name}/verdicts.json"));
    let verdicts: serde_json::Value = serde_json::from_str(&verdicts).unwrap();
    let (code, _, error) = lab_in(
        folder.path(),
        &["replay", verdicts[0]["closest"].as_str().unwrap()],
    );
    assert_eq!(code, 0, "{error}");
}

#[test]
fn names_are_unchanged_in_csv_and_parquet() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("t.csv"), table()).unwrap();
    fs::write(folder.path().join("s.toml"), spec()).unwrap();
    let (code, _, error) = lab_in(folder.path(), &["run", "s.toml"]);
    assert_eq!(code, 0, "{error}");
    let path = folder.path().join("results/s/verdicts.csv");
    let mut reader = csv::Reader::from_path(path).unwrap();
    let headers = reader.headers().unwrap().clone();
    let place = headers.iter().position(|name| name == "variant").unwrap();
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert!(records.iter().all(|record| record[place] == variant()));
    let trials = File::open(folder.path().join("results/s/trials.parquet")).unwrap();
    let trials = ParquetReader::new(trials).finish().unwrap();
    let cell = trials.column("variant").unwrap().get(0).unwrap();
    assert_eq!(cell.get_str(), Some(variant().as_str()));
    let (code, text, error) =
        ended(program(&["analyze", "t.csv", "--json"]).current_dir(folder.path()));
    assert_eq!(code, 0, "{error}");
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["data"]["label"], evil());
    assert_eq!(found["data"]["features"][0], format!("x{}", evil()));
    assert_eq!(found["data"]["positive"], format!("b{}", evil()));
}
