//! Writes the report of a results folder from its verdicts and trials: the numbers in its prose are computed here.

use super::overrides;
use super::stale_prose::StaleProse;
use super::stored_trials::{each_block, finished_run, wanted};
use super::{StudyError, closest_runs, run_command};
use crate::report::{self, Missing, Page, Summary};
use crate::store::{Folder, Manifest, StoreError, read_verdicts};
use claims::figure::Gallery;
use claims::figure::chart::Chart;
use claims::judge::Verdict;
use claims::numbers;
use claims::prose::{Format, Groups, Prose, Rendered, RunNumbers};
use claims::spec::Spec;

/// A report that was written, and what of its folder could not be read for it.
#[derive(Debug)]
pub struct Reported {
    /// What an index says of it.
    pub summary: Summary,
    /// Why verdicts or figures are not on the page.
    pub missing: Vec<StoreError>,
    /// What the prose of the page says and this run does not show.
    pub prose: StaleProse,
}

/// Writes the report of a folder from its verdicts and trials; what of them cannot be read is named on the page, and the rest is written.
///
/// # Errors
/// Another process has the folder, its run is not finished, its manifest is not what was written, or the page cannot be written.
pub fn report(folder: &Folder) -> Result<Reported, StudyError> {
    let _lock = folder.lock()?;
    write_report(folder)
}

/// The report of a folder of which everything must be there.
pub(super) fn whole_report(folder: &Folder) -> Result<(Summary, StaleProse), StudyError> {
    let mut reported = write_report(folder)?;
    match reported.missing.pop() {
        Some(missing) => Err(missing.into()),
        None => Ok((reported.summary, reported.prose)),
    }
}

fn write_report(folder: &Folder) -> Result<Reported, StudyError> {
    let (manifest, spec) = finished_run(folder)?;
    let verdicts = read_verdicts(folder.path());
    let seen = seen(folder, (&manifest, &spec));
    let missing = [
        verdicts.is_err().then_some(Missing::Verdicts),
        seen.is_err().then_some(Missing::Figures),
    ];
    let missing: Vec<Missing> = missing.into_iter().flatten().collect();
    let nothing = (Vec::new(), groups(&spec));
    let (charts, groups) = seen.as_ref().unwrap_or(&nothing);
    let prose = texts(&spec, groups, verdicts.as_deref().unwrap_or_default());
    let bench = spec.bench();
    let page = Page {
        experiment: &spec.name,
        title: &spec.title,
        question: &spec.question,
        analysis: &prose.analysis.text,
        own_answer: prose.answer.as_ref().map(|answer| answer.text.as_str()),
        command: &run_command::command(folder, &spec, manifest.quick),
        revision: &manifest.revision(),
        spec: &spec.source,
        theorems: bench.ledger(false),
        controls: bench.ledger(true),
        claims: &spec.claims,
        verdicts: verdicts.as_deref().unwrap_or_default(),
        charts,
        missing: &missing,
        runs: &closest_runs::written(&spec.claims, folder),
    };
    let summary = report::write(&page, folder.path())?;
    // Without trials or verdicts, their absence is the error.
    let prose = match missing.is_empty() {
        true => {
            // The text of a spec is about the spec's own settings: a quick run and one with other settings may lack what it speaks of.
            let is_other_run = manifest.quick || overrides::origin(&spec.source).is_some();
            prose.stale(&folder.path().display().to_string(), is_other_run)
        }
        false => StaleProse::default(),
    };
    let missing = [verdicts.err(), seen.err()].into_iter().flatten();
    Ok(Reported {
        summary,
        missing: missing.collect(),
        prose,
    })
}

/// The prose of a page with its numbers.
pub(super) struct Texts {
    analysis: Rendered,
    answer: Option<Rendered>,
}

pub(super) fn texts(spec: &Spec, groups: &Groups, verdicts: &[Verdict]) -> Texts {
    let evidence = RunNumbers { groups, verdicts };
    let rendered = |text: &Prose| text.rendered(&evidence, &written);
    Texts {
        analysis: rendered(&spec.analysis),
        answer: spec.answer.as_ref().map(rendered),
    }
}

/// A number of the prose.
fn written(value: f64, format: Format) -> String {
    match format {
        Format::Short => numbers::number(value),
        Format::Digits(digits) => numbers::significant(value, digits),
        Format::Percent => numbers::share(value).replace(" %", "\u{a0}%"),
    }
}

impl Texts {
    /// What this run does not bear out, in lines that begin with a place. In a run of other settings than the text is about, a placeholder
    /// without a value is no error.
    pub(super) fn stale(self, place: &str, is_other_run: bool) -> StaleProse {
        let texts = [("analysis", Some(self.analysis)), ("answer", self.answer)];
        let mut stale = StaleProse::default();
        for (key, text) in texts {
            let Some(text) = text else { continue };
            let place = |line: &String| format!("{place}: {key}: {line}");
            let without_value = text.missing.iter().map(place);
            let untrue = text
                .untrue
                .iter()
                .map(|source| place(&format!("`{source}`: the condition is not met in this run")));
            stale.untrue.extend(untrue);
            match is_other_run {
                true => stale.untrue.extend(without_value),
                false => stale.missing.extend(without_value),
            }
        }
        stale
    }
}

/// No trial yet, for the prose of a spec.
pub(super) fn groups(spec: &Spec) -> Groups {
    let texts: Vec<&Prose> = [Some(&spec.analysis), spec.answer.as_ref()]
        .into_iter()
        .flatten()
        .collect();
    let cells = spec.cells.iter().map(|cell| cell.parameters.clone());
    Groups::new(&texts, cells.collect())
}

/// The figures of a folder and the statistics that its prose names, in one reading of its trials.
fn seen(
    folder: &Folder,
    (manifest, spec): (&Manifest, &Spec),
) -> Result<(Vec<Chart>, Groups), StoreError> {
    let bench = spec.bench();
    let mut gallery = Gallery::new(&spec.figures, &bench);
    let mut groups = groups(spec);
    if !spec.figures.is_empty() || !groups.is_empty() {
        each_block(folder, (manifest, spec), &wanted(spec), |cell, block| {
            gallery.add(cell, block);
            groups.add(cell, block);
        })?;
    }
    Ok((gallery.charts(), groups))
}
