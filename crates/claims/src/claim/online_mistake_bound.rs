//! Claims Theorem 1: the perceptron makes at most (D/γ)² mistakes.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "online-mistake-bound";
    /// On every sequence that some unit vector separates with margin γ, the perceptron makes at most (D/γ)² mistakes.
    ///
    /// # Formula
    /// mistakes ≤ (D/γ)², D = max ‖x‖
    /// # Premise
    /// A separator with positive margin γ on the sample; rule perceptron.
    /// # Source
    /// Vaughan, Theorem 1; Bartlett, Theorem 2.1(b); Urner, Theorem 3 (theory C-V3, C-B8, C-U9).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "online-mistake-bound"
    /// ```
    pub struct OnlineMistakeBound {}
}

impl Claim for OnlineMistakeBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Vaughan, Theorem 1; Bartlett, Theorem 2.1(b)"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Rule(&["perceptron"]),
            Premise::PositiveMargin(margin.clone()),
        ]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.mistakes.map(Quantity::count)
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
