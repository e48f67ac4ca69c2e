//! Claims that margin mistakes are the mistakes plus the right predictions with a small margin.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;

documented! {
    name = "margin-mistakes-apart";
    /// A margin mistake is a mistake, or a right prediction with a margin below the threshold: the counts of the two kinds add up to all margin
    /// mistakes.
    ///
    /// # Formula
    /// $\text{margin mistakes} = \text{mistakes} + \text{updates on examples that were predicted rightly}$; with small = false: $= \text{mistakes}$
    /// # Premise
    /// Rule margin-perceptron with a threshold above 0; an exact run of the learning loop with an update on an example that is not 0. The margins
    /// below the threshold are recomputed from the vectors before the updates.
    /// # Source
    /// Hardt and Recht's note, margin mistakes (docs/theory.md, C-H3).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "margin-mistakes-apart"
    /// ```
    pub struct MarginMistakesApart {
        /// false leaves the small margins out.
        pub small: bool = true,
    }
}

impl Claim for MarginMistakesApart {
    fn statement(&self, _: &MarginSource) -> Statement {
        let mistakes = Term::from(columns::MISTAKES);
        let kinds = if self.small {
            mistakes.plus(columns::SMALL_MARGINS)
        } else {
            mistakes
        };
        Statement::identity(columns::MARGIN_MISTAKES, kinds).when([
            premise::watched_steps(),
            premise::rule(&[RuleKind::MarginPerceptron]),
            premise::positive_threshold(),
        ])
    }

    fn text(&self) -> Option<ClaimText> {
        let own = ClaimText::of(&Self::DOC);
        Some(match self.small {
            true => own.with_tex(r"$\text{margin mistakes} = \text{mistakes} + \text{updates on examples that were predicted rightly}$",
            ),
            false => own.saying(
                "Every margin mistake is a mistake.",
                r"$\text{margin mistakes} = \text{mistakes}$",
            ),
        })
    }
}
