//! Checks what claims and columns say of learners that predict or refuse by a rule of their own: Winnow at its threshold, and the largest margin on
//! samples that nothing separates.

use claims::claim::VerdictKind;
use claims::judge::Verdict;
use claims::spec::Spec;
use claims::trial::{Block, Halves, columns};
use testing::SpecText;

/// Reads a spec as one whose trials exist.
fn stored(text: &SpecText) -> Spec {
    text.read(|name, file, text| Spec::from_stored_text(name, file, text, Default::default()))
}

/// A run of Winnow on two examples with the score 2, which is its threshold, and one with the score 4.
fn winnow(keys: &str) -> SpecText {
    let examples =
        "{ x = [1, 1, 0, 0], y = -1 }, { x = [0, 1, 1, 0], y = -1 }, { x = [1, 1, 1, 1], y = 1 }";
    SpecText::new(format_args!("points\nexamples = [{examples}]"))
        .variant(
            "v",
            "order = \"stream\"\noffset = 1\nlearner = { winnow = {} }",
        )
        .more(keys)
        .more("[[claims]]\nobserved = \"leave_one_out_errors\"\nlimit = \"0\"")
}

fn first(spec: &Spec) -> Block {
    spec.design(&spec.cells[0]).block([0])
}

#[test]
fn errors_of_winnow_follow_its_own_prediction_at_the_threshold() {
    for spec in [
        winnow("").read(Spec::from_text),
        stored(&winnow("test_ties = \"mistake\"")),
        stored(&winnow("test_ties = \"positive\"")),
    ] {
        let block = first(&spec);
        let row = block.row(0, 0).unwrap();
        assert_eq!(row.copied(columns::MISTAKES), Some(0));
        assert_eq!(row.copied(columns::LEAVE_ONE_OUT_ERRORS), Some(Halves(0)));
        let test_ties = row.get(columns::TEST_TIES).map(String::as_str);
        assert_eq!(test_ties, Some("negative"));
    }
    assert!(
        winnow("test_ties = \"mistake\"")
            .try_read(Spec::from_text)
            .is_err()
    );
}

#[test]
fn swept_test_ties_beside_winnow_are_refused_where_they_stand() {
    let swept = winnow("").sweep("variants.v.test_ties", "\"mistake\", \"half\"");
    let refused = swept.try_read(Spec::from_text).unwrap_err().to_string();
    assert!(
        refused.contains("\"variants.v.test_ties\" = ["),
        "{refused}"
    );
    assert!(
        refused.contains("predicts −1 at a score of exactly its threshold"),
        "{refused}"
    );
}

/// The verdict on a claim about the leave-one-out errors of the largest margin, on four points of the plane, whose labels are fair coins: half of such samples are separable.
fn verdict(keys: &str) -> Verdict {
    let coins = "integer-points\ndimension = 2\nexamples = 4\nbound = 1000\nlabels = \"random\"";
    let claim = format!("[[claims]]\nobserved = \"leave_one_out_errors\"\nlimit = \"3\"\n{keys}");
    let spec = SpecText::new(coins)
        .replicates(40)
        .variant("v", "learner = { largest-margin = {} }")
        .more(claim)
        .read(Spec::from_text);
    let block = spec.design(&spec.cells[0]).block(0..40);
    spec.judge_spec().judge(0, &block).remove(0)
}

#[test]
fn samples_without_a_separator_are_outside_of_claims_about_the_largest_margin() {
    let surely = verdict("form = \"surely\"");
    assert_eq!(surely.verdict, VerdictKind::Holds);
    assert_eq!((surely.trials, surely.failed, surely.undecided), (40, 0, 0));
    let dropped = surely.inapplicable;
    assert!((8..=32).contains(&dropped), "{dropped}");
    assert_eq!(surely.applicable + dropped, 40);
    let premise = surely.failed_premise.unwrap();
    assert!(premise.contains("separable"), "{premise}");
    let mean = verdict("form = \"in-expectation\"\nrange = [0, 4]");
    assert_eq!(mean.verdict, VerdictKind::Inconclusive);
    let share = format!(
        "the premises hold on {} of 40 samples only (",
        mean.applicable
    );
    assert!(mean.method.starts_with(&share), "{}", mean.method);
}
