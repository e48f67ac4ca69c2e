//! Claims that two variants update on the same examples in the same order.

use crate::claim::{Claim, MarginSource, Statement, Term};
use crate::trial::{Row, columns};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "same-update-sequence";
    /// Two variants update on the same examples in the same order, on every sample.
    ///
    /// # Formula
    /// $[\text{the sequences of updated examples differ}] = 0$. The sequences are compared by 64 bits of their SHA-256.
    /// # Premise
    /// Two variants are named: two implementations of one algorithm, or one algorithm before and after a transform that must not change its updates.
    /// Variants in random order need the same `draws`.
    /// # Source
    /// Bartlett, Note after Theorem 2.1 and rescaling; Vaughan, normalized perceptron; MIT, offset; Hardt and Recht, SGD
    /// (docs/theory.md: C-B10, C-B12, C-V6, C-M10, C-H16).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "same-update-sequence"
    /// variants = ["plain", "normalized"]
    /// ```
    pub struct SameUpdateSequence {}
}

impl Claim for SameUpdateSequence {
    fn statement(&self, _: &MarginSource) -> Statement {
        let reads = [
            columns::UPDATE_DIGEST.any(),
            columns::UPDATES.any(),
            columns::STOP_REASON.any(),
        ];
        let differ = Term::of_rows(reads, |rows| {
            let [first, second] = rows else { return None };
            differ(first, second).map(|differ| Quantity::count(u64::from(differ)))
        });
        // A value is observed on a run that was cut off only if it is proved, so it is final.
        Statement::identity(differ, 0).of_pairs().even_if_cut_off()
    }
}

/// Whether two runs on one sample updated on different sequences of examples; `None` if a run was cut off so that this may still change.
fn differ(first: &Row, second: &Row) -> Option<bool> {
    let differ = first.get(columns::UPDATE_DIGEST)? != second.get(columns::UPDATE_DIGEST)?;
    let finished = !first.is_incomplete() && !second.is_incomplete();
    let is_final = finished
        || differ && (went_on_for_longer(first, second) || went_on_for_longer(second, first));
    is_final.then_some(differ)
}

/// Whether the update sequences of two runs, which differ so far, must stay different. This is so if `one` was cut off with at least as many updates
/// as a finished `other` has, or if `other` was cut off with as many updates as `one` has.
fn went_on_for_longer(one: &Row, other: &Row) -> bool {
    match (one.copied(columns::UPDATES), other.copied(columns::UPDATES)) {
        (Some(longer), Some(shorter)) if other.is_incomplete() => longer == shorter,
        (Some(longer), Some(shorter)) => one.is_incomplete() && longer >= shorter,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::{AnyColumn, Batch, Block, Setting};
    use perceptron::generate::Generator;
    use perceptron::learn::StopReason;
    use std::sync::Arc;

    type Run = (StopReason, u64, &'static str);

    fn batch(statement: &Statement, (stop_reason, updates, digest): Run) -> Batch {
        let generator: Generator =
            toml::from_str("[points]\nexamples = [{ x = [1], y = 1 }]").unwrap();
        let setting = Arc::new(Setting::new("c", &generator, None));
        let mut batch = Batch::new(setting, AnyColumn::measured(&statement.measures()), 1);
        batch.set(0, columns::STOP_REASON, Some(stop_reason));
        batch.set(0, columns::UPDATES, Some(updates));
        batch.set(0, columns::UPDATE_DIGEST, Some(digest.to_owned()));
        batch
    }

    fn observed(first: Run, second: Run) -> Option<f64> {
        let statement = SameUpdateSequence {}.statement(&MarginSource::Sample);
        let batches = [first, second].map(|run| batch(&statement, run)).to_vec();
        let block = Block {
            replicates: vec![0],
            batches,
        };
        let rows = block.rows(0, &[0, 1]).unwrap();
        statement
            .observed
            .value(&rows)
            .map(|observed| observed.value)
    }

    #[test]
    fn capped_run_counts_as_different_only_if_it_can_no_longer_match() {
        use StopReason::{CleanPass, OutOfRange, UpdateCap};
        let finished = (CleanPass, 5, "a");
        assert_eq!(observed(finished, finished), Some(0.0));
        assert_eq!(observed(finished, (UpdateCap, 100, "b")), Some(1.0));
        assert_eq!(observed((UpdateCap, 100, "b"), finished), Some(1.0));
        assert_eq!(observed(finished, (UpdateCap, 3, "b")), None);
        assert_eq!(
            observed((UpdateCap, 9, "a"), (UpdateCap, 9, "b")),
            Some(1.0)
        );
        assert_eq!(observed((UpdateCap, 9, "a"), (UpdateCap, 9, "a")), None);
        assert_eq!(observed(finished, (OutOfRange, 3, "b")), None);
    }
}
