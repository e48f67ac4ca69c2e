//! Checks labels and margins against the planted separator that a distribution promises.

use super::{Seen, extremes, quantity_text};
use crate::generate::Distribution;
use crate::sample::{Features, Label, Quantity, Rational, Separator, dot};
use std::cell::OnceCell;

/// Which example to find: the one with the smallest y⟨u, x⟩, or the one with the largest.
#[derive(Clone, Copy)]
enum ScoreEnd {
    Least,
    Most,
}

impl Seen<'_> {
    /// y⟨u, x⟩ of an example under the planted direction u, for floats as an interval that includes the rounding error.
    fn score(&self, example: usize, direction: &PlantedDirection) -> Quantity {
        let label = self.sample.labels[example];
        if let (Some(integers), true) = (direction.integers, self.features().is_exact()) {
            let score = self.features().exact_dot(example, integers).unwrap_or(0);
            let score = Rational::from(score * i128::from(label.sign()));
            return Quantity::exact(&score * &self.features().unit());
        }
        let row = self.features().row(example);
        let size = (dot(&row, &row) * direction.norm_squared.value).sqrt();
        let score = label.value() * dot(&row, direction.floats());
        Quantity::within(score, self.allowance(size))
    }

    /// The index of the example with the smallest or largest y⟨u, x⟩ under the planted direction u; `None` if there is no example.
    fn steepest(&self, direction: &PlantedDirection, end: ScoreEnd) -> Option<usize> {
        let (features, labels) = (self.features(), &self.sample.labels);
        if let (Some(integers), true) = (direction.integers, features.is_exact()) {
            return (!labels.is_empty()).then(|| self.exactly_steepest(integers, end));
        }
        let direction = direction.floats();
        let mut scores = match features {
            Features::Dense(store) => store.scores(direction),
            _ => {
                let rows = (0..labels.len()).map(|i| features.row(i));
                rows.map(|row| dot(&row, direction)).collect()
            }
        };
        let signed = scores.iter_mut().zip(labels);
        signed.for_each(|(score, y)| *score *= y.value());
        extremes(&scores).map(|ends| ends[end as usize])
    }

    /// Like [`steepest`](Self::steepest), but for exact features and an integer direction.
    fn exactly_steepest(&self, direction: &[i64], end: ScoreEnd) -> usize {
        let (features, labels) = (self.features(), &self.sample.labels);
        if let Features::Signs(store) = features
            && let Some(ends) = store.extreme_scores(direction, labels)
        {
            return ends[end as usize].0;
        }
        let lowest = match end {
            ScoreEnd::Least => Label::Positive,
            ScoreEnd::Most => Label::Negative,
        };
        // Without features all scores are zero, and the first example is returned.
        let mut found = (0, i128::MAX);
        features.each_exact_dot(direction, |example, score| {
            let score = if labels[example] == lowest {
                score
            } else {
                -score
            };
            if score < found.1 {
                found = (example, score);
            }
        });
        found.0
    }

    /// Checks that the planted separator has the stated margin on the sample, or, if it defines the labels, at least classifies every example
    /// correctly. Returns the fault in words.
    pub(super) fn sides(&self) -> Option<String> {
        let strictly =
            self.stated.population_margin_squared.is_some() || self.stated.majority_of.is_some();
        if !strictly && !self.labels_are_sides() {
            return None;
        }
        let Some(direction) = self.sample.planted.as_ref().map(PlantedDirection::of) else {
            return Some("no separator is planted, but the distribution states one".into());
        };
        let (entries, dimension) = (direction.separator.dimension(), self.features().dimension());
        if entries != dimension {
            let planted = format!("the planted separator has {entries} entries");
            return Some(format!("{planted} for {dimension} features"));
        }
        self.on_sides(&direction, strictly)
    }

    /// Whether the stated distribution labels every example by the side of the planted separator on which it lies, with or without a margin.
    fn labels_are_sides(&self) -> bool {
        let rotates = |stated: &Distribution| matches!(stated, Distribution::RotationInvariant);
        let noiseless = self.stated.label_noise == Some(0.0);
        self.stated.is_teachers || noiseless || self.distribution(rotates)
    }

    fn on_sides(&self, direction: &PlantedDirection, strictly: bool) -> Option<String> {
        let least = self.steepest(direction, ScoreEnd::Least)?;
        let low = self.score(least, direction);
        if low.upper < 0.0 || low.upper == 0.0 && strictly {
            let side = "is not on its label's side of the planted separator";
            return Some(format!("example {least} {side}"));
        }
        let margin = self.stated.population_margin_squared.as_ref()?;
        let is_fixed =
            |stated: &Distribution| matches!(stated, Distribution::FixedMarginSphere { .. });
        let found = square(&low).over(&direction.norm_squared);
        if margin.exceeds(&found) {
            return Some(margin_words(least, &found, "at least ", margin));
        }
        if !self.distribution(is_fixed) {
            return None;
        }
        let most = self.steepest(direction, ScoreEnd::Most)?;
        let found = square(&self.score(most, direction)).over(&direction.norm_squared);
        let past = found.exceeds(margin);
        past.then(|| margin_words(most, &found, "", margin))
    }

    /// Checks that all features are ±1 and that the planted separator sums the stated number of voting features. That labels are the majority has
    /// been checked before, by the scores. Returns the fault in words.
    pub(super) fn votes(&self) -> Option<String> {
        let voters = self.stated.majority_of?;
        if let Some(example) = no_signs(self.features()) {
            return Some(format!("example {example} is not a vector of signs"));
        }
        let direction = self.sample.planted.as_ref().map(PlantedDirection::of)?;
        let is_vote = |direction: &[i64]| {
            let ones = direction.iter().filter(|&&u| u == 1).count();
            ones == voters && direction.iter().all(|u| matches!(u, 0 | 1))
        };
        (!direction.integers.is_some_and(is_vote)).then(|| {
            format!(
                "the planted separator is not a vote of the {voters} signs that the distribution states"
            )
        })
    }
}

/// The square of a score, as an interval; an inexact negative score counts as zero.
fn square(score: &Quantity) -> Quantity {
    if let Some(exact) = &score.exact {
        return Quantity::exact(exact.square());
    }
    let [lower, upper] = [score.lower, score.upper].map(|end| end.max(0.0));
    Quantity {
        value: score.value * score.value,
        lower: (lower * lower).next_down(),
        upper: (upper * upper).next_up(),
        exact: None,
    }
}

fn margin_words(example: usize, found: &Quantity, relation: &str, margin: &Quantity) -> String {
    let [found, margin] = [found, margin].map(quantity_text);
    let found = format!("example {example} has the squared margin {found}");
    format!("{found}, but the distribution states {relation}{margin}")
}

/// The direction of a planted separator, in the number types that computing scores needs.
struct PlantedDirection<'a> {
    separator: &'a Separator,
    integers: Option<&'a [i64]>,
    /// The direction as floats, computed at first use.
    floats: OnceCell<Vec<f64>>,
    norm_squared: Quantity,
}

impl<'a> PlantedDirection<'a> {
    fn of(separator: &'a Separator) -> Self {
        let integers = match separator {
            Separator::Integers(direction) | Separator::Affine(direction, _) => {
                Some(direction.as_slice())
            }
            Separator::Dense(_) => None,
        };
        Self {
            separator,
            integers,
            floats: OnceCell::new(),
            norm_squared: separator.norm_squared(),
        }
    }

    fn floats(&self) -> &[f64] {
        self.floats.get_or_init(|| self.separator.to_floats())
    }
}

/// The index of the first example with a feature other than ±1.
pub(super) fn no_signs(features: &Features) -> Option<usize> {
    if let Features::Signs(store) = features
        && *store.scale() == Rational::one()
    {
        return None;
    }
    let one = Rational::one();
    let are_signs = |row: Vec<Rational>| row.iter().all(|x| *x == one || *x == -&one);
    (0..features.examples()).find(|&i| !features.exact_row(i).is_some_and(are_signs))
}
