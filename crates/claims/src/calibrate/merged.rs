//! Changes the keys of a table.

use toml::Table;

/// The value that removes a key or a column.
pub(super) const NONE: &str = "none";

/// A table with the keys of another one inserted; the value "none" removes a key.
pub(super) fn merged(own: &Table, change: &Table) -> Table {
    let mut table = own.clone();
    for (key, value) in change {
        if value.as_str() == Some(NONE) {
            table.remove(key);
        } else {
            table.insert(key.clone(), value.clone());
        }
    }
    table
}
