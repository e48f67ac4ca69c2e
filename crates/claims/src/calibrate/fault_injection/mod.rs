//! Runs the gauntlet: mutant learners and sabotaged measurements, each of which a named claim must catch and its twin must pass.

mod cell_run;
mod entries;
mod falsify;
mod fault;
#[cfg(test)]
mod tests;

use crate::claim::VerdictKind;
use cell_run::CellRun;
use entries::PlantedFault;
use fault::FaultKind;
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
    /// What the same claim says without the fault; of a faulty judge, whether the sound one keeps its promise: `kept`.
    pub twin: String,
}

impl Catch {
    /// Whether the fault was caught, by a claim that is judged without it and not violated.
    pub fn is_kept(&self) -> bool {
        let [holds, vacuous] = [VerdictKind::Holds, VerdictKind::Vacuous].map(VerdictKind::as_str);
        self.caught && [holds, vacuous, "kept"].contains(&self.twin.as_str())
    }
}

/// Whether a fault was found, by what, and after how many trials.
struct CaughtFault {
    caught: bool,
    by: String,
    trials: u64,
}

/// Runs every entry.
pub fn run() -> Vec<Catch> {
    entries::all().into_par_iter().map(catch).collect()
}

fn catch(entry: &PlantedFault) -> Catch {
    let right = CellRun::of(entry.name, entry.spec);
    let twin = match &right {
        Ok(right) => right.verdict().as_str().to_owned(),
        Err(refusal) => refusal.clone(),
    };
    let found = right.map_or_else(missed, |right| find(entry, right));
    Catch {
        name: entry.name.into(),
        theory: entry.theory.map(str::to_owned),
        caught: found.caught,
        by: found.by,
        trials: found.trials,
        twin,
    }
}

/// Plants the fault, and looks for it.
fn find(entry: &PlantedFault, right: CellRun) -> CaughtFault {
    let claim = right.claim().to_owned();
    let edited = |edits| CellRun::of(entry.name, &fault::edited(entry.spec, edits));
    let wrong = match entry.fault {
        FaultKind::Refused { edits, words } => return find_refusal(edited(edits), words),
        FaultKind::Spec(edits) => edited(edits),
        FaultKind::Trials(falsify) => Ok(right.falsified(falsify)),
        FaultKind::Mixed(edits, mix) => edited(edits).map(|wrong| right.mixed(wrong, mix)),
    };
    // Any other refusal says nothing about the claim.
    wrong.map_or_else(missed, |wrong| {
        let look = wrong.first_violation();
        CaughtFault {
            caught: look.is_some(),
            by: claim,
            trials: look.unwrap_or(wrong.replicates()) * wrong.variants(),
        }
    })
}

/// A spec that must be refused, with these words; a refusal for another reason finds nothing.
fn find_refusal(read: Result<CellRun, String>, words: &str) -> CaughtFault {
    let by = "the spec, exit 2".to_owned();
    match read {
        Err(refusal) if !refusal.contains(words) => missed(refusal),
        Err(_) => CaughtFault {
            caught: true,
            by,
            trials: 0,
        },
        Ok(run) => CaughtFault {
            caught: false,
            by,
            trials: run.replicates() * run.variants(),
        },
    }
}

/// Nothing was found, because a spec was refused.
fn missed(refusal: String) -> CaughtFault {
    CaughtFault {
        caught: false,
        by: refusal,
        trials: 0,
    }
}
