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

/// The outcome of one planted fault: whether a claim caught it, and what the same claim says without the fault.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Catch {
    /// The fault, in words.
    pub name: String,
    /// The fault's number in docs/theory.md, such as N1, if it is listed there.
    pub theory: Option<String>,
    /// Whether the fault was caught.
    pub caught: bool,
    /// The id of the claim that caught the fault or should have caught it; or the message with which the spec was refused.
    pub by: String,
    /// Number of trials after which the fault was caught; the number of all trials if it was not.
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

/// Plants every fault of the list, one run for each, in parallel, and returns whether it was caught.
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

/// Plants the fault in `right`, the run without the fault, and judges the result by the claim.
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

/// Checks that reading a spec failed with a message that contains `words`; a refusal for another reason does not count as caught.
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

/// Returns the outcome "not caught" for a spec that was refused with the message `refusal`, so that no claim was judged.
fn missed(refusal: String) -> CaughtFault {
    CaughtFault {
        caught: false,
        by: refusal,
        trials: 0,
    }
}
