//! Removes the only premise that fails, and tests whether the statement is then violated.

use crate::{evidence, panics, theorems};
use claims::claim::{MarginSource, Premise, StatedClaim, Statement, VerdictKind};
use claims::judge::JudgeSpec;
use claims::trial::{Block, Row, Setting};
use std::collections::BTreeMap;

/// Error probability (α) for judging a claim with one premise removed. A violation by chance would make the premise look needed.
const ALPHA: f64 = 1e-4;

/// Result of judging a theorem with one premise removed, on trials where only that premise failed.
#[derive(Debug, Clone)]
pub struct Removal {
    /// The claim's name in the registry.
    pub claim: String,
    /// The removed premise, as printed.
    pub premise: String,
    /// The result of judging without the premise.
    pub without: RemovalOutcome,
}

/// The outcome of judging a theorem with one premise removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemovalOutcome {
    /// The theorem was violated: the premise is needed.
    Violated,
    /// Nothing is left to compare, or no comparison could disagree: the premise only ensures that there is something to compare.
    Unsaid,
    /// Numbers were compared, and agreed with the theorem although the premise failed.
    Agreed,
}

/// Returns the statement of a claim without the premise of this index.
pub fn without(statement: &Statement, premise: usize) -> Statement {
    let mut statement = statement.clone();
    statement.premises.remove(premise);
    statement
}

/// The settings (generator and variant) of a block's variants at the indices `places`.
pub fn settings<'a>(block: &'a Block, places: &[usize]) -> Vec<&'a Setting> {
    let batches = places.iter().filter_map(|&place| block.batches.get(place));
    batches.map(|batch| batch.setting.as_ref()).collect()
}

fn fails(premise: &Premise, rows: &[Row]) -> bool {
    !rows.iter().all(|row| premise.may_hold(row))
}

/// The premises of a claim that fail on the first trial of a block, as printed. `places` are the indices of the claim's variants.
pub fn failing(claim: &StatedClaim, block: &Block, places: &[usize]) -> Vec<String> {
    let rows = block.rows(0, places).unwrap_or_default();
    let premises = claim.statement.premises.iter();
    let failing = premises.filter(|premise| fails(premise, &rows));
    failing.map(|premise| premise.label().to_owned()).collect()
}

/// For every premise of a theorem that is the only one to fail on some trial, tests whether the theorem is violated with that premise removed.
pub fn removals(
    judge_spec: &JudgeSpec,
    cell: usize,
    claim: &StatedClaim,
    subject: &[String],
    block: &Block,
) -> Vec<Removal> {
    let places = claims::judge::positions(subject, block);
    let settings = settings(block, &places);
    if !theorems::is_theorem(claim) {
        return Vec::new();
    }
    let premises = &claim.statement.premises;
    let mut alone = vec![Vec::new(); premises.len()];
    for place in 0..block.len() {
        let rows = block.rows(place, &places).unwrap_or_default();
        let failing: Vec<usize> = (0..premises.len())
            .filter(|&premise| fails(&premises[premise], &rows))
            .collect();
        if let [only] = failing[..] {
            alone[only].push(place);
        }
    }
    let concerned = (0..premises.len())
        .filter(|&premise| !alone[premise].is_empty() && is_about(&premises[premise], &settings));
    concerned
        .map(|premise| Removal {
            claim: claim.name().to_owned(),
            premise: named(&premises[premise], claim),
            without: judged(
                &judge_spec_of_one(judge_spec, claim, subject, premise),
                cell,
                block,
                (&places, &alone[premise]),
            ),
        })
        .collect()
}

/// The premise as printed, but with the word `stated` for the value of a margin that the spec states, so that equal premises get equal names.
fn named(premise: &Premise, claim: &StatedClaim) -> String {
    match claim.margin {
        MarginSource::Number(_) if premise.label().starts_with("separable") => {
            premise.label().replace(&claim.margin.label(), "stated")
        }
        _ => premise.label().to_owned(),
    }
}

/// Whether a violation in these settings may be blamed on the removed premise. Variants that are wrong on purpose only test premises about rules and
/// learners.
fn is_about(premise: &Premise, settings: &[&Setting]) -> bool {
    let mutant = |setting: &&Setting| {
        let variant = setting.variant.as_ref();
        variant.is_some_and(|variant| variant.is_mutant())
    };
    let words = premise.label();
    let of_rule = words.contains("rule") || words.contains("learner") || words.contains("loop");
    of_rule || !settings.iter().any(mutant)
}

/// Builds a judge spec with a single claim, for the variants `subject` only and without the premise of this index.
fn judge_spec_of_one(
    judge_spec: &JudgeSpec,
    claim: &StatedClaim,
    subject: &[String],
    premise: usize,
) -> JudgeSpec {
    let alone = StatedClaim {
        statement: without(&claim.statement, premise),
        variants: subject.to_vec(),
        ..claim.clone()
    };
    JudgeSpec {
        alpha: ALPHA,
        claims: vec![alone],
        ..judge_spec.clone()
    }
}

/// Judges the only claim of `judge_spec`, whose premise was removed, and tests whether it compares anything on the trials `failing`, where that premise
/// fails. A formula that panics there compares nothing.
fn judged(
    judge_spec: &JudgeSpec,
    cell: usize,
    block: &Block,
    (places, failing): (&[usize], &[usize]),
) -> RemovalOutcome {
    let verdicts = panics::caught(|| judge_spec.judge(cell, block)).unwrap_or_default();
    let mut words = verdicts.iter().map(|verdict| verdict.verdict);
    let mut rows = failing
        .iter()
        .filter_map(|&trial| block.rows(trial, places));
    let mut tells = || {
        panics::caught(|| {
            rows.any(|rows| evidence::rows_have_evidence(&judge_spec.claims[0], &rows))
        })
    };
    if words.any(|word| word == VerdictKind::Violated) {
        RemovalOutcome::Violated
    } else if tells().unwrap_or(false) {
        RemovalOutcome::Agreed
    } else {
        RemovalOutcome::Unsaid
    }
}

/// Counts for one premise, over the times that it was the only premise of its theorem to fail on a trial.
#[derive(Debug, Clone, Default)]
pub struct SoleFailures {
    /// Number of judged theorems for which only this premise failed on some trial.
    pub times: u64,
    /// How often the theorem was violated without the premise.
    pub violated: u64,
    /// How often there was nothing to compare without the premise.
    pub unsaid: u64,
    /// The first stored spec or seed whose trials violate the theorem without the premise.
    pub first: Option<String>,
}

impl SoleFailures {
    /// Whether some trials violated the theorem with the premise removed, so that the premise is needed.
    pub fn is_needed(&self) -> bool {
        self.violated > 0
    }

    /// Whether there was never anything to compare with the premise removed, so that it only ensures that the compared numbers are known.
    pub fn says_a_number_is_known(&self) -> bool {
        self.unsaid == self.times
    }
}

/// Counts for every premise that was the only one to fail, by the claim's name and the printed premise.
#[derive(Debug, Clone, Default)]
pub struct Table(pub BTreeMap<(String, String), SoleFailures>);

impl Table {
    /// Adds the results that one spec gave with a premise removed; `spec` is the name of a stored spec or the seed.
    pub fn add(&mut self, spec: &str, removals: &[Removal]) {
        for removal in removals {
            let key = (removal.claim.clone(), removal.premise.clone());
            let alone = self.0.entry(key).or_default();
            alone.times += 1;
            match removal.without {
                RemovalOutcome::Violated => {
                    alone.violated += 1;
                    alone.first.get_or_insert_with(|| spec.to_owned());
                }
                RemovalOutcome::Unsaid => alone.unsaid += 1,
                RemovalOutcome::Agreed => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RemovalOutcome;
    use crate::study;
    use testing::SpecText;

    /// A bound under a rule of these keys.
    fn bound(rule: &str, claim: &str) -> String {
        SpecText::new("basis\ndimension = 2")
            .variant("a", rule)
            .more("order = \"cyclic\"\nstop = { updates = 9 }")
            .claim(claim)
            .to_string()
    }

    #[test]
    fn mutated_rule_violates_a_bound_if_the_rule_premise_is_removed() {
        let anti = "rule = { anti-perceptron = {} }";
        let study = study::of(&bound(anti, "online-mistake-bound"));
        let removals = study.removals.iter();
        let of_rule: Vec<_> = removals
            .filter(|removal| removal.premise.starts_with("rule is"))
            .collect();
        assert!(
            matches!(of_rule[..], [removal] if removal.without == RemovalOutcome::Violated),
            "{study:?}"
        );
        assert!(study.findings.is_empty());
    }

    #[test]
    fn nothing_is_compared_if_the_premise_that_a_count_is_known_is_removed() {
        let floats = "rule = { perceptron = {} }\narithmetic = \"f64\"";
        let study = study::of(&bound(floats, "correcting-updates"));
        let removals = study.removals.iter();
        let of_updates: Vec<_> = removals
            .filter(|removal| removal.premise.contains("corrected an example"))
            .collect();
        assert!(
            matches!(of_updates[..], [removal] if removal.without == RemovalOutcome::Unsaid),
            "{study:?}"
        );
    }
}
