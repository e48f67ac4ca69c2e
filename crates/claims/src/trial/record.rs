//! Fills the columns of a trial while it is measured.

use super::{Batch, Column, ColumnValue, Row, Setting};
use std::sync::Arc;

/// A trial while it is measured.
pub struct Record<'a> {
    batch: &'a mut Batch,
    place: usize,
    /// Index of the independent draw within the cell, from 0.
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

    /// Says what was found; nothing happens if nobody asked for the column.
    pub fn set<T: ColumnValue>(&mut self, column: Column<T>, value: impl Into<Option<T>>) {
        self.batch.set(self.place, column, value.into());
    }

    /// Whether somebody asked for a column.
    pub fn asks<T: ColumnValue>(&self, column: Column<T>) -> bool {
        self.batch.has(column.any())
    }

    /// What is the same for all trials of its cell and variant.
    pub fn setting(&self) -> Arc<Setting> {
        self.batch.setting.clone()
    }

    /// What was found so far.
    pub fn row(&self) -> Row<'_> {
        Row {
            batch: self.batch,
            place: self.place,
            replicate: self.replicate,
        }
    }
}
