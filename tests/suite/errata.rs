//! Compares the catalogue of errata with the notes, the specs, the README, and the output of `explain` for a number.

use crate::support::program::lab_in;
use claims::claim::{StatedClaim, StatedIn, VerdictKind};
use claims::spec::Spec;
use perceptron_lab::report::errata::{Errata, Erratum, ErratumClass, counted};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

fn errata() -> Errata {
    Errata::read().unwrap()
}

/// Text with single spaces, because a transcription breaks its lines anywhere.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The folder with the transcriptions of the notes: that of `PERCEPTRON_LAB_SEEDS`, or the folder in `shared`, next to the repository.
fn seeds() -> Option<PathBuf> {
    let named = std::env::var_os("PERCEPTRON_LAB_SEEDS").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| Path::new("..").join("shared").join("seeds"));
    folder.is_dir().then_some(folder)
}

/// The transcription of a note, in the file whose name contains that of the note.
fn transcription(folder: &Path, note: &str) -> String {
    let name = note.to_lowercase().replace(" and ", "-");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut own = files.filter(|file| file.file_name().to_string_lossy().contains(&name));
    let file = own.next().unwrap_or_else(|| panic!("no file for {note}"));
    assert!(own.next().is_none(), "several files for {note}");
    spaced(&fs::read_to_string(file.path()).unwrap())
}

#[test]
fn every_quotation_is_verbatim_in_its_note() {
    let Some(folder) = seeds() else {
        let message = "skipped: no transcriptions of the notes, neither in ../shared/seeds nor where PERCEPTRON_LAB_SEEDS says\n";
        std::io::stderr().write_all(message.as_bytes()).unwrap();
        return;
    };
    for erratum in errata().entries {
        let note = transcription(&folder, &erratum.note);
        assert!(!erratum.quotations.is_empty(), "{}", erratum.number);
        for quotation in erratum.quotations {
            let found = note.contains(&spaced(&quotation.text));
            assert!(found, "{}: {}", erratum.number, quotation.text);
        }
    }
}

#[test]
fn erratum_numbers_are_sorted_unique_and_without_gaps() {
    let errata = errata();
    let number = |text: &str| text.strip_prefix('E').unwrap().parse::<u32>().unwrap();
    let current: Vec<u32> = errata
        .entries
        .iter()
        .map(|one| number(&one.number))
        .collect();
    let retired: Vec<u32> = errata
        .retired
        .iter()
        .map(|one| number(&one.number))
        .collect();
    assert!(current.is_sorted_by(|a, b| a < b) && retired.is_sorted_by(|a, b| a < b));
    let all: BTreeSet<u32> = current.into_iter().chain(retired).collect();
    let last = errata.entries.len() + errata.retired.len();
    let expected: BTreeSet<u32> = (1..=last as u32).collect();
    assert_eq!(
        all, expected,
        "every number is an erratum or says what became of it"
    );
}

#[test]
fn errata_specs_match_the_catalogue_and_every_false_statement_has_one() {
    let errata = errata().entries;
    let stems = fs::read_dir("experiments/errata").unwrap().map(|entry| {
        let path = entry.unwrap().path();
        format!("errata/{}", path.file_stem().unwrap().to_string_lossy())
    });
    let listed: BTreeSet<String> = errata
        .iter()
        .filter_map(|one| one.experiment.clone())
        .collect();
    assert_eq!(stems.collect::<BTreeSet<String>>(), listed);
    for erratum in &errata {
        let is_wording = erratum.class == ErratumClass::Wording;
        assert!(
            is_wording || erratum.experiment.is_some(),
            "{}",
            erratum.number
        );
        let title = title(erratum);
        assert!(
            title.starts_with(&format!("{}: ", erratum.number)),
            "{title}"
        );
        if erratum.class == ErratumClass::Convention {
            let names = title.contains("if sign(0) = +1") && title.contains("not s");
            assert!(
                names,
                "{title}: under which sign(0), and that the note does not state it"
            );
        }
    }
}

/// The title of an erratum, or of its spec if it has none.
fn title(erratum: &Erratum) -> String {
    let Some(experiment) = &erratum.experiment else {
        return erratum.title("").to_owned();
    };
    let path = format!("experiments/{experiment}.toml");
    let spec: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
    erratum.title(spec["title"].as_str().unwrap()).to_owned()
}

/// The claims of an experiment on an erratum that are refuted and are no controls are what the note prints, at a place that the catalogue quotes.
#[test]
fn printed_claims_of_errata_specs_name_the_note_and_a_place_of_the_catalogue() {
    for erratum in errata().entries {
        let Some(experiment) = &erratum.experiment else {
            continue;
        };
        let spec = Spec::read(Path::new(&format!("experiments/{experiment}.toml"))).unwrap();
        let printed: Vec<StatedClaim> = spec
            .claims
            .into_iter()
            .filter(|claim| claim.control_of.is_none() && claim.expect == VerdictKind::Violated)
            .collect();
        assert!(!printed.is_empty(), "{experiment}");
        for claim in printed {
            let Some(StatedIn::Note { note, place }) = claim.stated_in else {
                panic!("{experiment}: {} names no note", claim.id);
            };
            assert_eq!(note.name(), erratum.note, "{experiment}: {}", claim.id);
            let mut quoted = erratum.quotations.iter();
            let is_quoted = quoted.any(|quotation| quotation.place == place);
            assert!(is_quoted, "{experiment}: {place} is not quoted");
        }
    }
}

#[test]
fn the_readme_counts_the_errata_as_the_catalogue_has_them() {
    let errata = errata();
    let sentence = counted(&errata.entries.iter().collect::<Vec<_>>());
    let readme = spaced(&fs::read_to_string("README.md").unwrap());
    let linked = sentence.replace("The errata", "[The errata](results/errata.md)");
    assert!(readme.contains(&linked), "README.md must say: {linked}");
}

#[test]
fn errata_page_quotes_every_erratum_and_lists_no_false_violations() {
    let page = fs::read_to_string("results/errata.md").unwrap();
    for erratum in errata().entries {
        for quotation in erratum.quotations {
            assert!(
                page.contains(&quotation.text),
                "{}: {}",
                erratum.number,
                quotation.text
            );
        }
    }
    let verdicts = fs::read_to_string("results/verdicts.json").unwrap();
    let verdicts: Vec<claims::judge::Verdict> = serde_json::from_str(&verdicts).unwrap();
    let of_errata = verdicts
        .iter()
        .filter(|one| one.experiment.starts_with("errata/"));
    assert!(
        of_errata
            .clone()
            .all(|one| one.verdict.as_str() != "not-shown")
    );
}

#[test]
fn explain_knows_current_and_retired_erratum_numbers() {
    let explained = |words: &[&str]| lab_in(Path::new("."), &[&["explain"], words].concat());
    let (code, text, _) = explained(&["e7"]);
    assert_eq!(code, 0);
    for part in [
        "E7 (erratum of Hardt and Recht, class (a) false as printed)\n\nPrinted\n  Via ULLN: ",
        "linear separators is",
        "\nClass\n  the counterexample",
        "\nWitness\n  (1, 0)",
        "\nExperiment\n  errata/e07-vc-dimension\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (code, text, _) = explained(&["E13"]);
    assert!(
        code == 0 && text.starts_with("E13 (no longer an erratum)\n\n"),
        "{text}"
    );
    assert!(text.contains("is true"), "{text}");
    let (_, json, _) = explained(&["E29", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&value["class"], &value["note"]),
        (&"a".into(), &"Urner".into())
    );
    let (_, json, _) = explained(&["E25", "--json"]);
    assert!(json.contains("retired erratum"), "{json}");
    assert_eq!(explained(&["E99"]).0, 2);
}
