//! Divides the examples of a data file into those on which a learner is trained and those on which it is tested.

use crate::sample::{Label, Rational, Sample};
use crate::seed::Seed;
use num_traits::ToPrimitive;

/// Examples on which the hypothesis of a learner is tested.
#[derive(Debug)]
pub enum TestSet {
    /// Examples that are not in the sample of the trial.
    HeldOut(Box<Sample>),
    /// The folds of the sample of the trial: of each, the other examples in their order, on which the learner is trained anew, and its own.
    Folds(Vec<[Sample; 2]>),
}

impl TestSet {
    /// Divides a sample at random into this many folds, whose sizes differ by one at most; `stratified` deals each class apart.
    pub fn folds(drawn: &Sample, folds: usize, stratified: bool, seed: Seed) -> Self {
        let dealt = shuffled(&drawn.labels, stratified, seed.child("folds"));
        let fold = |own: usize| {
            let is_tested = |place: &usize| place % folds == own;
            let mut parts = [false, true].map(|tested| -> Vec<usize> {
                let places = (0..dealt.len()).filter(|place| is_tested(place) == tested);
                places.map(|place| dealt[place]).collect()
            });
            parts.iter_mut().for_each(|part| part.sort_unstable());
            parts.map(|part| selected(drawn, &part))
        };
        Self::Folds((0..folds).map(fold).collect())
    }

    /// The number of examples that are tested.
    pub fn examples(&self) -> usize {
        match self {
            Self::HeldOut(sample) => sample.labels.len(),
            Self::Folds(folds) => folds.iter().map(|[_, tested]| tested.labels.len()).sum(),
        }
    }
}

/// The examples that are held out for a test, in their order: a share of all, or of each class, rounded down.
pub(super) fn held_out(
    labels: &[Label],
    share: &Rational,
    stratified: bool,
    seed: Seed,
) -> Vec<usize> {
    let dealt = shuffled(labels, stratified, seed.child("held out"));
    let positives = dealt.partition_point(|&example| labels[example] == Label::Positive);
    let classes = match stratified {
        true => vec![&dealt[..positives], &dealt[positives..]],
        false => vec![&dealt[..]],
    };
    let chosen = classes.into_iter().flat_map(|class| {
        let count = (share * &Rational::new(class.len() as i64, 1)).floor();
        &class[..count.to_usize().unwrap_or(0)]
    });
    let mut chosen: Vec<usize> = chosen.copied().collect();
    chosen.sort_unstable();
    chosen
}

/// All examples in random order; with `stratified`, first those with label +1.
fn shuffled(labels: &[Label], stratified: bool, seed: Seed) -> Vec<usize> {
    let mut examples: Vec<usize> = (0..labels.len()).collect();
    seed.stream().shuffle(&mut examples);
    if stratified {
        examples.sort_by_key(|&example| labels[example] != Label::Positive);
    }
    examples
}

/// The chosen examples of a sample, in the order in which they are chosen.
pub(super) fn selected(sample: &Sample, examples: &[usize]) -> Sample {
    let labels = examples.iter().map(|&example| sample.labels[example]);
    Sample {
        features: sample.features.selected(examples),
        labels: labels.collect(),
        planted: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Features, Integers};
    use std::collections::BTreeSet;

    /// Examples whose only feature is their number; those divisible by 4 have the label −1.
    fn sample(examples: i64) -> Sample {
        let labels = (0..examples).map(|example| match example % 4 {
            0 => Label::Negative,
            _ => Label::Positive,
        });
        Sample {
            features: Features::Integers(Integers::new(1, (0..examples).collect(), 1)),
            labels: labels.collect(),
            planted: None,
        }
    }

    fn numbers(sample: &Sample) -> Vec<usize> {
        let number = |example| sample.features.row(example)[0] as usize;
        (0..sample.labels.len()).map(number).collect()
    }

    fn negatives(sample: &Sample) -> usize {
        let is_negative = |label: &&Label| **label == Label::Negative;
        sample.labels.iter().filter(is_negative).count()
    }

    #[test]
    fn a_share_is_rounded_down_in_all_or_in_each_class_and_drawn_by_the_seed() {
        let (all, share) = (sample(22), Rational::new(3, 10));
        let held = |stratified, seed| held_out(&all.labels, &share, stratified, Seed::root(seed));
        assert_eq!(held(false, 1).len(), 6);
        assert_ne!(held(false, 1), held(false, 2));
        assert_eq!(held(false, 1), held(false, 1));
        for seed in 0..20 {
            let tested = selected(&all, &held(true, seed));
            // Of 6 and of 16 examples.
            assert_eq!((negatives(&tested), tested.labels.len()), (1, 5));
            assert!(numbers(&tested).is_sorted());
        }
        let reached: BTreeSet<usize> = (0..200).flat_map(|seed| held(false, seed)).collect();
        assert_eq!(reached.len(), 22);
    }

    #[test]
    fn folds_test_every_example_once_and_train_on_the_others_in_order() {
        let all = sample(23);
        for (seed, stratified) in [(1, false), (2, true)] {
            let found = TestSet::folds(&all, 5, stratified, Seed::root(seed));
            assert_eq!(found.examples(), 23);
            let TestSet::Folds(folds) = found else {
                panic!("no folds");
            };
            let mut tested = Vec::new();
            for [training, own] in &folds {
                let (known, new) = (numbers(training), numbers(own));
                assert!(new.len() == 4 || new.len() == 5);
                assert!(known.is_sorted() && new.is_sorted());
                let both: BTreeSet<usize> = known.iter().chain(&new).copied().collect();
                assert_eq!((both.len(), known.len() + new.len()), (23, 23));
                assert!(!stratified || (1..=2).contains(&negatives(own)));
                tested.extend(new);
            }
            tested.sort_unstable();
            assert_eq!(tested, (0..23).collect::<Vec<_>>());
        }
    }
}
