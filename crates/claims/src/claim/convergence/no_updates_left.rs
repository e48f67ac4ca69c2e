//! Claims that a run that ended at a clean pass has converged: no example calls for another update.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "no-updates-left";
    /// When the run has ended, no example calls for an update: the margin perceptron's output makes no margin mistakes.
    ///
    /// # Formula
    /// $\lvert\lbrace \text{examples on which an update is still due}\rbrace\rvert = 0$
    /// # Premise
    /// A separator with positive margin; the run ends at a clean pass. The count is a full scan after the run.
    /// # Source
    /// Hardt and Recht, convergence (docs/theory.md: C-H1, C-H7); control N16.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "no-updates-left"
    /// ```
    pub struct NoUpdatesLeft {}
}

impl Claim for NoUpdatesLeft {
    fn statement(&self, margin: &MarginSource) -> Statement {
        Statement::identity(columns::UPDATES_LEFT, 0).when([
            premise::scanned_at_the_end(),
            premise::positive_margin(margin),
            premise::ran_to_clean_pass(),
        ])
    }
}
