//! Reads the columns of a setting.

use super::column_order::ORDER;
use super::{AnyColumn, Column, ColumnValue, Origin, Setting, Values};
use std::sync::OnceLock;

impl Setting {
    /// The single value of a column of the setting; a missing value for columns of single trials.
    pub fn value(&self, column: AnyColumn) -> &Values {
        let declared = column.declared();
        let none = || ORDER.map(|_| OnceLock::new()).into();
        let known = self.known.columns.get_or_init(none);
        known[column.place()].get_or_init(|| match declared.origin {
            Origin::Setting(value) => value(self),
            Origin::Trial => Values::missing(declared.kind, 1),
        })
    }

    /// The value of a column of the setting; `None` if it is missing.
    pub fn get<T: ColumnValue>(&self, column: Column<T>) -> Option<&T> {
        T::of(self.value(column.any()))?.first()?.as_ref()
    }
}
