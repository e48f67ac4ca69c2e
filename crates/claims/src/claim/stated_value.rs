//! Claims that a column of a row has exactly the value that is known for a construction.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};
use serde::{Deserialize, Serialize};

/// A column whose values are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// Changes of the vector.
    Updates,
    /// Wrong predictions among the examples shown.
    Mistakes,
    /// Sweeps over the sample.
    Passes,
    /// Updates of a shortest run over all orders.
    UpdatesMin,
    /// Updates of a longest run over all orders.
    UpdatesMax,
    /// Mean updates over uniform choices.
    UpdatesExpected,
    /// Vectors that some order reaches.
    States,
    /// Vectors among them at which no update is due.
    FinalVectors,
    /// Updates of the cycle that a run came back to.
    CycleUpdates,
    /// Passes of that cycle.
    CyclePasses,
    /// γ*², the square of the largest margin.
    MaxMarginSquared,
    /// Errors of the returned vector on its own sample.
    TrainingErrors,
    /// Labelings of the points that some vector realises.
    Dichotomies,
}

documented! {
    name = "stated-value";
    /// A column has exactly the value that is known for a construction.
    ///
    /// # Formula
    /// column = stated value, as fractions
    /// # Premise
    /// None: the value is known for this construction, rule and tie convention.
    /// # Source
    /// Theory T8, C-V11 and section 10, golden numbers: a bound can hold with a wrong program; a number cannot.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name   = "stated-value"
    /// column = "updates_expected"
    /// value  = "395/16"
    /// ```
    pub struct StatedValue {
        /// The column: "updates", "mistakes", "passes"; "updates_min", "updates_max", "updates_expected", "states" or "final_vectors" of the order all-orders; "max_margin_squared", "training_errors", "cycle_updates", "cycle_passes" or "dichotomies".
        pub column: Column,
        /// Its value: an integer, or a fraction in quotes.
        pub value: Rational,
    }
}

impl Claim for StatedValue {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "golden numbers of the constructions"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        Vec::new()
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        match self.column {
            Column::CycleUpdates | Column::CyclePasses => vec![Measure::Cycle],
            Column::MaxMarginSquared => vec![Measure::MaxMargin],
            Column::TrainingErrors => vec![Measure::Training],
            Column::Dichotomies => vec![Measure::Dichotomies],
            _ => Vec::new(),
        }
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        let count = |value: Option<u64>| value.map(Quantity::count);
        match self.column {
            Column::Updates => count(row.updates),
            Column::Mistakes => count(row.mistakes),
            Column::Passes => count(row.passes),
            Column::UpdatesMin => count(row.updates_min),
            Column::UpdatesMax => count(row.updates_max),
            Column::UpdatesExpected => row.updates_expected.clone().map(Quantity::exact),
            Column::States => count(row.states),
            Column::FinalVectors => count(row.final_vectors),
            Column::CycleUpdates => count(row.cycle_updates),
            Column::CyclePasses => count(row.cycle_passes),
            Column::MaxMarginSquared => row.max_margin_squared.clone(),
            Column::TrainingErrors => row
                .training_errors
                .map(|errors| Quantity::exact(Rational::from_float(errors))),
            Column::Dichotomies => count(row.dichotomies),
        }
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::exact(self.value.clone()))
    }

    /// No column here belongs to a run that was cut off.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
