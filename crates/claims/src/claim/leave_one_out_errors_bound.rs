//! Claims the first link of the leave-one-out chain, surely: a left-out error needs an example that was mistaken.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "leave-one-out-errors-bound";
    /// On every sample, with the same draws for all runs and each run to a clean pass, the errors on left-out examples are at
    /// most the different examples that the full run updated on, and so at most the mistake bound.
    ///
    /// # Formula
    /// #{i : the run without i errs on i} ≤ #distinct margin-mistaken examples ≤ mistake bound
    /// # Premise
    /// Coupled draws (the same index stream with one example skipped; not random-misclassified); run to a clean pass; last
    /// vector; a tie in the test is a mistake in training too. The second link is the claim distinct-mistakes-bound.
    /// # Source
    /// Hardt and Recht, proof of the Theorem (theory C-H11, C-H12).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "leave-one-out-errors-bound"
    /// ```
    pub struct LeaveOneOutErrorsBound {}
}

impl Claim for LeaveOneOutErrorsBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht, proof of the Theorem"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        let rules = Premise::Rule(&["perceptron", "margin-perceptron"]);
        vec![
            rules,
            Premise::PositiveMargin(margin.clone()),
            Premise::RunToCleanPass,
            Premise::Coupled,
            Premise::LastVector,
        ]
    }

    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        [vec![Measure::LeaveOneOut], margin.measures()].concat()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?
            .leave_one_out_errors
            .map(|errors| Quantity::exact(Rational::from_float(errors)))
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?.distinct_margin_mistakes.map(Quantity::count)
    }

    fn trivial_bound(&self, rows: &[&Trial]) -> Option<Quantity> {
        Some(limits::sample_size(rows.first()?))
    }
}
