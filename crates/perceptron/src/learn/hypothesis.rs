//! Holds the hypothesis that a learner returns: one weight vector, or several with votes.

use crate::sample::{FastPath, Features, Label, dot};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Ordering;

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

impl Hypothesis {
    /// Returns the sign of the prediction on one example of `features`, which are the features as the learner sees them.
    pub fn score_sign(&self, features: &Features, example: usize) -> Ordering {
        let shown = ScoredExample::new(features, example);
        match self {
            Self::Linear(linear) => linear.sign_on(&shown),
            Self::Voted(votes) => {
                let vote = |(draws, linear): &(u64, Linear)| {
                    i128::from(*draws) * (linear.sign_on(&shown) as i128)
                };
                votes.iter().map(vote).sum::<i128>().cmp(&0)
            }
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
    use crate::generate::{ExampleSource, Generator};
    use crate::learn::{Learner, Variant};
    use crate::seed::Seed;
    use std::cmp::Ordering;

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
