//! Follows what single trials say about a claim: which decides it, which came closest to its limit, and where both sides count as equal.

use super::comparison::compares_trials;
use super::{Case, Status, TrialSides};
use crate::claim::{Form, OneTrial, StatedClaim};

/// Evidence about a claim from single trials so far.
#[derive(Debug, Clone, Default)]
pub(super) struct SingleRuns {
    /// The address of the trial that decides a claim about every trial, or about some.
    pub(super) decisive: Option<String>,
    /// The number of trials that decide such a claim.
    pub(super) deciding: u64,
    /// Number of cases in which the two sides count as equal although arithmetic tells them apart only so far, and the largest part of the larger side by
    /// which they may differ.
    pub(super) equal: Option<(u64, f64)>,
    /// Largest observed ÷ limit among the trials that can violate the claim; for a claim that some trial is within its limit, the smallest.
    pub(super) closest: Option<f64>,
    /// Address of the trial that came closest to its limit, with observed ÷ limit, by which trials are ranked (negated for lower bounds and
    /// existence); the first trial if no trial has a ratio.
    nearest: Option<(Option<f64>, String)>,
}

impl SingleRuns {
    /// Adds one case that occurred `times` times in a row. The address of the first is computed only if it is recorded.
    pub(super) fn add(
        &mut self,
        claim: &StatedClaim,
        (case, numbers): (&Case, &TrialSides),
        times: usize,
        address: impl Fn() -> String,
    ) {
        self.track_nearest(claim.form(), numbers, &address);
        self.count_equal(claim.form(), case, numbers, times);
        if self.decides(claim, case, numbers) {
            self.deciding += times as u64;
            // Only the first deciding trial is recorded, so that more trials do not change which one is cited.
            self.decisive.get_or_insert_with(address);
        }
    }

    /// The address of the trial that decides, or else of the one that came closest to its limit.
    pub(super) fn nearest(&self) -> Option<&str> {
        let nearest = self.nearest.as_ref().map(|(_, address)| address.as_str());
        self.decisive.as_deref().or(nearest)
    }

    /// Records the address of the trial if its observed value comes closer to its limit than those of all earlier trials.
    fn track_nearest(&mut self, form: Form, numbers: &TrialSides, address: &impl Fn() -> String) {
        let share = numbers.ratio().map(|ratio| match form {
            Form::LowerBound | Form::Exists => -ratio,
            _ => ratio,
        });
        let is_nearer = match &self.nearest {
            None => true,
            Some((nearest, _)) => share.is_some() && share > *nearest,
        };
        if is_nearer {
            self.nearest = Some((share, address()));
        }
    }

    /// Counts the cases in which both sides count as equal because arithmetic does not tell them apart.
    fn count_equal(&mut self, form: Form, case: &Case, numbers: &TrialSides, times: usize) {
        let compares = compares_trials(form);
        let tolerance = numbers.comparison.tolerance();
        let tolerance = tolerance.filter(|_| compares && case.status == Status::Complete);
        if let Some(tolerance) = tolerance {
            let (count, most) = self.equal.unwrap_or_default();
            self.equal = Some((count + times as u64, most.max(tolerance)));
        }
    }

    /// Whether a case decides the claim; records how close it came to its limit.
    fn decides(&mut self, claim: &StatedClaim, case: &Case, numbers: &TrialSides) -> bool {
        let ratio = numbers.ratio();
        match claim.form().one_trial() {
            OneTrial::Shows => {
                self.closest = extreme(self.closest, ratio, f64::min);
                case.shows()
            }
            OneTrial::Exceeds | OneTrial::Differs => {
                let violates = case.violates(claim);
                // A side that counts as equal to the other is not beyond it, whatever the quotient of two rounded numbers is.
                let ratio = match violates {
                    Some(false) => ratio.map(|ratio| ratio.min(1.0)),
                    _ => ratio,
                };
                if violates.is_some() {
                    self.closest = extreme(self.closest, ratio, f64::max);
                }
                violates == Some(true)
            }
            OneTrial::Nothing => false,
        }
    }
}

/// The number that `choose` (minimum or maximum) prefers, if both are known; otherwise the known one.
fn extreme(old: Option<f64>, new: Option<f64>, choose: fn(f64, f64) -> f64) -> Option<f64> {
    match (old, new) {
        (Some(old), Some(new)) => Some(choose(old, new)),
        (old, new) => old.or(new),
    }
}
