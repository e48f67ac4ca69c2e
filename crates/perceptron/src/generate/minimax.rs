//! Draws from the family of distributions that proves the minimax lower bound on the risk of learning half-spaces.

use super::basis::MOST_OUTCOMES;
use super::{
    Distribution, ExampleSource, Generate, KnownDistribution, MemoryNeed, Sampler, Weighted,
};
use crate::documented::documented;
use crate::sample::{Features, Label, Quantity, Rational, Sample, Separator, Sparse};
use crate::seed::Seed;
use num_rational::BigRational;
use num_traits::One;

/// How the basis vectors (atoms) of the minimax family are labelled.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Labelling {
    /// The labels of the atoms are independent fair coins, drawn anew for every sample.
    Uniform,
    /// Every atom has the label +1.
    Positive,
    /// Every atom has the label −1.
    Negative,
}

crate::documented::choice!(Labelling);

documented! {
    name = "minimax";
    /// Independent draws of basis vectors with the masses of the minimax lower bound, whose labels are drawn at random as well.
    ///
    /// # Formula
    /// k = min(n, d) atoms e_1, …, e_k: mass 1/n on the first k − 1, 1 − (k−1)/n on the last. Labels of the atoms are uniform in {−1, +1}ᵏ,
    /// drawn once per sample, so that expectations are averages over labelings: the expected risk is A(n, d) for every rule that is right on the
    /// atoms it saw.
    /// # Premise
    /// Every labelling is realizable. `replicates = "all"` runs every labelling with every sample, with exact weights.
    /// # Source
    /// Bartlett, Theorem 3.1; docs/theory.md: G-MINIMAX, C-B14.
    /// # Examples
    /// ```toml
    /// [generator.minimax]
    /// dimension = 3
    /// examples  = 4
    /// ```
    pub struct Minimax {
        /// Dimension d.
        pub dimension: usize as "[1, ∞)",
        /// Number of examples n in a sample.
        pub examples: usize as "[1, 1000]",
        /// "uniform", or fixed: "positive" or "negative".
        pub labels: Labelling = "uniform",
    }
}

impl Minimax {
    fn atoms(&self) -> usize {
        self.dimension.min(self.examples)
    }

    /// The probability of the atom with this index, as a numerator over the sample size n.
    fn mass(&self, atom: usize) -> usize {
        if atom + 1 < self.atoms() {
            1
        } else {
            self.examples + 1 - self.atoms()
        }
    }

    fn masses(&self) -> Vec<Rational> {
        (0..self.atoms())
            .map(|atom| Rational::new(self.mass(atom) as i64, self.examples as i64))
            .collect()
    }

    fn fixed_label(&self) -> Option<Label> {
        match self.labels {
            Labelling::Uniform => None,
            Labelling::Positive => Some(Label::Positive),
            Labelling::Negative => Some(Label::Negative),
        }
    }

    /// Number of labelings of the k atoms: 2ᵏ, or 1 if the labels are fixed; `None` if it does not fit 64 bits.
    fn labelings(&self) -> Option<u64> {
        let random = if self.labels == Labelling::Uniform {
            self.atoms() as u32
        } else {
            0
        };
        2_u64.checked_pow(random)
    }

    /// Builds the sample of the atoms with these indices. The signs of the planted separator are the labels of all atoms, whether in the sample or
    /// not.
    fn sample(&self, indices: &[usize], labels: &[Label]) -> Sample {
        let rows = indices.iter().map(|&atom| (atom, 1)).collect();
        let unused = self.dimension - self.atoms();
        let direction = labels
            .iter()
            .map(|label| label.sign())
            .chain(vec![0; unused])
            .collect();
        Sample {
            features: Features::Sparse(Sparse::of_singles(self.dimension, rows, 1)),
            labels: indices.iter().map(|&atom| labels[atom]).collect(),
            planted: Some(Separator::Integers(direction)),
        }
    }
}

impl Generate for Minimax {
    fn distribution(&self) -> KnownDistribution {
        let masses = self.masses();
        let distribution = match self.fixed_label() {
            Some(label) => Distribution::Atoms {
                dimension: self.dimension,
                norm: Rational::one(),
                labels: vec![label; masses.len()],
                masses,
            },
            None => Distribution::PlantedAtoms { masses },
        };
        KnownDistribution {
            independent_given_target: true,
            iid: self.labels != Labelling::Uniform,
            unit_norm: true,
            uniform_labelling: self.labels == Labelling::Uniform,
            minimax: Some((self.examples, self.dimension)),
            population_margin_squared: Some(Quantity::exact(Rational::new(1, self.atoms() as i64))),
            population_radius_squared: Some(Quantity::count(1)),
            distribution: Some(distribution),
            ..KnownDistribution::fixed()
        }
    }

    fn need(&self) -> MemoryNeed {
        MemoryNeed::sparse(self.examples, self.dimension)
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Sampler for Minimax {
    fn draw(&self, seed: Seed, examples: usize) -> Sample {
        let (mut stream, last) = (seed.stream(), self.atoms() - 1);
        let labels: Vec<Label> = (0..self.atoms())
            .map(|_| self.fixed_label().unwrap_or_else(|| stream.label()))
            .collect();
        let indices: Vec<usize> = (0..examples)
            .map(|_| stream.below(self.examples).min(last))
            .collect();
        self.sample(&indices, &labels)
    }

    fn outcomes(&self) -> Option<u64> {
        let samples = (self.atoms() as u64).checked_pow(u32::try_from(self.examples).ok()?)?;
        samples
            .checked_mul(self.labelings()?)
            .filter(|&outcomes| outcomes <= MOST_OUTCOMES)
    }

    fn outcome(&self, index: u64) -> Option<Weighted> {
        self.outcomes().filter(|&all| index < all)?;
        let labelings = self.labelings()?;
        let (mut rest, signs) = (index / labelings, index % labelings);
        let labels: Vec<Label> = (0..self.atoms())
            .map(|atom| {
                self.fixed_label()
                    .unwrap_or_else(|| Label::of_sign(signs >> atom & 1 == 1))
            })
            .collect();
        let mut weight = BigRational::new(One::one(), labelings.into());
        let mut indices = Vec::with_capacity(self.examples);
        for _ in 0..self.examples {
            let atom = (rest % self.atoms() as u64) as usize;
            rest /= self.atoms() as u64;
            weight *= BigRational::new(self.mass(atom).into(), self.examples.into());
            indices.push(atom);
        }
        Some((weight.into(), self.sample(&indices, &labels)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_of_all_labelings_and_samples_sum_to_one() {
        for (dimension, examples, outcomes) in [
            (3, 3, 216),
            (3, 4, 648),
            (4, 4, 4096),
            (5, 2, 16),
            (1, 1, 2),
        ] {
            let generator = Minimax {
                dimension,
                examples,
                labels: Labelling::Uniform,
            };
            let weights = (0..outcomes)
                .filter_map(|index| generator.outcome(index))
                .map(|(weight, _)| weight);
            assert_eq!(generator.outcomes(), Some(outcomes));
            assert_eq!(
                weights.fold(Rational::zero(), |sum, weight| &sum + &weight),
                Rational::one()
            );
        }
    }

    #[test]
    fn draws_follow_the_masses() {
        let generator = Minimax {
            dimension: 3,
            examples: 4,
            labels: Labelling::Positive,
        };
        let sample = generator.draw(Seed::root(3), 8000);
        let heavy = (0..8000)
            .filter(|&example| sample.features.row(example)[2] == 1.0)
            .count() as f64
            / 8000.0;
        assert!((heavy - 0.5).abs() < 0.02, "{heavy}");
    }
}
