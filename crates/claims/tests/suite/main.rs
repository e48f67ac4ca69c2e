//! Tests specs, trials and verdicts from outside: exact numbers, diagnostics, registries, and values that must not change.
#![allow(clippy::unwrap_used)]

mod addresses;
mod certificate_orders;
mod certificates;
mod claim_keys;
mod conformance;
mod conjectures;
mod constructions;
mod diagnostics;
mod exact_numbers;
mod hashes;
mod positions;
mod premises;
mod refusals;
mod registry;
mod streams;
mod trends;
mod value_stability;
mod what_is_judged;
mod what_is_seen;

/// A path below the root of the repository.
fn root(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}
