//! Explains what a name means: its statement, formula, premise, source, keys and an example.

use super::list::documentation;
use super::{Outcome, Settings, print_json};
use crate::application::ApplicationError;
use claims::spec::{keys, nearest};
use claims::trial::AnyColumn;
use perceptron::documented::Documentation;
use perceptron::learn::Variant;

pub(super) fn explain(name: &str, settings: &Settings) -> Result<Outcome, ApplicationError> {
    let named = documentation()
        .map(|(family, doc)| (family.trim_end_matches('s'), doc))
        .filter(|(_, doc)| doc.name == name);
    let variants = ("learner settings", &Variant::DOC);
    let parts = [
        variants,
        ("settings of an experiment", &keys::SPEC),
        ("settings of a claim", &keys::CLAIM),
        ("settings of a figure", &keys::FIGURE),
    ];
    let named_parts = parts.into_iter().filter(|(_, doc)| doc.name == name);
    let found: Vec<_> = named.chain(named_parts).collect();
    if let Some((first, rest)) = found.split_first() {
        show(first.0, first.1, settings)?;
        // A generator and the closed form of its risk share a name; JSON is one object, and `risk --list --json` has the other.
        for (family, doc) in rest.iter().filter(|_| !settings.json) {
            println!();
            show(family, doc, settings)?;
        }
        // So do a premise and the column that it reads.
        if let Some(column) = AnyColumn::named(name).filter(|_| !settings.json) {
            println!();
            show_column(column, settings)?;
        }
        return Ok(Outcome::AsExpected);
    }
    match AnyColumn::named(name) {
        Some(column) => show_column(column, settings),
        None => explain_key(name, settings),
    }
}

/// A column of the trials, with its unit and what measures it.
fn show_column(column: AnyColumn, settings: &Settings) -> Result<Outcome, ApplicationError> {
    let declared = column.declared();
    let (name, meaning) = (declared.name, declared.meaning.trim());
    let measure = declared.measure.word();
    if settings.json {
        print_json(&serde_json::json!({
            "name": name, "family": "column", "statement": meaning, "unit": declared.unit, "measure": measure,
        }))?;
        return Ok(Outcome::AsExpected);
    }
    println!("{name} (column of trials.parquet)\n\n {meaning}");
    if !declared.unit.is_empty() {
        println!("\nUnit\n  {}", declared.unit);
    }
    println!("\nMeasured with\n  {measure}");
    Ok(Outcome::AsExpected)
}

/// A key that every spec, or every claim, has.
fn explain_key(name: &str, settings: &Settings) -> Result<Outcome, ApplicationError> {
    let keyed = [&keys::SPEC, &keys::CLAIM, &keys::FIGURE]
        .into_iter()
        .flat_map(|doc| {
            doc.keys
                .iter()
                .map(move |(key, about)| (doc.name, key, about))
        });
    let found: Vec<_> = keyed.filter(|(_, key, _)| **key == name).collect();
    if found.is_empty() {
        return Err(unknown(name));
    }
    for (owner, key, about) in found {
        if settings.json {
            print_json(
                &serde_json::json!({ "name": key, "family": format!("key of a {owner}"), "statement": about }),
            )?;
        } else {
            println!("{key} (key of a {owner})\n\n  {about}");
        }
    }
    Ok(Outcome::AsExpected)
}

fn unknown(name: &str) -> ApplicationError {
    let columns = AnyColumn::all().map(|column| column.name().to_owned());
    let names: Vec<String> = documentation()
        .map(|(_, doc)| doc.name.to_owned())
        .chain(["variants", "spec", "claim", "figure"].map(str::to_owned))
        .chain(columns)
        .collect();
    let guess = nearest(name, &names)
        .map(|near| format!("did you mean `{near}`? "))
        .unwrap_or_default();
    ApplicationError::Usage(format!(
        "error: nothing is called `{name}`\n  = help: {guess}`perceptron-lab list` shows all names"
    ))
}

fn show(
    family: &str,
    doc: &Documentation,
    settings: &Settings,
) -> Result<Outcome, ApplicationError> {
    const SECTIONS: [&str; 4] = ["Formula", "Premise", "Source", "Examples"];
    if settings.json {
        let mut shown =
            serde_json::json!({ "name": doc.name, "family": family, "statement": doc.statement() });
        for section in SECTIONS {
            shown[section.to_lowercase()] = doc.section(section).into();
        }
        shown["keys"] = doc
            .keys
            .iter()
            .map(|(key, about)| serde_json::json!({ "key": key, "about": about.trim() }))
            .collect();
        print_json(&shown)?;
        return Ok(Outcome::AsExpected);
    }
    println!("{} ({family})\n\n{}", doc.name, doc.statement());
    for section in SECTIONS
        .into_iter()
        .filter(|section| !doc.section(section).is_empty())
    {
        println!(
            "\n{section}\n  {}",
            doc.section(section).replace('\n', "\n  ")
        );
    }
    if !doc.keys.is_empty() {
        print!("\nKeys\n{}", super::keys(doc, "  "));
    }
    Ok(Outcome::AsExpected)
}
