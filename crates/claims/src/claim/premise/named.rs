//! Gives premises names, so that a spec can state them for a conjecture.

use super::{Premise, examples, learner, own_step, stream};
use crate::claim::MarginSource;
use perceptron::documented::{Documentation, Member, Shape, Shaped};
use perceptron::learn::RuleKind;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A premise that a spec can state by its name; the number is its index in [`DOCS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedPremise(usize);

macro_rules! named {
    ($($name:literal = $premise:expr, $about:literal;)*) => {
        /// The meaning of every name, in the order of the list.
        pub const DOCS: &[Documentation] = &[$(Documentation { name: $name, text: concat!(" ", $about, "\n"), keys: &[] }),*];

        const MAKERS: &[fn() -> Premise] = &[$(|| $premise),*];
    };
}

named! {
    "positive-sample-margin" = examples::positive_margin(&MarginSource::Sample), "The planted separator separates the sample with a positive margin.";
    "positive-max-margin" = examples::positive_margin(&MarginSource::Max), "Some vector separates the sample: its largest margin is positive.";
    "positive-population-margin" = examples::positive_margin(&MarginSource::Population), "The distribution guarantees a margin that all its samples have.";
    "positive-normalized-margin" = examples::positive_normalized_margin(), "The planted separator has a positive margin on the examples divided by their norms.";
    "not-separable" = examples::not_separable(), "No vector separates the sample.";
    "decided-separability" = examples::decided_separability(), "Whether some vector separates the sample was decided.";
    "within-the-unit-ball" = examples::within_the_unit_ball(), "No example has a norm above 1.";
    "bounded-norm" = examples::bounded_norm(), "The distribution bounds the norm of examples.";
    "iid" = examples::iid(), "Examples are independent and identically distributed.";
    "independent-examples" = examples::independent_examples(), "Examples are independent, possibly only given the target of the sample.";
    "drawn-beforehand" = examples::drawn_beforehand(), "The sample is drawn before the run and does not answer the learner.";
    "majority-labels" = examples::majority(), "Features are signs, and the label is the majority of an odd number of them.";
    "disjunction-labels" = examples::disjunction(), "Features are 0 and 1, and the label is a disjunction of some of them.";
    "orthogonal-signs" = examples::orthogonal_signs(), "The examples are vectors of signs, orthogonal to each other.";
    "general-position" = examples::general_position(), "Any d of the points, or all if there are fewer, are independent.";
    "independent-points" = examples::independent_points(), "The points are linearly independent.";
    "in-a-plane" = examples::in_a_plane(), "All examples lie in one plane through the origin.";
    "more-examples-than-features" = examples::more_examples_than_features(), "There are more examples than features.";
    "odd-dimension" = examples::odd_dimension(), "The number of features is odd.";
    "fair-labels" = examples::fair_labels(), "Every label is an independent fair coin.";
    "uniform-labelling" = examples::uniform_labelling(), "The labels of the atoms are fair coins, drawn for every sample.";
    "minimax-family" = examples::minimax_family(), "The distribution is of the minimax family, with at least as many examples as dimensions.";
    "known-risk" = examples::known_risk(), "The risk of the hypothesis is known, or estimated.";
    "closed-form-risk" = examples::closed_form_risk(), "The risk of the hypothesis is known in closed form.";
    "known-bayes-risk" = examples::known_bayes_risk(), "The smallest risk of any classifier is known.";
    "rule-perceptron" = learner::rule(&[RuleKind::Perceptron]), "The rule is the perceptron's without a threshold.";
    "rule-normalized-perceptron" = learner::rule(&[RuleKind::NormalizedPerceptron]), "The rule is the normalized perceptron's.";
    "rule-margin-perceptron" = learner::rule(&[RuleKind::MarginPerceptron]), "The rule is the margin perceptron's.";
    "perceptron-rule" = learner::perceptron_rule(), "The rule is the perceptron's, with a threshold or without.";
    "positive-threshold" = learner::positive_threshold(), "What y⟨w, x⟩ must reach is above 0.";
    "exact-arithmetic" = learner::exact_arithmetic(), "The run was computed in integers.";
    "additive" = own_step::additive(), "The weight vector is a sum of multiples of the examples shown.";
    "exact-zero-scores" = own_step::exact_zero_scores(), "A score of 0 is computed exactly.";
    "stream-order" = stream::stream(), "Every example is shown once, in the order of the sample.";
    "random-order" = learner::random_order(), "Every example shown is drawn with replacement.";
    "exchangeable-order" = learner::exchangeable_order(), "The order treats every position of the sample alike.";
    "position-free" = learner::position_free(), "The order is not a list of positions.";
    "coupled" = learner::coupled(), "Leaving out an example that was never updated on does not change the run.";
    "stops-at-clean-passes" = learner::stops_at_clean_passes(), "The run can end only where nothing is left to update on, or at a cap.";
    "ran-to-clean-pass" = learner::ran_to_clean_pass(), "The run ended because a full scan found nothing to update on.";
    "ends-on-separators-only" = learner::ends_on_separators_only(), "The weight vector at which a run ends by a clean pass separates the sample strictly.";
    "online" = learner::online(), "The learner makes updates, one example at a time.";
    "some-update" = learner::some_update(), "The run made an update.";
    "offset" = learner::offset(), "Every example has a constant feature.";
    "last-vector" = learner::last_vector(), "The hypothesis is the last weight vector.";
    "same-test-ties" = learner::same_test_ties(), "Ties count the same in tests as in training.";
    "fair-test-ties" = learner::fair_test_ties(), "A test example that scores zero is not always an error.";
    "test-ties-are-errors" = learner::test_ties_are_errors(), "A test example that scores zero is an error.";
}

impl NamedPremise {
    /// Looks up a premise by its name in a spec.
    pub fn named(name: &str) -> Option<Self> {
        DOCS.iter().position(|doc| doc.name == name).map(Self)
    }

    /// The name of the premise in a spec.
    pub fn name(self) -> &'static str {
        DOCS[self.0].name
    }

    /// The premise that the name stands for.
    pub fn premise(self) -> Premise {
        MAKERS[self.0]()
    }
}

impl Serialize for NamedPremise {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

impl Shaped for NamedPremise {
    fn shape() -> Shape {
        let names = DOCS.iter().map(|doc| Member::alone(doc.name, None));
        Shape::Choice(names.collect())
    }
}

impl<'de> Deserialize<'de> for NamedPremise {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        static NAMES: std::sync::LazyLock<Vec<&'static str>> =
            std::sync::LazyLock::new(|| DOCS.iter().map(|doc| doc.name).collect());
        let name = String::deserialize(input)?;
        Self::named(&name).ok_or_else(|| de::Error::unknown_variant(&name, &NAMES))
    }
}
