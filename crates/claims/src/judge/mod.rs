//! Judges: turns the trials of a cell into one verdict per claim and subject.
//!
//! A `Case` is the status of one trial, or pair, under a claim: complete, inapplicable, capped, failed or undecided. `Evidence` gathers cases in
//! tallies. One exhaustive match on the form turns them into a verdict, so that a new form does not compile until every place handles it. Error
//! levels come from the ledger before any number is seen. Trials are dropped only if their premise fails. Complete enumerations are weighed in
//! fractions and never bet on. Claims about all cells are judged by `Sweep`. The meaning of each verdict is in docs/methodology.md.

mod case;
mod cell_numbers;
mod comparison;
mod described;
mod deterministic_runs;
mod distances;
mod distribution;
mod enumeration;
mod evidence;
mod games;
mod illustration;
mod means;
mod pairs;
mod reasons;
mod same_runs;
mod single_runs;
mod slack;
mod statistical;
mod surely;
mod sweep;
#[cfg(test)]
mod tests;
mod ties;
mod vacuity;
mod verdict;

pub(crate) use case::ratio;
pub use case::{Case, Status, TrialSides};
pub(crate) use evidence::BettingSummary;
pub use evidence::Evidence;
pub use evidence::positions;
pub use pairs::PairCounts;
pub(crate) use sweep::Fit;
pub use sweep::Sweep;
pub use verdict::{Verdict, replay_command};

use crate::claim::{Form, StatedClaim};
use crate::stats::{AlphaLedger, Level};
use crate::trial::{AnyColumn, Block};
use perceptron::threads::Threads;
use same_runs::SameRuns;
use serde_json::{Map, Value};

/// The smallest number of trials in a block for which the claims are judged on several threads.
const MANY: usize = 256;

/// The facts about an experiment that the judge needs before it sees a trial.
#[derive(Debug, Clone)]
pub struct JudgeSpec {
    /// The experiment's name.
    pub experiment: String,
    /// The error probability α of all statistical verdicts on the spec's theorems together; the verdicts on its controls have the same α once more.
    pub alpha: f64,
    /// The cells of the sweep, in the order of the spec.
    pub cells: Vec<JudgedCell>,
    /// The claims that the spec states.
    pub claims: Vec<StatedClaim>,
    /// The largest number of replicates of a cell, if a decision may end it earlier.
    pub most_replicates: Option<u64>,
}

/// The facts about a cell, one point of the sweep, that the judge needs.
#[derive(Debug, Clone)]
pub struct JudgedCell {
    /// The parameters of the cell by name.
    pub parameters: Map<String, Value>,
    /// Whether the replicates of the cell are a complete enumeration of all possible samples.
    pub complete: bool,
}

impl JudgeSpec {
    /// The facts about one claim on trials that no spec made, with this number of cells.
    pub fn of_claim(claim: StatedClaim, cells: usize, complete: bool) -> Self {
        let cell = JudgedCell {
            parameters: Map::new(),
            complete,
        };
        Self {
            experiment: "by-hand".into(),
            alpha: 0.01,
            cells: vec![cell; cells],
            claims: vec![claim],
            most_replicates: None,
        }
    }

    /// How α is split over the verdicts on theorems or, if `controls`, over those on controls: equally over the statistical verdicts, before any
    /// number is seen.
    pub fn ledger(&self, controls: bool) -> AlphaLedger {
        let family = self.claims.iter().filter(|claim| {
            claim.control_of.is_some() == controls && claim.form().is_statistical()
        });
        AlphaLedger::new(
            self.alpha,
            family.map(|claim| claim.verdicts() as u64).sum(),
        )
    }

    /// The error probability that a verdict on a claim may spend.
    pub fn level(&self, claim: &StatedClaim) -> Level {
        let ledger = self.ledger(claim.control_of.is_some());
        match claim.form() {
            Form::ExpectationIdentity => ledger.two_sided(),
            Form::Surely | Form::Identity | Form::Exists | Form::Illustration => ledger.one_sided(),
            Form::InExpectation | Form::LowerBound => ledger.one_sided(),
            Form::WithProbability | Form::HasDistribution => ledger.one_sided(),
        }
    }

    /// The columns that judging reads in addition to those of the claims, in order to find variants with the same runs.
    pub fn run_columns() -> impl Iterator<Item = AnyColumn> {
        SameRuns::run_columns().into_iter()
    }

    /// Number of verdicts that the experiment will have: one per claim, cell (or sweep) and variant or pair.
    pub fn verdicts(&self) -> usize {
        self.claims.iter().map(StatedClaim::verdicts).sum()
    }

    /// Makes the judge of one cell, given by its index, before any trial. Claims about all cells together are judged by [`Sweep`].
    pub fn cell_judge(&self, cell: usize) -> CellJudge<'_> {
        let claims = self.claims.iter();
        let own = claims.filter(|claim| claim.cells.contains(&cell) && !claim.is_about_sweep());
        let complete = self.cells[cell].complete;
        let heard = own.flat_map(|claim| {
            let level = self.level(claim);
            let evidence = move |subject: Vec<String>| JudgedClaim {
                evidence: Evidence::new(claim, &subject, complete, level)
                    .of_at_most(self.most_replicates),
                subject,
                level,
            };
            claim.subjects().into_iter().map(evidence)
        });
        CellJudge {
            spec: self,
            cell,
            judged: heard.collect(),
            same_runs: SameRuns::new(&self.claims),
        }
    }

    /// Returns the verdicts on one cell, given by its index, when `block` has all its trials.
    pub fn judge(&self, cell: usize, block: &Block) -> Vec<Verdict> {
        let mut cell_judge = self.cell_judge(cell);
        cell_judge.add(block);
        cell_judge.verdicts()
    }
}

/// Judges one cell while its trials arrive: the claims about the cell, with the evidence so far.
#[derive(Debug, Clone)]
pub struct CellJudge<'a> {
    spec: &'a JudgeSpec,
    cell: usize,
    judged: Vec<JudgedClaim<'a>>,
    same_runs: SameRuns,
}

/// One claim about one variant or one pair of variants, with the evidence so far.
#[derive(Debug, Clone)]
struct JudgedClaim<'a> {
    subject: Vec<String>,
    level: Level,
    evidence: Evidence<'a>,
}

impl CellJudge<'_> {
    /// Adds the next trials of the cell to the evidence of every claim.
    pub fn add(&mut self, block: &Block) {
        self.add_with(block, Threads::One);
    }

    /// Like [`Self::add`], but other threads judge some of the claims if there are many trials. The result does not depend on the threads.
    pub fn add_with(&mut self, block: &Block, threads: Threads) {
        let threads = match block.len() >= MANY {
            true => threads,
            false => Threads::One,
        };
        self.same_runs.add(block);
        threads.each(&mut self.judged, |heard| heard.evidence.add(block));
    }

    /// The verdicts on the trials so far, in the order of the claims and their subjects.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let verdict = |heard: &JudgedClaim| Verdict {
            same_runs_as: self.first_with_the_same_runs(heard),
            ..self
                .verdict(heard)
                .naming_estimates(&heard.evidence)
                .naming_the_file(heard.evidence.claim)
        };
        self.judged.iter().map(verdict).collect()
    }

    fn first_with_the_same_runs(&self, heard: &JudgedClaim) -> Option<String> {
        match heard.subject.as_slice() {
            [variant] => self.same_runs.first(variant).map(str::to_owned),
            _ => None,
        }
    }

    fn verdict(&self, heard: &JudgedClaim) -> Verdict {
        let parameters = Some(&self.spec.cells[self.cell].parameters);
        let evidence = &heard.evidence;
        let experiment = &self.spec.experiment;
        let blank = Verdict::blank(experiment, parameters, &heard.subject, evidence);
        if evidence.applicable() == 0 {
            return blank;
        }
        if let Some(fault) = &evidence.misuse {
            return statistical::open(blank, &fault.to_string());
        }
        let form = evidence.claim.form();
        if form.is_statistical() && evidence.count(Status::Inapplicable) > 0 {
            return statistical::selected(blank);
        }
        if form.is_statistical() && evidence.reasons.missing.is_some() {
            return statistical::without_range(blank);
        }
        let (level, alpha) = (heard.level, self.spec.alpha);
        let verdict = match form {
            Form::Surely => surely::surely(blank, evidence, alpha),
            Form::Identity => surely::identity(blank, evidence, alpha),
            Form::Exists => surely::exists(blank, evidence),
            Form::InExpectation => statistical::at_most(blank, evidence, level),
            Form::LowerBound => statistical::at_least(blank, evidence, level),
            Form::ExpectationIdentity => statistical::equal(blank, evidence, level),
            Form::WithProbability => statistical::with_probability(blank, evidence, level),
            Form::HasDistribution => distribution::equal(blank, evidence, level),
            Form::Illustration => illustration::illustration(blank, evidence),
        };
        verdict.noting_what_could_be_refuted(evidence)
    }
}
