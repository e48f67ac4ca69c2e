//! Finds the table to which a misplaced key of a spec belongs.

use super::tables::{GENERATOR, SHARED, TOP, VARIANT};
use perceptron::documented::{Key, Shape};

/// Returns, for a key that is not among the keys `here`, a sentence that says to which other table of the spec the key belongs; `None` if to none.
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

/// Returns the first value of the key `of`, such as the first rule, that has `key` among its own keys.
fn owner(keys: &[Key], of: &str, key: &str) -> Option<&'static str> {
    let choice = keys.iter().find(|known| known.name == of)?;
    let mut members = choice.shape.members().iter();
    let member = members.find(|member| {
        let behind = member.value.as_ref();
        behind.is_some_and(|shape| shape.keys().iter().any(|own| own.name == key))
    })?;
    Some(member.name)
}
