//! Checks a sample against the distribution that its generator states: a sample that contradicts it is a fault of the generator.

mod atoms;
mod constructions;
mod sides;
#[cfg(test)]
mod tests;

use super::{Distribution, KnownDistribution};
use crate::sample::{FeatureStore, Features, Quantity, Rational, Sample, min_max};

/// Relative rounding error that one operation of a generator and one of the check of its sample may have together.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl KnownDistribution {
    /// Describes how a sample contradicts this distribution; `None` if it does not.
    ///
    /// Exact features are compared exactly. Floats may be off by 4(d+4) units in the last place, relative to the product of the norms: d operations
    /// in the generator, as many here, and a few roots. A distribution that knows its own rounding error states it in the enclosure of its radius.
    ///
    /// One sample cannot show wrong masses or the wrong shape of a continuous distribution. The only dependence that it can show is a repeated
    /// example, if the distribution has no atoms. Tests over many samples check these properties.
    ///
    /// # Examples
    /// ```
    /// use perceptron::generate::KnownDistribution;
    /// use perceptron::sample::{Features, Integers, Label, Sample};
    /// let features = Features::Integers(Integers::new(2, vec![1, 0, 3, 4], 1));
    /// let sample = Sample { features, labels: vec![Label::Positive; 2], planted: None };
    /// let law = KnownDistribution { unit_norm: true, ..KnownDistribution::fixed() };
    /// let words = "example 1 has the squared norm 25, but the distribution states 1";
    /// assert_eq!(law.broken_by(&sample).as_deref(), Some(words));
    /// assert_eq!(KnownDistribution::fixed().broken_by(&sample), None);
    /// ```
    pub fn broken_by(&self, sample: &Sample) -> Option<String> {
        let seen = Seen {
            stated: self,
            sample,
        };
        seen.shape()
            .or_else(|| seen.norms())
            .or_else(|| seen.sides())
            .or_else(|| seen.votes())
            .or_else(|| seen.disjunction())
            .or_else(|| seen.orthogonal_signs())
            .or_else(|| seen.atoms())
            .or_else(|| seen.repeats())
    }
}

/// The stated distribution of a generator, and a sample of the generator that is checked against it.
struct Seen<'a> {
    stated: &'a KnownDistribution,
    sample: &'a Sample,
}

impl Seen<'_> {
    fn features(&self) -> &Features {
        &self.sample.features
    }

    /// Largest rounding error that is accepted in an inner product computed from the sample; `size` is the product of the norms of its two vectors.
    fn allowance(&self, size: f64) -> f64 {
        ROUNDING * (self.features().dimension() as f64 + 4.0) * size
    }

    /// Whether the generator states the exact form of its distribution, and this form has the property `is`.
    fn distribution(&self, is: impl Fn(&Distribution) -> bool) -> bool {
        self.stated.distribution.as_ref().is_some_and(is)
    }

    /// Checks that the sample has as many labels as examples, as many examples and features as stated, and finite features. Returns the fault in
    /// words.
    fn shape(&self) -> Option<String> {
        let (examples, labels) = (self.features().examples(), self.sample.labels.len());
        // Without features, a store cannot tell how many examples it has.
        if examples != labels && self.features().dimension() > 0 {
            return Some(format!("there are {examples} examples and {labels} labels"));
        }
        let (shown, dimension) = (self.stated.minimax, self.features().dimension());
        if let Some((stated, _)) = shown.filter(|(stated, _)| *stated != labels) {
            return Some(format!(
                "there are {labels} examples, but the distribution states {stated}"
            ));
        }
        let stated = self.stated.distribution.as_ref();
        let stated = stated.and_then(Distribution::dimension);
        let stated = stated.or(shown.map(|(_, dimension)| dimension));
        stated
            .filter(|&stated| stated != dimension)
            .map(|stated| {
                format!("there are {dimension} features, but the distribution states {stated}")
            })
            .or_else(|| self.endless())
    }

    fn endless(&self) -> Option<String> {
        let Features::Dense(store) = self.features() else {
            return None;
        };
        // A row with a feature that is not finite has a squared norm that is not finite.
        let suspect = |i: &usize| !store.squares()[*i].is_finite();
        let endless = |i: &usize| suspect(i) && !store.row(*i).iter().all(|x| x.is_finite());
        let found = (0..store.examples()).find(endless)?;
        Some(format!(
            "example {found} has a feature that is not a number"
        ))
    }

    /// ‖x‖² of an example of the sample, for floats as an interval that includes the rounding error.
    fn norm_squared(&self, example: usize) -> Quantity {
        match self.features() {
            Features::Dense(store) => {
                let square = store.squares()[example];
                Quantity::within(square, self.allowance(square))
            }
            features => features.norm_squared(example),
        }
    }

    /// The indices of the examples with the smallest and with the largest norm.
    fn extremes(&self) -> Option<[usize; 2]> {
        let last = self.sample.labels.len().checked_sub(1)?;
        match self.features() {
            // All sign vectors have the same norm.
            Features::Signs(_) => Some([last; 2]),
            // A store without features holds no norms; they are all zero.
            features if features.dimension() == 0 => Some([0; 2]),
            Features::Dense(store) => extremes(store.squares()),
            Features::Integers(store) => extremes(store.squares()),
            Features::Sparse(store) => extremes(store.squares()),
            Features::Rounded(store) => extremes(store.rows().squares()),
            Features::Wide(store) => extremes(store.doubles().rows().squares()),
        }
    }

    /// Checks that no example's norm exceeds the stated radius, and that all norms equal 1, or the stated norm of the basis vectors, if the
    /// distribution says so. Returns the fault in words.
    fn norms(&self) -> Option<String> {
        let one = Quantity::count(1);
        let radius = self.stated.population_radius_squared.as_ref();
        // With label noise, the examples lie on the unit sphere or in [−1, 1].
        let radius = radius.or(self.stated.label_noise.map(|_| &one));
        if radius.is_none() && !self.stated.unit_norm {
            return None;
        }
        // For unit vectors, a stated radius counts only if it is an enclosure of 1, widened for rounding.
        let limit = radius.filter(|radius| !self.stated.unit_norm || !radius.differs(&one));
        let limit = limit.unwrap_or(&one);
        let constant = self.stated.unit_norm || self.distribution(Distribution::has_atoms);
        let fault = |example: usize| {
            let norm = self.norm_squared(example);
            let relation = if constant { "" } else { "at most " };
            let wrong = constant && norm.differs(limit) || norm.exceeds(limit);
            wrong.then(|| {
                let [norm, limit] = [&norm, limit].map(quantity_text);
                let found = format!("example {example} has the squared norm {norm}");
                format!("{found}, but the distribution states {relation}{limit}")
            })
        };
        let [least, most] = self.extremes()?;
        let other = (most != least).then_some(most);
        fault(least).or_else(|| other.and_then(fault))
    }

    /// Checks that no example equals the one before it, if examples are independent and every single point has probability 0. Returns the fault in
    /// words.
    fn repeats(&self) -> Option<String> {
        let Features::Dense(store) = self.features() else {
            return None;
        };
        let continuous = self.stated.is_teachers || self.stated.label_noise.is_some();
        if !self.stated.iid || !continuous && !self.distribution(Distribution::is_on_sphere) {
            return None;
        }
        // Rows are compared rather than norms, because norms may all be nearly the same; the first features usually differ already.
        let same = |i: &usize| store.row(*i) == store.row(i - 1);
        let found = (1..store.examples()).find(same)?;
        let words = "repeats the one before it, which has probability 0";
        Some(format!("example {found} {words}"))
    }
}

/// The indices at which the smallest and the largest number first occur; `None` if there are no numbers.
fn extremes<T: PartialOrd + Copy>(numbers: &[T]) -> Option<[usize; 2]> {
    let first = *numbers.first()?;
    if numbers.iter().all(|&number| number == first) {
        return Some([0; 2]);
    }
    // A NaN equals nothing, so it is kept only if it is the first number.
    let place = |wanted: T| numbers.iter().position(|&number| number == wanted);
    Some(min_max([first; 2], numbers).map(|end| place(end).unwrap_or(0)))
}

fn quantity_text(number: &Quantity) -> String {
    let exact = number.exact.as_ref();
    exact.map_or_else(|| number.value.to_string(), Rational::to_string)
}

impl Distribution {
    /// Whether the examples lie on a sphere and every single point has probability 0. In two dimensions a fixed margin leaves finitely many points.
    fn is_on_sphere(&self) -> bool {
        match self {
            Self::TruncatedSphere { dimension, .. } | Self::FixedMarginSphere { dimension, .. } => {
                *dimension > 2
            }
            _ => false,
        }
    }

    /// Number of features of an example, if this form of distribution states it.
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
