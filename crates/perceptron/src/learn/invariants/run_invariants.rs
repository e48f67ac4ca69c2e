//! Holds the quantities of one run that the proofs of the mistake bounds control.

use crate::sample::Quantity;

/// Extremes over the updates t = 1, …, k of a run, for w_t in units of the step.
///
/// # Formula
/// The proofs show ⟨w_t, u⟩ ≥ t·min y⟨u, x⟩ and ‖w_t‖² ≤ t·(R² + 2τ/η); w_t/t lies in the hull of the y·x, so γ* ≤ ‖w_t‖/t. Fractions where the
/// features are exact. In floats the computed weights are off by at most (t + 2)·ε·Σ|x_sj| per entry, and every enclosure covers that.
/// # Source
/// docs/theory.md: C-B9, C-V4, C-H6.
#[derive(Debug, Clone, PartialEq)]
pub struct Invariants {
    /// min y⟨u, x⟩ over the sample, for the planted separator u, which is not scaled to unit length.
    pub planted_least: Option<Quantity>,
    /// min ⟨w_t, u⟩/t over the updates t, for the planted separator u; `None` without one in the arithmetic of the run.
    pub progress_least: Option<Quantity>,
    /// max ‖w_t‖²/t over t ≥ 2, and the first t that attains it: at t = 1 it is ‖x‖², whatever the run. `None` for a single update.
    pub norm_growth_most: Option<(Quantity, u64)>,
    /// max ‖w_t‖² − ‖w_{t−1}‖² over the updates t.
    pub increment_most: Quantity,
    /// min ‖w_t‖²/t² over the updates t; no margin of the sample has a larger square.
    pub hull_norm_least: Quantity,
    /// Number of updates t after which ‖w_t‖² is not Σ_s ‖x_s‖² + 2·y_s⟨w_s, x_s⟩ over the updates so far; `None` for floats.
    pub norm_identity_failures: Option<u64>,
}
