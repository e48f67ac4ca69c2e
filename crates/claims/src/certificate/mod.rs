//! Makes and checks certificates of trials, and shrinks violations to a few examples.
//!
//! A certificate lets a reader check a run without trusting the learner. It is a small file with the list of updates, the margin with both halves of
//! its proof, and a digest of the sample. The check repeats the updates in its own exact arithmetic, and then walks the order example by example with
//! the random draws that the trial's address gives. Floats settle a score only if their error cannot change the decision.
//!
//! `shrink` removes examples from a sample while the claim stays violated, and writes the remaining ones as a spec. An address names a trial and is
//! parsed here. The format of certificates has its own version.

mod address;
mod answer;
mod certify;
mod check;
mod closed_set;
mod exact;
mod geometry;
mod integers;
mod order;
mod own_step;
mod rule;
mod shrink;
mod vector;
mod witness;

pub use address::{Address, AddressError};
pub use answer::CheckResult;
pub(crate) use certify::fractions;
pub use certify::{CHEAP, certify};
pub use check::check;
pub use integers::portable;
pub use own_step::CertifiedLearner;
pub(crate) use shrink::restated;
pub use shrink::shrink;
pub use witness::{StatedSample, Witness};

use crate::trial::{Setting, columns};
use perceptron::intake::abridged;
use perceptron::sample::{Features, Quantity, Rational, Sample};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

/// Version of the file format of certificates. Since version 2, integers beyond ±2⁵³ are text, as fractions are; version 1 is still read.
pub const VERSION: u32 = 2;

/// A certificate of a trial: its run and its sample's margin in few numbers, which can be checked against the spec and the sample without trusting
/// the learner.
///
/// It holds squares, because γ² and R² are fractions even if γ and R are not. Floats are quoted decimals in their shortest spelling; fractions are
/// "p/q". If the variant has an offset, all numbers are about the sample with its constant feature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of the file format, at most [`VERSION`].
    pub version: u32,
    /// The address of the trial, `experiment:cell:variant:replicate`.
    pub address: String,
    /// The experiment's name.
    pub experiment: String,
    /// The cell's key: its sorted list of exact parameters.
    pub cell: String,
    /// The variant's name; null where no learner ran.
    pub variant: Option<String>,
    /// The index of the replicate within the cell, from 0.
    pub replicate: u64,
    /// SHA-256 of the sample in hexadecimal digits, from [`digest`].
    pub sample_digest: String,
    /// Number of examples in the sample.
    pub examples: u64,
    /// Number of features of each example, the constant one included.
    pub dimension: u64,
    /// The name of the update rule; null where no learner ran.
    pub rule: Option<String>,
    /// The learner with its numbers, if its steps are its own: passive-aggressive or Winnow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learner: Option<CertifiedLearner>,
    /// The threshold below which y⟨w, x⟩ calls for an update; null for rules that update on mistakes.
    pub threshold: Option<Rational>,
    /// The step η, a factor of every update.
    pub step: Option<Rational>,
    /// The tie convention: mistake or positive.
    pub ties: Option<String>,
    /// The arithmetic of the run: exact or f64.
    pub arithmetic: Option<String>,
    /// The learner's counts of passes, examples shown, updates and mistakes; null where no learner ran.
    pub counts: Option<CertifiedCounts>,
    /// The reason why the run stopped; null where no learner ran.
    pub stop_reason: Option<String>,
    /// For every update, in order, the index of its example, from 0.
    pub updates: Vec<usize>,
    /// R², the square of the largest norm of an example, as an interval.
    pub radius_squared: Enclosure,
    /// A direction, one fraction per feature, that classifies every example correctly; null if none was found.
    pub separator: Option<Vec<Rational>>,
    /// An interval for γ*², the squared maximum margin: the separator proves the lower end and the hull the upper end. Without a hull, the square of
    /// the separator's own margin.
    pub margin_squared: Option<Enclosure>,
    /// Weights, as (example, weight), of a point of the convex hull of the signed examples y·x. The norm of this point is an upper bound on every
    /// margin.
    pub hull: Option<Vec<(usize, Rational)>>,
    /// Multipliers λ ≥ 0, as (example, λ), not all zero, with Σ λ_i y_i x_i = 0. They prove that no direction separates the sample.
    pub gordan: Option<Vec<(usize, Rational)>>,
    /// If nothing separates and the run is exact: the weight vectors that some order of the examples reaches, in multiples of the features' unit times the
    /// step. They contain 0, and no update leaves them; null if they are more than 10 000.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "integers::vectors"
    )]
    pub closed_set: Option<Vec<Vec<i64>>>,
}

/// The five counts of a certified run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedCounts {
    /// Number of passes over the sample.
    pub passes: u64,
    /// Number of examples shown.
    pub draws: u64,
    /// Number of updates of the weight vector.
    pub updates: u64,
    /// Number of mistakes, that is, of wrong predictions.
    pub mistakes: u64,
    /// Number of examples shown with y⟨w, x⟩ below the threshold; for a rule without a threshold, of mistakes.
    pub margin_mistakes: u64,
}

/// An interval between two floats that contains a number, and the number itself if it is a short fraction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enclosure {
    /// The lower end of the interval, at most the enclosed number.
    pub lower: Decimal,
    /// The upper end of the interval, at least the enclosed number.
    pub upper: Decimal,
    /// The enclosed number itself, if it is known as a short fraction.
    pub exact: Option<Rational>,
}

/// A float written as a quoted decimal, so that no reader of JSON rounds it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decimal(pub f64);

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&format!("{:?}", self.0))
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        let value = text.parse().ok().filter(|value: &f64| value.is_finite());
        value.map(Self).ok_or_else(|| {
            de::Error::custom(format!("`{text}` is not a quoted decimal such as \"0.1\""))
        })
    }
}

impl Enclosure {
    /// The largest denominator, in bits, of an exact fraction that is written; exact margins can have thousands of digits.
    const LONGEST: u64 = 256;

    fn of(quantity: &Quantity) -> Self {
        let exact = quantity
            .exact
            .clone()
            .filter(|fraction| fraction.denominator().bits() <= Self::LONGEST);
        Self {
            lower: Decimal(quantity.lower),
            upper: Decimal(quantity.upper),
            exact,
        }
    }

    fn between(lower: &Rational, upper: &Rational) -> Self {
        let ends = (
            Self::of(&Quantity::exact(lower.clone())),
            Self::of(&Quantity::exact(upper.clone())),
        );
        Self {
            lower: ends.0.lower,
            upper: ends.1.upper,
            exact: ends.1.exact.filter(|_| lower == upper),
        }
    }

    fn starts_below(&self, value: &Rational) -> bool {
        Rational::from_float(self.lower.0) <= *value
    }

    fn ends_above(&self, value: &Rational) -> bool {
        *value <= Rational::from_float(self.upper.0)
    }

    fn names(&self, value: &Rational) -> bool {
        self.exact.as_ref().is_none_or(|exact| exact == value)
    }
}

impl Certificate {
    /// Makes a certificate of a trial with what is known before its run: address, settings and sample.
    pub fn blank(address: &Address, setting: &Setting, sample: &Sample) -> Self {
        let exact = sample.features.is_exact();
        let arithmetic = setting
            .variant
            .as_ref()
            .map(|variant| variant.arithmetic(exact));
        Self {
            version: VERSION,
            address: address.to_string(),
            experiment: address.experiment.clone(),
            cell: address.cell.clone(),
            variant: address.variant.clone(),
            replicate: address.replicate,
            sample_digest: digest(sample),
            examples: sample.labels.len() as u64,
            dimension: sample.features.dimension() as u64,
            rule: setting.get(columns::RULE).cloned(),
            learner: setting
                .learner()
                .and_then(|learner| CertifiedLearner::of(learner, sample.features.dimension())),
            threshold: setting.get(columns::THRESHOLD).cloned(),
            step: setting.get(columns::STEP).cloned(),
            ties: setting.get(columns::TIES).cloned(),
            arithmetic: arithmetic.map(|arithmetic| arithmetic.as_str().into()),
            counts: None,
            stop_reason: None,
            updates: Vec::new(),
            radius_squared: Enclosure::of(&sample.features.radius_squared()),
            separator: None,
            margin_squared: None,
            hull: None,
            gordan: None,
            closed_set: None,
        }
    }

    /// Reads a certificate from the text of its file.
    ///
    /// # Errors
    /// Says what is wrong with the text, with line and column, or names a version of the format that is not known here.
    pub fn read(text: &str) -> Result<Self, String> {
        let read: Result<Self, _> = serde_json::from_str(text);
        let certificate = read.map_err(|error| abridged(&error.to_string()))?;
        match certificate.version {
            1..=VERSION => Ok(certificate),
            other => Err(format!(
                "the line `version` says {other}, and this program reads versions 1 to {VERSION}"
            )),
        }
    }

    /// Returns the text of the certificate's file, JSON with one field per line.
    pub fn text(&self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        let value = portable(value);
        let fields = value.as_object().into_iter().flatten();
        let lines: Vec<String> = fields
            .map(|(key, value)| format!("  \"{key}\": {value}"))
            .collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }
}

/// Returns the SHA-256 of a sample, in hex. It covers the number of examples, the dimension and the unit, then the label and the features of each
/// example. A feature takes one byte if all integers of its row fit into `i8`, otherwise eight bytes, little-endian; floats are hashed by their bits.
pub fn digest(sample: &Sample) -> String {
    let features: &Features = &sample.features;
    let mut hash = Sha256::new();
    hash.update(format!(
        "{} {} {} ",
        sample.labels.len(),
        features.dimension(),
        features.unit()
    ));
    for (example, label) in sample.labels.iter().enumerate() {
        hash.update(label.sign().to_le_bytes());
        match features.integer_row(example) {
            Some(row) => match row
                .iter()
                .map(|&x| i8::try_from(x).map(|x| x as u8))
                .collect::<Result<Vec<u8>, _>>()
            {
                Ok(bytes) => hash.update(bytes),
                Err(_) => row.iter().for_each(|x| hash.update(x.to_le_bytes())),
            },
            None => features
                .row(example)
                .iter()
                .for_each(|x| hash.update(x.to_bits().to_le_bytes())),
        }
    }
    hex::encode(hash.finalize())
}
