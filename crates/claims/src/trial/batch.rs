//! Holds trials in columns: the replicates of one cell under one variant, and the same replicates under all variants.
//!
//! A `Batch` holds the trials of one setting, a `Block` the same replicates under all variants of a cell. A column that was not requested is absent.
//! In a requested column, a trial without a value has a missing one, stored once if no trial has a value; `false` is a value. A `Row` is a position
//! in a batch, not a struct of fields.
//!
//! `Design` makes blocks: it draws each sample once and runs every variant on it. If all replicates of a cell share their sample, or trials that draw
//! nothing, these are computed once and kept in a cache by the runner of the cell (`trial/cell_cache.rs`). Every 64th replicate is computed from
//! scratch all the same, and audited.

use super::column_order::ORDER;
use super::{AnyColumn, Column, ColumnData, ColumnValue, Origin, Setting, Values};
use perceptron::sample::Quantity;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Trials of one cell and variant. A column that was not requested is absent, which differs from a missing value.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The setting that all trials share.
    pub setting: Arc<Setting>,
    length: usize,
    columns: Vec<Option<ColumnData>>,
}

impl Batch {
    /// Creates trials without values, which have these columns of single trials.
    pub fn new(
        setting: Arc<Setting>,
        columns: impl IntoIterator<Item = AnyColumn>,
        length: usize,
    ) -> Self {
        let mut batch = Self::without_columns(setting, length);
        for column in columns {
            let missing = Values::missing(column.declared().kind, 1);
            batch.columns[column.place()] = Some(ColumnData::Constant(missing, length));
        }
        batch
    }

    /// Creates trials without columns; a reader puts them in place one by one.
    pub fn without_columns(setting: Arc<Setting>, length: usize) -> Self {
        Self {
            setting,
            length,
            columns: ORDER.map(|_| None).into(),
        }
    }

    /// The number of trials.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is no trial.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The bytes that its values take.
    pub fn bytes(&self) -> usize {
        let held = self.columns.iter().flatten();
        held.map(|held| held.values().bytes()).sum()
    }

    /// Whether a column of single trials is present, even if all its values are missing.
    pub fn has(&self, column: AnyColumn) -> bool {
        self.columns[column.place()].is_some()
    }

    /// The values of a column: one per trial, or the single value of a constant column or of the setting; `None` if the column is absent.
    pub fn values(&self, column: AnyColumn) -> Option<&Values> {
        match column.declared().origin {
            Origin::Trial => self.columns[column.place()]
                .as_ref()
                .map(ColumnData::values),
            Origin::Setting(_) => Some(self.setting.value(column)),
        }
    }

    /// The values of a column that has one per trial; `None` if all trials share one value, or if the column is absent.
    pub fn differing(&self, column: AnyColumn) -> Option<&Values> {
        match &self.columns[column.place()] {
            Some(ColumnData::PerTrial(values)) => Some(values),
            Some(ColumnData::Constant(..)) | None => None,
        }
    }

    /// The values of a column, and the index among them for a trial; `None` if the column is absent.
    fn value(&self, column: AnyColumn, trial: usize) -> Option<(&Values, usize)> {
        match column.declared().origin {
            Origin::Trial => {
                let held = self.columns[column.place()].as_ref()?;
                Some((held.values(), held.place(trial)))
            }
            Origin::Setting(_) => Some((self.setting.value(column), 0)),
        }
    }

    /// Whether these columns of single trials hold the same values in both batches, to the last bit. A column that is absent from both is ignored.
    pub fn is_same_in(&self, other: &Self, columns: &BTreeSet<AnyColumn>) -> bool {
        columns.iter().all(|column| {
            let place = column.place();
            match (&self.columns[place], &other.columns[place]) {
                (Some(own), Some(other)) => own.is_same(other),
                (own, other) => own.is_none() && other.is_none(),
            }
        })
    }

    /// Stores a whole column, as a reader has it. A column of another kind or length, or one of the setting, is ignored.
    pub fn put(&mut self, column: AnyColumn, held: impl Into<ColumnData>) {
        let held = held.into();
        let own = matches!(column.declared().origin, Origin::Trial);
        let fits = held.values().kind() == column.declared().kind && held.len() == self.length;
        if own && fits {
            self.columns[column.place()] = Some(held);
        }
    }

    /// Copies the columns that this batch has from other measurements of the same trials.
    pub fn fill_from(&mut self, other: &Self) {
        for (own, values) in self.columns.iter_mut().zip(&other.columns) {
            if let (Some(own), Some(values)) = (own, values) {
                own.clone_from(values);
            }
        }
    }

    /// Sets the value of a trial; does nothing if the column is absent.
    pub fn set<T: ColumnValue>(&mut self, place: usize, column: Column<T>, value: Option<T>) {
        let Some(held) = self.columns[column.any().place()].as_mut() else {
            return;
        };
        // A missing value in a column without any value changes nothing.
        if value.is_none() && held.is_missing() {
            return;
        }
        if let Some(values) = T::of_mut(held.each()) {
            values[place] = value;
        }
    }

    /// Repeats its first trial `length` times.
    pub(super) fn repeated(&self, length: usize) -> Self {
        let repeated =
            |held: &ColumnData| ColumnData::Constant(held.values().selected(&[0]), length);
        let columns = self.columns.iter().map(|held| held.as_ref().map(repeated));
        Self {
            setting: self.setting.clone(),
            length,
            columns: columns.collect(),
        }
    }

    /// Stores a value once if all trials share it.
    fn compact(&mut self) {
        for held in self.columns.iter_mut().flatten() {
            let own = std::mem::replace(held, ColumnData::PerTrial(Values::Flag(Vec::new())));
            *held = own.compacted();
        }
    }

    fn append(&mut self, other: Self) {
        self.length += other.length;
        for (own, more) in self.columns.iter_mut().zip(other.columns) {
            match (own.as_mut(), more) {
                (Some(own), Some(more)) => own.append(more),
                (Some(own), None) => {
                    let missing = Values::missing(own.values().kind(), 1);
                    own.append(ColumnData::Constant(missing, other.length));
                }
                (None, _) => {}
            }
        }
    }

    /// Replaces a trial by the first one of another batch of the same design.
    fn replace(&mut self, place: usize, other: &Self) {
        for (own, other) in self.columns.iter_mut().zip(&other.columns) {
            if let (Some(own), Some(other)) = (own, other) {
                own.replace(place, other.values());
            }
        }
    }

    fn selected(&self, places: &[usize]) -> Self {
        let columns = self
            .columns
            .iter()
            .map(|values| Some(values.as_ref()?.selected(places)));
        Self {
            setting: self.setting.clone(),
            length: places.len(),
            columns: columns.collect(),
        }
    }
}

/// Replicates of a cell, each under all its variants, in their order. A cell without a learner has one batch.
#[derive(Debug, Clone)]
pub struct Block {
    /// The index of every replicate.
    pub replicates: Vec<u64>,
    /// One batch per variant, each with one trial per replicate.
    pub batches: Vec<Batch>,
}

impl Block {
    /// The trials of one replicate under some variants, given by position; `None` if a variant or the replicate does not exist.
    pub fn rows(&self, place: usize, variants: &[usize]) -> Option<Vec<Row<'_>>> {
        variants
            .iter()
            .map(|&variant| self.row(place, variant))
            .collect()
    }

    /// One trial.
    pub fn row(&self, place: usize, variant: usize) -> Option<Row<'_>> {
        let batch = self.batches.get(variant)?;
        Some(Row {
            batch,
            place,
            replicate: *self.replicates.get(place)?,
        })
    }

    /// All trials, replicate by replicate.
    pub fn all(&self) -> impl Iterator<Item = Row<'_>> {
        let places = 0..self.replicates.len();
        places.flat_map(move |place| {
            (0..self.batches.len()).filter_map(move |variant| self.row(place, variant))
        })
    }

    /// The number of replicates.
    pub fn len(&self) -> usize {
        self.replicates.len()
    }

    /// Whether it has no replicate.
    pub fn is_empty(&self) -> bool {
        self.replicates.is_empty()
    }

    /// Stores a value once if all replicates share it.
    pub(super) fn compact(&mut self) {
        self.batches.iter_mut().for_each(Batch::compact);
    }

    /// Adds the replicates of another block of the same cell.
    pub fn append(&mut self, other: Self) {
        self.replicates.extend(other.replicates);
        self.batches
            .iter_mut()
            .zip(other.batches)
            .for_each(|(own, more)| own.append(more));
    }

    /// Replaces a replicate by the first one of another block of the same design.
    pub(super) fn replace(&mut self, place: usize, other: &Self) {
        let pairs = self.batches.iter_mut().zip(&other.batches);
        pairs.for_each(|(own, other)| own.replace(place, other));
    }

    /// The replicates at these places, in their order.
    pub fn selected(&self, places: &[usize]) -> Self {
        Self {
            replicates: places.iter().map(|&place| self.replicates[place]).collect(),
            batches: self
                .batches
                .iter()
                .map(|batch| batch.selected(places))
                .collect(),
        }
    }
}

/// One trial of a batch.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    pub(super) batch: &'a Batch,
    pub(super) place: usize,
    /// Index of the replicate within the cell, from 0.
    pub replicate: u64,
}

impl<'a> Row<'a> {
    /// The setting that all trials of its cell and variant share.
    pub fn setting(&self) -> &'a Setting {
        &self.batch.setting
    }

    /// The values of a column, and the index among them for this trial; `None` if the column is absent.
    pub fn value(&self, column: AnyColumn) -> Option<(&'a Values, usize)> {
        self.batch.value(column, self.place)
    }

    /// The value of a column; `None` if it is missing or the column is absent.
    pub fn get<T: ColumnValue>(&self, column: Column<T>) -> Option<&'a T> {
        let (values, place) = self.value(column.any())?;
        T::of(values)?.get(place)?.as_ref()
    }

    /// A copy of the value of a column whose type is `Copy`, such as a count, a truth value or a stop reason.
    pub fn copied<T: ColumnValue + Copy>(&self, column: Column<T>) -> Option<T> {
        self.get(column).copied()
    }

    /// The number in a column, as an exact fraction or with proved bounds.
    pub fn quantity(&self, column: AnyColumn) -> Option<Quantity> {
        let (values, place) = self.value(column)?;
        values.quantity(place)
    }

    /// The number in a column, as a float.
    pub fn number(&self, column: AnyColumn) -> Option<f64> {
        let (values, place) = self.value(column)?;
        values.float(place)
    }

    /// Whether the trial has a value in a column.
    pub fn has_values(&self, column: AnyColumn) -> bool {
        self.value(column)
            .is_some_and(|(values, place)| values.is_known(place))
    }

    /// `cell:variant:replicate`, the trial's address within its experiment.
    pub fn address(&self) -> String {
        let setting = self.setting();
        let variant = setting.name.as_deref().unwrap_or("-");
        format!("{}:{variant}:{}", setting.cell, self.replicate)
    }
}
