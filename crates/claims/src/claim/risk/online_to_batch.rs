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
    /// is its risk. With m = N − 1 the vectors are h_0 = 0, …, h_m, so it is the risk of one of them drawn at random: E[M_(m+1)]/(m + 1). In the code
    /// that Freund and Schapire print, h_0 counts only after a right answer.
    /// # Source
    /// Online-to-batch conversion, Cesa-Bianchi, Conconi and Gentile 2004; Freund and Schapire 1999 (docs/theory.md: 8.6, C-U12, X3).
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
