//! Bounds the mean of bounded observations by betting against candidate means. The bounds are valid at every time, also if the time is chosen by
//! looking at the observations.
//!
//! A gambler starts with wealth 1 and bets, before each observation, that the mean lies above a candidate `m`. If the mean is at most `m`, the game
//! is unfavourable, and by Ville's inequality the wealth ever reaches `1/α` with probability at most `α`. So a candidate at which it did is refuted,
//! at any time and after any number of looks.
//!
//! # Formula
//!
//! Observations are scaled to `[0, 1]`. The wealth is the average of eight gamblers `j`, each with
//! predictable plug-in bets:
//!
//! ```text
//! K_t(m) = 1/8 Σ_j Π_{i≤t} (1 + λ_{i,j}(m) (x_i − m)),
//! λ_{i,j}(m) = min(s_j / σ̂_{i−1}, 0.9 / m),    s_j = 2^{1−j}, j = 0..7
//! μ̂_t = (1/2 + Σ_{i≤t} x_i) / (t + 1),    σ̂²_t = (1/4 + Σ_{i≤t} (x_i − μ̂_i)²) / (t + 1)
//! lower bound after t observations = sup { m : max_{s≤t} K_s(m) ≥ 1/α }
//! ```
//!
//! The best bet for a horizon of `T` observations is about `sqrt(2 ln(1/α) / T) / σ`. The stakes `s_j` cover horizons from a handful to about a
//! million observations, at the price of `ln 8` in the exponent. For the upper bound the gamblers bet on `m − x` with `λ ≤ 0.9 / (1 − m)`.
//!
//! # Validity
//!
//! `λ_i` depends on the past only, and `λ_i ≤ 0.9 / m` keeps every factor at 0.1 or more. So `K(m)` is a nonnegative supermartingale whenever each
//! observation has mean at most `m` given the past, because an average of supermartingales is another. Each factor falls in `m` (below the cap it is
//! `1 + λ(x − m)`, above it `0.1 + 0.9 x/m`), so the refuted candidates form an interval that bisection finds. The bound is the running intersection
//! over time, and observations need not have the same distribution.
//!
//! # Memory
//!
//! A bisection needs all observations. [`BettingSequence`] holds the first [`MOST_ROUNDS`] of them; then it continues with a fixed set of candidates
//! and drops the observations.
//!
//! # Source
//!
//! Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86
//! (2024) 1–27: hedged capital, predictable plug-in bets and mixtures of bets. Ville, "Étude
//! critique de la notion de collectif" (1939).
//!
//! Expectations are judged by betting (Waudby-Smith and Ramdas 2024), not by a normal approximation: risks are small and skewed, and the bounds may
//! be looked at after every replicate. `statrs` gives the Student-t error bars of figures. Its inverse of the incomplete beta function did not return
//! on some Clopper–Pearson inputs, so those come from `special`.

mod frozen;
mod game;
mod sequence;
#[cfg(test)]
mod tests;
mod two_sided;
mod wealth;

pub use game::Side;
pub(in crate::stats) use game::{GAMBLERS, largest_bet, log_mean, stakes};
pub use sequence::{BettingSequence, MOST_ROUNDS, confidence_interval, lower_bound, upper_bound};
pub use two_sided::TwoSided;
pub use wealth::Wealth;
