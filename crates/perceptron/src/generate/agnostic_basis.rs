//! Draws basis vectors with noisy labels. On this family empirical risk minimization is a majority vote for each atom.

use super::basis::MOST_OUTCOMES;
use super::{
    Distribution, ExampleSource, Generate, Invalid, KnownDistribution, MemoryNeed, Sampler,
    Weighted,
};
use crate::documented::documented;
use crate::sample::{Features, Label, Quantity, Rational, Sample, Separator, Sparse};
use crate::seed::Seed;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

documented! {
    name = "agnostic-basis";
    /// Independent draws of basis vectors whose labels agree with a target only a little more often than not.
    ///
    /// # Formula
    /// x uniform on {e_1, …, e_d}, P(y = b_i | e_i) = (1+ρ)/2 with ρ the advantage. The targets b are fair coins, drawn once per sample, so that
    /// expectations are averages over targets. The smallest possible risk is (1−ρ)/2, and a wrong sign on an atom costs ρ/d.
    /// # Premise
    /// Every labelling is realizable, but the sample need not be: there is no margin. `replicates = "all"` runs every target with every
    /// sample, with exact weights. With ρ = 0 every label is a fair coin, so the examples are independent whatever the target, and every classifier
    /// that has no tie has risk 1/2.
    /// # Source
    /// docs/theory.md: R9, C-U5; Urner, agnostic sample size.
    /// # Examples
    /// ```toml
    /// [generator.agnostic-basis]
    /// dimension = 5
    /// examples  = 50
    /// advantage = "3/10"
    /// ```
    pub struct AgnosticBasis {
        /// Number of basis vectors d.
        pub dimension: usize as "[1, ∞)",
        /// Number of examples m in a sample.
        pub examples: usize as "[1, ∞)",
        /// The advantage ρ, an integer or a quoted fraction or decimal, with a numerator and a denominator of 32 bits.
        pub advantage: Rational as "[0, 1]",
    }
}

impl AgnosticBasis {
    /// Number of different labelled examples that can be drawn: every basis vector with both labels, or with one label if the other has probability
    /// 0.
    fn choices(&self) -> u64 {
        let (agreement, all) = self.agreement();
        let labels = if agreement == all { 1 } else { 2 };
        labels * self.dimension as u64
    }

    /// Probability (1+ρ)/2 that an example has the more likely label of its basis vector, as a numerator and a denominator.
    fn agreement(&self) -> (u64, u64) {
        let (numerator, denominator) = (
            self.advantage.numerator().to_u64(),
            self.advantage.denominator().to_u64(),
        );
        let (numerator, denominator) = (numerator.unwrap_or(0), denominator.unwrap_or(1));
        (denominator + numerator, 2 * denominator)
    }

    /// Builds the sample of the given examples: index of the basis vector, and whether the label agrees with the target of that vector. The signs of
    /// the planted separator are the targets.
    fn sample(&self, targets: &[Label], shown: &[(usize, bool)]) -> Sample {
        let rows = shown.iter().map(|&(atom, _)| (atom, 1)).collect();
        let label = |&(atom, agrees): &(usize, bool)| {
            if agrees {
                targets[atom]
            } else {
                targets[atom].opposite()
            }
        };
        Sample {
            features: Features::Sparse(Sparse::of_singles(self.dimension, rows, 1)),
            labels: shown.iter().map(label).collect(),
            planted: Some(Separator::Integers(
                targets.iter().map(|target| target.sign()).collect(),
            )),
        }
    }
}

impl Generate for AgnosticBasis {
    fn fits(&self) -> Result<(), Invalid> {
        let fits = self.advantage.numerator().to_u32().is_some()
            && self.advantage.denominator().to_u32().is_some();
        match fits {
            true => Ok(()),
            false => Err(Invalid::new(
                "advantage",
                format!("{} is too long", self.advantage),
                "a fraction whose numerator and denominator fit 32 bits, such as \"1/4\"",
            )),
        }
    }

    fn distribution(&self) -> KnownDistribution {
        let is_fair = self.advantage.is_zero();
        KnownDistribution {
            iid: is_fair,
            fair_labels: is_fair,
            independent_given_target: true,
            unit_norm: true,
            population_radius_squared: Some(Quantity::count(1)),
            distribution: Some(Distribution::PlantedNoisyAtoms {
                atoms: self.dimension,
                advantage: self.advantage.clone(),
            }),
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

impl Sampler for AgnosticBasis {
    fn draw(&self, seed: Seed, examples: usize) -> Sample {
        let (mut stream, (agreement, all)) = (seed.stream(), self.agreement());
        let targets: Vec<Label> = (0..self.dimension).map(|_| stream.label()).collect();
        let shown: Vec<(usize, bool)> = (0..examples)
            .map(|_| {
                (
                    stream.below(self.dimension),
                    (stream.below(all as usize) as u64) < agreement,
                )
            })
            .collect();
        self.sample(&targets, &shown)
    }

    fn outcomes(&self) -> Option<u64> {
        let samples = self
            .choices()
            .checked_pow(u32::try_from(self.examples).ok()?)?;
        samples
            .checked_mul(2_u64.checked_pow(u32::try_from(self.dimension).ok()?)?)
            .filter(|&outcomes| outcomes <= MOST_OUTCOMES)
    }

    fn outcome(&self, index: u64) -> Option<Weighted> {
        self.outcomes().filter(|&all| index < all)?;
        let (labelings, choices, (agreement, all)) =
            (1 << self.dimension, self.choices(), self.agreement());
        let labels = choices / self.dimension as u64;
        let (mut rest, signs) = (index / labelings, index % labelings);
        let targets: Vec<Label> = (0..self.dimension)
            .map(|atom| Label::of_sign(signs >> atom & 1 == 1))
            .collect();
        let mut numerator = BigUint::from(1_u32);
        let mut shown = Vec::with_capacity(self.examples);
        for _ in 0..self.examples {
            let choice = rest % choices;
            rest /= choices;
            let agrees = choice.is_multiple_of(labels);
            numerator *= if agrees { agreement } else { all - agreement };
            shown.push(((choice / labels) as usize, agrees));
        }
        let denominator =
            BigUint::from(all * self.dimension as u64).pow(self.examples as u32) * labelings;
        Some((
            Rational::from_big(numerator.into(), denominator.into()),
            self.sample(&targets, &shown),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noisy(dimension: usize, examples: usize) -> AgnosticBasis {
        AgnosticBasis {
            dimension,
            examples,
            advantage: Rational::new(1, 5),
        }
    }

    #[test]
    fn probabilities_of_all_targets_and_samples_sum_to_one() {
        for (dimension, examples, outcomes) in [(2, 3, 256), (3, 2, 288), (1, 4, 32)] {
            let generator = noisy(dimension, examples);
            assert_eq!(generator.outcomes(), Some(outcomes));
            let weights = (0..outcomes)
                .filter_map(|index| generator.outcome(index))
                .map(|(weight, _)| weight);
            assert_eq!(
                weights.fold(Rational::zero(), |sum, weight| &sum + &weight),
                Rational::one()
            );
        }
    }

    #[test]
    fn labels_agree_with_planted_targets_at_the_stated_rate() {
        let sample = noisy(4, 1).draw(Seed::root(3), 8000);
        let Some(Separator::Integers(targets)) = &sample.planted else {
            panic!("the targets are planted")
        };
        let agrees = |example: usize| {
            sample.features.exact_dot(example, targets)
                == Some(i128::from(sample.labels[example].sign()))
        };
        let share = (0..8000).filter(|&example| agrees(example)).count() as f64 / 8000.0;
        assert!((share - 0.6).abs() < 0.02, "{share}");
    }

    #[test]
    fn an_advantage_above_one_is_refused_by_key() {
        let wrong = AgnosticBasis {
            advantage: Rational::new(3, 2),
            ..noisy(2, 2)
        };
        assert_eq!(wrong.validate().map_err(|e| e.key), Err("advantage"));
    }
}
