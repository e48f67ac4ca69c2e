//! Declares the premises about examples as the learner sees them, and about their distribution.

use super::Premise;
use crate::claim::MarginSource;
use crate::claim::remedy::Remedy;
use crate::trial::{AnyColumn, Column, columns};
use perceptron::generate::{Distribution, KnownDistribution};
use perceptron::sample::{Quantity, Rational};
use perceptron::special::hebb_angle::HebbAngle;

/// The margin γ that the claim's limit uses exists and is positive; if it is a number that the spec states, some separator has at least this margin.
pub fn positive_margin(source: &MarginSource) -> Premise {
    match source {
        MarginSource::Number(margin) => separable_with(margin.clone()),
        MarginSource::Population => population_margin(source),
        MarginSource::Sample => measured_margin(source, columns::SAMPLE_MARGIN_SQUARED),
        MarginSource::Max => measured_margin(source, columns::MAX_MARGIN_SQUARED),
    }
}

/// The margin γ that the claim's limit uses is guaranteed by the distribution, so that it is known before a sample is drawn; or it is measured and
/// positive.
pub fn margin_of_every_sample(source: &MarginSource) -> Premise {
    match source {
        MarginSource::Number(_) | MarginSource::Population => population_margin(source),
        MarginSource::Sample | MarginSource::Max => positive_margin(source),
    }
}

fn measured_margin(source: &MarginSource, column: Column<Quantity>) -> Premise {
    let words = format!("separable: positive {} margin", source.label());
    Premise::sample(words, [column.any()], move |row| {
        row.get(column).is_some_and(|square| square.value > 0.0)
    })
}

/// The distribution guarantees a positive margin, which is at least the number that the spec states, if any.
fn population_margin(source: &MarginSource) -> Premise {
    let (words, least) = match source {
        MarginSource::Number(margin) => {
            let words = format!("separable: the distribution's margin is at least {margin}");
            (words, margin.square())
        }
        _ => {
            let words = format!("separable: positive {} margin", source.label());
            (words, Rational::zero())
        }
    };
    let least = Quantity::exact(least);
    Premise::setting(words, move |setting| {
        let squared = setting.seen.population_margin_squared.as_ref();
        squared.is_some_and(|squared| squared.value > 0.0 && !least.exceeds(squared))
    })
    .mended_by("`margin` of the claim to \"sample\" or \"max\", or the generator to one whose distribution has such a margin")
}

/// The planted separator has at least this margin on the sample, or the largest margin of any vector is at least this.
fn separable_with(margin: Rational) -> Premise {
    let columns = [columns::SAMPLE_MARGIN_SQUARED, columns::MAX_MARGIN_SQUARED];
    let words = format!("separable: some separator has the margin {margin}");
    let least = Quantity::exact(margin.square());
    Premise::sample(words, columns.map(|column| column.any()), move |row| {
        let reaches = |squared: &Quantity| squared.value > 0.0 && !least.exceeds(squared);
        columns
            .iter()
            .any(|column| row.get(*column).is_some_and(reaches))
    })
}

/// The planted separator has a positive normalized margin.
pub fn positive_normalized_margin() -> Premise {
    let column = columns::NORMALIZED_MARGIN_SQUARED;
    let words = "separable: positive normalized margin";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// No example has a norm above 1. If all examples of the distribution have norm 1, norms that rounding puts above 1 are ignored.
pub fn within_the_unit_ball() -> Premise {
    let column = columns::RADIUS_SQUARED;
    Premise::sample("no norm above 1", [column.any()], move |row| {
        let one = Quantity::count(1);
        let is_short = || row.get(column).is_some_and(|radius| !radius.exceeds(&one));
        row.setting().seen.unit_norm || is_short()
    })
}

/// The norms ‖x‖ of all examples of the distribution have a known upper bound.
pub fn bounded_norm() -> Premise {
    Premise::known(
        "the distribution bounds the norm",
        columns::POPULATION_RADIUS_SQUARED,
    )
    .mended_by(Remedy::Generator(|known| {
        known.population_radius_squared.is_some()
    }))
}

/// Examples are independent and identically distributed.
pub fn iid() -> Premise {
    Premise::setting("iid", |setting| setting.distribution.iid)
        .mended_by(Remedy::Generator(|known| known.iid))
}

/// Examples are independent and identically distributed, possibly only conditionally on a target that is drawn for each sample.
pub fn independent_examples() -> Premise {
    Premise::setting("independent examples, given the target", |setting| {
        setting.distribution.iid || setting.distribution.independent_given_target
    })
    .mended_by(Remedy::Generator(|known| {
        known.iid || known.independent_given_target
    }))
}

/// Features are signs, and the label is the majority of an odd number of them.
pub fn majority() -> Premise {
    Premise::known("label is a majority of signs", columns::MAJORITY_OF)
        .mended_by(Remedy::Generator(|known| known.majority_of.is_some()))
}

/// Features are 0 and 1, and the label is +1 exactly if one of the features of a set is 1.
pub fn disjunction() -> Premise {
    let words = "features are 0 and 1, and the label is a disjunction of some of them";
    Premise::setting(words, |setting| setting.seen.disjunction.is_some())
        .mended_by(Remedy::Generator(|known| known.disjunction.is_some()))
}

/// The examples are vectors of signs, orthogonal to each other, as they were drawn.
pub fn orthogonal_signs() -> Premise {
    let words = "orthogonal vectors of signs, without a change of features";
    Premise::setting(words, |setting| setting.seen.orthogonal_signs.is_some())
        .mended_by(Remedy::Generator(|known| known.orthogonal_signs.is_some()))
}

fn fact(words: &str, column: Column<bool>, wanted: bool) -> Premise {
    Premise::sample(words, [column.any()], move |row| {
        row.copied(column) == Some(wanted)
    })
}

/// The examples are in general position: any d of the N vectors, or all if N < d, are linearly independent, where d is the dimension.
pub fn general_position() -> Premise {
    fact(
        "points in general position",
        columns::GENERAL_POSITION,
        true,
    )
}

/// All examples lie in one plane through the origin: they have at most two features, or no three of them are linearly independent.
pub fn in_a_plane() -> Premise {
    fact(
        "all examples in one plane through 0",
        columns::IN_A_PLANE,
        true,
    )
}

/// The feature vectors of the sample are linearly independent.
pub fn independent_points() -> Premise {
    fact("linearly independent points", columns::INDEPENDENT, true)
}

/// No vector separates the sample.
pub fn not_separable() -> Premise {
    fact("not separable", columns::SEPARABLE, false)
}

/// The closed set of weight vectors was found.
pub fn known_closed_set() -> Premise {
    let column = columns::CLOSED_SET_NORM_SQUARED;
    let words = "exact run of the perceptron's rule, closed set found";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The long run of a random order was solved exactly.
pub fn known_long_run() -> Premise {
    let column = columns::LONG_RUN_ERROR;
    let words = "exact run of the perceptron's rule, long run solved";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

const SIZE: [AnyColumn; 2] = [columns::EXAMPLES.any(), columns::DIMENSION.any()];

fn size(words: &str, holds: fn(examples: u64, dimension: u64) -> bool) -> Premise {
    Premise::sample(words, SIZE, move |row| {
        let sizes = row
            .copied(columns::EXAMPLES)
            .zip(row.copied(columns::DIMENSION));
        sizes.is_some_and(|(examples, dimension)| holds(examples, dimension))
    })
}

/// There are more examples than features.
pub fn more_examples_than_features() -> Premise {
    size("more examples than features", |examples, dimension| {
        examples > dimension
    })
}

/// There are two features: the examples are points of the plane.
pub fn two_features() -> Premise {
    let column = columns::DIMENSION;
    Premise::sample("two features", [column.any()], move |row| {
        row.copied(column) == Some(2)
    })
}

/// The number of features is large enough to compare a run with learning curves for the limit of many features.
pub fn many_features() -> Premise {
    let column = columns::DIMENSION;
    Premise::sample("at least 400 features", [column.any()], move |row| {
        row.copied(column).is_some_and(|features| features >= 400)
    })
}

/// There are two features and as many examples as the sums for the angle of Hebb's vector need.
pub fn known_hebb_angle() -> Premise {
    size(
        "at least two features and ten examples",
        |examples, dimension| dimension >= 2 && examples >= HebbAngle::FEWEST_EXAMPLES,
    )
}

/// There are at least two examples.
pub fn two_examples() -> Premise {
    let column = columns::EXAMPLES;
    Premise::sample("at least two examples", [column.any()], move |row| {
        row.copied(column).is_some_and(|examples| examples >= 2)
    })
}

/// The direction of x, as the learner sees it, is uniform, and a half-space through the origin gives the label, without a margin.
pub fn uniform_direction() -> Premise {
    let words = "the direction of x is uniform, its label that of a half-space through 0";
    Premise::setting(words, |setting| {
        let keeps = setting.view().is_some_and(|view| view.keeps_directions());
        keeps && setting.distribution.iid && is_rotation_invariant(&setting.distribution)
    })
    .mended_by(Remedy::Generator(|known| {
        known.iid && is_rotation_invariant(known)
    }))
}

fn is_rotation_invariant(distribution: &KnownDistribution) -> bool {
    distribution.distribution == Some(Distribution::RotationInvariant)
}

/// All examples of the distribution have norm 1.
pub fn unit_vectors() -> Premise {
    Premise::setting("all examples have norm 1", |setting| setting.seen.unit_norm)
        .mended_by(Remedy::Generator(|known| known.unit_norm))
}

/// The number of features is odd.
pub fn odd_dimension() -> Premise {
    size("odd number of features", |_, dimension| dimension % 2 == 1)
}

/// The program can compute, for this distribution, the largest difference between empirical risk and risk over a class of classifiers.
pub fn known_deviation() -> Premise {
    Premise::known(
        "a distribution whose largest deviation is computed",
        columns::LABEL_NOISE,
    )
    .mended_by(Remedy::Generator(|known| known.label_noise.is_some()))
}

/// The labelings of the sample that a half-space realizes were counted, by trying all of them.
pub fn counted_labelings() -> Premise {
    let column = columns::DICHOTOMIES;
    let words = "exact points, few enough that all their labelings are tried";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The risk of the hypothesis is known in closed form, or estimated on fresh examples.
pub fn known_risk() -> Premise {
    known_number(columns::RISK)
}

/// The risk of the hypothesis is known in closed form.
pub fn closed_form_risk() -> Premise {
    let columns = [columns::RISK.any(), columns::RISK_STANDARD_ERROR.any()];
    Premise::sample("the risk is known in closed form", columns, |row| {
        row.copied(columns::RISK_STANDARD_ERROR) == Some(0.0)
    })
    .excluding_estimates([columns::RISK.any(), columns::EXCESS_RISK.any()])
}

/// The risk of the hypothesis trained without the last example is known in closed form, or estimated on fresh examples.
pub fn known_risk_without_last() -> Premise {
    known_number(columns::RISK_WITHOUT_LAST)
}

/// The probability of a margin mistake on a fresh example is known for the hypothesis trained without the last example.
pub fn known_margin_risk_without_last() -> Premise {
    let (atoms, sphere) = (
        columns::MARGIN_RISK_WITHOUT_LAST,
        columns::SPHERE_MARGIN_RISK_WITHOUT_LAST,
    );
    let words = "the probability of a margin mistake is known: basis vectors, or the sphere with a margin, as drawn";
    Premise::sample(words, [atoms.any(), sphere.any()], move |row| {
        row.get(atoms).is_some() || row.get(sphere).is_some()
    })
}

fn known_number(column: Column<Quantity>) -> Premise {
    let words = format!(
        "{} is known: a hypothesis, and a distribution with a closed form or that can be sampled again",
        column.any().name()
    );
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// Every label is an independent fair coin.
pub fn fair_labels() -> Premise {
    Premise::setting("every label is an independent fair coin", |setting| {
        setting.distribution.fair_labels
    })
    .mended_by(Remedy::Generator(|known| known.fair_labels))
}

/// The sample is drawn before the learner starts, and not chosen by an adversary during the run, so that the learner can be run on it again.
pub fn drawn_beforehand() -> Premise {
    Premise::setting("the sample is drawn before the run", |setting| {
        !setting.is_answered
    })
    .mended_by("the generator to one that does not answer the learner")
}

/// The distribution is of the minimax family, and the labels of its atoms (the basis vectors) are fair coins, drawn anew for every sample.
pub fn uniform_labelling() -> Premise {
    Premise::setting("minimax family, labels drawn uniformly", |setting| {
        setting.distribution.uniform_labelling && setting.distribution.minimax.is_some()
    })
    .mended_by(Remedy::Generator(|known| {
        known.uniform_labelling && known.minimax.is_some()
    }))
}

/// The Bayes risk, the smallest risk of any classifier, is known for this distribution.
pub fn known_bayes_risk() -> Premise {
    Premise::known("known Bayes risk", columns::BAYES_RISK).mended_by(Remedy::Generator(|known| {
        use perceptron::generate::Distribution::{Gaussians, PlantedNoisyAtoms};
        let has_risk = |one: &_| matches!(one, Gaussians { .. } | PlantedNoisyAtoms { .. });
        known.distribution.as_ref().is_some_and(has_risk)
    }))
}

/// The distribution belongs to the minimax family on d basis vectors, made for n examples, with n ≥ d ≥ 2.
pub fn minimax_family() -> Premise {
    Premise::setting("minimax family with n ≥ d ≥ 2", |setting| {
        let family = setting.distribution.minimax;
        family.is_some_and(|(examples, dimension)| dimension >= 2 && examples >= dimension)
    })
    .mended_by("the generator to minimax, with at least as many examples as dimensions, from 2")
}

/// The expected risk of this learner under this distribution is known in closed form.
pub fn known_expected_risk() -> Premise {
    Premise::known(
        "the expected risk is known in closed form",
        columns::EXPECTED_EXCESS_RISK,
    )
    .mended_by("the generator to agnostic-basis and `learner` to majority-of-atoms, or `learner` to version-space on examples of a rotation-invariant distribution")
}

/// Examples are independent basis vectors without an offset, so that basis vectors that are not in the sample score zero.
pub fn unseen_mass() -> Premise {
    Premise::known(
        "independent basis vectors, no offset",
        columns::UNSEEN_MASS_RISK,
    )
    .mended_by("the generator to basis with a number of `examples`, and no `offset`")
}

/// Examples are independent basis vectors without an offset, and the learning loop shows each once, with ties alike in training and test.
pub fn stream_of_atoms() -> Premise {
    Premise::known(
        "a stream of independent basis vectors, no offset, test_ties equal to ties",
        columns::EXPECTED_ITERATE_RISK,
    )
    .mended_by("the generator to basis with a number of `examples`, `order` to \"stream\", `test_ties` to the value of `ties`, and no `offset`")
}

/// The shortest vector w with y⟨w, x⟩ ≥ 1 on the whole sample was computed.
pub fn known_shortest_vector() -> Premise {
    let words = "exact features, and few enough sets of active constraints";
    let column = columns::SHORTEST_VECTOR_SQUARED;
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// It was decided whether some vector separates the sample.
pub fn decided_separability() -> Premise {
    let column = columns::SEPARABLE;
    Premise::sample("separability is decided", [column.any()], move |row| {
        row.get(column).is_some()
    })
}
