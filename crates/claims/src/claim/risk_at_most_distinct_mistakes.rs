//! Claims the middle link of the leave-one-out theorem: the risk is at most the share of examples that a run with one more is updated on.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "risk-at-most-distinct-mistakes";
    /// After N examples a fresh one is a margin mistake with at most the expected share of different examples that a run on N + 1 is updated on.
    ///
    /// # Formula
    /// ```text
    /// P(y⟨w, x⟩ < τ after N examples) ≤ E[different examples updated on among N + 1]/(N + 1) ≤ 1;  with event = "error", P(error) ≤ the same
    /// ```
    /// # Premise
    /// iid; coupled draws; the sample is the N + 1 examples, and the run on N is the one without the last. The share is at most 1, so that it may be
    /// subtracted trial by trial. The margin event needs basis vectors of unit norm.
    /// # Source
    /// Hardt and Recht, Theorem, the strong form of its proof (theory C-H11).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "risk-at-most-distinct-mistakes"
    /// ```
    pub struct RiskAtMostDistinctMistakes {
        /// "error" (the default), or "margin-mistake", y⟨w, x⟩ below the threshold.
        #[serde(default)]
        pub event: Event,
    }
}

/// What a fresh example may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Classified incorrectly.
    #[default]
    Error,
    /// Below the threshold of the rule.
    MarginMistake,
}

impl Claim for RiskAtMostDistinctMistakes {
    fn form(&self) -> Form {
        Form::InExpectation
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht, proof of the Theorem"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Iid,
            Premise::Coupled,
            Premise::RunToCleanPass,
            Premise::PositionFree,
            Premise::SumOfUpdates,
        ]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::RiskWithoutLast]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        let (value, exact) = match self.event {
            Event::Error => (row.risk_without_last, &row.risk_without_last_exact),
            Event::MarginMistake => (None, &row.margin_risk_without_last),
        };
        exact
            .clone()
            .map(Quantity::exact)
            .or_else(|| value.map(Quantity::float))
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        row.distinct_margin_mistakes
            .map(|distinct| Quantity::count(distinct).over(&limits::sample_size(row)))
    }

    /// The share of examples is measured, and at most 1.
    fn limit_is_measured(&self) -> bool {
        true
    }
}
