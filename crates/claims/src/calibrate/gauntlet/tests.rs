//! Checks that only what an entry names catches its fault: neither another refusal nor a fault that is none.

use super::entries::{Entry, all};
use super::{Catch, Fault, catch};

fn refused(words: &'static str) -> Entry {
    Entry {
        name: "a refusal",
        theory: None,
        spec: include_str!("specs/majority.toml"),
        fault: Fault::Refused {
            edits: &[("relevant  = 3", "relevant  = 4")],
            words,
        },
    }
}

fn with(fault: Fault) -> Catch {
    catch(&Entry {
        fault,
        ..refused("")
    })
}

#[test]
fn a_refusal_is_caught_by_its_words_and_not_by_others() {
    let (named, other) = (catch(&refused("4 is even")), catch(&refused("is odd")));
    assert!(
        named.is_kept() && named.by == "the spec, exit 2",
        "{named:?}"
    );
    assert!(!other.caught && other.by.contains("4 is even"), "{other:?}");
}

#[test]
fn a_spec_that_is_accepted_where_it_must_be_refused_is_not_caught() {
    let words = "4 is even";
    let accepted = with(Fault::Refused { edits: &[], words });
    assert!(!accepted.caught && accepted.trials == 5, "{accepted:?}");
}

#[test]
fn a_refused_spec_does_not_count_as_a_violation() {
    let refused = with(Fault::Spec(&[("relevant  = 3", "relevant  = 4")]));
    assert!(!refused.caught && !refused.is_kept(), "{refused:?}");
}

#[test]
fn what_is_no_fault_is_not_caught() {
    let unchanged = with(Fault::Trials(|_, block| block));
    assert!(!unchanged.caught && unchanged.trials == 5, "{unchanged:?}");
    assert_eq!(unchanged.twin, "holds");
}

#[test]
fn every_edit_changes_its_spec() {
    for entry in all() {
        let edits = match entry.fault {
            Fault::Spec(edits) | Fault::Refused { edits, .. } | Fault::Mixed(edits, _) => edits,
            Fault::Trials(_) => &[],
        };
        for (right, wrong) in edits {
            let changes = entry.spec.contains(right) && right != wrong;
            assert!(changes, "{}: {right:?}", entry.name);
        }
    }
}
