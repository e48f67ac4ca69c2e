//! Runs the command `explain`. It prints what a name or a term means: for a claim the statement, formula, premise, source, proof, tightness, control
//! and the experiments that use it.

mod errata;
mod evidence;
mod overview;
mod section;
mod theory;
mod uses;
mod words;

use super::key_table::keys as key_table;
use super::list::documentation;
use super::settings::{Settings, print_json};
use crate::report::terms;
use crate::study::{Outcome, StudyError};
use claims::claim::{Conjecture, formal, proof};
use claims::judge::Verdict;
use claims::spec::{THEOREM, keys, nearest};
use claims::trial::AnyColumn;
use clap::Args;
use grade::command::theorems_in;
use perceptron::documented::{Documentation, unicode};
use perceptron::learn::{Comparator, Variant};
use section::print_section;
use std::path::Path;

/// Largest number of experiments and of controls that an explanation names.
const MOST: usize = 8;

/// Options of `explain`.
#[derive(Debug, Args)]
pub(super) struct ExplainOptions {
    /// Name or term to explain, or a file of theorems (default: list all names by family)
    pub name: Vec<String>,
}

/// Explains the name made of the given words; without words, lists all names by family.
pub(super) fn explain(
    options: &ExplainOptions,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    match options.name.as_slice() {
        [] => overview::show(settings),
        [path] if path.ends_with(".toml") => explain_file(Path::new(path), settings),
        words => explain_name(&words.join(" "), settings),
    }
}

/// Explains the theorems of a file.
fn explain_file(path: &Path, settings: &Settings) -> Result<Outcome, StudyError> {
    for (doc, proof) in theorems_in(path)?.documentation() {
        show("claim", &doc, proof, settings)?;
        println!();
    }
    Ok(Outcome::AsExpected)
}

/// Explains everything that has this name: claims, generators and other items that `list` documents, a column, the keys of a spec, variant, claim or
/// figure, a term, or an erratum of the notes. If nothing has it, the glossary is searched; a name that is not there either is an error.
fn explain_name(given: &str, settings: &Settings) -> Result<Outcome, StudyError> {
    let docs = documented(given);
    let column =
        AnyColumn::named(given).or_else(|| AnyColumn::named(&given.replace([' ', '-'], "_")));
    let keyed = keyed(given);
    let word = words::named(given);
    let erratum = errata::numbered(given)?;
    let mut shown = 0;
    let mut next = || {
        shown += 1;
        // JSON output is a single object, so only the first match is printed.
        let is_due = shown == 1 || !settings.json;
        if is_due && shown > 1 {
            println!();
        }
        is_due
    };
    for (family, doc) in docs {
        if next() {
            show(family, doc, proof(doc.name).unwrap_or_default(), settings)?;
        }
    }
    if let Some(column) = column.filter(|_| next()) {
        show_column(column, settings)?;
    }
    for (owner, key, about) in keyed {
        if next() {
            show_key(owner, key, about, settings)?;
        }
    }
    if let Some(word) = word.filter(|_| next()) {
        show_term(word.name, word.means, word.see, settings)?;
    }
    if let Some(erratum) = erratum.filter(|_| next()) {
        errata::show(&erratum, settings)?;
    }
    // The glossary says least of what has documentation of its own, so it comes last.
    match (shown, words::of_glossary(given)) {
        (0, Some((term, meaning))) => show_term(&term, &meaning, &[], settings)?,
        (0, None) => return Err(unknown(given)),
        _ => {}
    }
    Ok(Outcome::AsExpected)
}

/// The documented items with this name (claims, generators, rules and so on), each with its family.
fn documented(given: &str) -> Vec<(&'static str, &'static Documentation)> {
    let name = given.replace(' ', "-");
    let named = documentation()
        .map(|(family, doc)| (family.trim_end_matches('s'), doc))
        .filter(|(_, doc)| doc.name == name);
    const VARIANTS: &Documentation = &Variant::DOC;
    const COMPARATOR: &Documentation = &Comparator::DOC;
    let parts = [
        ("learner settings", VARIANTS),
        ("key of a variant", COMPARATOR),
        ("settings of an experiment", &keys::SPEC),
        ("settings of a claim", &keys::CLAIM),
        ("settings of a figure", &keys::FIGURE),
        ("entry of a file", &THEOREM),
    ];
    let named_parts = parts.into_iter().filter(|(_, doc)| doc.name == name);
    named.chain(named_parts).collect()
}

/// The keys with this name that any spec, variant, claim or figure may have.
fn keyed(given: &str) -> Vec<(&'static str, &'static str, &'static str)> {
    const OWNERS: [(&str, &Documentation); 5] = [
        ("spec", &keys::SPEC),
        ("variant", &Variant::DOC),
        ("claim", &keys::CLAIM),
        ("claim of your own", &Conjecture::DOC),
        ("figure", &keys::FIGURE),
    ];
    let name = given.replace([' ', '-'], "_");
    let of_owner = |(owner, doc): (&'static str, &'static Documentation)| {
        let named = doc
            .keys
            .iter()
            .map(move |&(key, about)| (owner, key, about));
        named.collect::<Vec<_>>()
    };
    let fields = Verdict::fields().map(|(field, about)| ("verdict", field, about));
    let all = OWNERS.into_iter().flat_map(of_owner).chain(fields);
    let is_named = |key: &str| key == name || key.strip_prefix("pairs.") == Some(&name);
    all.filter(|(_, key, _)| is_named(key)).collect()
}

/// Prints the documentation of a column of the trials, with its unit and the measurement that fills it.
fn show_column(column: AnyColumn, settings: &Settings) -> Result<(), StudyError> {
    let declared = column.declared();
    let (name, meaning) = (declared.name, declared.meaning.trim());
    let measure = column.measure().as_str();
    if settings.json {
        return print_json(&serde_json::json!({
            "name": name, "family": "column", "statement": meaning, "unit": declared.unit, "symbol": declared.symbol, "measure": measure,
        }));
    }
    println!("{name} (column of trials.parquet)\n\n {meaning}");
    let symbol = unicode(&format!("${}$", declared.symbol));
    for (heading, text) in [("Unit", declared.unit), ("Symbol", &symbol)] {
        if !text.trim_matches('$').is_empty() {
            println!("\n{heading}\n  {text}");
        }
    }
    println!("\nMeasured with\n  {measure}");
    Ok(())
}

/// Prints the documentation of a key that every spec, variant or claim has (`owner`).
fn show_key(owner: &str, key: &str, about: &str, settings: &Settings) -> Result<(), StudyError> {
    if settings.json {
        return print_json(&serde_json::json!({
            "name": key, "family": format!("key of a {owner}"), "statement": about.trim(),
        }));
    }
    println!("{key} (key of a {owner})\n\n  {}", about.trim());
    Ok(())
}

/// Prints a term with its meaning, and the related names for which `explain` tells more.
fn show_term(name: &str, means: &str, see: &[&str], settings: &Settings) -> Result<(), StudyError> {
    if settings.json {
        return print_json(&serde_json::json!({
            "name": name, "family": "word", "statement": means, "see": see,
        }));
    }
    println!("{name} (word)\n\n{means}");
    if !see.is_empty() {
        println!("\nMore\n  perceptron-lab explain {}", see.join(" | "));
    }
    Ok(())
}

fn unknown(name: &str) -> StudyError {
    let columns = AnyColumn::all().map(|column| column.name().to_owned());
    let keys = [&keys::SPEC, &Variant::DOC, &keys::CLAIM, &keys::FIGURE].into_iter();
    let names: Vec<String> = documentation()
        .map(|(_, doc)| doc.name.to_owned())
        .chain(["variants", "spec", "claim", "figure", "theorem"].map(str::to_owned))
        .chain(keys.flat_map(|doc| doc.written_keys().map(|(key, _)| key.to_owned())))
        .chain(columns)
        .chain(words::spellings().map(str::to_owned))
        .chain(terms().into_iter().map(|(term, _)| term))
        .collect();
    let guess = nearest(name, &names)
        .map(|near| format!("did you mean `{near}`? "))
        .unwrap_or_default();
    StudyError::usage(format!("unknown name `{name}`")).help(format!(
        "{guess}`perceptron-lab explain` without a name shows all names and words"
    ))
}

const SECTIONS: [&str; 5] = ["Formula", "Premise", "Source", "Judged", "Examples"];

/// Prints a documented item and the experiments that use it; for a claim also its proof, its tightness, and the controls that show that its check can
/// fail.
fn show(
    family: &str,
    doc: &Documentation,
    proof: &str,
    settings: &Settings,
) -> Result<(), StudyError> {
    let uses = uses::of(doc.name, &settings.experiments);
    let is_claim = family == "claim";
    let idea = if is_claim { proof.trim() } else { "" };
    let evidence = match is_claim {
        true => evidence::evidence(doc.name, settings),
        false => String::new(),
    };
    let tight = match is_claim {
        true => theory::tight(&doc.section("Source")),
        false => Vec::new(),
    };
    if settings.json {
        let mut shown = serde_json::json!({
            "name": doc.name, "family": family, "statement": doc.statement(),
            "proof": idea, "formal": formal(doc.name), "evidence": evidence, "tight": tight, "controls": uses.controls, "experiments": uses.experiments,
        });
        for section in SECTIONS {
            shown[section.to_lowercase()] = doc.section(section).into();
        }
        let key =
            |(key, about): (&str, &str)| serde_json::json!({ "key": key, "about": about.trim() });
        shown["keys"] = doc.written_keys().map(key).collect();
        return print_json(&shown);
    }
    println!("{} ({family})\n\n{}", doc.name, doc.statement());
    let (examples, known) = (doc.section("Examples"), &SECTIONS[..4]);
    known
        .iter()
        .for_each(|heading| print_section(heading, &doc.section(heading)));
    print_section("Why", idea);
    print_section("Evidence", &evidence);
    print_section("Tight", &tight.join("\n"));
    print_section("Control", &controls(&uses.controls));
    print_section("Experiments", &some(&uses.experiments, ", "));
    print_section("Examples", &examples);
    if !doc.keys.is_empty() {
        print!("\nKeys\n{}", key_table(doc, "  "));
    }
    Ok(())
}

/// Formats the controls of a claim, one per line: experiment, id, and the reason why the control is wrong.
fn controls(controls: &[[String; 3]]) -> String {
    let line = |[experiment, id, wrong]: &[String; 3]| format!("{experiment}: {id} ({wrong})");
    some(&controls.iter().map(line).collect::<Vec<_>>(), "\n")
}

/// Joins the first `MOST` names, with the text `between` them, and adds the number of those left out.
fn some(names: &[String], between: &str) -> String {
    let shown = names.iter().take(MOST).cloned().collect::<Vec<_>>();
    match names.len().saturating_sub(MOST) {
        0 => shown.join(between),
        more => format!("{}{between}and {more} more", shown.join(between)),
    }
}
