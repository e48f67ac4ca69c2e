//! Declares the columns that every trial has: its setting, and its probability in an enumeration.

use super::measurement::Measurement;
use crate::trial::Setting;
use crate::trial::column::columns;
use perceptron::sample::{Quantity, Rational};

columns! {
    /// Name of the generator.
    GENERATOR: String = "generator" in "", |s| Some(s.generator.documentation().name.into());
    /// Exact probability of this outcome in a complete enumeration; empty for random draws.
    WEIGHT: Rational = "weight" in "probability";
    /// The update rule; for a learner without one, the learner.
    RULE: String = "rule" in "", |s| Some(s.variant.as_ref()?.rule_word());
    /// The value that y⟨w, x⟩ must reach; empty for rules that update on mistakes.
    THRESHOLD: Rational = "threshold" as "\\tau" in "score", |s| s.known_rule()?.threshold().cloned();
    /// The factor of every update.
    STEP: Rational = "step" as "\\eta" in "", |s| Some(s.known_rule()?.step());
    /// The order in which examples were chosen.
    ORDER: String = "order" in "", |s| Some(s.order()?.as_str().into());
    /// The condition at which the run was to stop.
    STOP: String = "stop" in "", |s| Some(s.variant.as_ref()?.stop_word());
    /// Whether y⟨w, x⟩ = 0 counts as a mistake: mistake, positive (sign(0) = +1), or the mutant strict.
    TIES: String = "ties" in "", |s| Some(s.ties()?.as_str().into());
    /// The score of a test example with ⟨w, x⟩ = 0: mistake, positive, negative or half; empty where only the answers of an external learner show it.
    TEST_TIES: String = "test_ties" in "", |s| Some(s.test_ties()?.as_str().into());
    /// The hypothesis that was returned, such as last or averaged.
    HYPOTHESIS: String = "hypothesis" in "", |s| Some(s.variant.as_ref()?.hypothesis.as_str().into());
    /// The constant feature; empty for none.
    OFFSET: Rational = "offset" in "feature", |s| s.variant.as_ref()?.offset.0.clone();
    /// exact or f64.
    ARITHMETIC: String = "arithmetic" in "", |s| Some(s.arithmetic()?.as_str().into());
    /// The learner if it is not the learning loop, with its distinguishing parameter; empty for the loop.
    LEARNER: String = "learner" in "", |s| Some(s.learner()?.label());
    /// The transform of the sample before the learner saw it; the columns of the sample describe the result.
    TRANSFORM: String = "transform" in "", |s| Some(s.variant.as_ref()?.transform.as_ref()?.label());
    /// Whether the distribution draws independent, identically distributed examples.
    IID: bool = "iid" in "", |s| Some(s.distribution.iid);
    /// Whether every example is certain to have unit norm.
    UNIT_NORM: bool = "unit_norm" in "", |s| Some(s.seen.unit_norm);
    /// Number of signs whose majority is the label; empty if features are no signs or the label is no majority.
    MAJORITY_OF: u64 = "majority_of" in "features", |s| s.seen.majority_of.map(|relevant| relevant as u64);
    /// Whether the labels are fair coins drawn for every sample.
    UNIFORM_LABELLING: bool = "uniform_labelling" in "", |s| Some(s.distribution.uniform_labelling);
    /// The minimax lower bound on the expected risk, for its family.
    MINIMAX_BOUND: Rational = "minimax_bound" in "probability", Setting::minimax_bound;
    /// The expected risk averaged over the labelings of the minimax family, for rules that fit what they saw.
    MINIMAX_AVERAGE: Rational = "minimax_average" in "probability", Setting::minimax_average;
    /// The almost-sure lower bound on the margin under the distribution.
    POPULATION_MARGIN: f64 = "population_margin" in "norm", |s| Some(s.seen.population_margin_squared.as_ref()?.value.sqrt());
    /// The square of the population margin, with its enclosure.
    POPULATION_MARGIN_SQUARED: Quantity = "population_margin_squared" as "\\gamma_p^2" in "norm²", |s| s.seen.population_margin_squared.clone();
    /// The square of an almost-sure upper bound on ‖x‖, with its enclosure.
    POPULATION_RADIUS_SQUARED: Quantity = "population_radius_squared" as "R_p^2" in "norm²", |s| s.seen.population_radius_squared.clone();
}

/// Declares the columns that every trial has: those of its setting, and its probability in an enumeration. Nothing is measured.
pub(super) struct Run;

impl Measurement for Run {
    fn is_of_answers(&self) -> bool {
        true
    }

    fn needs_no_example_again(&self) -> bool {
        true
    }
}
