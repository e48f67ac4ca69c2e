//! Holds the learners that do not run the learning loop: independent implementations, which check identities, and rules of another kind.
//!
//! An independent implementation shares no prediction, no update and no count with the code that it checks, so that a fault in either of them shows
//! as a difference. For this reason, code that both would share must not be moved to a common place.
//!
//! A variant selects such a learner with its key `learner`. The independent implementations (`dual`, `kernel`, `hinge-sgd`, `offset-perceptron`)
//! follow the same orders as the learning loop. So do learners with steps of their own (`passive-aggressive`, `winnow`), through `own_step`. A row names
//! the rule only if theorems about the rule apply to the learner. `largest-margin` is the reason why `learn` may import `margin`. Only runs of the
//! learning loop are certified.

mod anti_learner;
mod atoms;
mod constant;
mod differences;
mod dual;
mod gram;
mod hinge_sgd;
mod kernel;
mod kernel_hypothesis;
mod largest_margin;
mod leaking;
mod linear_svm;
mod logistic_regression;
mod majority_of_atoms;
mod memorizer;
mod nearest_neighbour;
mod number;
mod offset_perceptron;
mod one_unseen_negative;
mod online_run;
mod own_step;
mod passive_aggressive;
mod penalized;
mod planted;
mod process;
mod select;
mod task;
mod vector;
mod version_space;
mod winnow;

pub use differences::Gradient;
pub use kernel_hypothesis::KernelHypothesis;
pub use passive_aggressive::PassiveAggressiveKind;
pub use select::Candidates;
pub use task::Task;
pub use version_space::ArcPoint;

use super::{Offset, Order, RunResult, Transform};
use crate::documented::{Declared, Invalid, family};
use crate::sample::{Features, OutOfRange, TestTies};

/// The requirements of a learner on the generator of its samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requirement {
    /// Nothing: any generator will do.
    Nothing,
    /// Examples that are basis vectors (atoms), drawn from a distribution with known masses.
    Atoms,
    /// Examples with two features.
    Plane,
}

/// How a learner predicts at a score of exactly its threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieRule {
    /// It has no rule of its own; the key `test_ties` of the variant states one.
    Stated,
    /// By this rule of its own.
    Own(TestTies),
    /// By a rule of its own that only its answers show.
    Answered,
}

/// What is true of a learner whatever its samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LearnerFacts {
    /// Names of the rules that the learner can follow; if empty, the key `rule` has no meaning for it.
    pub rules: &'static [&'static str],
    /// Whether the learner is shown examples one by one by the variant's order, stop and ties; otherwise it sees the whole sample at once.
    pub walks: bool,
    /// Whether the learner returns every `hypothesis` that needs no sample; others return the last vector.
    pub returns_all: bool,
    /// Whether the learner's updates are those of the variant's rule, so that theorems about the rule apply to it.
    pub is_the_rule: bool,
    /// Whether every update adds the same multiple of y·x, so that the weight vector is a sum of examples.
    pub sums_updates: bool,
    /// How the learner predicts at a score of exactly its threshold.
    pub tie_rule: TieRule,
    /// Whether the learner sees the whole sample and classifies all of it correctly, if some linear classifier does.
    pub fits: bool,
    /// Whether the learner has no result on a sample that nothing separates: no hypothesis, and no clean pass.
    pub needs_separable: bool,
    /// Whether the learner's weight vector always is a sum of multiples of the examples that it was shown, without an intercept of its own, so that
    /// its score is 0 on an example that is orthogonal to all of them.
    pub stays_in_span: bool,
    /// Whether a learner that stays in the span and runs in floats computes a score of 0 exactly if all examples are orthogonal vectors of signs and the
    /// number of features is a power of two.
    pub keeps_zero_scores: bool,
    /// Whether the learner runs in floats, also on exact features.
    pub runs_in_floats: bool,
    /// Whether the learner keeps the offset itself, so that no constant feature is appended.
    pub keeps_offset: bool,
    /// Whether the learner draws at random, apart from its order of examples.
    pub draws: bool,
    /// Whether every sample is separable for the learner, in more dimensions, so that its runs over passes end.
    pub separates_all: bool,
    /// Whether runs have certificates, which repeat the learner's own steps.
    pub is_certified: bool,
    /// The requirements of the learner on the generator of its samples.
    pub requirement: Requirement,
    /// Whether the learner is wrong, or uses knowledge that no rule may have, on purpose.
    pub is_mutant: bool,
}

impl LearnerFacts {
    /// The facts of a learner that sees the whole sample at once, and of which nothing else is known.
    pub const NONE: Self = Self {
        rules: &[],
        walks: false,
        returns_all: false,
        is_the_rule: false,
        sums_updates: false,
        tie_rule: TieRule::Stated,
        fits: false,
        needs_separable: false,
        stays_in_span: false,
        keeps_zero_scores: false,
        runs_in_floats: false,
        keeps_offset: false,
        draws: false,
        separates_all: false,
        is_certified: false,
        requirement: Requirement::Nothing,
        is_mutant: false,
    };
}

/// A learner that does not run the learning loop: an independent implementation of a rule, or a learner of another kind.
pub trait OtherLearning: Declared {
    /// Learns from a prepared sample, and returns the result of the run.
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange>;

    /// What is true of the learner whatever its samples.
    fn facts(&self) -> LearnerFacts {
        LearnerFacts::NONE
    }

    /// Feature map whose inner product is the learner's kernel; `None` for a learner without a kernel, `Some(None)` if the map has no finite form.
    fn map(&self) -> Option<Option<Transform>> {
        None
    }

    /// Returns the inner products of all pairs of examples in the feature space of the learner's kernel, row by row; `None` without a kernel.
    fn inner_products(&self, _features: &Features) -> Option<Vec<f64>> {
        None
    }

    /// Checks the learner's settings together with the order and the offset of the variant, for this number of examples; returns the problem, if any.
    fn validate(&self, order: &Order, offset: &Offset, examples: usize) -> Option<Invalid> {
        let outside = self.in_range().err();
        outside.or_else(|| self.goes_with(order, offset, examples))
    }

    /// Checks what the declared ranges of the keys do not say; returns the problem, if any.
    fn goes_with(&self, _order: &Order, _offset: &Offset, _examples: usize) -> Option<Invalid> {
        None
    }

    /// Name of the learner in results if it includes settings, such as `version-space gibbs`; empty if results use the name in the spec.
    fn label(&self) -> String {
        String::new()
    }
}

family! {
    /// A learner that does not run the learning loop, as `learner = { NAME = { … } }` in a variant.
    pub enum OtherLearner: OtherLearning as LearnerKind {
        Dual in dual,
        Kernel in kernel,
        HingeSgd in hinge_sgd,
        PassiveAggressive in passive_aggressive,
        Winnow in winnow,
        OffsetPerceptron in offset_perceptron,
        Memorizer in memorizer,
        NearestNeighbour in nearest_neighbour,
        Constant in constant,
        AntiLearner in anti_learner,
        Leaking in leaking,
        Planted in planted,
        LargestMargin in largest_margin,
        LinearSvm in linear_svm,
        LogisticRegression in logistic_regression,
        VersionSpace in version_space,
        MajorityOfAtoms in majority_of_atoms,
        OneUnseenNegative in one_unseen_negative,
        Process in process,
        Select in select,
    }
}

impl OtherLearner {
    /// Returns the name of the learner in results, which includes its settings if they make it another learner.
    pub fn label(&self) -> String {
        let word = (**self).label();
        if word.is_empty() {
            self.documentation().name.into()
        } else {
            word
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::generate::{ExampleSource, Generator};
    use crate::learn::{Learner, RunResult, Variant};
    use crate::seed::Seed;

    /// Runs a variant on the sample of a generator.
    pub(super) fn run(variant: &str, generator: &str) -> RunResult {
        let variant: Variant = toml::from_str(variant).unwrap_or_else(|error| panic!("{error}"));
        let generator: Generator =
            toml::from_str(generator).unwrap_or_else(|error| panic!("{error}"));
        let ExampleSource::Sampler(sampler) = generator.source() else {
            panic!("an opponent draws no sample")
        };
        let sample = sampler.draw(Seed::root(1), generator.examples());
        Learner::new(&variant, &sample, Seed::root(2))
            .unwrap_or_else(|error| panic!("{error}"))
            .run(None)
    }

    /// The integer weights that a run returned.
    pub(super) fn integers(learned: &RunResult) -> Vec<i64> {
        learned
            .hypothesis
            .as_ref()
            .and_then(|h| h.linear())
            .and_then(|l| l.integers.clone())
            .unwrap_or_default()
    }

    #[test]
    fn only_dual_learners_return_coefficients_that_count_signed_updates() {
        let points = "[points]\nexamples = [{ x = [2, 1], y = 1 }, { x = [1, 3], y = -1 }, { x = [3, 1], y = 1 }]";
        let of = |learner: &str| {
            let walk = "rule = { perceptron = {} }\norder = \"cyclic\"\noffset";
            run(&format!("{walk} = 1\nlearner = {{ {learner} }}"), points)
        };
        let polynomial = "kernel = { polynomial = { degree = 2, constant = 1 } }";
        for learner in [
            "dual = {}",
            polynomial,
            "kernel = { gaussian = { width = 1.0 } }",
        ] {
            let learned = of(learner);
            let mut signed = [0, 0, 0];
            for &example in &learned.updates {
                signed[example] += if example == 1 { -1 } else { 1 };
            }
            assert!(learned.updates.len() > 1, "{learner}");
            assert_eq!(
                learned.coefficients.as_deref(),
                Some(&signed[..]),
                "{learner}"
            );
        }
        for learner in [
            "offset-perceptron = {}",
            "hinge-sgd = {}",
            "largest-margin = {}",
        ] {
            assert_eq!(of(learner).coefficients, None, "{learner}");
        }
    }

    #[test]
    fn online_learners_stop_after_as_many_passes_as_the_loop() {
        let points = "[points]\nexamples = [{ x = [2, 1], y = 1 }, { x = [1, 3], y = -1 }, { x = [3, 1], y = 1 }]";
        for (rule, learner) in [("perceptron", "dual"), ("margin-perceptron", "hinge-sgd")] {
            for passes in [1, 2, 3] {
                let keys = format!("order = \"cyclic\"\nstop = {{ passes = {passes} }}\n");
                let of_loop = run(&format!("rule = {{ {rule} = {{}} }}\n{keys}"), points);
                let other = run(
                    &format!("rule = {{ {rule} = {{}} }}\n{keys}learner = {{ {learner} = {{}} }}"),
                    points,
                );
                assert_eq!(
                    (other.counts, other.reason),
                    (of_loop.counts, of_loop.reason)
                );
                assert_eq!(
                    (other.counts.passes, other.updates),
                    (passes, of_loop.updates)
                );
            }
        }
    }

    #[test]
    fn a_left_out_example_is_never_shown_and_is_scored_in_the_end() {
        let points = "[points]\nexamples = [{ x = [1, 0], y = 1 }, { x = [0, 1], y = -1 }, { x = [1, 1], y = -1 }]";
        for learner in [
            "dual = {}",
            "largest-margin = {}",
            "hinge-sgd = {}",
            "version-space = { point = \"middle\" }",
        ] {
            let variant: Variant = toml::from_str(&format!(
                "rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\nlearner = {{ {learner} }}"
            ))
            .unwrap();
            let generator: Generator = toml::from_str(points).unwrap();
            let ExampleSource::Sampler(sampler) = generator.source() else {
                panic!("an opponent draws no sample")
            };
            let sample = sampler.draw(Seed::root(1), 3);
            let learned = Learner::new(&variant, &sample, Seed::root(2))
                .unwrap()
                .run(Some(2));
            assert!(!learned.updates.contains(&2), "{learner}");
            assert_eq!(
                learned.left_out,
                Some(std::cmp::Ordering::Equal),
                "{learner}"
            );
        }
    }
}
