//! Claims the second link of the leave-one-out chain: few different examples are ever mistaken.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "distinct-mistakes-bound";
    /// The different examples that a run ever updates on are at most as many as its mistake bound.
    ///
    /// # Formula
    /// #distinct margin-mistaken examples ≤ (R² + 2τ/η)/γ² for the margin perceptron, (R/γ)² for the perceptron
    /// # Premise
    /// A separator with positive margin γ; rule perceptron or margin-perceptron.
    /// # Source
    /// Hardt and Recht, proof of the Theorem (theory C-H11).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "distinct-mistakes-bound"
    /// ```
    pub struct DistinctMistakesBound {}
}

impl Claim for DistinctMistakesBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht, proof of the Theorem"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Rule(&["perceptron", "margin-perceptron"]),
            Premise::PositiveMargin(margin.clone()),
        ]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.distinct_margin_mistakes.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        limits::update_bound(row, row.radius_squared.as_ref()?, margin)
    }

    fn trivial_bound(&self, rows: &[&Trial]) -> Option<Quantity> {
        Some(limits::sample_size(rows.first()?))
    }

    fn counts_up(&self) -> bool {
        true
    }
}
