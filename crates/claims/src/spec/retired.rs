//! Refuses keys of claims that only stored results may have, and says what to write instead.

use super::diagnostic::SpecFinding;
use super::{Spec, tree};
use crate::claim::Registered;
use toml::de::{DeTable, DeValue};

/// Refuses every key of a claim that was replaced by formulas which a spec states itself.
pub(super) fn keys(spec: &Spec, root: &DeTable) -> Vec<SpecFinding> {
    let entries = tree::find(root, &["claims"]).and_then(|(_, node)| node.get_ref().as_array());
    let entries = entries.into_iter().flatten().map(|node| node.get_ref());
    let tables = entries.filter_map(DeValue::as_table);
    let claims = spec.claims.iter().map(|claim| &claim.claim).zip(tables);
    claims.flat_map(|(claim, table)| of(claim, table)).collect()
}

fn of(claim: &Registered, table: &DeTable) -> Vec<SpecFinding> {
    let Registered::Theorem(theorem) = claim else {
        return Vec::new();
    };
    let lines = theorem.instead_of_retired_keys();
    let help = match lines.is_empty() {
        true => "delete this line: it changes nothing".to_owned(),
        false => format!("write in its place\n{}", lines.join("\n")),
    };
    let keys = theorem.retired_keys().into_iter();
    let given = keys.filter_map(|key| tree::find(table, &[key]).map(|(place, _)| (key, place)));
    let finding = |(key, place)| {
        let problem = format!(
            "`{key}` is a key of stored results only: a claim states its own formula in place of that of the theorem"
        );
        SpecFinding::new(place, problem).help(&help)
    };
    given.map(finding).collect()
}
