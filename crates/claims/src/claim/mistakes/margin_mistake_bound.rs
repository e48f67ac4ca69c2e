//! Claims the Lemma of Hardt and Recht: the margin perceptron makes at most 3/γ² margin mistakes on unit vectors.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;

/// Which form of the bound on margin mistakes is claimed.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Norm {
    /// The bound as printed, for unit vectors.
    Unit,
    /// The bound with R², for any norms.
    Any,
}

perceptron::documented::choice!(Norm);

documented! {
    name = "margin-mistake-bound";
    /// On every sample of unit vectors that some unit vector separates with margin γ, the margin perceptron makes at most 3/γ² margin mistakes, in
    /// whatever order the examples are shown; in general (2 + R²)/γ².
    ///
    /// # Formula
    /// $\text{margin mistakes} \le (1 + 2\tau/\eta)/\gamma^2$, which is $3/\gamma^2$ for threshold $\tau$ = step $\eta$ = 1; with norm = "any", $(R^2 + 2\tau/\eta)/\gamma^2$
    /// # Premise
    /// A separator with positive margin γ; rule margin-perceptron; no norm above 1, unless norm = "any".
    /// # Source
    /// Hardt and Recht, Lemma (docs/theory.md, C-H5).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "margin-mistake-bound"
    /// norm = "any"
    /// ```
    pub struct MarginMistakeBound {
        /// "unit": the bound for unit vectors; "any": the bound with R².
        pub norm: Norm = "unit",
    }
}

impl Claim for MarginMistakeBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let (radius_squared, of_norm) = match self.norm {
            Norm::Unit => (Term::from(1), Some(premise::within_the_unit_ball())),
            Norm::Any => (Term::from(columns::RADIUS_SQUARED), None),
        };
        let rule = premise::rule(&[RuleKind::MarginPerceptron]);
        let always = [rule, premise::positive_margin(margin)];
        let limit = limits::update_bound(radius_squared, margin);
        Statement::surely(columns::MARGIN_MISTAKES, limit)
            .when(always.into_iter().chain(of_norm))
            .vacuous_from(limits::most_mistakes())
            .counting_up()
    }

    fn text(&self) -> Option<ClaimText> {
        let own = ClaimText::of(&Self::DOC);
        Some(match self.norm {
            Norm::Unit => own.with_tex(r"$\text{margin mistakes} \le (1 + 2\tau/\eta)/\gamma^2$, which is $3/\gamma^2$ for threshold $\tau$ = step $\eta$ = 1",
            ),
            Norm::Any => own.with_tex(r"$\text{margin mistakes} \le (R^2 + 2\tau/\eta)/\gamma^2$",
            ),
        })
    }
}
