//! Holds trials in columns: the replicates of one cell under one variant, and the same replicates under all variants.
//!
//! A `Batch` holds the trials of one setting, a `Block` the same replicates under all variants of a cell. A column that was not requested is absent.
//! In a requested column, a trial without a value has a missing one, stored once if no trial has a value; `false` is a value. A `Row` is a position
//! in a batch, not a struct of fields.
//!
//! `Design` makes blocks: it draws each sample once and runs every variant on it. If all replicates of a cell share their sample, or trials that draw
//! nothing, these are computed once and kept in a cache by the runner of the cell (`trial/cell_cache.rs`). Every 64th replicate is computed from
//! scratch all the same, and audited.

use super::{AnyColumn, Column, ColumnData, ColumnValue, Origin, Setting, Values};
use perceptron::sample::Quantity;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The trials of one cell and variant, as a table with one row per trial. A column that was not requested is absent, which differs from a missing
/// value.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The generator and the learner configuration that all trials of the batch share.
    pub setting: Arc<Setting>,
    length: usize,
    columns: Vec<Option<ColumnData>>,
}

impl Batch {
    /// Creates a batch of `length` trials in which every value of these columns is missing; all other columns are absent.
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

    /// Creates a batch of `length` trials in which all columns are absent; a reader of a file adds its columns one by one with [`Self::put`].
    pub fn without_columns(setting: Arc<Setting>, length: usize) -> Self {
        Self {
            setting,
            length,
            columns: [const { None }; AnyColumn::COUNT].into(),
        }
    }

    /// Makes every value of the columns that are present missing, and keeps their memory.
    fn clear(&mut self) {
        let held = self.columns.iter_mut().flatten();
        held.for_each(|held| held.each().clear());
    }

    /// The number of trials in the batch.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether the batch has no trial.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The size in bytes of the values that the batch stores, without memory that a value holds elsewhere, such as the text of a string.
    pub fn bytes(&self) -> usize {
        let held = self.columns.iter().flatten();
        held.map(|held| held.values().bytes()).sum()
    }

    /// Whether the batch has this column, even if all its values are missing. Columns that the setting determines do not count.
    pub fn has(&self, column: AnyColumn) -> bool {
        self.columns[column.place()].is_some()
    }

    /// The stored values of a column: one per trial, or a single one if all trials share it; `None` if the column is absent.
    pub fn values(&self, column: AnyColumn) -> Option<&Values> {
        match column.declared().origin {
            Origin::Trial => self.columns[column.place()]
                .as_ref()
                .map(ColumnData::values),
            Origin::Setting(_) => Some(self.setting.value(column)),
        }
    }

    /// The values of a column that stores one value per trial; `None` if all trials share one value, or if the column is absent.
    pub fn differing(&self, column: AnyColumn) -> Option<&Values> {
        match &self.columns[column.place()] {
            Some(ColumnData::PerTrial(values)) => Some(values),
            Some(ColumnData::Constant(..)) | None => None,
        }
    }

    /// The stored values of a column, and the index of a trial's value among them; `None` if the column is absent.
    fn value(&self, column: AnyColumn, trial: usize) -> Option<(&Values, usize)> {
        match column.declared().origin {
            Origin::Trial => {
                let held = self.columns[column.place()].as_ref()?;
                Some((held.values(), held.place(trial)))
            }
            Origin::Setting(_) => Some((self.setting.value(column), 0)),
        }
    }

    /// Whether these columns hold the same values in both batches, to the last bit. A column that is absent from both batches is ignored.
    pub fn is_same_in(&self, other: &Self, columns: &BTreeSet<AnyColumn>) -> bool {
        columns.iter().all(|column| {
            let place = column.place();
            match (&self.columns[place], &other.columns[place]) {
                (Some(own), Some(other)) => own.is_same(other),
                (own, other) => own.is_none() && other.is_none(),
            }
        })
    }

    /// Stores a whole column that was read from a file. It is ignored if its kind or length is wrong, or if the setting determines its values.
    pub fn put(&mut self, column: AnyColumn, held: impl Into<ColumnData>) {
        let held = held.into();
        let own = matches!(column.declared().origin, Origin::Trial);
        let fits = held.values().kind() == column.declared().kind && held.len() == self.length;
        if own && fits {
            self.columns[column.place()] = Some(held);
        }
    }

    /// Replaces the columns of this batch by those of a batch that holds the same trials; a column that either batch lacks is left as it is.
    pub fn fill_from(&mut self, other: &Self) {
        for (own, values) in self.columns.iter_mut().zip(&other.columns) {
            if let (Some(own), Some(values)) = (own, values) {
                own.clone_from(values);
            }
        }
    }

    /// Sets the value of one trial, given by its index in the batch, in a column; does nothing if the column is absent.
    #[inline]
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

    /// Returns a batch that repeats the first trial of this one `length` times.
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

    /// Stores the value of a column once if all trials of the batch share it, to save memory.
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

    /// Replaces one trial, given by its index in the batch, by the first trial of another batch of the same cell and variant.
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

/// Some replicates of a cell, each under all variants of the cell. A cell without a learner has one batch.
#[derive(Debug, Clone)]
pub struct Block {
    /// The index of every replicate within the cell, counted from 0.
    pub replicates: Vec<u64>,
    /// One batch per variant, in the order of the spec, each with one trial per replicate.
    pub batches: Vec<Batch>,
}

impl Block {
    /// Makes every value missing, as in an empty block.
    pub(super) fn clear(&mut self) {
        self.batches.iter_mut().for_each(Batch::clear);
    }

    /// The trials of one replicate, given by its index in the block, under the variants at these positions; `None` if one of them does not exist.
    pub fn rows(&self, place: usize, variants: &[usize]) -> Option<Vec<Row<'_>>> {
        variants
            .iter()
            .map(|&variant| self.row(place, variant))
            .collect()
    }

    /// The trial of a replicate, given by its index in the block, under the variant at this position, if it exists.
    pub fn row(&self, place: usize, variant: usize) -> Option<Row<'_>> {
        let batch = self.batches.get(variant)?;
        Some(Row {
            batch,
            place,
            replicate: *self.replicates.get(place)?,
        })
    }

    /// All trials of the block: the first replicate under every variant, then the second, and so on.
    pub fn all(&self) -> impl Iterator<Item = Row<'_>> {
        let places = 0..self.replicates.len();
        places.flat_map(move |place| {
            (0..self.batches.len()).filter_map(move |variant| self.row(place, variant))
        })
    }

    /// The number of replicates in the block.
    pub fn len(&self) -> usize {
        self.replicates.len()
    }

    /// Whether the block has no replicate.
    pub fn is_empty(&self) -> bool {
        self.replicates.is_empty()
    }

    /// Stores the value of a column once if all replicates share it, for each variant separately.
    pub(super) fn compact(&mut self) {
        self.batches.iter_mut().for_each(Batch::compact);
    }

    /// Appends the replicates of another block of the same cell.
    pub fn append(&mut self, other: Self) {
        self.replicates.extend(other.replicates);
        self.batches
            .iter_mut()
            .zip(other.batches)
            .for_each(|(own, more)| own.append(more));
    }

    /// Replaces the trials of one replicate, given by its index in the block, by those of the first replicate of another block of the same cell.
    pub(super) fn replace(&mut self, place: usize, other: &Self) {
        let pairs = self.batches.iter_mut().zip(&other.batches);
        pairs.for_each(|(own, other)| own.replace(place, other));
    }

    /// A block of the replicates at these indices of this block, in the order of the indices.
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

/// One trial of a batch: a variant on a replicate. It refers to the batch and copies no value.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    pub(super) batch: &'a Batch,
    pub(super) place: usize,
    /// Index of the replicate within the cell, from 0.
    pub replicate: u64,
}

impl<'a> Row<'a> {
    /// The generator and the learner configuration, which all trials of the same cell and variant share.
    pub fn setting(&self) -> &'a Setting {
        &self.batch.setting
    }

    /// The stored values of a column, and the index of this trial's value among them; `None` if the column is absent.
    pub fn value(&self, column: AnyColumn) -> Option<(&'a Values, usize)> {
        self.batch.value(column, self.place)
    }

    /// The value of this trial in a column; `None` if the value is missing or the column is absent.
    pub fn get<T: ColumnValue>(&self, column: Column<T>) -> Option<&'a T> {
        let (values, place) = self.value(column.any())?;
        T::of(values)?.get(place)?.as_ref()
    }

    /// Like [`Self::get`], but returns a copy, for columns of a `Copy` type such as a count, a truth value or a stop reason.
    pub fn copied<T: ColumnValue + Copy>(&self, column: Column<T>) -> Option<T> {
        self.get(column).copied()
    }

    /// The number of this trial in a column, as an exact fraction or with proved bounds; a truth value counts as 0 or 1.
    pub fn quantity(&self, column: AnyColumn) -> Option<Quantity> {
        let (values, place) = self.value(column)?;
        values.quantity(place)
    }

    /// The number of this trial in a column, as a float; `None` if it is missing or the column does not hold numbers.
    pub fn number(&self, column: AnyColumn) -> Option<f64> {
        let (values, place) = self.value(column)?;
        values.float(place)
    }

    /// Whether this trial has a value in a column; false if the value is missing or the column is absent.
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
