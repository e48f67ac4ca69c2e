//! Claims that a set of points is shattered: every labelling of it is realised.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "shatters";
    /// N independent points are shattered: every one of their labelings is realised strictly by some vector.
    ///
    /// # Formula
    /// dichotomies = 2^N
    /// # Premise
    /// The points are linearly independent (with their constant feature, where there is an offset); at most 16 points, exact.
    /// # Source
    /// Urner, Theorem 1: the VC dimension is at least d, and d + 1 for affine half-spaces (theory C-U2, C-U3).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "shatters"
    /// ```
    pub struct Shatters {}
}

impl Claim for Shatters {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "Urner, Theorem 1, lower bound"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::IndependentPoints]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Dichotomies, Measure::Position]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.dichotomies.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::exact(limits::labelings(rows.first()?)))
    }

    /// Points and labels alone decide.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
