//! Takes away the one premise that fails, and sees whether the statement without it is violated.

use crate::theorems;
use claims::claim::{Premise, Statement, StatedClaim, VerdictWord};
use claims::judge::Bench;
use claims::trial::{Block, Row, Setting};
use std::collections::BTreeMap;

/// The level at which a statement without a premise is judged: a violation by chance would make a premise look needed.
const ALPHA: f64 = 1e-4;

/// What became of a statement without one premise, on trials where that premise alone failed.
#[derive(Debug, Clone)]
pub struct Removal {
    /// The claim's name in the registry.
    pub claim: String,
    /// The premise in words.
    pub premise: String,
    /// Whether it was violated.
    pub violated: bool,
}

/// A statement without one of its premises.
pub fn without(statement: &Statement, premise: usize) -> Statement {
    let mut statement = statement.clone();
    statement.premises.remove(premise);
    statement
}

/// The settings of some variants of a block.
pub fn settings<'a>(block: &'a Block, places: &[usize]) -> Vec<&'a Setting> {
    let batches = places.iter().filter_map(|&place| block.batches.get(place));
    batches.map(|batch| batch.setting.as_ref()).collect()
}

fn fails(premise: &Premise, rows: &[Row]) -> bool {
    !rows.iter().all(|row| premise.may_hold(row))
}

/// The premises that fail on the first trial.
pub fn failing(claim: &StatedClaim, block: &Block, places: &[usize]) -> Vec<String> {
    let rows = block.rows(0, places).unwrap_or_default();
    let premises = claim.statement.premises.iter();
    let failing = premises.filter(|premise| fails(premise, &rows));
    failing.map(|premise| premise.words().to_owned()).collect()
}

/// For every premise that alone fails on some trial: whether the theorem without it is violated.
pub fn removals(
    bench: &Bench,
    cell: usize,
    claim: &StatedClaim,
    subject: &[String],
    block: &Block,
) -> Vec<Removal> {
    let places = claims::judge::positions(subject, block);
    let settings = settings(block, &places);
    if !theorems::is_theorem(claim, &settings) {
        return Vec::new();
    }
    let premises = &claim.statement.premises;
    let mut alone = vec![false; premises.len()];
    for place in 0..block.len() {
        let rows = block.rows(place, &places).unwrap_or_default();
        let failing: Vec<usize> = (0..premises.len())
            .filter(|&premise| fails(&premises[premise], &rows))
            .collect();
        if let [only] = failing[..] {
            alone[only] = true;
        }
    }
    let concerned = (0..premises.len()).filter(|&premise| {
        alone[premise] && is_about(&premises[premise], &settings)
    });
    concerned
        .map(|premise| Removal {
            claim: claim.name().to_owned(),
            premise: premises[premise].words().to_owned(),
            violated: is_violated_without(bench, cell, claim, subject, block, premise),
        })
        .collect()
}

/// Whether a violation would be the premise's doing: what is wrong on purpose says something of premises about rules and learners only.
fn is_about(premise: &Premise, settings: &[&Setting]) -> bool {
    let mutant = |setting: &&Setting| {
        let variant = setting.variant.as_ref();
        variant.is_some_and(|variant| variant.is_mutant())
    };
    let words = premise.words();
    let of_rule = words.contains("rule") || words.contains("learner") || words.contains("loop");
    of_rule || !settings.iter().any(mutant)
}

fn is_violated_without(
    bench: &Bench,
    cell: usize,
    claim: &StatedClaim,
    subject: &[String],
    block: &Block,
    premise: usize,
) -> bool {
    let alone = StatedClaim {
        statement: without(&claim.statement, premise),
        variants: subject.to_vec(),
        ..claim.clone()
    };
    let bench = Bench {
        alpha: ALPHA,
        claims: vec![alone],
        ..bench.clone()
    };
    let verdicts = bench.judge(cell, block);
    verdicts.iter().any(|verdict| verdict.verdict == VerdictWord::Violated)
}

/// How often a premise was the only one that failed.
#[derive(Debug, Clone, Default)]
pub struct Alone {
    /// Times it was.
    pub times: u64,
    /// Times its removal gave a violation.
    pub violated: u64,
    /// The first seed where it did.
    pub seed: Option<u64>,
}

/// The table of premises: by claim and words.
#[derive(Debug, Clone, Default)]
pub struct Table(pub BTreeMap<(String, String), Alone>);

impl Table {
    /// Counts the removals of a spec.
    pub fn add(&mut self, seed: u64, removals: &[Removal]) {
        for removal in removals {
            let key = (removal.claim.clone(), removal.premise.clone());
            let alone = self.0.entry(key).or_default();
            alone.times += 1;
            if removal.violated {
                alone.violated += 1;
                alone.seed.get_or_insert(seed);
            }
        }
    }
}
