//! Claims how often labels that are fair coins can be separated.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "separable-frequency";
    /// Labels that are fair coins on N points in general position in R^d are separable with probability C(N, d)/2^N.
    ///
    /// # Formula
    /// $P(\text{separable}) = 2^{1-N} \sum_{k \lt d} \binom{N-1}{k}$; $1/2$ at $N = 2d$
    /// # Premise
    /// Labels are fair coins, independent of the points (generators labelings, and integer-points with random labels); any d points are independent.
    /// # Source
    /// Cover 1965 (docs/theory.md: 8.4): a test with a known answer of everything between the generator and the certificates.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "separable-frequency"
    /// ```
    pub struct SeparableFrequency {}
}

impl Claim for SeparableFrequency {
    fn statement(&self, _: &MarginSource) -> Statement {
        let frequency = limits::cover().over(limits::labelings());
        Statement::expectation_identity(columns::SEPARABLE, frequency)
            .when([premise::fair_labels(), premise::general_position()])
            // The points and labels decide, not the run.
            .even_if_cut_off()
    }
}
