//! Says whether a verdict rests on a trial that says something, and counts how often each theorem had one.

use crate::study::Study;
use claims::claim::{StatedClaim, VerdictWord};
use claims::judge::{Case, Numbers, Status};
use claims::trial::{Block, Row, columns};
use std::collections::BTreeMap;

/// Whether some trial is complete, not vacuous and not 0/0; a claim that a count is 0 says something where there were updates.
pub fn tells(claim: &StatedClaim, block: &Block, places: &[usize]) -> bool {
    let trials = (0..block.len()).filter_map(|place| block.rows(place, places));
    trials.into_iter().any(|rows| tells_of(claim, &rows))
}

/// The same of one trial.
pub fn tells_of(claim: &StatedClaim, rows: &[Row]) -> bool {
    let case = Case::of(claim, rows);
    let numbers = case.numbers.filter(|_| case.status == Status::Complete);
    numbers.is_some_and(|numbers| !numbers.vacuous && is_something(claim, &numbers, rows))
}

/// Whether some trial that the claim speaks of was finished, and yet lacks a number of it: nobody will ever decide it.
pub fn is_mute(claim: &StatedClaim, block: &Block, places: &[usize]) -> bool {
    let mut trials = (0..block.len()).filter_map(|place| block.rows(place, places));
    trials.any(|rows| {
        let finished = !rows
            .iter()
            .any(|row| row.is_incomplete() || row.is_undecided());
        let case = Case::of(claim, &rows);
        finished && case.status == Status::Failed && case.numbers.is_none()
    })
}

fn is_something(claim: &StatedClaim, numbers: &Numbers, rows: &[Row]) -> bool {
    let positive = numbers.limit.value > 0.0 || numbers.observed.value > 0.0;
    let claims_zero = claim.statement.limit.reads().is_empty();
    let moved = |row: &Row| {
        row.copied(columns::UPDATES)
            .is_none_or(|updates| updates > 0)
    };
    positive || claims_zero && rows.iter().any(moved)
}

/// How often a claim was judged, and what it came to, on settings where it must hold.
#[derive(Debug, Clone, Default)]
pub struct Count {
    /// Verdicts.
    pub judged: u64,
    /// Verdicts that speak of some trial.
    pub applies: u64,
    /// Verdicts that rest on a trial that says something.
    pub tells: u64,
    /// Those among them that are decided.
    pub decided: u64,
    /// Verdicts on a finished trial that lacks a number of the claim.
    pub mute: u64,
    /// How often each premise failed, where the claim did not apply.
    pub failing: BTreeMap<String, u64>,
}

/// The verdicts of all specs so far.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    /// By claim, theorems on variants that are not wrong on purpose.
    pub theorems: BTreeMap<String, Count>,
    /// By word, theorems.
    pub of_theorems: BTreeMap<&'static str, u64>,
    /// By word, everything else.
    pub of_others: BTreeMap<&'static str, u64>,
}

impl Coverage {
    /// Counts the verdicts of a spec.
    pub fn add(&mut self, study: &Study) {
        for heard in &study.verdicts {
            let words = match heard.must_hold {
                true => &mut self.of_theorems,
                false => &mut self.of_others,
            };
            *words.entry(heard.word.word()).or_default() += 1;
            if !heard.must_hold {
                continue;
            }
            let count = self.theorems.entry(heard.claim.clone()).or_default();
            let decided = matches!(heard.word, VerdictWord::Holds | VerdictWord::Violated);
            count.judged += 1;
            count.applies += u64::from(heard.applies);
            count.mute += u64::from(heard.mute);
            count.tells += u64::from(heard.tells);
            count.decided += u64::from(heard.tells && decided);
            for words in &heard.failing {
                *count.failing.entry(words.clone()).or_default() += 1;
            }
        }
    }
}
