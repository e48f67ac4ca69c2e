//! Claims the first half of the proof of the mistake bound: every update moves the vector along the separator by at least its margin.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "progress-invariant";
    /// After every update t, ⟨w_t, u⟩ is at least t times the smallest y⟨u, x⟩.
    ///
    /// # Formula
    /// $\min y\langle u, x\rangle \le \min_t \langle w_t, u\rangle/t$, with $w$ in units of the step and $u$ as planted, of any length
    /// # Premise
    /// A planted direction u; rule perceptron or margin-perceptron.
    /// # Source
    /// Bartlett, proof of Theorem 2.1; Vaughan, Lemma 1 (docs/theory.md: C-B9, C-V4, C-H6). Control N17: the anti-perceptron and label-blind updates.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "progress-invariant"
    /// ```
    pub struct ProgressInvariant {}
}

impl Claim for ProgressInvariant {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::surely(columns::PLANTED_LEAST, columns::PROGRESS_LEAST)
            .when([
                premise::planted_direction(),
                premise::watched_updates(),
                premise::perceptron_rule(),
            ])
            // An extreme over the updates so far, which further updates can only make worse.
            .counting_up()
    }
}
