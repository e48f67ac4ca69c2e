//! Tests random streams, orders and the geometry of samples through the public interface of the crate, against exact distributions and exact
//! fractions.
#![allow(clippy::unwrap_used)]

mod enumerations;
mod example_program;
mod feature_stores;
mod float_runs;
mod gaussian_classes;
mod generator_laws;
mod generator_ranges;
mod goodness_of_fit;
mod max_margins;
mod orders;
mod pocket;
mod quiet_examples;
mod radius_and_margins;
mod random_streams;
mod risks;
mod table_dialects;
mod tie_rules;
mod variants;
mod view_laws;
mod views;
