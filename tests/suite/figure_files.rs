//! Tests that figures can be taken out of a study: one alone with `figure`, or all in further formats with `report`, `run` and `reproduce`.

use crate::support::study_folder::StudyFolder;
use std::fs;
use std::process::Command;

/// A folder with a finished run whose spec asks for two figures.
fn study() -> StudyFolder {
    let place = StudyFolder::new(3);
    place.ask_more(3, "20, 30", "");
    let spec = fs::read_to_string(place.spec()).unwrap();
    let figures = "\n[figures]\nshow = [\"mistakes-against-bound\", \"tightness\"]\n";
    fs::write(place.spec(), spec + figures).unwrap();
    let (code, error) = place.run();
    assert_eq!(code, 0, "{error}");
    place
}

/// The standard output of the program, which must succeed.
fn said(place: &StudyFolder, words: &[&str]) -> String {
    let output = place.command(words).output().unwrap();
    assert!(
        output.status.success(),
        "{words:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn figures_of_a_study_are_listed_and_drawn_alone() {
    let place = study();
    let list = said(&place, &["figure", "t"]);
    assert!(
        list.contains("mistakes-against-bound") && list.contains("tightness"),
        "{list}"
    );
    let json = said(&place, &["figure", "results/t", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[1]["name"], "tightness");
    let written = |words: &[&str]| {
        said(
            &place,
            &[&["figure", "t.toml", "tightness"], words].concat(),
        )
    };
    assert_eq!(written(&["--width", "8cm"]), "written: t-tightness.pdf\n");
    assert_eq!(written(&["--width", "9cm"]), "replaced: t-tightness.pdf\n");
    let pdf = fs::read(place.root().join("t-tightness.pdf")).unwrap();
    assert!(String::from_utf8_lossy(&pdf).contains("/MediaBox [0 0 255.11"));
    written(&["--output", "a b.svg", "--title", "Ours < 1"]);
    let svg = fs::read_to_string(place.root().join("a b.svg")).unwrap();
    assert!(
        svg.contains("\nOurs &lt; 1\n") && svg.contains("<metadata>Source: t, figure tightness\n")
    );
    let untitled = written(&["--output", "-", "--format", "svg", "--title", ""]);
    assert!(untitled.starts_with("<svg ") && !untitled.contains("font-weight=\"bold\""));
    // The picture of the report has the same marks.
    let report = fs::read_to_string(place.file("figures/tightness.svg")).unwrap();
    let marks = |svg: &str| svg.matches("<circle ").count();
    assert!(marks(&svg) == marks(&report) && marks(&svg) > 0);
}

#[test]
fn a_figure_for_a_paper_has_other_names_chosen_series_and_another_font() {
    let place = study();
    let drawn = |words: &[&str]| {
        let own = ["figure", "t", "mistakes-against-bound", "--output", "-"];
        said(&place, &[&own, words].concat())
    };
    let renamed = [
        "--rename",
        "plain = mean",
        "perceptron",
        "--rename",
        "mistakes",
        "M",
    ];
    let csv = drawn(&[&["--format", "csv", "--no-controls"], &renamed[..]].concat());
    assert!(
        csv.contains("perceptron") && csv.contains("y: M (log)") && !csv.contains("plain"),
        "{csv}"
    );
    let svg = drawn(&["--format", "svg", "--series", "plain = mean"]);
    assert!(
        svg.contains(">\nplain = mean\n") && !svg.contains(">\nlimit\n"),
        "{svg}"
    );
    let font = place.root().join("own.ttf");
    fs::write(&font, dejavu::sans_mono::regular()).unwrap();
    let output = place
        .command(&["figure", "t", "tightness", "--font", "own.ttf"])
        .output()
        .unwrap();
    assert!(output.status.success());
    let pdf = fs::read(place.root().join("t-tightness.pdf")).unwrap();
    let pdf = String::from_utf8_lossy(&pdf);
    assert!(pdf.starts_with("%PDF-1.5") && pdf.contains("+DejaVuSansMono"));
}

#[test]
fn a_mark_says_its_setting_its_run_and_its_number() {
    let place = study();
    let svg = fs::read_to_string(place.file("figures/mistakes-against-bound.svg")).unwrap();
    let hints: Vec<&str> = svg
        .split("<title>")
        .skip(1)
        .filter_map(|rest| rest.split("</title>").next())
        .collect();
    let has = |part: &str| {
        hints
            .iter()
            .any(|hint| hint.starts_with("plain = mean, examples = ") && hint.contains(part))
    };
    assert!(has(" to "), "{hints:?}");
    assert!(
        hints.iter().any(|hint| hint.contains(", run ")),
        "{hints:?}"
    );
}

#[test]
fn wrong_commands_write_nothing_and_name_the_next_step() {
    let place = study();
    for (words, parts) in [
        (
            &["t", "tightnes"][..],
            ["has no figure `tightnes`", "did you mean `tightness`?"],
        ),
        (&["u"][..], ["no experiment of this name", "error"]),
        (
            &["t", "tightness", "--width", "8"][..],
            ["it has no unit", "8cm"],
        ),
        (
            &["t", "tightness", "--width", "8ell"][..],
            ["unknown unit `ell`", "8cm"],
        ),
        (
            &["t", "tightness", "--width", "5mm"][..],
            ["a width of 5mm is too small", "at least"],
        ),
        (
            &["t", "tightness", "--height", "5mm"][..],
            ["a height of 5mm is too small", "at least"],
        ),
        (
            &["t", "tightness", "--format", "gif"][..],
            ["invalid value 'gif'", "pdf, svg, png, csv"],
        ),
        (
            &["t", "tightness", "--output", "x.gif"][..],
            ["no known format", ".pdf, .svg, .png, .csv"],
        ),
        (
            &["t", "tightness", "--output", "-"][..],
            ["standard output", "--format"],
        ),
        (
            &["t", "tightness", "--output", "x.pdf", "--format", "svg"][..],
            ["ends in .pdf", "leave out `--format`"],
        ),
        (&["t", "--width", "8cm"][..], ["required", "<FIGURE>"]),
    ] {
        let (code, error) = place.lab(&[&["figure"], words].concat());
        assert_eq!(code, 2, "{words:?}: {error}");
        assert!(
            parts.iter().all(|part| error.contains(part)),
            "{words:?}: {error}"
        );
    }
    let (code, error) = place.lab(&["figure", "t", "tightness", "--output", "no/x.pdf"]);
    assert!(
        code == 3 && error.contains("there is no folder no"),
        "{error}"
    );
    let files = fs::read_dir(place.root()).unwrap();
    let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn folders_without_trials_name_the_command_that_writes_them() {
    let place = study();
    fs::remove_file(place.file("trials.parquet")).unwrap();
    let (code, error) = place.lab(&["figure", "t", "tightness"]);
    assert!(
        code == 2 && error.contains("has no trials.parquet"),
        "{error}"
    );
    assert!(error.contains("perceptron-lab run t.toml"), "{error}");
    fs::remove_dir_all(place.file("")).unwrap();
    let (code, error) = place.lab(&["figure", "t.toml"]);
    assert!(
        code == 2 && error.contains("there are no results of `t`"),
        "{error}"
    );
    fs::create_dir(place.root().join("empty")).unwrap();
    let (code, error) = place.lab(&["figure", "empty"]);
    assert!(code == 2 && error.contains("holds no results"), "{error}");
}

#[test]
fn reports_write_further_formats_and_keep_them_up_to_date() {
    let place = study();
    fs::write(place.file("figures/mine.pdf"), "of the user").unwrap();
    let svg = place.bytes("figures/tightness.svg");
    let (code, error) = place.lab(&["report", "t", "--figures", "pdf,csv"]);
    assert_eq!(code, 0, "{error}");
    let files = || ["pdf", "csv"].map(|ending| place.bytes(&format!("figures/tightness.{ending}")));
    let first = files();
    assert!(first[0].starts_with(b"%PDF-") && first[1].starts_with(b"# Title: "));
    assert!(
        place.bytes("figures/tightness.svg") == svg,
        "the committed figure stays as it was"
    );
    for ending in ["pdf", "csv"] {
        fs::write(place.file(&format!("figures/gone.{ending}")), &first[0]).unwrap();
    }
    // More trials change the figures, and the files of before are written anew.
    let spec = fs::read_to_string(place.spec()).unwrap();
    fs::write(
        place.spec(),
        spec.replace("replicates = 3", "replicates = 4"),
    )
    .unwrap();
    assert_eq!(place.run().0, 0);
    let second = files();
    assert!(first[0] != second[0] && first[1] != second[1]);
    assert!(String::from_utf8_lossy(&second[1]).contains("# Command: perceptron-lab run t.toml\n"));
    assert!(!place.file("figures/gone.pdf").exists() && !place.file("figures/gone.csv").exists());
    assert_eq!(place.bytes("figures/mine.pdf"), b"of the user");
    let (code, error) = place.lab(&["run", "t.toml", "--figures", "pdf,gif"]);
    assert!(
        code == 2 && error.contains("invalid value 'gif'"),
        "{error}"
    );
}

#[test]
fn text_of_a_pdf_can_be_searched() {
    let found = Command::new("pdftotext").arg("-v").output();
    if !found.is_ok_and(|output| output.status.success()) {
        return;
    }
    let place = study();
    said(
        &place,
        &[
            "figure",
            "t",
            "tightness",
            "--output",
            "a.pdf",
            "--title",
            "γ* ≤ √2, a < b",
        ],
    );
    let text = Command::new("pdftotext")
        .args(["-layout", "a.pdf", "-"])
        .current_dir(place.root())
        .output()
        .unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(
        text.contains("γ* ≤ √2, a < b") && text.contains("plain"),
        "{text}"
    );
}
