//! Returns the separator with the largest margin.

use super::{LearnerFacts, OtherLearning, Task};
use crate::documented::documented;
use crate::learn::{Linear, RunResult, StopReason};
use crate::margin::{Separability, separability};
use crate::sample::{Dense, Features, Integers, OutOfRange, Rational, Sample, Separator};

documented! {
    name = "largest-margin";
    /// Returns the separator with the largest margin of the sample. On a sample that no vector separates it has no result.
    ///
    /// # Formula
    /// w ∥ argmax over unit u of min y⟨u, x⟩: integers on exact features, within the relative gap of the proved interval else.
    /// # Premise
    /// separable: a claim about its hypothesis, such as its risk, does not apply to samples that no vector separates. The search takes time that grows
    /// with the examples on the margin.
    /// # Source
    /// docs/theory.md: C-B14, R8. The search is that of the measure of the largest margin.
    /// # Examples
    /// ```toml
    /// learner = { largest-margin = {} }
    /// ```
    pub struct LargestMargin {}
}

impl OtherLearning for LargestMargin {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        let labels: Vec<_> = task.shown().map(|example| task.labels[example]).collect();
        let features = shown(task)?;
        if labels.is_empty() {
            return Ok(task.linear(Linear {
                weights: vec![0.0; task.features.dimension()],
                integers: None,
            }));
        }
        let sample = Sample {
            features,
            labels,
            planted: None,
        };
        Ok(match separability(&sample) {
            Separability::Separable(margin) => task.linear(linear(&margin.separator)),
            Separability::NotSeparable(_) => task.without_hypothesis(StopReason::EndOfStream),
            Separability::Open { .. } => task.without_hypothesis(StopReason::Undecided),
        })
    }

    fn facts(&self) -> LearnerFacts {
        LearnerFacts {
            needs_separable: true,
            fits: true,
            ..LearnerFacts::NONE
        }
    }
}

/// Returns the features of the examples that the learner may see: all but the left-out one.
fn shown(task: &Task) -> Result<Features, OutOfRange> {
    if task.left_out.is_none() {
        return Ok(task.features.clone());
    }
    let dimension = task.features.dimension();
    let exact: Option<Vec<Vec<Rational>>> = task
        .shown()
        .map(|example| task.features.exact_row(example))
        .collect();
    match exact {
        Some(rows) => Integers::from_rationals(dimension, &rows.concat()).map(Features::Integers),
        None => Ok(Features::Dense(Dense::new(
            dimension,
            task.shown()
                .flat_map(|example| task.features.row(example).into_owned())
                .collect(),
        ))),
    }
}

fn linear(separator: &Separator) -> Linear {
    let integers = if let Separator::Integers(direction) = separator {
        Some(direction.clone())
    } else {
        None
    };
    Linear {
        weights: separator.to_floats(),
        integers,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{integers, run};
    use crate::learn::StopReason;

    const LEARNER: &str = "learner = { largest-margin = {} }";

    #[test]
    fn learner_returns_the_maximum_margin_direction() {
        let points = "[points]\nexamples = [{ x = [3, 1], y = 1 }, { x = [3, -1], y = 1 }, { x = [-9, 1], y = -1 }]";
        let learned = run(LEARNER, points);
        let direction = integers(&learned);
        assert!(
            direction[0] > 0 && direction[1] == 0 && learned.reason == StopReason::CleanPass,
            "{direction:?}"
        );
    }

    #[test]
    fn learner_has_no_hypothesis_on_an_inseparable_sample() {
        let learned = run(
            LEARNER,
            "[points]\nexamples = [{ x = [1], y = 1 }, { x = [1], y = -1 }]",
        );
        assert_eq!(learned.reason, StopReason::EndOfStream);
        assert_eq!((learned.hypothesis, learned.counts.draws), (None, 2));
    }
}
