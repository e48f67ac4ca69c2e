//! Claims that one of two variants has the smaller risk on average over samples that both see.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term};
use crate::trial::columns;
use perceptron::documented::Invalid;
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};
use std::cmp::Ordering;

documented! {
    name = "smaller-risk-on-average";
    /// Trained on the same samples, the first of two variants has on average at most the risk of the second.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{risk}_1 - \text{risk}_2] \le a$, the stated difference, 0 if none is stated
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
        /// The largest mean difference that is allowed, above −1 and below 1: an integer, or a decimal or fraction in quotes; 0 if left out.
        #[serde(default = "Rational::zero")]
        pub at_most: Rational,
    }
}

impl Claim for SmallerRiskOnAverage {
    fn statement(&self, _: &MarginSource) -> Statement {
        let difference = Term::of_rows([columns::RISK.any()], |rows| {
            let [first, second] = rows else { return None };
            let (first, second) = (first.get(columns::RISK)?, second.get(columns::RISK)?);
            Some(match (&first.exact, &second.exact) {
                (Some(first), Some(second)) => Quantity::exact(first - second),
                _ => Quantity::float(first.value - second.value),
            })
        })
        .linear();
        Statement::in_expectation(difference, self.at_most.clone())
            .of_pairs()
            .vacuous_from(1)
            .between(-1.0, 1.0)
    }

    fn text(&self) -> Option<ClaimText> {
        let most = &self.at_most;
        let own = ClaimText::of(&Self::DOC);
        let zero = Rational::zero();
        let statement = match most.cmp(&zero) {
            Ordering::Equal => own.statement.clone(),
            Ordering::Greater => format!(
                "Trained on the same samples, the risk of the first of two variants is on average at most {most} above that of the second."
            ),
            Ordering::Less => format!(
                "Trained on the same samples, the risk of the first of two variants is on average at least {} below that of the second.",
                &zero - most
            ),
        };
        let tex = format!(r"$\mathbb{{E}}[\text{{risk}}_1 - \text{{risk}}_2] \le {most}$");
        Some(own.saying(statement, tex))
    }

    fn validate(&self) -> Option<Invalid> {
        let inside = self.at_most.to_f64().abs() < 1.0;
        (!inside).then(|| {
            Invalid::out_of_range("at_most", "a difference of risks, above -1 and below 1")
        })
    }
}
