//! Warns of numbers of replicates that lie between two looks at a distribution function, because the replicates after the last look do not count.

use claims::claim::{Form, StatedClaim};
use claims::spec::{Spec, StatedReplicates};
use claims::stats::distance_sequence::{last_look, next_look};

/// Returns a warning if the spec has a claim about a distribution function and states a number of replicates that is no look.
pub(super) fn warning(spec: &Spec) -> Option<String> {
    let compares = |claim: &&StatedClaim| claim.form() == Form::HasDistribution;
    let claims: Vec<&StatedClaim> = spec.claims.iter().filter(compares).collect();
    let claim = match claims.as_slice() {
        [] => return None,
        [one] => format!("claim `{}` is", one.id),
        [first, ..] => format!("{} claims, such as `{}`, are", claims.len(), first.id),
    };
    let StatedReplicates { key, line, count } = spec.stated_replicates()?;
    let (name, next) = (&spec.name, next_look(count));
    let (judged, set) = match last_look(count) {
        Some(last) if last == count => return None,
        Some(last) => (
            format!("judged at the first {last}"),
            format!("{last} or {next}"),
        ),
        None => ("not judged".to_owned(), format!("{next} or a later look")),
    };
    Some(format!(
        "{name}, line {line}: `{key}` is {count}, but distribution functions are compared after 16, 32, 64, … replicates only (doubled each time), so {claim} \
         {judged}; set `{key}` to {set}"
    ))
}
