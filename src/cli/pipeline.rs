//! Joins the stages for one experiment: run, judge, report, each reading what the one before it wrote.

use super::CliError;
use super::progress::Progress;
use crate::report::{self, Page, Summary};
use crate::store::{
    Folder, Manifest, StoreError, TrialReader, TrialWriter, read_verdicts, write_verdicts,
};
use claims::claim::VerdictWord;
use claims::figure::Gallery;
use claims::judge::{Bench, Sweep, Verdict};
use claims::run::{self, Decision, Surroundings};
use claims::spec::{Replicates, Spec};
use claims::trial::Trial;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// A run's surroundings: earlier trials on disk, the judge, and the file that is written.
struct Workshop<'a> {
    spec: &'a Spec,
    bench: Bench,
    earlier: Option<TrialReader>,
    writer: TrialWriter,
}

impl Surroundings for Workshop<'_> {
    type Error = StoreError;

    fn earlier(&mut self, cell: usize) -> Result<Vec<Trial>, StoreError> {
        match &mut self.earlier {
            Some(reader) => reader.cell(&self.spec.cells[cell].key),
            None => Ok(Vec::new()),
        }
    }

    fn decide(&self, cell: usize, rows: &[Trial]) -> Decision {
        let open = self
            .bench
            .judge(cell, rows)
            .iter()
            .any(|verdict| verdict.verdict == VerdictWord::Inconclusive);
        if open {
            Decision::Continue
        } else {
            Decision::Stop
        }
    }

    fn take(&mut self, cell: usize, rows: &[Trial]) -> Result<(), StoreError> {
        let parameters = &self.spec.cells[cell].parameters;
        rows.iter()
            .try_for_each(|trial| self.writer.push(trial, parameters))
    }
}

/// Replicates that a run of this spec makes at most.
pub(super) fn replicates(spec: &Spec) -> u64 {
    spec.cells
        .iter()
        .filter_map(|cell| spec.schedule(cell).last().copied())
        .sum()
}

/// Runs a spec into its folder, unless the folder holds its trials already.
pub(super) fn run_trials(
    spec: &Spec,
    beside: &Path,
    folder: &Folder,
    fresh: bool,
    quick: bool,
    progress: &Progress,
) -> Result<(), CliError> {
    let found = folder.claim_for(spec, fresh)?;
    let usable = found.filter(|manifest| {
        manifest.results_version == claims::spec::RESULTS_VERSION && folder.trials().exists()
    });
    if usable
        .as_ref()
        .is_some_and(|manifest| is_finished(manifest, spec, quick))
    {
        progress.advance(replicates(spec));
        return Ok(());
    }
    let started = Instant::now();
    let earlier = usable.is_some().then(|| folder.reader()).transpose()?;
    let writer = TrialWriter::create(
        &folder.trials(),
        spec.cells.iter().map(|cell| &cell.parameters),
    )?;
    let mut workshop = Workshop {
        spec,
        bench: spec.bench(),
        earlier,
        writer,
    };
    let replicates = run::run(spec, &mut workshop, &|replicates| {
        progress.advance(replicates)
    })?;
    workshop.writer.finish()?;
    folder.keep_data(spec, beside)?;
    Manifest::new(spec, quick, replicates).write(folder.path())?;
    write_run_record(folder.path(), started)?;
    Ok(())
}

/// Whether the trials on disk are those this spec asks for: the same file, or one that differs only in claims and prose.
fn is_finished(manifest: &Manifest, spec: &Spec, quick: bool) -> bool {
    let same_file = manifest.spec_hash == spec.spec_hash() && manifest.quick == quick;
    let fixed = !matches!(spec.replicates, Replicates::UntilDecided { .. });
    let wanted: Vec<u64> = spec
        .cells
        .iter()
        .filter_map(|cell| spec.schedule(cell).last().copied())
        .collect();
    same_file && (!fixed || manifest.replicates == wanted)
}

/// What differs from run to run stays out of every other file.
fn write_run_record(folder: &Path, started: Instant) -> Result<(), StoreError> {
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processor
        .lines()
        .find(|line| line.starts_with("model name"))
        .and_then(|line| line.split(": ").nth(1))
        .unwrap_or(std::env::consts::ARCH);
    let record = BTreeMap::from([
        (
            "seconds",
            toml::Value::from(started.elapsed().as_secs_f64()),
        ),
        (
            "threads",
            toml::Value::from(rayon::current_num_threads() as i64),
        ),
        ("host", toml::Value::from(host.trim())),
        ("processor", toml::Value::from(model)),
    ]);
    let path = folder.join("run.toml");
    let text = toml::to_string(&record).unwrap_or_default();
    std::fs::write(&path, text).map_err(|error| StoreError::io("write", &path, error))
}

/// Judges the trials of a folder and writes the verdicts, claim by claim.
pub(super) fn judge(folder: &Folder) -> Result<Vec<Verdict>, CliError> {
    let (_, spec) = folder.spec()?;
    let bench = spec.bench();
    let mut reader = folder.reader()?;
    let (mut verdicts, mut sweep) = (Vec::new(), Sweep::new(&bench));
    for (index, cell) in spec.cells.iter().enumerate() {
        let rows = reader.cell(&cell.key)?;
        verdicts.extend(bench.judge(index, &rows));
        sweep.add(index, &rows);
    }
    verdicts.extend(sweep.verdicts());
    let position = |verdict: &Verdict| spec.claims.iter().position(|claim| claim.id == verdict.id);
    verdicts.sort_by_key(position);
    write_verdicts(folder.path(), &verdicts)?;
    Ok(verdicts)
}

/// Writes the report of a folder from its verdicts and trials.
pub(super) fn report(folder: &Folder) -> Result<Summary, CliError> {
    let (manifest, spec) = folder.spec()?;
    let verdicts = read_verdicts(folder.path())?;
    let parameters = spec
        .cells
        .iter()
        .map(|cell| cell.parameters.clone())
        .collect();
    let mut gallery = Gallery::new(&spec.figures, spec.claims.clone(), parameters);
    let mut reader = folder.reader()?;
    for (index, cell) in spec.cells.iter().enumerate() {
        gallery.add(index, &reader.cell(&cell.key)?);
    }
    let (charts, bench) = (gallery.charts(), spec.bench());
    let quick = if manifest.quick { " --quick" } else { "" };
    let page = Page {
        experiment: &spec.name,
        title: &spec.title,
        question: &spec.question,
        analysis: &spec.analysis,
        command: &format!("perceptron-lab run experiments/{}.toml{quick}", spec.name),
        revision: &manifest.revision(),
        spec: &spec.source,
        theorems: bench.ledger(false),
        controls: bench.ledger(true),
        claims: &spec.claims,
        verdicts: &verdicts,
        charts: &charts,
    };
    Ok(report::write(&page, folder.path())?)
}
