//! Fills the columns of a trial while it is measured.

use super::{Batch, Column, ColumnValue, Row, Setting};
use std::sync::Arc;

/// The row of a trial that is being measured, through which measurements set the values of their columns.
pub struct Record<'a> {
    batch: &'a mut Batch,
    place: usize,
    /// Index of the replicate within the cell, from 0.
    pub replicate: u64,
}

impl<'a> Record<'a> {
    /// The trial at an index of a batch, with the index of its replicate in the cell.
    pub fn new(batch: &'a mut Batch, place: usize, replicate: u64) -> Self {
        Self {
            batch,
            place,
            replicate,
        }
    }

    /// Sets this trial's value in a column; does nothing if the column was not requested.
    pub fn set<T: ColumnValue>(&mut self, column: Column<T>, value: impl Into<Option<T>>) {
        self.batch.set(self.place, column, value.into());
    }

    /// Whether a claim or a figure requested this column, so that its value is worth computing.
    pub fn wants<T: ColumnValue>(&self, column: Column<T>) -> bool {
        self.batch.has(column.any())
    }

    /// The generator and the learner configuration of this trial.
    pub fn setting(&self) -> Arc<Setting> {
        self.batch.setting.clone()
    }

    /// The values that measurements have set so far, for reading.
    pub fn row(&self) -> Row<'_> {
        Row {
            batch: self.batch,
            place: self.place,
            replicate: self.replicate,
        }
    }
}
