//! Reads the tie conventions of learner and test from the first rows that have any.

use crate::trial::{Row, columns};

/// Fills in the tie conventions of learner and test from the first rows that have any.
pub(super) trait FirstTies {
    fn or_of(self, rows: &[Row]) -> Self;
}

impl FirstTies for (Option<String>, Option<String>) {
    fn or_of(self, rows: &[Row]) -> Self {
        let words = |column| {
            let mut words: Vec<&str> = rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(String::as_str)
                .collect();
            words.dedup();
            (!words.is_empty()).then(|| words.join(", "))
        };
        match self {
            (None, None) => (words(columns::TIES), words(columns::TEST_TIES)),
            known => known,
        }
    }
}
