//! Rehearses a run on a few of its trials, to time everything except the trials: files, witnesses, run pages, report and figures.

use super::{AT_REST, DRAWING, Plan};
use crate::store::Folder;
use crate::study::StudyError;
use crate::study::options::RunOptions;
use crate::study::stages::finish_run;
use crate::study::temporary_folder::TemporaryFolder;
use crate::study::trials::{locked, run_trials};
use crate::study::watcher::Watcher;
use claims::spec::{Replicates, Spec};
use cpu_time::ProcessTime;
use std::path::Path;
use std::time::{Duration, Instant};

/// Processor seconds that the trials of a rehearsal may take. If one replicate of each cell takes longer, everything except the trials costs little
/// in comparison.
const PATIENCE: f64 = 1.0;

/// Receiver of a run's progress that ignores it.
struct NoProgress;

impl Watcher for NoProgress {
    fn expect(&self, _: u64) {}
    fn warn(&self, _: &str) {}
    fn name(&self, _: &str) {}
    fn advance(&self, _: u64) {}
}

/// Adds the cost of everything except the trials to the plan of a spec that lies in the folder `beside`. The cost is timed on a few quick trials in a
/// temporary folder. If such a folder cannot be made, or a replicate takes long, the plan covers the trials alone.
pub fn rehearsed(plan: Plan, spec: &Spec, beside: &Path) -> Plan {
    // A replicate that was ended took all of its time.
    if plan.is_at_least {
        return without_files(plan, spec);
    }
    let replicates = replicates_in(PATIENCE, &plan, spec.replicates == Replicates::All);
    let files = replicates.and_then(|replicates| files(&plan, (spec, beside), replicates).ok());
    match files {
        Some([processor, clock]) => plan.with_files(processor, clock),
        None => without_files(plan, spec),
    }
}

/// The plan of the trials alone, with the memory that drawing takes.
fn without_files(plan: Plan, spec: &Spec) -> Plan {
    let drawing = if spec.figures.is_empty() { 0 } else { DRAWING };
    let bytes = plan.bytes.max(AT_REST + drawing);
    Plan { bytes, ..plan }
}

/// Rehearses a run with this number of replicates of every cell, and returns the cost of everything except the trials: the processor time, and the
/// clock time after the last trial.
fn files(
    plan: &Plan,
    (spec, beside): (&Spec, &Path),
    replicates: u64,
) -> Result<[Duration; 2], StudyError> {
    let few = spec.clone().with_at_most(replicates);
    let scratch = TemporaryFolder::new("plan")?;
    let folder = Folder::of(scratch.path(), &spec.name);
    let options = RunOptions::default();
    let began = ProcessTime::now();
    let _lock = locked(&folder, &NoProgress)?;
    run_trials(&few, beside, &folder, &options, &NoProgress)?;
    let (made, clock) = (ProcessTime::now(), Instant::now());
    finish_run(&few, &folder, &options)?;
    let (clock, finishing) = (clock.elapsed(), made.elapsed());
    let trials = plan.seconds_of_each(replicates);
    let beside_trials = made.duration_since(began).saturating_sub(trials);
    Ok([beside_trials + finishing, clock])
}

/// Number of replicates of every cell that a rehearsal of `seconds` can run; `None` if not even one fits, or if all are needed and do not fit.
fn replicates_in(seconds: f64, plan: &Plan, all: bool) -> Option<u64> {
    let each = plan.seconds_of_each(1).as_secs_f64();
    let least = match all {
        true => plan.trial_seconds(),
        false => each,
    };
    let most = plan.cells.iter().map(|cell| cell.replicates).max()?;
    let in_time = (seconds / each.max(1e-9)) as u64;
    (least <= seconds).then(|| in_time.clamp(1, most.max(1)))
}

#[cfg(test)]
mod tests {
    use super::super::plan;
    use super::*;
    use testing::{CYCLIC, SpecText};

    fn spec() -> Spec {
        SpecText::new("basis\ndimension = 3\nexamples = 5")
            .replicates(500)
            .variant("v", CYCLIC)
            .claim("online-mistake-bound")
            .more("[figures]\nshow = [\"tightness\"]")
            .read(|_, path, text| Spec::from_text("a/b", path, text))
    }

    #[test]
    fn rehearsal_adds_time_of_writing_files_and_leaves_no_temporary_files() {
        let spec = spec();
        let plan = plan(&spec);
        let trials = plan.processor_seconds;
        let plan = rehearsed(plan, &spec, Path::new(""));
        let files = plan.file_seconds.unwrap();
        assert!(files > 1e-3, "a page takes a millisecond: {files}");
        assert!((plan.processor_seconds - trials - files).abs() < 1e-9);
        assert!((plan.trial_seconds() - trials).abs() < 1e-9);
        assert!(plan.processor_seconds_at_least >= files && plan.seconds > 1e-3);
        let scratch = TemporaryFolder::new("plan").unwrap();
        assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
    }

    #[test]
    fn rehearsal_replicates_fit_the_time_budget() {
        let spec = spec();
        let mut plan = plan(&spec);
        for (each, all, expected) in [
            (1e-6, false, Some(500)),
            (1e-6, true, Some(500)),
            (0.01, false, Some(100)),
            (0.01, true, None),
            (0.7, false, Some(1)),
            (2.0, false, None),
        ] {
            plan.processor_seconds = 500.0 * each;
            plan.cells[0].processor_seconds = 500.0 * each;
            assert_eq!(replicates_in(1.0, &plan, all), expected, "{each} {all}");
        }
        plan.cells[0].replicates = 0;
        assert_eq!(replicates_in(1.0, &plan, false), Some(1));
    }
}
