//! Claims the first half of the proof: every update brings the vector forward along the separator by its margin.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "progress-invariant";
    /// After every update t, ⟨w_t, u⟩ is at least t times the smallest y⟨u, x⟩.
    ///
    /// # Formula
    /// min y⟨u, x⟩ ≤ min over t of ⟨w_t, u⟩/t, with w in units of the step and u as planted, of any length
    /// # Premise
    /// A planted direction u; rule perceptron or margin-perceptron.
    /// # Source
    /// Bartlett, proof of Theorem 2.1; Vaughan, Lemma 1 (theory C-B9, C-V4, C-H6). Control N17: the anti-perceptron and label-blind updates.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "progress-invariant"
    /// ```
    pub struct ProgressInvariant {}
}

impl Claim for ProgressInvariant {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Bartlett, proof of Theorem 2.1; Vaughan, Lemma 1"
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
        rows.first()?.planted_least.clone()
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?.progress_least.clone()
    }

    /// An extreme over the updates so far: more of them can only be worse.
    fn counts_up(&self) -> bool {
        true
    }
}
