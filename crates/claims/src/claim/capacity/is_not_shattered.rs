//! Claims that more points than dimensions are never shattered: some labelling of them is not realized.

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "is-not-shattered";
    /// More points than dimensions are never shattered: some labelling of them is not realized by any vector.
    ///
    /// # Formula
    /// $\text{dichotomies} \le 2^N - 1$; the column dependency has integers $a$ with $\sum a_i x_i = 0$, and nothing realizes the labels $\operatorname{sign}(a_i)$
    /// # Premise
    /// More points than features (the constant feature of an offset is one); at most 12 points, exact.
    /// # Source
    /// Urner, Theorem 1: the VC dimension is at most d, and d + 1 for affine half-spaces (docs/theory.md: C-U2, C-U3, E10).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "is-not-shattered"
    /// ```
    pub struct IsNotShattered {}
}

impl Claim for IsNotShattered {
    fn statement(&self, _: &MarginSource) -> Statement {
        // The formula does not use the dependency. It is measured because it certifies labels that no vector realizes.
        let realised = Term::from(columns::DICHOTOMIES).reading(columns::DEPENDENCY.any());
        let all_but_one =
            limits::labelings().map(|all| Some(Quantity::exact(&all.exact? - &Rational::one())));
        Statement::surely(realised, all_but_one)
            .when([
                premise::counted_labelings(),
                premise::more_examples_than_features(),
            ])
            // The points and labels decide, not the run.
            .even_if_cut_off()
    }
}
