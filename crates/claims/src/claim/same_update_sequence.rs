//! Claims that two variants update on the same examples in the same order.

use super::{Claim, Form, MarginSource, Premise, Scope};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

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
        Vec::new()
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::UpdateSequence]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let [first, second] = rows else { return None };
        let differ = first.update_digest.as_ref()? != second.update_digest.as_ref()?;
        let is_final = !first.is_incomplete() && !second.is_incomplete();
        (is_final
            || differ && (went_on_for_longer(first, second) || went_on_for_longer(second, first)))
        .then(|| Quantity::count(u64::from(differ)))
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(0))
    }

    /// What is observed of a run that was cut off is proved, and so final.
    fn needs_finished_run(&self) -> bool {
        false
    }
}

/// Whether a run that may have been cut off had by then made at least as many updates as another one that is at its end, or as one cut off
/// at the same number: then sequences that differ stay different.
fn went_on_for_longer(one: &Trial, other: &Trial) -> bool {
    match (one.updates, other.updates) {
        (Some(longer), Some(shorter)) if other.is_incomplete() => longer == shorter,
        (Some(longer), Some(shorter)) => one.is_incomplete() && longer >= shorter,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(stop_reason: &str, updates: u64, digest: &str) -> Trial {
        Trial {
            stop_reason: Some(stop_reason.into()),
            updates: Some(updates),
            update_digest: Some(digest.into()),
            ..Trial::empty()
        }
    }

    fn observed(first: &Trial, second: &Trial) -> Option<f64> {
        SameUpdateSequence {}
            .observed(&[first, second])
            .map(|observed| observed.value)
    }

    #[test]
    fn a_run_that_was_cut_off_differs_only_where_it_can_no_longer_become_the_same() {
        let finished = row("clean-pass", 5, "a");
        assert_eq!(observed(&finished, &finished), Some(0.0));
        assert_eq!(observed(&finished, &row("update-cap", 100, "b")), Some(1.0));
        assert_eq!(observed(&row("update-cap", 100, "b"), &finished), Some(1.0));
        assert_eq!(observed(&finished, &row("update-cap", 3, "b")), None);
        assert_eq!(
            observed(&row("update-cap", 9, "a"), &row("update-cap", 9, "b")),
            Some(1.0)
        );
        assert_eq!(
            observed(&row("update-cap", 9, "a"), &row("update-cap", 9, "a")),
            None
        );
        assert_eq!(observed(&finished, &row("out-of-range", 3, "b")), None);
    }
}
