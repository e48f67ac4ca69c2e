//! Claims the identity that the norm bound relaxes: what each update adds to the squared norm.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "norm-identity";
    /// After every update, ‖w‖² is exactly the sum of ‖x‖² + 2y⟨w, x⟩ over the updates so far, with the w before each.
    ///
    /// # Formula
    /// number of updates t with ‖w_t‖² ≠ Σ_{s<t} ‖x_s‖² + 2y_s⟨w_s, x_s⟩ is 0, with w in units of the step
    /// # Premise
    /// Exact arithmetic; rule perceptron or margin-perceptron.
    /// # Source
    /// Theory C-B9, exact form of Bartlett's proof of Theorem 2.1. Control N17: the anti-perceptron.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "norm-identity"
    /// ```
    pub struct NormIdentity {}
}

impl Claim for NormIdentity {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "Bartlett, proof of Theorem 2.1"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::ExactArithmetic,
            Premise::Rule(&["perceptron", "margin-perceptron"]),
        ]
    }

    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        margin
            .measures()
            .into_iter()
            .chain([Measure::Invariants])
            .collect()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.norm_identity_failures.map(Quantity::count)
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(0))
    }

    /// An extreme over the updates so far: more of them can only be worse.
    fn counts_up(&self) -> bool {
        true
    }
}
