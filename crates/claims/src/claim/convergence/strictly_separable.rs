//! Claims that a sample has a separator with a positive margin.

use crate::claim::{Claim, MarginSource, Statement};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "strictly-separable";
    /// Some vector classifies the sample with a positive margin.
    ///
    /// # Formula
    /// $[\text{some } w \text{ has } y\langle w, x\rangle \gt 0 \text{ for all examples}] = 1$
    /// # Premise
    /// None: it is decided with a certificate, a separator or nonnegative multipliers λ ≠ 0 with Σ λ_i y_i x_i = 0 (Gordan). An offset is part of x.
    /// # Source
    /// MIT, separability; Hardt and Recht's note (docs/theory.md: C-M3, C-M11, C-M13, errata E1, E28).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "strictly-separable"
    /// ```
    pub struct StrictlySeparable {}
}

impl Claim for StrictlySeparable {
    fn statement(&self, _: &MarginSource) -> Statement {
        // Separability is a property of the sample, not of the run.
        Statement::identity(columns::SEPARABLE, 1).even_if_cut_off()
    }
}
