//! Tests the program from outside: commands, files, pages, and the house itself.
#![allow(clippy::unwrap_used)]

mod analyze;
mod architecture;
mod bad_input;
mod catalogue;
mod cli;
mod conform;
mod explain;
mod export;
mod lab;
mod learners;
mod names;
mod power;
mod real_data;
mod replay;
mod reseed;
mod risk;
mod running;
mod schema;
mod sizes;
mod starting;
mod survival;
mod tutorial;
mod verdict_bytes;
