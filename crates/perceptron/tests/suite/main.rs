//! Tests the laws of streams and orders, and the geometry of samples, from outside: distributions against exact laws, and exact fractions.
#![allow(clippy::unwrap_used)]

mod classes;
mod enumerations;
mod float_runs;
mod geometry;
mod law;
mod laws;
mod max_margins;
mod orders;
mod quiet;
mod ranges;
mod risks;
mod seen_laws;
mod stores;
mod streams;
mod tables;
mod variants;
mod views;
