//! Checks samples of constructions whose features are zeros and ones, or signs.

use super::Seen;
use super::sides::no_signs;
use crate::sample::{Label, Separator};

impl Seen<'_> {
    /// Checks that all features are 0 or 1, and that the label is +1 exactly where a feature with a positive weight in the planted separator is 1.
    /// Returns the fault in words.
    pub(super) fn disjunction(&self) -> Option<String> {
        let stated = self.stated.disjunction?;
        let relevant = self.relevant();
        if (self.features().dimension(), relevant.len()) != (stated.features, stated.relevant) {
            let [features, relevant] = [stated.features, stated.relevant];
            return Some(format!(
                "the planted separator is no disjunction of {relevant} of {features} features, which the distribution states"
            ));
        }
        self.sample
            .labels
            .iter()
            .enumerate()
            .find_map(|(i, label)| {
                let row = self.features().row(i);
                if !row.iter().all(|&x| x == 0.0 || x == 1.0) {
                    return Some(format!("example {i} is not a vector of zeros and ones"));
                }
                let is_positive = relevant.iter().any(|&feature| row[feature] == 1.0);
                (Label::of_sign(is_positive) != *label)
                    .then(|| format!("the label of example {i} is not the stated disjunction"))
            })
    }

    /// The features with a positive weight in the planted separator.
    fn relevant(&self) -> Vec<usize> {
        let weights = self.sample.planted.as_ref().map(Separator::to_floats);
        let weights = weights.into_iter().flatten().enumerate();
        weights
            .filter(|&(_, weight)| weight > 0.0)
            .map(|(feature, _)| feature)
            .collect()
    }

    /// Checks that all features are ±1, their number is a power of two, every example is orthogonal to the next one, and as many labels as stated are −1.
    /// Returns the fault in words.
    pub(super) fn orthogonal_signs(&self) -> Option<String> {
        let stated = self.stated.orthogonal_signs?;
        if !self.features().dimension().is_power_of_two() {
            return Some("the number of features is no power of two".into());
        }
        if let Some(example) = no_signs(self.features()) {
            return Some(format!("example {example} is not a vector of signs"));
        }
        let labels = self.sample.labels.iter();
        let negative = labels.filter(|&&y| y == Label::Negative).count();
        if negative != stated {
            return Some(format!(
                "{negative} labels are −1, but the distribution states {stated}"
            ));
        }
        self.tilted()
            .map(|example| format!("examples {example} and {} are not orthogonal", example + 1))
    }

    /// The first example that is not orthogonal to the next one.
    fn tilted(&self) -> Option<usize> {
        let row = |example| self.features().row(example);
        let score = |example: usize| {
            let (one, next) = (row(example), row(example + 1));
            one.iter().zip(next.iter()).map(|(a, b)| a * b).sum::<f64>()
        };
        (1..self.sample.labels.len())
            .map(|next| next - 1)
            .find(|&example| score(example) != 0.0)
    }
}
