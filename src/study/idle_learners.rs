//! Warns, before anything is run, of learners that can never update.

use claims::claim::VerdictKind;
use claims::spec::Spec;
use claims::trial::Setting;
use std::collections::BTreeMap;

/// Returns one warning for every variant that never updates in some cell, unless the spec states a claim about it that it expects to be violated:
/// then it is wrong on purpose.
pub(super) fn warnings(spec: &Spec) -> Vec<String> {
    let mut idle: BTreeMap<String, (usize, &'static str)> = BTreeMap::new();
    for cell in &spec.cells {
        for setting in spec.design(cell).settings {
            if let Some(name) = setting.name.clone().filter(|_| setting.never_updates()) {
                idle.entry(name).or_insert((0, mend(&setting))).0 += 1;
            }
        }
    }
    let is_on_purpose = |name: &String| {
        let mut refuted = spec
            .claims
            .iter()
            .filter(|claim| claim.expect == VerdictKind::Violated);
        refuted.any(|claim| claim.variants.contains(name))
    };
    let own = idle.into_iter().filter(|(name, _)| !is_on_purpose(name));
    let line = |(name, (cells, mend)): (String, (usize, &str))| {
        let all = spec.cells.len();
        let place = match cells == all {
            true => "every cell".to_owned(),
            false => format!("{cells} of {all} cells"),
        };
        format!(
            "{}, {place}, variant {name}: the learner can never update, because it starts at 0 and its rule calls for no update at a score of 0; {mend}",
            spec.name
        )
    };
    own.map(line).collect()
}

/// The change of the spec after which the learner can update.
fn mend(setting: &Setting) -> &'static str {
    match setting.rule().and_then(|rule| rule.threshold()) {
        Some(_) => "set its `threshold` above 0",
        None => "set its `ties` to \"mistake\"",
    }
}
