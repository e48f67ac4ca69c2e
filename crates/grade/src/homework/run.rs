//! Runs a learner on a sample that was handed in, with the code that runs studies, and returns its trial.

use super::answer::HandedInSample;
use claims::claim::measures;
use claims::numbers::significant;
use claims::trial::{AnyColumn, Block, Design, Measure, columns};
use perceptron::generate::Generator;
use perceptron::learn::{Order, Stop, Variant};
use perceptron::sample::{Quantity, Rational, Sample, Separator};
use std::collections::BTreeSet;

/// Number of updates after which a run is ended.
pub(super) const MOST_UPDATES: u64 = 20_000;
/// Significant digits of a number that has no short fraction.
const DIGITS: usize = 12;
/// Longest fraction that a reason prints, in characters.
const LONGEST: usize = 24;

/// The trial of a learner on a sample: one row with these measurements.
pub(super) fn trial(
    witness: &HandedInSample,
    separator: Option<&[i64]>,
    variant: &Variant,
    measures: BTreeSet<Measure>,
) -> Result<Block, String> {
    let sample = witness.sample()?;
    let generator = Generator::Points(witness.points(separator));
    generator.validate().map_err(|invalid| invalid.problem)?;
    let variant = capped(variant);
    let fits = variant.check(true, witness.labels.len());
    fits.map_err(|invalid| invalid.problem)?;
    let planted = separator.map(|u| Separator::Integers(u.to_vec()));
    let design = Design::alone(generator, vec![("learner".to_owned(), variant)], measures);
    let mut block = design.empty(vec![0]);
    let sample = Sample { planted, ..sample };
    design.measure_given(&mut block, sample, |_| true);
    Ok(block)
}

/// A variant whose run ends after a number of updates, if nothing else ends it.
fn capped(variant: &Variant) -> Variant {
    let stop = match (variant.stop(), &variant.order) {
        (Stop::CleanPass, order) if !matches!(order, Order::AllOrders(_)) => {
            Some(Stop::Updates(MOST_UPDATES))
        }
        _ => variant.stop,
    };
    Variant {
        stop,
        ..variant.clone()
    }
}

/// The numbers of a run in which a sample is shown once.
#[derive(Debug, Clone)]
pub(super) struct StreamRun {
    /// Number of wrong predictions.
    pub(super) mistakes: u64,
    radius_squared: Quantity,
    margin_squared: Option<Quantity>,
    separable: Option<bool>,
}

impl StreamRun {
    /// Runs a learner, written as in a spec, on a sample.
    pub(super) fn of(witness: &HandedInSample, learner: &str) -> Result<Self, String> {
        let variant: Variant = toml::from_str(learner).map_err(|error| error.to_string())?;
        let read: [AnyColumn; 4] = [
            columns::MISTAKES.any(),
            columns::RADIUS_SQUARED.any(),
            columns::MAX_MARGIN_SQUARED.any(),
            columns::SEPARABLE.any(),
        ];
        let block = trial(witness, None, &variant, measures(&read))?;
        let row = block.row(0, 0).ok_or(FAILED)?;
        Ok(Self {
            mistakes: row.copied(columns::MISTAKES).ok_or(FAILED)?,
            radius_squared: row.quantity(read[1]).ok_or(FAILED)?,
            margin_squared: row.quantity(read[2]),
            separable: row.copied(columns::SEPARABLE),
        })
    }

    /// R²/γ*², or why the sample has none.
    fn ratio(&self) -> Result<Quantity, String> {
        match (&self.margin_squared, self.separable) {
            (Some(margin), _) => Ok(self.radius_squared.over(margin)),
            (None, Some(false)) => Err("no vector separates the sample, so γ* = 0".into()),
            (None, _) => Err("the largest margin was not found; use smaller numbers".into()),
        }
    }

    /// R²/γ*² in words, if it is at most a bound.
    pub(super) fn ratio_within(&self, bound: u64) -> Result<String, String> {
        let (ratio, most) = (self.ratio()?, Quantity::count(bound));
        let radius = words(&self.radius_squared);
        let margin = self.margin_squared.as_ref().map(words).unwrap_or_default();
        let stated = format!(
            "R² = {radius} and γ*² = {margin}, so R²/γ*² = {}",
            words(&ratio)
        );
        let is_within = match &ratio.exact {
            Some(exact) => *exact <= Rational::from(bound),
            None => ratio.upper <= most.lower,
        };
        match is_within {
            true => Ok(stated),
            false => Err(format!("{stated}, which is not at most {bound}")),
        }
    }
}

/// Why a run has no numbers.
const FAILED: &str = "the run has no result on this sample; use smaller numbers";

/// A number for a reason: the fraction if it is known and short, otherwise a decimal.
pub(super) fn words(number: &Quantity) -> String {
    let exact = number.exact.as_ref().map(ToString::to_string);
    let exact = exact.filter(|text| text.len() <= LONGEST);
    exact.unwrap_or_else(|| format!("about {}", significant(number.value, DIGITS)))
}
