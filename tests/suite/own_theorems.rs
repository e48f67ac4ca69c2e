//! Tests theorems that a user states: in a file that a spec names, in the spec, and checked alone.

use crate::support::program::lab_in;
use crate::support::schema::Schema;
use std::fs;
use std::path::Path;

/// The example of docs/theorems.md.
fn example() -> String {
    let page = fs::read_to_string("docs/theorems.md").unwrap();
    let start = page.find("```toml\n[part-of-the-bound]").unwrap() + 8;
    let end = start + page[start..].find("```").unwrap();
    page[start..end].to_owned()
}

fn spec(theorems: &str) -> String {
    format!(
        "title = \"Mine\"\nquestion = \"Does it hold?\"\nseed = 1\nreplicates = 20\n{theorems}\n\
         [generator.sphere-margin]\ndimension = 5\ntarget_margin = 0.2\nexamples = 50\n\
         [variants.plain]\nrule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n\
         [[claims]]\nname = \"part-of-the-bound\"\n\
         [[claims]]\nname = \"part-of-the-bound\"\nid = \"a hundredth\"\npart = \"1/100\"\ncontrol_of = \"part-of-the-bound\"\n"
    )
}

#[test]
fn the_example_of_the_page_is_checked_explained_and_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("mine.toml"), example()).unwrap();
    fs::write(at.join("spec.toml"), spec("theorems = \"mine.toml\"")).unwrap();
    let (_, checked, _) = lab_in(at, &["check", "mine.toml"]);
    let agrees =
        "part-of-the-bound: its trials are judged as they should be, caught: 2 planted faults\n";
    assert_eq!(checked, agrees);
    let (_, explained, _) = lab_in(at, &["explain", "mine.toml"]);
    assert!(explained.contains("A guess of this page."), "{explained}");
    assert!(explained.contains("Judged\n  mistakes ≤ "), "{explained}");
    let (_, listed, _) = lab_in(at, &["list", "claims", "--theorems", "mine.toml"]);
    assert!(listed.contains("  part-of-the-bound  "), "{listed}");
    assert!(listed.contains("  online-mistake-bound  "), "{listed}");
    let (code, _, errors) = lab_in(at, &["run", "spec.toml"]);
    assert_eq!(code, 0, "{errors}");
    // The results need no other file.
    fs::remove_file(at.join("mine.toml")).unwrap();
    let (code, _, errors) = lab_in(at, &["judge", "results/spec"]);
    assert_eq!(code, 0, "{errors}");
    let (_, verified, _) = lab_in(at, &["verify", "results/spec"]);
    assert!(verified.contains("yes"), "{verified}");
    let report = fs::read_to_string(at.join("results/spec/report.md")).unwrap();
    let says = "makes at most 2/3 of the mistakes that its bound allows";
    assert!(report.contains(says), "{report}");
    let witness = witness(&at.join("results/spec/witnesses"));
    let (code, _, errors) = lab_in(at, &["run", &witness]);
    assert_eq!(code, 0, "{errors}");
}

/// The path of the only witness of a folder.
fn witness(folder: &Path) -> String {
    let mut files = fs::read_dir(folder).unwrap();
    let file = files.next().unwrap().unwrap().path();
    file.to_string_lossy().into_owned()
}

#[test]
fn a_learner_is_graded_by_theorems_of_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let learner = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/examples/perceptron.py");
    let grade = |text: &str| {
        fs::write(at.join("mine.toml"), text).unwrap();
        let words = [
            "grade",
            "--rule",
            "perceptron",
            "--theorems",
            "mine.toml",
            "--attack",
            "300",
            "python3",
        ];
        lab_in(at, &[&words[..], &[learner.to_str().unwrap()]].concat())
    };
    let loose = example().replace("\"2/3\"", "1");
    let (code, graded, errors) = grade(&loose);
    assert_eq!(code, 0, "{graded}{errors}");
    let own = graded
        .lines()
        .find(|line| line.starts_with("part-of-the-bound"));
    assert!(own.unwrap().contains(" of the limit"), "{graded}");
    let (code, graded, _) = grade(&loose.replace("claim.part*ratio + 1", "ratio/2"));
    assert_eq!(code, 1, "{graded}");
    let words = "the observed number is 1; the theorem allows 0.5";
    assert!(graded.contains(words), "{graded}");
    let (code, _, errors) = grade(&loose.replace("\"mistakes\"", "\"risk\""));
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("part-of-the-bound needs risk"), "{errors}");
}

#[test]
fn entries_of_a_spec_are_theorems_like_those_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let inline = example().replace("[part-of-the-bound", "[theorems.part-of-the-bound");
    let inline = inline.replace("[[part-of-the-bound", "[[theorems.part-of-the-bound");
    let text = spec("") + &inline;
    fs::write(folder.path().join("spec.toml"), text).unwrap();
    let (code, _, errors) = lab_in(folder.path(), &["run", "spec.toml"]);
    assert_eq!(code, 0, "{errors}");
}

#[test]
fn mistakes_in_an_entry_are_named_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let refused = |from: &str, to: &str| {
        let text = example();
        assert!(text.contains(from), "{from}");
        fs::write(at.join("mine.toml"), text.replace(from, to)).unwrap();
        fs::write(at.join("spec.toml"), spec("theorems = \"mine.toml\"")).unwrap();
        let (code, _, errors) = lab_in(at, &["check", "spec.toml"]);
        assert_eq!(code, 2, "{to}");
        errors
    };
    for (from, to, words) in [
        (
            "claim.part*ratio",
            "claim.par*ratio",
            "mine.toml, line 10: `claim.par`",
        ),
        (
            "\"positive-margin\"",
            "\"possitive\"",
            "line 12: no premise is named",
        ),
        (
            "rule = perceptron\"",
            "rule = percep\"",
            "`percep` is none of",
        ),
        (
            "cut_off       =",
            "cut_of        =",
            "unknown field `cut_of`",
        ),
        (
            "kind    = \"exact\"",
            "kind    = \"exakt\"",
            "unknown variant `exakt`",
        ),
        (
            "part-of-the-bound",
            "online-mistake-bound",
            "belongs to a claim that the program has",
        ),
    ] {
        let message = refused(from, to);
        assert!(message.contains(words), "{to}: {message}");
        assert_eq!(message.matches("error: ").count(), 1, "{message}");
    }
}

/// What `check` finds wrong in the example of the page with one change.
fn disagreement(from: &str, to: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let text = example();
    assert!(text.contains(from), "{from}");
    fs::write(folder.path().join("mine.toml"), text.replacen(from, to, 1)).unwrap();
    let (code, found, _) = lab_in(folder.path(), &["check", "mine.toml"]);
    assert_eq!(code, 1, "{to}");
    found
}

#[test]
fn trials_that_do_not_agree_with_their_entry_are_named() {
    let beyond = disagreement("mistakes = 7 }", "mistakes = 8 }");
    assert!(
        beyond.contains("the verdict is violated, and holds was due"),
        "{beyond}"
    );
    let within = disagreement("{ mistakes = 8 }", "{ mistakes = 6 }");
    assert!(
        within.contains("the verdict is holds, and violated was due"),
        "{within}"
    );
    let unbroken = disagreement("rule = perceptron\"", "rule = perceptron, hebb\"");
    assert!(
        unbroken.contains("nothing breaks the premise"),
        "{unbroken}"
    );
    let unknown = disagreement("mistakes = 7 }", "mistaks = 7 }");
    assert!(
        unknown.contains("no column is named `mistaks`"),
        "{unknown}"
    );
}

#[test]
fn a_fault_that_no_claim_catches_is_named() {
    for (from, to, words) in [
        (
            "mistakes + 2",
            "mistakes + 1",
            "the fault “two mistakes too many are counted” is not caught by part-of-the-bound",
        ),
        (
            "claim     = { part = 1 }",
            "claim     = { part = \"1/2\" }",
            "part-of-the-bound comes out violated and not holds",
        ),
        (
            "mistakes + 2",
            "mistaks + 2",
            "`mistaks` is neither a column",
        ),
        ("planted   = [", "plantd   = [", "unknown field `plantd`"),
        (
            "columns = {",
            "trials = \"tested\", columns = {",
            "unknown variant `tested`",
        ),
        (
            "columns = { mistakes",
            "columns = { mistaks",
            "no column is `mistaks`",
        ),
        ("dimension = 9", "dimension = 0", "dimension"),
    ] {
        let found = disagreement(from, to);
        assert!(found.contains(words), "{to}: {found}");
    }
}

#[test]
fn a_file_whose_entry_lacks_a_key_is_still_a_file_of_theorems() {
    let folder = tempfile::tempdir().unwrap();
    for key in ["says", "observed", "limit"] {
        let lines = example();
        let lines = lines.lines().filter(|line| !line.starts_with(key));
        let text: Vec<&str> = lines.collect();
        fs::write(folder.path().join("mine.toml"), text.join("\n")).unwrap();
        let (code, _, errors) = lab_in(folder.path(), &["check", "mine.toml"]);
        assert_eq!(code, 2, "{key}");
        let missing = format!("missing field `{key}`");
        assert!(
            errors.contains(&missing) && errors.contains("mine.toml:1"),
            "{errors}"
        );
    }
}

#[test]
fn the_committed_schema_of_theorems_fits_the_files_of_the_program() {
    let (_, printed, _) = lab_in(Path::new("."), &["schema", "theorems"]);
    let committed = fs::read_to_string("docs/theorems.schema.json").unwrap();
    assert_eq!(
        printed, committed,
        "perceptron-lab schema theorems > docs/theorems.schema.json"
    );
    let schema = Schema::of(&committed);
    for file in fs::read_dir("theorems").unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let theorems: toml::Table = text.parse().unwrap();
        assert!(schema.allows_whole(&serde_json::to_value(theorems).unwrap()));
    }
    let wrong = serde_json::json!({ "a": { "says": "b" } });
    assert!(!schema.allows_whole(&wrong));
}

#[test]
fn the_schema_of_specs_allows_claims_of_theorems_that_the_spec_states() {
    let schema = Schema::read("docs/spec.schema.json");
    let allows = |theorems: &str| {
        let spec: toml::Table = spec(theorems).parse().unwrap();
        schema.allows_whole(&serde_json::to_value(spec).unwrap())
    };
    assert!(allows("theorems = \"mine.toml\""));
    assert!(!allows(""));
    assert!(!allows("theorems = 1"));
}

#[test]
fn the_page_names_every_key_of_an_entry() {
    let page = fs::read_to_string("docs/theorems.md").unwrap();
    for (key, _) in claims::spec::THEOREM.keys {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
}
