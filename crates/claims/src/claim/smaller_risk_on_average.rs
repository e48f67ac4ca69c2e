//! Claims that one of two variants has the smaller risk on average over samples that both see.

use super::{Claim, Form, MarginSource, Premise, Scope};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "smaller-risk-on-average";
    /// Trained on the same samples, the first of two variants has on average at most the risk of the second.
    ///
    /// # Formula
    /// E[risk(first) − risk(second)] ≤ at_most
    /// # Premise
    /// Two variants are named, in that order. The difference lies in [−1, 1] and is taken sample by sample, so that what the variants
    /// share cancels.
    /// # Source
    /// A question of this program, not a theorem of the notes: paired comparison by betting (Waudby-Smith and Ramdas 2024).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "smaller-risk-on-average"
    /// variants = ["plain", "normalized"]
    /// ```
    pub struct SmallerRiskOnAverage {
        /// What the mean difference may be at most, from −1 to 1: an integer, or a decimal or fraction in quotes; 0 if left out.
        #[serde(default = "Rational::zero")]
        pub at_most: Rational,
    }
}

impl Claim for SmallerRiskOnAverage {
    fn form(&self) -> Form {
        Form::InExpectation
    }

    fn scope(&self) -> Scope {
        Scope::Pair
    }

    fn fault(&self) -> Option<(&'static str, &'static str)> {
        let inside = self.at_most.to_f64().abs() < 1.0;
        (!inside).then_some(("at_most", "a difference of risks, above -1 and below 1"))
    }

    fn source(&self) -> &'static str {
        "paired comparison"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        Vec::new()
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Risk]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let [first, second] = rows else { return None };
        match (&first.risk_exact, &second.risk_exact) {
            (Some(first), Some(second)) => Some(Quantity::exact(first - second)),
            _ => Some(Quantity::float(first.risk? - second.risk?)),
        }
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::exact(self.at_most.clone()))
    }

    fn trivial_bound(&self, _: &[&Trial]) -> Option<Quantity> {
        Some(Quantity::count(1))
    }

    fn range(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }
}
