//! Plans a run: the number of trials, the time and the memory, from replicates that it runs and throws away.

mod costs;
mod limits;
mod peak;
mod rehearsal;

pub use costs::Costs;
pub use rehearsal::rehearsed;

use super::time_limit::Clock;
use crate::store::ROWS_PER_GROUP;
use claims::figure::Cells;
use claims::spec::Spec;
use claims::trial::{Block, CellCache, Design, columns};
use limits::{ENOUGH, LONGEST, SOME};
use perceptron::learn::{StopReason, Variant};
use serde::Serialize;
use std::cell::Cell;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Time for measuring all cells of a spec, not counting the first replicate of each cell that is reached in time.
const PATIENCE: Duration = Duration::from_secs(4);

/// Processor seconds from which on a plan says what takes the time.
const WORTH: f64 = 1.0;

/// Memory that the program takes before it draws a sample, in bytes.
const AT_REST: u64 = 40 << 20;

/// Memory for drawing figures, in bytes; fonts and one picture take most of it.
const DRAWING: u64 = 50 << 20;

/// Predicted cost of running a spec.
#[derive(Debug, Serialize)]
pub struct Plan {
    /// Name of the experiment that is planned.
    pub experiment: String,
    /// Predicted cost of each cell.
    pub cells: Vec<CellPlan>,
    /// What takes the time in the cell that takes most; `None` if all trials together take less than a second.
    pub costs: Option<Costs>,
    /// Number of trials of the run; the maximum if replicates are added until all verdicts are decided.
    pub trials: u64,
    /// Number of threads that share the trials.
    pub threads: usize,
    /// Processor seconds of the whole run, at most.
    pub processor_seconds: f64,
    /// Processor seconds of the whole run if the verdicts are decided as early as they may be.
    pub processor_seconds_at_least: f64,
    /// The part of the processor seconds for files, witnesses, run pages, report and figures; `None` if these were not rehearsed.
    pub file_seconds: Option<f64>,
    /// Seconds of the whole run by the clock, at most, if the threads share the trials evenly.
    pub seconds: f64,
    /// Whether a replicate was ended after two seconds, so that the true time is longer than the predicted one.
    pub is_at_least: bool,
    /// Peak memory of the run in bytes, at most: samples held at once and trials of a row group, or what planning itself took if that was more.
    pub bytes: u64,
}

/// Predicted cost of the trials of one cell.
#[derive(Debug, Serialize)]
pub struct CellPlan {
    /// Key of the cell.
    pub key: String,
    /// Name of the cell, made of the parameters that vary between cells.
    #[serde(skip)]
    pub name: String,
    /// Number of replicates of the cell, at most.
    pub replicates: u64,
    /// Number of replicates of the cell, at least; smaller than the maximum if replicates are added until all verdicts are decided.
    pub replicates_at_least: u64,
    /// Number of trials of the cell: one for every replicate and variant.
    pub trials: u64,
    /// Number of replicates run to measure the cell; 0 if time ran out, so that its cost per replicate is assumed to be that of the cell before.
    pub measured: u64,
    /// Processor seconds for all replicates of the cell, at most.
    pub processor_seconds: f64,
    /// Memory of one sample of the cell, in bytes.
    pub sample_bytes: u64,
}

/// Predicts the cost of running a spec, by running a few replicates of each cell.
pub fn plan(spec: &Spec) -> Plan {
    peak::forget();
    let (judge_spec, began) = (spec.judge_spec(), Instant::now());
    let cut_off = Cell::new(false);
    let share = PATIENCE / u32::try_from(spec.cells.len().max(1)).unwrap_or(u32::MAX);
    let mut cells: Vec<CellPlan> = Vec::new();
    let names = spec.cells.iter().map(|cell| cell.parameters.clone());
    let names = Cells::new(names.collect());
    for (index, cell) in spec.cells.iter().enumerate() {
        let (design, replicates) = (spec.design(cell), spec.most_replicates(cell));
        let timed = (began.elapsed() < PATIENCE).then(|| {
            let _clock = Clock::for_all(LONGEST);
            let common = CellCache::default();
            let run = |replicates| {
                let block = design.block_with(replicates, &common);
                cut_off.set(cut_off.get() || is_cut_off(&block));
                drop(judge_spec.judge(index, &block));
            };
            timed_in_parts(run, replicates, share, &design)
        });
        let sample_bytes = timed.map(|_| design.sample_bytes(0));
        let before = cells.last();
        let like_before = before.map_or(0.0, |cell| cell.each() * replicates as f64);
        let (measured, processor_seconds) = timed.unwrap_or((0, like_before));
        cells.push(CellPlan {
            key: cell.key.clone(),
            name: names.label(&cell.parameters).to_owned(),
            replicates,
            replicates_at_least: spec.schedule(cell).first().copied().unwrap_or(replicates),
            trials: replicates * spec.rows_per_replicate() as u64,
            measured,
            processor_seconds,
            sample_bytes: sample_bytes
                .or(before.map(|cell| cell.sample_bytes))
                .unwrap_or(0),
        });
    }
    let planned = summed(spec, cells);
    let most = (0..planned.cells.len()).max_by(|&one, &other| {
        let seconds = |index: usize| planned.cells[index].processor_seconds;
        seconds(one).total_cmp(&seconds(other))
    });
    let most = most.filter(|_| planned.processor_seconds >= WORTH);
    Plan {
        is_at_least: cut_off.get(),
        costs: most.and_then(|index| costs_of_all(&spec.design(&spec.cells[index]))),
        ..planned
    }
}

/// The learner and the columns that take the time of a cell whose replicates all measure the same; `None` if some columns are measured only on the first, since the first then
/// say nothing about the others.
fn costs_of_all(design: &Design) -> Option<Costs> {
    let all_alike = design.fewer_replicates.is_empty();
    all_alike.then(|| costs::costs(design)).flatten()
}

/// Whether some trial of a block was ended because it took too long.
fn is_cut_off(block: &Block) -> bool {
    let mut reasons = block.all().map(|row| row.copied(columns::STOP_REASON));
    reasons.any(|reason| reason == Some(StopReason::TimeLimit))
}

/// Memory in bytes for the trials whose row groups are being written, and for the file columns that are made of them.
fn trial_bytes(spec: &Spec, trials: u64) -> u64 {
    let one = spec
        .cells
        .first()
        .map(|cell| spec.design(cell).empty(vec![0]));
    let batches = one.iter().flat_map(|block| &block.batches);
    let each = batches.map(|batch| batch.bytes() as u64).max();
    // One row group is encoded while the trials of the next one are collected.
    let most = 2 * ROWS_PER_GROUP as u64;
    2 * trials.min(most) * each.unwrap_or(0)
}

/// Number of samples that a thread holds at once: the drawn one, and the one that a learner sees if a transform or an offset changes it.
fn samples_at_once(spec: &Spec) -> u64 {
    let mut variants = spec.cells.iter().flat_map(|cell| &cell.variants);
    let sees_another =
        |variant: &Variant| variant.transform.is_some() || variant.offset.0.is_some();
    1 + u64::from(variants.any(|(_, variant)| sees_another(variant)))
}

/// Like [`timed`]; of a cell in which some columns are measured only on the first replicates, the later ones are measured apart.
fn timed_in_parts(
    run: impl Fn(Range<u64>),
    replicates: u64,
    share: Duration,
    design: &Design,
) -> (u64, f64) {
    let has_common = design.is_cacheable();
    let fewer = design.fewer_replicates.values().max();
    let first = fewer.map_or(replicates, |fewer| replicates.min(*fewer));
    let (measured, seconds) = timed(&run, first, share, has_common);
    let later = |range: Range<u64>| run(first + range.start..first + range.end);
    let rest = match replicates - first {
        0 => 0.0,
        rest => timed(later, rest, share, has_common).1,
    };
    (measured, seconds + rest)
}

/// Runs replicates of a cell to measure their time, for at most `share`, or less if that is enough. Returns how many were run, and the seconds that
/// all replicates take. If later replicates share cached work with the first (`has_common`), at least one of them is timed too, because the first
/// takes longer.
fn timed(
    run: impl Fn(Range<u64>),
    replicates: u64,
    share: Duration,
    has_common: bool,
) -> (u64, f64) {
    let seconds = |range: Range<u64>| {
        let began = Instant::now();
        run(range);
        began.elapsed()
    };
    // The first replicate also does work that is done only once, such as tables of a distribution.
    let first = seconds(0..replicates.min(1));
    let (mut done, mut took) = (1, Duration::ZERO);
    let goes_on = |done, took| {
        let in_time = first + took < share || has_common && done == 1;
        done < replicates && in_time && (took < ENOUGH || done < SOME)
    };
    while goes_on(done, took) {
        let end = replicates.min(2 * done + 1);
        took += seconds(done..end);
        done = end;
    }
    let each = match done {
        1 => first.as_secs_f64(),
        _ => took.as_secs_f64() / (done - 1) as f64,
    };
    let others = replicates.saturating_sub(1) as f64;
    (done.min(replicates), first.as_secs_f64() + others * each)
}

impl Plan {
    /// Processor seconds for the trials and their verdicts, at most.
    pub fn trial_seconds(&self) -> f64 {
        self.processor_seconds - self.file_seconds.unwrap_or(0.0)
    }

    /// Processor time for this number of replicates of every cell; a cell with fewer replicates counts with all of its own.
    fn seconds_of_each(&self, replicates: u64) -> Duration {
        let of = |cell: &CellPlan| cell.each() * replicates.min(cell.replicates) as f64;
        Duration::from_secs_f64(self.cells.iter().map(of).sum())
    }

    /// Adds the cost of everything except the trials to the plan: processor time, and the clock time that passes after the last trial.
    fn with_files(self, processor: Duration, clock: Duration) -> Self {
        let files = processor.as_secs_f64();
        Self {
            processor_seconds: self.processor_seconds + files,
            processor_seconds_at_least: self.processor_seconds_at_least + files,
            file_seconds: Some(files),
            seconds: self.seconds + clock.as_secs_f64(),
            bytes: self.bytes.max(peak::bytes()),
            ..self
        }
    }
}

impl CellPlan {
    /// Processor seconds of one replicate of the cell, on average.
    fn each(&self) -> f64 {
        self.processor_seconds / self.replicates.max(1) as f64
    }
}

fn summed(spec: &Spec, cells: Vec<CellPlan>) -> Plan {
    let threads = rayon::current_num_threads();
    let trials = cells.iter().map(|cell| cell.trials).sum();
    let processor_seconds = cells.iter().map(|cell| cell.processor_seconds).sum();
    let least = |cell: &CellPlan| cell.each() * cell.replicates_at_least as f64;
    let largest = cells.iter().map(|cell| cell.sample_bytes).max();
    let samples = threads as u64 * samples_at_once(spec) * largest.unwrap_or(0);
    Plan {
        experiment: spec.name.clone(),
        trials,
        threads,
        processor_seconds,
        processor_seconds_at_least: cells.iter().map(least).sum(),
        file_seconds: None,
        seconds: processor_seconds / threads as f64,
        is_at_least: false,
        costs: None,
        bytes: (AT_REST + samples + trial_bytes(spec, trials)).max(peak::bytes()),
        cells,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use testing::{CYCLIC, STREAM, SpecText};

    #[test]
    fn replicates_are_timed_within_a_time_budget_and_none_twice() {
        let seen = RefCell::new(Vec::new());
        let run = |range: Range<u64>| seen.borrow_mut().extend(range);
        let (done, all) = timed(run, 20, Duration::from_secs(60), false);
        assert_eq!((done, seen.take()), (20, (0..20).collect::<Vec<_>>()));
        assert!((0.0..1.0).contains(&all));
        let slow = |_: Range<u64>| std::thread::sleep(Duration::from_millis(20));
        let (done, all) = timed(slow, 1000, Duration::from_millis(5), false);
        assert!(done == 1 && all >= 20.0, "{done} {all}");
        let first_alone = |range: Range<u64>| {
            if range.start == 0 {
                slow(range);
            }
        };
        let (done, all) = timed(first_alone, 1000, Duration::from_millis(5), true);
        assert!(done > 1 && (0.02..10.0).contains(&all), "{done} {all}");
        assert_eq!(timed(|_| {}, 0, Duration::ZERO, false).0, 0);
    }

    #[test]
    fn slow_first_replicate_does_not_dominate_the_time_estimate() {
        let hard_first = |range: Range<u64>| {
            let milliseconds = range
                .map(|replicate| if replicate == 0 { 150 } else { 1 })
                .sum();
            std::thread::sleep(Duration::from_millis(milliseconds));
        };
        let (done, all) = timed(hard_first, 1000, Duration::from_secs(60), false);
        assert!(done > SOME && (1.0..20.0).contains(&all), "{done} {all}");
    }

    #[test]
    fn some_replicates_are_timed_even_if_fewer_have_taken_enough_time() {
        let slow_later = |range: Range<u64>| {
            if range.start > 0 {
                std::thread::sleep(ENOUGH);
            }
        };
        let (done, _) = timed(slow_later, 1000, Duration::from_secs(60), false);
        assert!(done >= SOME, "{done}");
    }

    const GAUSSIANS: &str = "isotropic-gaussians\ndimension = 4\ndistance = 1.0\nexamples = 3";

    #[test]
    fn adaptive_cell_is_planned_for_minimum_and_maximum_replicates() {
        let spec = SpecText::new(GAUSSIANS)
            .replicates("{ until = \"decided\", min = 10, max = 1000 }")
            .variant("a", STREAM)
            .read(Spec::from_text);
        let plan = plan(&spec);
        let cell = &plan.cells[0];
        assert_eq!((cell.replicates_at_least, cell.replicates), (10, 1000));
        let ratio = plan.processor_seconds / plan.processor_seconds_at_least;
        assert!((ratio - 100.0).abs() < 1e-9);
    }

    #[test]
    fn a_plan_counts_the_trials_of_the_spec_and_the_bytes_of_its_largest_sample() {
        let spec = SpecText::new(GAUSSIANS)
            .replicates(7)
            .sweep("generator.isotropic-gaussians.examples", "10, 1000")
            .variant("a", STREAM)
            .variant("b", CYCLIC)
            .more("stop = { updates = 5 }")
            .read(Spec::from_text);
        let plan = plan(&spec);
        let trials: Vec<u64> = plan.cells.iter().map(|cell| cell.trials).collect();
        assert_eq!((trials, plan.trials), (vec![14, 14], 28));
        assert_eq!(plan.cells[1].sample_bytes, 8 * 4 * 1000);
        let samples = plan.threads as u64 * 32_000;
        let trials = trial_bytes(&spec, 28);
        assert!(trials > 2 * 28 * 100, "{trials}");
        // Other tests use memory of this process too, so only a lower bound is tested.
        assert!(plan.bytes >= AT_REST + samples + trials, "{}", plan.bytes);
        assert!(plan.processor_seconds > 0.0);
    }
}
