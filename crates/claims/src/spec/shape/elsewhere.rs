//! Finds the place to which a misplaced key or name of a spec belongs.

use super::tables::{GENERATOR, SHARED, TOP, VARIANT};
use super::wording::spellings;
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

/// Returns, for a name that is not a value of the key `key`, the remedy: the name may be a value of another key of a variant, or a comparison in place of
/// the name of a claim. `None` if it is neither.
pub(super) fn instead_of(name: &str, key: &str) -> Option<String> {
    if key == "name" {
        return stated_by_the_spec(name);
    }
    let mut others = VARIANT.keys().iter().filter(|other| other.name != key);
    others.find_map(|other| {
        let member = other
            .shape
            .members()
            .iter()
            .find(|member| member.name == name)?;
        let value = spellings(std::slice::from_ref(member));
        Some(format!(
            "`{name}` is a value of `{0}`: write {0} = {value}",
            other.name
        ))
    })
}

/// The keys of a claim that says what a comparison of two formulas says, such as `mean(updates) <= 10`.
fn stated_by_the_spec(comparison: &str) -> Option<String> {
    let signs = ["<=", "≤", "<", ">=", "≥", ">"];
    let sign = signs.into_iter().find(|sign| comparison.contains(sign))?;
    let (left, right) = comparison.split_once(sign)?;
    let (left, right) = (left.trim(), right.trim());
    let is_at_most = sign.starts_with(['<', '≤']);
    let (observed, limit, form) = match (averaged(left), is_at_most) {
        (Some(left), true) => (left, right, "\"in-expectation\", range = [LEAST, MOST]"),
        (Some(left), false) => (left, right, "\"lower-bound\", range = [LEAST, MOST]"),
        (None, true) => (left, right, "\"surely\""),
        (None, false) => (right, left, "\"surely\""),
    };
    Some(format!(
        "a claim of your own has keys in place of `name`: observed = \"{observed}\", limit = \"{limit}\", form = {form}; `perceptron-lab explain conjecture` says more"
    ))
}

/// The formula whose mean a text is, as in `mean(updates)` and `E[updates]`.
fn averaged(text: &str) -> Option<&str> {
    let mut starts = ["mean(", "E[", "E("].into_iter();
    starts.find_map(|start| text.strip_prefix(start)?.strip_suffix([')', ']']))
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
