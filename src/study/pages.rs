//! Writes the report of a results folder from its verdicts and trials, and computes the numbers in its prose.

use super::overrides;
use super::stale_prose::StaleProse;
use super::stored_trials::{each_block, finished_run, wanted};
use super::table::{self, TablePlan, TrialGroups};
use super::{StudyError, closest_runs, run_command};
use crate::report::data_table::DataTable;
use crate::report::draw::FigureFormat;
use crate::report::{self, Missing, Page, Summary};
use crate::store::{Folder, Manifest, StoreError, read_verdicts};
use claims::figure::Gallery;
use claims::figure::chart::Chart;
use claims::judge::{JudgeSpec, Verdict};
use claims::numbers;
use claims::prose::{Format, Groups, Prose, Rendered, RunNumbers};
use claims::spec::Spec;
use claims::trial::{AnyColumn, Block};
use std::collections::{BTreeMap, BTreeSet};

/// A written report, and the parts of its folder that could not be read for it.
#[derive(Debug)]
pub struct Reported {
    /// Summary of the report for an index page.
    pub summary: Summary,
    /// Errors because of which verdicts or figures are not on the page.
    pub missing: Vec<StoreError>,
    /// Statements in the page's prose that this run does not support.
    pub prose: StaleProse,
}

/// Writes the report of a folder from its verdicts and trials, with its figures in these formats, too. Parts that cannot be read are named on the page,
/// and the rest is written.
///
/// # Errors
/// Another process holds the folder, its run is not finished, its manifest is not what was written, or the page cannot be written.
pub fn report(folder: &Folder, formats: &[FigureFormat]) -> Result<Reported, StudyError> {
    let _lock = folder.lock()?;
    write_report(folder, formats)
}

/// Writes the report of a folder from what was collected of its trials; an error if any part of the folder cannot be read.
pub(super) fn whole_report(
    folder: &Folder,
    seen: Seen,
    formats: &[FigureFormat],
) -> Result<(Summary, StaleProse), StudyError> {
    let run = finished_run(folder)?;
    let mut reported = write_page(folder, &run, Ok(seen), formats)?;
    match reported.missing.pop() {
        Some(missing) => Err(missing.into()),
        None => Ok((reported.summary, reported.prose)),
    }
}

fn write_report(folder: &Folder, formats: &[FigureFormat]) -> Result<Reported, StudyError> {
    let run = finished_run(folder)?;
    let seen = viewed_run(folder, &run)?;
    write_page(folder, &run, seen, formats)
}

fn write_page(
    folder: &Folder,
    (manifest, spec): &(Manifest, Spec),
    seen: Result<Seen, StoreError>,
    formats: &[FigureFormat],
) -> Result<Reported, StudyError> {
    let verdicts = read_verdicts(folder.path());
    let missing = [
        verdicts.is_err().then_some(Missing::Verdicts),
        seen.is_err().then_some(Missing::Figures),
    ];
    let missing: Vec<Missing> = missing.into_iter().flatten().collect();
    let nothing = Seen {
        charts: Vec::new(),
        groups: groups(spec),
        means: None,
        choices: None,
    };
    let shown = seen.as_ref().unwrap_or(&nothing);
    let prose = texts(spec, &shown.groups, verdicts.as_deref().unwrap_or_default());
    // The prose is about the spec's own settings; a quick run, or a run with other settings, may lack what it mentions.
    let is_other_run = manifest.quick || overrides::origin(&spec.source).is_some();
    let judge_spec = spec.judge_spec();
    let page = Page {
        experiment: &spec.name,
        title: &spec.title,
        question: &spec.question,
        analysis: &prose.analysis.text,
        words: &prose.words(is_other_run),
        own_answer: prose.answer.as_ref().map(|answer| answer.text.as_str()),
        command: &run_command::command_on_page(folder, spec, manifest.quick),
        revision: &manifest.revision(),
        seed: manifest.seed,
        spec: &spec.source,
        theorems: judge_spec.ledger(false),
        controls: judge_spec.ledger(true),
        claims: &spec.claims,
        learners_in_floats: &spec.learners_in_floats(),
        verdicts: verdicts.as_deref().unwrap_or_default(),
        data: &spec.data_in_words(),
        means: shown.means.as_ref(),
        choices: shown.choices.as_ref(),
        charts: &shown.charts,
        formats,
        missing: &missing,
        runs: &closest_runs::written(&spec.claims, folder),
    };
    let summary = report::write(&page, folder.path())?;
    // If trials or verdicts are missing, only their absence is reported.
    let prose = match missing.is_empty() {
        true => prose.stale(&folder.path().display().to_string(), is_other_run),
        false => StaleProse::default(),
    };
    let missing = [verdicts.err(), seen.err()].into_iter().flatten();
    Ok(Reported {
        summary,
        missing: missing.collect(),
        prose,
    })
}

/// The analysis and the answer of a spec as its page shows them, with numbers from the run in place of the placeholders.
pub(super) struct Texts {
    analysis: Rendered,
    answer: Option<Rendered>,
    words: BTreeMap<String, Rendered>,
}

pub(super) fn texts(spec: &Spec, groups: &Groups, verdicts: &[Verdict]) -> Texts {
    let evidence = RunNumbers { groups, verdicts };
    let rendered = |text: &Prose| text.rendered(&evidence, &written);
    Texts {
        analysis: rendered(&spec.analysis),
        answer: spec.answer.as_ref().map(rendered),
        words: spec
            .words
            .iter()
            .map(|(claim, text)| (claim.clone(), text.rendered(&evidence, &with_minus)))
            .collect(),
    }
}

/// Formats a number in a sentence, with a minus sign in place of the hyphen that files have.
fn with_minus(value: f64, format: Format) -> String {
    written(value, format).replace('-', "−")
}

/// Formats a number that replaces a placeholder in a spec's prose.
fn written(value: f64, format: Format) -> String {
    match format {
        Format::Short => numbers::number(value),
        Format::Digits(digits) => numbers::significant(value, digits),
        Format::Percent => numbers::percent(value),
    }
}

impl Texts {
    /// The words in which claims answer the question, by the id of the claim. Words with a number that this run lacks are left out, and all words of a
    /// run with other settings than those that they are about: its answer is made from the verdicts alone.
    fn words(&self, is_other_run: bool) -> BTreeMap<String, String> {
        let words = self.words.iter().filter(|_| !is_other_run);
        let words = words.filter(|(_, text)| text.missing.is_empty() && text.untrue.is_empty());
        let words = words.map(|(claim, text)| {
            let text = text.text.trim().trim_end_matches('.');
            (claim.clone(), text.to_owned())
        });
        words.filter(|(_, text)| !text.is_empty()).collect()
    }

    /// Statements in the prose that this run does not support, as lines that begin with `place`, the name of the page. If the run has settings other
    /// than those that the text is about, a placeholder without a value is no error.
    pub(super) fn stale(self, place: &str, is_other_run: bool) -> StaleProse {
        let texts = [("analysis", self.analysis)].into_iter();
        let texts = texts.chain(self.answer.map(|text| ("answer", text)));
        let texts = texts.chain(self.words.into_values().map(|text| ("answers", text)));
        let mut stale = StaleProse::default();
        for (key, text) in texts {
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

/// Creates the statistics of trials that the prose of a spec refers to, without any trial yet.
pub(super) fn groups(spec: &Spec) -> Groups {
    let texts: Vec<&Prose> = spec.texts().map(|(_, text)| text).collect();
    let cells = spec.cells.iter().map(|cell| cell.parameters.clone());
    Groups::new(&texts, cells.collect())
}

/// The parts of a report that come from the trials of a run.
pub(super) struct Seen {
    charts: Vec<Chart>,
    /// The statistics that the spec's prose refers to.
    groups: Groups,
    /// The means of the main columns, with standard errors.
    pub means: Option<DataTable>,
    /// How often each configuration was chosen, by variant.
    choices: Option<DataTable>,
}

impl Seen {
    /// The figures.
    pub(super) fn into_charts(self) -> Vec<Chart> {
        self.charts
    }
}

/// Collects what a report shows of the trials.
pub(super) struct RunView<'a> {
    gallery: Gallery<'a>,
    groups: Groups,
    means: Tabled,
    /// How often each configuration was chosen, if a variant chooses one.
    choices: Option<Tabled>,
}

/// A table, and what it needs of the trials.
struct Tabled {
    plan: TablePlan,
    columns: Vec<AnyColumn>,
    trials: TrialGroups,
}

impl Tabled {
    fn new(plan: TablePlan) -> Self {
        Self {
            columns: plan.read_columns().into_iter().collect(),
            plan,
            trials: TrialGroups::default(),
        }
    }

    fn add(&mut self, cell: usize, block: &Block) {
        self.trials.add(&self.plan, &self.columns, cell, block);
    }
}

impl<'a> RunView<'a> {
    /// Prepares the figures, the prose and the means of a spec, without any trial yet.
    pub(super) fn new(spec: &'a Spec, judge_spec: &'a JudgeSpec) -> Result<Self, StudyError> {
        Ok(Self {
            gallery: Gallery::new(&spec.figures, judge_spec).with_curves(spec),
            groups: groups(spec),
            means: Tabled::new(TablePlan::of_means(spec)?),
            choices: TablePlan::of_choices(spec)?.map(Tabled::new),
        })
    }

    /// The columns that the view reads of the trials of a spec.
    pub(super) fn wanted(&self, spec: &Spec) -> BTreeSet<AnyColumn> {
        let mut columns = wanted(spec);
        let tables = std::iter::once(&self.means).chain(&self.choices);
        columns.extend(tables.flat_map(|table| &table.columns));
        columns
    }

    /// Adds the next trials of a cell.
    pub(super) fn add(&mut self, cell: usize, block: &Block) {
        self.gallery.add(cell, block);
        self.groups.add(cell, block);
        let tables = std::iter::once(&mut self.means).chain(&mut self.choices);
        tables.for_each(|table| table.add(cell, block));
    }

    /// The parts of the report that come from all trials added.
    pub(super) fn finished(self) -> Seen {
        Seen {
            charts: self.gallery.charts(),
            means: table::of_means(&self.means.plan, &self.means.trials),
            choices: self
                .choices
                .and_then(|own| table::of(&own.plan, &own.trials)),
            groups: self.groups,
        }
    }
}

/// Returns what a report shows of the trials of a results folder.
pub(super) fn viewed_run(
    folder: &Folder,
    (manifest, spec): &(Manifest, Spec),
) -> Result<Result<Seen, StoreError>, StudyError> {
    let judge_spec = spec.judge_spec();
    let mut view = RunView::new(spec, &judge_spec)?;
    let read = each_block(
        folder,
        (manifest, spec),
        &view.wanted(spec),
        |cell, block| {
            view.add(cell, block);
        },
    );
    Ok(read.map(|_| view.finished()))
}
