//! Runs, merges, judges, reports, verifies, reproduces, replays, exports, checks and plans studies in their results folders.
//!
//! The module prints nothing: functions return values, an `Outcome`, or an error with its exit code. `stages` runs, judges and reports. `trials`
//! fills a folder: it locks the folder, reuses stored trials, runs missing ones, and stores the finished ones when a signal comes. `sink` connects
//! `run` with `store` and `judge`; `judging` rereads the trials of a folder and judges them. `shard` runs a part of the trials that a folder lacks,
//! `merge` joins all shards, and `slurm` writes the script that does both on a cluster. `verify` runs stored specs again and compares. `plan` times a
//! few replicates of each cell; it also rehearses a whole run of some of them in a temporary folder, and measures the memory. `witnesses` shrinks
//! violations, `table` makes tables of statistics, `pages` writes the report, `figures` draws single figures, and `reproduce` the README's table.
//! `outputs` writes the files that the user names. `lesson` opens samples of specs on the lesson page. `time_limit` is the clock of `cancellation`. The clock and the host are read here, for `run.toml`,
//! which git ignores.

pub mod attack;
pub mod check;
mod closest_runs;
mod column_json;
mod empty_columns;
mod empty_figures;
mod error;
pub mod export;
pub mod external_programs;
pub mod figure_changes;
pub mod figures;
mod idle_learners;
mod judged;
mod judging;
mod known_verdict;
pub mod lesson;
mod looks;
mod memory_check;
pub mod merge;
pub mod names;
mod never_applicable;
mod nontermination;
mod options;
mod outcome;
pub mod outputs;
mod overrides;
mod pages;
pub mod plan;
pub mod replay;
pub mod reproduce;
pub mod reseed;
pub mod results_folder;
mod run_command;
mod shard;
mod sink;
pub mod slurm;
mod stages;
mod stale_prose;
pub mod stored_trial;
mod stored_trials;
pub mod table;
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
