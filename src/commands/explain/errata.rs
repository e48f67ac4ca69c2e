//! Explains the number of an erratum, such as E3: the printed and the true statement, or for a retired number the reason.

use super::super::settings::{Settings, print_json};
use super::section::print_section;
use crate::report::errata::{Errata, Erratum, Quotation, Retired};
use crate::study::StudyError;
use perceptron::documented::unicode;

/// Path of the page with all errata.
const PAGE: &str = "results/errata.md";

/// The entry of the catalogue of errata for a number such as E3.
pub(super) enum Numbered {
    /// The number denotes an erratum.
    Current(Box<Erratum>),
    /// The number no longer denotes an erratum.
    Retired(Retired),
}

/// Finds a number such as E3 in the catalogue of errata; `None` if the number was never used.
pub(super) fn numbered(given: &str) -> Result<Option<Numbered>, StudyError> {
    let errata = Errata::read()?;
    let is_given = |number: &String| number.eq_ignore_ascii_case(given);
    let mut entries = errata.entries.into_iter();
    if let Some(found) = entries.find(|erratum| is_given(&erratum.number)) {
        return Ok(Some(Numbered::Current(Box::new(found))));
    }
    let mut retired = errata.retired.into_iter();
    let found = retired.find(|one| is_given(&one.number));
    Ok(found.map(Numbered::Retired))
}

/// Prints what the catalogue of errata says about a number.
pub(super) fn show(numbered: &Numbered, settings: &Settings) -> Result<(), StudyError> {
    match (numbered, settings.json) {
        (Numbered::Current(erratum), true) => return print_json(&as_json(erratum)),
        (Numbered::Current(erratum), false) => print(erratum),
        (Numbered::Retired(retired), true) => {
            return print_json(&serde_json::json!({
                "name": retired.number, "family": "retired erratum", "statement": retired.reason,
            }));
        }
        (Numbered::Retired(retired), false) => {
            println!(
                "{} (no longer an erratum)\n\n{}",
                retired.number, retired.reason
            );
        }
    }
    Ok(())
}

fn as_json(erratum: &Erratum) -> serde_json::Value {
    let quoted = |one: &Quotation| serde_json::json!({ "place": one.place, "text": one.text });
    let quotations: Vec<_> = erratum.quotations.iter().map(quoted).collect();
    serde_json::json!({
        "name": erratum.number, "family": "erratum", "class": erratum.class.letter(), "note": erratum.note,
        "statement": erratum.short, "rule": erratum.rule, "printed": quotations, "true": erratum.truth, "witness": erratum.witness,
        "experiment": erratum.experiment,
    })
}

fn print(erratum: &Erratum) {
    let quoted = |one: &Quotation| format!("{}: {}", one.place, one.text);
    let quotations: Vec<String> = erratum.quotations.iter().map(quoted).collect();
    println!(
        "{} (erratum of {}, class {})",
        erratum.number, erratum.note, erratum.class
    );
    print_section("Printed", &quotations.join("\n"));
    print_section("Class", &erratum.rule);
    print_section("True", &unicode(&erratum.truth));
    print_section("Witness", &unicode(&erratum.witness));
    print_section(
        "Experiment",
        erratum.experiment.as_deref().unwrap_or_default(),
    );
    print_section("More", PAGE);
}
