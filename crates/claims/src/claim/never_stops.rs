//! Claims that no run on a sample without a separator comes to an end.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "never-stops";
    /// On a sample that no vector separates strictly, the perceptron never comes to a pass without updates.
    ///
    /// # Formula
    /// 1 if the run ended at a clean pass, 0 if it was cut off and provably never would have; claimed to be 0
    /// # Premise
    /// No vector has positive margins on all examples, by a Gordan certificate; run to a clean pass. It is true where a tie is a mistake: a clean pass
    /// would be a strict separator. With sign(0) = +1 a run can end at w = 0; there a run that was cut off proves the claim only by its cycle.
    /// # Source
    /// MIT, non-separable case; Hardt and Recht's note, question; Urner, Theorem 1 (theory C-M8, C-H18, errata E4, E10).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "never-stops"
    /// ```
    pub struct NeverStops {}
}

impl Claim for NeverStops {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "MIT, non-separable case"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::RunToCleanPass, Premise::NotSeparable]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        [MarginSource::Max.measures(), vec![Measure::Cycle]].concat()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        if row.stop_reason.as_deref()? == "clean-pass" {
            return Some(Quantity::count(1));
        }
        let proved = is_endless_by_certificate(row) || row.cycle_found == Some(true);
        proved.then(|| Quantity::count(0))
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(0))
    }

    /// What is observed of a run that was cut off is proved, and so final.
    fn needs_finished_run(&self) -> bool {
        false
    }
}

/// Where a tie is a mistake a clean pass would be a strict separator, and there is none.
fn is_endless_by_certificate(row: &Trial) -> bool {
    row.separable == Some(false) && row.ties.as_deref() == Some("mistake")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observed(stop_reason: &str, ties: &str, cycle_found: Option<bool>) -> Option<f64> {
        let word = |word: &str| Some(word.to_owned());
        let row = Trial {
            stop_reason: word(stop_reason),
            ties: word(ties),
            separable: Some(false),
            cycle_found,
            ..Trial::empty()
        };
        NeverStops {}
            .observed(&[&row])
            .map(|observed| observed.value)
    }

    #[test]
    fn a_run_that_was_cut_off_is_endless_only_where_that_is_proved() {
        assert_eq!(observed("update-cap", "mistake", None), Some(0.0));
        assert_eq!(observed("update-cap", "positive", Some(true)), Some(0.0));
        assert_eq!(observed("update-cap", "positive", Some(false)), None);
        assert_eq!(observed("update-cap", "positive", None), None);
        assert_eq!(observed("clean-pass", "positive", None), Some(1.0));
    }
}
