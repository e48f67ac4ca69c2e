//! Claims that no single update increases the squared norm by more than R², or by more than 3 for margin mistakes on unit vectors.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "increment-bound";
    /// Every update increases ‖w‖² by at most R², and by at most R² + 2τ/η for a threshold τ and step η.
    ///
    /// # Formula
    /// max over t of ‖w_t‖² − ‖w_{t−1}‖² = ‖x‖² + 2y⟨w, x⟩ ≤ R² + 2τ/η, with w in units of the step
    /// # Premise
    /// Rule perceptron or margin-perceptron.
    /// # Source
    /// Hardt and Recht, proof of the Lemma (theory C-H6): what norm-invariant sums.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "increment-bound"
    /// ```
    pub struct IncrementBound {}
}

impl Claim for IncrementBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht, proof of the Lemma"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::Rule(&["perceptron", "margin-perceptron"])]
    }

    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        margin
            .measures()
            .into_iter()
            .chain([Measure::Invariants])
            .collect()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.increment_most.clone()
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        Some(
            row.radius_squared
                .as_ref()?
                .plus(&limits::margin_slack(row)?),
        )
    }

    /// An extreme over the updates so far: more of them can only be worse.
    fn counts_up(&self) -> bool {
        true
    }
}
