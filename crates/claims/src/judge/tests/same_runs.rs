//! Checks which variants the verdicts report as having the same runs.

use super::super::Verdict;
use crate::spec::Spec;
use crate::trial::columns;
use perceptron::learn::StopReason;
use testing::{CYCLIC, SpecText};

/// Unit vectors, on which normalizing changes nothing, so that `normalized` has the runs of `plain`. `shuffled` has other runs.
fn spec() -> Spec {
    let normalized = CYCLIC.replace("perceptron", "normalized-perceptron");
    SpecText::new("basis\ndimension = 5\nexamples = 8")
        .replicates(4)
        .variant("plain", CYCLIC)
        .variant("shuffled", CYCLIC.replace("cyclic", "shuffled"))
        .variant("normalized", normalized)
        .claim("online-mistake-bound")
        .read(Spec::from_text)
}

/// For every verdict its variant, and the first variant with the same runs.
fn first(verdicts: &[Verdict]) -> Vec<(&str, Option<&str>)> {
    let names = verdicts
        .iter()
        .map(|verdict| verdict.variant.as_str().unwrap_or_default());
    let first = verdicts
        .iter()
        .map(|verdict| verdict.same_runs_as.as_deref());
    names.zip(first).collect()
}

#[test]
fn variant_with_runs_identical_to_an_earlier_variant_names_it() {
    let spec = spec();
    let judge_spec = spec.judge_spec();
    let mut cell_judge = judge_spec.cell_judge(0);
    for replicates in [0..1, 1..4] {
        cell_judge.add(&spec.design(&spec.cells[0]).block(replicates));
    }
    let verdicts = cell_judge.verdicts();
    let [plain, shuffled, normalized] = first(&verdicts)[..] else {
        panic!("{verdicts:?}")
    };
    assert_eq!(plain, ("plain", None));
    assert_eq!(shuffled, ("shuffled", None));
    assert_eq!(normalized, ("normalized", Some("plain")));
}

#[test]
fn one_differing_trial_makes_variants_different() {
    let spec = spec();
    let judge_spec = spec.judge_spec();
    let design = spec.design(&spec.cells[0]);
    let mut cell_judge = judge_spec.cell_judge(0);
    cell_judge.add(&design.block(0..3));
    let mut last = design.block(3..4);
    last.batches[2].set(0, columns::DRAWS, Some(99));
    cell_judge.add(&last);
    assert_eq!(first(&cell_judge.verdicts())[2], ("normalized", None));
}

#[test]
fn failed_trials_do_not_count_as_identical_runs() {
    let spec = spec();
    let judge_spec = spec.judge_spec();
    let mut cell_judge = judge_spec.cell_judge(0);
    let mut block = spec.design(&spec.cells[0]).block(0..3);
    for batch in &mut block.batches {
        batch.set(1, columns::STOP_REASON, Some(StopReason::Failed));
    }
    cell_judge.add(&block);
    assert_eq!(first(&cell_judge.verdicts())[2], ("normalized", None));
}

#[test]
fn runs_that_end_for_other_reasons_are_different() {
    let spec = spec();
    let judge_spec = spec.judge_spec();
    let mut cell_judge = judge_spec.cell_judge(0);
    let mut block = spec.design(&spec.cells[0]).block(0..3);
    block.batches[2].set(1, columns::STOP_REASON, Some(StopReason::UpdateCap));
    cell_judge.add(&block);
    assert_eq!(first(&cell_judge.verdicts())[2], ("normalized", None));
}
