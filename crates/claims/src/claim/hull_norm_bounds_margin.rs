//! Claims that the learner's own vectors bound the margin from above: γ ≤ ‖w_t‖/t.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "hull-norm-bounds-margin";
    /// After every update t, no margin of the sample exceeds ‖w_t‖/t: a free certificate against larger margins.
    ///
    /// # Formula
    /// max over t of t²/‖w_t‖² ≤ 1/γ², with w in units of the step: w_t/t lies in the convex hull of the y·x, whose distance from 0 is γ*
    /// # Premise
    /// A positive margin γ, of the planted separator or the largest one; rule perceptron or margin-perceptron.
    /// # Source
    /// Corollary of Bartlett, proof of Theorem 2.1, by duality (theory C-B9, T9); equality on orthogonal vectors of equal norm.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "hull-norm-bounds-margin"
    /// ```
    pub struct HullNormBoundsMargin {}
}

impl Claim for HullNormBoundsMargin {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Bartlett, proof of Theorem 2.1, with duality"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Rule(&["perceptron", "margin-perceptron"]),
            Premise::PositiveMargin(margin.clone()),
        ]
    }

    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        margin
            .measures()
            .into_iter()
            .chain([Measure::Invariants])
            .collect()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let least = rows
            .first()?
            .hull_norm_least
            .as_ref()
            .filter(|square| square.lower > 0.0)?;
        Some(Quantity::count(1).over(least))
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(1).over(&margin.squared(rows.first()?)?))
    }

    /// An extreme over the updates so far: more of them can only be worse.
    fn counts_up(&self) -> bool {
        true
    }
}
