//! Claims that two variants update on the same examples in the same order.

use super::{Claim, Form, MarginSource, Premise, Scope};
use crate::documented::documented;
use crate::sample::Quantity;
use crate::trial::{Measure, Trial};

documented! {
    name = "same-update-sequence";
    /// Two variants update on the same examples in the same order, on every sample.
    ///
    /// # Formula
    /// 1 if the sequences of updated examples differ, else 0; claimed to be 0. The sequences are compared by 64 bits of their SHA-256.
    /// # Premise
    /// Two variants are named: two implementations of one algorithm, or one before and after a transform that it must not notice. Variants in
    /// random order need the same `draws`.
    /// # Source
    /// Bartlett, Note after Theorem 2.1 and rescaling; Vaughan, normalized perceptron; MIT, offset; Hardt and Recht, SGD (theory C-B10, C-B12, C-V6, C-M10, C-H16).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "same-update-sequence"
    /// variants = ["plain", "normalized"]
    /// ```
    pub struct SameUpdateSequence {}
}

impl Claim for SameUpdateSequence {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn scope(&self) -> Scope {
        Scope::Pair
    }

    fn source(&self) -> &'static str {
        "identities of the five notes"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::Online]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::UpdateSequence]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let (first, second) = (rows.first()?, rows.get(1)?);
        let differ = first.update_digest.as_ref()? != second.update_digest.as_ref()?;
        let known = if differ { tells_apart(first, second)? } else { !first.is_incomplete() && !second.is_incomplete() };
        known.then(|| Quantity::count(u64::from(differ)))
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(0))
    }

    /// What is observed is final already: a run that was cut off counts only where no continuation can make the sequences equal.
    fn needs_finished_run(&self) -> bool {
        false
    }
}

/// Whether different digests mean different sequences: of runs that ended, of runs cut off after equally many updates, and of a run that ended
/// before another one was cut off.
fn tells_apart(first: &Trial, second: &Trial) -> Option<bool> {
    let (a, b) = (first.updates?, second.updates?);
    Some(match (first.is_incomplete(), second.is_incomplete()) {
        (false, false) => true,
        (true, true) => a == b,
        (true, false) => b < a,
        (false, true) => a < b,
    })
}
