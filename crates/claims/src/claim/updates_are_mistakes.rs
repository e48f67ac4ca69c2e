//! Claims that the perceptron is conservative: it changes its vector on mistakes only.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "updates-are-mistakes";
    /// The vector changes on mistakes only, and on each of them: the algorithm is conservative.
    ///
    /// # Formula
    /// updates = mistakes
    /// # Premise
    /// None; it is true for rules that update on mistakes, false for the margin perceptron.
    /// # Source
    /// Vaughan, conservative algorithms (theory C-V5).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "updates-are-mistakes"
    /// ```
    pub struct UpdatesAreMistakes {}
}

impl Claim for UpdatesAreMistakes {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "Vaughan, conservative algorithms"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::Online]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.updates.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?.mistakes.map(Quantity::count)
    }
}
