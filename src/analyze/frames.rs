//! Searches for the largest margin of the examples as learners see them: unchanged, with a constant feature, or divided by their norms.

use super::proved_number::ProvedNumber;
use perceptron::margin::{MaxMargin, Separability, hull_point, separability, verify_lower};
use perceptron::sample::{Features, Quantity, Rational, Sample, Separator};
use serde::Serialize;
use std::borrow::Cow;

/// How examples are transformed before a separator is searched: whether a constant feature is added, and whether norms are divided out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// Examples unchanged, so that only hyperplanes through the origin can separate them.
    Origin,
    /// Examples with the constant feature 1, so that any hyperplane can separate them.
    Offset,
    /// Each example divided by its norm.
    Normalized,
    /// Each example with the constant feature 1, then divided by its norm.
    NormalizedOffset,
}

impl Frame {
    /// All four frames, in the order in which they are reported.
    pub const ALL: [Self; 4] = [
        Self::Origin,
        Self::Offset,
        Self::Normalized,
        Self::NormalizedOffset,
    ];

    /// Name of the frame for a reader.
    pub fn label(self) -> &'static str {
        match self {
            Self::Origin => "through the origin",
            Self::Offset => "with an offset",
            Self::Normalized => "normalized, through the origin",
            Self::NormalizedOffset => "normalized, with an offset",
        }
    }

    /// Whether the frame adds a constant feature to the examples.
    pub fn has_offset(self) -> bool {
        matches!(self, Self::Offset | Self::NormalizedOffset)
    }

    /// The frame before examples are divided by their norms.
    pub(super) fn undivided(self) -> Self {
        if self.has_offset() {
            Self::Offset
        } else {
            Self::Origin
        }
    }

    fn normalizes(self) -> bool {
        matches!(self, Self::Normalized | Self::NormalizedOffset)
    }
}

/// Result of the search for the largest margin in a frame.
#[derive(Debug, Clone, Serialize)]
pub struct Geometry {
    /// Frame in which the search was made.
    pub frame: Frame,
    /// Whether some vector separates the examples strictly; `None` if that is undecided.
    pub separable: Option<bool>,
    /// Reason why separability is undecided; `None` if it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
    /// R, the largest norm of an example in the frame.
    pub radius: ProvedNumber,
    /// γ*, the largest margin that any vector has on the examples in the frame; `None` if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<ProvedNumber>,
    /// γ*², the square of the largest margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_squared: Option<ProvedNumber>,
    /// (R/γ*)², the perceptron's mistake bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<ProvedNumber>,
    /// Direction of unit length that has the largest margin; the weight of the constant feature comes last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separator: Option<Vec<f64>>,
}

/// The examples as a frame shows them, and the result of the search for a separator.
pub(super) struct Searched {
    pub frame: Frame,
    pub sample: Sample,
    pub answer: Separability,
    /// Whether the examples are separable before they are divided by their norms, if known: dividing changes no sign of a score.
    settled: Option<bool>,
}

/// The examples of a sample as a frame shows them; `None` if exact integers leave their range.
pub(super) fn viewed_sample(sample: &Sample, frame: Frame) -> Option<Sample> {
    let features = if frame.has_offset() {
        Cow::Owned(sample.features.with_offset(&Rational::one()).ok()?)
    } else {
        Cow::Borrowed(&sample.features)
    };
    let features = match (frame.normalizes(), features) {
        (true, features) => features.normalized(),
        (false, features) => features.into_owned(),
    };
    // Exact features of equal norms are still undivided here; they are divided as floats, so that the frame always holds divided examples.
    let features = match features {
        exact if frame.normalizes() && exact.is_exact() => {
            Features::Dense(exact.to_dense().normalized())
        }
        other => other,
    };
    Some(Sample {
        features,
        labels: sample.labels.clone(),
        planted: None,
    })
}

impl Searched {
    /// Searches for the separator with the largest margin in one frame; `None` if exact integers leave their range.
    pub(super) fn new(sample: &Sample, frame: Frame) -> Option<Self> {
        let sample = viewed_sample(sample, frame)?;
        let answer = separability(&sample);
        Some(Self {
            frame,
            sample,
            answer,
            settled: None,
        })
    }

    /// Adds whether the examples are separable before they are divided by their norms.
    pub(super) fn knowing(self, separable: Option<bool>) -> Self {
        Self {
            settled: separable,
            ..self
        }
    }

    /// Whether some vector separates the examples; `None` if that is undecided.
    pub(super) fn is_separable(&self) -> Option<bool> {
        match self.answer {
            Separability::Separable(_) => Some(true),
            Separability::NotSeparable(_) => Some(false),
            Separability::Open { .. } => self.settled,
        }
    }

    /// Result of the search for the largest margin, with radius and bound, for the report.
    pub(super) fn geometry(&self) -> Geometry {
        let radius_squared = self.sample.features.radius_squared();
        let squared = match &self.answer {
            Separability::Separable(found) => Some(found.squared.clone()),
            _ => None,
        };
        let open = match &self.answer {
            Separability::Open { why, .. } if self.settled.is_none() => Some((*why).to_owned()),
            _ => None,
        };
        let bound = squared.as_ref().map(|squared| radius_squared.over(squared));
        Geometry {
            frame: self.frame,
            separable: self.is_separable(),
            open,
            radius: ProvedNumber::of(&root(&radius_squared)),
            margin: squared
                .as_ref()
                .map(|squared| ProvedNumber::of(&root(squared))),
            margin_squared: squared.as_ref().map(ProvedNumber::of),
            bound: bound.as_ref().map(ProvedNumber::of),
            separator: self.unit_separator(),
        }
    }

    fn unit_separator(&self) -> Option<Vec<f64>> {
        let Separability::Separable(found) = &self.answer else {
            return None;
        };
        Some(unit(found.separator.to_floats()))
    }

    /// The separator found, for the examples before they were transformed: with an intercept if the frame adds a constant feature.
    pub(super) fn planted(&self) -> Option<Separator> {
        let Separability::Separable(found) = &self.answer else {
            return None;
        };
        if matches!(self.sample.features, Features::Wide(_)) {
            verify_lower(&self.sample, &found.separator)?;
        }
        let direction = integers(&found.separator);
        Some(match direction.split_last() {
            Some((last, others)) if self.frame.has_offset() => {
                Separator::Affine(others.to_vec(), Rational::from(*last))
            }
            _ => Separator::Integers(direction),
        })
    }

    /// The separator found, as fractions, and the square of its margin, exactly. If the separator was rounded and no longer separates,
    /// the nearest point of the hull is used.
    pub(super) fn proved(&self, found: &MaxMargin) -> (Vec<Rational>, Option<Rational>) {
        let margin_squared = verify_lower(&self.sample, &found.separator);
        let point = margin_squared
            .is_none()
            .then(|| hull_point(&self.sample, &found.hull));
        match point.flatten() {
            Some(point) => (point, found.squared.exact.clone()),
            None => (fractions(&found.separator), margin_squared),
        }
    }
}

/// Square root of a number, as an exact fraction if it is one.
pub(super) fn root(squared: &Quantity) -> Quantity {
    let exact = squared.exact.as_ref().and_then(Rational::exact_root);
    exact.map_or_else(|| squared.root(), Quantity::exact)
}

/// Divides a direction by its length.
pub(super) fn unit(direction: Vec<f64>) -> Vec<f64> {
    // The largest entry is divided out first, because squares of large integers leave the range of floats.
    let largest = direction
        .iter()
        .fold(f64::MIN_POSITIVE, |most, x| most.max(x.abs()));
    let scaled: Vec<f64> = direction.iter().map(|x| x / largest).collect();
    let norm = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
    scaled.iter().map(|x| x / norm).collect()
}

/// Entries of a separator as integers: unchanged, or its floats in units of 2⁻⁵² of the largest.
fn integers(separator: &Separator) -> Vec<i64> {
    match separator {
        Separator::Integers(direction) | Separator::Affine(direction, _) => direction.clone(),
        Separator::Dense(direction) => {
            let largest = direction
                .iter()
                .fold(f64::MIN_POSITIVE, |most, x| most.max(x.abs()));
            let scaled = |x: &f64| (x / largest * (1_u64 << 52) as f64).round() as i64;
            direction.iter().map(scaled).collect()
        }
    }
}

/// Entries of a separator as fractions.
pub(super) fn fractions(separator: &Separator) -> Vec<Rational> {
    match separator {
        Separator::Integers(direction) | Separator::Affine(direction, _) => {
            direction.iter().map(|&u| Rational::from(u)).collect()
        }
        Separator::Dense(direction) => direction.iter().map(|&u| Rational::from_float(u)).collect(),
    }
}
