//! Replays one trial from its address and prints it, or checks its certificate.

use super::{Outcome, Settings, print_json};
use crate::application::ApplicationError;
use crate::application::replay::{self, Replayed, Verified};
use crate::report;
use claims::certificate::Answer;
use serde_json::{Map, Value, json};
use std::path::Path;

pub(super) fn replay(
    address: &str,
    certificate: Option<&Path>,
    allow_processes: bool,
    settings: &Settings,
) -> Result<Outcome, ApplicationError> {
    let (results, experiments) = (&settings.results, &settings.experiments);
    match certificate {
        None => show(
            replay::replay(address, results, experiments, allow_processes)?,
            settings,
        ),
        Some(path) => answer(
            &replay::verify(address, path, results, experiments)?,
            settings,
        ),
    }
}

fn show(replayed: Replayed, settings: &Settings) -> Result<Outcome, ApplicationError> {
    if settings.json {
        let named = replayed
            .columns
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        let row: Map<String, Value> = named.collect();
        let (address, claims) = (replayed.address, replayed.rulings);
        print_json(&json!({ "address": address, "row": row, "claims": claims }))?;
        return Ok(Outcome::AsExpected);
    }
    let filled = replayed
        .columns
        .iter()
        .filter(|(_, value)| !value.is_null());
    let lines: Vec<Vec<String>> = filled
        .map(|(name, value)| vec![(*name).to_owned(), text(value)])
        .collect();
    print!("{}", report::aligned(&lines, &[]));
    for ruling in &replayed.rulings {
        let number = |value: &Option<Value>| value.as_ref().map_or("-".to_owned(), text);
        println!("\nclaim {}", ruling.id);
        println!("  observed  {}", number(&ruling.observed));
        println!("  limit     {}", number(&ruling.limit));
        println!("  {}", ruling.words());
    }
    Ok(Outcome::AsExpected)
}

/// A value without the quotes of JSON.
fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn answer(verified: &Verified, settings: &Settings) -> Result<Outcome, ApplicationError> {
    let outcome = match verified.answer {
        Answer::Valid { .. } | Answer::OrderNotChecked { .. } => Outcome::AsExpected,
        _ => Outcome::Unexpected,
    };
    if settings.json {
        print_json(&verified.answer)?;
        return Ok(outcome);
    }
    let (updates, address) = (verified.updates, &verified.address);
    match &verified.answer {
        Answer::Valid { order } => {
            println!("valid: {updates} updates repeated exactly, {address}");
            println!("  order   {order}");
            println!("  margin  {}", verified.margin);
        }
        Answer::OrderNotChecked { why } => {
            println!("order not checked: {why}");
            println!("all other lines hold: {updates} updates repeated exactly, {address}");
            println!("  margin  {}", verified.margin);
        }
        Answer::Refused { field, why } => println!("refused: {field}: {why}"),
        Answer::RoundingDependent { field, why, .. } => {
            println!("rounding-dependent: {field}: {why}");
        }
        Answer::Undecided { field, example } => {
            println!(
                "undecided: {field}: 512 binary digits of the norms do not settle the score of example {example}"
            );
        }
    }
    Ok(outcome)
}
