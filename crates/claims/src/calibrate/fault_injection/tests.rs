//! Checks that an injected fault counts as caught only by the refusal or claim that its entry names: not by another refusal, nor without a fault.

use super::entries::{PlantedFault, all};
use super::{Catch, FaultKind, catch};

fn refused(words: &'static str) -> PlantedFault {
    PlantedFault {
        name: "a refusal",
        theory: None,
        spec: include_str!("specs/majority.toml"),
        fault: FaultKind::Refused {
            edits: &[("relevant  = 3", "relevant  = 4")],
            words,
        },
    }
}

fn with(fault: FaultKind) -> Catch {
    catch(&PlantedFault {
        fault,
        ..refused("")
    })
}

#[test]
fn refusal_is_caught_only_if_its_message_matches() {
    let (named, other) = (catch(&refused("4 is even")), catch(&refused("is odd")));
    assert!(
        named.is_promise_kept() && named.by == "the spec, exit 2",
        "{named:?}"
    );
    assert!(!other.caught && other.by.contains("4 is even"), "{other:?}");
}

#[test]
fn accepted_spec_that_should_be_refused_is_not_caught() {
    let words = "4 is even";
    let accepted = with(FaultKind::Refused { edits: &[], words });
    assert!(!accepted.caught && accepted.trials == 5, "{accepted:?}");
}

#[test]
fn a_refused_spec_does_not_count_as_a_violation() {
    let refused = with(FaultKind::Spec(&[("relevant  = 3", "relevant  = 4")]));
    assert!(!refused.caught && !refused.is_promise_kept(), "{refused:?}");
}

#[test]
fn unchanged_trials_are_not_caught_as_a_fault() {
    let unchanged = with(FaultKind::Trials(|_, block| block));
    assert!(!unchanged.caught && unchanged.trials == 5, "{unchanged:?}");
    assert_eq!(unchanged.twin, "holds");
}

#[test]
fn every_edit_changes_its_spec() {
    for entry in all() {
        let edits = match entry.fault {
            FaultKind::Spec(edits)
            | FaultKind::Refused { edits, .. }
            | FaultKind::Mixed(edits, _) => edits,
            FaultKind::Trials(_) => &[],
        };
        for (right, wrong) in edits {
            let changes = entry.spec.contains(right) && right != wrong;
            assert!(changes, "{}: {right:?}", entry.name);
        }
    }
}
