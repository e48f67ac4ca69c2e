//! Claims Cover's count: how many labelings of points in general position some vector realises.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "cover-count";
    /// Of N points in general position in R^d, exactly C(N, d) labelings are realised strictly by some vector.
    ///
    /// # Formula
    /// dichotomies = C(N, d) = 2 Σ_{k<d} binom(N−1, k), so 2^N for N ≤ d, fewer beyond; d counts the constant feature of an offset
    /// # Premise
    /// Any d of the points are independent, decided by determinants; at most 16 points, exact.
    /// # Source
    /// Cover 1965, behind Urner, Theorem 1 (theory C-U2, 8.4).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "cover-count"
    /// ```
    pub struct CoverCount {}
}

impl Claim for CoverCount {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "Urner, Theorem 1; Cover 1965"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::GeneralPosition]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Dichotomies, Measure::Position]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.dichotomies.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::exact(limits::cover(rows.first()?)))
    }

    /// Points and labels alone decide.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
