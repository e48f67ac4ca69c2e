//! Checks whole blocks: which measure fills which column, and that trials depend neither on each other nor on their block.

mod common;
pub(crate) mod known;
mod pieces;
mod retraining;

use super::{AnyColumn, Batch, Block, ColumnKind, Design, Measure, Row, Setting, Values, columns};
use crate::spec::Spec;
use perceptron::generate::{Duplicates, Generator};
use perceptron::learn::{OtherLearner, StopReason};
use perceptron::sample::{Quantity, Rational};
use std::collections::BTreeSet;
use std::sync::Arc;
use testing::{CYCLIC, SpecText};

const SPHERE: &str = "sphere-margin\ndimension = 3\nexamples = 5\ntarget_margin = 0.1";

fn spec(generator: &str, rest: &str) -> Spec {
    SpecText::new(generator)
        .replicates(9)
        .more(rest)
        .read(Spec::from_text)
}

/// The first cell with two variants, the second of which has further keys.
fn design(generator: &str, second: &str, claims: &str) -> Design {
    let variants = format!("[variants.a]\n{CYCLIC}\n[variants.b]\n{CYCLIC}\n{second}\n{claims}");
    let spec = spec(generator, &variants);
    spec.design(&spec.cells[0])
}

fn reason(row: &Row) -> Option<StopReason> {
    row.copied(columns::STOP_REASON)
}

fn failure<'a>(row: &Row<'a>) -> &'a str {
    row.get(columns::FAILURE).map_or("", String::as_str)
}

/// The values of a column for every trial of a batch, whether they are stored once or per trial.
fn said(batch: &Batch, column: AnyColumn) -> Option<Values> {
    let values = batch.values(column)?;
    let one = batch.differing(column).is_none();
    let places = (0..batch.len()).map(|place| if one { 0 } else { place });
    Some(values.selected(&places.collect::<Vec<_>>()))
}

/// Asserts that two blocks have equal values in every column of these variants.
pub(super) fn assert_same(one: &Block, other: &Block, variants: &[usize]) {
    assert_eq!(one.replicates, other.replicates);
    for &variant in variants {
        let (one, other) = (&one.batches[variant], &other.batches[variant]);
        assert_eq!(one.len(), other.len());
        for column in AnyColumn::all() {
            assert_eq!(said(one, column), said(other, column), "{column:?}");
        }
    }
}

#[test]
fn constant_columns_are_stored_once_and_others_per_trial() {
    let design = design(SPHERE, "", "");
    let batches = design.block(0..4).batches;
    let differs = |column: AnyColumn| batches[0].differing(column).is_some();
    assert!(differs(columns::NORMALIZED_MARGIN.any()));
    assert!(!differs(columns::EXAMPLES.any()) && batches[0].has(columns::EXAMPLES.any()));
    assert_eq!(
        said(&batches[0], columns::EXAMPLES.any()),
        Some(Values::Count(vec![Some(5); 4]))
    );
}

#[test]
fn every_column_has_a_name_of_its_own_and_a_meaning_and_only_numbers_have_units() {
    let all: Vec<AnyColumn> = AnyColumn::all().collect();
    let names: BTreeSet<&str> = all.iter().map(|column| column.name()).collect();
    assert_eq!(names.len(), all.len());
    for column in all {
        let declared = column.declared();
        assert_eq!(AnyColumn::named(declared.name), Some(column));
        assert!(!declared.meaning.trim().is_empty(), "{column:?}");
        assert!(
            declared.kind.is_number() || declared.unit.is_empty(),
            "{column:?}"
        );
    }
}

/// Columns that need no further measure and are still empty in a plain run, with the trials that fill them.
const ELSEWHERE: [(&str, &str); 9] = [
    ("weight", "of outcomes of a complete enumeration"),
    ("threshold", "of rules with one"),
    ("offset", "of variants with one"),
    ("learner", "of what is not the one loop"),
    ("transform", "of variants with one"),
    ("majority_of", "of laws that vote"),
    ("minimax_bound", "of the minimax family"),
    ("minimax_average", "of the minimax family"),
    ("failure", "of trials without a result"),
];

#[test]
fn columns_empty_in_a_plain_run_belong_to_a_measure_or_are_listed() {
    let spec = spec(SPHERE, &format!("[variants.v]\n{CYCLIC}"));
    let block = spec.design(&spec.cells[0]).block([0]);
    let batch = &block.batches[0];
    let is_empty = |column: &AnyColumn| {
        let values = batch.values(*column);
        values.is_none_or(|values| *values == Values::missing(values.kind(), 1))
    };
    let plain = AnyColumn::all().filter(|column| column.measure() == Measure::Run);
    let empty: Vec<&str> = plain.filter(is_empty).map(AnyColumn::name).collect();
    assert_eq!(empty, ELSEWHERE.map(|(name, _)| name));
    // Columns of other measures were not computed, except those that are known before a run.
    let asked = AnyColumn::all().filter(|column| batch.has(*column));
    for column in asked {
        assert_eq!(column.measure(), Measure::Run, "{column:?}");
    }
}

#[test]
fn column_refuses_values_of_the_wrong_length_or_kind() {
    let mut block = design(SPHERE, "", "").empty(vec![0, 1]);
    let batch = &mut block.batches[0];
    let counts = |values: &[u64]| Values::Count(values.iter().copied().map(Some).collect());
    batch.put(columns::UPDATES.any(), counts(&[3, 4]));
    for refused in [
        counts(&[5]),
        counts(&[5, 6, 7]),
        Values::Float(vec![Some(5.0), Some(6.0)]),
        Values::missing(ColumnKind::Text, 2),
    ] {
        batch.put(columns::UPDATES.any(), refused);
        assert_eq!(batch.values(columns::UPDATES.any()), Some(&counts(&[3, 4])));
    }
    // A column that was not requested ignores single values, but a reader may set it as a whole.
    batch.set(0, columns::RISK, Some(Quantity::count(1)));
    assert!(!batch.has(columns::RISK.any()));
    let risks = Values::Enclosed(vec![None, Some(Quantity::float(0.5))]);
    batch.put(columns::RISK.any(), risks);
    assert_eq!(
        block.row(1, 0).unwrap().number(columns::RISK.any()),
        Some(0.5)
    );
}

#[test]
fn values_of_another_kind_become_missing_when_appended() {
    let mut counts = Values::Count(vec![Some(1)]);
    counts.append(Values::Fraction(vec![Some(Rational::one()), None]));
    assert_eq!(counts, Values::Count(vec![Some(1), None, None]));
    assert_eq!(counts.kind(), ColumnKind::Count);
}

#[test]
fn column_absent_from_one_part_is_missing_in_the_joined_block() {
    let design = design(SPHERE, "", "");
    let with_risk = |risk| {
        let measures = BTreeSet::from([Measure::Risk]);
        let mut batch = Batch::new(
            design.settings[0].clone(),
            AnyColumn::measured(&measures),
            1,
        );
        batch.set(0, columns::RISK, risk);
        Block {
            replicates: vec![0],
            batches: vec![batch],
        }
    };
    let mut block = with_risk(Some(Quantity::count(1)));
    block.append(design.empty(vec![1]));
    block.append(with_risk(None));
    let risks = [Some(Quantity::count(1)), None, None];
    let found = block.batches[0].values(columns::RISK.any());
    assert_eq!(found, Some(&Values::Enclosed(risks.to_vec())));
    assert_eq!((block.len(), block.batches[0].len()), (3, 3));
}

#[test]
fn replicates_computed_in_parts_are_those_computed_at_once() {
    let claims = "[[claims]]\nname = \"leave-one-out-risk-bound\"\n[[claims]]\nname = \"no-updates-left\"\n\
                  [[claims]]\nname = \"same-update-sequence\"\n[[claims]]\nname = \"strictly-separable\"";
    let design = design(SPHERE, "transform = \"reflect\"", claims);
    let whole = design.block(0..9);
    let mut joined = design.block(0..4);
    joined.append(design.block(4..9));
    assert_same(&joined, &whole, &[0, 1]);
    // Trials do not depend on the other trials that are computed with them, nor on the order.
    let places = [7, 2];
    assert_same(&design.block([7, 2]), &whole.selected(&places), &[0, 1]);
    let row = whole.row(7, 1).unwrap();
    assert_eq!(
        (row.replicate, row.setting().name.as_deref()),
        (7, Some("b"))
    );
    assert!(row.get(columns::UPDATE_DIGEST).is_some() && row.get(columns::RISK).is_some());
}

/// A learner that reads beyond the last example; `check` would refuse it.
fn with_wrong_learner(generator: &str) -> Design {
    let mut design = design(generator, "learner = { dual = {} }", "");
    let learner = design.variants[1].1.learner.as_mut();
    let Some(OtherLearner::Dual(dual)) = learner else {
        panic!("it is the dual")
    };
    dual.corrupted = Some([9, 9]);
    design
}

#[test]
fn a_learner_that_panics_fails_its_own_trials_and_no_others() {
    let block = with_wrong_learner(SPHERE).block(0..3);
    let right = design(SPHERE, "learner = { dual = {} }", "").block(0..3);
    assert_same(&block, &right, &[0]);
    for place in 0..3 {
        let row = block.row(place, 1).unwrap();
        assert_eq!(reason(&row), Some(StopReason::Failed));
        assert!(
            failure(&row).contains("index out of bounds"),
            "{}",
            failure(&row)
        );
        assert!(row.is_failed() && row.get(columns::UPDATES).is_none());
        assert_eq!(row.copied(columns::EXAMPLES), Some(5));
    }
}

#[test]
fn a_measure_that_panics_fails_the_trials_that_it_cannot_measure() {
    let generator = "isotropic-gaussians\ndimension = 1\ndistance = 1\nexamples = 1";
    let mut design = design(generator, "", "");
    design.measures.insert(Measure::SupremumDeviation);
    // The measure needs features in [−1, 1]. The setting claims this of normal features, where it is false.
    let mut setting: Setting = (*design.settings[1]).clone();
    setting.distribution.label_noise = Some(0.5);
    design.settings[1] = Arc::new(setting);
    let block = design.block(0..40);
    let rows = (0..40).map(|place| block.row(place, 1).unwrap());
    let (failed, others): (Vec<Row>, Vec<Row>) = rows.partition(Row::is_failed);
    assert!(!failed.is_empty() && !others.is_empty());
    for row in failed {
        assert!(failure(&row).contains("min > max"), "{}", failure(&row));
        assert_eq!(reason(&row), Some(StopReason::Failed));
    }
    for row in others {
        assert!(row.get(columns::SUPREMUM_DEVIATION).is_some() && failure(&row).is_empty());
    }
    let mut first = (0..40).map(|place| block.row(place, 0).unwrap());
    assert!(first.all(|row| !row.is_failed() && row.get(columns::DRAWS).is_some()));
}

#[test]
fn a_generator_that_panics_leaves_failed_trials_of_every_variant() {
    let mut duplicates: Duplicates =
        toml::from_str("dimension = 3\nexamples = 6\ncopies = 2").unwrap();
    duplicates.copies = 0;
    let mut design = design(SPHERE, "", "");
    design.generator = Generator::Duplicates(duplicates);
    let block = design.block([0, 1]);
    assert_eq!(block.all().count(), 4);
    for row in block.all() {
        assert_eq!(reason(&row), Some(StopReason::Failed));
        assert!(
            failure(&row).contains("divide by zero"),
            "{}",
            failure(&row)
        );
    }
}

/// The design with a change in what its settings declare about the distribution.
fn under(mut design: Design, change: impl Fn(&mut Setting)) -> Design {
    for setting in &mut design.settings {
        let mut other: Setting = (**setting).clone();
        change(&mut other);
        *setting = Arc::new(other);
    }
    design
}

#[test]
fn sample_contradicting_its_distribution_fails_trials_of_every_variant() {
    let margin = |setting: &mut Setting| {
        setting.distribution.population_margin_squared =
            Some(Quantity::exact(Rational::new(9, 10)));
    };
    let opponent = "forced-mistakes\ndimension = 5";
    for generator in [SPHERE, opponent] {
        let block = under(design(generator, "", ""), margin).block([0, 1]);
        assert_eq!(block.all().count(), 4);
        for row in block.all() {
            assert_eq!(reason(&row), Some(StopReason::Failed));
            let words = failure(&row);
            assert!(
                words.starts_with("the generator contradicts its distribution: example"),
                "{words}"
            );
            assert!(row.get(columns::UPDATES).is_none());
        }
    }
}

#[test]
fn trial_failed_during_generation_counts_as_failed_not_inapplicable() {
    let variants = format!("[variants.a]\n{CYCLIC}\n[[claims]]\nname = \"online-mistake-bound\"");
    let spec = spec(SPHERE, &variants);
    let mut design = spec.design(&spec.cells[0]);
    let mut block = design.block(0..3);
    let mut duplicates: Duplicates =
        toml::from_str("dimension = 3\nexamples = 6\ncopies = 2").unwrap();
    duplicates.copies = 0;
    design.generator = Generator::Duplicates(duplicates);
    block.append(design.block(3..6));
    let verdict = &spec.judge_spec().judge(0, &block)[0];
    assert_eq!(
        (
            verdict.verdict.as_str(),
            verdict.inapplicable,
            verdict.failed
        ),
        ("inconclusive", 0, 3)
    );
}

#[test]
fn repetition_includes_the_constant_feature_unless_transformed_or_in_learner() {
    for (keys, dimension, stays) in [
        ("", 3, false),
        ("offset = \"1/2\"", 4, false),
        ("offset = \"1/2\"\ntransform = \"reflect\"", 3, true),
        ("offset = 1\nlearner = { offset-perceptron = {} }", 3, true),
    ] {
        let trial = design(SPHERE, keys, "").repeat(2, Some(1), false).unwrap();
        let (name, variant) = trial.variant.unwrap();
        assert_eq!((name.as_str(), trial.learned.is_some()), ("b", false));
        assert_eq!(
            (
                trial.sample.features.dimension(),
                variant.offset.0.is_some()
            ),
            (dimension, stays),
            "{keys}"
        );
    }
    let opponent = design("forced-mistakes\ndimension = 5", "", "");
    assert!(
        opponent
            .repeat(0, Some(0), false)
            .unwrap()
            .learned
            .is_some()
    );
    assert!(opponent.repeat(0, None, false).is_err());
}

#[test]
fn leave_one_out_retraining_is_skipped_only_if_no_claim_tests_it() {
    let retrainings = |claim: &str| {
        let spec =
            SpecText::new("sphere-margin\ndimension = 4\ntarget_margin = 0.2\nexamples = 30")
                .variant("v", CYCLIC.replace("cyclic", "random"))
                .claim(claim)
                .read(Spec::from_text);
        let block = spec.design(&spec.cells[0]).block([0]);
        let row = block.row(0, 0).unwrap();
        let distinct = row.copied(columns::DISTINCT_MARGIN_MISTAKES);
        let in_full = row.copied(columns::RETRAINED_IN_FULL);
        (row.copied(columns::RETRAININGS), distinct, in_full)
    };
    let (made, distinct, in_full) = retrainings("leave-one-out-error-bound");
    assert!(made == distinct && made < Some(30) && in_full.is_none());
    let (made, _, in_full) = retrainings("leave-one-out-errors-bound");
    assert_eq!((made, in_full), (Some(30), Some(true)));
}
