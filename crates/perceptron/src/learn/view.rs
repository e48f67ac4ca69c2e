//! Defines what a learner sees of a sample: the examples after transform, constant feature and the map of a kernel, before any arithmetic of its own.
//!
//! Offsets and normalizing are conversions too, made once per trial; the learning loop knows neither.
//!
//! Claims are about the sample as the learner saw it. Radius, margins, separability, positions and risk are those of the examples under this view,
//! exact if these were exact. [`View::distribution`] says what is known of their distribution before a run. Changes by the rule itself (dividing by norms) and
//! the rounding of a run in floats are not part of the view. `trial/viewed_geometry.rs` measures only once what several variants see alike. A
//! Gaussian kernel, and a map of more than 4096 features, have no finite form here: their columns are missing, and the premises say so.

use super::{Transform, Variant};
use crate::generate::KnownDistribution;
use crate::sample::{Features, Integers, Label, OutOfRange, Quantity, Rational, Sample, TestTies};
use std::borrow::Cow;

/// Most features that the feature map of a kernel may have so that it is computed explicitly.
const MOST_MAPPED: usize = 4096;

/// Most examples for which the inner products of all pairs are computed.
const MOST_COMPARED: usize = 1000;

/// A sample given by the inner products of its examples in the feature space of a kernel.
#[derive(Debug)]
pub struct InnerProducts {
    /// Inner products of all pairs of examples, row by row: n² numbers for n examples.
    pub entries: Vec<f64>,
    /// Labels as the learner sees them.
    pub labels: Vec<Label>,
}

/// How a learner sees a sample: transform, constant feature and kernel map, applied to every example in this order before it is scored.
///
/// Claims are about the examples after these changes: their norms, margins, separability and risk. Changes by the rule itself, such as dividing by
/// the norm, and the rounding of a run in floats are not part of the view.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    transform: Option<Transform>,
    /// Value of the constant feature that is appended to every example.
    offset: Option<Rational>,
    /// The feature map whose inner product is the learner's kernel.
    map: Option<Transform>,
    /// Whether a common factor of all examples changes no run, so that they need not be divided by a norm that they share.
    scale_free: bool,
}

impl Variant {
    /// Returns how the learner sees a sample: the changes of every example before it is scored; `None` if the map of its kernel has no finite form.
    pub fn view(&self) -> Option<View> {
        let map = match self.learner.as_ref().and_then(|learner| learner.map()) {
            None => None,
            Some(map) => Some(map?),
        };
        Some(View {
            map,
            ..self.given_view(self.offset.0.as_ref())
        })
    }

    /// Returns the inner products of the examples, with their labels, in the space of the learner's kernel. `None` for learners without a kernel, and
    /// for samples that are too large to compare all pairs.
    pub fn inner_products(&self, drawn: &Sample) -> Result<Option<InnerProducts>, OutOfRange> {
        let Some(learner) = self
            .learner
            .as_ref()
            .filter(|_| drawn.labels.len() <= MOST_COMPARED)
        else {
            return Ok(None);
        };
        let given = self.given(drawn)?;
        let products = learner.inner_products(&given.features);
        Ok(products.map(|entries| InnerProducts {
            entries,
            labels: given.labels.clone(),
        }))
    }

    /// Returns the sample that the learner is given: after the transform, and with the constant feature unless the learner keeps the offset itself.
    pub fn given<'a>(&self, drawn: &'a Sample) -> Result<Cow<'a, Sample>, OutOfRange> {
        match (&self.transform, self.appended()) {
            (None, None) => Ok(Cow::Borrowed(drawn)),
            (_, appended) => self.given_view(appended).show(drawn),
        }
    }

    /// Returns the changes that are made to every example before the learner is given it: the transform, then `offset` as a constant feature, but not
    /// the map of the learner's kernel.
    pub(super) fn given_view(&self, offset: Option<&Rational>) -> View {
        View {
            transform: self.transform.clone(),
            offset: offset.cloned(),
            map: None,
            scale_free: self.transform == Some(Transform::Normalize)
                && self.ignores_scale()
                // A run with an offset depends on the scale, even if the learner keeps the offset itself.
                && self.offset.0.is_none(),
        }
    }
}

impl View {
    /// Returns the view that changes nothing.
    pub fn plain() -> Self {
        Self {
            transform: None,
            offset: None,
            map: None,
            scale_free: false,
        }
    }

    /// Whether examples are seen as they were drawn.
    pub fn is_plain(&self) -> bool {
        self.transform.is_none() && self.map.is_none() && self.offset.is_none()
    }

    /// Whether every example keeps its direction, up to one orthogonal map for all: scores of zero stay zero, and the others keep their sign.
    pub fn keeps_directions(&self) -> bool {
        let linear = !matches!(self.transform, Some(Transform::PolynomialMap { .. }));
        linear && self.map.is_none() && self.offset.is_none()
    }

    /// Whether every example is moved by one affine map, so that half-spaces among the seen examples are half-spaces among the drawn ones.
    pub fn is_affine(&self) -> bool {
        let curved = |transform: &Transform| {
            use Transform::{Invert, Normalize, PolynomialMap};
            matches!(transform, Normalize | Invert | PolynomialMap { .. })
        };
        self.map.is_none() && !self.transform.as_ref().is_some_and(curved)
    }

    /// Whether labels are flipped with their examples.
    pub fn turns_labels(&self) -> bool {
        self.transform == Some(Transform::Reflect)
    }

    /// Whether nothing but a constant feature is added.
    pub fn only_appends(&self) -> bool {
        self.transform.is_none() && self.map.is_none()
    }

    /// Returns the value of the constant feature that is appended to every example, if there is one.
    pub fn offset(&self) -> Option<&Rational> {
        self.offset.as_ref()
    }

    /// Whether the features that the learner sees can be computed from `drawn` features: the map of a kernel may have too many, other views never do.
    pub fn fits(&self, drawn: usize) -> bool {
        self.map.is_none()
            || self
                .dimension(drawn)
                .is_some_and(|seen| seen <= MOST_MAPPED)
    }

    /// Returns the sample as the learner sees it, borrowed if nothing changes.
    pub fn show<'a>(&self, sample: &'a Sample) -> Result<Cow<'a, Sample>, OutOfRange> {
        if self.is_plain() {
            return Ok(Cow::Borrowed(sample));
        }
        let mut seen = Cow::Borrowed(sample);
        if let Some(transform) = &self.transform {
            seen = Cow::Owned(self.transformed(transform, &seen)?);
        }
        if let Some(constant) = &self.offset {
            let planted = seen.planted.as_ref();
            seen = Cow::Owned(Sample {
                features: seen.features.with_offset(constant)?,
                planted: planted.map(|separator| separator.with_offset(constant)),
                labels: seen.into_owned().labels,
            });
        }
        if let Some(map) = &self.map {
            seen = Cow::Owned(self.transformed(map, &seen)?);
        }
        Ok(seen)
    }

    fn transformed(&self, transform: &Transform, sample: &Sample) -> Result<Sample, OutOfRange> {
        let dimension = sample.features.dimension();
        let planted = sample.planted.as_ref();
        Ok(Sample {
            features: transform.features(&sample.features, self.scale_free)?,
            labels: transform.labels(&sample.labels),
            planted: planted.and_then(|separator| transform.separator(separator, dimension)),
        })
    }

    /// Returns the number of features that the learner sees if the drawn sample has `drawn` features; `None` if it exceeds the range of `usize`.
    pub fn dimension(&self, drawn: usize) -> Option<usize> {
        let transformed = match &self.transform {
            Some(transform) => transform.dimension(drawn)?,
            None => drawn,
        };
        let given = transformed.checked_add(usize::from(self.offset.is_some()))?;
        match &self.map {
            Some(map) => map.dimension(given),
            None => Some(given),
        }
    }

    /// Returns what is known of the distribution of the examples as the learner sees them: norms and margins, and whether labels are majorities of
    /// signs. Facts that the view makes unknown are dropped. Independence is kept; so is the distribution, which is that of the drawn examples.
    pub fn distribution(&self, distribution: &KnownDistribution) -> KnownDistribution {
        let change = |distribution: KnownDistribution, by: &Option<Transform>| match by {
            Some(transform) => transform.distribution(distribution),
            None => distribution,
        };
        change(
            self.appended(change(distribution.clone(), &self.transform)),
            &self.map,
        )
    }

    fn appended(&self, distribution: KnownDistribution) -> KnownDistribution {
        let Some(constant) = self.offset.as_ref().filter(|offset| !offset.is_zero()) else {
            return distribution;
        };
        let radius_squared = distribution.population_radius_squared.as_ref();
        KnownDistribution {
            unit_norm: false,
            majority_of: None,
            disjunction: distribution
                .disjunction
                .filter(|_| *constant == Rational::one()),
            orthogonal_signs: None,
            is_teachers: false,
            population_radius_squared: radius_squared
                .map(|squared| squared.plus(&Quantity::exact(constant.square()))),
            ..distribution
        }
    }

    /// Maps the weights of the features that the learner sees to weights of the drawn features, for views that keep the signs of scores: the weights
    /// of permuted features return to their original positions.
    pub fn drawn_direction<N: Clone + std::ops::Neg<Output = N>>(&self, weights: &[N]) -> Vec<N> {
        match &self.transform {
            Some(transform) => transform.drawn_direction(weights),
            None => weights.to_vec(),
        }
    }

    /// Whether a score of zero counts the same on an example as the learner sees it and on the example as it was drawn.
    pub fn keeps_ties(&self, ties: TestTies) -> bool {
        !self.turns_labels() || !matches!(ties, TestTies::Positive | TestTies::Negative)
    }

    /// Returns one example for each label, norm·e_i with `dimension` features (a multiple of a basis vector, called an atom), as the learner sees
    /// them.
    pub fn atoms(
        &self,
        dimension: usize,
        norm: &Rational,
        labels: &[Label],
    ) -> Result<Sample, OutOfRange> {
        let atom = |i: usize| {
            (0..dimension).map(move |j| {
                if i == j {
                    norm.clone()
                } else {
                    Rational::zero()
                }
            })
        };
        let values: Vec<Rational> = (0..labels.len()).flat_map(atom).collect();
        let features = Integers::from_rationals(dimension, &values)?;
        let drawn = Sample {
            features: Features::Integers(features),
            labels: labels.to_vec(),
            planted: None,
        };
        self.show(&drawn).map(Cow::into_owned)
    }
}
