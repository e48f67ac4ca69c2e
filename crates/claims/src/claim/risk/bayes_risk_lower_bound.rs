//! Claims that no hypothesis has a smaller risk than the Bayes classifier.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::{AnyColumn, columns};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

/// The columns from which a risk is read with its rounding error.
pub(super) const READS: [AnyColumn; 2] = [columns::RISK.any(), columns::DIMENSION.any()];

/// A risk of Gaussian classes with d features, enclosed: a fraction as it is, a float with its rounding error.
///
/// # Formula
///
/// ```text
/// error ≤ min(10⁻¹⁴, (d + 4) ε (2 − 2 ln p) p)    of p = Φ(−z), because z is off by (d + 4) ε z, which changes p by about z² ≤ −2 ln p of that
/// ```
pub(super) fn computed(risk: &Quantity, dimension: u64) -> Quantity {
    let p = risk.value;
    let of_features = (dimension as f64 + 4.0) * f64::EPSILON;
    let error = of_features * (2.0 - 2.0 * libm::log(p.max(f64::MIN_POSITIVE))) * p;
    match &risk.exact {
        Some(_) => risk.clone(),
        None => Quantity::within(p, error.min(1e-14)),
    }
}

documented! {
    name = "bayes-risk-lower-bound";
    /// The risk of every hypothesis is at least the Bayes risk of the distribution, on every sample.
    ///
    /// # Formula
    /// $\text{Bayes risk} \le \text{risk}$, $\Phi(-\lVert\mu\rVert/\sigma)$ for two isotropic Gaussians with equal priors
    /// # Premise
    /// The Bayes risk is known, and the risk in closed form. A Bayes risk of 0 says nothing.
    /// # Source
    /// Bartlett, approximation (docs/theory.md: C-B4, R1).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "bayes-risk-lower-bound"
    /// ```
    pub struct BayesRiskLowerBound {}
}

impl Claim for BayesRiskLowerBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let smallest = Term::from(columns::BAYES_RISK);
        let nothing = smallest
            .clone()
            .map(|smallest| (smallest.value == 0.0).then_some(smallest));
        let risk = Term::of(READS, |row| {
            Some(computed(
                row.get(columns::RISK)?,
                row.copied(columns::DIMENSION)?,
            ))
        });
        Statement::surely(smallest, risk)
            .when([premise::known_bayes_risk(), premise::closed_form_risk()])
            .vacuous_from(nothing)
            // It holds for any weight vector, so also for the one of a run that was cut off.
            .even_if_cut_off()
    }
}
