//! Claims that no run ends on a sample without a separator.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::{Row, columns};
use perceptron::documented::documented;
use perceptron::learn::StopReason;

documented! {
    name = "never-stops";
    /// On a sample that no vector separates strictly, the perceptron never comes to a pass without updates.
    ///
    /// # Formula
    /// $[\text{the run ended at a clean pass}] = 0$; it is 0 where the run was cut off and provably never would have ended
    /// # Premise
    /// No vector has positive margins on all examples, by a Gordan certificate; stop is clean-pass; a tie is a mistake, or the
    /// threshold is above 0, so that a clean pass would be a strict separator. No tie is rounded away, which a learner in floats on exact features
    /// may do. With sign(0) = +1 a run can end at w = 0. A run that was cut off proves the claim by the certificate.
    /// # Source
    /// MIT, non-separable case; Hardt and Recht's note, question; Urner, Theorem 1 (docs/theory.md: C-M8, C-H18, errata E4, E10).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "never-stops"
    /// ```
    pub struct NeverStops {}
}

impl Claim for NeverStops {
    fn statement(&self, _: &MarginSource) -> Statement {
        let (reason, cycle) = (columns::STOP_REASON.any(), columns::CYCLE_FOUND.any());
        let ends = Term::whether([reason, cycle, columns::SEPARABLE.any()], ends);
        Statement::surely(ends, 0)
            .when([
                premise::stops_at_clean_passes(),
                premise::ends_on_separators_only(),
                premise::not_separable(),
            ])
            // A value is observed on a run that was cut off only if it is proved, so it is final.
            .even_if_cut_off()
    }
}

/// Whether the run ends; `None` if it was cut off and nothing proves that it would not have ended.
fn ends(row: &Row) -> Option<bool> {
    if row.stop_reason()? == StopReason::CleanPass {
        return Some(true);
    }
    let proved = is_endless_by_certificate(row) || row.copied(columns::CYCLE_FOUND) == Some(true);
    proved.then_some(false)
}

/// Whether a certificate proves that the run never ends: a clean pass would be a strict separator, and the sample has no separator.
pub(super) fn is_endless_by_certificate(row: &Row) -> bool {
    row.copied(columns::SEPARABLE) == Some(false) && row.setting().ends_on_separators_only()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::{AnyColumn, Batch, Block, Setting};
    use perceptron::learn::Variant;
    use perceptron::sample::Ties;
    use std::sync::Arc;

    fn observed(reason: StopReason, ties: Ties, cycle_found: Option<bool>) -> Option<f64> {
        let points = "[points]\nexamples = [{ x = [1], y = 1 }, { x = [1], y = -1 }]";
        let variant = "rule = { perceptron = {} }\norder = \"cyclic\"";
        let variant = Variant {
            ties,
            ..toml::from_str(variant).unwrap()
        };
        let generator = toml::from_str(points).unwrap();
        let setting = Setting::new("c", &generator, Some(&("v".into(), variant)));
        let statement = NeverStops {}.statement(&MarginSource::Sample);
        let mut batch = Batch::new(
            Arc::new(setting),
            AnyColumn::measured(&statement.measures()),
            1,
        );
        batch.set(0, columns::STOP_REASON, Some(reason));
        batch.set(0, columns::SEPARABLE, Some(false));
        batch.set(0, columns::CYCLE_FOUND, cycle_found);
        let block = Block {
            replicates: vec![0],
            batches: vec![batch],
        };
        statement
            .observed
            .value(&[block.row(0, 0)?])
            .map(|observed| observed.value)
    }

    #[test]
    fn capped_run_counts_as_nonterminating_only_if_proved() {
        use StopReason::{CleanPass, UpdateCap};
        assert_eq!(observed(UpdateCap, Ties::Mistake, None), Some(0.0));
        assert_eq!(observed(UpdateCap, Ties::Positive, Some(true)), Some(0.0));
        assert_eq!(observed(UpdateCap, Ties::Positive, Some(false)), None);
        assert_eq!(observed(UpdateCap, Ties::Positive, None), None);
        assert_eq!(observed(CleanPass, Ties::Positive, None), Some(1.0));
    }
}
