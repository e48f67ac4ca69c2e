//! Claims that the squared norm grows at most linearly in the updates.

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "output-norm-at-most";
    /// The squared norm of the vector after m updates is at most m times what one update can add.
    ///
    /// # Formula
    /// ```text
    /// ‖w‖² ≤ η² (R² + 2τ/η) m: at most 3m for the margin perceptron on unit vectors, R² m for the perceptron; with reversed = true: ≥
    /// ```
    /// # Premise
    /// Rule perceptron or margin-perceptron with threshold τ and step η; last vector.
    /// # Source
    /// Hardt and Recht's note, Lemma; Bartlett, proof of Theorem 2.1; Vaughan, Lemma 2 (docs/theory.md: C-B9, C-V4, C-H6, erratum E6).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "output-norm-at-most"
    /// ```
    pub struct OutputNormAtMost {
        /// true claims the inequality the other way round, as printed; false if left out.
        #[serde(default)]
        pub reversed: bool,
    }
}

impl Claim for OutputNormAtMost {
    fn statement(&self, _: &MarginSource) -> Statement {
        let norm = columns::OUTPUT_NORM_SQUARED;
        let statement = if self.reversed {
            Statement::surely(growth(), norm)
        } else {
            Statement::surely(norm, growth())
        };
        statement.when([premise::perceptron_rule(), premise::sum_of_updates()])
    }
}

/// η² (R² + 2τ/η) m.
fn growth() -> Term {
    let most = Term::from(columns::RADIUS_SQUARED).plus(limits::margin_slack());
    let step_squared = Term::from(columns::STEP).times(columns::STEP);
    most.times(step_squared).times(columns::UPDATES)
}
