//! Claims Theorem 2: the normalized perceptron makes at most 1/γₙ² mistakes.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "normalized-mistake-bound";
    /// On every sequence that some unit vector separates with normalised margin γₙ, the normalized perceptron makes at most
    /// 1/γₙ² mistakes.
    ///
    /// # Formula
    /// mistakes ≤ 1/γₙ², γₙ = min y⟨u, x⟩/‖x‖
    /// # Premise
    /// No example is zero; a separator with positive normalised margin; rule normalized-perceptron. The margin is always the
    /// planted separator's normalised one.
    /// # Source
    /// Vaughan, Theorem 2 (theory C-V7).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "normalized-mistake-bound"
    /// ```
    pub struct NormalizedMistakeBound {}
}

impl Claim for NormalizedMistakeBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Vaughan, Theorem 2"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Rule(&["normalized-perceptron"]),
            Premise::PositiveNormalizedMargin,
        ]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.mistakes.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(1).over(rows.first()?.normalized_margin_squared.as_ref()?))
    }

    fn trivial_bound(&self, rows: &[&Trial]) -> Option<Quantity> {
        limits::stream_length(rows.first()?)
    }

    fn counts_up(&self) -> bool {
        true
    }
}
