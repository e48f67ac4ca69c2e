//! Refuses claims that need exact numbers and would read Monte Carlo estimates of them.

use super::diagnostic::SpecFinding;
use super::{Cell, Spec, tree};
use crate::claim::{EstimateFault, StatedClaim};
use crate::trial::Setting;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// Refuses every claim that reads an estimate in a way that is not valid, in the first cell in which it does.
pub(super) fn claims(spec: &Spec, root: &DeTable) -> Result<(), Vec<SpecFinding>> {
    let entries = tree::find(root, &["claims"]).and_then(|(_, node)| node.get_ref().as_array());
    let entries = entries.into_iter().flatten().map(|node| node.get_ref());
    let stated = spec
        .claims
        .iter()
        .zip(entries.filter_map(DeValue::as_table));
    let first = |(claim, table): (&StatedClaim, &DeTable)| {
        let mut cells = claim.cells.iter().map(|&cell| &spec.cells[cell]);
        cells.find_map(|cell| {
            let (fault, names) = misuse(claim, cell)?;
            Some(finding(table, &fault, &names).in_cell(&cell.key))
        })
    };
    let findings: Vec<SpecFinding> = stated.filter_map(first).collect();
    match findings.is_empty() {
        true => Ok(()),
        false => Err(findings),
    }
}

/// The first fault of a claim in a cell, with the names of the variants that it concerns.
fn misuse(claim: &StatedClaim, cell: &Cell) -> Option<(EstimateFault, Vec<String>)> {
    let settings = Setting::all(&cell.key, &cell.generator, &cell.variants);
    let of = |names: &[String]| -> Vec<Arc<Setting>> {
        let named = |name: &String| {
            let mut all = settings.iter();
            all.find(|setting| setting.name.as_ref() == Some(name))
        };
        match names {
            [] => settings.first().into_iter().cloned().collect(),
            names => names.iter().filter_map(named).cloned().collect(),
        }
    };
    claim.subjects().into_iter().find_map(|names| {
        let own = of(&names);
        let settings: Vec<&Setting> = own.iter().map(Arc::as_ref).collect();
        Some((claim.misuse_of_estimates(&settings)?, names))
    })
}

fn finding(table: &DeTable, fault: &EstimateFault, names: &[String]) -> SpecFinding {
    let keys = [fault.part, "name", "control_of"];
    let key = keys.into_iter().find(|key| table.contains_key(*key));
    let place = tree::place(table, &[key.unwrap_or_default()]);
    let of = match names {
        [] => String::new(),
        names => format!("under `{}` ", names.join("` and `")),
    };
    let problem = format!("{of}{fault}");
    let allowed = "an estimate alone, or times exact numbers, in a claim about a mean: form = \"in-expectation\", \"lower-bound\" or \"expectation-identity\"";
    let help = "claim the mean; or take a generator and a hypothesis whose risk has a closed form (`explain risk`); or add premises = [\"closed-form-risk\"] to a claim of your own; or write about_estimates = true, and the claim speaks of the estimates";
    SpecFinding::new(place, problem).allowed(allowed).help(help)
}
