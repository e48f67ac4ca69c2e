//! Judges: turns the rows of a cell into one verdict per claim and subject, by one exhaustive match on the form.

mod enumeration;
mod evidence;
mod statistical;
mod surely;
mod sweep;
#[cfg(test)]
mod tests;
mod verdict;

pub use evidence::{Case, Evidence, Status};
pub use sweep::Sweep;
pub use verdict::Verdict;

use crate::claim::{Form, StatedClaim};
use crate::stats::AlphaLedger;
use crate::trial::Trial;
use serde_json::{Map, Value};

/// What a judge must know of an experiment before it sees a row.
#[derive(Debug, Clone)]
pub struct Bench {
    /// The experiment's name.
    pub experiment: String,
    /// The error probability of the spec's theorems, and again of its controls.
    pub alpha: f64,
    /// The parameters of every cell, and whether its replicates are a complete enumeration.
    pub cells: Vec<(Map<String, Value>, bool)>,
    /// The claims.
    pub claims: Vec<StatedClaim>,
}

impl Bench {
    /// The α ledger of the theorems, or of the controls: each family splits the spec's α equally over its statistical
    /// verdicts, before any number is seen.
    pub fn ledger(&self, controls: bool) -> AlphaLedger {
        let family = self.claims.iter().filter(|claim| {
            claim.control_of.is_some() == controls && claim.form().is_statistical()
        });
        AlphaLedger::new(
            self.alpha,
            family.map(|claim| claim.verdicts() as u64).sum(),
        )
    }

    /// Number of verdicts the experiment will have.
    pub fn verdicts(&self) -> usize {
        self.claims.iter().map(StatedClaim::verdicts).sum()
    }

    /// The verdicts on one cell from its rows, in the order of the claims and their subjects; claims about all cells are judged
    /// by [`Sweep`].
    pub fn judge(&self, cell: usize, rows: &[Trial]) -> Vec<Verdict> {
        let claims = self
            .claims
            .iter()
            .filter(|claim| claim.cells.contains(&cell) && !claim.is_about_sweep());
        claims
            .flat_map(|claim| {
                claim
                    .subjects()
                    .into_iter()
                    .map(move |subject| (claim, subject))
            })
            .map(|(claim, subject)| self.rule(cell, rows, claim, &subject))
            .collect()
    }

    fn rule(
        &self,
        cell: usize,
        rows: &[Trial],
        claim: &StatedClaim,
        subject: &[String],
    ) -> Verdict {
        let (parameters, complete) = &self.cells[cell];
        let evidence = Evidence::gather(claim, subject, rows, *complete);
        let per_side = self.ledger(claim.control_of.is_some()).per_side();
        let blank = Verdict::blank(&self.experiment, claim, parameters, subject, &evidence);
        if evidence.applicable() == 0 {
            return blank;
        }
        match claim.form() {
            Form::Surely => surely::surely(blank, claim, &evidence, self.alpha),
            Form::Identity => surely::identity(blank, claim, &evidence, self.alpha),
            Form::Exists => surely::exists(blank, &evidence),
            Form::InExpectation => statistical::at_most(blank, claim, &evidence, per_side),
            Form::LowerBound => statistical::at_least(blank, claim, &evidence, per_side),
            Form::ExpectationIdentity => statistical::equal(blank, claim, &evidence, per_side),
            Form::WithProbability { delta } => {
                statistical::with_probability(blank, claim, &evidence, per_side, delta)
            }
            Form::Illustration => statistical::illustration(blank, claim, &evidence),
        }
    }
}
