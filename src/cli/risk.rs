//! Prints closed forms of the risk, so that anyone can compare them with their own quadrature.

use super::{CliError, Outcome, Settings, print_json};
use claims::spec::nearest;
use clap::Args;
use perceptron::documented::Documentation;
use perceptron::risk::catalogue::{Answer, ClosedForm, FormError, Quantity};
use perceptron::sample::Rational;
use serde_json::{Value, json};

/// Options of `risk`.
#[derive(Debug, Args)]
pub(super) struct RiskOptions {
    /// The closed form, such as sphere-margin; left out, all are listed
    pub name: Option<String>,
    /// Its parameters, such as dimension=4
    #[arg(value_name = "KEY=VALUE")]
    pub arguments: Vec<String>,
    /// List all closed forms with their keys
    #[arg(long)]
    pub list: bool,
}

/// A fraction with more characters is printed as a decimal only; JSON has it in full.
const LONGEST_FRACTION: usize = 80;

pub(super) fn risk(options: &RiskOptions, settings: &Settings) -> Result<Outcome, CliError> {
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

fn object(name: &str, form: &ClosedForm, answer: &Answer) -> Value {
    let exact = |quantity: &Quantity| quantity.exact.as_ref().map(Rational::to_string);
    // A form is serialized as { name: { key: value } }.
    let parameters = serde_json::to_value(form)
        .ok()
        .and_then(|mut tagged| tagged.get_mut(name).map(Value::take));
    let mut object = json!({ "name": name, "parameters": parameters, "source": form.documentation().section("Source") });
    if let Some(first) = answer.quantities.first() {
        (object["value"], object["exact"]) = (json!(first.value), json!(exact(first)));
    }
    if answer.quantities.len() > 1 {
        let one = |quantity: &Quantity| json!({ "name": quantity.name, "value": quantity.value, "exact": exact(quantity) });
        object["quantities"] = answer.quantities.iter().map(one).collect();
    }
    if let Some(note) = &answer.note {
        object["note"] = json!(note);
    }
    object
}

fn show(name: &str, arguments: &[String], form: &ClosedForm, answer: &Answer) {
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

/// The fraction, if it is a short one, and the decimal to 12 significant digits.
fn written(quantity: &Quantity) -> String {
    let digits = decimal(quantity.value);
    let Some(exact) = &quantity.exact else {
        return digits;
    };
    let (fraction, digits) = (exact.to_string(), shortened(&digits));
    match fraction.len() {
        _ if fraction == digits => fraction,
        0..=LONGEST_FRACTION => format!("{fraction} = {digits}"),
        length => {
            format!("{digits} (exactly a fraction of {length} characters, which --json prints)")
        }
    }
}

/// Twelve significant digits; zero is written as 0.
fn decimal(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let scientific = format!("{value:.11e}");
    let exponent: i32 = scientific
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse().ok())
        .unwrap_or(0);
    match usize::try_from(11 - exponent) {
        Ok(places) if exponent >= -5 => format!("{value:.places$}"),
        _ => scientific,
    }
}

/// Without the zeros at the end of a decimal that is exact.
fn shortened(digits: &str) -> String {
    match digits.split_once('e') {
        Some((mantissa, exponent)) => format!("{}e{exponent}", shortened(mantissa)),
        None if digits.contains('.') => digits
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
        None => digits.to_owned(),
    }
}

fn list(settings: &Settings) -> Result<Outcome, CliError> {
    if settings.json {
        let keys = |doc: &Documentation| -> Value {
            doc.keys
                .iter()
                .map(|(key, about)| json!({ "key": key, "about": about.trim() }))
                .collect()
        };
        let entry = |doc: &Documentation| {
            json!({
                "name": doc.name, "statement": doc.statement(), "formula": doc.section("Formula"), "source": doc.section("Source"),
                "examples": doc.section("Examples"), "keys": keys(doc),
            })
        };
        print_json(&ClosedForm::DOCS.iter().map(entry).collect::<Vec<_>>())?;
        return Ok(Outcome::AsExpected);
    }
    for doc in ClosedForm::DOCS {
        println!("{}\n  {}", doc.name, doc.statement());
        let width = doc.keys.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
        doc.keys.iter().for_each(|(key, about)| {
            println!("    {key:width$}  {}", about.trim().replace('\n', " "))
        });
        doc.section("Examples")
            .lines()
            .for_each(|line| println!("    $ {line}"));
    }
    Ok(Outcome::AsExpected)
}

/// The error with what is allowed and the nearest valid name.
fn explained(name: &str, error: &FormError) -> CliError {
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
    CliError::Usage(format!(
        "error: {problem}\n  = allowed: {}\n  = help: {help}",
        allowed.join(", ")
    ))
}
