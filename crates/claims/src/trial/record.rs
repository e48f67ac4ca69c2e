//! Fills the columns of a trial while it is measured.

use super::{Batch, Column, ColumnValue, Row, Setting};
use std::sync::Arc;

/// A trial that is being measured.
pub struct Record<'a> {
    batch: &'a mut Batch,
    place: usize,
    /// Index of the replicate within the cell, from 0.
    pub replicate: u64,
}

impl<'a> Record<'a> {
    /// The trial at a place of a batch.
    pub fn new(batch: &'a mut Batch, place: usize, replicate: u64) -> Self {
        Self {
            batch,
            place,
            replicate,
        }
    }

    /// Sets the value of a column; does nothing if the column is absent.
    pub fn set<T: ColumnValue>(&mut self, column: Column<T>, value: impl Into<Option<T>>) {
        self.batch.set(self.place, column, value.into());
    }

    /// Whether a column was requested.
    pub fn wants<T: ColumnValue>(&self, column: Column<T>) -> bool {
        self.batch.has(column.any())
    }

    /// The setting that all trials of its cell and variant share.
    pub fn setting(&self) -> Arc<Setting> {
        self.batch.setting.clone()
    }

    /// The values found so far.
    pub fn row(&self) -> Row<'_> {
        Row {
            batch: self.batch,
            place: self.place,
            replicate: self.replicate,
        }
    }
}
