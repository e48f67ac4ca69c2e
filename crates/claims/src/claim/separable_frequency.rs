//! Claims how often labels that are fair coins can be separated.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "separable-frequency";
    /// Labels that are fair coins on N points in general position in R^d are separable with probability C(N, d)/2^N.
    ///
    /// # Formula
    /// P(separable) = 2^{1−N} Σ_{k<d} binom(N−1, k); 1/2 at N = 2d
    /// # Premise
    /// Labels are fair coins, independent of the points (generators labelings, and integer-points with random labels); any d points are independent.
    /// # Source
    /// Cover 1965 (theory 8.4): a test with a known answer of everything between the generator and the certificates.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "separable-frequency"
    /// ```
    pub struct SeparableFrequency {}
}

impl Claim for SeparableFrequency {
    fn form(&self) -> Form {
        Form::ExpectationIdentity
    }

    fn source(&self) -> &'static str {
        "Cover 1965"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::UniformLabelling, Premise::GeneralPosition]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::MaxMargin, Measure::Position]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?
            .separable
            .map(|separable| Quantity::count(u64::from(separable)))
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        Some(Quantity::exact(
            &limits::cover(row) / &limits::labelings(row),
        ))
    }

    /// Points and labels alone decide.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
