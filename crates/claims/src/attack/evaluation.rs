//! Measures how close a sample comes to the limit of a claim, as `run` would measure it.
//!
//! The numbers of a trial are exact fractions or enclosures, so that a sample which refutes a claim does so for certain. A run is ended after
//! 1024 updates, after 65 536 if the order alone changes, and after 64 for `order = "all-orders"`. If its count is above the limit by then, the claim is refuted; otherwise the sample is outside of the search.

use super::constructions::cell;
use super::{Candidate, Changes};
use crate::claim::{OneTrial, StatedClaim};
use crate::judge::{Case, Status};
use crate::trial::{AnyColumn, Block, Design, Row, columns};
use perceptron::generate::{Generator, Votes};
use perceptron::learn::{Order, Stop, Variant};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// The number of updates after which a run in the search is ended.
const MOST_UPDATES: u64 = 1024;
/// The number of updates after which a run is ended if the order alone changes.
const MOST_UPDATES_OF_ORDERS: u64 = 1 << 16;

/// How close a sample comes to the limit of a claim; larger is closer.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Reach {
    /// Whether the sample refutes the claim, or proves one that some sample exists.
    pub decides: bool,
    /// Observed ÷ limit; for an identity the difference ÷ the larger of the limit's size and 1; for a claim that some sample is within its limit,
    /// limit ÷ observed.
    pub share: f64,
    /// The limit.
    pub limit: f64,
}

/// The properties of a candidate on which the setting of its trial depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Kind {
    examples: usize,
    dimension: usize,
    has_unit_norms: bool,
    is_positive: bool,
    votes: Votes,
}

impl Kind {
    fn of(candidate: &Candidate) -> Self {
        Self {
            examples: candidate.examples(),
            dimension: candidate.dimension,
            has_unit_norms: candidate.has_unit_norms(),
            is_positive: candidate.labels.iter().all(|label| *label > 0),
            votes: candidate.votes(),
        }
    }
}

/// The design of a sample's trial, and the block that the trial fills.
struct Cell {
    design: Design,
    block: Block,
}

/// Measures candidates under one claim.
pub(super) struct Evaluation<'a> {
    claim: &'a StatedClaim,
    variants: &'a [(String, Variant)],
    capped: Vec<(String, Variant)>,
    /// Whether trials depend on the sample and the run alone, so that one cell serves all samples of a kind.
    is_of_runs: bool,
    /// Whether the claim reads the largest margin, so that it says nothing of samples that have none.
    reads_margin: bool,
    /// Columns of premises that had a value before the run of some sample.
    described: RefCell<BTreeSet<AnyColumn>>,
    known: HashMap<Kind, Cell>,
}

impl<'a> Evaluation<'a> {
    /// Evaluates a claim about these variants, one or a pair.
    pub(super) fn new(
        claim: &'a StatedClaim,
        variants: &'a [(String, Variant)],
        changes: Changes,
    ) -> Self {
        let most = match changes {
            Changes::All => MOST_UPDATES,
            Changes::Order => MOST_UPDATES_OF_ORDERS,
        };
        let (measures, reads) = (claim.statement.measures(), claim.statement.reads());
        Self {
            claim,
            variants,
            capped: variants
                .iter()
                .map(|variant| capped(variant, most))
                .collect(),
            is_of_runs: measures.iter().all(|measure| measure.is_of_answers()),
            reads_margin: reads.contains(&columns::MAX_MARGIN_SQUARED.any()),
            described: RefCell::default(),
            known: HashMap::new(),
        }
    }

    /// How close a candidate comes; `None` if it is outside of the premises, its run does not end, or a number is missing.
    pub(super) fn reach(&mut self, candidate: &Candidate) -> Option<Reach> {
        let kind = Kind::of(candidate);
        let known = self.known.remove(&kind).filter(|_| self.is_of_runs);
        let mut cell = known.or_else(|| self.fresh(candidate))?;
        let is_wanted = |row: &Row| self.may_say_something(row);
        let (design, block) = (&cell.design, &mut cell.block);
        design.measure_given(block, candidate.sample(), is_wanted);
        let rows: Vec<Row> = block.all().collect();
        let reach = reach(self.claim, &Case::of(self.claim, &rows));
        self.known.insert(kind, cell);
        reach
    }

    /// Whether a row in which the sample is described may meet the premises. A premise is asked only if all columns that it reads had a value in such a
    /// row before: others are of the run.
    fn may_say_something(&self, row: &Row) -> bool {
        if self.reads_margin && row.copied(columns::SEPARABLE) == Some(false) {
            return false;
        }
        let mut described = self.described.borrow_mut();
        let mut premises = self.claim.statement.premises.iter();
        premises.all(|premise| {
            let new = premise
                .reads()
                .iter()
                .filter(|column| row.has_values(**column));
            described.extend(new);
            let is_of_sample = premise
                .reads()
                .iter()
                .all(|column| described.contains(column));
            self.claim.premise_waived || !is_of_sample || premise.may_hold(row)
        })
    }

    /// A cell with this sample and these variants, as `perceptron-lab run` would make it, but for the cap on updates.
    fn fresh(&self, candidate: &Candidate) -> Option<Cell> {
        let generator = Generator::Points(candidate.points());
        let design = cell(generator, self.variants, self.claim.statement.measures())?;
        let design = Design {
            variants: self.capped.clone(),
            ..design
        };
        let block = design.empty(vec![0]);
        Some(Cell { design, block })
    }
}

/// The number of updates after which runs in all orders are ended.
const MOST_IN_ALL_ORDERS: u64 = 64;

/// A variant whose run ends after a number of updates, if nothing else ends it.
fn capped((name, variant): &(String, Variant), most: u64) -> (String, Variant) {
    let stop = match (variant.stop(), &variant.order) {
        (Stop::CleanPass, Order::AllOrders(_)) => Some(Stop::Updates(MOST_IN_ALL_ORDERS)),
        (Stop::CleanPass, _) => Some(Stop::Updates(most)),
        _ => variant.stop,
    };
    let variant = Variant {
        stop,
        ..variant.clone()
    };
    (name.clone(), variant)
}

fn reach(claim: &StatedClaim, case: &Case) -> Option<Reach> {
    let numbers = case.numbers.as_ref()?;
    let (observed, limit) = (numbers.observed.value, numbers.limit.value);
    let kind = claim.form().one_trial();
    let decides = match kind {
        OneTrial::Shows => case.shows(),
        _ => case.violates(claim) == Some(true),
    };
    if !decides && case.status != Status::Complete {
        return None;
    }
    let share = match kind {
        OneTrial::Exceeds => numbers.ratio().unwrap_or(observed - limit),
        OneTrial::Differs => (observed - limit).abs() / limit.abs().max(1.0),
        OneTrial::Shows => limit / observed,
        OneTrial::Nothing => return None,
    };
    let is_number = share.is_finite() && limit.is_finite();
    is_number.then_some(Reach {
        decides,
        share,
        limit,
    })
}
