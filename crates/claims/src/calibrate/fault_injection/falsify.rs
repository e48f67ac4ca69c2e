//! Falsifies correctly run trials: columns by a formula, and what no formula says by named functions.

use crate::claim::Formula;
use crate::trial::{
    AnyColumn, Block, Column, ColumnKind, ColumnValue, Design, Halves, Row, StreamRole, Values,
    columns,
};
use perceptron::generate::ExampleSource;
use perceptron::learn::{Hypothesis, StopReason};
use perceptron::margin::{consistent_arc, margin_of_arc};
use perceptron::sample::{Quantity, Rational, Sample, TestTies};
use serde::Deserialize;

/// A change of trials that no formula of their columns says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum TrialFault {
    /// The learner is tested on its training sample.
    TestedOnTraining,
    /// The learner is tested on examples from the random stream of its training sample.
    TestedOnTheSameStream,
    /// Only samples that repeat no vector are kept, as if they were drawn without replacement.
    WithoutRepeats,
    /// Every run is reported as one that ended at a clean pass.
    ReportedAsFinished,
    /// The mean norm of the examples is reported as the largest.
    MeanNorm,
    /// The norm of the last example is reported as the largest.
    LastNorm,
    /// Each trial gets the largest margin of the next replicate.
    MarginOfAnotherReplicate,
    /// The arc of consistent directions ignores the last example, so that the margin has a slightly wrong distribution.
    ArcOfAllButOne,
    /// The margin is computed as the sine of the whole arc of consistent directions, in place of half of it.
    SineOfTheWholeArc,
    /// The trials of the right spec have the constant columns of the changed one, from which the limit is computed.
    LimitOfTheChangedSpec,
    /// The trials of the changed spec have the constant columns of the right one.
    LimitOfTheRightSpec,
    /// Every trial is the first one.
    OneSample,
    /// Every second trial with a risk of 1/2 or more is thrown away.
    OnlySmallRisks,
    /// The second variant gets the updates of the next replicate, as if the two variants saw different samples.
    DifferentSamples,
    /// Each of two variants gets the updates of the other.
    ExchangedUpdates,
}

impl TrialFault {
    /// The trials with this fault, of the trials of the right spec and those of the changed one.
    pub(super) fn planted(self, design: &Design, right: Block, changed: Block) -> Block {
        match self {
            Self::TestedOnTraining => tested_on(design, changed, |_, sample, _| sample),
            Self::TestedOnTheSameStream => tested_on(design, changed, from_the_samples_stream),
            Self::WithoutRepeats => only(&changed, |row| {
                row.get(columns::UPDATES) == row.get(columns::EXAMPLES)
            }),
            Self::ReportedAsFinished => with(changed, columns::STOP_REASON, |_| {
                Some(StopReason::CleanPass)
            }),
            Self::MeanNorm => radius(design, changed, |norms| {
                let mean =
                    norms.iter().map(|square| square.sqrt()).sum::<f64>() / norms.len() as f64;
                Some(mean * mean)
            }),
            Self::LastNorm => radius(design, changed, |norms| norms.last().copied()),
            Self::MarginOfAnotherReplicate => of_the_next(changed, 0, columns::MAX_MARGIN_SQUARED),
            Self::ArcOfAllButOne => arc_of_all_but_one(design, changed),
            Self::SineOfTheWholeArc => with(changed, columns::ANGULAR_MARGIN, |row| {
                let arc = row.get(columns::CONSISTENT_ARC)?;
                Some(margin_of_arc(&arc.scaled(&Rational::new(2, 1))))
            }),
            Self::LimitOfTheChangedSpec => in_the_setting_of(right, &changed),
            Self::LimitOfTheRightSpec => in_the_setting_of(changed, &right),
            Self::OneSample => Block {
                replicates: changed.replicates.clone(),
                ..changed.selected(&vec![0; changed.len()])
            },
            Self::OnlySmallRisks => only(&changed, |row| {
                let risk = row.number(columns::RISK.any());
                risk.is_some_and(|risk| risk < 0.5) || row.replicate.is_multiple_of(2)
            }),
            Self::DifferentSamples => of_the_next(changed, 1, columns::UPDATES),
            Self::ExchangedUpdates => exchanged(changed, columns::UPDATES),
        }
    }
}

/// Returns the trials with one column computed by a formula from each trial, of every variant. The formula has to give values of the column's kind.
pub(super) fn computed(mut block: Block, column: AnyColumn, formula: &Formula) -> Block {
    for variant in 0..block.batches.len() {
        let rows = (0..block.len()).filter_map(|place| block.row(place, variant));
        let values = rows.map(|row| formula.value(&[row]).ok()).collect();
        if let Some(values) = of_kind(column.declared().kind, values) {
            block.batches[variant].put(column, values);
        }
    }
    block
}

/// The values of a column of a kind; `None` if the kind is not one of numbers.
fn of_kind(kind: ColumnKind, values: Vec<Option<Quantity>>) -> Option<Values> {
    fn each<T: ColumnValue>(
        values: Vec<Option<Quantity>>,
        of: impl Fn(Quantity) -> Option<T>,
    ) -> Option<Values> {
        Some(T::column(
            values.into_iter().map(|value| of(value?)).collect(),
        ))
    }
    match kind {
        ColumnKind::Count => each(values, |value| {
            let halves = Halves::from_f64(value.value)?;
            (halves.0 % 2 == 0).then_some(halves.0 / 2)
        }),
        ColumnKind::Half => each(values, |value| Halves::from_f64(value.value)),
        ColumnKind::Float => each(values, |value| Some(value.value)),
        ColumnKind::Fraction => each(values, |value| value.exact),
        ColumnKind::Enclosed => each(values, Some),
        ColumnKind::Flag | ColumnKind::Text | ColumnKind::Reason => None,
    }
}

/// Returns the trials with one column replaced: `value` computes its new value from each trial, of every variant.
fn with<T: ColumnValue>(
    mut block: Block,
    column: Column<T>,
    value: impl Fn(&Row) -> Option<T>,
) -> Block {
    for variant in 0..block.batches.len() {
        let rows = (0..block.len()).filter_map(|place| block.row(place, variant));
        let values = rows.map(|row| value(&row)).collect();
        block.batches[variant].put(column.any(), T::column(values));
    }
    block
}

/// Returns the trials with one column of a variant shifted by one replicate: each trial takes the value of the next replicate, and the last trial
/// takes that of the first.
fn of_the_next<T: ColumnValue>(mut block: Block, variant: usize, column: Column<T>) -> Block {
    let places = (1..block.len()).chain((0..block.len()).take(1));
    let value = |place| block.row(place, variant)?.get(column).cloned();
    let values = places.map(value).collect();
    block.batches[variant].put(column.any(), T::column(values));
    block
}

/// Returns only those replicates, with the trials of all variants, whose trial of the first variant passes the test `is_kept`.
fn only(block: &Block, is_kept: impl Fn(&Row) -> bool) -> Block {
    let passes = |&place: &usize| block.row(place, 0).is_some_and(|row| is_kept(&row));
    let places: Vec<usize> = (0..block.len()).filter(passes).collect();
    block.selected(&places)
}

/// Returns the trials of `block`, but each variant gets the constant columns (those equal for all trials of a cell) from the same variant in `other`.
fn in_the_setting_of(mut block: Block, other: &Block) -> Block {
    for (batch, other) in block.batches.iter_mut().zip(&other.batches) {
        batch.setting = other.setting.clone();
    }
    block
}

/// Returns the trials with the risk measured again on the test sample that `test` returns for the design, the training sample and the replicate.
fn tested_on(
    design: &Design,
    block: Block,
    test: impl Fn(&Design, Sample, u64) -> Sample,
) -> Block {
    with(block, columns::RISK, |row| {
        let repeated = design.repeat(row.replicate, Some(0), true).ok()?;
        let hypothesis = repeated.learned?.hypothesis?;
        let sample = test(design, repeated.sample, row.replicate);
        Some(Quantity::exact(share_of_errors(&hypothesis, &sample)))
    })
}

/// Returns the proportion of a sample that a hypothesis misclassifies; ties count as mistakes.
fn share_of_errors(hypothesis: &Hypothesis, sample: &Sample) -> Rational {
    let halves = |(example, &label)| {
        let sign = hypothesis.score_sign(&sample.features, example);
        i64::from(TestTies::Mistake.half_mistakes(label, sign))
    };
    let errors = sample.labels.iter().enumerate().map(halves).sum();
    Rational::new(errors, 2 * sample.labels.len() as i64)
}

/// Draws a test sample, twice as large as the training sample, from the random stream of the training sample instead of a stream of its own.
fn from_the_samples_stream(design: &Design, sample: Sample, replicate: u64) -> Sample {
    match design.generator.source() {
        ExampleSource::Sampler(sampler) => {
            let stream = design.addresses.of(StreamRole::Sample, replicate);
            sampler.draw(stream, 2 * design.generator.examples())
        }
        ExampleSource::Opponent(_) => sample,
    }
}

/// Returns the squared norms of the examples of a trial's sample.
fn squared_norms(design: &Design, row: &Row) -> Vec<f64> {
    let Ok(repeated) = design.repeat(row.replicate, Some(0), false) else {
        return Vec::new();
    };
    let sample = repeated.sample;
    (0..sample.labels.len())
        .map(|example| sample.features.norm_squared(example).value)
        .collect()
}

/// Returns the trials with the squared radius that a function makes of the squared norms of the examples.
fn radius(design: &Design, block: Block, of: impl Fn(&[f64]) -> Option<f64>) -> Block {
    with(block, columns::RADIUS_SQUARED, |row| {
        of(&squared_norms(design, row)).map(Quantity::float)
    })
}

fn arc_of_all_but_one(design: &Design, block: Block) -> Block {
    with(block, columns::CONSISTENT_ARC, |row| {
        let repeated = design.repeat(row.replicate, None, false).ok()?;
        let mut sample = repeated.sample;
        sample.labels.pop();
        consistent_arc(&sample)
    })
}

/// Returns the trials of two variants, each with the column of the other.
fn exchanged<T: ColumnValue>(mut block: Block, column: Column<T>) -> Block {
    let of = |variant: usize| {
        let rows = (0..block.len()).map(|place| block.row(place, variant)?.get(column).cloned());
        rows.collect::<Vec<_>>()
    };
    let values = [of(1), of(0)];
    for (batch, values) in block.batches.iter_mut().zip(values) {
        batch.put(column.any(), T::column(values));
    }
    block
}
