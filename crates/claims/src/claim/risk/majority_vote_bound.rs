//! Claims that the majority vote of the vectors of an online run errs at most twice as often as the run does.

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "majority-vote-bound";
    /// The majority vote of the vectors of an online run on N = m + 1 examples, each taken before its example, errs on a fresh example with at most
    /// twice the expected fraction of mistakes.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{risk of the majority vote of } h_0, \ldots, h_m] \le 2\mathbb{E}[M_{m+1}]/(m+1)$, $h_r$ the vector after $r$ examples, $M_{m+1}$ the mistakes on $m + 1 = N$ examples
    /// # Premise
    /// iid; order stream; test_ties equal to ties. The m + 1 vectors are h_0 = 0, …, h_m, each with one vote. A tie of votes is an error, and a score
    /// of 0 is a wrong vote if test_ties = "mistake". The code that Freund and Schapire print starts with c_1 = 0, so h_0 votes only after a right answer:
    /// that is the hypothesis "voted", the vote of h_1, …, h_m. On basis vectors the risk is a fraction; elsewhere it is estimated without bias.
    /// # Source
    /// Freund and Schapire 1999, after Helmbold and Warmuth 1995 (docs/theory.md: X3). The identity for one vector drawn at random is online-to-batch.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "majority-vote-bound"
    /// ```
    pub struct MajorityVoteBound {}
}

impl Claim for MajorityVoteBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let twice = Term::from(2).times(columns::MISTAKES);
        let limit = twice.over(limits::sample_size());
        Statement::in_expectation(columns::MAJORITY_VOTE_RISK, limit)
            .when([
                premise::iid(),
                premise::same_test_ties(),
                premise::known_majority_vote_risk(),
            ])
            .against_a_measurement()
            // The limit of a run goes up to 2.
            .between(0.0, 2.0)
            .vacuous_from(1)
    }
}
