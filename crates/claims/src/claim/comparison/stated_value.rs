//! Claims that a column of a row has exactly the value that is known for a construction.

use crate::claim::{Claim, ClaimText, Formula, MarginSource, Statement};
use crate::trial::{AnyColumn, ColumnKind};
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "stated-value";
    /// A column has exactly the value that is known for a construction.
    ///
    /// # Formula
    /// $X = v$ of a column $X$ and the stated value $v$, as fractions
    /// # Premise
    /// None: the value is known for this construction, rule and tie convention.
    /// # Source
    /// docs/theory.md: T8, C-V11 and section 4, golden numbers of the constructions: a bound can hold with a wrong program; a number cannot.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name   = "stated-value"
    /// column = "updates_expected"
    /// value  = "395/16"
    /// ```
    pub struct StatedValue {
        /// The column, any that holds a number, such as "updates", "mistakes", "passes", "max_margin_squared", "training_errors" or "dichotomies",
        /// or, of the order all-orders, "updates_min", "updates_max", "updates_expected", "states" or "final_vectors". The root of a
        /// column of squares, such as "radius", counts as that root, another float as exactly the fraction it is, and an estimate or an interval as any
        /// value that it does not exclude.
        pub column: AnyColumn,
        /// Its value: an integer, or a fraction in quotes.
        pub value: Rational,
    }
}

impl Claim for StatedValue {
    fn statement(&self, _: &MarginSource) -> Statement {
        let column = Formula::sharpest(self.column, 0);
        let observed = match self.column.declared().kind {
            ColumnKind::Float if !column.is_sharp() => column.map(exactly),
            _ => column,
        };
        // A run that was cut off is compared as it is: columns that only a finished run fills are missing on it.
        Statement::identity(observed, self.value.clone()).even_if_cut_off()
    }

    fn text(&self) -> Option<ClaimText> {
        let (column, value) = (self.column.description(), &self.value);
        let statement = format!("In every run, {column} = {value} exactly.");
        let tex = format!(r"$\text{{{column}}} = {value}$, compared as fractions");
        Some(ClaimText::of(&Self::DOC).saying(statement, tex))
    }
}

/// The value of a finite float as an exact fraction.
fn exactly(float: Quantity) -> Option<Quantity> {
    let is_finite = float.value.is_finite();
    is_finite.then(|| Quantity::exact(Rational::from_float(float.value)))
}
