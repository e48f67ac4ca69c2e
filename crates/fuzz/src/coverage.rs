//! Counts how often each theorem had a verdict, and how often it rested on a trial that says something.

use crate::study::FuzzStudy;
use claims::claim::VerdictKind;
use std::collections::BTreeMap;

/// How often a claim was judged, and what it came to, on settings where it must hold.
#[derive(Debug, Clone, Default)]
pub struct ClaimCount {
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
    pub theorems: BTreeMap<String, ClaimCount>,
    /// By word, theorems.
    pub of_theorems: BTreeMap<&'static str, u64>,
    /// By word, everything else.
    pub of_others: BTreeMap<&'static str, u64>,
}

impl Coverage {
    /// Counts the verdicts of a spec.
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
