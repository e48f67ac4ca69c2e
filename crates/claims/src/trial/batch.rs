//! Holds trials in columns: the replicates of one cell under one variant, and the same replicates under all variants.
//!
//! Trials are columns. A `Batch` is the trials of one setting, a `Block` the same replicates under all variants of a cell. A column that nobody asked
//! for is absent; a trial without a value has a missing one, held once where none has a value; false is false. A `Row` is a place in a batch, not a
//! struct of fields. `Design` makes blocks: it draws each sample once and runs every variant on it. What the replicates of a cell have in common
//! (`trial/cell_cache.rs`), a sample that nobody draws and the trials of learners that draw nothing, is made once and held by whoever runs the cell;
//! every 64th is made from the beginning, and audited.

use super::column_order::ORDER;
use super::{AnyColumn, Column, ColumnData, ColumnValue, Origin, Setting, Values};
use perceptron::sample::Quantity;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Trials of one cell and variant. A column that nobody asked for is absent, which is not the same as a missing value.
#[derive(Debug, Clone)]
pub struct Batch {
    /// What is the same for all of them.
    pub setting: Arc<Setting>,
    length: usize,
    columns: Vec<Option<ColumnData>>,
}

impl Batch {
    /// Trials of which nothing is known yet but the columns of single trials that will be filled.
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

    /// Trials whose columns will be put in place one by one; the others are absent.
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

    /// Whether a column has a value for every trial of its own, if perhaps a missing one.
    pub fn has(&self, column: AnyColumn) -> bool {
        self.columns[column.place()].is_some()
    }

    /// The values of a column: one for each trial, or the one that all have, as of the setting; `None` if nobody asked for it.
    pub fn values(&self, column: AnyColumn) -> Option<&Values> {
        match column.declared().origin {
            Origin::Trial => self.columns[column.place()]
                .as_ref()
                .map(ColumnData::values),
            Origin::Setting(_) => Some(self.setting.value(column)),
        }
    }

    /// The values of a column that are of single trials; `None` where all have one, or nobody asked.
    pub fn differing(&self, column: AnyColumn) -> Option<&Values> {
        match &self.columns[column.place()] {
            Some(ColumnData::PerTrial(values)) => Some(values),
            Some(ColumnData::Constant(..)) | None => None,
        }
    }

    /// The values of a column, and the place among them that is a trial's; `None` if nobody asked for the column.
    fn value(&self, column: AnyColumn, trial: usize) -> Option<(&Values, usize)> {
        match column.declared().origin {
            Origin::Trial => {
                let held = self.columns[column.place()].as_ref()?;
                Some((held.values(), held.place(trial)))
            }
            Origin::Setting(_) => Some((self.setting.value(column), 0)),
        }
    }

    /// Whether the trials have the same values as as many others, to the last bit, in these columns of single trials; one that is in
    /// neither says nothing.
    pub fn is_same_in(&self, other: &Self, columns: &BTreeSet<AnyColumn>) -> bool {
        columns.iter().all(|column| {
            let place = column.place();
            match (&self.columns[place], &other.columns[place]) {
                (Some(own), Some(other)) => own.is_same(other),
                (own, other) => own.is_none() && other.is_none(),
            }
        })
    }

    /// Puts a whole column in place, such as a reader has it; one of another kind or length, or of the setting, is left out.
    pub fn put(&mut self, column: AnyColumn, held: impl Into<ColumnData>) {
        let held = held.into();
        let own = matches!(column.declared().origin, Origin::Trial);
        let fits = held.values().kind() == column.declared().kind && held.len() == self.length;
        if own && fits {
            self.columns[column.place()] = Some(held);
        }
    }

    /// Takes the columns that are asked for here from other measurements of the same trials.
    pub fn fill_from(&mut self, other: &Self) {
        for (own, values) in self.columns.iter_mut().zip(&other.columns) {
            if let (Some(own), Some(values)) = (own, values) {
                own.clone_from(values);
            }
        }
    }

    /// Says what was found for a trial; nothing happens if nobody asked for the column.
    pub fn set<T: ColumnValue>(&mut self, place: usize, column: Column<T>, value: Option<T>) {
        let Some(held) = self.columns[column.any().place()].as_mut() else {
            return;
        };
        // A missing value among none but missing ones changes nothing.
        if value.is_none() && held.is_missing() {
            return;
        }
        if let Some(values) = T::of_mut(held.each()) {
            values[place] = value;
        }
    }

    /// Its first trial so many times.
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

    /// Lets columns hold once what all trials have.
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

    /// Puts the first trial of another batch of the same design in the place of one.
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

/// The same replicates of a cell under all its variants, in their order; under none where no learner runs.
#[derive(Debug, Clone)]
pub struct Block {
    /// The index of every replicate.
    pub replicates: Vec<u64>,
    /// One batch per variant, each with a trial per replicate.
    pub batches: Vec<Batch>,
}

impl Block {
    /// The trials of one replicate under some variants, by their positions; `None` if there is no such variant.
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

    /// Lets columns hold once what all replicates have.
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

    /// Puts the first replicate of another block of the same design in the place of one.
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
    /// Index of the independent draw within the cell, from 0.
    pub replicate: u64,
}

impl<'a> Row<'a> {
    /// What is the same for all trials of its cell and variant.
    pub fn setting(&self) -> &'a Setting {
        &self.batch.setting
    }

    /// The values of a column, and the place among them that is this trial's; `None` if nobody asked for the column.
    pub fn value(&self, column: AnyColumn) -> Option<(&'a Values, usize)> {
        self.batch.value(column, self.place)
    }

    /// What a column says of it; `None` if it says nothing, or nobody asked.
    pub fn get<T: ColumnValue>(&self, column: Column<T>) -> Option<&'a T> {
        let (values, place) = self.value(column.any())?;
        T::of(values)?.get(place)?.as_ref()
    }

    /// What a column of truth values or reasons, or of counts, says: a copy.
    pub fn copied<T: ColumnValue + Copy>(&self, column: Column<T>) -> Option<T> {
        self.get(column).copied()
    }

    /// The number that a column holds, with what is proved of it.
    pub fn quantity(&self, column: AnyColumn) -> Option<Quantity> {
        let (values, place) = self.value(column)?;
        values.quantity(place)
    }

    /// The number that a column holds, as a float.
    pub fn number(&self, column: AnyColumn) -> Option<f64> {
        let (values, place) = self.value(column)?;
        values.float(place)
    }

    /// Whether a column has a value for it.
    pub fn tells(&self, column: AnyColumn) -> bool {
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
