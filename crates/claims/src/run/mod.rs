//! Runs the trials of a spec in parallel, and hands them on in an order that no number of threads can change.

use crate::spec::Spec;
use crate::trial::{Design, Trial};
use rayon::prelude::*;

/// Replicates that are computed before their rows are handed on: memory is bounded by it, not by the number of trials.
const BATCH: usize = 1024;

/// Whether a cell needs more replicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Some verdict of the cell is still open.
    Continue,
    /// All its verdicts are decided.
    Stop,
}

/// What a run needs from outside: earlier rows, a judge, and a place for rows.
pub trait Surroundings {
    /// What can go wrong with them.
    type Error;

    /// Rows of a cell that are known already, replicates from 0; asked once per cell, in order.
    fn earlier(&mut self, cell: usize) -> Result<Vec<Trial>, Self::Error>;

    /// Whether a cell whose replicates are adaptive needs more of them.
    fn decide(&self, cell: usize, rows: &[Trial]) -> Decision;

    /// Takes the rows of a cell, in order; called once or more per cell.
    fn take(&mut self, cell: usize, rows: &[Trial]) -> Result<(), Self::Error>;
}

/// Is told how many replicates were finished, from any thread.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Runs every cell of a spec and returns the number of replicates each one has.
pub fn run<S: Surroundings>(
    spec: &Spec,
    surroundings: &mut S,
    progress: Progress,
) -> Result<Vec<u64>, S::Error> {
    let schedules: Vec<Vec<u64>> = spec.cells.iter().map(|cell| spec.schedule(cell)).collect();
    if schedules.iter().all(|schedule| schedule.len() == 1) {
        let totals: Vec<u64> = schedules
            .iter()
            .filter_map(|schedule| schedule.last().copied())
            .collect();
        run_fixed(spec, &totals, surroundings, progress)?;
        return Ok(totals);
    }
    let cells = schedules.iter().enumerate();
    cells
        .map(|(cell, schedule)| {
            run_until_decided(
                &spec.design(&spec.cells[cell]),
                cell,
                schedule,
                surroundings,
                progress,
            )
        })
        .collect()
}

/// Batches run over the borders of cells, so that many small cells keep all threads busy.
fn run_fixed<S: Surroundings>(
    spec: &Spec,
    totals: &[u64],
    surroundings: &mut S,
    progress: Progress,
) -> Result<(), S::Error> {
    let designs: Vec<Design> = spec.cells.iter().map(|cell| spec.design(cell)).collect();
    let mut tasks: Vec<(usize, u64)> = Vec::with_capacity(BATCH);
    for (cell, &total) in totals.iter().enumerate() {
        let known = keep(surroundings.earlier(cell)?, total);
        let first = replicates(&known);
        if first > 0 {
            flush(&designs, &mut tasks, surroundings, progress)?;
            surroundings.take(cell, &known)?;
            progress(first);
        }
        for replicate in first..total {
            tasks.push((cell, replicate));
            if tasks.len() == BATCH {
                flush(&designs, &mut tasks, surroundings, progress)?;
            }
        }
    }
    flush(&designs, &mut tasks, surroundings, progress)
}

fn flush<S: Surroundings>(
    designs: &[Design],
    tasks: &mut Vec<(usize, u64)>,
    surroundings: &mut S,
    progress: Progress,
) -> Result<(), S::Error> {
    let finished: Vec<Vec<Trial>> = tasks
        .par_iter()
        .map(|&(cell, replicate)| counted(&designs[cell], replicate, progress))
        .collect();
    for (&(cell, _), rows) in tasks.iter().zip(&finished) {
        surroundings.take(cell, rows)?;
    }
    tasks.clear();
    Ok(())
}

fn counted(design: &Design, replicate: u64, progress: Progress) -> Vec<Trial> {
    let rows = design.trials(replicate);
    progress(1);
    rows
}

/// The batches of one cell, until its verdicts are decided: the same batches whatever was known before.
fn run_until_decided<S: Surroundings>(
    design: &Design,
    cell: usize,
    schedule: &[u64],
    surroundings: &mut S,
    progress: Progress,
) -> Result<u64, S::Error> {
    let most = schedule.last().copied().unwrap_or(0);
    let known = keep(surroundings.earlier(cell)?, most);
    progress(replicates(&known));
    let mut rows = Vec::new();
    let mut earlier = known.into_iter().peekable();
    for &size in schedule {
        while let Some(row) = earlier.next_if(|row| row.replicate < size) {
            rows.push(row);
        }
        let missing = replicates(&rows)..size;
        let fresh: Vec<Vec<Trial>> = missing
            .into_par_iter()
            .map(|replicate| counted(design, replicate, progress))
            .collect();
        rows.extend(fresh.into_iter().flatten());
        if surroundings.decide(cell, &rows) == Decision::Stop {
            break;
        }
    }
    surroundings.take(cell, &rows)?;
    progress(most - replicates(&rows));
    Ok(replicates(&rows))
}

fn keep(rows: Vec<Trial>, total: u64) -> Vec<Trial> {
    rows.into_iter()
        .filter(|row| row.replicate < total)
        .collect()
}

/// Number of replicates in rows that start at replicate 0.
fn replicates(rows: &[Trial]) -> u64 {
    rows.last().map_or(0, |row| row.replicate + 1)
}
