//! Takes its examples from the spec itself, as exact fractions.
//!
//! If the spec asks for it and no value changes, the numbers are held as floats, so that witnesses of float data can be rerun bit for bit.

use super::fixed::Fixed;
use super::{ExampleSource, Generate, Invalid, KnownDistribution, MonotoneDisjunction, Votes};
use crate::documented::{Key, Shape, Shaped, documented};
use crate::sample::{Dense, Features, Integers, Label, Quantity, Rational, Sample, Separator};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

/// One example written in a spec.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelledPoint {
    /// Features: integers, or fractions and decimals in quotes.
    pub x: Vec<Rational>,
    /// Label, 1 or −1.
    pub y: i64,
}

impl Shaped for LabelledPoint {
    fn shape() -> Shape {
        Shape::Table(vec![Key::of::<Vec<Rational>>("x"), Key::of::<i64>("y")])
    }
}

documented! {
    name = "points";
    /// Examples written in the spec, exact.
    ///
    /// # Formula
    /// The sample is the list as written, in that order; every replicate has the same sample.
    /// # Premise
    /// Nothing is assumed about the points; `separator`, if given, is the planted separator whose margin the bounds use.
    /// # Source
    /// For witnesses and hand-made families (docs/theory.md: C-V8, C-V9, section 5).
    /// # Examples
    /// ```toml
    /// [generator.points]
    /// examples  = [{ x = [1, 10], y = 1 }, { x = ["1/2", -1], y = 1 }]
    /// separator = [1, 0]
    /// ```
    pub struct Points {
        /// The examples: `{ x = [features], y = 1 or -1 }`; decimals and fractions in quotes, such as "0.1" or "1/3".
        pub examples: Vec<LabelledPoint>,
        /// A direction that separates them, exact; if left out, no separator is planted. One of zeros and ones lets features vote: if all features are
        /// signs and the labels their majority, or all are 0 and 1 and the labels their disjunction, theorems about these apply.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub separator: Option<Vec<Rational>>,
        /// Whether to hold the numbers as 64-bit floats, which must represent them exactly. Witnesses of float data use it.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub floats: bool = false,
    }
}

/// The features of points listed in a spec, all of the same dimension, as integers over one common denominator; `None` if a numerator exceeds 64
/// bits.
pub(super) fn features(points: &[LabelledPoint]) -> Option<Integers> {
    let values: Vec<Rational> = points.iter().flat_map(|point| point.x.clone()).collect();
    Integers::from_rationals(points.first().map_or(0, |point| point.x.len()), &values).ok()
}

impl Points {
    fn dimension(&self) -> usize {
        self.examples.first().map_or(0, |point| point.x.len())
    }

    /// The features of the listed examples: integers over one denominator, or floats if the spec asks for them and they represent all numbers
    /// exactly.
    fn features(&self) -> Option<Features> {
        if !self.floats {
            return features(&self.examples).map(Features::Integers);
        }
        let values: Vec<Rational> = self
            .examples
            .iter()
            .flat_map(|point| point.x.clone())
            .collect();
        floats(&values).map(|values| Features::Dense(Dense::new(self.dimension(), values)))
    }

    /// The sets of features by which the labels are a majority or a disjunction.
    fn votes(&self) -> Votes {
        let (Some(Features::Integers(store)), Some(Separator::Integers(separator))) =
            (self.features(), self.direction())
        else {
            return Votes::default();
        };
        let labels = self.examples.iter().map(|point| point.y);
        let examples = (0..labels.len())
            .map(|example| store.row(example))
            .zip(labels);
        Votes::of(examples, store.denominator(), &separator)
    }

    /// The planted separator as integers, a positive multiple of the direction in the spec, or as floats if the integers exceed 64 bits.
    fn direction(&self) -> Option<Separator> {
        let written = self.separator.as_ref()?;
        let common = written
            .iter()
            .fold(BigInt::one(), |lcm, u| lcm.lcm(&u.denominator()));
        let integers: Option<Vec<i64>> = written
            .iter()
            .map(|u| (u.numerator() * (&common / u.denominator())).to_i64())
            .collect();
        integers
            .map(Separator::Integers)
            .or_else(|| floats(written).map(Separator::Dense))
    }

    fn check_examples(&self) -> Result<(), Invalid> {
        let allowed = "at least one example, all with the same number of features, labels 1 or -1";
        let wrong = |problem: String| Err(Invalid::new("examples", problem, allowed));
        if self.dimension() == 0 {
            return wrong("there is no example, or it has no feature".into());
        }
        for (index, point) in self.examples.iter().enumerate() {
            if point.x.len() != self.dimension() {
                return wrong(format!(
                    "example {index} has {} features, the first has {}",
                    point.x.len(),
                    self.dimension()
                ));
            }
            if point.y.abs() != 1 {
                return wrong(format!("example {index} has the label {}", point.y));
            }
        }
        match self.features() {
            Some(_) => Ok(()),
            None if self.floats => {
                wrong("with floats = true every number must be a 64-bit float exactly".into())
            }
            None => Err(Invalid::new(
                "examples",
                "over a common denominator a numerator exceeds 64 bits",
                "numbers with fewer digits",
            )),
        }
    }
}

/// Converts fractions to floats; `None` if a fraction is not exactly a float.
fn floats(values: &[Rational]) -> Option<Vec<f64>> {
    values
        .iter()
        .map(|value| Some(value.to_f64()).filter(|&float| Rational::from_float(float) == *value))
        .collect()
}

impl Generate for Points {
    fn fits(&self) -> Result<(), Invalid> {
        self.check_examples()?;
        let Some(separator) = &self.separator else {
            return Ok(());
        };
        if separator.len() != self.dimension()
            || separator.iter().all(Rational::is_zero)
            || self.direction().is_none()
        {
            let allowed = format!("{} exact numbers, not all zero", self.dimension());
            return Err(Invalid::new(
                "separator",
                "it is 0, or too long, or has another number of entries than the examples have features",
                allowed,
            ));
        }
        Ok(())
    }

    fn distribution(&self) -> KnownDistribution {
        let norms = self.examples.iter().map(|point| {
            point
                .x
                .iter()
                .fold(Rational::zero(), |sum, x| &sum + &x.square())
        });
        let votes = self.votes();
        let disjunction = |relevant| MonotoneDisjunction {
            features: self.dimension(),
            relevant,
        };
        // Signs have the squared norm n, and an odd number r of them adds up to at least 1: the margin is at least 1/√r.
        let margin = |voters| Quantity::exact(Rational::new(1, voters as i64));
        let radius = |_| Quantity::count(self.dimension() as u64);
        KnownDistribution {
            majority_of: votes.majority_of,
            population_margin_squared: votes.majority_of.map(margin),
            population_radius_squared: votes.majority_of.map(radius),
            disjunction: votes.disjunction_of.map(disjunction),
            unit_norm: norms.into_iter().all(|norm| norm == Rational::one()),
            all_positive: self.examples.iter().all(|point| point.y == 1),
            ..KnownDistribution::fixed()
        }
    }

    fn examples(&self) -> usize {
        self.examples.len()
    }

    fn is_exact(&self) -> bool {
        !self.floats
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Fixed for Points {
    fn sample(&self) -> Sample {
        Sample {
            features: self
                .features()
                .unwrap_or_else(|| Features::Integers(Integers::default())),
            labels: self
                .examples
                .iter()
                .map(|point| Label::of_sign(point.y > 0))
                .collect(),
            planted: self.direction(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::FeatureStore;

    fn points(text: &str) -> Points {
        toml::from_str(text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn refused(text: &str) -> Option<&'static str> {
        points(text).validate().err().map(|invalid| invalid.key)
    }

    const HALVES: &str =
        "examples = [{ x = [\"1/2\", -3], y = 1 }, { x = [\"0.75\", \"1e-3\"], y = -1 }]";

    #[test]
    fn points_are_exact_fractions_unless_lossless_floats_are_requested() {
        let exact = points(HALVES).sample();
        let fractions = |rows: [[&str; 2]; 2]| {
            rows.map(|row| row.map(|x| x.parse::<Rational>().unwrap_or_else(|_| panic!("{x}"))))
        };
        for (example, due) in fractions([["1/2", "-3"], ["3/4", "1/1000"]])
            .iter()
            .enumerate()
        {
            assert_eq!(exact.features.exact_row(example).as_deref(), Some(&due[..]));
        }
        // A thousandth is no float, a quarter is.
        let asked = |text: &str| format!("{text}\nfloats = true");
        assert_eq!(
            (refused(HALVES), refused(&asked(HALVES))),
            (None, Some("examples"))
        );
        let quarter = asked(&HALVES.replace("1e-3", "1/4"));
        assert_eq!(refused(&quarter), None);
        let Features::Dense(store) = points(&quarter).sample().features else {
            panic!("floats were asked for")
        };
        assert_eq!(store.examples(), 2);
        assert_eq!([store.row(0), store.row(1)], [[0.5, -3.0], [0.75, 0.25]]);
    }

    #[test]
    fn signs_labelled_by_a_majority_state_their_margin_and_norm() {
        let signs = |label: &str| {
            let text = "examples = [{ x = [1, -1, 1, 1], y = 1 }, { x = [-1, -1, 1, 1], y = LABEL }]\nseparator = [1, 1, 1, 0]";
            points(&text.replace("LABEL", label)).distribution()
        };
        let known = signs("-1");
        let squares = [
            known.population_margin_squared,
            known.population_radius_squared,
        ];
        let due = [Rational::new(1, 3), Rational::from(4_u64)]
            .map(|square| Some(Quantity::exact(square)));
        assert_eq!((known.majority_of, squares), (Some(3), due));
        let other = signs("1");
        assert_eq!(
            (other.majority_of, other.population_margin_squared),
            (None, None)
        );
    }

    #[test]
    fn separator_becomes_proportional_integers_or_floats_if_too_large() {
        let planted = |separator: &str| {
            let text = format!("{HALVES}\nseparator = [{separator}]");
            assert_eq!(refused(&text), None, "{separator}");
            points(&text).sample().planted
        };
        let integers = planted("\"1/2\", \"-1/3\"");
        assert_eq!(integers, Some(Separator::Integers(vec![3, -2])));
        let long = planted("\"100000000000000000000\", 1");
        assert_eq!(long, Some(Separator::Dense(vec![1e20, 1.0])));
        for wrong in ["0, 0", "1", "1, 2, 3", "\"100000000000000000000\", \"1/3\""] {
            let text = format!("{HALVES}\nseparator = [{wrong}]");
            assert_eq!(refused(&text), Some("separator"), "{wrong}");
        }
    }
}
