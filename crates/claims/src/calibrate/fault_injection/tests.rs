//! Checks that an injected fault counts as caught only by the refusal or claim that its entry names: not by another refusal, nor without a fault.

use super::stated::{self, PlantedFault};
use super::{Catch, catch};
use crate::claim::{Theorem, all_theorems};

/// A majority of three signs, in which the theorem plants a majority of four that must be refused.
fn refused(words: &str) -> PlantedFault {
    let theorem = Theorem::named("online-mistake-bound").unwrap();
    let faults = stated::of(theorem).unwrap();
    let even = faults.into_iter().find(|fault| fault.refused.is_some());
    PlantedFault {
        refused: Some(words.to_owned()),
        ..even.unwrap()
    }
}

/// The fault above as one that a claim must catch.
fn unrefused(change: impl FnOnce(&mut PlantedFault)) -> Catch {
    let mut fault = refused("");
    fault.refused = None;
    change(&mut fault);
    catch(&fault)
}

#[test]
fn refusal_is_caught_only_if_its_message_matches() {
    let (named, other) = (catch(&refused("4 is even")), catch(&refused("is odd")));
    assert!(
        named.is_promise_kept() && named.by == "the spec, exit 2",
        "{named:?}"
    );
    assert_eq!(named.problem(), None);
    let problem = other.problem().unwrap();
    assert!(problem.contains(" is not caught by "), "{problem}");
    assert!(!other.caught && other.by.contains("4 is even"), "{other:?}");
}

#[test]
fn accepted_spec_that_should_be_refused_is_not_caught() {
    let fault = refused("4 is even");
    let accepted = catch(&PlantedFault {
        changed: fault.spec.clone(),
        ..fault
    });
    assert!(!accepted.caught && accepted.trials == 5, "{accepted:?}");
}

#[test]
fn a_refused_spec_does_not_count_as_a_violation() {
    let refused = unrefused(|_| ());
    assert!(!refused.caught && !refused.is_promise_kept(), "{refused:?}");
}

#[test]
fn unchanged_trials_are_not_caught_as_a_fault() {
    let unchanged = unrefused(|fault| fault.changed = fault.spec.clone());
    assert!(!unchanged.caught && unchanged.trials == 5, "{unchanged:?}");
    assert_eq!(unchanged.twin, "holds");
}

#[test]
fn every_fault_of_an_entry_changes_its_spec_or_its_trials() {
    let faults = all_theorems().iter().map(|theorem| stated::of(theorem));
    let faults: Vec<PlantedFault> = faults.map(Result::unwrap).collect::<Vec<_>>().concat();
    assert!(faults.len() >= 70);
    for fault in faults {
        let changes_trials = !fault.columns.is_empty() || fault.trials.is_some();
        assert!(
            changes_trials || fault.changed != fault.spec,
            "{}",
            fault.name
        );
    }
}
