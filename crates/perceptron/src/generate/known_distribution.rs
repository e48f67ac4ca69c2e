//! Says what is known of a generator's distribution: which premises it meets, and which risks have closed forms.

use crate::sample::{Label, Quantity, Rational, Separator};

/// What is known of the distribution a generator draws from.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownDistribution {
    /// Whether the examples of a sample are independent and identically distributed.
    pub iid: bool,
    /// Whether they are so once the target of the sample is given, which is drawn for every sample.
    pub independent_given_target: bool,
    /// Whether they are Gaussian examples labelled by a half-space.
    pub is_teachers: bool,
    /// Whether ‖x‖ = 1 almost surely.
    pub unit_norm: bool,
    /// The number of signs whose majority is the label, where features are signs and it is one.
    pub majority_of: Option<usize>,
    /// Whether the labels of the atoms are fair coins drawn for every sample, so that expectations are averages over labelings.
    pub uniform_labelling: bool,
    /// Whether the label of every example is a fair coin of its own, whatever the examples are.
    pub fair_labels: bool,
    /// Whether every label is +1.
    pub all_positive: bool,
    /// The probability ρ that a label is not sign(x_1), for x uniform on the sphere, or on [−1, 1] in one dimension; `None` for other laws.
    pub label_noise: Option<f64>,
    /// Number of examples and dimension of the minimax family, where the law is of it.
    pub minimax: Option<(usize, usize)>,
    /// The square of the almost-sure lower bound on the margin of the planted separator; `None` if there is none.
    pub population_margin_squared: Option<Quantity>,
    /// The square of an almost-sure upper bound on ‖x‖; `None` if there is none.
    pub population_radius_squared: Option<Quantity>,
    /// The distribution, where exact risks are known for it.
    pub distribution: Option<Distribution>,
}

impl KnownDistribution {
    /// A fixed sample, about whose origin nothing is known.
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
    /// The law of fresh examples for a sample with this planted separator, which may hold the labels.
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
        /// Least margin.
        margin: f64,
    },
    /// x uniform on the unit sphere given |⟨u, x⟩| = margin, y = sign⟨u, x⟩, u the first basis vector.
    FixedMarginSphere {
        /// Dimension.
        dimension: usize,
        /// The margin of every example.
        margin: f64,
    },
    /// x of any law that no rotation changes and without mass at zero, y = sign⟨u, x⟩, u the first basis vector.
    RotationInvariant,
    /// x uniform on {−1, +1}^dimension, y the majority of the first `relevant` coordinates.
    Majority {
        /// Dimension.
        dimension: usize,
        /// Number of coordinates that vote, odd.
        relevant: usize,
    },
    /// Finitely many basis vectors of unit length with their masses, labelled by the signs of the separator planted in the sample.
    PlantedAtoms {
        /// Probability of each atom.
        masses: Vec<Rational>,
    },
    /// Finitely many basis vectors: atom i is norm·e_i with its mass and label.
    Atoms {
        /// Number of features, at least that of the atoms.
        dimension: usize,
        /// The length of every atom.
        norm: Rational,
        /// Probability of each atom.
        masses: Vec<Rational>,
        /// Label of each atom.
        labels: Vec<Label>,
    },
    /// Basis vectors of equal mass whose better labels are the signs of the separator planted in the sample.
    PlantedNoisyAtoms {
        /// Number of atoms.
        atoms: usize,
        /// ρ: the better label of an atom has the probability (1+ρ)/2.
        advantage: Rational,
    },
    /// Basis vectors of equal mass, each with a better label.
    NoisyAtoms {
        /// ρ: the better label of an atom has the probability (1+ρ)/2.
        advantage: Rational,
        /// The better label of each atom.
        labels: Vec<Label>,
    },
}

impl Distribution {
    /// The distribution of fresh examples for a sample with this planted separator, which may hold the labels.
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

/// The labels that the signs of a planted separator hold.
fn signs(direction: &[i64], atoms: usize) -> Vec<Label> {
    direction
        .iter()
        .take(atoms)
        .map(|&u| Label::of_sign(u > 0))
        .collect()
}
