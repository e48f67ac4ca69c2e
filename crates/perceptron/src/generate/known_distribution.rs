//! States what is known of a generator's distribution: the premises that it meets, and its form if exact risks are known for it.

use crate::sample::{Label, Quantity, Rational, Separator};

/// What is known of the distribution that a generator draws from.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownDistribution {
    /// Whether the examples of a sample are independent and identically distributed.
    pub iid: bool,
    /// Whether they are independent and identically distributed given the target, which is drawn anew for every sample.
    pub independent_given_target: bool,
    /// Whether the examples are Gaussian and labelled by a half-space.
    pub is_teachers: bool,
    /// Whether ‖x‖ = 1 almost surely.
    pub unit_norm: bool,
    /// If all features are signs and the label is a majority: the number of signs that vote.
    pub majority_of: Option<usize>,
    /// Whether the labels of the atoms are fair coins drawn anew for every sample, so that expectations are averages over labelings.
    pub uniform_labelling: bool,
    /// Whether the label of every example is an independent fair coin, whatever the examples are.
    pub fair_labels: bool,
    /// Whether every label is +1.
    pub all_positive: bool,
    /// The probability ρ that a label is not sign(x_1), for x uniform on the sphere, or on [−1, 1] in one dimension; `None` for other distributions.
    pub label_noise: Option<f64>,
    /// Number of examples and dimension, if the distribution belongs to the minimax family.
    pub minimax: Option<(usize, usize)>,
    /// The square of an almost-sure lower bound on the margin of the planted separator; `None` if no bound is known.
    pub population_margin_squared: Option<Quantity>,
    /// The square of an almost-sure upper bound on ‖x‖; `None` if no bound is known.
    pub population_radius_squared: Option<Quantity>,
    /// The form of the distribution, if exact risks are known for it.
    pub distribution: Option<Distribution>,
}

impl KnownDistribution {
    /// Describes a fixed sample, about whose origin nothing is known.
    pub fn fixed() -> Self {
        Self {
            iid: false,
            independent_given_target: false,
            is_teachers: false,
            unit_norm: false,
            majority_of: None,
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
    /// The distribution of fresh examples, given a sample's planted separator, whose signs may be the labels of the atoms.
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

/// A distribution of examples for which the risk of a linear hypothesis is known exactly.
#[derive(Debug, Clone, PartialEq)]
pub enum Distribution {
    /// x | y ~ N(y·mean, deviation²·I), P(y = +1) = prior.
    Gaussians {
        /// Mean of the positive class.
        mean: Vec<f64>,
        /// Standard deviation of every coordinate.
        deviation: f64,
        /// Probability of the positive class.
        prior: f64,
    },
    /// x uniform on the unit sphere given |⟨u, x⟩| ≥ margin, y = sign⟨u, x⟩, u the first basis vector.
    TruncatedSphere {
        /// Dimension.
        dimension: usize,
        /// The smallest margin of an example.
        margin: f64,
    },
    /// x uniform on the unit sphere given |⟨u, x⟩| = margin, y = sign⟨u, x⟩, u the first basis vector.
    FixedMarginSphere {
        /// Dimension.
        dimension: usize,
        /// The margin of every example.
        margin: f64,
    },
    /// x of any rotation-invariant distribution without mass at zero, y = sign⟨u, x⟩, u the first basis vector.
    RotationInvariant,
    /// x uniform on {−1, +1}^dimension, y the majority of the first `relevant` coordinates.
    Majority {
        /// Dimension.
        dimension: usize,
        /// Number of coordinates that vote, odd.
        relevant: usize,
    },
    /// Finitely many basis vectors of unit length with their masses; the signs of the planted separator are the labels.
    PlantedAtoms {
        /// Probability of each atom.
        masses: Vec<Rational>,
    },
    /// Finitely many basis vectors: atom i is norm·e_i with its mass and label.
    Atoms {
        /// Number of features, at least the number of atoms.
        dimension: usize,
        /// The length of every atom.
        norm: Rational,
        /// Probability of each atom.
        masses: Vec<Rational>,
        /// Label of each atom.
        labels: Vec<Label>,
    },
    /// Basis vectors of equal mass; the signs of the planted separator are their more likely labels.
    PlantedNoisyAtoms {
        /// Number of atoms.
        atoms: usize,
        /// ρ: the more likely label of an atom has the probability (1+ρ)/2.
        advantage: Rational,
    },
    /// Basis vectors of equal mass, each with a more likely label.
    NoisyAtoms {
        /// ρ: the more likely label of an atom has the probability (1+ρ)/2.
        advantage: Rational,
        /// The more likely label of each atom.
        labels: Vec<Label>,
    },
}

impl Distribution {
    /// The distribution of fresh examples, given a sample's planted separator, whose signs may be the labels of the atoms.
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

/// The labels that are the signs of a planted separator.
fn signs(direction: &[i64], atoms: usize) -> Vec<Label> {
    direction
        .iter()
        .take(atoms)
        .map(|&u| Label::of_sign(u > 0))
        .collect()
}
