//! Runs the fault injection: planted faults in specs and trials, each of which a named claim must catch, while it must pass the same run without the
//! fault.

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

/// The outcome of one planted fault.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Catch {
    /// The fault, in words.
    pub name: String,
    /// Its number in docs/theory.md, if it is listed there.
    pub theory: Option<String>,
    /// Whether it was caught.
    pub caught: bool,
    /// The claim that caught it or should have; or the refusal that prevented the run.
    pub by: String,
    /// Number of trials after which it was caught; all trials if it was not.
    pub trials: u64,
    /// The verdict of the same claim without the fault. For a faulty judge: `kept` if the sound judge keeps its promises, otherwise `broken`.
    pub twin: String,
}

impl Catch {
    /// Whether the fault was caught by a claim that, without the fault, is judged and not violated.
    pub fn is_promise_kept(&self) -> bool {
        let [holds, vacuous] = [VerdictKind::Holds, VerdictKind::Vacuous].map(VerdictKind::as_str);
        self.caught && [holds, vacuous, "kept"].contains(&self.twin.as_str())
    }
}

/// Whether a fault was caught, by which claim, and after how many trials.
struct CaughtFault {
    caught: bool,
    by: String,
    trials: u64,
}

/// Runs all entries, in parallel.
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

/// Plants the fault and runs the claim on it.
fn find(entry: &PlantedFault, right: CellRun) -> CaughtFault {
    let claim = right.claim().to_owned();
    let edited = |edits| CellRun::of(entry.name, &fault::edited(entry.spec, edits));
    let wrong = match entry.fault {
        FaultKind::Refused { edits, words } => return find_refusal(edited(edits), words),
        FaultKind::Spec(edits) => edited(edits),
        FaultKind::Trials(falsify) => Ok(right.falsified(falsify)),
        FaultKind::Mixed(edits, mix) => edited(edits).map(|wrong| right.mixed(wrong, mix)),
    };
    // A refused spec says nothing about the claim.
    wrong.map_or_else(missed, |wrong| {
        let look = wrong.first_violation();
        CaughtFault {
            caught: look.is_some(),
            by: claim,
            trials: look.unwrap_or(wrong.replicates()) * wrong.variants(),
        }
    })
}

/// Checks that a spec is refused with these words; a refusal for another reason does not count as caught.
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

/// Returns the outcome if a spec was refused, so that no claim was judged.
fn missed(refusal: String) -> CaughtFault {
    CaughtFault {
        caught: false,
        by: refusal,
        trials: 0,
    }
}
