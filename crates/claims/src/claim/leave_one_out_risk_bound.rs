//! Claims the Theorem: the expected risk is at most the mistake bound over N + 1.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "leave-one-out-risk-bound";
    /// For independent examples with margin γ almost surely, the expected risk of a hypothesis trained on N of them to a clean
    /// pass is at most the mistake bound divided by N + 1.
    ///
    /// # Formula
    /// ```text
    /// E[risk] ≤ 3/(γ²(N+1)) for the margin perceptron on unit vectors; in general (R² + 2τ/η)/(γ²(N+1)), and (R/γ)²/(N+1) for
    /// the perceptron
    /// ```
    /// # Premise
    /// iid; ‖x‖ ≤ R and margin γ by law (the population margin); rule perceptron or margin-perceptron, run to a clean pass; last
    /// vector.
    /// # Source
    /// Hardt and Recht, Theorem (theory C-H11, 8.8).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "leave-one-out-risk-bound"
    /// ```
    pub struct LeaveOneOutRiskBound {}
}

impl Claim for LeaveOneOutRiskBound {
    fn form(&self) -> Form {
        Form::InExpectation
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht, Theorem"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        premises(margin)
    }

    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        [vec![Measure::Risk], margin.measures()].concat()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        row.risk_exact
            .clone()
            .map(Quantity::exact)
            .or_else(|| row.risk.map(Quantity::float))
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        limit(row, margin, row.examples + 1)
    }

    fn trivial_bound(&self, _: &[&Trial]) -> Option<Quantity> {
        Some(Quantity::count(1))
    }
}

/// What the risk and the leave-one-out error need alike.
pub(super) fn premises(margin: &MarginSource) -> Vec<Premise> {
    vec![
        Premise::Rule(&["perceptron", "margin-perceptron"]),
        Premise::Iid,
        Premise::BoundedNorm,
        Premise::PositiveMargin(margin.clone()),
        Premise::RunToCleanPass,
        Premise::LastVector,
    ]
}

/// The mistake bound by the law's radius, divided by the number of examples including the tested one.
pub(super) fn limit(row: &Trial, margin: &MarginSource, with_tested: u64) -> Option<Quantity> {
    Some(
        limits::update_bound(row, row.population_radius_squared.as_ref()?, margin)?
            .over(&Quantity::count(with_tested)),
    )
}
