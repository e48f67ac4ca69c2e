//! Gives premises names, so that a spec can state them for a conjecture.

use super::{Premise, comparator, examples, learner, own_step, stream};
use crate::claim::MarginSource;
use crate::trial::AnyColumn;
use perceptron::documented::{Documentation, Member, Shape, Shaped};
use perceptron::learn::{LearnerKind, OtherLearner, PassiveAggressiveKind, Rule, RuleKind};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A premise that a spec or a theorem states by its name, or by its name and what it names, such as `rule = perceptron`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPremise {
    /// Its index among all: those of [`DOCS`], those about the margin of a claim, and those with names after the sign =.
    place: usize,
    /// The names after the sign =.
    values: Vec<String>,
}

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
    "unit-vectors" = examples::unit_vectors(), "All examples have norm 1.";
    "two-features" = examples::two_features(), "There are two features.";
    "two-examples" = examples::two_examples(), "There are at least two examples.";
    "many-features" = examples::many_features(), "There are at least 400 features.";
    "uniform-direction" = examples::uniform_direction(), "The direction of x is uniform, and a half-space through 0 gives the label, without a margin.";
    "known-closed-set" = examples::known_closed_set(), "The closed set of weight vectors was found.";
    "known-long-run" = examples::known_long_run(), "The long run of a random order was solved exactly.";
    "known-hebb-angle" = examples::known_hebb_angle(), "There are at least two features and ten examples.";
    "known-deviation" = examples::known_deviation(), "The largest deviation of the empirical risk is computed for this distribution.";
    "counted-labelings" = examples::counted_labelings(), "The labelings that a half-space realizes were counted.";
    "known-risk-without-last" = examples::known_risk_without_last(), "The risk of the hypothesis trained without the last example is known, or estimated.";
    "known-margin-risk-without-last" = examples::known_margin_risk_without_last(), "The probability of a margin mistake is known for the hypothesis trained without the last example.";
    "known-expected-risk" = examples::known_expected_risk(), "The expected risk of this learner is known in closed form.";
    "unseen-mass" = examples::unseen_mass(), "Examples are independent basis vectors, without an offset.";
    "stream-of-atoms" = examples::stream_of_atoms(), "A stream of independent basis vectors, without an offset, with ties alike in training and test.";
    "known-shortest-vector" = examples::known_shortest_vector(), "The shortest vector with margins 1 was computed.";
    "ties-are-mistakes" = learner::ties_are_mistakes(), "A score of 0 is a mistake.";
    "test-errors-call-for-updates" = learner::test_errors_call_for_updates(), "An example that would be an error in the test calls for an update in training.";
    "right-on-what-it-saw" = learner::right_on_what_it_saw(), "The hypothesis is right on every basis vector that the run has learned.";
    "retrained-in-full" = learner::retrained_in_full(), "All leave-one-out runs were made, also those whose result theory predicts.";
    "sum-of-updates" = learner::sum_of_updates(), "The hypothesis is the last weight vector, of the learning loop or of its dual.";
    "one-vector" = learner::one_vector(), "The hypothesis is a single weight vector, whose margins were measured.";
    "watched-updates" = learner::watched_updates(), "The run made an update, and the quantities of the proofs were measured after each.";
    "watched-several-updates" = learner::watched_several_updates(), "The run made two updates, and the quantities of the proofs were measured after each.";
    "planted-direction" = learner::planted_direction(), "There is a planted direction, and the progress along it was measured.";
    "watched-steps" = learner::watched_steps(), "The effect of every single update was measured, in a run in integers.";
    "watched-direction" = learner::watched_direction(), "The angle to the planted direction was compared at every update, in a run in integers.";
    "some-correction" = learner::some_correction(), "Some row of updates on one example corrected it.";
    "compared-vectors" = learner::compared_vectors(), "The weight vectors before and after every example were compared.";
    "compared-coefficients" = learner::compared_coefficients(), "The weight vector was compared with the combination of examples by their coefficients.";
    "positive-output-margins" = learner::positive_output_margins(), "The last weight vector classifies its sample correctly, with margins that are known exactly.";
    "known-boundary" = learner::known_boundary(), "The boundary of the last weight vector is known exactly.";
    "some-intercept" = learner::some_intercept(), "The constant feature has a weight other than 0 in the last weight vector.";
    "some-midpoint" = learner::some_midpoint(), "Some midpoint of two examples that are classified equally was classified too.";
    "affine-view" = learner::affine_view(), "The features that the learner sees are an affine map of the drawn ones.";
    "scanned-at-the-end" = learner::scanned_at_the_end(), "The examples that still call for an update were counted at the end of the run.";
    "cyclic-passes" = stream::cyclic_passes(), "An exact run of the learning loop in cyclic order.";
    "known-iterate-risk" = stream::known_iterate_risk(), "The mean risk of the weight vectors of an online run is known.";
    "known-majority-vote-risk" = stream::known_majority_vote_risk(), "The risk of the majority vote of an online run is known, or estimated.";
    "teacher-student-stream" = stream::teacher_student_stream(), "The generator is teacher-student, and each example is shown once.";
    "to-the-end-of-the-stream" = stream::to_the_end_of_the_stream(), "The run ends with the stream.";
    "as-drawn" = stream::as_drawn(), "The learner sees the examples as they were drawn.";
    "integer-winnow" = own_step::integer_winnow(), "Winnow doubles weights, and its threshold is an integer.";
    "lambda-trick" = own_step::lambda_trick(), "The learner is the perceptron in dual form, with a number above 0 added to every ⟨x, x⟩.";
    "equal-margins" = comparator::equal_margins(), "Every example has the margin of the comparator.";
}

/// A premise that names rules, learners or columns after the sign =; it says what is wrong if a name is unknown.
type MakerOfNames = fn(&[String]) -> Result<Premise, String>;

/// The premises with names after the sign =.
const WITH_NAMES: &[(&str, MakerOfNames)] = &[
    ("rule", |names| {
        Ok(learner::rule(&kinds(
            names,
            Rule::DOCS,
            RuleKind::ALL,
            RuleKind::word,
        )?))
    }),
    ("learner", |names| {
        let kinds = kinds(
            names,
            OtherLearner::DOCS,
            LearnerKind::ALL,
            LearnerKind::word,
        )?;
        Ok(learner::learner(&kinds))
    }),
    ("passive-aggressive", |names| {
        let kind = match names.first().map(String::as_str) {
            Some("pa") => PassiveAggressiveKind::Pa,
            Some("pa-1") => PassiveAggressiveKind::Pa1,
            Some("pa-2") => PassiveAggressiveKind::Pa2,
            _ => return Err("a kind of passive-aggressive is pa, pa-1 or pa-2".to_owned()),
        };
        Ok(own_step::passive_aggressive(kind))
    }),
    ("comparator", |names| {
        let column = |name: &String| {
            AnyColumn::named(name).ok_or_else(|| format!("no column is named `{name}`"))
        };
        let columns = names.iter().map(column);
        Ok(comparator::comparator(columns.collect::<Result<_, _>>()?))
    }),
];

type OfMargin = fn(&MarginSource) -> Premise;

/// The premises about the margin γ of a claim, which only theorems have.
const OF_MARGIN: &[(&str, OfMargin)] = &[
    ("positive-margin", examples::positive_margin),
    ("margin-of-every-sample", examples::margin_of_every_sample),
];

/// The members of a family with these names.
fn kinds<K: Copy>(
    names: &[String],
    docs: &[Documentation],
    all: &[K],
    word: fn(K) -> &'static str,
) -> Result<Vec<K>, String> {
    let kind = |name: &String| {
        let mut all = all.iter().copied();
        all.find(|kind| word(*kind) == name).ok_or_else(|| {
            let known: Vec<&str> = docs.iter().map(|doc| doc.name).collect();
            format!("`{name}` is none of {}", known.join(", "))
        })
    };
    names.iter().map(kind).collect()
}

impl NamedPremise {
    /// Looks up a premise by its name in a spec or in a theorem.
    ///
    /// # Errors
    /// In words, what is wrong with the name.
    pub fn named(text: &str) -> Result<Self, String> {
        let names = DOCS.iter().map(|doc| doc.name);
        let mut names = names.chain(OF_MARGIN.iter().map(|(name, _)| *name));
        let Some((name, values)) = text.split_once('=') else {
            let place = names.position(|name| name == text);
            let place = place.ok_or_else(|| format!("no premise is named `{text}`"))?;
            let values = Vec::new();
            return Ok(Self { place, values });
        };
        let known = WITH_NAMES.iter().position(|(own, _)| *own == name.trim());
        let place = known.ok_or_else(|| {
            let known: Vec<&str> = WITH_NAMES.iter().map(|(own, _)| *own).collect();
            let (name, known) = (name.trim(), known.join(", "));
            format!("`{name}` names nothing after the sign =; these do: {known}")
        })?;
        let values = values.split(',').map(|value| value.trim().to_owned());
        let values: Vec<String> = values.collect();
        WITH_NAMES[place].1(&values)?;
        let place = BEFORE_NAMES + place;
        Ok(Self { place, values })
    }

    /// The premise as a spec or a theorem writes it.
    pub fn text(&self) -> String {
        let of_margin = self.place.checked_sub(DOCS.len());
        let of_names = self.place.checked_sub(BEFORE_NAMES);
        match (of_margin, of_names) {
            (_, Some(place)) => format!("{} = {}", WITH_NAMES[place].0, self.values.join(", ")),
            (Some(place), None) => OF_MARGIN[place].0.to_owned(),
            (None, None) => DOCS[self.place].name.to_owned(),
        }
    }

    /// The premise that the name stands for, in a claim with this margin; `None` if a name after the sign = is unknown.
    pub fn premise(&self, margin: &MarginSource) -> Option<Premise> {
        let of_margin = self.place.checked_sub(DOCS.len());
        let of_names = self.place.checked_sub(BEFORE_NAMES);
        match (of_margin, of_names) {
            (_, Some(place)) => WITH_NAMES[place].1(&self.values).ok(),
            (Some(place), None) => Some(OF_MARGIN[place].1(margin)),
            (None, None) => Some(MAKERS[self.place]()),
        }
    }
}

/// Number of premises before those with names after the sign =.
const BEFORE_NAMES: usize = DOCS.len() + OF_MARGIN.len();

impl Serialize for NamedPremise {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&self.text())
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
        Self::named(&name).map_err(|problem| match name.contains('=') {
            true => de::Error::custom(problem),
            false => de::Error::unknown_variant(&name, &NAMES),
        })
    }
}
