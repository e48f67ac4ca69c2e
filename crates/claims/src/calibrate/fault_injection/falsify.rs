//! Falsifies columns of correctly run trials.

use crate::trial::{Block, Column, ColumnValue, Design, Row, StreamRole, columns};
use perceptron::generate::ExampleSource;
use perceptron::learn::Hypothesis;
use perceptron::sample::{Quantity, Rational, Sample, TestTies};

/// Returns the trials with one column replaced: `value` computes its new value from each trial, of every variant.
pub(super) fn with<T: ColumnValue>(
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
pub(super) fn of_the_next<T: ColumnValue>(
    mut block: Block,
    variant: usize,
    column: Column<T>,
) -> Block {
    let places = (1..block.len()).chain((0..block.len()).take(1));
    let value = |place| block.row(place, variant)?.get(column).cloned();
    let values = places.map(value).collect();
    block.batches[variant].put(column.any(), T::column(values));
    block
}

/// Returns only those replicates, with the trials of all variants, whose trial of the first variant passes the test `is_kept`.
pub(super) fn only(block: &Block, is_kept: impl Fn(&Row) -> bool) -> Block {
    let passes = |&place: &usize| block.row(place, 0).is_some_and(|row| is_kept(&row));
    let places: Vec<usize> = (0..block.len()).filter(passes).collect();
    block.selected(&places)
}

/// Returns the trials of `block`, but each variant gets the constant columns (those equal for all trials of a cell) from the same variant in `other`.
pub(super) fn in_the_setting_of(mut block: Block, other: &Block) -> Block {
    for (batch, other) in block.batches.iter_mut().zip(&other.batches) {
        batch.setting = other.setting.clone();
    }
    block
}

/// Returns the trials with the risk measured again on the test sample that `test` returns for the design, the training sample and the replicate.
pub(super) fn tested_on(
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
pub(super) fn from_the_samples_stream(design: &Design, sample: Sample, replicate: u64) -> Sample {
    match design.generator.source() {
        ExampleSource::Sampler(sampler) => {
            let stream = design.addresses.of(StreamRole::Sample, replicate);
            sampler.draw(stream, 2 * design.generator.examples())
        }
        ExampleSource::Opponent(_) => sample,
    }
}

/// Returns the squared norms of the examples of a trial's sample.
pub(super) fn squared_norms(design: &Design, row: &Row) -> Vec<f64> {
    let Ok(repeated) = design.repeat(row.replicate, Some(0), false) else {
        return Vec::new();
    };
    let sample = repeated.sample;
    (0..sample.labels.len())
        .map(|example| sample.features.norm_squared(example).value)
        .collect()
}
