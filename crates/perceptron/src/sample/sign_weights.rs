//! Holds exact weights for rows of signs: in lanes of 16 bits while they are small, then in wider integers.

use super::fast::lanes::Lanes;
use super::{IntegerWeights, Label, OutOfRange, ScanResult, UpcomingExamples, UpdateThreshold};

/// A weight vector of integers, for examples whose features are signs packed into bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignWeights(Form);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    Narrow(Lanes),
    Wide(IntegerWeights),
}

impl SignWeights {
    /// The weight vector 0 with `dimension` entries.
    pub(super) fn zero(dimension: usize) -> Self {
        let wide = || Form::Wide(IntegerWeights::zero(dimension));
        Self(Lanes::zero(dimension).map_or_else(wide, Form::Narrow))
    }

    /// The weight vector with these entries.
    pub(super) fn from_integers(values: &[i64]) -> Self {
        let wide = || Form::Wide(IntegerWeights::from_integers(values));
        Self(Lanes::of(values).map_or_else(wide, Form::Narrow))
    }

    /// Adds `factor` times the signs of an example, given as packed bits in `row`; `signs` yields the same signs one by one, as `(index, sign)`.
    pub(super) fn add(
        &mut self,
        row: &[u64],
        factor: i64,
        signs: impl Iterator<Item = (usize, i64)>,
    ) -> Result<(), OutOfRange> {
        if let Form::Narrow(lanes) = &mut self.0
            && factor.abs() == 1
            && lanes.add(row, factor == 1)
        {
            return Ok(());
        }
        if let Form::Narrow(lanes) = &self.0 {
            self.0 = Form::Wide(IntegerWeights::from_integers(&lanes.values()));
        }
        match &mut self.0 {
            Form::Narrow(_) => Ok(()),
            Form::Wide(weights) => weights.add(factor, 1, signs),
        }
    }

    /// The inner product of the weights with the signs packed in `row`; `signed` computes this score from weights that are stored as wide integers.
    pub(super) fn score(
        &self,
        row: &[u64],
        signed: impl Fn(&IntegerWeights) -> Result<i128, OutOfRange>,
    ) -> Result<i128, OutOfRange> {
        match &self.0 {
            Form::Narrow(lanes) => Ok(lanes.score(row).into()),
            Form::Wide(weights) => signed(weights),
        }
    }

    /// Counts the upcoming examples before the first one that calls for an update; `None` if the weights are stored as wide integers.
    pub(super) fn pass(
        &self,
        rows: &[u64],
        ahead: &UpcomingExamples,
        labels: &[Label],
        due: &UpdateThreshold<i128>,
    ) -> Option<ScanResult<i128>> {
        match &self.0 {
            Form::Narrow(lanes) => Some(lanes.pass(rows, ahead, labels, due)),
            Form::Wide(_) => None,
        }
    }

    /// The weights as integers of 64 bits or more.
    pub(super) fn to_wide(&self) -> IntegerWeights {
        match &self.0 {
            Form::Narrow(lanes) => IntegerWeights::from_integers(&lanes.values()),
            Form::Wide(weights) => weights.clone(),
        }
    }
}
