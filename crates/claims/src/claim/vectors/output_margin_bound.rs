//! Claims that the margin perceptron returns a vector with at least a third of the best margin, on unit vectors.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;
use perceptron::sample::Quantity;

documented! {
    name = "output-margin-bound";
    /// The margin perceptron's output separates the sample with margin at least τγ/(ηR² + 2τ): a third of γ on unit vectors with τ = η = 1.
    ///
    /// # Formula
    /// $1 \le (\min y\langle w, x\rangle/\lVert w\rVert)^2/(\tau\gamma/(\eta{}R^2 + 2\tau))^2$
    /// # Premise
    /// A separator with positive margin γ; rule margin-perceptron with threshold τ and step η, run to a clean pass; last vector. For a rule without a
    /// threshold the formula takes τ = 1; the plain perceptron has no such guarantee.
    /// # Source
    /// Corollary of Hardt and Recht's Lemma, not stated there: ‖w‖ ≤ (ηR² + 2τ)/γ and y⟨w, x⟩ ≥ τ (docs/theory.md, C-H7).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "output-margin-bound"
    /// ```
    pub struct OutputMarginBound {}
}

impl Claim for OutputMarginBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let ratio = Term::from(columns::STEP).over(threshold());
        let inverse = Term::from(columns::RADIUS_SQUARED).times(ratio).plus(2);
        let guaranteed = margin.squared().over(inverse.clone().times(inverse));
        let share = Term::from(columns::OUTPUT_MARGIN_SQUARED).over(guaranteed);
        Statement::surely(1, share).when([
            premise::rule(&[RuleKind::MarginPerceptron]),
            premise::ran_to_clean_pass(),
            premise::sum_of_updates(),
            premise::positive_margin(margin),
        ])
    }
}

/// The rule's threshold τ; 1 for a rule without a threshold.
fn threshold() -> Term {
    Term::of([columns::THRESHOLD.any()], |row| {
        let threshold = row.quantity(columns::THRESHOLD.any());
        threshold.or_else(|| Some(Quantity::count(1)))
    })
}
