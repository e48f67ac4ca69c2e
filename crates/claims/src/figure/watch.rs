//! Records the bets on a few claims repeatedly while trials come in, so that a figure can show how the bounds narrow.

use crate::judge::{BettingSummary, Evidence, JudgeSpec};
use crate::trial::Block;

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

/// Chooses the claim whose confidence bounds are recorded: the first theorem about an expectation or a probability, in its first cell with drawn trials.
/// More figures of one report would show the same picture again.
pub(super) fn watched(judge_spec: &JudgeSpec) -> Vec<WatchedClaim<'_>> {
    let theorems = judge_spec.claims.iter().enumerate().filter(|(_, claim)| {
        claim.control_of.is_none() && claim.form().is_bet_on() && !claim.is_about_sweep()
    });
    let mut all = theorems.flat_map(|(index, claim)| {
        let mut cells = claim.cells.iter();
        let drawn = cells.find(|cell| !judge_spec.cells[**cell].complete);
        let subject = claim.subjects().into_iter().next();
        drawn
            .zip(subject)
            .map(|(cell, subject)| (index, *cell, subject))
    });
    let first = all
        .next()
        .map(|(claim, cell, subject)| WatchedClaim::new(judge_spec, claim, cell, subject));
    first.into_iter().collect()
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
