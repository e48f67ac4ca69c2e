//! Counts the midpoints of two equally classified examples that the same vector classifies differently.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{Hypothesis, PreparedHypothesis, View};
use perceptron::sample::{Features, Integers, OutOfRange, Rational, Sample};
use std::cmp::Ordering;

/// The number of examples, from the start of the sample, of which midpoints of pairs are taken at most.
const MOST_EXAMPLES: usize = 60;

columns! {
    /// Midpoints of two examples that the vector classifies equally; empty for floats.
    MIDPOINTS: u64 = "midpoints" in "pairs";
    /// Those among them that the vector classifies differently.
    MIDPOINTS_OTHERWISE: u64 = "midpoints_otherwise" in "pairs";
}

/// Measures whether the midpoint of two examples with the same prediction gets this prediction too, for an exact weight vector and exact examples,
/// whose scores have certain signs.
pub(super) struct Regions;

impl Measurement for Regions {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let hypothesis = run.result.hypothesis.as_ref();
        let hypothesis = hypothesis.filter(|hypothesis| is_exact(hypothesis));
        let view = run.fresh.as_ref().and_then(|fresh| fresh.view());
        let (Some(hypothesis), Some(sample), Some(view)) = (hypothesis, run.drawn, view) else {
            return;
        };
        if let Some([midpoints, otherwise]) = counted(sample, view, hypothesis) {
            record.set(columns::MIDPOINTS, midpoints);
            record.set(columns::MIDPOINTS_OTHERWISE, otherwise);
        }
    }
}

fn is_exact(hypothesis: &Hypothesis) -> bool {
    let linear = hypothesis.linear();
    linear.is_some_and(|linear| linear.integers.is_some())
}

/// Returns the number of pairs of examples with the same predicted label, and the number of those whose midpoint gets the other label; sign(0) = +1.
fn counted(sample: &Sample, view: &View, hypothesis: &Hypothesis) -> Option<[u64; 2]> {
    let prepared = PreparedHypothesis::new(hypothesis);
    let sides = |drawn: &Sample| -> Result<Vec<bool>, OutOfRange> {
        let seen = view.show(drawn)?;
        let examples = 0..seen.features.examples();
        let side = |example| prepared.score_sign(&seen.features, example) != Ordering::Less;
        Ok(examples.map(side).collect())
    };
    let of_examples = sides(sample).ok()?;
    let examples = sample.labels.len().min(MOST_EXAMPLES);
    let pairs = (0..examples).flat_map(|i| (0..i).map(move |j| (i, j)));
    let pairs: Vec<(usize, usize)> = pairs
        .filter(|&(i, j)| of_examples[i] == of_examples[j])
        .collect();
    let of_midpoints = sides(&midpoints(sample, &pairs)?).ok()?;
    let otherwise = pairs
        .iter()
        .zip(&of_midpoints)
        .filter(|((i, _), side)| of_examples[*i] != **side);
    Some([pairs.len() as u64, otherwise.count() as u64])
}

fn midpoints(sample: &Sample, pairs: &[(usize, usize)]) -> Option<Sample> {
    let rows = 0..sample.features.examples().min(MOST_EXAMPLES);
    let rows: Vec<Vec<Rational>> = rows
        .map(|example| sample.features.exact_row(example))
        .collect::<Option<_>>()?;
    let half = Rational::new(1, 2);
    let middle = |&(i, j): &(usize, usize)| {
        let sums = rows[i].iter().zip(&rows[j]).map(|(x, z)| &(x + z) * &half);
        sums.collect::<Vec<Rational>>()
    };
    let values: Vec<Rational> = pairs.iter().flat_map(middle).collect();
    let features = Integers::from_rationals(sample.features.dimension(), &values).ok()?;
    Some(Sample {
        features: Features::Integers(features),
        labels: pairs.iter().map(|&(i, _)| sample.labels[i]).collect(),
        planted: None,
    })
}
