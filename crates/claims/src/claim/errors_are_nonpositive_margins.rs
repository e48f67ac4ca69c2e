//! Claims that an error is the same as a margin that is not positive.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "errors-are-nonpositive-margins";
    /// A wrong prediction is the same as y⟨w, x⟩ ≤ 0.
    ///
    /// # Formula
    /// ```text
    /// #{i : y_i ≠ prediction of w on x_i} = #{i : y_i⟨w, x_i⟩ ≤ 0}
    /// ```
    /// # Premise
    /// Last vector. It is true where a tie is scored as an error, and false with sign(0) = +1 on a positive example with ⟨w, x⟩ = 0.
    /// # Source
    /// MIT, eq. (4); Hardt and Recht's note, sign and margin (theory C-M2, C-H2, erratum E3).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "errors-are-nonpositive-margins"
    /// ```
    pub struct ErrorsAreNonpositiveMargins {}
}

impl Claim for ErrorsAreNonpositiveMargins {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "MIT, eq. (4)"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::SumOfUpdates]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Training]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.training_errors.map(Quantity::float)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?.nonpositive_margins.map(Quantity::count)
    }
}
