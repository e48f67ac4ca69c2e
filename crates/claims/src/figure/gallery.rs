//! Collects the numbers for the figures of an experiment, one cell after the other, and makes the charts.

use super::between::Curves;
use super::chart::Chart;
use super::custom_data::CustomFigureData;
use super::extract::{
    ClaimAccumulator, ClaimSubject, ClaimSummary, ColumnAccumulator, ColumnSummary,
};
use super::labels::by_label;
use super::long_run_vectors::LongRunVectors;
use super::more_settings::Between;
use super::watch::{WatchedClaim, watched};
use super::{Cells, DEFAULT, FigureKind, Request};
use crate::claim::{Form, Scope, StatedClaim};
use crate::judge::{JudgeSpec, Sweep, positions};
use crate::trial::{AnyColumn, Block, columns};
use std::collections::BTreeSet;

/// The columns with counts of a run that figures draw together with their limits.
const COUNTS: [AnyColumn; 4] = [
    columns::MISTAKES.any(),
    columns::MARGIN_MISTAKES.any(),
    columns::DISTINCT_MARGIN_MISTAKES.any(),
    columns::UPDATES.any(),
];

/// Most groups of claims among which the figure of a spec that asks for none is looked for.
const MOST_DRAWN: usize = 3;

/// Collects what the figures of an experiment need while its trials are read, and makes the charts. Memory grows with cells and variants, not with
/// trials.
#[derive(Debug, Clone)]
pub struct Gallery<'a> {
    requests: Vec<Request>,
    pub(super) judge_spec: &'a JudgeSpec,
    /// Makes settings between those that were run; without it, curves have a point for each of those.
    between: Option<&'a dyn Between>,
    pub(super) cells: Cells,
    /// The claims that figures may draw, by index; all if `None`.
    wanted: Option<BTreeSet<usize>>,
    /// Accumulators of the current cell: `comparing` for claims, `measuring` for columns.
    comparing: Vec<(ClaimSubject, ClaimAccumulator)>,
    measuring: Vec<ColumnAccumulator>,
    /// Summaries of the finished cells: `compared` of claims, `measured` of columns.
    compared: Vec<ClaimSummary>,
    measured: Vec<ColumnSummary>,
    /// The claims whose confidence bounds are recorded as trials come in, for the figure `confidence-sequence`.
    pub(super) watched: Vec<WatchedClaim<'a>>,
    pub(super) sweep: Sweep<'a>,
    own: Vec<CustomFigureData>,
    /// The names of the learners, in the order of the spec.
    learners: Vec<String>,
    /// The long runs of the first trials, for the figure `long-run-map`.
    pub(super) long_runs: Vec<LongRunVectors>,
}

impl<'a> Gallery<'a> {
    /// Makes a gallery without trials for the figures that a spec asks for.
    pub fn new(requests: &[Request], judge_spec: &'a JudgeSpec) -> Self {
        let own = requests.iter().filter_map(|request| match request {
            Request::Own(own) => Some(CustomFigureData::new((**own).clone())),
            Request::Kind(_) | Request::Default => None,
        });
        let watches = requests.contains(&Request::Kind(FigureKind::ConfidenceSequence));
        let parameters = judge_spec.cells.iter().map(|cell| cell.parameters.clone());
        let made = Self {
            requests: requests.to_vec(),
            judge_spec,
            between: None,
            wanted: None,
            cells: Cells::new(parameters.collect()),
            comparing: Vec::new(),
            measuring: Vec::new(),
            compared: Vec::new(),
            measured: Vec::new(),
            watched: if watches {
                watched(judge_spec)
            } else {
                Vec::new()
            },
            sweep: Sweep::new(judge_spec),
            own: own.collect(),
            learners: Vec::new(),
            long_runs: Vec::new(),
        };
        let is_default = requests.iter().all(|request| *request == Request::Default);
        let wanted = is_default.then(|| made.drawn_together().into_iter().take(MOST_DRAWN));
        Self {
            wanted: wanted.map(|groups| groups.flatten().collect()),
            ..made
        }
    }

    /// Returns the gallery with smooth curves, for which `between` makes settings.
    pub fn with_curves(self, between: &'a dyn Between) -> Self {
        Self {
            between: Some(between),
            ..self
        }
    }

    /// The settings between which curves are computed.
    pub(super) fn curves(&self) -> Curves<'_> {
        Curves {
            cells: &self.cells,
            between: self.between,
        }
    }

    fn kinds(&self) -> impl Iterator<Item = FigureKind> + '_ {
        self.requests.iter().filter_map(|request| match request {
            Request::Kind(kind) => Some(*kind),
            Request::Default => Some(DEFAULT),
            Request::Own(_) => None,
        })
    }

    /// Adds the next trials of a cell. All trials of a cell must come before those of the next.
    pub fn add(&mut self, cell: usize, block: &Block) {
        if self.learners.is_empty() {
            let names = block
                .batches
                .iter()
                .filter_map(|batch| batch.setting.name.clone());
            self.learners = names.collect();
        }
        for gathered in &mut self.own {
            gathered.add(&self.cells, cell, block);
        }
        if self.kinds().next().is_none() {
            return;
        }
        if self.comparing.iter().any(|(named, _)| named.cell != cell) {
            self.close();
        }
        self.compare(cell, block);
        self.measure(cell, block);
        let watched = self.watched.iter_mut().filter(|one| one.cell == cell);
        watched.for_each(|one| one.add(block));
        if self.kinds().any(|kind| kind == FigureKind::Scaling) {
            self.sweep.add(cell, block);
        }
        if self.kinds().any(|kind| kind == FigureKind::LongRunMap) {
            LongRunVectors::collect(&mut self.long_runs, cell, block);
        }
    }

    fn compare(&mut self, cell: usize, block: &Block) {
        let judge_spec = self.judge_spec;
        let theorems = judge_spec.claims.iter().enumerate();
        // An exact expectation that is stated for some cells is drawn through all.
        let speaks = |claim: &StatedClaim| {
            claim.cells.contains(&cell) || claim.form() == Form::ExpectationIdentity
        };
        // A control that states another distribution function is drawn too.
        let is_drawn = |claim: &StatedClaim| {
            claim.control_of.is_none() || claim.form() == Form::HasDistribution
        };
        let is_wanted = |index: &usize| {
            let wanted = self.wanted.as_ref();
            wanted.is_none_or(|wanted| wanted.contains(index))
        };
        let own = theorems.filter(|(_, claim)| is_drawn(claim) && speaks(claim));
        let own: Vec<(usize, &StatedClaim)> = own.filter(|(index, _)| is_wanted(index)).collect();
        for (index, claim) in own {
            for subject in claim.subjects() {
                let named = ClaimSubject {
                    claim: index,
                    cell,
                    variant: subject.join(" and "),
                };
                let known = self.comparing.iter().position(|(other, _)| *other == named);
                let at = known.unwrap_or_else(|| {
                    self.comparing.push((
                        named,
                        ClaimAccumulator::new(
                            judge_spec.cells[cell].complete,
                            claim.statement.scope == Scope::Pair,
                        ),
                    ));
                    self.comparing.len() - 1
                });
                self.comparing[at]
                    .1
                    .add(claim, &positions(&subject, block), block);
            }
        }
    }

    fn measure(&mut self, cell: usize, block: &Block) {
        for (variant, batch) in block.batches.iter().enumerate() {
            let columns = self.kinds().flat_map(FigureKind::columns).copied();
            for column in columns.collect::<BTreeSet<_>>() {
                let mut all = self.measuring.iter();
                let known = all.position(|measuring| measuring.is_of(column, cell, batch));
                let at = known.unwrap_or_else(|| {
                    self.measuring
                        .push(ColumnAccumulator::new(column, cell, batch));
                    self.measuring.len() - 1
                });
                let rows = (0..block.len()).filter_map(|place| block.row(place, variant));
                rows.for_each(|row| self.measuring[at].push(&row));
            }
        }
    }

    /// Turns the accumulators of the current cell into summaries, and stores these.
    fn close(&mut self) {
        for (named, comparing) in std::mem::take(&mut self.comparing) {
            let claim = &self.judge_spec.claims[named.claim];
            self.compared.extend(comparing.finished(claim, named));
        }
        let finished = std::mem::take(&mut self.measuring);
        let mut measured: Vec<ColumnSummary> = finished
            .iter()
            .filter_map(ColumnAccumulator::finished)
            .collect();
        measured.sort_by(|a, b| (a.cell, &a.variant).cmp(&(b.cell, &b.variant)));
        self.measured.extend(measured);
    }

    /// Returns the charts of all figures in the order in which the spec asks for them. A chart without data says why it is empty.
    pub fn charts(&self) -> Vec<Chart> {
        let mut closed = self.clone();
        closed.close();
        closed.watched = closed
            .watched
            .into_iter()
            .map(WatchedClaim::finished)
            .collect();
        let mut own = closed.own.iter();
        let mut charts: Vec<Chart> = Vec::new();
        for request in &closed.requests {
            match request {
                Request::Kind(kind) => charts.extend(kind.charts(&closed)),
                Request::Default => charts.extend(DEFAULT.found(&closed).unwrap_or_default()),
                Request::Own(_) => charts.extend(own.next().map(|own| own.chart(&closed.curves()))),
            }
        }
        let charts = charts.into_iter().map(Chart::merged);
        let charts = charts.map(|chart| chart.with_learners(&closed.learners));
        with_unique_names(charts.collect())
    }

    /// Returns the summaries of the claims for which `wanted` is true of their form and of the column that they observe.
    pub(super) fn compared(
        &self,
        wanted: impl Fn(Form, Option<AnyColumn>) -> bool,
    ) -> Vec<&ClaimSummary> {
        let of = |entry: &&ClaimSummary| {
            let statement = &self.judge_spec.claims[entry.claim].statement;
            wanted(statement.form, statement.observed.as_column())
        };
        self.compared.iter().filter(of).collect()
    }

    /// Returns the summaries of the claims that limit a count, such as mistakes, on every trial.
    pub(super) fn counts(&self) -> Vec<&ClaimSummary> {
        self.compared(|form, column| {
            form == Form::Surely && column.is_some_and(|column| COUNTS.contains(&column))
        })
    }

    /// Returns the summaries of a column, one per cell and variant.
    pub(super) fn measured(&self, column: AnyColumn) -> Vec<&ColumnSummary> {
        self.measured
            .iter()
            .filter(|entry| entry.column == column)
            .collect()
    }

    /// Returns the claim that a summary is about.
    pub(super) fn claim(&self, entry: &ClaimSummary) -> &StatedClaim {
        &self.judge_spec.claims[entry.claim]
    }

    /// Returns the description of the column that the claim of a summary observes.
    pub(super) fn column(&self, entry: &ClaimSummary) -> String {
        let column = self.claim(entry).statement.observed.as_column();
        column.map_or("observed value".into(), AnyColumn::description)
    }

    /// Returns the columns that the claims of some summaries observe, for the label of an axis: `mistakes or margin mistakes`.
    pub(super) fn columns(&self, entries: &[&ClaimSummary]) -> String {
        let words = by_label(entries.iter().map(|entry| (self.column(entry), ())));
        words
            .into_iter()
            .map(|(word, _)| word)
            .collect::<Vec<_>>()
            .join(" or ")
    }

    /// Returns the legend entry of a summary: its variant, with the claim's id if several claims in `among` concern the variant; the id alone if no
    /// learner ran.
    pub(super) fn label(&self, entry: &ClaimSummary, among: &[&ClaimSummary]) -> String {
        let id = &self.claim(entry).id;
        let alone = !among
            .iter()
            .any(|other| other.variant == entry.variant && other.claim != entry.claim);
        match entry.variant.as_str() {
            "" => id.clone(),
            variant if alone => variant.into(),
            variant => format!("{variant}: {id}"),
        }
    }
}

/// Makes the file stems of the charts unique: of several with the same stem, the later ones are numbered.
fn with_unique_names(mut charts: Vec<Chart>) -> Vec<Chart> {
    let mut taken = BTreeSet::new();
    for chart in &mut charts {
        let stem = chart.name.clone();
        let mut number = 2;
        while !taken.insert(chart.name.clone()) {
            chart.name = format!("{stem}-{number}");
            number += 1;
        }
    }
    charts
}
