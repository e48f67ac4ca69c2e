//! Measures the risk of the majority vote of the weight vectors of an online run, each taken before its example is shown.

use super::completed_run::CompletedRun;
use super::fresh_examples::no_risk;
use super::iterates::{Iterates, no_iterates};
use super::measurement::Measurement;
use super::risk::quantity;
use crate::trial::column::columns;
use crate::trial::{AnyColumn, Record, Setting};
use perceptron::learn::Linear;
use perceptron::risk;
use perceptron::sample::Quantity;

columns! {
    /// Probability that at least half of the vectors of an online run, each taken before its example, err on a fresh example; else its estimate.
    MAJORITY_VOTE_RISK: Quantity = "majority_vote_risk" in "probability";
}

/// Measures the risk of the majority vote of the weight vectors h_0, …, h_(N−1) of an online run: exactly if examples are basis vectors, otherwise on
/// fresh examples.
pub(super) struct MajorityVote;

impl Measurement for MajorityVote {
    fn missing_everywhere(&self, setting: &Setting, enumerated: bool) -> Option<&'static str> {
        no_iterates(setting).or_else(|| no_risk(setting, enumerated))
    }

    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let fresh = run.fresh.as_ref();
        let of_independent = fresh.filter(|fresh| fresh.distribution().iid);
        if let Some((fresh, iterates)) = of_independent.zip(Iterates::of(run)) {
            let votes: Vec<(u64, Linear)> = iterates.collect();
            let risk = fresh.majority_vote(&votes).map(quantity);
            record.set(columns::MAJORITY_VOTE_RISK, risk);
        }
    }

    fn estimates(&self, _: AnyColumn, setting: &Setting) -> bool {
        let distribution = setting.distribution.distribution.as_ref();
        let has_value = self.missing_everywhere(setting, false).is_none();
        has_value && !distribution.is_some_and(risk::has_closed_form_of_votes)
    }
}
