//! Claims that the run comes to an end by itself: after finitely many updates nothing is left to update on.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "stops-at-clean-pass";
    /// On every strictly separable sample, the perceptron comes to a pass without updates.
    ///
    /// # Formula
    /// 1 if the run never ends, else 0; claimed to be 0. A run that was cut off counts as 1 only where that is proved: the sample is not
    /// separable by a Gordan certificate, or the updates exceed (R² + 2τ/η)/γ*². Any other cut-off run is undecided.
    /// With the order all-orders: 1 if some order never ends, which its finite set of reachable vectors shows.
    /// # Premise
    /// Some separator has a positive margin, decided with a certificate; run to a clean pass; rule perceptron or margin-perceptron. Of
    /// samples that are not separable it is a statement about ties as mistakes: with sign(0) = +1 such a run can end.
    /// # Source
    /// MIT, Theorem; Bartlett, Theorem 2.1(a) (theory C-B7, C-M7, C-M8, C-H7, C-H18).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "stops-at-clean-pass"
    /// ```
    pub struct StopsAtCleanPass {}
}

impl Claim for StopsAtCleanPass {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "MIT, Theorem; Bartlett, Theorem 2.1(a)"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Rule(&["perceptron", "margin-perceptron"]),
            Premise::RunToCleanPass,
            Premise::PositiveMargin(MarginSource::Max),
        ]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        MarginSource::Max.measures()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        match row.stop_reason.as_deref()? {
            "clean-pass" => Some(Quantity::count(0)),
            "cycle" | "never" => Some(Quantity::count(1)),
            "update-cap" => is_endless(row).then(|| Quantity::count(1)),
            _ => None,
        }
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(0))
    }

    /// What is observed is final already: a cut-off run counts only where it is proved never to end.
    fn needs_finished_run(&self) -> bool {
        false
    }
}

/// Whether a run that was cut off is proved not to end, or has made more updates than any run that ends.
fn is_endless(row: &Trial) -> bool {
    let too_many = || {
        let bound = limits::update_bound(row, row.radius_squared.as_ref()?, &MarginSource::Max)?;
        Some(Quantity::count(row.updates?).exceeds(&bound))
    };
    let proved = row.separable == Some(false) && row.ties.as_deref() == Some("mistake");
    proved || too_many().unwrap_or(false)
}
