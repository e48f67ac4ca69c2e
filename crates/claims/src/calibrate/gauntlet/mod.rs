//! Runs the gauntlet: mutant learners and sabotaged measurements, each of which a named claim must catch and its twin must pass.

mod entries;
mod fault;

use crate::claim::VerdictWord;
use crate::spec::Replicates;
use entries::Entry;
use fault::{Bout, Fault};
use rayon::prelude::*;
use serde::Serialize;

/// What became of one planted fault.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Catch {
    /// What is wrong.
    pub name: String,
    /// Where the theory lists it, if it does.
    pub theory: Option<String>,
    /// Whether it was caught.
    pub caught: bool,
    /// The claim that caught it, or was meant to.
    pub by: String,
    /// Trials after which it was caught; all of them where it was not.
    pub trials: u64,
    /// What the same claim says without the fault.
    pub twin: String,
}

impl Catch {
    /// Whether the fault was caught, by a claim that is judged without it and not violated.
    pub fn is_kept(&self) -> bool {
        self.caught
            && [VerdictWord::Holds, VerdictWord::Vacuous]
                .map(VerdictWord::word)
                .contains(&self.twin.as_str())
    }
}

/// Runs every entry.
pub fn run() -> Vec<Catch> {
    entries::all().par_iter().map(catch).collect()
}

fn catch(entry: &Entry) -> Catch {
    let twin = Bout::of(entry.name, entry.spec);
    let by = twin
        .as_ref()
        .map_or_else(Clone::clone, |bout| bout.bench.claims[0].id.clone());
    let twin = twin.map_or_else(
        |refused| refused,
        |bout| judged(&bout, bout.rows.len()).word().to_owned(),
    );
    let found = Bout::of(entry.name, &fault::text(entry.spec, entry.fault))
        .and_then(|bout| bout.sabotaged(entry.spec, entry.fault));
    let (caught, by, trials) = match (found, entry.fault) {
        (Err(_), Fault::Refused(_)) => (true, "the spec, exit 2".into(), 0),
        (Ok(bout), Fault::Refused(_)) => (false, "the spec, exit 2".into(), bout.rows.len() as u64),
        (Err(refused), _) => (false, refused, 0),
        (Ok(bout), _) => {
            let (caught, trials) = first_violation(&bout);
            (caught, by, trials)
        }
    };
    Catch {
        name: entry.name.into(),
        theory: entry.theory.map(str::to_owned),
        caught,
        by,
        trials,
        twin,
    }
}

/// What the bench says of the first rows.
fn judged(bout: &Bout, rows: usize) -> VerdictWord {
    bout.bench.judge(0, &bout.rows[..rows])[0].verdict
}

/// Whether the claim is ever violated, and after how many trials; an enumeration can be looked at when it is complete only.
fn first_violation(bout: &Bout) -> (bool, u64) {
    let width = bout.spec.rows_per_replicate();
    let all = (bout.rows.len() / width) as u64;
    let looks = match bout.spec.replicates {
        Replicates::All => vec![all],
        _ => Replicates::UntilDecided { min: 1, max: all }.schedule(),
    };
    let caught = looks
        .iter()
        .find(|&&look| judged(bout, look as usize * width) == VerdictWord::Violated);
    (caught.is_some(), caught.unwrap_or(&all) * width as u64)
}
