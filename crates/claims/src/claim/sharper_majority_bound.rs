//! Claims that parity sharpens the bound for majority functions: r(n − 1) instead of nr mistakes for odd n.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "sharper-majority-bound";
    /// On majority functions of r of n signs, n odd, the perceptron makes at most r(n − 1) mistakes.
    ///
    /// # Formula
    /// ```text
    /// k²/r ≤ ‖w‖² ≤ kn − 2⌊k/2⌋: after an odd number of updates all weights are odd, so a mistaken score is −1 or less.
    /// So k ≤ r(n−1) for even k, and k ≤ r(n−1) + r/k for odd k; r(n−1) is even, and r(n−1) + 1 ≤ r(n−1) + r/k only for n = 1.
    /// mistakes ≤ r(n−1), and ≤ 1 for n = 1
    /// ```
    /// # Premise
    /// Features are signs, an odd number of them, and the label is the majority of r of them, r odd; rule perceptron or
    /// normalized-perceptron from w = 0, no offset.
    /// # Source
    /// Theory C-V11, sharpening Vaughan's bound for majority functions; (n, r) = (5, 3) attains it.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "sharper-majority-bound"
    /// ```
    pub struct SharperMajorityBound {}
}

impl Claim for SharperMajorityBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Vaughan, majority functions, sharpened by parity"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::Majority,
            Premise::OddDimension,
            Premise::Rule(&["perceptron", "normalized-perceptron"]),
        ]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.mistakes.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        Some(Quantity::count(
            (row.majority_of? * row.dimension.checked_sub(1)?).max(1),
        ))
    }

    fn trivial_bound(&self, rows: &[&Trial]) -> Option<Quantity> {
        limits::stream_length(rows.first()?)
    }

    fn counts_up(&self) -> bool {
        true
    }
}
