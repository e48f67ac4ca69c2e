//! States what is known of a generator's distribution: the premises that it meets, and its form if exact risks are known for it.

use crate::sample::{Label, Quantity, Rational, Separator};

/// What is known of the distribution that a generator draws its examples from; premises of theorems read it.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownDistribution {
    /// Whether the examples of a sample are independent and identically distributed.
    pub iid: bool,
    /// Whether the examples are independent and identically distributed given the target (the labelling rule), which is drawn anew for every sample.
    pub independent_given_target: bool,
    /// Whether x is N(0, I) and labelled by a half-space through the origin, as in the teacher-student setting.
    pub is_teachers: bool,
    /// Whether every example has norm ‖x‖ = 1 almost surely.
    pub unit_norm: bool,
    /// The number of features that vote, if all features are ±1 and the label is the sign of the sum of the first ones; otherwise `None`.
    pub majority_of: Option<usize>,
    /// The disjunction that labels the examples, if all features are 0 or 1; otherwise `None`. A constant feature 1 that a variant appends is no part of
    /// it.
    pub disjunction: Option<MonotoneDisjunction>,
    /// The number of examples with the label −1, if the examples are orthogonal vectors of signs whose number of features is a power of two; otherwise
    /// `None`.
    pub orthogonal_signs: Option<usize>,
    /// Whether examples are basis vectors (atoms) whose labels are fair coins drawn anew for every sample, so that expectations are averages over
    /// labelings.
    pub uniform_labelling: bool,
    /// Whether the label of every example is an independent fair coin, whatever the examples are.
    pub fair_labels: bool,
    /// Whether every label is +1.
    pub all_positive: bool,
    /// The probability ρ that a label is not sign(x_1), for x uniform on the sphere, or on [−1, 1] in one dimension; `None` for other distributions.
    pub label_noise: Option<f64>,
    /// Sample size n and dimension d, if the distribution belongs to the family that proves the minimax lower bound on the risk.
    pub minimax: Option<(usize, usize)>,
    /// The square of an almost-sure lower bound on the margin of the planted separator; `None` if no bound is known.
    pub population_margin_squared: Option<Quantity>,
    /// The square of an almost-sure upper bound on ‖x‖; `None` if no bound is known.
    pub population_radius_squared: Option<Quantity>,
    /// The form and parameters of the distribution, if the risk of a linear hypothesis is known exactly for it.
    pub distribution: Option<Distribution>,
}

impl KnownDistribution {
    /// States that nothing is known of a distribution, as for a generator with one fixed sample.
    pub fn fixed() -> Self {
        Self {
            iid: false,
            independent_given_target: false,
            is_teachers: false,
            unit_norm: false,
            majority_of: None,
            disjunction: None,
            orthogonal_signs: None,
            uniform_labelling: false,
            fair_labels: false,
            all_positive: false,
            label_noise: None,
            minimax: None,
            population_margin_squared: None,
            population_radius_squared: None,
            distribution: None,
        }
    }
}

impl KnownDistribution {
    /// What is known of fresh examples, given the planted separator of a sample: in some distributions its signs are the labels of the basis vectors.
    pub fn given(&self, planted: Option<&Separator>) -> Self {
        Self {
            distribution: self
                .distribution
                .as_ref()
                .map(|distribution| distribution.given(planted)),
            ..self.clone()
        }
    }
}

/// A monotone disjunction of features that are 0 or 1: the label is +1 exactly if some feature of a set is 1.
///
/// The features of the set have positive weights in the planted separator of a sample; the weights of other features are at most 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonotoneDisjunction {
    /// Number of features, N.
    pub features: usize,
    /// Number of features in the set, k, from 1.
    pub relevant: usize,
}

/// A distribution of examples for which the risk of a linear hypothesis is known exactly.
#[derive(Debug, Clone, PartialEq)]
pub enum Distribution {
    /// x | y ~ N(y·mean, deviation²·I), P(y = +1) = prior.
    Gaussians {
        /// Mean μ of the features of the positive class; the negative class has −μ.
        mean: Vec<f64>,
        /// Standard deviation of every feature, in both classes.
        deviation: f64,
        /// Probability of the label +1.
        prior: f64,
    },
    /// x uniform on the unit sphere given |⟨u, x⟩| ≥ margin, y = sign⟨u, x⟩, u the first basis vector.
    TruncatedSphere {
        /// Dimension.
        dimension: usize,
        /// Smallest margin |⟨u, x⟩| that an example can have.
        margin: f64,
    },
    /// x uniform on the unit sphere given |⟨u, x⟩| = margin, y = sign⟨u, x⟩, u the first basis vector.
    FixedMarginSphere {
        /// Dimension.
        dimension: usize,
        /// Margin |⟨u, x⟩| of every example.
        margin: f64,
    },
    /// x of any rotation-invariant distribution without mass at zero, y = sign⟨u, x⟩, u the first basis vector.
    RotationInvariant,
    /// Like `RotationInvariant`, but the label is flipped with probability `noise`. With noise 1/2 it is a fair coin, whatever x is.
    NoisySides {
        /// Probability ρ of a flip, from 0 to 1/2.
        noise: f64,
    },
    /// x uniform on {−1, +1}^dimension, y the majority of the first `relevant` coordinates.
    Majority {
        /// Dimension.
        dimension: usize,
        /// Number of coordinates that vote for the label, odd.
        relevant: usize,
    },
    /// x is the basis vector e_i with a given probability; its label is the sign of coordinate i of the sample's planted separator.
    PlantedAtoms {
        /// Probability of each atom.
        masses: Vec<Rational>,
    },
    /// x is atom i, the vector norm·e_i, with a given probability; each atom has a fixed label.
    Atoms {
        /// Number of features, at least the number of atoms.
        dimension: usize,
        /// Norm of every atom.
        norm: Rational,
        /// Probability of each atom.
        masses: Vec<Rational>,
        /// Label of each atom, with probability 1.
        labels: Vec<Label>,
    },
    /// x is a uniformly drawn basis vector e_i; its more likely label is the sign of coordinate i of the sample's planted separator.
    PlantedNoisyAtoms {
        /// Number of basis vectors, d.
        atoms: usize,
        /// ρ: the more likely label of an atom has the probability (1+ρ)/2.
        advantage: Rational,
    },
    /// x is a uniformly drawn basis vector; each vector has a given more likely label.
    NoisyAtoms {
        /// ρ: the more likely label of an atom has the probability (1+ρ)/2.
        advantage: Rational,
        /// The more likely label of each basis vector.
        labels: Vec<Label>,
    },
}

impl Distribution {
    /// The distribution of fresh examples, given the planted separator of a sample: in some distributions its signs are the labels of the basis
    /// vectors.
    fn given(&self, planted: Option<&Separator>) -> Self {
        match (self, planted) {
            (Self::PlantedAtoms { masses }, Some(Separator::Integers(direction))) => Self::Atoms {
                dimension: direction.len(),
                norm: Rational::one(),
                masses: masses.clone(),
                labels: signs(direction, masses.len()),
            },
            (
                Self::PlantedNoisyAtoms { atoms, advantage },
                Some(Separator::Integers(direction)),
            ) => Self::NoisyAtoms {
                advantage: advantage.clone(),
                labels: signs(direction, *atoms),
            },
            _ => self.clone(),
        }
    }
}

/// The labels of the first `atoms` basis vectors: the signs of the coordinates of a planted separator.
fn signs(direction: &[i64], atoms: usize) -> Vec<Label> {
    direction
        .iter()
        .take(atoms)
        .map(|&u| Label::of_sign(u > 0))
        .collect()
}
