//! Counts, for each theorem, the verdicts and those that rest on an informative trial (complete, not vacuous and not 0/0).

use crate::study::FuzzStudy;
use claims::claim::VerdictKind;
use std::collections::BTreeMap;

/// Counts of the verdicts on one claim, over all fuzzed specs, in settings where the claim must hold.
#[derive(Debug, Clone, Default)]
pub struct ClaimCount {
    /// Number of verdicts on the claim.
    pub judged: u64,
    /// Number of verdicts with at least one trial that meets every premise.
    pub applies: u64,
    /// Number of verdicts with an informative trial: a complete one whose limit is not vacuous and not 0/0.
    pub tells: u64,
    /// Number of verdicts with an informative trial that are `holds` or `violated`.
    pub decided: u64,
    /// Number of verdicts for which a finished trial that meets every premise lacks a number that the claim compares.
    pub mute: u64,
    /// How often each premise failed on the first trial, over the verdicts for which no trial meets every premise.
    pub failing: BTreeMap<String, u64>,
}

/// Counts over the verdicts of all specs that were fuzzed so far.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    /// Counts by the claim's name, for theorems on variants that are not wrong on purpose, which must hold.
    pub theorems: BTreeMap<String, ClaimCount>,
    /// Number of verdicts of each kind on the claims that must hold, by the word for the verdict.
    pub of_theorems: BTreeMap<&'static str, u64>,
    /// Number of verdicts of each kind on the claims that need not hold, by the word for the verdict.
    pub of_others: BTreeMap<&'static str, u64>,
}

impl Coverage {
    /// Adds the verdicts on the claims of one fuzzed spec.
    pub fn add(&mut self, study: &FuzzStudy) {
        for heard in &study.verdicts {
            let words = match heard.must_hold {
                true => &mut self.of_theorems,
                false => &mut self.of_others,
            };
            *words.entry(heard.word.as_str()).or_default() += 1;
            if !heard.must_hold {
                continue;
            }
            let count = self.theorems.entry(heard.claim.clone()).or_default();
            let decided = matches!(heard.word, VerdictKind::Holds | VerdictKind::Violated);
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
