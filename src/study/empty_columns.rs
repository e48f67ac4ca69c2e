//! Warns, before anything is run, of columns that a spec asks for and that will have no value in any run.

use claims::claim::{Registered, StatedClaim};
use claims::figure::Request;
use claims::spec::{Replicates, Spec};
use claims::trial::{AnyColumn, Setting};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Settings of the cells and variants for which a column is asked for.
type Settings = Vec<Arc<Setting>>;

/// Returns one warning for every column that will be empty in all cells and variants in which a claim, a figure or the key `measure` reads it.
pub(super) fn warnings(spec: &Spec) -> Vec<String> {
    let enumerated = spec.replicates == Replicates::All;
    let mut lines: BTreeMap<&str, String> = BTreeMap::new();
    for (column, settings) in requested(spec) {
        let why = |setting: &Arc<Setting>| setting.missing_everywhere(column, enumerated);
        let reasons: Option<Vec<&str>> = settings.iter().map(why).collect();
        if let Some(why) = reasons.and_then(|reasons| reasons.first().copied()) {
            let name = column.name();
            let line = format!(
                "{}: `{name}` will have no value in any run: {why}",
                spec.name
            );
            lines.entry(name).or_insert(line);
        }
    }
    lines.into_values().collect()
}

/// The columns that claims, figures of the spec's own and the key `measure` read, each with the settings for which they do.
fn requested(spec: &Spec) -> Vec<(AnyColumn, Settings)> {
    let all = || settings(spec, |_, _| true);
    let drawn = spec.figures.iter().filter_map(|request| match request {
        Request::Own(_) => Some(request.columns()),
        Request::Kind(_) | Request::Default => None,
    });
    let named = spec.named_columns.iter().copied();
    let shown = drawn.flatten().chain(named).map(|column| (column, all()));
    let claimed = spec.claims.iter().flat_map(|claim| {
        let of_claim = settings(spec, |cell, setting| is_about(claim, cell, setting));
        let columns = compared(claim).into_iter();
        columns.map(move |column| (column, of_claim.clone()))
    });
    claimed.chain(shown).collect()
}

/// The columns without which a claim has no value on any trial.
fn compared(claim: &StatedClaim) -> Vec<AnyColumn> {
    match &claim.claim {
        Registered::Conjecture(own) => own.columns(),
        _ => claim.statement.observed.as_column().into_iter().collect(),
    }
}

/// Whether a claim is about this cell and variant, and may apply there.
fn is_about(claim: &StatedClaim, cell: usize, setting: &Setting) -> bool {
    let is_named = setting
        .name
        .as_ref()
        .is_none_or(|name| claim.variants.contains(name));
    claim.cells.contains(&cell) && is_named && claim.fails_before_a_run(&[setting]).is_none()
}

/// The settings of all cells and variants of a spec for which `is_requested` is true; it gets the position of the cell.
fn settings(spec: &Spec, is_requested: impl Fn(usize, &Setting) -> bool) -> Settings {
    let cells = spec.cells.iter().enumerate();
    let of_cell = cells.flat_map(|(place, cell)| {
        let settings = spec.design(cell).settings.into_iter();
        settings.map(move |setting| (place, setting))
    });
    let requested = of_cell.filter(|(place, setting)| is_requested(*place, setting));
    requested.map(|(_, setting)| setting).collect()
}
