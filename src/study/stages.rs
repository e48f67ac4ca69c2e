//! Joins the stages of experiments: run, judge, report. Each stage reads what the one before it wrote.

use super::external_programs::permitted;
use super::judged::Judged;
use super::judging::judge_and_view;
use super::options::RunOptions;
use super::pages::whole_report;
use super::shard::run_shard;
use super::time_limit::Clock;
use super::trials::{locked, replicates, run_trials};
use super::watcher::Watcher;
use super::{StudyError, check, closest_runs, names, run_command, witnesses};
use crate::report::Summary;
use crate::store::{Folder, keep_line_ends};
use claims::spec::Spec;
use std::path::{Path, PathBuf};

/// Runs, judges and reports each spec. All specs are read first, so that a mistake in one stops the command before anything is written.
pub fn run_all(
    paths: &[PathBuf],
    experiments: &Path,
    options: &RunOptions,
    results: &Path,
    watcher: &dyn Watcher,
) -> Result<(Judged, Vec<Summary>), StudyError> {
    let specs = names::read_all(paths, experiments, options.data(), &options.settings)?;
    let mut specs = permitted(specs, options.allow_processes)?;
    if options.quick {
        specs = specs.into_iter().map(Spec::quick).collect();
    }
    for line in specs.iter().flat_map(check::warnings) {
        watcher.warn(&line);
    }
    if options.shard.is_none() {
        watcher.expect(specs.iter().map(replicates).sum());
    }
    let _clock = options.time_limit.map(Clock::start);
    let (mut all, mut summaries) = (Judged::default(), Vec::new());
    for (spec, path) in specs.iter().zip(paths) {
        watcher.name(&spec.name);
        let folder = Folder::of(results, &spec.name);
        let beside = path.parent().unwrap_or(Path::new(""));
        if let Some(share) = options.shard {
            let folder = run_shard(spec, beside, (results, share), options, watcher)?;
            run_command::remember(&folder, &names::spelled(path, experiments))?;
            continue;
        }
        let _lock = locked(&folder, watcher)?;
        keep_line_ends(results)?;
        run_trials(spec, beside, &folder, options, watcher)?;
        run_command::remember(&folder, &names::spelled(path, experiments))?;
        let (mut judged, summary) = finish_run(spec, &folder, options)?;
        // With several experiments, the means are shown only in the reports.
        judged.means = judged.means.filter(|_| specs.len() == 1);
        all = all.and(judged);
        summaries.push(summary);
    }
    Ok((all, summaries))
}

/// Judges the trials of a folder that this process has locked, and writes witnesses and the report. The trials are read once.
pub(super) fn finish_run(
    spec: &Spec,
    folder: &Folder,
    options: &RunOptions,
) -> Result<(Judged, Summary), StudyError> {
    let (judged, seen) = judge_and_view(folder)?;
    witnesses::write_all(spec, folder, &judged.verdicts, options.certificates)?;
    closest_runs::write_all(spec, folder, &judged.verdicts)?;
    let (summary, prose) = whole_report(folder, seen, &options.figures)?;
    Ok((Judged { prose, ..judged }, summary))
}
