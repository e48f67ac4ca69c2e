//! Says how a test example with a score of 0 is scored under a variant.

use super::{OtherLearner, RunResult, TieRule, Variant};
use crate::sample::TestTies;

impl Variant {
    /// Returns how the learner predicts at a score of exactly its threshold; one that chooses among configurations predicts as these do.
    pub fn tie_rule(&self) -> TieRule {
        match &self.learner {
            None => TieRule::Stated,
            Some(OtherLearner::Select(select)) => {
                let first = select.among.0.first();
                first.map_or(TieRule::Stated, Self::tie_rule)
            }
            Some(learner) => learner.facts().tie_rule,
        }
    }

    /// Returns how a test example with a score of 0 is scored: by the learner's own tie rule if it has one, else as the variant states; `None` if only
    /// the learner's answers show it.
    pub fn known_test_ties(&self) -> Option<TestTies> {
        match self.tie_rule() {
            TieRule::Stated => Some(self.test_ties),
            TieRule::Own(ties) => Some(ties),
            TieRule::Answered => None,
        }
    }

    /// Returns how a test example with a score of 0 is scored after this run. A tie is an error if the learner's answers show no rule.
    pub fn test_ties_after(&self, run: &RunResult) -> TestTies {
        let known = self.known_test_ties().or(run.answered_ties);
        known.unwrap_or(TestTies::Mistake)
    }
}
