//! Writes down the proof of an answer: a separator with its exact margin, or Gordan's multipliers, by the lines of the file.

use super::CertifiedSet;
use super::frames::{Frame, Searched};
use super::input::Input;
use perceptron::intake::{FilledValue, Missing, NumberFormat};
use perceptron::margin::{Separability, Weights};
use perceptron::sample::Rational;
use serde::Serialize;

/// All that a reader needs to check, with the data file alone, whether its examples are separable.
#[derive(Debug, Clone, Serialize)]
pub struct Certificate {
    /// Name of the certificate's format.
    pub format: &'static str,
    /// Version of the certificate's format.
    pub version: u32,
    /// The data file, and how the examples are obtained from it.
    pub data: Data,
    /// Proofs of separability or of its absence: one through the origin, and one with an offset.
    pub proofs: Vec<Proof>,
}

/// Says how the examples of a certificate are obtained from the data file.
#[derive(Debug, Clone, Serialize)]
pub struct Data {
    /// Name of the data file.
    pub file: String,
    /// SHA-256 of the file's bytes.
    pub sha256: String,
    /// Format of the data file, such as a table or LIBSVM.
    pub layout: perceptron::intake::Format,
    /// How the lines of a table are written, such as its delimiter; `None` for other formats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<perceptron::intake::Layout>,
    /// Whether the file's numbers are read as exact decimals, or as the nearest doubles.
    pub numbers: NumberFormat,
    /// Name of the label column.
    pub label: String,
    /// The class with label +1.
    pub positive: String,
    /// The class with label −1; if null, all other classes.
    pub negative: Option<String>,
    /// Names of the features, in the order of the separator's entries.
    pub features: Vec<String>,
    /// How rows with a missing value are treated.
    pub missing: Missing,
    /// Values that replace missing ones, with line and column.
    pub filled: Vec<FilledValue>,
    /// Number of examples after rows were left out.
    pub examples: usize,
}

/// Whether the examples are separable in one frame, with the proof.
#[derive(Debug, Clone, Serialize)]
pub struct Proof {
    /// Frame in which the examples are separated.
    pub frame: Frame,
    /// Whether a constant feature 1 is appended to the features.
    pub offset: bool,
    /// Whether the examples are separable: true if the separator proves it; false if the multipliers refute it; null if neither was found.
    pub separable: Option<bool>,
    /// A direction u with y⟨u, x⟩ > 0 for all examples, as fractions; the weight of the constant feature comes last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separator: Option<Vec<Rational>>,
    /// Square of the separator's margin, (min y⟨u, x⟩/‖u‖)², exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_squared: Option<Rational>,
    /// Weights λ of examples, each with its line in the file, that bound the margin: no margin is larger than ‖Σ λ y x‖/Σ λ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hull: Option<Vec<(u64, Rational)>>,
    /// Gordan's multipliers, each with its line in the file: λ > 0 with Σ λ y x = 0, which proves that no vector separates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multipliers: Option<Vec<(u64, Rational)>>,
    /// The smallest set of weight vectors that contains 0 and that no update of the perceptron leaves, if nothing separates and the set is small: every
    /// run stays in it. A tie is a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_set: Option<CertifiedSet>,
}

/// Creates the certificate of a data file with these proofs.
pub(super) fn certificate(input: &Input, missing: Missing, proofs: Vec<Proof>) -> Certificate {
    let intake = &input.intake;
    Certificate {
        format: "perceptron-lab analysis certificate",
        version: claims::certificate::VERSION,
        data: Data {
            file: input.name.clone(),
            sha256: input.sha256.clone(),
            layout: intake.format,
            table: intake.table.clone(),
            numbers: intake.held,
            label: intake.label.clone(),
            positive: intake.positive.clone(),
            negative: intake.negative.clone(),
            features: intake.features.clone(),
            missing,
            filled: intake.filled.clone(),
            examples: intake.lines.len(),
        },
        proofs,
    }
}

impl Proof {
    /// Creates the proof from the result of a search for a separator; `lines` are those of the examples in the file.
    pub(super) fn of(searched: &Searched, lines: &[u64]) -> Self {
        let by_line = |weights: &Weights| {
            let named = weights
                .iter()
                .map(|(example, weight)| (lines[*example], weight.clone()));
            Some(named.collect())
        };
        let blank = Self::blank(searched.frame, searched.is_separable());
        match &searched.answer {
            Separability::Separable(found) => {
                let (separator, margin_squared) = searched.proved(found);
                Self {
                    separator: Some(separator),
                    margin_squared,
                    hull: by_line(&found.hull),
                    ..blank
                }
            }
            Separability::NotSeparable(gordan) => Self {
                multipliers: by_line(&gordan.multipliers),
                ..blank
            },
            Separability::Open { .. } => blank,
        }
    }

    /// A proof for this frame with neither separator nor multipliers.
    pub(super) fn blank(frame: Frame, separable: Option<bool>) -> Self {
        Self {
            frame,
            offset: frame.has_offset(),
            separable,
            separator: None,
            margin_squared: None,
            hull: None,
            multipliers: None,
            closed_set: None,
        }
    }
}
