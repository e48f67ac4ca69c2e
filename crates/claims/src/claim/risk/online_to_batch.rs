//! Claims the online-to-batch identity: the expected fraction of mistakes is the mean risk of the vectors during the run.

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "online-to-batch";
    /// Over an online run on N independent examples, the expected fraction of mistakes is the expected mean risk of the vectors, each taken before
    /// its example is shown.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{mistakes}]/N = \mathbb{E}[\frac{1}{N} \sum_t \text{risk}(w_t)]$, $w_t$ the vector before example $t$
    /// # Premise
    /// iid; order stream; test_ties equal to ties; exact risk. It is an identity, because a vector errs on a fresh example with the probability that
    /// is its risk.
    /// # Source
    /// Online-to-batch conversion, Cesa-Bianchi, Conconi and Gentile 2004 (docs/theory.md: 8.6, C-U12).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "online-to-batch"
    /// ```
    pub struct OnlineToBatch {}
}

impl Claim for OnlineToBatch {
    fn statement(&self, _: &MarginSource) -> Statement {
        let share = Term::from(columns::MISTAKES).over(limits::sample_size());
        Statement::expectation_identity(share, columns::ITERATE_RISK)
            .when([
                premise::iid(),
                premise::same_test_ties(),
                premise::known_iterate_risk(),
            ])
            .against_a_measurement()
    }
}
