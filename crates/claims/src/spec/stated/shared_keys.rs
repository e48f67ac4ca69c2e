//! Lists the keys that all claims share, and separates them from a claim's own keys.

use toml::de::DeTable;

/// Names of the keys that every `[[claims]]` table can have, whatever its claim.
pub(in crate::spec) const SHARED: &[&str] = &[
    "id",
    "name",
    "control_of",
    "variants",
    "where",
    "scale",
    "slack",
    "slack_kind",
    "slack_reason",
    "margin",
    "about_estimates",
    "premise",
    "expect",
    "answers",
    "goal",
    "stated_in",
    "number",
];

/// Returns those keys of a `[[claims]]` table that all claims share or, if `shared` is false, those that only its own claim has.
pub(super) fn part<'a>(table: &DeTable<'a>, shared: bool) -> DeTable<'a> {
    let keys = table
        .iter()
        .filter(|(key, _)| SHARED.contains(&key.get_ref().as_ref()) == shared);
    keys.map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}
