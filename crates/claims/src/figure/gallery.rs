//! Collects what the figures of an experiment show, one cell after the other, and makes its charts.

use super::chart::Chart;
use super::extract::{Compared, Measured};
use super::labels::by_label;
use super::observable::Observable;
use super::{Cells, FigureKind};
use crate::claim::{Form, StatedClaim};
use crate::trial::Trial;
use perceptron::sample::Rational;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The figures of an experiment in the making; its size grows with cells and variants, not with trials.
#[derive(Debug, Clone)]
pub struct Gallery {
    kinds: Vec<FigureKind>,
    /// Each claim with the column it observes.
    claims: Vec<(StatedClaim, Option<Observable>)>,
    pub(super) cells: Cells,
    compared: Vec<Compared>,
    measured: Vec<Measured>,
}

impl Gallery {
    /// An empty gallery for these kinds of figures; `cells` are the parameters of every cell, in order.
    pub fn new(
        kinds: &[FigureKind],
        claims: Vec<StatedClaim>,
        cells: Vec<Map<String, Value>>,
    ) -> Self {
        let claims = claims.into_iter().map(|claim| {
            let observable = Observable::of(&claim.statement);
            (claim, observable)
        });
        Self {
            kinds: kinds.to_vec(),
            claims: claims.collect(),
            cells: Cells::new(cells),
            compared: Vec::new(),
            measured: Vec::new(),
        }
    }

    /// Takes in all rows of one cell, in their order.
    pub fn add(&mut self, cell: usize, rows: &[Trial]) {
        if self.kinds.is_empty() {
            return;
        }
        let theorems =
            self.claims.iter().enumerate().filter(|(_, (claim, _))| {
                claim.control_of.is_none() && claim.cells.contains(&cell)
            });
        let subjects = theorems.flat_map(|(index, (claim, _))| {
            claim
                .subjects()
                .into_iter()
                .map(move |subject| (index, claim, subject))
        });
        let compared = subjects.filter_map(|(index, claim, subject)| {
            Compared::new(index, claim, &subject, cell, rows)
        });
        self.compared.extend(compared);
        let mut variants: BTreeMap<&Option<String>, Vec<&Trial>> = BTreeMap::new();
        rows.iter()
            .for_each(|row| variants.entry(&row.variant).or_default().push(row));
        let columns = [Observable::Risk, Observable::LeaveOneOutError];
        let measured = variants.values().flat_map(|rows| {
            columns
                .iter()
                .filter_map(move |column| Measured::new(*column, cell, rows))
        });
        self.measured.extend(measured);
    }

    /// The charts that have something to show, in the order of their kinds.
    pub fn charts(&self) -> Vec<Chart> {
        self.kinds
            .iter()
            .filter_map(|kind| kind.builder().chart(self))
            .collect()
    }

    /// What theorems of some forms say of columns of some kind.
    pub(super) fn compared(
        &self,
        wanted: impl Fn(Form, Option<Observable>) -> bool,
    ) -> Vec<&Compared> {
        let of = |entry: &&Compared| {
            wanted(
                self.claims[entry.claim].0.form(),
                self.claims[entry.claim].1,
            )
        };
        self.compared.iter().filter(of).collect()
    }

    /// What surely limits a count.
    pub(super) fn counts(&self) -> Vec<&Compared> {
        self.compared(|form, column| {
            form == Form::Surely && column.is_some_and(Observable::is_count)
        })
    }

    /// A column per cell and variant.
    pub(super) fn measured(&self, column: Observable) -> Vec<&Measured> {
        self.measured
            .iter()
            .filter(|entry| entry.column == column)
            .collect()
    }

    /// The claim that an entry compares with.
    pub(super) fn claim(&self, entry: &Compared) -> &StatedClaim {
        &self.claims[entry.claim].0
    }

    /// The column that an entry's claim observes, in words.
    pub(super) fn column(&self, entry: &Compared) -> &'static str {
        self.claims[entry.claim]
            .1
            .map_or("observed value", Observable::words)
    }

    /// The columns of some entries, for an axis: `mistakes or margin mistakes`.
    pub(super) fn columns(&self, entries: &[&Compared]) -> String {
        let words = by_label(
            entries
                .iter()
                .map(|entry| (self.column(entry).to_owned(), ())),
        );
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
        let drawn = by_label(entries.iter().map(|entry| {
            (
                self.claim(entry).id.clone(),
                self.claim(entry).statement.documentation().name,
            )
        }));
        let mut controls: Vec<(String, f64)> = Vec::new();
        for (claim, _) in self
            .claims
            .iter()
            .filter(|(claim, _)| claim.scale != Rational::one())
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
