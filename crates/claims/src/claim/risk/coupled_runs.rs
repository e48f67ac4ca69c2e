//! Claims that leaving out an example that a run never updates on does not change the run.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "coupled-runs";
    /// With the same draws, leaving out an example that is never updated on does not change the sequence of updates.
    ///
    /// # Formula
    /// $\lvert\lbrace \text{examples without an update whose removal changes the sequence of updates}\rbrace\rvert = 0$
    /// # Premise
    /// Coupled draws: the order does not depend on how many examples call for an update. Every removal is run; nothing is assumed.
    /// # Source
    /// Hardt and Recht's note, proof of the theorem (docs/theory.md: C-H12).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "coupled-runs"
    /// ```
    pub struct CoupledRuns {}
}

impl Claim for CoupledRuns {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::COUPLING_DIFFERENCES, 0).when([premise::coupled()])
    }
}
