//! Knows where a key belongs that stands in the wrong table of a spec.

use super::tables::{GENERATOR, SHARED, TOP, VARIANT};
use perceptron::documented::{Key, Shape};

/// Where a key that is unknown here would be a known one, in one sentence.
pub(super) fn place_of(key: &str, here: &[Key]) -> Option<String> {
    let has = |shape: &Shape| shape.keys().iter().any(|known| known.name == key);
    let is_here = |name: &str| here.iter().any(|known| known.name == name);
    if has(&TOP) && !is_here("generator") {
        return Some(format!(
            "`{key}` belongs at the top of the file, above the first [table]"
        ));
    }
    if has(&VARIANT) && !is_here("rule") {
        return Some(format!(
            "`{key}` belongs to a variant, below [variants.NAME]"
        ));
    }
    if let Some(rule) = owner(VARIANT.keys(), "rule", key) {
        return Some(format!(
            "`{key}` belongs to the rule: rule = {{ {rule} = {{ {key} = … }} }}"
        ));
    }
    let mut behind = GENERATOR.members().iter().filter_map(|m| m.value.as_ref());
    if (is_here("rule") || is_here("generator")) && behind.any(has) {
        return Some(format!(
            "`{key}` belongs to the generator, below [generator.NAME]"
        ));
    }
    let shared = SHARED.iter().any(|known| known.name == key);
    (shared && !is_here("control_of"))
        .then(|| format!("`{key}` belongs to a claim, below [[claims]]"))
}

/// The first member of the choice behind a key that has such a key itself.
fn owner(keys: &[Key], of: &str, key: &str) -> Option<&'static str> {
    let choice = keys.iter().find(|known| known.name == of)?;
    let mut members = choice.shape.members().iter();
    let member = members.find(|member| {
        let behind = member.value.as_ref();
        behind.is_some_and(|shape| shape.keys().iter().any(|own| own.name == key))
    })?;
    Some(member.name)
}
