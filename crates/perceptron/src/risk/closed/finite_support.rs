//! Sums the probability of the atoms that a hypothesis misclassifies.

use super::TestTies;
use crate::sample::Label;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use std::cmp::Ordering;

/// The risk under a distribution with finitely many atoms. Atom i has probability `masses[i]`, label `labels[i]` and a score that compares with
/// zero as `scores[i]` says. The three slices have the same length.
///
/// # Formula
/// R = Σ pᵢ ℓ(yᵢ, sign of scoreᵢ), with ℓ ∈ {0, ½, 1} by the tie convention
///
/// # Source
/// docs/theory.md, R7, the definition of risk.
pub fn risk(masses: &[f64], labels: &[Label], scores: &[Ordering], ties: TestTies) -> f64 {
    let atoms = masses.iter().zip(losses(labels, scores, ties));
    atoms
        .map(|(mass, halves)| 0.5 * mass * f64::from(halves))
        .sum()
}

/// Like [`risk`], but the risk as an exact fraction.
///
/// # Examples
/// ```
/// use num_rational::BigRational;
/// use perceptron::{risk::closed::{TestTies, finite_support::risk_exact}, sample::Label};
/// use std::cmp::Ordering;
/// let quarter = BigRational::new(1.into(), 4.into());
/// let labels = [Label::Positive, Label::Negative, Label::Positive, Label::Negative];
/// let scores = [Ordering::Greater, Ordering::Greater, Ordering::Equal, Ordering::Less];
/// assert_eq!(risk_exact(&vec![quarter; 4], &labels, &scores, TestTies::Half), BigRational::new(3.into(), 8.into()));
/// ```
pub fn risk_exact(
    masses: &[BigRational],
    labels: &[Label],
    scores: &[Ordering],
    ties: TestTies,
) -> BigRational {
    let halves = masses.iter().zip(losses(labels, scores, ties));
    halves.fold(BigRational::zero(), |sum, (mass, halves)| {
        sum + mass * BigInt::from(halves)
    }) / BigInt::from(2)
}

fn losses(labels: &[Label], scores: &[Ordering], ties: TestTies) -> impl Iterator<Item = u8> {
    labels
        .iter()
        .zip(scores)
        .map(move |(label, score)| ties.half_mistakes(*label, *score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_convention_weighs_ties_its_own_way() {
        let (masses, labels) = (
            [0.5, 0.25, 0.125, 0.125],
            [
                Label::Positive,
                Label::Negative,
                Label::Positive,
                Label::Negative,
            ],
        );
        let scores = [
            Ordering::Equal,
            Ordering::Equal,
            Ordering::Less,
            Ordering::Less,
        ];
        let at = |ties| risk(&masses, &labels, &scores, ties);
        assert_eq!(
            (
                at(TestTies::Mistake),
                at(TestTies::Positive),
                at(TestTies::Half)
            ),
            (0.875, 0.375, 0.5)
        );
    }
}
