//! Claims the second half of the proof: the squared norm grows by at most R² per update, on average over every prefix.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "norm-invariant";
    /// After every update t, ‖w_t‖² is at most t·R², and t·(R² + 2τ/η) for a threshold τ and step η.
    ///
    /// # Formula
    /// max over t of ‖w_t‖²/t ≤ R² + 2τ/η, with w in units of the step; 3 on unit vectors with τ = η = 1
    /// # Premise
    /// Rule perceptron or margin-perceptron.
    /// # Source
    /// Bartlett, proof of Theorem 2.1; Vaughan, Lemma 2; Hardt and Recht, Lemma (theory C-B9, C-V4, C-H6; E6 has the inequality reversed). Control N17.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "norm-invariant"
    /// ```
    pub struct NormInvariant {}
}

impl Claim for NormInvariant {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Bartlett, proof of Theorem 2.1; Vaughan, Lemma 2"
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
        rows.first()?.norm_growth_most.clone()
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
