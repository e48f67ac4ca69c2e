//! Declares the column `minimax_least`, the least average risk of all rules on the minimax family. The setting alone determines it
//! (`risk/closed/minimax_search`); it is a measurement so that the enumeration runs only where a claim reads it.

use super::measurement::Measurement;
use crate::trial::Setting;
use crate::trial::column::columns;
use perceptron::sample::Rational;

columns! {
    /// The least expected risk, averaged over the labelings of the minimax family, of all rules: found by enumeration, for small families only.
    MINIMAX_LEAST: Rational = "minimax_least" in "probability", Setting::minimax_least;
}

/// Computes the least average risk of all rules on the minimax family, as a column that the setting determines. Nothing is measured.
pub(super) struct MinimaxLeast;

impl Measurement for MinimaxLeast {}
