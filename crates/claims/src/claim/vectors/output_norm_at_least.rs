//! Claims that the norm grows at least linearly in the updates.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "output-norm-at-least";
    /// The norm of the vector after m updates is at least m times the margin: every update moves it by γ along the separator.
    ///
    /// # Formula
    /// $1 \le \lVert w\rVert^2/(\gamma\eta{}m)^2$; with reversed = true, as printed: $\lVert w\rVert^2/(\eta{}m)^2 \le \gamma^2$
    /// # Premise
    /// A separator with positive margin γ; rule perceptron or margin-perceptron with step η; at least one update; last vector.
    /// # Source
    /// Hardt and Recht's note, Lemma; Vaughan, Lemma 1 (docs/theory.md: C-B9, C-V4, C-H6, erratum E6).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "output-norm-at-least"
    /// ```
    pub struct OutputNormAtLeast {
        /// true claims the inequality the other way round, as printed.
        pub reversed: bool = false,
    }
}

impl Claim for OutputNormAtLeast {
    fn statement(&self, margin: &MarginSource) -> Statement {
        // Both sides are divided so that the margin stands alone and is the limit of the reversed claim.
        let statement = if self.reversed {
            Statement::surely(norm_per_update(), margin.squared())
        } else {
            Statement::surely(1, norm_per_update().over(margin.squared()))
        };
        statement.when([
            premise::some_update(),
            premise::perceptron_rule(),
            premise::sum_of_updates(),
            premise::positive_margin(margin),
        ])
    }

    fn text(&self) -> Option<ClaimText> {
        let own = ClaimText::of(&Self::DOC);
        Some(match self.reversed {
            true => own.saying(
                "As printed: the norm of the weight vector after m updates is at most m times the margin.",
                r"$\lVert w\rVert^2/(\eta{}m)^2 \le \gamma^2$",
            ),
            false => own.with_tex(r"$1 \le \lVert w\rVert^2/(\gamma\eta{}m)^2$"),
        })
    }
}

/// ‖w‖²/(η m)² for the last weight vector w after m updates with learning rate η; missing without an update.
fn norm_per_update() -> Term {
    let updates_squared = Term::from(columns::UPDATES).times(columns::UPDATES);
    let step_squared = Term::from(columns::STEP).times(columns::STEP);
    Term::from(columns::OUTPUT_NORM_SQUARED).over(updates_squared.times(step_squared))
}
