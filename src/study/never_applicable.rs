//! Warns of claims whose verdict is known before a run and unexpected, in some or all cells. Each reason gets one line, however many cells it
//! affects.

use super::known_verdict::KnownVerdict;
use claims::claim::{StatedClaim, VerdictKind};
use claims::spec::Spec;
use std::collections::{BTreeMap, BTreeSet};

/// Returns one warning for every claim and reason for which verdicts are known before a run and are not what the spec expects.
pub(super) fn warnings(spec: &Spec, bound: &[KnownVerdict]) -> Vec<String> {
    let of_claim = |claim: &StatedClaim| {
        let own: Vec<&KnownVerdict> = bound.iter().filter(|bound| bound.id == claim.id).collect();
        of_claim(spec, claim, &own)
    };
    spec.claims.iter().flat_map(of_claim).collect()
}

fn of_claim(spec: &Spec, claim: &StatedClaim, bound: &[&KnownVerdict]) -> Vec<String> {
    let unmet = VerdictKind::Inapplicable.as_str();
    let mut reasons: BTreeMap<(&str, &str), Vec<&KnownVerdict>> = BTreeMap::new();
    for bound in bound.iter().filter(|bound| !bound.as_expected) {
        // Limits differ from cell to cell, so the first one stands for all.
        let is_unmet = bound.verdict == unmet;
        let because = if is_unmet { bound.because.as_str() } else { "" };
        let key = (bound.verdict, because);
        reasons.entry(key).or_default().push(bound);
    }
    let possible = claim.cells.len() * claim.subjects().len();
    let silent = bound
        .iter()
        .filter(|bound| bound.verdict == unmet && !bound.as_expected);
    let never = silent.count() == possible;
    let line = |((verdict, _), same): (&(&str, &str), &Vec<&KnownVerdict>)| {
        let says = match *verdict == unmet {
            true if never => "never applies".to_owned(),
            true => format!(
                "does not apply in {} of {possible} cells and variants",
                same.len()
            ),
            false => format!(
                "is certain to be {verdict} in {} of {possible} cells and variants",
                same.len()
            ),
        };
        let (name, id, place) = (&spec.name, &claim.id, place(claim, same));
        let mend = same[0].mend.as_ref().map(|mend| format!("; set {mend}"));
        let (because, mend) = (&same[0].because, mend.unwrap_or_default());
        format!("{name}, {place}: claim `{id}` {says}: {because}{mend}")
    };
    reasons.iter().map(line).collect()
}

fn place(claim: &StatedClaim, bound: &[&KnownVerdict]) -> String {
    let cells: BTreeSet<&str> = bound.iter().map(|bound| bound.cell.as_str()).collect();
    let variants: BTreeSet<&str> = bound.iter().map(|bound| bound.variant.as_str()).collect();
    let first = &bound[0].cell;
    let cells = match (cells.len(), claim.cells.len()) {
        (some, all) if some == all => "every cell".to_owned(),
        (1, _) => format!("cell {first}"),
        (some, all) => format!("{some} of {all} cells, the first {first}"),
    };
    match Vec::from_iter(variants).as_slice() {
        [""] => cells,
        [one] => format!("{cells}, variant {one}"),
        several => format!("{cells}, variants {}", several.join(" and ")),
    }
}
