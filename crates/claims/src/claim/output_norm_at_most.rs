//! Claims that the squared norm grows at most linearly in the updates.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "output-norm-at-most";
    /// The squared norm of the vector after m updates is at most m times what one update can add.
    ///
    /// # Formula
    /// ```text
    /// ‖w‖² ≤ η² (R² + 2τ/η) m: at most 3m for the margin perceptron on unit vectors, R² m for the perceptron; with reversed = true: ≥
    /// ```
    /// # Premise
    /// Rule perceptron or margin-perceptron with threshold τ and step η; last vector.
    /// # Source
    /// Hardt and Recht's note, Lemma; Bartlett, proof of Theorem 2.1; Vaughan, Lemma 2 (theory C-B9, C-V4, C-H6, erratum E6).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "output-norm-at-most"
    /// ```
    pub struct OutputNormAtMost {
        /// true claims the inequality the other way round, as printed; false if left out.
        #[serde(default)]
        pub reversed: bool,
    }
}

impl Claim for OutputNormAtMost {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht's note, Lemma; Vaughan, Lemma 2"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Rule(&["perceptron", "margin-perceptron"]),
            Premise::SumOfUpdates,
            Premise::SampleGeometry,
        ]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Training]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        if self.reversed {
            growth(rows.first()?)
        } else {
            rows.first()?.output_norm_squared.clone()
        }
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        if self.reversed {
            rows.first()?.output_norm_squared.clone()
        } else {
            growth(rows.first()?)
        }
    }
}

/// η² (R² + 2τ/η) m.
fn growth(row: &Trial) -> Option<Quantity> {
    let most = row
        .radius_squared
        .as_ref()?
        .plus(&limits::margin_slack(row)?);
    Some(
        most.times(&Quantity::exact(row.step.as_ref()?.square()))
            .times(&Quantity::count(row.updates?)),
    )
}
