//! Claims the mistake bound of the perceptron with an offset, in terms of the affine margin.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "offset-mistake-bound";
    /// On every sample that an affine hyperplane separates with margin γ, the perceptron with the constant feature c makes at most
    /// (R² + c²)(1 + b²/c²)/γ² updates.
    ///
    /// # Formula
    /// updates ≤ (R² + c²)(1 + b²/c²)/γ², where y(⟨u, x⟩ + b) ≥ γ, ‖u‖ = 1, and R is without the constant feature
    /// # Premise
    /// The variant has an offset; the planted separator is affine and separates; rule perceptron. With the constant feature the
    /// separator is (u, b/c), of squared length 1 + b²/c², and the bound is (R/γ)² of what the perceptron sees. A stated margin (margin = 1)
    /// replaces γ²/(1 + b²/c²).
    /// # Source
    /// Theory C-M13, from MIT, the offset perceptron; C-M10.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "offset-mistake-bound"
    /// ```
    pub struct OffsetMistakeBound {}
}

impl Claim for OffsetMistakeBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "MIT, offset perceptron"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Rule(&["perceptron"]),
            Premise::Offset,
            Premise::PositiveMargin(margin.clone()),
        ]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.updates.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        limits::squared_ratio(rows.first()?, margin)
    }

    fn trivial_bound(&self, rows: &[&Trial]) -> Option<Quantity> {
        limits::stream_length(rows.first()?)
    }

    fn counts_up(&self) -> bool {
        true
    }
}
