//! Draws multiples of the basis vectors. On this family the mistake bound is attained and every risk is a fraction.

use super::{
    Distribution, ExampleSource, Generate, Invalid, KnownDistribution, Labels, MemoryNeed, Sampler,
    Weighted,
};
use crate::documented::documented;
use crate::sample::{Features, Label, Quantity, Rational, Sample, Separator, Sparse};
use crate::seed::{Seed, Stream};
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

/// Largest number of outcomes that a complete enumeration (`replicates = "all"`) of a generator may have.
pub(super) const MOST_OUTCOMES: u64 = 1_000_000;

/// How probable each of the d basis vectors e_1, …, e_d is in an independent draw.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Masses {
    /// Every basis vector has the probability 1/d.
    Uniform,
    /// Each of the first d − 1 basis vectors has the probability 1/(N+1), for N draws, and the last vector the remaining probability: nearly the
    /// hardest distribution on basis vectors (docs/theory.md, T11).
    Light,
}

crate::documented::choice!(Masses);

documented! {
    name = "basis";
    /// Multiples of the basis vectors, each once or drawn independently with chosen masses and labels.
    ///
    /// # Formula
    /// x ∈ {c·e_1, …, c·e_d}, y_i fixed. The separator (y_1, …, y_d)/√d has margin c/√d, so (R/γ)² = d exactly.
    /// # Premise
    /// Always separable; unit norm if `norm` is 1. All features are exact fractions.
    /// # Source
    /// docs/theory.md: G-BASIS, T1, T11, R6; Shalev-Shwartz and Ben-David, exercise 9.3.
    /// # Examples
    /// ```toml
    /// [generator.basis]
    /// dimension = 25
    /// labels    = "alternating"
    ///
    /// # or, independent draws:
    /// # examples = 100
    /// # masses   = "light"
    /// ```
    pub struct Basis {
        /// Number of basis vectors d.
        pub dimension: usize as "[1, ∞)",
        /// Number of independent draws; if left out, the sample is every basis vector once, in order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub examples: Option<usize> as "[1, ∞)",
        /// How independent draws are spread: "uniform" or "light".
        pub masses: Masses = "uniform",
        /// "positive", "negative" or "alternating".
        pub labels: Labels = "positive",
        /// Length c of every vector, an integer or a quoted fraction or decimal, with a numerator and a denominator of 32 bits.
        pub norm: Rational as "(0, ∞)" = 1,
    }
}

impl Basis {
    fn labels(&self) -> Vec<Label> {
        self.labels.list(self.dimension)
    }

    /// The probabilities of the basis vectors as numerators, and their common denominator.
    fn masses(&self) -> (Vec<u64>, u64) {
        let d = self.dimension as u64;
        match (self.masses, self.examples) {
            (Masses::Light, Some(examples)) => {
                let denominator = examples as u64 + 1;
                let rest = denominator - (d - 1);
                ((1..d).map(|_| 1).chain([rest]).collect(), denominator)
            }
            _ => (vec![1; self.dimension], d),
        }
    }

    /// The norm of every vector as a numerator and a denominator.
    fn length(&self) -> (i64, i64) {
        self.norm.as_words().unwrap_or((1, 1))
    }

    /// The sample that contains every basis vector once, in order.
    fn all(&self) -> Sample {
        let (length, _) = self.length();
        self.sample((0..self.dimension).map(|i| (i, length)).collect())
    }

    /// Builds the sample of the given examples: index of the basis vector, and numerator of the feature that is not zero.
    fn sample(&self, rows: Vec<(usize, i64)>) -> Sample {
        let (_, denominator) = self.length();
        let signs = (0..self.dimension).map(|i| self.labels.label(i).sign());
        Sample {
            labels: rows.iter().map(|&(i, _)| self.labels.label(i)).collect(),
            features: Features::Sparse(Sparse::of_singles(self.dimension, rows, denominator)),
            planted: Some(Separator::Integers(signs.collect())),
        }
    }
}

impl Generate for Basis {
    fn fits(&self) -> Result<(), Invalid> {
        let fits =
            self.norm.numerator().to_i32().is_some() && self.norm.denominator().to_i32().is_some();
        if !fits {
            return Err(Invalid::new(
                "norm",
                format!("{} is too long", self.norm),
                "a fraction whose numerator and denominator fit 32 bits, such as 2 or \"1/2\"",
            ));
        }
        match (self.masses, self.examples) {
            (Masses::Light, None) => Err(Invalid::new(
                "masses",
                "the light masses 1/(N+1) depend on the number of examples N, and `examples` is missing",
                "examples = N in the same table, such as examples = 20",
            )),
            (Masses::Light, Some(examples)) if self.dimension > examples + 1 => Err(Invalid::new(
                "dimension",
                format!(
                    "{} light masses 1/{} exceed 1",
                    self.dimension - 1,
                    examples + 1
                ),
                format!("at most {} (examples + 1)", examples + 1),
            )),
            _ => Ok(()),
        }
    }

    fn distribution(&self) -> KnownDistribution {
        let (masses, denominator) = self.masses();
        let masses = masses
            .into_iter()
            .map(|m| Rational::from_big(m.into(), denominator.into()))
            .collect();
        let margin_squared = &self.norm.square() / &Rational::from(self.dimension as i64);
        KnownDistribution {
            iid: self.examples.is_some(),
            unit_norm: self.norm == Rational::one(),
            all_positive: self.labels == Labels::Positive,
            population_margin_squared: Some(Quantity::exact(margin_squared)),
            population_radius_squared: Some(Quantity::exact(self.norm.square())),
            distribution: self.examples.map(|_| Distribution::Atoms {
                dimension: self.dimension,
                norm: self.norm.clone(),
                masses,
                labels: self.labels(),
            }),
            ..KnownDistribution::fixed()
        }
    }

    fn need(&self) -> MemoryNeed {
        MemoryNeed::sparse(self.examples.unwrap_or(self.dimension), self.dimension)
    }

    fn examples(&self) -> usize {
        self.examples.unwrap_or(self.dimension)
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Sampler for Basis {
    fn draw(&self, seed: Seed, examples: usize) -> Sample {
        if self.examples.is_none() {
            return self.all();
        }
        let (length, _) = self.length();
        let (mut stream, mut rows) = (seed.stream(), Vec::with_capacity(examples));
        let mut show = |index| rows.push((index, length));
        match self.masses {
            Masses::Uniform => stream.each_below(self.dimension, examples, show),
            Masses::Light => {
                let (masses, denominator) = self.masses();
                (0..examples).for_each(|_| show(pick(&mut stream, &masses, denominator)));
            }
        }
        self.sample(rows)
    }

    fn outcomes(&self) -> Option<u64> {
        match self.examples {
            None => Some(1),
            Some(examples) => {
                let outcomes =
                    (self.dimension as u64).checked_pow(u32::try_from(examples).ok()?)?;
                (outcomes <= MOST_OUTCOMES).then_some(outcomes)
            }
        }
    }

    fn outcome(&self, index: u64) -> Option<Weighted> {
        self.outcomes().filter(|&all| index < all)?;
        let Some(examples) = self.examples else {
            return Some((Rational::one(), self.all()));
        };
        let (masses, denominator) = self.masses();
        let mut rest = index;
        let mut weight = num_rational::BigRational::one();
        let ((length, _), mut rows) = (self.length(), Vec::with_capacity(examples));
        for _ in 0..examples {
            let (quotient, digit) = rest.div_rem(&(self.dimension as u64));
            rest = quotient;
            rows.push((digit as usize, length));
            weight *=
                num_rational::BigRational::new(masses[digit as usize].into(), denominator.into());
        }
        Some((weight.into(), self.sample(rows)))
    }
}

/// Draws the index of a basis vector, each with probability mass / denominator; this is exact, because the masses are integers.
fn pick(stream: &mut Stream, masses: &[u64], denominator: u64) -> usize {
    let mut left = stream.below(denominator as usize) as u64;
    for (index, &mass) in masses.iter().enumerate() {
        if left < mass {
            return index;
        }
        left -= mass;
    }
    masses.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn basis(dimension: usize, examples: usize, masses: Masses) -> Basis {
        Basis {
            dimension,
            examples: Some(examples),
            masses,
            labels: Labels::Alternating,
            norm: Rational::one(),
        }
    }

    #[test]
    fn outcome_probabilities_sum_to_one() {
        for generator in [basis(3, 4, Masses::Uniform), basis(3, 4, Masses::Light)] {
            let outcomes = generator.outcomes().unwrap_or(0);
            let weights = (0..outcomes)
                .filter_map(|i| generator.outcome(i))
                .map(|(weight, _)| weight);
            assert_eq!(outcomes, 81);
            assert_eq!(
                weights.fold(Rational::zero(), |sum, weight| &sum + &weight),
                Rational::one()
            );
        }
    }

    #[test]
    fn light_masses_that_exceed_one_are_refused_by_key() {
        let refused = basis(9, 4, Masses::Light).validate().err();
        let refused = refused.unwrap_or_else(|| panic!("8/5 exceed 1"));
        assert_eq!(refused.key, "dimension");
        assert_eq!(refused.problem, "8 light masses 1/5 exceed 1");
        assert_eq!(refused.allowed, "at most 5 (examples + 1)");
    }
}
