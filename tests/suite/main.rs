//! Tests the program from outside: commands, files, pages, and the house itself.
#![allow(clippy::unwrap_used)]

mod analyze;
mod architecture;
mod bad_input;
mod catalogue;
mod cli;
mod conform;
mod course;
mod data_of_others;
mod errata;
mod explain;
mod export;
mod figures;
mod injection;
mod lab;
mod learners;
mod names;
mod outputs;
mod place;
mod power;
mod real_data;
mod replay;
mod reseed;
mod resume;
mod risk;
mod run_pages;
mod running;
mod schema;
mod shards;
mod shells;
mod sizes;
mod starting;
mod survival;
mod tutorial;
mod verdict_bytes;
mod verify;
