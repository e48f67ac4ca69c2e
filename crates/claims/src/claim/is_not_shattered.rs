//! Claims that no more points than dimensions are shattered: some labelling of them is not realised.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "is-not-shattered";
    /// More points than dimensions are never shattered: some labelling of them is not realised by any vector.
    ///
    /// # Formula
    /// dichotomies ≤ 2^N − 1; the column dependency has integers a with Σ a_i x_i = 0, and nothing realises the labels sign(a_i)
    /// # Premise
    /// More points than features (the constant feature of an offset is one); at most 16 points, exact.
    /// # Source
    /// Urner, Theorem 1: the VC dimension is at most d, and d + 1 for affine half-spaces (theory C-U2, C-U3, E10).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "is-not-shattered"
    /// ```
    pub struct IsNotShattered {}
}

impl Claim for IsNotShattered {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Urner, Theorem 1, upper bound"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::MoreExamplesThanFeatures]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Dichotomies, Measure::Position]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.dichotomies.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let all = limits::labelings(rows.first()?);
        Some(Quantity::exact(&all - &Rational::one()))
    }

    /// Points and labels alone decide.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
