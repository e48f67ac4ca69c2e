//! Collects what the figures of an experiment show, one cell after the other, and makes its charts.

use super::chart::Chart;
use super::extract::{Compared, Comparing, Measured, Measuring, Subject};
use super::labels::by_label;
use super::{Cells, FigureKind};
use crate::claim::{Form, StatedClaim};
use crate::judge::{JudgedCell, positions};
use crate::trial::{AnyColumn, Block, columns};
use perceptron::sample::Rational;
use std::collections::BTreeSet;

/// The counts over a run that are drawn beside their limits.
const COUNTS: [AnyColumn; 4] = [
    columns::MISTAKES.any(),
    columns::MARGIN_MISTAKES.any(),
    columns::DISTINCT_MARGIN_MISTAKES.any(),
    columns::UPDATES.any(),
];

/// The figures of an experiment in the making; its size grows with cells and variants, not with trials.
#[derive(Debug, Clone)]
pub struct Gallery {
    kinds: Vec<FigureKind>,
    claims: Vec<StatedClaim>,
    pub(super) cells: Cells,
    /// Whether each cell is a complete enumeration.
    complete: Vec<bool>,
    /// The cell that is being seen.
    comparing: Vec<(Subject, Comparing)>,
    measuring: Vec<Measuring>,
    /// The cells that were seen.
    compared: Vec<Compared>,
    measured: Vec<Measured>,
}

impl Gallery {
    /// An empty gallery for these kinds of figures and cells.
    pub fn new(kinds: &[FigureKind], claims: Vec<StatedClaim>, cells: &[JudgedCell]) -> Self {
        Self {
            kinds: kinds.to_vec(),
            claims,
            cells: Cells::new(cells.iter().map(|cell| cell.parameters.clone()).collect()),
            complete: cells.iter().map(|cell| cell.complete).collect(),
            comparing: Vec::new(),
            measuring: Vec::new(),
            compared: Vec::new(),
            measured: Vec::new(),
        }
    }

    /// Takes in the next trials of a cell, one cell after the other.
    pub fn add(&mut self, cell: usize, block: &Block) {
        if self.kinds.is_empty() {
            return;
        }
        if self.comparing.iter().any(|(named, _)| named.cell != cell) {
            self.close();
        }
        self.compare(cell, block);
        self.measure(cell, block);
    }

    fn compare(&mut self, cell: usize, block: &Block) {
        let theorems = self.claims.iter().enumerate();
        let own =
            theorems.filter(|(_, claim)| claim.control_of.is_none() && claim.cells.contains(&cell));
        for (index, claim) in own {
            for subject in claim.subjects() {
                let named = Subject {
                    claim: index,
                    cell,
                    variant: subject.join(" and "),
                };
                let known = self.comparing.iter().position(|(other, _)| *other == named);
                let at = known.unwrap_or_else(|| {
                    self.comparing
                        .push((named, Comparing::new(self.complete[cell])));
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
            let asked = self.kinds.iter().flat_map(|kind| kind.columns()).copied();
            for column in asked.collect::<BTreeSet<_>>() {
                let mut all = self.measuring.iter();
                let known = all.position(|measuring| measuring.is_of(column, cell, batch));
                let at = known.unwrap_or_else(|| {
                    self.measuring.push(Measuring::new(column, cell, batch));
                    self.measuring.len() - 1
                });
                let rows = (0..block.len()).filter_map(|place| block.row(place, variant));
                rows.for_each(|row| self.measuring[at].see(&row));
            }
        }
    }

    /// Puts away what was seen of a cell.
    fn close(&mut self) {
        for (named, comparing) in std::mem::take(&mut self.comparing) {
            let claim = &self.claims[named.claim];
            self.compared.extend(comparing.finished(claim, named));
        }
        let finished = std::mem::take(&mut self.measuring);
        let mut measured: Vec<Measured> = finished.iter().filter_map(Measuring::finished).collect();
        measured.sort_by(|a, b| (a.cell, &a.variant).cmp(&(b.cell, &b.variant)));
        self.measured.extend(measured);
    }

    /// The charts that have something to show, in the order of their kinds.
    pub fn charts(&self) -> Vec<Chart> {
        let mut closed = self.clone();
        closed.close();
        closed
            .kinds
            .iter()
            .filter_map(|kind| kind.builder().chart(&closed))
            .collect()
    }

    /// What theorems of some forms say of some columns.
    pub(super) fn compared(
        &self,
        wanted: impl Fn(Form, Option<AnyColumn>) -> bool,
    ) -> Vec<&Compared> {
        let of = |entry: &&Compared| {
            let statement = &self.claims[entry.claim].statement;
            wanted(statement.form, statement.observed.as_column())
        };
        self.compared.iter().filter(of).collect()
    }

    /// What surely limits a count.
    pub(super) fn counts(&self) -> Vec<&Compared> {
        self.compared(|form, column| {
            form == Form::Surely && column.is_some_and(|column| COUNTS.contains(&column))
        })
    }

    /// A column per cell and variant.
    pub(super) fn measured(&self, column: AnyColumn) -> Vec<&Measured> {
        self.measured
            .iter()
            .filter(|entry| entry.column == column)
            .collect()
    }

    /// The claim that an entry compares with.
    pub(super) fn claim(&self, entry: &Compared) -> &StatedClaim {
        &self.claims[entry.claim]
    }

    /// The column that an entry's claim observes, in words.
    pub(super) fn column(&self, entry: &Compared) -> String {
        let column = self.claim(entry).statement.observed.as_column();
        column.map_or("observed value".into(), AnyColumn::words)
    }

    /// The columns of some entries, for an axis: `mistakes or margin mistakes`.
    pub(super) fn columns(&self, entries: &[&Compared]) -> String {
        let words = by_label(entries.iter().map(|entry| (self.column(entry), ())));
        words
            .into_iter()
            .map(|(word, _)| word)
            .collect::<Vec<_>>()
            .join(" or ")
    }

    /// The entry's variant; with its claim where several speak of the variant, and the claim alone where no learner ran.
    pub(super) fn label(&self, entry: &Compared, among: &[&Compared]) -> String {
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

    /// The controls of the entries' claims that put another factor than 1 on the limit: what their line is called, and the factor.
    pub(super) fn controls(&self, entries: &[&Compared]) -> Vec<(String, f64)> {
        let drawn = by_label(
            entries
                .iter()
                .map(|entry| (self.claim(entry).id.clone(), self.claim(entry).name())),
        );
        let mut controls: Vec<(String, f64)> = Vec::new();
        for claim in self
            .claims
            .iter()
            .filter(|claim| claim.scale != Rational::one())
        {
            let scale = claim.scale.to_f64();
            let of = |(id, names): &&(String, Vec<&str>)| {
                claim
                    .control_of
                    .as_ref()
                    .is_some_and(|of| of == id || of == names[0])
            };
            controls.extend(drawn.iter().find(of).map(|(id, _)| match drawn.len() {
                1 => (format!("{scale} × limit (control)"), scale),
                _ => (format!("{scale} × limit of {id} (control)"), scale),
            }));
        }
        controls.dedup();
        controls
    }
}
