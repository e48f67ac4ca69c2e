//! Claims that majority functions of r of n signs are learned with at most nr mistakes.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "majority-mistake-bound";
    /// On majority functions of r of n signs, the perceptron makes at most nr mistakes, normalized or not.
    ///
    /// # Formula
    /// mistakes ≤ n·r: ‖x‖² = n, and the margin of the relevant direction is an odd multiple of 1/√r
    /// # Premise
    /// Features are signs, and the label is the majority of r of them, r odd (generators majority and hadamard); rule perceptron or normalized-perceptron, no offset.
    /// # Source
    /// Vaughan, majority functions (theory C-V11).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "majority-mistake-bound"
    /// ```
    pub struct MajorityMistakeBound {}
}

impl Claim for MajorityMistakeBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Vaughan, majority functions"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Majority,
            Premise::Rule(&["perceptron", "normalized-perceptron"]),
        ]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.mistakes.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        Some(
            row.population_radius_squared
                .as_ref()?
                .over(row.population_margin_squared.as_ref()?),
        )
    }

    fn trivial_bound(&self, rows: &[&Trial]) -> Option<Quantity> {
        limits::stream_length(rows.first()?)
    }

    fn counts_up(&self) -> bool {
        true
    }
}
