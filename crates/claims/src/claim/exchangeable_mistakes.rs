//! Claims that every position of the sample is equally likely to be updated on.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "exchangeable-mistakes";
    /// Under random draws every position of an independent sample is equally likely to be updated on, the first one too.
    ///
    /// # Formula
    /// ```text
    /// P(the first example is updated on) = E[number of different examples updated on]/N
    /// ```
    /// # Premise
    /// iid. It is true for orders that do not look at positions; under a cyclic order the first example is updated on with probability 1.
    /// # Source
    /// Hardt and Recht's note, proof of the theorem (theory C-H13, erratum E25).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "exchangeable-mistakes"
    /// ```
    pub struct ExchangeableMistakes {}
}

impl Claim for ExchangeableMistakes {
    fn form(&self) -> Form {
        Form::ExpectationIdentity
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht's note, proof of the theorem"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::Iid]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?
            .first_example_updated
            .map(|updated| Quantity::count(u64::from(updated)))
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        row.distinct_margin_mistakes
            .map(|distinct| Quantity::count(distinct).over(&limits::sample_size(row)))
    }

    /// Both sides are measured on the same sample.
    fn permits_random_limit(&self) -> bool {
        true
    }

    fn limit_is_measured(&self) -> bool {
        true
    }
}
