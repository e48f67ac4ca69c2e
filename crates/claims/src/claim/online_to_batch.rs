//! Claims the online-to-batch identity: mistakes count the risk of the vectors on the way.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "online-to-batch";
    /// Over an online run on N independent examples, the expected share of mistakes is the expected mean risk of the vectors, each taken before its example.
    ///
    /// # Formula
    /// ```text
    /// E[mistakes]/N = E[(1/N) Σ_t risk(w_t)],  w_t the vector before example t
    /// ```
    /// # Premise
    /// iid; order stream; test_ties equal to ties; exact risk. It is an identity: what a vector does on a fresh example is what its risk says.
    /// # Source
    /// Online-to-batch conversion, Cesa-Bianchi, Conconi and Gentile 2004 (theory 8.6, C-U12).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "online-to-batch"
    /// ```
    pub struct OnlineToBatch {}
}

impl Claim for OnlineToBatch {
    fn form(&self) -> Form {
        Form::ExpectationIdentity
    }

    fn source(&self) -> &'static str {
        "online-to-batch conversion"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Iid,
            Premise::SameTestTies,
            Premise::KnownIterateRisk,
        ]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::IterateRisk]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        row.mistakes
            .map(|mistakes| Quantity::count(mistakes).over(&limits::sample_size(row)))
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        row.iterate_risk_exact
            .clone()
            .map(Quantity::exact)
            .or_else(|| row.iterate_risk.map(Quantity::float))
    }

    /// Both sides are measured on the same run.
    fn permits_random_limit(&self) -> bool {
        true
    }

    fn limit_is_measured(&self) -> bool {
        true
    }
}
