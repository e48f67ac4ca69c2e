//! Claims that a run which ends by itself has converged: no example calls for another update.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "no-updates-left";
    /// When the run has ended, no example calls for an update: the margin perceptron's output makes no margin mistakes.
    ///
    /// # Formula
    /// number of examples on which an update is still due = 0
    /// # Premise
    /// A separator with positive margin; the run ends at a clean pass. The count is a full scan after the run.
    /// # Source
    /// Hardt and Recht, convergence (theory C-H1, C-H7); control N16.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "no-updates-left"
    /// ```
    pub struct NoUpdatesLeft {}
}

impl Claim for NoUpdatesLeft {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht, convergence"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::PositiveMargin(margin.clone()),
            Premise::RunToCleanPass,
        ]
    }

    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        margin
            .measures()
            .into_iter()
            .chain([Measure::UpdatesLeft])
            .collect()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.updates_left.map(Quantity::count)
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(0))
    }
}
