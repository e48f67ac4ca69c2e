//! Reproduces everything with other seeds, in memory, and says which verdicts depend on the seed.

use super::external_programs::permitted;
use super::judging::StudyJudge;
use super::pages::{groups, texts};
use super::stale_prose::StaleProse;
use super::trials::replicates;
use super::{Judged, RunOptions, StudyError, Watcher, names, reproduce};
use crate::report::{self, Reseeds};
use crate::store::{StoreError, write_verdicts};
use claims::judge::Verdict;
use claims::prose::Groups;
use claims::run::{self, ReplicateDecision, ReusableTrials, ReusePolicy, TrialSink};
use claims::spec::Spec;
use claims::trial::Block;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;
use std::path::Path;

/// Runs and judges every spec below a folder with each of the first `count` other seeds, and compares the verdicts with those expected. Writes the
/// verdicts of each reseed, and an overview page, below `reseeds/` of the results folder; trials are not stored.
///
/// # Errors
/// There is no spec, a spec is wrong, or the folder cannot be written.
pub fn reseed(
    experiments: &Path,
    options: &RunOptions,
    count: u64,
    results: &Path,
    watcher: &dyn Watcher,
) -> Result<Reseeds, StudyError> {
    let paths = reproduce::all_specs(experiments)?;
    let specs = names::read_all(&paths, experiments, options.data(), &[])?;
    let mut specs = permitted(specs, options.allow_processes)?;
    if options.quick {
        specs = specs.into_iter().map(Spec::quick).collect();
    }
    watcher.expect(count * specs.iter().map(replicates).sum::<u64>());
    let folder = options.results(&results.join("reseeds"));
    let mut reseeds = Reseeds::default();
    for number in 1..=count {
        let others: Vec<Spec> = specs
            .iter()
            .map(|spec| spec.clone().reseeded(number))
            .collect();
        let judged = judge_all(&others, number, watcher);
        keep(&folder.join(number.to_string()), &judged)?;
        let failures = judged.failures.count;
        let seeds: BTreeMap<&str, u64> = others
            .iter()
            .map(|spec| (spec.name.as_str(), spec.seed))
            .collect();
        reseeds.push(number, &judged.verdicts, failures, |name| seeds[name]);
        let StaleProse { missing, untrue } = judged.prose;
        reseeds
            .stale_prose
            .extend(missing.into_iter().chain(untrue));
        // Written after every reseed, so that an interrupted run has shown what it found.
        report::write_reseeds(&reseeds, &folder, &command(options, count))?;
    }
    Ok(reseeds)
}

/// Judges all specs with the seeds of one reseed.
fn judge_all(specs: &[Spec], number: u64, watcher: &dyn Watcher) -> Judged {
    let of_one = |spec: &Spec| {
        watcher.name(&format!("{number}: {}", spec.name));
        judge(spec, watcher)
    };
    let judged = specs.iter().map(of_one);
    judged.fold(Judged::default(), Judged::and)
}

/// Runs a spec as `run` would, and judges it without writing a file.
fn judge(spec: &Spec, watcher: &dyn Watcher) -> Judged {
    let judge_spec = spec.judge_spec();
    let mut sink = DiscardingSink {
        cell_judges: StudyJudge::new(&judge_spec),
        groups: groups(spec),
    };
    let advance = |replicates| watcher.advance(replicates);
    let Ok(_) = run::run(spec, ReusePolicy::Kept, &mut sink, &advance);
    let judged = sink.cell_judges.finish(spec);
    let texts = texts(spec, &sink.groups, &judged.verdicts);
    let place = format!("{} at seed {}", spec.name, spec.seed);
    Judged {
        prose: texts.stale(&place, false),
        ..judged
    }
}

/// Receiver of a run's trials that judges them, adds them to the statistics that the prose refers to, and drops them.
struct DiscardingSink<'a> {
    cell_judges: StudyJudge<'a>,
    groups: Groups,
}

impl TrialSink for DiscardingSink<'_> {
    type Error = Infallible;

    fn earlier(&mut self, _: usize, _: Range<u64>) -> Result<Option<ReusableTrials>, Infallible> {
        Ok(None)
    }

    fn take(&mut self, cell: usize, block: Block, _: bool) -> Result<(), Infallible> {
        self.cell_judges.add(cell, &block);
        self.groups.add(cell, &block);
        Ok(())
    }

    fn decide(&mut self, cell: usize) -> ReplicateDecision {
        self.cell_judges.decide(cell)
    }
}

/// Writes the verdicts of a reseed into a folder, without the commands that replay witnesses, because those know only the seed of the spec file.
fn keep(folder: &Path, judged: &Judged) -> Result<(), StoreError> {
    std::fs::create_dir_all(folder).map_err(|error| StoreError::io("create", folder, error))?;
    let without_replay = |verdict: &Verdict| Verdict {
        replay: None,
        ..verdict.clone()
    };
    let verdicts: Vec<Verdict> = judged.verdicts.iter().map(without_replay).collect();
    write_verdicts(folder, &verdicts)
}

fn command(options: &RunOptions, count: u64) -> String {
    let quick = if options.quick { " --quick" } else { "" };
    format!("perceptron-lab reproduce{quick} --reseed {count}")
}
