//! Stores which configuration a learner chose.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::column::columns;
use crate::trial::{Record, Setting};

columns! {
    /// The value that cross validation inside of the sample chose for the key that `select` names.
    SELECTED: String = "selected" in "";
}

/// Stores the choice of a variant with the key `select`.
pub(super) struct Selection;

impl Measurement for Selection {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        record.set(columns::SELECTED, run.result.selected.clone());
    }

    fn missing_everywhere(&self, setting: &Setting, _: bool) -> Option<&'static str> {
        let selects = setting.variant.as_ref()?.selects();
        (!selects).then_some("this variant has no key `select`, so it chooses nothing")
    }
}
