//! Reads the columns of a setting.

use super::{AnyColumn, Column, ColumnValue, Origin, Setting, Values};
use std::sync::OnceLock;

impl Setting {
    /// The single value that the setting determines in a column; a missing value for a column in which each trial has its own.
    pub fn value(&self, column: AnyColumn) -> &Values {
        let declared = column.declared();
        let none = || [const { OnceLock::new() }; AnyColumn::COUNT].into();
        let known = self.known.columns.get_or_init(none);
        known[column.place()].get_or_init(|| match declared.origin {
            Origin::Setting(value) => value(self),
            Origin::Trial => Values::missing(declared.kind, 1),
        })
    }

    /// The value that the setting determines in a column; `None` if it is missing or each trial has its own.
    pub fn get<T: ColumnValue>(&self, column: Column<T>) -> Option<&T> {
        T::of(self.value(column.any()))?.first()?.as_ref()
    }
}
