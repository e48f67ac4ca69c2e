//! Shows orthogonal vectors of chosen norms, on which normalizing changes the bound but not the number of mistakes.

use super::fixed::Fixed;
use super::{ExampleSource, Generate, Invalid, KnownDistribution, Labels};
use crate::documented::documented;
use crate::sample::{Features, Label, Quantity, Rational, Sample, Separator, Sparse};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

/// Which margin of the orthogonal vectors y_i·a_i·e_i the planted separator u maximizes.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Planted {
    /// The separator maximizes the margin: u_i is proportional to y_i/a_i, for norms a_i.
    Plain,
    /// The separator maximizes the normalized margin: u_i is proportional to y_i.
    Normalized,
}

crate::documented::choice!(Planted);

documented! {
    name = "orthogonal";
    /// Orthogonal vectors with chosen norms, each once and in order.
    ///
    /// # Formula
    /// x_i = a_i·e_i. Every learner that starts at 0 scores each of them 0, so it makes n updates in any order. The maximum margin is
    /// γ*² = 1/Σ 1/a_i², attained by u_i ∝ y_i/a_i. So (R/γ*)² = max a_i² · Σ 1/a_i² ≥ n, with equality iff the norms are equal. The normalized
    /// margin is largest for u_i ∝ y_i, and 1/γₙ² = n exactly.
    /// # Premise
    /// Norms are positive fractions; always separable.
    /// # Source
    /// docs/theory.md: T2, C-V7, C-V9.
    /// # Examples
    /// ```toml
    /// [generator.orthogonal]
    /// norms  = [1, 2, "1/2"]
    /// labels = "alternating"
    /// ```
    pub struct Orthogonal {
        /// The norms a_i, at least one: positive integers, or fractions and decimals in quotes.
        pub norms: Vec<Rational>,
        /// "positive", "negative" or "alternating".
        pub labels: Labels = "positive",
        /// The margin that the planted separator maximizes: "plain" or "normalized".
        pub separator: Planted = "plain",
    }
}

/// Writes fractions over their least common denominator: returns the numerators and that denominator; `None` if one of these exceeds 64 bits.
fn integers(fractions: &[Rational]) -> Option<(Vec<i64>, i64)> {
    let common = fractions
        .iter()
        .fold(BigInt::one(), |lcm, value| lcm.lcm(&value.denominator()));
    let scaled = fractions
        .iter()
        .map(|value| (value.numerator() * (&common / value.denominator())).to_i64())
        .collect::<Option<_>>()?;
    Some((scaled, common.to_i64()?))
}

impl Orthogonal {
    fn inverses(&self) -> Vec<Rational> {
        self.norms
            .iter()
            .map(|norm| &Rational::one() / norm)
            .collect()
    }

    fn direction(&self) -> Option<Vec<i64>> {
        let signs = self
            .labels
            .list(self.norms.len())
            .into_iter()
            .map(Label::sign);
        match self.separator {
            Planted::Normalized => Some(signs.collect()),
            Planted::Plain => Some(
                integers(&self.inverses())?
                    .0
                    .into_iter()
                    .zip(signs)
                    .map(|(u, sign)| u * sign)
                    .collect(),
            ),
        }
    }

    /// The square of the planted separator's margin on the sample.
    fn margin_squared(&self) -> Rational {
        let sum = self
            .inverses()
            .iter()
            .fold(Rational::zero(), |sum, inverse| &sum + &inverse.square());
        match self.separator {
            Planted::Plain => &Rational::one() / &sum,
            Planted::Normalized => {
                let least = self
                    .norms
                    .iter()
                    .min()
                    .map_or_else(Rational::one, Rational::square);
                &least / &Rational::from(self.norms.len() as i64)
            }
        }
    }
}

impl Generate for Orthogonal {
    fn fits(&self) -> Result<(), Invalid> {
        let allowed = "at least one positive fraction, small enough that all and their inverses fit 64 bits over one denominator";
        let wrong = |problem: &str| Err(Invalid::new("norms", problem, allowed));
        if self.norms.is_empty() {
            return wrong("the list is empty");
        }
        if self
            .norms
            .iter()
            .any(|norm| norm.is_negative() || norm.is_zero())
        {
            return wrong("one is not positive");
        }
        if integers(&self.norms).is_none() || integers(&self.inverses()).is_none() {
            return wrong("they need more than 64 bits");
        }
        Ok(())
    }

    fn distribution(&self) -> KnownDistribution {
        let largest = self
            .norms
            .iter()
            .max()
            .map_or_else(Rational::zero, Rational::square);
        KnownDistribution {
            unit_norm: self.norms.iter().all(|norm| *norm == Rational::one()),
            all_positive: self.labels == Labels::Positive,
            population_margin_squared: Some(Quantity::exact(self.margin_squared())),
            population_radius_squared: Some(Quantity::exact(largest)),
            ..KnownDistribution::fixed()
        }
    }

    fn examples(&self) -> usize {
        self.norms.len()
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Fixed for Orthogonal {
    fn sample(&self) -> Sample {
        let (numerators, denominator) = integers(&self.norms).unwrap_or_default();
        let rows = numerators.into_iter().enumerate().collect();
        Sample {
            features: Features::Sparse(Sparse::of_singles(self.norms.len(), rows, denominator)),
            labels: self.labels.list(self.norms.len()),
            planted: self.direction().map(Separator::Integers),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::margin::{Separability, separability};

    fn family(separator: Planted) -> Orthogonal {
        let norms = vec![
            Rational::new(1, 1),
            Rational::new(2, 1),
            Rational::new(1, 3),
        ];
        Orthogonal {
            norms,
            labels: Labels::Alternating,
            separator,
        }
    }

    #[test]
    fn the_planted_margin_is_the_largest_and_an_exact_fraction() {
        let sample = family(Planted::Plain).sample();
        let planted = sample
            .planted
            .as_ref()
            .and_then(|u| u.margins(&sample).margin_squared)
            .and_then(|square| square.exact);
        assert_eq!(planted, Some(Rational::new(4, 41)));
        let Separability::Separable(largest) = separability(&sample) else {
            panic!("orthogonal vectors are separable")
        };
        assert_eq!(largest.squared.exact, planted);
    }

    #[test]
    fn normalized_margin_is_one_over_sqrt_of_the_example_count() {
        let sample = family(Planted::Normalized).sample();
        let margins = sample.planted.as_ref().map(|u| u.margins(&sample));
        let square = margins
            .and_then(|margins| margins.normalized_margin_squared)
            .and_then(|square| square.exact);
        assert_eq!(square, Some(Rational::new(1, 3)));
    }

    #[test]
    fn a_norm_of_zero_is_refused_by_key() {
        let refused = Orthogonal {
            norms: vec![Rational::zero()],
            labels: Labels::Positive,
            separator: Planted::Plain,
        }
        .validate();
        assert_eq!(refused.map_err(|error| error.key), Err("norms"));
    }
}
