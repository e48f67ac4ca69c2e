//! Reads the trials of results folders row group by row group, and merges the statistics of the row groups.

use super::plan::TablePlan;
use super::stack::Study;
use super::trial_groups::{MOST_GROUPS, TrialGroups};
use crate::store::{StoreError, TrialPlaces, TrialReader};
use crate::study::StudyError;
use crate::study::stored_trials::each_block;
use claims::trial::{AnyColumn, Block};
use rayon::prelude::*;

/// Collects the statistics of a table from the trials of all studies. Row groups are read on all threads, and merged in their order, so that the
/// result does not depend on the number of threads.
pub(super) fn read(studies: &[Study], plan: &TablePlan) -> Result<TrialGroups, StudyError> {
    let mut all = TrialGroups::default();
    if !plan.reads_trials() {
        return Ok(all);
    }
    for (study, stacked) in studies.iter().zip(&plan.stack.studies) {
        if plan.pair.is_some() {
            add_pairs(&mut all, study, plan, stacked.first_cell)?;
            continue;
        }
        let reader = reader(study, plan)?;
        let places = TrialPlaces::new(&study.spec, &study.manifest.replicates);
        let parts: Vec<usize> = (0..reader.parts()).collect();
        for some in parts.chunks(rayon::current_num_threads().max(1)) {
            let read = some.par_iter().map(|part| {
                let of_part = part_groups(&reader, &places, *part, plan, stacked.first_cell);
                of_part.map_err(StudyError::from)
            });
            for groups in read.collect::<Vec<Result<TrialGroups, StudyError>>>() {
                all.merge(groups?);
            }
        }
    }
    match all.is_full {
        true => Err(too_many(plan)),
        false => Ok(all),
    }
}

/// Adds the pairs of a study. The trials of a pair are read together, and so in the order of the file.
fn add_pairs(
    all: &mut TrialGroups,
    study: &Study,
    plan: &TablePlan,
    first_cell: usize,
) -> Result<(), StudyError> {
    check_trials(study)?;
    let columns = plan.read_columns();
    let read: Vec<AnyColumn> = columns.iter().copied().collect();
    let see = |cell: usize, block: &Block| all.add_pairs(plan, &read, first_cell + cell, block);
    Ok(each_block(
        &study.folder,
        (&study.manifest, &study.spec),
        &columns,
        see,
    )?)
}

/// Opens the file of trials of a study.
fn reader(study: &Study, plan: &TablePlan) -> Result<TrialReader, StudyError> {
    check_trials(study)?;
    Ok(study.folder.reader(&study.manifest, &plan.read_columns())?)
}

/// Refuses a study without a file of trials; the error names the command that writes it.
fn check_trials(study: &Study) -> Result<(), StudyError> {
    if !study.folder.trials().exists() {
        return Err(StudyError::usage(format!(
            "{} has no trials.parquet (it is not committed), and the table needs trials",
            study.folder.path().display()
        ))
        .help(format!("run the experiment: {}", study.command())));
    }
    Ok(())
}

/// Collects the statistics of one row group.
fn part_groups(
    reader: &TrialReader,
    places: &TrialPlaces,
    part: usize,
    plan: &TablePlan,
    first_cell: usize,
) -> Result<TrialGroups, StoreError> {
    let mut groups = TrialGroups::default();
    for rows in reader.distinct(part, places)? {
        let place = (first_cell + rows.cell, rows.variant);
        for (at, times) in rows.times.iter().enumerate() {
            if let Some(row) = rows.block.row(at, 0) {
                groups.push(plan, place, &[row], *times);
            }
        }
    }
    Ok(groups)
}

fn too_many(plan: &TablePlan) -> StudyError {
    let names = plan.keys.iter().filter(|key| key.column().is_some());
    let names = names.map(|key| format!("`{}`", key.name));
    StudyError::usage(format!(
        "`--by {}` makes more than {MOST_GROUPS} groups",
        names.collect::<Vec<_>>().join(", ")
    ))
    .help("group by columns with fewer values, or select trials with `--where`")
}
