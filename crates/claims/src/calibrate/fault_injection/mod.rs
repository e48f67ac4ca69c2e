//! Runs the fault injection: the faults that the entries of theorems state, in specs and trials. A claim of the theorem must catch each, while it must
//! pass the same run without the fault.

mod cell_run;
mod falsify;
mod stated;
#[cfg(test)]
mod tests;

use crate::claim::{Theorem, TheoremFile, VerdictKind, all_theorems};
use cell_run::CellRun;
use rayon::prelude::*;
use serde::Serialize;
use stated::PlantedFault;

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

    /// Why the promise is not kept, in words.
    pub fn problem(&self) -> Option<String> {
        let Self { name, by, twin, .. } = self;
        let problem = match self.caught {
            true => format!("without the fault “{name}” {by} comes out {twin} and not holds"),
            false if self.twin == UNREAD => by.clone(),
            false => format!("the fault “{name}” is not caught by {by}"),
        };
        (!self.is_promise_kept()).then_some(problem)
    }
}

/// The word in place of a verdict if an entry states faults that cannot be read.
const UNREAD: &str = "unread";

/// Whether a fault was caught, by which claim, and after how many trials.
struct CaughtFault {
    caught: bool,
    by: String,
    trials: u64,
}

/// Plants the faults of all theorems, one run for each, in parallel, and returns whether they were caught. A theorem whose faults cannot be read has one
/// that is not caught.
pub fn run() -> Vec<Catch> {
    let all = all_theorems().par_iter().map(|theorem| of(theorem));
    all.flatten().collect()
}

/// Plants the faults of the theorems of a file, by theorem.
pub fn of_file(file: &TheoremFile) -> Vec<Vec<Catch>> {
    file.theorems.iter().map(|theorem| of(theorem)).collect()
}

/// The specs of the studies in which the faults of the theorem of this name are planted, without the faults; `None` if there is no such theorem.
pub fn studies(name: &str) -> Option<Vec<String>> {
    let faults = stated::of(Theorem::named(name)?).unwrap_or_default();
    let mut specs: Vec<String> = faults.into_iter().map(|fault| fault.spec).collect();
    specs.dedup();
    Some(specs)
}

/// Plants the faults of a theorem.
fn of(theorem: &Theorem) -> Vec<Catch> {
    match stated::of(theorem) {
        Ok(faults) => faults.par_iter().map(catch).collect(),
        Err(problem) => vec![Catch {
            name: theorem.name.to_owned(),
            theory: None,
            caught: false,
            by: problem,
            trials: 0,
            twin: UNREAD.to_owned(),
        }],
    }
}

fn catch(fault: &PlantedFault) -> Catch {
    let right = CellRun::of(&fault.name, &fault.spec);
    let twin = match &right {
        Ok(right) => right.verdict().as_str().to_owned(),
        Err(refusal) => refusal.clone(),
    };
    let found = right.map_or_else(missed, |right| find(fault, right));
    Catch {
        name: fault.name.clone(),
        theory: fault.theory.clone(),
        caught: found.caught,
        by: found.by,
        trials: found.trials,
        twin,
    }
}

/// Plants the fault in `right`, the run without the fault, and judges the result by the claim.
fn find(fault: &PlantedFault, right: CellRun) -> CaughtFault {
    let claim = right.claim().to_owned();
    let changed = CellRun::of(&fault.name, &fault.changed);
    if let Some(words) = &fault.refused {
        return find_refusal(changed, words);
    }
    // A refused spec says nothing about the claim.
    let wrong = changed.map(|changed| right.faulty(changed, fault));
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
