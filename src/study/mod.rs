//! What happens to the results folders of studies: run, merge, judge, report, verify, reproduce, replay, export, check and plan. It prints nothing.
//!
//! Functions return values, an `Outcome` or an error with its exit code. `stages` runs, judges and reports; `trials` fills a folder: it locks it,
//! keeps what is stored, runs what is missing, and stores what there is when a signal comes. `sink` joins `run` with `store` and `judge`; `judging`
//! reads the trials of a folder again and judges them. `shard` runs a share of what a folder lacks and `merge` joins all of them; `slurm` writes the
//! script that does both on a cluster. `verify` runs stored specs again and compares. `plan` times a few replicates of each cell, and a whole run of
//! some of them in a folder that is thrown away, with the memory that it took. `witnesses` makes violations small, `pages` writes the report, and
//! `reproduce` the README's table. `time_limit` is the clock of `cancellation`. The clock and the host are read here, for `run.toml`, which git ignores.

pub mod check;
mod closest_runs;
mod column_json;
mod empty_figures;
mod error;
pub mod export;
pub mod external_programs;
mod judged;
mod judging;
mod known_verdict;
pub mod means;
mod memory_check;
pub mod merge;
pub mod names;
mod never_applicable;
mod nontermination;
mod options;
mod outcome;
mod overrides;
mod pages;
pub mod plan;
pub mod replay;
pub mod reproduce;
pub mod reseed;
mod run_command;
mod shard;
pub mod shell;
mod sink;
pub mod slurm;
mod stages;
mod stale_prose;
pub mod stored_trial;
mod stored_trials;
mod temporary_folder;
mod time_limit;
pub mod trajectory;
mod trials;
mod varying_keys;
pub mod verify;
mod watcher;
mod witnesses;

pub use error::StudyError;
pub use judged::{Failures, Judged};
pub use judging::judge;
pub use names::spec_files;
pub use options::RunOptions;
pub use outcome::Outcome;
pub use pages::{Reported, report};
pub use stages::run_all;
pub use stale_prose::StaleProse;
pub use varying_keys::varying_keys;
pub use watcher::Watcher;
