//! Claims that sums of examples are wrong on every row of a Hadamard matrix.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::{Row, columns};
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Ties};

documented! {
    name = "mistakes-on-orthogonal-signs";
    /// On the rows of a Hadamard matrix, every learner whose weight vector is a sum of multiples of the examples shown errs on every row if a tie is a
    /// mistake, and on every row with the label −1 if sign(0) = +1.
    ///
    /// # Formula
    /// $\text{mistakes} = N$ if a tie is a mistake; $\text{mistakes} = \#\{i : y_i = -1\}$ if $\operatorname{sign}(0) = +1$
    /// # Premise
    /// Vectors of signs that are orthogonal to each other, as drawn, in one stream; a weight vector in the span of the examples shown, from 0; scores of 0 are
    /// computed exactly. Every score is then 0. Winnow is no such learner.
    /// # Source
    /// Kivinen, Warmuth and Auer, Artificial Intelligence 97 (1997) 325–343, have a lower bound for such learners; this form is docs/theory.md: X7.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "mistakes-on-orthogonal-signs"
    /// ```
    pub struct MistakesOnOrthogonalSigns {}
}

impl Claim for MistakesOnOrthogonalSigns {
    fn statement(&self, _: &MarginSource) -> Statement {
        let limit = Term::of([columns::EXAMPLES.any(), columns::TIES.any()], wrong_rows);
        Statement::identity(columns::MISTAKES, limit).when([
            premise::orthogonal_signs(),
            premise::stream(),
            premise::additive(),
            premise::exact_zero_scores(),
        ])
    }
}

/// The number of examples on which the prediction for a score of 0 is wrong.
fn wrong_rows(row: &Row) -> Option<Quantity> {
    match row.setting().ties()? {
        Ties::Mistake => row.quantity(columns::EXAMPLES.any()),
        Ties::Positive => {
            let negative = row.setting().seen.orthogonal_signs?;
            Some(Quantity::count(negative as u64))
        }
        Ties::Strict => Some(Quantity::count(0)),
    }
}
