//! Names the vector of a comparator, and finds it on a sample and a run.

use crate::documented::{Shape, Shaped, ValueKind};
use crate::learn::Rule;
use crate::margin::{Separability, separability};
use crate::sample::{Features, Integers, Rational, Sample, Separator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The vector u of a comparator.
#[derive(Debug, Clone, PartialEq)]
pub enum ComparatorVector {
    /// The last weight vector of the run: the sum of its updates.
    Last,
    /// The separator that the generator planted; it need not separate the sample, for example if labels are noisy.
    Planted,
    /// The separator with the largest margin, if the sample is separable.
    MaxMargin,
    /// These numbers, one for each feature that the learner sees.
    Numbers(Vec<Rational>),
}

/// The names of the vectors that are no numbers.
const NAMED: [(&str, ComparatorVector); 3] = [
    ("last", ComparatorVector::Last),
    ("planted", ComparatorVector::Planted),
    ("max-margin", ComparatorVector::MaxMargin),
];

impl ComparatorVector {
    /// The vector as specs and pages write it, such as `last` or `(1, 1/2)`.
    pub fn label(&self) -> String {
        match self {
            Self::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(Rational::to_string).collect();
                format!("({})", numbers.join(", "))
            }
            named => name_of(named).to_owned(),
        }
    }

    /// Whether the spec states the zero vector.
    pub(super) fn is_zero(&self) -> bool {
        matches!(self, Self::Numbers(numbers) if numbers.iter().all(Rational::is_zero))
    }

    /// The vector on a sample as the learner sees it, where a run with this rule updated on `updates`; `None` if it does not exist, has another
    /// dimension or is zero.
    pub(super) fn on(&self, rule: &Rule, sample: &Sample, updates: &[usize]) -> Option<Separator> {
        let vector = match self {
            Self::Last => sum_of_updates(rule, sample, updates)?,
            Self::Planted => sample.planted.clone()?,
            Self::MaxMargin => match separability(sample) {
                Separability::Separable(found) => found.separator,
                Separability::NotSeparable(_) | Separability::Open { .. } => return None,
            },
            Self::Numbers(numbers) => constant(numbers)?,
        };
        let fits = vector.dimension() == sample.features.dimension();
        (fits && vector.to_floats().iter().any(|&entry| entry != 0.0)).then_some(vector)
    }
}

/// The sum of the updates of a run in units of step and features: integers if the features are exact and the sums fit 64 bits, else floats.
fn sum_of_updates(rule: &Rule, sample: &Sample, updates: &[usize]) -> Option<Separator> {
    let factor = |example: usize| rule.factor(sample.labels[example]);
    let features = &sample.features;
    if features.is_exact()
        && let Some(sum) = exact_sum(features, updates, factor)
    {
        return Some(Separator::Integers(sum));
    }
    let mut sum = vec![0.0; features.dimension()];
    for &example in updates {
        let (factor, row) = (factor(example) as f64, features.row(example));
        let entries = sum.iter_mut().zip(row.iter());
        entries.for_each(|(sum, x)| *sum += factor * x);
    }
    sum.iter()
        .all(|entry| entry.is_finite())
        .then_some(Separator::Dense(sum))
}

fn exact_sum(
    features: &Features,
    updates: &[usize],
    factor: impl Fn(usize) -> i64,
) -> Option<Vec<i64>> {
    let (mut sum, mut fits) = (vec![0_i64; features.dimension()], true);
    for &example in updates {
        let factor = factor(example);
        features.each_entry(example, |(index, x)| {
            let added = x.checked_mul(factor);
            match added.and_then(|added| sum[index].checked_add(added)) {
                Some(total) => sum[index] = total,
                None => fits = false,
            }
        })?;
    }
    fits.then_some(sum)
}

/// A positive multiple of these numbers in integers; `None` if an integer needs more than 64 bits.
fn constant(numbers: &[Rational]) -> Option<Separator> {
    let integers = Integers::from_rationals(numbers.len(), numbers).ok()?;
    Some(Separator::Integers(integers.row(0).to_vec()))
}

fn name_of(vector: &ComparatorVector) -> &'static str {
    let mut named = NAMED.iter();
    let found = named.find(|(_, named)| named == vector);
    found.map_or("", |(name, _)| name)
}

impl Serialize for ComparatorVector {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Numbers(numbers) => numbers.serialize(out),
            named => out.serialize_str(name_of(named)),
        }
    }
}

/// The vectors that a spec can write, in words for messages.
const EXPECTED: &str =
    "\"last\", \"planted\", \"max-margin\" or a list of exact numbers such as [1, \"1/2\"]";

impl Shaped for ComparatorVector {
    fn shape() -> Shape {
        Shape::Own(EXPECTED, &[ValueKind::Text, ValueKind::List])
    }
}

impl<'de> Deserialize<'de> for ComparatorVector {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Vector;
        impl<'de> de::Visitor<'de> for Vector {
            type Value = ComparatorVector;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(EXPECTED)
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<ComparatorVector, E> {
                let found = NAMED.into_iter().find(|(name, _)| *name == text);
                let wrong = || E::invalid_value(de::Unexpected::Str(text), &self);
                found.map(|(_, vector)| vector).ok_or_else(wrong)
            }
            fn visit_seq<A: de::SeqAccess<'de>>(
                self,
                mut list: A,
            ) -> Result<ComparatorVector, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = list.next_element()? {
                    numbers.push(number);
                }
                Ok(ComparatorVector::Numbers(numbers))
            }
        }
        input.deserialize_any(Vector)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::rule::Perceptron;
    use crate::learn::testing::sample;

    const POINTS: &str =
        "[points]\nexamples = [{ x = [2, 1], y = 1 }, { x = [1, \"1/2\"], y = -1 }]";

    #[test]
    fn last_vector_is_the_sum_of_the_updates_in_units_of_the_features() {
        let (rule, sample) = (Rule::Perceptron(Perceptron {}), sample(POINTS, 0));
        let last = |updates: &[usize]| ComparatorVector::Last.on(&rule, &sample, updates);
        assert_eq!(last(&[0, 0, 1]), Some(Separator::Integers(vec![6, 3])));
        // An update on the first example is undone by two on the second.
        assert_eq!((last(&[0, 1, 1]), last(&[])), (None, None));
    }

    #[test]
    fn vector_of_another_dimension_and_margin_of_an_inseparable_sample_do_not_exist() {
        let (rule, sample) = (Rule::Perceptron(Perceptron {}), sample(POINTS, 0));
        let on = |vector: ComparatorVector| vector.on(&rule, &sample, &[0]);
        let numbers = |numbers: &[Rational]| on(ComparatorVector::Numbers(numbers.to_vec()));
        let [half, third] = [2, 3].map(|of| Rational::new(1, of));
        let found = numbers(&[half.clone(), third.clone()]);
        assert_eq!(found, Some(Separator::Integers(vec![3, 2])));
        assert_eq!(numbers(&[half]), None);
        assert_eq!(on(ComparatorVector::MaxMargin), None);
        assert_eq!(on(ComparatorVector::Planted), sample.planted);
    }

    #[test]
    fn vector_is_written_as_it_is_read() {
        for text in ["\"last\"", "\"planted\"", "\"max-margin\"", "[1,\"1/2\"]"] {
            let vector: ComparatorVector = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&vector).unwrap(), text);
        }
        assert!(serde_json::from_str::<ComparatorVector>("\"best\"").is_err());
    }
}
