//! Records the bets on a few claims repeatedly while trials come in, so that a figure can show how the bounds narrow.

use crate::judge::{BettingSummary, Evidence, JudgeSpec};
use crate::trial::Block;

/// Largest number of claims whose confidence bounds are recorded, because every record costs as much as a verdict.
const MOST_WATCHED: usize = 3;

/// Factor by which the number of trials grows until the bounds are recorded again. From `MANY` trials on, `MORE_PATIENCE` is used instead.
const PATIENCE: f64 = 1.4;
const MANY: u64 = 50_000;
const MORE_PATIENCE: f64 = 4.0;

/// One claim in one cell for one variant or pair, with the confidence bounds that were recorded as trials came in.
#[derive(Debug, Clone)]
pub(super) struct WatchedClaim<'a> {
    pub(super) claim: usize,
    pub(super) cell: usize,
    pub(super) subject: Vec<String>,
    evidence: Evidence<'a>,
    seen: u64,
    next: u64,
    pub(super) looks: Vec<BettingSummary>,
}

/// Chooses the claims whose confidence bounds are recorded: at most [`MOST_WATCHED`] theorems about expectations or probabilities, spread evenly over
/// claims and cells.
pub(super) fn watched(judge_spec: &JudgeSpec) -> Vec<WatchedClaim<'_>> {
    let theorems = judge_spec.claims.iter().enumerate().filter(|(_, claim)| {
        claim.control_of.is_none() && claim.form().is_bet_on() && !claim.is_about_sweep()
    });
    let all: Vec<(usize, usize, Vec<String>)> = theorems
        .flat_map(|(index, claim)| {
            let drawn = claim
                .cells
                .iter()
                .filter(|cell| !judge_spec.cells[**cell].complete);
            drawn.flat_map(move |cell| {
                let subjects = claim.subjects().into_iter();
                subjects.map(move |subject| (index, *cell, subject))
            })
        })
        .collect();
    let last = all.len().saturating_sub(1);
    let steps = MOST_WATCHED.min(all.len()).saturating_sub(1).max(1);
    let mut chosen: Vec<usize> = (0..=steps).map(|step| step * last / steps).collect();
    chosen.dedup();
    let chosen = chosen.into_iter().filter_map(|at| all.get(at).cloned());
    chosen
        .map(|(claim, cell, subject)| WatchedClaim::new(judge_spec, claim, cell, subject))
        .collect()
}

impl<'a> WatchedClaim<'a> {
    fn new(judge_spec: &'a JudgeSpec, claim: usize, cell: usize, subject: Vec<String>) -> Self {
        let stated = &judge_spec.claims[claim];
        Self {
            claim,
            cell,
            evidence: Evidence::new(stated, &subject, false, judge_spec.level(stated)),
            subject,
            seen: 0,
            next: 2,
            looks: Vec::new(),
        }
    }

    /// Adds the next trials of the claim's cell, and records the confidence bounds whenever they are due.
    pub(super) fn add(&mut self, block: &Block) {
        let length = block.len() as u64;
        let mut from = 0;
        while from < length {
            let to = (from + self.next - self.seen).min(length);
            let places: Vec<usize> = (from as usize..to as usize).collect();
            self.evidence.add(&block.selected(&places));
            self.seen += to - from;
            from = to;
            if self.seen == self.next {
                self.record_bounds();
                let patience = if self.seen < MANY {
                    PATIENCE
                } else {
                    MORE_PATIENCE
                };
                self.next = (self.seen as f64 * patience).ceil() as u64;
            }
        }
    }

    /// Records the confidence bounds after the trials so far, unless they were recorded after the same trials.
    fn record_bounds(&mut self) {
        let standing = self.evidence.standing();
        let is_new = |standing: &BettingSummary| {
            self.looks
                .last()
                .is_none_or(|last| last.trials < standing.trials)
        };
        self.looks.extend(standing.filter(is_new));
    }

    /// Records the confidence bounds after the last trial.
    pub(super) fn finished(mut self) -> Self {
        self.record_bounds();
        self
    }
}
