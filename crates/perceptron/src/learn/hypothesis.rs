//! Says which hypotheses a learner can return, and holds the one that it returned: one weight vector, or several with votes.

use crate::cancellation;
use crate::sample::{FastPath, Features, Label, TestTies, dot};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Ordering;
use strum::IntoStaticStr;

/// Which weight vector a learner returns.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum HypothesisKind {
    /// The last vector.
    Last,
    /// The mean of the vectors after each example shown.
    Averaged,
    /// The mean of the vectors after each of the last half of the examples shown, rounded up (Rakhlin, Shamir and Sridharan, ICML 2012).
    TailAveraged,
    /// The majority vote of the vectors after each example shown.
    Voted,
    /// The pocket vector: of the start vector and the vectors after every update, the one with the fewest errors on the whole sample (training
    /// errors), the earliest of equals. A tie counts by `ties`, the convention of the run. This is the pocket algorithm with ratchet (Gallant 1990).
    Pocket,
    /// The longest survivor: of the vectors after each example shown, the one that stayed for the most examples, the earliest of equals. An example that
    /// calls for an update counts for the vector after it, as in the vote (Kearns, Li, Pitt and Valiant 1987; Khardon and Wachman 2007).
    LongestSurvivor,
}

crate::documented::choice!(HypothesisKind);

impl HypothesisKind {
    /// The number of last vectors of which the mean is returned, of the vectors after each of `shown` examples; `None` for a vector that is no mean.
    pub(super) fn averages(self, shown: u64) -> Option<u64> {
        match self {
            Self::Averaged => Some(shown),
            Self::TailAveraged => Some(shown.div_ceil(2)),
            Self::Last | Self::Voted | Self::Pocket | Self::LongestSurvivor => None,
        }
    }

    /// Whether one vector is returned that is the mean of several vectors of the run.
    pub fn is_mean(self) -> bool {
        self.averages(1).is_some()
    }

    /// Whether one vector is returned; a vote has several.
    pub fn is_vector(self) -> bool {
        self != Self::Voted
    }

    /// Whether the choice of the vector needs the whole sample.
    pub fn needs_sample(self) -> bool {
        self == Self::Pocket
    }

    /// Returns the name that specs and results use, such as `averaged`.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// A weight vector that a learner returns.
#[derive(Debug, Clone, PartialEq)]
pub struct Linear {
    /// The weights as floats, one per feature; the weight of the constant feature, if an offset appends one, comes last.
    pub weights: Vec<f64>,
    /// A positive multiple of the weights, as integers; `None` if the run was not exact, or if they do not fit 64 bits.
    pub integers: Option<Vec<i64>>,
}

/// Classifier that a learner returns: one weight vector, or several with votes.
#[derive(Debug, Clone, PartialEq)]
pub enum Hypothesis {
    /// One weight vector w, which predicts the sign of ⟨w, x⟩.
    Linear(Linear),
    /// Weight vectors, each with the number of examples shown that it survived; the prediction is their majority vote.
    Voted(Vec<(u64, Linear)>),
}

/// A hypothesis whose weight vectors still have the type of the feature store, before they are converted to floats and integers.
pub(super) enum Returned<S: FastPath> {
    Linear(S::Weights),
    Voted(Vec<(u64, S::Weights)>),
}

impl<S: FastPath> Returned<S> {
    /// Converts the weight vectors from the type of the feature store to floats and integers; the floats are multiplied by the learning rate `step`.
    pub(super) fn export(&self, store: &S, step: f64) -> Hypothesis {
        let linear = |weights: &S::Weights| Linear {
            weights: store
                .to_floats(weights)
                .into_iter()
                .map(|w| step * w)
                .collect(),
            integers: store.to_integers(weights),
        };
        match self {
            Self::Linear(weights) => Hypothesis::Linear(linear(weights)),
            Self::Voted(votes) => Hypothesis::Voted(
                votes
                    .iter()
                    .map(|(draws, weights)| (*draws, linear(weights)))
                    .collect(),
            ),
        }
    }

    /// Compares y⟨w, x⟩ of an example of the feature store with zero; `None` if rounding leaves the sign open. A voted hypothesis takes the weighted
    /// majority of signs, in which vectors with score 0 abstain.
    pub(super) fn compare(&self, store: &S, example: usize, label: Label) -> Option<Ordering> {
        let sign = |weights: &S::Weights| store.side(example, label, weights);
        match self {
            Self::Linear(weights) => sign(weights),
            Self::Voted(votes) => {
                let mut balance: i128 = 0;
                for (draws, weights) in votes {
                    balance += i128::from(*draws) * (sign(weights)? as i128);
                }
                Some(balance.cmp(&0))
            }
        }
    }
}

fn sign(score: f64) -> Ordering {
    score.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
}

/// Features of one example as integers and as floats; each form is computed once, when it is first needed.
struct ScoredExample<'a> {
    features: &'a Features,
    example: usize,
    integers: OnceCell<Option<Vec<i64>>>,
    floats: OnceCell<Cow<'a, [f64]>>,
}

impl<'a> ScoredExample<'a> {
    fn new(features: &'a Features, example: usize) -> Self {
        Self {
            features,
            example,
            integers: OnceCell::new(),
            floats: OnceCell::new(),
        }
    }

    fn integers(&self) -> Option<&[i64]> {
        let row = || self.features.integer_row(self.example);
        self.integers.get_or_init(row).as_deref()
    }

    fn floats(&self) -> &[f64] {
        self.floats.get_or_init(|| self.features.row(self.example))
    }
}

impl Linear {
    /// Compares the score ⟨w, x⟩ of an example with zero: in integers if weights and features are exact, otherwise in floats.
    pub fn score_sign(&self, features: &Features, example: usize) -> Ordering {
        self.sign_on(&ScoredExample::new(features, example))
    }

    fn sign_on(&self, shown: &ScoredExample) -> Ordering {
        if let Some(weights) = &self.integers
            && let Some(row) = shown.integers()
        {
            let terms = weights.iter().zip(row);
            let score: i128 = terms.map(|(&w, &x)| i128::from(w) * i128::from(x)).sum();
            return score.cmp(&0);
        }
        sign(dot(shown.floats(), &self.weights))
    }
}

/// A hypothesis prepared for predictions on many examples. Vectors with many votes vote first, and a vote ends once those left cannot change it.
pub struct PreparedHypothesis<'a> {
    votes: Vec<(i128, &'a Linear)>,
    total: i128,
}

impl<'a> PreparedHypothesis<'a> {
    /// Sorts the votes of a hypothesis; a single weight vector has one vote.
    pub fn new(hypothesis: &'a Hypothesis) -> Self {
        let vectors = hypothesis.vectors().into_iter();
        let mut votes: Vec<(i128, &Linear)> = vectors
            .map(|(draws, linear)| (i128::from(draws), linear))
            .collect();
        votes.sort_by_key(|&(draws, _)| std::cmp::Reverse(draws));
        let total = votes.iter().map(|&(draws, _)| draws).sum();
        Self { votes, total }
    }

    /// Returns the sign of the prediction on one example of `features`, which are the features as the learner sees them.
    pub fn score_sign(&self, features: &Features, example: usize) -> Ordering {
        let shown = ScoredExample::new(features, example);
        let (mut balance, mut left) = (0, self.total);
        for (draws, linear) in &self.votes {
            balance += draws * (linear.sign_on(&shown) as i128);
            left -= draws;
            if balance.abs() > left {
                break;
            }
        }
        balance.cmp(&0)
    }

    /// Twice the number of mistakes on each example: 0, 1 for a tie that counts half, or 2.
    pub fn half_mistakes(&self, features: &Features, labels: &[Label], ties: TestTies) -> Vec<u64> {
        half_mistakes(labels, ties, |example| self.score_sign(features, example))
    }
}

/// Twice the number of mistakes on each example, given the sign of its score: 0, 1 for a tie that counts half, or 2.
pub(in crate::learn) fn half_mistakes(
    labels: &[Label],
    ties: TestTies,
    sign: impl Fn(usize) -> Ordering,
) -> Vec<u64> {
    let halves = labels.iter().enumerate().map(|(example, &label)| {
        // A vote may have millions of vectors.
        cancellation::check();
        u64::from(ties.half_mistakes(label, sign(example)))
    });
    halves.collect()
}

impl Hypothesis {
    /// The majority vote of weight vectors, each with its number of votes.
    pub(super) fn vote(votes: Vec<(u64, Linear)>) -> Self {
        Self::Voted(votes)
    }

    /// The weight vectors, each with its number of votes; a single one has one vote.
    pub fn vectors(&self) -> Vec<(u64, &Linear)> {
        match self {
            Self::Linear(linear) => vec![(1, linear)],
            Self::Voted(votes) => votes
                .iter()
                .map(|(draws, linear)| (*draws, linear))
                .collect(),
        }
    }

    /// Returns the sign of the prediction on one example of `features`, which are the features as the learner sees them. For many examples a
    /// [`PreparedHypothesis`] is faster.
    pub fn score_sign(&self, features: &Features, example: usize) -> Ordering {
        match self {
            Self::Linear(linear) => linear.score_sign(features, example),
            Self::Voted(_) => PreparedHypothesis::new(self).score_sign(features, example),
        }
    }

    /// Returns the weight vector; `None` for a voted hypothesis, which has several.
    pub fn linear(&self) -> Option<&Linear> {
        match self {
            Self::Linear(linear) => Some(linear),
            Self::Voted(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{ExampleSource, Generator};
    use crate::learn::{Learner, Variant};
    use crate::sample::Dense;
    use crate::seed::Seed;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn vote_that_ends_early_has_the_sign_of_the_whole_sum(
            votes in prop::collection::vec((0..6_u64, -2..3_i32, -2..3_i32), 1..9),
            rows in prop::collection::vec((-2..3_i32, -2..3_i32), 1..9),
        ) {
            let score = |(a, b): (i32, i32), (x, y): (i32, i32)| a * x + b * y;
            let sums: Vec<i64> = rows.iter().map(|&row| {
                let vote = |&(draws, a, b): &(u64, i32, i32)| draws as i64 * i64::from(score((a, b), row).signum());
                votes.iter().map(vote).sum()
            }).collect();
            let linear = |&(draws, a, b): &(u64, i32, i32)| {
                (draws, Linear { weights: vec![f64::from(a), f64::from(b)], integers: None })
            };
            let hypothesis = Hypothesis::Voted(votes.iter().map(linear).collect());
            let values = rows.iter().flat_map(|&(x, y)| [f64::from(x), f64::from(y)]).collect();
            let features = Features::Dense(Dense::new(2, values));
            let prepared = PreparedHypothesis::new(&hypothesis);
            for (example, sum) in sums.iter().enumerate() {
                prop_assert_eq!(prepared.score_sign(&features, example), sum.cmp(&0));
            }
        }
    }

    #[test]
    fn vote_on_left_out_example_counts_examples_shown_and_ignores_ties() {
        let variant: Variant = toml::from_str(
            "rule = { perceptron = {} }\norder = \"stream\"\nhypothesis = \"voted\"",
        )
        .unwrap_or_else(|error| panic!("{error}"));
        // (1, 0) is the weight vector after the first example, and is right on the second. The third makes it (1, 1), so the first vector has two
        // votes and the second one.
        let shown = "{ x = [1, 0], y = 1 }, { x = [2, 1], y = 1 }, { x = [0, 1], y = 1 }";
        for (x, y, due) in [
            ("[-1, 3]", 1, Ordering::Less),
            ("[-1, 3]", -1, Ordering::Greater),
            ("[0, 1]", 1, Ordering::Greater),
            ("[-1, 1]", 1, Ordering::Less),
            ("[1, -1]", 1, Ordering::Greater),
            ("[1, -1]", -1, Ordering::Less),
            ("[0, 0]", 1, Ordering::Equal),
        ] {
            let text = format!("[points]\nexamples = [{shown}, {{ x = {x}, y = {y} }}]");
            let generator: Generator =
                toml::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
            let ExampleSource::Sampler(sampler) = generator.source() else {
                panic!("points are no opponent")
            };
            let sample = sampler.draw(Seed::root(1), 4);
            let learner = Learner::new(&variant, &sample, Seed::root(2));
            let learned = learner
                .unwrap_or_else(|error| panic!("{error}"))
                .run(Some(3));
            assert_eq!(learned.updates, [0, 2]);
            assert_eq!(learned.left_out, Some(due), "{x} {y}");
        }
    }
}
