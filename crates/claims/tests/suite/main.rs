//! Tests specs, trials and verdicts through the public interface of the crate: exact numbers, diagnostics, registries, and values that must not
//! change.
#![allow(clippy::unwrap_used)]

mod attack;
mod certificate_orders;
mod certificates;
mod claim_ranges;
mod conformance;
mod conjectures;
mod construction_updates;
mod declared_ranges;
mod diagnostics;
mod estimates;
mod exact_numbers;
mod exactness;
mod example_program;
mod false_violations;
mod independent_streams;
mod learner_results;
mod own_step_certificates;
mod pairs;
mod precision;
mod premises;
mod quotations;
mod radius_and_margin;
mod registry;
mod spec_digests;
mod spec_validation;
mod stated_in;
mod trends;
mod trial_addresses;
mod value_stability;
mod variations;
mod verdict_fields;

/// A path relative to the root of the repository.
fn root(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}
