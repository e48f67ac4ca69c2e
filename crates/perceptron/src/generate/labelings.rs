//! Labels fixed points in every possible way.

use super::basis::MOST_OUTCOMES;
use super::{ExampleSource, Generate, Invalid, KnownDistribution, MemoryNeed, Sampler, Weighted};
use crate::documented::documented;
use crate::sample::{Features, Integers, Label, Rational, Sample};
use crate::seed::Seed;

/// Where the points to be labelled lie, if the spec does not list them.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Position {
    /// The N points (1, t, …, t^{d−1}) for t = 1, …, N: any d of them are linearly independent.
    MomentCurve,
    /// The first N basis vectors, N ≤ d.
    Basis,
    /// The origin and the first N − 1 basis vectors, N ≤ d + 1.
    SimplexAndOrigin,
}

crate::documented::choice!(Position);

documented! {
    name = "labelings";
    /// Fixed points whose labels are fair coins; the 2^N labelings are the outcomes.
    ///
    /// # Formula
    /// The points x_1, …, x_N are listed, or lie in a named position; y is uniform on {−1, +1}^N. `replicates = "all"` runs every labelling, each
    /// with weight 2^−N.
    /// # Premise
    /// An enumeration allows at most 19 points. No separator is planted, because most labelings are not separable.
    /// # Source
    /// docs/theory.md: C-B13, C-U2, C-U3, 8.4; Cover 1965.
    /// # Examples
    /// ```toml
    /// [generator.labelings]
    /// position  = "moment-curve"
    /// dimension = 3
    /// examples  = 6
    /// ```
    pub struct Labelings {
        /// The points, exact, with decimals and fractions in quotes; instead of `position`, `dimension` and `examples`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub points: Vec<Vec<Rational>>,
        /// "moment-curve", "basis" or "simplex-and-origin".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub position: Option<Position>,
        /// Number of features d of the points in a named position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dimension: Option<usize> as "[1, ∞)",
        /// Number N of points in a named position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub examples: Option<usize> as "[1, ∞)",
    }
}

impl Position {
    /// Largest number of points in this position in d dimensions. On the moment curve it is 1000 for every d, because the integers grow.
    fn most(self, dimension: usize) -> usize {
        match self {
            Self::MomentCurve => 1000,
            Self::Basis => dimension,
            Self::SimplexAndOrigin => dimension + 1,
        }
    }

    /// The coordinates of the point with this index, from 0; `None` if a coordinate exceeds 64 bits.
    fn point(self, index: usize, dimension: usize) -> Option<Vec<i64>> {
        let coordinates = 0..dimension;
        match self {
            Self::MomentCurve => coordinates
                .map(|power| (index as i64 + 1).checked_pow(u32::try_from(power).ok()?))
                .collect(),
            Self::Basis => Some(coordinates.map(|j| i64::from(j == index)).collect()),
            Self::SimplexAndOrigin => {
                Some(coordinates.map(|j| i64::from(j + 1 == index)).collect())
            }
        }
    }
}

impl Labelings {
    fn dimension(&self) -> usize {
        self.points
            .first()
            .map_or(self.dimension.unwrap_or(0), Vec::len)
    }

    fn features(&self) -> Option<Integers> {
        let Some(position) = self.position else {
            return Integers::from_rationals(self.dimension(), &self.points.concat()).ok();
        };
        let rows = (0..self.examples()).map(|index| position.point(index, self.dimension()));
        Some(Integers::new(
            self.dimension(),
            rows.collect::<Option<Vec<_>>>()?.concat(),
            1,
        ))
    }

    fn sample(&self, labels: Vec<Label>) -> Sample {
        Sample {
            features: Features::Integers(self.features().unwrap_or_default()),
            labels,
            planted: None,
        }
    }

    fn check_position(&self, position: Position) -> Result<(), Invalid> {
        let (Some(dimension), Some(examples)) = (self.dimension, self.examples) else {
            return Err(Invalid::new(
                "position",
                "`dimension` or `examples` is missing in the same table",
                "dimension = d and examples = N in the same table",
            ));
        };
        if examples <= position.most(dimension) {
            return Ok(());
        }
        let allowed = format!("an integer from 1 to {}", position.most(dimension));
        Err(Invalid::new(
            "examples",
            format!("{examples} points are too many for this position"),
            allowed,
        ))
    }

    fn check_points(&self) -> Result<(), Invalid> {
        let allowed = "points with the same number of features, at least one, without `position`, `dimension` and `examples`";
        let stated = self.dimension.is_some() || self.examples.is_some();
        if stated
            || self.dimension() == 0
            || self
                .points
                .iter()
                .any(|point| point.len() != self.dimension())
        {
            return Err(Invalid::new(
                "points",
                "the points have no features, or different numbers of features, or `dimension` or `examples` is given as well",
                allowed,
            ));
        }
        Ok(())
    }
}

impl Generate for Labelings {
    fn fits(&self) -> Result<(), Invalid> {
        match (self.position, self.points.is_empty()) {
            (Some(position), true) => self.check_position(position)?,
            (None, false) => self.check_points()?,
            _ => {
                return Err(Invalid::new(
                    "position",
                    "exactly one of `position` and `points` is needed",
                    "points = [[0, 1], [1, 0]], or `position` with `dimension` and `examples`",
                ));
            }
        }
        let too_large = || {
            Invalid::new(
                "points",
                "a numerator over the common denominator exceeds 64 bits",
                "numbers with fewer digits",
            )
        };
        self.features().map(|_| ()).ok_or_else(too_large)
    }

    fn distribution(&self) -> KnownDistribution {
        KnownDistribution {
            uniform_labelling: true,
            fair_labels: true,
            ..KnownDistribution::fixed()
        }
    }

    fn need(&self) -> MemoryNeed {
        MemoryNeed::floats(
            self.examples.unwrap_or_default(),
            self.dimension.unwrap_or_default(),
        )
    }

    fn examples(&self) -> usize {
        self.examples.unwrap_or(self.points.len())
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Sampler for Labelings {
    fn draw(&self, seed: Seed, _: usize) -> Sample {
        let mut stream = seed.stream();
        self.sample((0..self.examples()).map(|_| stream.label()).collect())
    }

    fn outcomes(&self) -> Option<u64> {
        2_u64
            .checked_pow(u32::try_from(self.examples()).ok()?)
            .filter(|&outcomes| outcomes <= MOST_OUTCOMES)
    }

    fn outcome(&self, index: u64) -> Option<Weighted> {
        let outcomes = self.outcomes().filter(|&all| index < all)?;
        let labels = (0..self.examples())
            .map(|example| Label::of_sign(index >> example & 1 == 1))
            .collect();
        Some((
            &Rational::one() / &Rational::from(i128::from(outcomes)),
            self.sample(labels),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn generator(text: &str) -> Labelings {
        toml::from_str(text).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn every_labelling_is_one_outcome() {
        let generator = generator("position = \"moment-curve\"\ndimension = 2\nexamples = 5");
        let outcomes: Vec<Weighted> = (0..32)
            .filter_map(|index| generator.outcome(index))
            .collect();
        assert_eq!(
            outcomes
                .iter()
                .map(|(_, sample)| sample.labels.clone())
                .collect::<BTreeSet<_>>()
                .len(),
            32
        );
        assert_eq!(
            outcomes
                .iter()
                .fold(Rational::zero(), |sum, (weight, _)| &sum + weight),
            Rational::one()
        );
        assert!(generator.outcome(32).is_none());
        assert_eq!(outcomes[7].1.features.integer_row(4), Some(vec![1, 5]));
    }

    #[test]
    fn points_and_position_keys_are_mutually_exclusive() {
        assert_eq!(
            generator("points = [[1, 0], [\"1/2\", 1]]").validate(),
            Ok(())
        );
        for wrong in [
            "points = [[1], [1, 2]]",
            "position = \"basis\"\npoints = [[1]]",
            "position = \"basis\"\ndimension = 2\nexamples = 3",
            "points = []",
        ] {
            assert!(generator(wrong).validate().is_err(), "{wrong}");
        }
        assert_eq!(
            generator("position = \"simplex-and-origin\"\ndimension = 2\nexamples = 3").validate(),
            Ok(())
        );
    }
}
