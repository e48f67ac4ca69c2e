//! Checks a sample against what its generator's law declares: a sample that breaks its law is a fault of the generator.

mod atoms;
mod sides;
#[cfg(test)]
mod tests;

use super::{Distribution, KnownDistribution};
use crate::sample::{FeatureStore, Features, Quantity, Rational, Sample, min_max};

/// Units in the last place that one operation of a generator and of this check may have cost, together.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl KnownDistribution {
    /// How a sample contradicts this law, in words; `None` if it does not.
    ///
    /// Exact features are compared exactly. Floats may be off by 4(d+4) units in the last place, relative to the product of the norms: d
    /// operations in the generator, as many here, and a few roots. A law that knows its own rounding says so in the enclosure of its radius.
    ///
    /// One sample cannot show everything: neither masses nor independence, of which only repeated examples of a law without atoms are
    /// seen, nor the shape of a continuous distribution. Those are tested over many samples.
    ///
    /// # Examples
    /// ```
    /// use perceptron::generate::Law;
    /// use perceptron::sample::{Features, Integers, Label, Sample};
    /// let features = Features::Integers(Integers::new(2, vec![1, 0, 3, 4], 1));
    /// let sample = Sample { features, labels: vec![Label::Positive; 2], planted: None };
    /// let law = Law { unit_norm: true, ..Law::fixed() };
    /// let words = "example 1 has the squared norm 25, and the law says 1";
    /// assert_eq!(law.broken_by(&sample).as_deref(), Some(words));
    /// assert_eq!(Law::fixed().broken_by(&sample), None);
    /// ```
    pub fn broken_by(&self, sample: &Sample) -> Option<String> {
        let seen = Seen { law: self, sample };
        seen.shape()
            .or_else(|| seen.norms())
            .or_else(|| seen.sides())
            .or_else(|| seen.votes())
            .or_else(|| seen.atoms())
            .or_else(|| seen.repeats())
    }
}

/// A law and a sample that should keep it.
struct Seen<'a> {
    law: &'a KnownDistribution,
    sample: &'a Sample,
}

impl Seen<'_> {
    fn features(&self) -> &Features {
        &self.sample.features
    }

    /// What rounding may change in a number of this size.
    fn allowance(&self, size: f64) -> f64 {
        ROUNDING * (self.features().dimension() as f64 + 4.0) * size
    }

    /// Whether something is true of the distribution, if there is one.
    fn distribution(&self, is: impl Fn(&Distribution) -> bool) -> bool {
        self.law.distribution.as_ref().is_some_and(is)
    }

    /// As many labels as examples, as many examples and features as the law says, and all of them numbers.
    fn shape(&self) -> Option<String> {
        let (examples, labels) = (self.features().examples(), self.sample.labels.len());
        // Without features, a store cannot tell how many examples it has.
        if examples != labels && self.features().dimension() > 0 {
            return Some(format!("there are {examples} examples and {labels} labels"));
        }
        let (shown, dimension) = (self.law.minimax, self.features().dimension());
        if let Some((stated, _)) = shown.filter(|(stated, _)| *stated != labels) {
            return Some(format!(
                "there are {labels} examples, and the law says {stated}"
            ));
        }
        let stated = self.law.distribution.as_ref();
        let stated = stated.and_then(Distribution::dimension);
        let stated = stated.or(shown.map(|(_, dimension)| dimension));
        stated
            .filter(|&stated| stated != dimension)
            .map(|stated| format!("there are {dimension} features, and the law says {stated}"))
            .or_else(|| self.endless())
    }

    fn endless(&self) -> Option<String> {
        let Features::Dense(store) = self.features() else {
            return None;
        };
        // Only a square without an end can have a feature without one.
        let suspect = |i: &usize| !store.squares()[*i].is_finite();
        let endless = |i: &usize| suspect(i) && !store.row(*i).iter().all(|x| x.is_finite());
        let found = (0..store.examples()).find(endless)?;
        Some(format!("example {found} has a feature that is no number"))
    }

    /// ‖x‖², for floats with what rounding may have changed.
    fn norm_squared(&self, example: usize) -> Quantity {
        match self.features() {
            Features::Dense(store) => {
                let square = store.squares()[example];
                Quantity::within(square, self.allowance(square))
            }
            features => features.norm_squared(example),
        }
    }

    /// The examples of the least and the largest norm.
    fn extremes(&self) -> Option<[usize; 2]> {
        let last = self.sample.labels.len().checked_sub(1)?;
        match self.features() {
            // All vectors of signs have one norm.
            Features::Signs(_) => Some([last; 2]),
            // Without features, a store has no norms, and they are zero.
            features if features.dimension() == 0 => Some([0; 2]),
            Features::Dense(store) => extremes(store.squares()),
            Features::Integers(store) => extremes(store.squares()),
            Features::Sparse(store) => extremes(store.squares()),
            Features::Rounded(store) => extremes(store.rows().squares()),
            Features::Wide(store) => extremes(store.doubles().rows().squares()),
        }
    }

    /// No norm above the radius of the law, and all norms one, or that of the atoms, where it says so.
    fn norms(&self) -> Option<String> {
        let one = Quantity::count(1);
        let radius = self.law.population_radius_squared.as_ref();
        // Points of the sphere or of [−1, 1], whose labels a noise flips.
        let radius = radius.or(self.law.label_noise.map(|_| &one));
        if radius.is_none() && !self.law.unit_norm {
            return None;
        }
        // A law of unit vectors may enclose its rounding in the radius, and nothing else.
        let limit = radius.filter(|radius| !self.law.unit_norm || !radius.differs(&one));
        let limit = limit.unwrap_or(&one);
        let constant = self.law.unit_norm || self.distribution(Distribution::has_atoms);
        let fault = |example: usize| {
            let norm = self.norm_squared(example);
            let relation = if constant { "" } else { "at most " };
            let wrong = constant && norm.differs(limit) || norm.exceeds(limit);
            wrong.then(|| {
                let [norm, limit] = [&norm, limit].map(words);
                let found = format!("example {example} has the squared norm {norm}");
                format!("{found}, and the law says {relation}{limit}")
            })
        };
        let [least, most] = self.extremes()?;
        let other = (most != least).then_some(most);
        fault(least).or_else(|| other.and_then(fault))
    }

    /// No two neighbours are the same, where examples are independent and no single one has mass.
    fn repeats(&self) -> Option<String> {
        let Features::Dense(store) = self.features() else {
            return None;
        };
        let continuous = self.law.is_teachers || self.law.label_noise.is_some();
        if !self.law.iid || !continuous && !self.distribution(Distribution::is_on_sphere) {
            return None;
        }
        // Their first features differ already, where norms are all but the same.
        let same = |i: &usize| store.row(*i) == store.row(i - 1);
        let found = (1..store.examples()).find(same)?;
        let words = "repeats the one before it, which has probability 0 by law";
        Some(format!("example {found} {words}"))
    }
}

/// The first places of the least and of the largest of some numbers.
fn extremes<T: PartialOrd + Copy>(numbers: &[T]) -> Option<[usize; 2]> {
    let first = *numbers.first()?;
    if numbers.iter().all(|&number| number == first) {
        return Some([0; 2]);
    }
    // What is no number equals nothing, and stays only where it came first.
    let place = |wanted: T| numbers.iter().position(|&number| number == wanted);
    Some(min_max([first; 2], numbers).map(|end| place(end).unwrap_or(0)))
}

fn words(number: &Quantity) -> String {
    let exact = number.exact.as_ref();
    exact.map_or_else(|| number.value.to_string(), Rational::to_string)
}

impl Distribution {
    /// Whether its examples lie on a sphere of which no single point has mass: on the circle, a fixed margin leaves two points.
    fn is_on_sphere(&self) -> bool {
        match self {
            Self::TruncatedSphere { dimension, .. } | Self::FixedMarginSphere { dimension, .. } => {
                *dimension > 2
            }
            _ => false,
        }
    }

    /// The number of features of which it speaks, if it speaks of one.
    fn dimension(&self) -> Option<usize> {
        match self {
            Self::Gaussians { mean, .. } => Some(mean.len()),
            Self::TruncatedSphere { dimension, .. }
            | Self::FixedMarginSphere { dimension, .. }
            | Self::Majority { dimension, .. } => Some(*dimension),
            _ => None,
        }
    }
}
