//! Claims that the hinge loss of an error is at least one, or, as printed, larger than one.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "loss-of-errors";
    /// The hinge loss of an example that is classified incorrectly is at least one.
    ///
    /// # Formula
    /// ```text
    /// 1 ≤ min {max(0, 1 − y⟨w, x⟩) : y⟨w, x⟩ ≤ 0};  with strict = true, as printed: #{i : y_i⟨w, x_i⟩ = 0} ≤ 0
    /// ```
    /// # Premise
    /// Last vector. At y⟨w, x⟩ = 0, which the note counts as incorrect, the loss is exactly one.
    /// # Source
    /// Hardt and Recht's note, hinge loss (theory C-H14, erratum E12).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "loss-of-errors"
    /// ```
    pub struct LossOfErrors {
        /// true claims what is printed, a loss larger than one; false if left out.
        #[serde(default)]
        pub strict: bool,
    }
}

impl Claim for LossOfErrors {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht's note, hinge loss"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::SumOfUpdates]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Training]
    }

    /// Without an error there is no loss to speak of.
    fn trivial_bound(&self, rows: &[&Trial]) -> Option<Quantity> {
        let no_error = rows.first()?.nonpositive_margins == Some(0);
        (no_error && !self.strict).then(|| Quantity::count(0))
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        if self.strict {
            row.zero_margins.map(Quantity::count)
        } else {
            row.nonpositive_margins.map(|_| Quantity::count(1))
        }
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        if self.strict {
            return Some(Quantity::count(0));
        }
        row.least_loss_of_errors
            .clone()
            .or_else(|| (row.nonpositive_margins == Some(0)).then(|| Quantity::count(1)))
    }
}
