//! Groups the trials of results folders by cell, variant and columns, and computes a table of their statistics.
//!
//! `stack` opens the folders and puts their cells one after the other. `plan` checks columns, keys and conditions against them. `trial_groups` collects
//! the statistics, and `reading` fills them from the row groups of files. `rows` makes the table. `pair` compares two variants on the
//! same samples. The means that `run` prints
//! are such a table, whose trials come from judging.

mod keys;
mod mistake;
mod pair;
mod plan;
mod reading;
mod rows;
mod stack;
mod trial_groups;

pub(super) use plan::TablePlan;
pub use plan::TableRequest;
pub use rows::MadeTable;
pub(super) use rows::{of, of_means};
pub(super) use trial_groups::TrialGroups;

use super::StudyError;
use std::path::{Path, PathBuf};

/// Makes a table from results: folders, or names of experiments whose results are in the folder `results`.
///
/// # Errors
/// There are no such results, a column, key or condition names nothing in them, or no trial is selected.
pub fn table(
    given: &[PathBuf],
    request: &TableRequest,
    (results, experiments): (&Path, &Path),
) -> Result<MadeTable, StudyError> {
    let studies = stack::opened(given, results, experiments)?;
    let origins = studies.iter().map(stack::Study::origin).collect();
    let stack = stack::Stack::new(&studies);
    let plan = TablePlan::new(stack, request)?;
    let groups = reading::read(&studies, &plan)?;
    let verdicts = match plan.reads_verdicts() {
        true => stack::verdicts(&studies)?,
        false => Vec::new(),
    };
    let mut made = rows::made(&plan, &groups, &verdicts, origins)?;
    made.notes.extend(pair::draws(plan.pair.as_ref(), &studies));
    Ok(made)
}
