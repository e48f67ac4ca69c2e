//! Claims that the margin perceptron returns a vector with a third of the best margin.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "output-margin-bound";
    /// The margin perceptron's output separates the sample with at least γ/(2 + R²), a third of the margin on unit vectors.
    ///
    /// # Formula
    /// ```text
    /// 1 ≤ (min y⟨w, x⟩/‖w‖)²/(τγ/(ηR² + 2τ))²
    /// ```
    /// # Premise
    /// A separator with positive margin γ; rule margin-perceptron with threshold τ and step η, run to a clean pass; last vector. For a rule without a
    /// threshold τ = 1 is meant: no such guarantee holds for the plain perceptron.
    /// # Source
    /// Corollary of Hardt and Recht's Lemma, not stated there: ‖w‖ ≤ (ηR² + 2τ)/γ and y⟨w, x⟩ ≥ τ (theory C-H7).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "output-margin-bound"
    /// ```
    pub struct OutputMarginBound {}
}

impl Claim for OutputMarginBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "corollary of Hardt and Recht, Lemma"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        let rule = Premise::Rule(&["margin-perceptron"]);
        vec![
            rule,
            Premise::RunToCleanPass,
            Premise::SumOfUpdates,
            Premise::PositiveMargin(margin.clone()),
        ]
    }

    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        [margin.measures(), vec![Measure::Training]].concat()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first().map(|_| Quantity::count(1))
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        let threshold = row.threshold.clone().unwrap_or_else(Rational::one);
        let ratio = row.step.as_ref()? / &threshold;
        let inverse = row
            .radius_squared
            .as_ref()?
            .times(&Quantity::exact(ratio))
            .plus(&Quantity::count(2));
        let guaranteed = margin.squared(row)?.over(&inverse.times(&inverse));
        Some(row.output_margin_squared.as_ref()?.over(&guaranteed))
    }
}
