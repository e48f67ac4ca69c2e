//! Claims that normalising never worsens the bound: 1/γₙ² ≤ (D/γ)².

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "normalized-bound-is-no-worse";
    /// For every separator, the bound of the normalized perceptron is at most that of the plain one.
    ///
    /// # Formula
    /// 1/γₙ² ≤ (D/γ)²
    /// # Premise
    /// A separator with positive margin; no example is zero. No learner is needed.
    /// # Source
    /// Vaughan, remark after Theorem 2 (theory C-V8). It compares bounds, not mistakes.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "normalized-bound-is-no-worse"
    /// ```
    pub struct NormalizedBoundIsNoWorse {}
}

impl Claim for NormalizedBoundIsNoWorse {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Vaughan, remark after Theorem 2"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::PositiveMargin(margin.clone()),
            Premise::PositiveNormalizedMargin,
        ]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        Some(Quantity::count(1).over(rows.first()?.normalized_margin_squared.as_ref()?))
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        limits::squared_ratio(rows.first()?, margin)
    }
}
