//! What makes settings that an experiment did not run; a spec does.

use crate::trial::Setting;
use std::fmt::Debug;
use std::sync::Arc;

/// Makes settings that an experiment did not run.
pub trait Between: Debug {
    /// Returns, for each value, the settings of all variants of a cell in which one swept parameter has this value in place of its own; `None` where
    /// that is no setting.
    fn settings(&self, cell: usize, key: &str, values: &[f64]) -> Vec<Option<Vec<Arc<Setting>>>>;
}
