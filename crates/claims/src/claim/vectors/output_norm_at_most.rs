//! Claims that the squared norm grows at most linearly in the updates.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "output-norm-at-most";
    /// The squared norm of the vector after m updates is at most m times what one update can add.
    ///
    /// # Formula
    /// $\lVert w\rVert^2 \le \eta^2 (R^2 + 2\tau/\eta) m$: at most $3m$ for the margin perceptron on unit vectors, $R^2 m$ for the perceptron; with reversed = true: $\ge$
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
        /// true claims the inequality the other way round, as printed.
        pub reversed: bool = false,
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

    fn text(&self) -> Option<ClaimText> {
        let own = ClaimText::of(&Self::DOC);
        Some(match self.reversed {
            true => own.saying(
                "As printed: the squared norm of the weight vector after m updates is at least m times what one update can add.",
                r"$\eta^2 (R^2 + 2\tau/\eta) m \le \lVert w\rVert^2$",
            ),
            false => own.with_tex(r"$\lVert w\rVert^2 \le \eta^2 (R^2 + 2\tau/\eta) m$: at most $3m$ for the margin perceptron on unit vectors, $R^2 m$ for the perceptron",
            ),
        })
    }
}

/// The limit η² (R² + 2τ/η) m on ‖w‖² after m updates with learning rate η and threshold τ.
fn growth() -> Term {
    let most = Term::from(columns::RADIUS_SQUARED).plus(limits::margin_slack());
    let step_squared = Term::from(columns::STEP).times(columns::STEP);
    most.times(step_squared).times(columns::UPDATES)
}
