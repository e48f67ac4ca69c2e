//! Claims that the hinge loss of an error is at least one, or, as printed, larger than one.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "loss-of-errors";
    /// The hinge loss of an example that is classified incorrectly is at least one.
    ///
    /// # Formula
    /// $1 \le \min \lbrace \max(0, 1 - y\langle w, x\rangle) : y\langle w, x\rangle \le 0\rbrace$; with strict = true, as printed: $\lvert\lbrace i : y_i\langle w, x_i\rangle = 0\rbrace\rvert \le 0$
    /// # Premise
    /// One vector, the last or the average. At y⟨w, x⟩ = 0, which the note counts as incorrect, the loss is exactly one.
    /// # Source
    /// Hardt and Recht's note, hinge loss (docs/theory.md: C-H14, erratum E12).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "loss-of-errors"
    /// ```
    pub struct LossOfErrors {
        /// true claims what is printed, a loss larger than one.
        pub strict: bool = false,
    }
}

impl Claim for LossOfErrors {
    fn statement(&self, _: &MarginSource) -> Statement {
        let statement = if self.strict {
            Statement::surely(columns::ZERO_MARGINS, 0)
        } else {
            let errors = Term::from(columns::NONPOSITIVE_MARGINS);
            let one = errors.clone().map(|_| Some(Quantity::count(1)));
            // Without an error the statement says nothing.
            let trivial = errors.map(|errors| (errors == Quantity::count(0)).then_some(errors));
            Statement::surely(one, least_loss()).vacuous_from(trivial)
        };
        statement.when([premise::one_vector()])
    }

    fn text(&self) -> Option<ClaimText> {
        let own = ClaimText::of(&Self::DOC);
        Some(match self.strict {
            true => own.saying(
                "As printed: the hinge loss of an example that is classified incorrectly is larger than one.",
                r"$\lvert\lbrace i : y_i\langle w, x_i\rangle = 0\rbrace\rvert \le 0$: with a score of 0 an error has the loss 1, no more",
            ),
            false => own.with_tex(r"$1 \le \min \lbrace \max(0, 1 - y\langle w, x\rangle) : y\langle w, x\rangle \le 0\rbrace$",
            ),
        })
    }
}

/// The smallest loss max(0, 1 − y⟨w, x⟩) of a misclassified example; 1 if no example is misclassified.
fn least_loss() -> Term {
    let (least, errors) = (columns::LEAST_LOSS_OF_ERRORS, columns::NONPOSITIVE_MARGINS);
    Term::of([least.any(), errors.any()], move |row| {
        let no_error = row.copied(errors) == Some(0);
        let least = row.get(least).cloned();
        least.or_else(|| no_error.then(|| Quantity::count(1)))
    })
}
