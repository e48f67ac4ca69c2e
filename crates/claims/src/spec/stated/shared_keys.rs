//! Lists the keys that all claims share, and separates them from a claim's own keys.

use toml::de::DeTable;

/// The keys that every claim has.
pub(in crate::spec) const SHARED: &[&str] = &[
    "id",
    "name",
    "control_of",
    "variants",
    "where",
    "scale",
    "slack",
    "slack_reason",
    "margin",
    "premise",
    "expect",
    "answers",
];

/// Returns the keys of an entry that all claims share, or the others, which belong to its claim.
pub(super) fn part<'a>(table: &DeTable<'a>, shared: bool) -> DeTable<'a> {
    let keys = table
        .iter()
        .filter(|(key, _)| SHARED.contains(&key.get_ref().as_ref()) == shared);
    keys.map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}
