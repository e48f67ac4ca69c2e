//! Lists everything that can be explained: the names of every family, and the terms in common use.

use super::super::list::ListedKind;
use super::super::settings::{Settings, print_json};
use super::words;
use crate::study::{Outcome, StudyError};
use claims::spec::keys;
use claims::trial::AnyColumn;
use perceptron::documented::Documentation;
use perceptron::learn::Variant;

/// Width of the lines in which the names of a family are listed, in characters.
const WIDTH: usize = 100;

pub(super) fn show(settings: &Settings) -> Result<Outcome, StudyError> {
    let families = families();
    if settings.json {
        let all: Vec<_> = families
            .iter()
            .map(|(family, names)| serde_json::json!({ "family": family, "names": names }))
            .collect();
        print_json(&all)?;
        return Ok(Outcome::AsExpected);
    }
    for (family, names) in &families {
        println!("{family}\n{}\n", wrapped(names));
    }
    println!(
        "`perceptron-lab explain NAME` says what a name means; `perceptron-lab list` gives one line for each."
    );
    Ok(Outcome::AsExpected)
}

/// The families of names that can be explained, each with its names; keys and columns are included.
fn families() -> Vec<(&'static str, Vec<&'static str>)> {
    let named = |doc: &'static Documentation| doc.written_keys().map(|(key, _)| key).collect();
    let registered = ListedKind::ALL.into_iter().filter_map(|family| {
        let names: Vec<&str> = match family {
            ListedKind::Experiments => return None,
            ListedKind::Columns => AnyColumn::all().map(AnyColumn::name).collect(),
            other => other.docs().iter().map(|doc| doc.name).collect(),
        };
        Some((family.as_str(), names))
    });
    const VARIANTS: &Documentation = &Variant::DOC;
    let keys = [
        ("keys of a spec", named(&keys::SPEC)),
        ("keys of a variant", named(VARIANTS)),
        ("keys of a claim", named(&keys::CLAIM)),
        ("keys of a figure", named(&keys::FIGURE)),
        ("words", words::all().map(|word| word.name).collect()),
    ];
    registered.chain(keys).collect()
}

/// Breaks a list of names into lines of at most `WIDTH` characters.
fn wrapped(names: &[&str]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        match lines.last_mut() {
            Some(line) if line.chars().count() + name.chars().count() + 2 <= WIDTH => {
                line.push_str(", ");
                line.push_str(name);
            }
            _ => lines.push(format!("  {name}")),
        }
    }
    lines.join(",\n")
}
