//! Claims that the perceptron decides linear feasibility: it ends exactly on the samples that can be separated.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "stops-exactly-if-separable";
    /// The perceptron comes to a clean pass exactly on the samples that some vector separates strictly: learning without error is linear feasibility.
    ///
    /// # Formula
    /// 1 if the run ended at a clean pass, else 0 = 1 if a separator exists, else 0
    /// # Premise
    /// Separability decided with a certificate; run to a clean pass, a tie being a mistake. A run that was cut off although a separator exists leaves it open.
    /// # Source
    /// Bartlett, computation (theory C-B6).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "stops-exactly-if-separable"
    /// ```
    pub struct StopsExactlyIfSeparable {}
}

impl Claim for StopsExactlyIfSeparable {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "Bartlett, computation"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::RunToCleanPass,
            Premise::Rule(&["perceptron", "margin-perceptron"]),
        ]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        MarginSource::Max.measures()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        match row.stop_reason.as_deref()? {
            "clean-pass" => Some(Quantity::count(1)),
            "update-cap" => (row.separable == Some(false)).then(|| Quantity::count(0)),
            _ => None,
        }
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?
            .separable
            .map(|separable| Quantity::count(u64::from(separable)))
    }

    /// A run that was cut off counts only where a certificate proves that it cannot end.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
