//! Returns the direction that the generator planted, as a reference for the best that a class of classifiers can do.

use super::{LearnerFacts, OtherLearning, Task};
use crate::documented::documented;
use crate::learn::{Linear, RunResult};
use crate::sample::{OutOfRange, Separator};

documented! {
    name = "planted";
    /// A reference, not a rule: it returns the direction that the generator planted, whatever the sample.
    ///
    /// # Formula
    /// w = the planted separator, without its intercept; the zero vector where none is planted.
    /// # Premise
    /// None. No rule may know what this one knows: it says what the class of half-spaces through the origin can attain.
    /// # Source
    /// Bartlett, approximation (docs/theory.md, C-B4).
    /// # Examples
    /// ```toml
    /// learner = { planted = {} }
    /// ```
    pub struct Planted {}
}

impl OtherLearning for Planted {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        let dimension = task.features.dimension();
        let mut weights = task
            .planted
            .map_or_else(|| vec![0.0; dimension], Separator::to_floats);
        weights.resize(dimension, 0.0);
        Ok(task.linear(Linear {
            weights,
            integers: None,
        }))
    }

    fn facts(&self) -> LearnerFacts {
        LearnerFacts {
            is_mutant: true,
            ..LearnerFacts::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;

    #[test]
    fn planted_learner_returns_the_planted_direction_without_updates() {
        let learned = run(
            "learner = { planted = {} }",
            "[isotropic-gaussians]\ndimension = 3\ndistance = 2\nexamples = 4",
        );
        let weights = learned
            .hypothesis
            .and_then(|hypothesis| hypothesis.linear().map(|linear| linear.weights.clone()))
            .unwrap();
        assert!(
            weights[0] > 0.0 && weights[1..] == [0.0, 0.0] && learned.updates.is_empty(),
            "{weights:?}"
        );
    }
}
