//! Replays one trial from its address: its row and what the claims say of it, or a certificate checked against it.

use super::list::spec_files;
use super::witness::Found;
use super::{CliError, Outcome, Settings, print_json};
use crate::store::Folder;
use claims::certificate::{Address, Answer, Certificate, VERSION, check};
use claims::claim::{Form, StatedClaim};
use claims::judge::{Evidence, Status};
use claims::spec::{Spec, nearest};
use claims::trial::{Entry, Trial};
use perceptron::sample::Quantity;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// What a claim says of one trial.
#[derive(Serialize)]
struct Ruling {
    id: String,
    claim: String,
    status: &'static str,
    observed: Option<Value>,
    limit: Option<Value>,
    /// Null where one trial does not decide.
    violated: Option<bool>,
    /// Whether it shows what a claim says to exist; null for other claims.
    shows: Option<bool>,
}

pub(super) fn replay(
    address: &str,
    certificate: Option<&Path>,
    settings: &Settings,
) -> Result<Outcome, CliError> {
    let address: Address = address
        .parse()
        .map_err(|error: claims::certificate::AddressError| CliError::Usage(error.to_string()))?;
    let spec = find_spec(&address, settings)?;
    let found = find_trial(&spec, &address)?;
    match certificate {
        None => show(&spec, &found, settings),
        Some(path) => verify(&spec, &found, path, settings),
    }
}

/// The spec of an address: that of the results folder, of a quick run, or of the experiments folder.
fn find_spec(address: &Address, settings: &Settings) -> Result<Spec, CliError> {
    for results in [settings.results.clone(), settings.results.join("quick")] {
        let folder = Folder::of(&results, &address.experiment);
        if folder.path().join("manifest.toml").exists() {
            return Ok(folder.spec()?.1);
        }
    }
    let path = settings
        .experiments
        .join(format!("{}.toml", address.experiment));
    if path.exists() {
        return Ok(Spec::read(&path)?);
    }
    let manifests = manifests(&settings.results);
    let names = spec_files(&settings.experiments)
        .into_iter()
        .map(|path| claims::spec::name(&path))
        .chain(manifests);
    Err(unknown(
        "experiment",
        &address.experiment,
        &names.collect::<Vec<_>>(),
    ))
}

/// The experiments with a manifest directly below a results folder.
fn manifests(results: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(results)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let with = entries.filter(|path: &PathBuf| path.join("manifest.toml").exists());
    with.filter_map(|path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    })
    .collect()
}

fn unknown(what: &str, given: &str, valid: &[String]) -> CliError {
    let listed = match valid {
        [] => "there is none".to_owned(),
        few if few.len() <= 12 => few.join("\n             "),
        many => format!(
            "{}\n             and {} more",
            many[..3].join("\n             "),
            many.len() - 3
        ),
    };
    let guess = nearest(given, valid)
        .map(|near| format!("\n  = help: did you mean `{near}`?"))
        .unwrap_or_default();
    CliError::Usage(format!(
        "error: the address names the {what} `{given}`, which is not known\n  = allowed: {listed}{guess}"
    ))
}

fn find_trial<'a>(spec: &'a Spec, address: &Address) -> Result<Found<'a>, CliError> {
    let keys: Vec<String> = spec.cells.iter().map(|cell| cell.key.clone()).collect();
    let cell = spec
        .cells
        .iter()
        .find(|cell| cell.key == address.cell)
        .ok_or_else(|| unknown("cell", &address.cell, &keys))?;
    let names: Vec<String> = match cell.variants.as_slice() {
        [] => vec!["-".to_owned()],
        variants => variants.iter().map(|(name, _)| name.clone()).collect(),
    };
    let given = address.variant.as_deref().unwrap_or("-");
    let found = Found::at(spec, address).ok_or_else(|| unknown("variant", given, &names))?;
    let most = super::witness::most_replicates(spec, cell);
    if address.replicate >= most {
        let problem = format!(
            "error: the address names replicate {}, but this cell has {most}",
            address.replicate
        );
        return Err(CliError::Usage(format!(
            "{problem}\n  = allowed: 0 to {}",
            most.saturating_sub(1)
        )));
    }
    Ok(found)
}

fn show(spec: &Spec, found: &Found, settings: &Settings) -> Result<Outcome, CliError> {
    let rows = spec.design(found.cell).trials(found.address.replicate);
    let Some(row) = rows.get(found.variant.unwrap_or(0)) else {
        return Err(CliError::Usage(
            "error: the trial left the range of exact integers and has no row".into(),
        ));
    };
    let claims = spec
        .claims
        .iter()
        .filter(|claim| claim.cells.contains(&found.index) && !claim.is_about_sweep());
    let speaks = |subject: &Vec<String>| {
        subject.is_empty()
            || row
                .variant
                .as_ref()
                .is_some_and(|name| subject.contains(name))
    };
    let rulings: Vec<Ruling> = claims
        .flat_map(|claim| {
            claim
                .subjects()
                .into_iter()
                .filter(speaks)
                .map(move |subject| (claim, subject))
        })
        .map(|(claim, subject)| ruling(claim, &subject, &rows))
        .collect();
    if settings.json {
        print_json(
            &json!({ "address": found.address.to_string(), "row": columns(row), "claims": rulings }),
        )?;
        return Ok(Outcome::AsExpected);
    }
    let columns = columns(row);
    let filled = columns.iter().filter(|(_, value)| !value.is_null());
    let width = columns.keys().map(String::len).max().unwrap_or(0);
    filled.for_each(|(name, value)| println!("{name:width$}  {}", text(value)));
    for ruling in &rulings {
        println!("\nclaim {}", ruling.id);
        let number = |value: &Option<Value>| value.as_ref().map_or("-".to_owned(), text);
        println!(
            "  observed  {}\n  limit     {}\n  {}",
            number(&ruling.observed),
            number(&ruling.limit),
            words(ruling)
        );
    }
    Ok(Outcome::AsExpected)
}

fn words(ruling: &Ruling) -> String {
    match (ruling.status, ruling.violated) {
        ("complete", Some(true)) => "violated".into(),
        ("complete", Some(false)) => "not violated".into(),
        ("complete", None) if ruling.shows == Some(true) => "this trial shows it".into(),
        ("complete", None) => "one trial does not decide".into(),
        (status, Some(true)) => format!("violated ({status})"),
        (status, _) => status.into(),
    }
}

/// A value without the quotes of JSON.
fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn columns(row: &Trial) -> Map<String, Value> {
    let entry = |entry: Entry| match entry {
        Entry::Integer(value) => json!(value),
        Entry::Float(value) => json!(value),
        Entry::Text(value) => json!(value),
        Entry::Boolean(value) => json!(value),
    };
    Trial::columns()
        .into_iter()
        .map(|(name, _)| name)
        .zip(row.entries().into_iter().map(entry))
        .collect()
}

fn ruling(claim: &StatedClaim, subject: &[String], rows: &[Trial]) -> Ruling {
    let evidence = Evidence::gather(claim, subject, rows, false);
    let case = evidence.cases.first();
    let status = case.map_or(Status::Failed, |case| case.status);
    let numbers = case.and_then(|case| case.numbers.as_ref());
    let exists = numbers.filter(|_| claim.form() == Form::Exists && status == Status::Complete);
    Ruling {
        shows: exists.map(|(observed, limit, _)| !observed.exceeds(limit)),
        id: claim.id.clone(),
        claim: claim.statement.documentation().name.to_owned(),
        status: match status {
            Status::Complete => "complete",
            Status::Inapplicable => "inapplicable: its premise fails",
            Status::Capped => "cut off at its cap",
            Status::Failed => "failed: the row lacks a number",
            Status::Undecided => "undecided: rounding left a sign open",
        },
        observed: numbers.map(|(observed, _, _)| number(observed)),
        limit: numbers.map(|(_, limit, _)| number(limit)),
        violated: case.and_then(|case| case.violates(claim)),
    }
}

/// Integers as they are, fractions as text, and floats.
fn number(quantity: &Quantity) -> Value {
    quantity
        .exact
        .as_ref()
        .map_or_else(|| json!(quantity.value), |fraction| json!(fraction))
}

fn verify(
    spec: &Spec,
    found: &Found,
    path: &Path,
    settings: &Settings,
) -> Result<Outcome, CliError> {
    let certificate = read(path)?;
    let trial = found
        .repeat(spec, false)
        .map_err(|error| CliError::Usage(format!("error: {error}")))?;
    if trial
        .variant
        .as_ref()
        .is_some_and(|(_, variant)| !variant.is_repeatable())
    {
        let problem = "error: the trial is of a mutant, of a learner beside the one loop, or of a transformed sample";
        return Err(CliError::Usage(format!(
            "{problem}\n  = help: certificates speak of the rules of the notes on the sample that was drawn"
        )));
    }
    let answer = check(&certificate, &found.blank(spec, &trial), &trial.sample);
    let outcome = if answer == Answer::Valid {
        Outcome::AsExpected
    } else {
        Outcome::Unexpected
    };
    if settings.json {
        print_json(&answer)?;
        return Ok(outcome);
    }
    match answer {
        Answer::Valid => println!(
            "valid: {} updates repeated exactly, {}",
            certificate.updates.len(),
            found.address
        ),
        Answer::Refused { field, why } => println!("refused: {field}: {why}"),
        Answer::RoundingDependent { field, why, .. } => {
            println!("rounding-dependent: {field}: {why}")
        }
        Answer::Undecided { field, example } => {
            println!(
                "undecided: {field}: 512 binary digits of the norms do not settle the score of example {example}"
            )
        }
    }
    Ok(outcome)
}

fn read(path: &Path) -> Result<Certificate, CliError> {
    let shown = path.display();
    let help = "write one with `perceptron-lab run SPEC --certificates`";
    let text = std::fs::read_to_string(path).map_err(|error| {
        CliError::Usage(format!(
            "error: cannot read {shown}: {error}\n  = help: {help}"
        ))
    })?;
    let certificate: Certificate = serde_json::from_str(&text).map_err(|error| {
        CliError::Usage(format!(
            "error: {shown} is no certificate: {error}\n  = help: {help}"
        ))
    })?;
    if certificate.version == VERSION {
        return Ok(certificate);
    }
    let problem = format!(
        "error: {shown} has version {}, and this program reads version {VERSION}",
        certificate.version
    );
    Err(CliError::Usage(format!("{problem}\n  = help: {help}")))
}
