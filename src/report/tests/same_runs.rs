//! Tests that variants with the same runs are counted once, and named.

use super::{summary, theorem, verdicts};
use crate::report::summary::runs;
use crate::report::verdicts::same_runs;
use claims::judge::Verdict;
use serde_json::json;

/// Verdicts on the claim in two cells, for a learner and for a second one that has the same runs in the first cell.
fn of_two_learners() -> Vec<Verdict> {
    let plain = verdicts(vec![theorem()]);
    let named = |(cell, verdict): (usize, &Verdict)| Verdict {
        variant: json!("normalized"),
        same_runs_as: (cell == 0).then(|| "plain".into()),
        ..verdict.clone()
    };
    let others: Vec<Verdict> = plain.iter().enumerate().map(named).collect();
    [plain, others].concat()
}

#[test]
fn verdicts_on_the_same_runs_are_counted_once() {
    let all = of_two_learners();
    let summary = summary("e", &[theorem()], &all);
    let row = &summary.rows[0];
    assert_eq!((row.words.len(), row.distinct.len()), (4, 3));
    let evidence = [0, 1, 3].map(|place| all[place].evidence());
    assert_eq!(row.runs, evidence.iter().sum::<u64>());
}

#[test]
fn a_verdict_on_pairs_rests_on_the_runs_of_both_variants() {
    let all = of_two_learners();
    let of_pairs = |trials| Verdict {
        variant: json!(["plain", "normalized"]),
        trials,
        ..all[0].clone()
    };
    let [first, second] = [&all[0], &all[1]].map(|verdict| verdict.trials);
    assert_eq!(runs(&all), first + 2 * second);
    // In the first cell the two variants have the same runs; a verdict on more pairs than runs rests on further runs of them.
    for (trials, more) in [(first, 0), (first + 3, 3)] {
        let with_pairs = [all.clone(), vec![of_pairs(trials)]].concat();
        assert_eq!(runs(&with_pairs), first + 2 * second + more);
    }
    let only = Verdict {
        cell: all[1].cell.clone(),
        ..of_pairs(5)
    };
    assert_eq!(runs(&[only]), 10);
}

#[test]
fn the_page_names_the_variants_with_the_same_runs() {
    let said = format!("{:?}", same_runs(&of_two_learners()));
    assert!(
        said.contains("those of normalized and plain in 1 of 2 settings"),
        "{said}"
    );
    let different = &of_two_learners()[..2];
    assert_eq!(same_runs(different), None);
}
