//! Runs the command `risk`: prints closed forms of the risk, so that users can compare them with their own quadrature.

use super::key_table::keys;
use super::settings::{Settings, print_json};
use crate::study::{Outcome, StudyError};
use claims::numbers::{precise, without_zeros};
use claims::spec::nearest;
use clap::Args;
use perceptron::documented::Documentation;
use perceptron::risk::catalogue::{ClosedForm, ClosedFormValue, FormError, NamedNumber};
use perceptron::sample::Rational;
use serde_json::{Value, json};

/// Options of `risk`.
#[derive(Debug, Args)]
pub(super) struct RiskOptions {
    /// Closed form, such as sphere-margin (default: list all)
    pub name: Option<String>,
    /// Parameters of the closed form, such as dimension=4
    #[arg(value_name = "KEY=VALUE")]
    pub arguments: Vec<String>,
    /// List all closed forms with their keys
    #[arg(long)]
    pub list: bool,
}

/// Longest exact fraction that is printed, in characters; a longer one is printed as a decimal only. JSON always has the fraction.
const LONGEST_FRACTION: usize = 80;

pub(super) fn risk(options: &RiskOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let Some(name) = options.name.as_deref().filter(|_| !options.list) else {
        return list(settings);
    };
    let form =
        ClosedForm::parse(name, &options.arguments).map_err(|error| explained(name, &error))?;
    let answer = form.evaluate().map_err(|error| explained(name, &error))?;
    if settings.json {
        print_json(&object(name, &form, &answer))?;
    } else {
        show(name, &options.arguments, &form, &answer);
    }
    Ok(Outcome::AsExpected)
}

fn object(name: &str, form: &ClosedForm, answer: &ClosedFormValue) -> Value {
    let exact = |quantity: &NamedNumber| quantity.exact.as_ref().map(Rational::to_string);
    // A form is serialized as { name: { key: value } }.
    let parameters = serde_json::to_value(form)
        .ok()
        .and_then(|mut tagged| tagged.get_mut(name).map(Value::take));
    let source = form.documentation().section("Source");
    let mut object = json!({ "name": name, "parameters": parameters, "source": source });
    if let Some(first) = answer.quantities.first() {
        (object["value"], object["exact"]) = (json!(first.value), json!(exact(first)));
    }
    if answer.quantities.len() > 1 {
        let one = |quantity: &NamedNumber| {
            let (name, value) = (&quantity.name, quantity.value);
            json!({ "name": name, "value": value, "exact": exact(quantity) })
        };
        object["quantities"] = answer.quantities.iter().map(one).collect();
    }
    if let Some(note) = &answer.note {
        object["note"] = json!(note);
    }
    object
}

fn show(name: &str, arguments: &[String], form: &ClosedForm, answer: &ClosedFormValue) {
    println!("{name} {}", arguments.join(" "));
    for quantity in &answer.quantities {
        println!("  {} = {}", quantity.name, written(quantity));
    }
    answer
        .note
        .iter()
        .for_each(|note| println!("  note: {note}"));
    println!(
        "  source: {}",
        form.documentation().section("Source").replace('\n', " ")
    );
}

/// The value of a closed form as text: the fraction, if it is short enough, and the decimal to 12 significant digits.
fn written(quantity: &NamedNumber) -> String {
    let digits = precise(quantity.value);
    let Some(exact) = &quantity.exact else {
        return digits;
    };
    let (fraction, digits) = (exact.to_string(), without_zeros(&digits));
    match fraction.len() {
        _ if fraction == digits => fraction,
        0..=LONGEST_FRACTION => format!("{fraction} = {digits}"),
        length => {
            format!("{digits} (exactly a fraction of {length} characters, which `--json` prints)")
        }
    }
}

fn list(settings: &Settings) -> Result<Outcome, StudyError> {
    if settings.json {
        print_json(&ClosedForm::DOCS.iter().map(entry).collect::<Vec<_>>())?;
    } else {
        ClosedForm::DOCS.iter().for_each(print_form);
    }
    Ok(Outcome::AsExpected)
}

fn entry(doc: &Documentation) -> Value {
    let key = |(key, about): &(&str, &str)| json!({ "key": key, "about": about.trim() });
    json!({
        "name": doc.name,
        "statement": doc.statement(),
        "formula": doc.section("Formula"),
        "source": doc.section("Source"),
        "examples": doc.section("Examples"),
        "keys": doc.keys.iter().map(key).collect::<Value>(),
    })
}

fn print_form(doc: &Documentation) {
    println!("{}\n  {}", doc.name, doc.statement());
    print!("{}", keys(doc, "    "));
    doc.section("Examples")
        .lines()
        .for_each(|line| println!("    $ {line}"));
}

/// Adds the allowed values and the closest valid name to the error in the name or a parameter of a closed form.
fn explained(name: &str, error: &FormError) -> StudyError {
    let names: Vec<String> = ClosedForm::DOCS
        .iter()
        .map(|doc| doc.name.to_owned())
        .collect();
    let doc = ClosedForm::DOCS.iter().find(|doc| doc.name == name);
    let keys: Vec<String> = doc
        .iter()
        .flat_map(|doc| doc.keys.iter().map(|(key, _)| (*key).to_owned()))
        .collect();
    let (allowed, given) = match error {
        FormError::UnknownName { name } => (&names, name.as_str()),
        FormError::UnknownKey { key } => (&keys, key.as_str()),
        FormError::Shape { argument } => (&keys, argument.as_str()),
        _ => (&keys, ""),
    };
    let problem = if doc.is_some() {
        format!("{name}: {error}")
    } else {
        error.to_string()
    };
    let about = |key: &String| {
        doc.and_then(|doc| doc.keys.iter().find(|(name, _)| name == key))
            .map(|(key, about)| format!("{key}: {}", about.trim()))
    };
    let help = match error {
        FormError::Value { key, .. }
        | FormError::MissingKey { key }
        | FormError::Repeated { key } => about(key),
        _ => nearest(given, allowed).map(|near| format!("did you mean `{near}`?")),
    };
    let help = help
        .unwrap_or_else(|| "`perceptron-lab risk --list` shows all forms with their keys".into());
    StudyError::usage(problem.to_string())
        .note("allowed", allowed.join(", "))
        .help(help.to_string())
}
