//! Measures the losses of a run's comparator over the rounds with an update, which bound the mistakes of the run without separability.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{ComparatorVector, Losses};
use perceptron::sample::{Quantity, Sample, Separator, dot};
use std::borrow::Cow;

columns! {
    /// The square of the comparator's margin ρ or γ; empty if the variant has no comparator, or its vector does not exist on this trial.
    COMPARATOR_MARGIN_SQUARED: Quantity = "comparator_margin_squared" as "\\rho^2" in "norm²";
    /// Sum of the hinge losses max(0, 1 − y⟨u, x⟩/ρ) of the comparator u, ‖u‖ = 1, over the rounds with an update.
    COMPARATOR_HINGE_SUM: Quantity = "comparator_hinge_sum" as "L" in "loss";
    /// Sum of the squared deficits max(0, γ − y⟨u, x⟩)² of the comparator u, ‖u‖ = 1, over the rounds with an update.
    COMPARATOR_DEFICIT_SQUARED: Quantity = "comparator_deficit_squared" as "D^2" in "norm²";
}

/// Measures the losses of the variant's comparator over the rounds with an update.
pub(super) struct Comparator;

impl Measurement for Comparator {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let Some(compared) = ComparedRun::of(run) else {
            return;
        };
        let losses = compared.losses(&update_rounds(run));
        record.set(
            columns::COMPARATOR_MARGIN_SQUARED,
            compared.margin_squared.clone(),
        );
        record.set(columns::COMPARATOR_HINGE_SUM, losses.hinge_sum);
        record.set(columns::COMPARATOR_DEFICIT_SQUARED, losses.deficit_squared);
    }

    fn is_of_answers(&self) -> bool {
        true
    }
}

/// The comparator of a run, on the sample as the learner saw it.
pub(super) struct ComparedRun<'a> {
    sample: Cow<'a, Sample>,
    vector: Separator,
    margin_squared: Quantity,
}

impl<'a> ComparedRun<'a> {
    /// Finds the comparator of a run; `None` if the variant has none, or if its vector does not exist. A rule that divides examples by their norms
    /// makes other updates than those of the examples, so it has none either.
    pub(super) fn of(run: &CompletedRun<'a>) -> Option<Self> {
        let (variant, drawn) = (run.variant, run.drawn?);
        let comparator = variant.comparator.as_ref()?;
        if !variant.walks() || variant.rule.facts().normalizes {
            return None;
        }
        // The sum of the updates is the last vector only if they all add the same multiple of y·x.
        if comparator.vector == ComparatorVector::Last && !variant.sums_updates() {
            return None;
        }
        let sample = match run.learner {
            // Nothing is changed in the examples of an opponent.
            None => Cow::Borrowed(drawn),
            Some(_) => {
                let view = variant.view()?;
                let fits = view.fits(drawn.features.dimension());
                fits.then(|| view.show(drawn).ok()).flatten()?
            }
        };
        let vector = comparator.direction(&variant.rule, &sample, &run.result.updates)?;
        let margin_squared = comparator.margin_squared(&sample.features.radius_squared())?;
        Some(Self {
            sample,
            vector,
            margin_squared,
        })
    }

    /// The comparator in floats, scaled by its margin so that y⟨u, x⟩ = 1, with the largest possible deviation from 1 in the sample; `None` if some
    /// example deviates by more than rounding.
    pub(super) fn with_unit_margins(&self) -> Option<(Vec<f64>, f64)> {
        let vector = self.vector.to_floats();
        let scale = 1.0 / (dot(&vector, &vector) * self.margin_squared.value).sqrt();
        let scaled: Vec<f64> = vector.iter().map(|entry| scale * entry).collect();
        let (features, labels) = (&self.sample.features, &self.sample.labels);
        let mut largest = 0.0_f64;
        for (example, label) in labels.iter().enumerate() {
            let row = features.row(example);
            let products = scaled.iter().zip(row.iter()).map(|(u, x)| u * x);
            let (score, magnitude) = products.fold((0.0, 1.0), |(sum, absolute), product| {
                (sum + product, absolute + product.abs())
            });
            let error = (scaled.len() as f64 + 8.0) * f64::EPSILON * magnitude;
            let deviation = (label.value() * score - 1.0).abs();
            if deviation > error {
                return None;
            }
            largest = largest.max(deviation + error);
        }
        Some((scaled, largest))
    }

    /// The losses over rounds in which each example was shown so often.
    pub(super) fn losses(&self, rounds: &[u64]) -> Losses {
        Losses::of(&self.vector, &self.margin_squared, &self.sample, rounds)
    }
}

/// The number of updates of a run on each example.
pub(super) fn update_rounds(run: &CompletedRun) -> Vec<u64> {
    let mut rounds = vec![0; run.labels.len()];
    let updates = &run.result.updates;
    updates.iter().for_each(|&example| rounds[example] += 1);
    rounds
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;
    use crate::trial::{Block, columns};
    use perceptron::sample::{Quantity, Rational};
    use testing::{STREAM, SpecText};

    const POINTS: &str = "points\nexamples = [{ x = [2], y = 1 }, { x = [1], y = -1 }]";

    fn block(generator: &str, variant: &str) -> Block {
        let spec = SpecText::new(generator)
            .variant("v", STREAM)
            .more(variant)
            .claim("hinge-mistake-bound")
            .read(Spec::from_text);
        spec.design(&spec.cells[0]).block([0])
    }

    /// The square of the margin, the hinge losses and the squared deficits of a stream.
    fn losses(generator: &str, variant: &str) -> [Option<Rational>; 3] {
        let block = block(generator, variant);
        let row = block.row(0, 0).unwrap();
        let exact = |quantity: Option<&Quantity>| quantity.and_then(|found| found.exact.clone());
        [
            exact(row.get(columns::COMPARATOR_MARGIN_SQUARED)),
            exact(row.get(columns::COMPARATOR_HINGE_SUM)),
            exact(row.get(columns::COMPARATOR_DEFICIT_SQUARED)),
        ]
    }

    fn fractions(numbers: [(i64, i64); 3]) -> [Option<Rational>; 3] {
        numbers.map(|(numerator, denominator)| Some(Rational::new(numerator, denominator)))
    }

    #[test]
    fn losses_are_those_of_the_examples_as_the_learner_sees_them() {
        // Both examples are mistakes, so that the last vector is 2 − 1 = 1.
        let last = "comparator = { vector = \"last\", margin = 4 }";
        let plain = fractions([(16, 1), (7, 4), (29, 1)]);
        assert_eq!(losses(POINTS, last), plain);
        let dual = format!("{last}\nlearner = {{ dual = {{}} }}");
        assert_eq!(losses(POINTS, &dual), plain);
        // The last vector of this learner is not the sum of its updates.
        let aggressive = "learner = { passive-aggressive = {} }";
        assert_eq!(
            losses(POINTS, &format!("{last}\n{aggressive}")),
            [None, None, None]
        );
        let twice = format!("{last}\ntransform = {{ rescale = 2 }}");
        assert_eq!(
            losses(POINTS, &twice),
            fractions([(16, 1), (3, 2), (36, 1)])
        );
        // With a constant feature the vector is (1, 0), or the numbers are two.
        let offset = format!("{last}\noffset = 1");
        assert_eq!(losses(POINTS, &offset), plain);
        let numbers = "comparator = { vector = [0, 2], margin_squared = 4 }\noffset = 1";
        assert_eq!(
            losses(POINTS, numbers),
            fractions([(4, 1), (2, 1), (10, 1)])
        );
    }

    #[test]
    fn margin_over_the_radius_is_that_of_the_sample() {
        let half = "comparator = { vector = [-1], margin_over_radius = \"1/2\" }";
        assert_eq!(losses(POINTS, half), fractions([(1, 1), (3, 1), (9, 1)]));
    }

    #[test]
    fn comparator_that_does_not_exist_has_no_losses() {
        for variant in [
            "",
            "comparator = { vector = \"planted\", margin = 1 }",
            "comparator = { vector = \"max-margin\", margin = 1 }",
            "comparator = { vector = [1, 2], margin = 1 }",
        ] {
            assert_eq!(losses(POINTS, variant), [None, None, None], "{variant}");
        }
        let zero = POINTS
            .replace("x = [2]", "x = [0]")
            .replace("x = [1]", "x = [0]");
        let share = "comparator = { vector = [1], margin_over_radius = 1 }";
        assert_eq!(losses(&zero, share), [None, None, None]);
        let normalized = POINTS.replace("x = [2]", "x = [1]");
        let last = "comparator = { vector = \"last\", margin = 1 }";
        assert_eq!(losses(&normalized, last), [None, None, None]);
    }

    #[test]
    fn examples_that_answer_the_learner_are_compared_too() {
        let last = "comparator = { vector = \"last\", margin_squared = \"1/4\" }";
        let found = losses("forced-mistakes\ndimension = 4", last);
        assert_eq!(found, fractions([(1, 4), (0, 1), (0, 1)]));
    }
}
