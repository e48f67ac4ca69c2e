//! Chooses among learner configurations by cross validation inside of the sample, and runs the chosen one.

use super::task::toward;
use super::{LearnerFacts, OtherLearning, Task};
use crate::documented::{Invalid, Shape, Shaped, ValueKind, documented};
use crate::generate::TestSet;
use crate::learn::{Hypothesis, Learner, Offset, Order, PreparedHypothesis, RunResult, Variant};
use crate::sample::{OutOfRange, Sample};
use serde::{Deserialize, Serialize};

documented! {
    name = "select";
    /// Chooses among learner configurations by cross validation inside of the sample, and runs the chosen one on all of it.
    ///
    /// # Formula
    /// The sample is divided at random into `folds` parts, each class in the same proportion. Every configuration is trained without each part in turn
    /// and tested on it; the one with the fewest errors is chosen, the first of equals, and trained on the whole sample. The column `selected` names it.
    /// The key `select = { key = "rule.margin-perceptron.threshold", from = [1, 5], by = "3-fold" }` of a variant writes such a learner.
    /// # Premise
    /// Each configuration is written like a variant, without `offset`, `transform`, `arithmetic`, `draws` and `comparator`, which belong to the variant
    /// around it. All have one `hypothesis`, one `test_ties` and one tie rule, which are those of the variant, and none is wrong on purpose. Theorems
    /// about a rule do not apply, because the examples choose it.
    /// # Source
    /// Stone, Journal of the Royal Statistical Society B 36 (1974): cross-validatory choice. A test set (`test_share`, `folds` of the generator) stays
    /// outside of the choice.
    /// # Examples
    /// ```toml
    /// [learner.select]
    /// names = ["1", "5"]
    /// folds = 3
    /// among = [
    ///     { rule = { margin-perceptron = { threshold = 1 } }, order = "cyclic" },
    ///     { rule = { margin-perceptron = { threshold = 5 } }, order = "cyclic" },
    /// ]
    /// ```
    pub struct Select {
        /// The configurations; the key `select` of a variant writes them.
        pub among: Candidates,
        /// The names of the configurations in the column `selected`.
        pub names: Vec<String>,
        /// Number of parts.
        pub folds: usize as "[2, ∞)",
    }
}

/// Learner configurations of which one is chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidates(pub Vec<Variant>);

impl Shaped for Candidates {
    fn shape() -> Shape {
        Shape::Own("a list of tables like variants", &[ValueKind::List])
    }
}

impl OtherLearning for Select {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        let shown: Vec<usize> = task.shown().collect();
        let sample = Sample {
            features: task.features.selected(&shown),
            labels: shown.iter().map(|&example| task.labels[example]).collect(),
            planted: None,
        };
        let chosen = self.chosen(&sample, task)?;
        let variant = &self.among.0[chosen];
        let result = Learner::new(variant, &sample, task.draws)?.run(None);
        let score = |hypothesis: &Hypothesis| {
            let example = task.left_out?;
            let sign = hypothesis.score_sign(task.features, example);
            Some(toward(task.labels[example], sign))
        };
        Ok(RunResult {
            left_out: result.hypothesis.as_ref().and_then(score),
            updates: result.updates.iter().map(|&place| shown[place]).collect(),
            selected: self.names.get(chosen).cloned(),
            ..result
        })
    }

    fn facts(&self) -> LearnerFacts {
        LearnerFacts {
            draws: true,
            ..LearnerFacts::NONE
        }
    }

    fn goes_with(&self, _: &Order, _: &Offset, examples: usize) -> Option<Invalid> {
        let candidates = &self.among.0;
        if candidates.len() < 2 || candidates.len() != self.names.len() {
            let problem = "there is nothing to choose from";
            return Some(Invalid::new(
                "select",
                problem,
                "at least two values, each with a name",
            ));
        }
        if self.folds > examples {
            let problem = format!("{} parts are more than the {examples} examples", self.folds);
            return Some(Invalid::new("select", problem, "fewer folds"));
        }
        candidates.iter().find_map(|candidate| {
            let is_own = candidate.offset.0.is_none()
                && candidate.transform.is_none()
                && candidate.arithmetic.is_none()
                && candidate.comparator.is_none()
                && candidate.process().is_none()
                && !candidate.is_mutant()
                && candidate.has_weight_vector();
            match is_own {
                true => candidate.check(true, examples.saturating_sub(1)).err(),
                false => Some(Invalid::new(
                    "select",
                    "this learner cannot be chosen by cross validation",
                    "a learner with a weight vector that is no process and not wrong on purpose, without `comparator`",
                )),
            }
        })
    }
}

impl Select {
    /// The key whose value configurations and variant do not share, although results are described by it: what is returned, and how a score of 0 is
    /// scored.
    pub(in crate::learn) fn differs_from(&self, variant: &Variant) -> Option<Invalid> {
        let candidates = || self.among.0.iter();
        let is_mixed = !candidates()
            .map(Variant::tie_rule)
            .all(|rule| rule == variant.tie_rule());
        let allowed = "one that the variant and all configurations share";
        let differing = |key, problem| Some(Invalid::new(key, problem, allowed));
        if candidates().any(|one| one.hypothesis != variant.hypothesis) {
            return differing(
                "hypothesis",
                "what is returned cannot be chosen by cross validation",
            );
        }
        match is_mixed || candidates().any(|one| one.test_ties != variant.test_ties) {
            true => differing(
                "test_ties",
                "the configurations score a score of 0 differently",
            ),
            false => None,
        }
    }

    /// The configuration with the fewest errors in the cross validation, the first of equals; one without a hypothesis comes last.
    fn chosen(&self, sample: &Sample, task: &Task) -> Result<usize, OutOfRange> {
        let folds = TestSet::folds(sample, self.folds, true, task.draws.child("select"));
        let TestSet::Folds(folds) = folds else {
            return Ok(0);
        };
        let mut errors = Vec::new();
        for candidate in &self.among.0 {
            let mut sum = Some(0);
            for [training, tested] in &folds {
                let result = Learner::new(candidate, training, task.draws)?.run(None);
                let found = half_mistakes(candidate, &result, tested);
                sum = sum.zip(found).map(|(sum, found)| sum + found);
            }
            errors.push(sum.unwrap_or(u64::MAX));
        }
        let least = errors.iter().min();
        Ok(errors
            .iter()
            .position(|own| Some(own) == least)
            .unwrap_or(0))
    }
}

/// Twice the number of errors of a run on these examples; `None` without a hypothesis.
fn half_mistakes(candidate: &Variant, result: &RunResult, tested: &Sample) -> Option<u64> {
    let ties = candidate.test_ties_after(result);
    let prepared = PreparedHypothesis::new(result.hypothesis.as_ref()?);
    let halves = prepared.half_mistakes(&tested.features, &tested.labels, ties);
    Some(halves.iter().sum())
}
