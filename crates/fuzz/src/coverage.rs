//! Counts, for each theorem, the verdicts and those that rest on an informative trial (complete, not vacuous and not 0/0).

use crate::study::FuzzStudy;
use claims::claim::VerdictKind;
use std::collections::BTreeMap;

/// Counts of the verdicts on one claim, in settings where it must hold.
#[derive(Debug, Clone, Default)]
pub struct ClaimCount {
    /// Number of verdicts.
    pub judged: u64,
    /// Verdicts with an applicable trial.
    pub applies: u64,
    /// Verdicts with an informative trial.
    pub tells: u64,
    /// Verdicts with an informative trial that are decided.
    pub decided: u64,
    /// Verdicts for which a finished trial lacks a number of the claim.
    pub mute: u64,
    /// How often each premise failed, for verdicts without an applicable trial.
    pub failing: BTreeMap<String, u64>,
}

/// Counts over the verdicts of all specs so far.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    /// By claim, for theorems on variants that are not wrong on purpose.
    pub theorems: BTreeMap<String, ClaimCount>,
    /// Number of each verdict on these theorems.
    pub of_theorems: BTreeMap<&'static str, u64>,
    /// Number of each verdict on everything else.
    pub of_others: BTreeMap<&'static str, u64>,
}

impl Coverage {
    /// Adds the verdicts of a spec.
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
