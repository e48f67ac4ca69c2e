//! Claims that the norm grows at least linearly in the updates.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "output-norm-at-least";
    /// The norm of the vector after m updates is at least m times the margin: every update moves it by γ along the separator.
    ///
    /// # Formula
    /// ```text
    /// 1 ≤ ‖w‖²/(γ η m)²; with reversed = true, as printed: ‖w‖²/(η m)² ≤ γ²
    /// ```
    /// # Premise
    /// A separator with positive margin γ; rule perceptron or margin-perceptron with step η; at least one update; last vector.
    /// # Source
    /// Hardt and Recht's note, Lemma; Vaughan, Lemma 1 (theory C-B9, C-V4, C-H6, erratum E6).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "output-norm-at-least"
    /// ```
    pub struct OutputNormAtLeast {
        /// true claims the inequality the other way round, as printed; false if left out.
        #[serde(default)]
        pub reversed: bool,
    }
}

impl Claim for OutputNormAtLeast {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht's note, Lemma; Vaughan, Lemma 1"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        let rule = Premise::Rule(&["perceptron", "margin-perceptron"]);
        vec![
            rule,
            Premise::SumOfUpdates,
            Premise::PositiveMargin(margin.clone()),
        ]
    }

    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        [margin.measures(), vec![Measure::Training]].concat()
    }

    /// In units where the margin stands alone, so that it is the limit of the reversed claim.
    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        if self.reversed {
            norm_per_update(row)
        } else {
            Some(Quantity::count(1))
        }
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        let square = margin.squared(row)?;
        if self.reversed {
            Some(square)
        } else {
            Some(norm_per_update(row)?.over(&square))
        }
    }
}

/// ‖w‖²/(η m)².
fn norm_per_update(row: &Trial) -> Option<Quantity> {
    let updates = Quantity::count(row.updates.filter(|&updates| updates > 0)?);
    let steps = updates
        .times(&updates)
        .times(&Quantity::exact(row.step.as_ref()?.square()));
    Some(row.output_norm_squared.as_ref()?.over(&steps))
}
