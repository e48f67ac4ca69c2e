//! Computes the risk of the majority vote of several weight vectors, in which a tie of votes is an error.

use super::{Risk, Support, weight_sign};
use crate::cancellation;
use crate::generate::{Distribution, Sampler};
use crate::learn::{Linear, View};
use crate::sample::{Label, Rational, TestTies};
use crate::seed::Seed;
use std::cmp::Ordering;

/// Number of fresh examples of one estimate. It has no bias, so a mean over many runs needs few examples for each.
const VOTE_EXAMPLES: usize = 100;

/// The probability that at least half of the votes err on a fresh example, if examples are atoms (basis vectors); otherwise `None`.
///
/// Every weight vector has the number of votes that stands before it. A vector that scores 0 errs as `ties` says; half an error counts as half a vote.
///
/// # Examples
/// ```
/// use perceptron::{generate::Distribution, learn::{Linear, View}, risk::majority_vote, sample::{Label, Rational, TestTies}};
/// let atom = Distribution::Atoms { dimension: 1, norm: Rational::one(), masses: vec![Rational::one()], labels: vec![Label::Positive] };
/// let vector = |w: i64| Linear { weights: vec![w as f64], integers: Some(vec![w]) };
/// let risk = |votes: [u64; 2]| {
///     let votes = [(votes[0], vector(0)), (votes[1], vector(1))];
///     majority_vote(&atom, &votes, &View::plain(), TestTies::Mistake).map(|risk| risk.value)
/// };
/// assert_eq!([risk([1, 1]), risk([1, 2])], [Some(1.0), Some(0.0)]);
/// ```
pub fn majority_vote(
    distribution: &Distribution,
    votes: &[(u64, Linear)],
    view: &View,
    ties: TestTies,
) -> Option<Risk> {
    match distribution {
        Distribution::Atoms {
            dimension,
            norm,
            masses,
            labels,
        } => {
            let atoms = VotedAtoms::new(votes, view, ties, (*dimension, norm), labels)?;
            Some(atoms.risk(&Rational::one(), |atom| masses[atom].clone()))
        }
        Distribution::NoisyAtoms { advantage, labels } => {
            let size = (labels.len(), &Rational::one());
            let atoms = VotedAtoms::new(votes, view, ties, size, labels)?;
            let equal = Rational::new(1, labels.len() as i64);
            Some(atoms.risk(advantage, |_| equal.clone()))
        }
        _ => None,
    }
}

/// Estimates the probability that at least half of the votes err on a fresh example, from examples of `sampler` as the learner views them; `None` if
/// these leave the range of exact features.
pub fn estimated_majority_vote(
    sampler: &dyn Sampler,
    seed: Seed,
    votes: &[(u64, Linear)],
    view: &View,
    ties: TestTies,
) -> Option<Risk> {
    let drawn = sampler.draw(seed, VOTE_EXAMPLES);
    let test = view.show(&drawn).ok()?;
    let errs = |example: usize| {
        let sign = |vector: &Linear| vector.score_sign(&test.features, example);
        half_of_the_votes_err(votes, ties, test.labels[example], sign)
    };
    let halves = (0..test.labels.len()).map(|example| 2 * u64::from(errs(example)));
    Some(Risk::estimated(halves))
}

/// Whether at least half of the votes err on an example with this label, on which `sign` is the sign of a vector's score.
fn half_of_the_votes_err(
    votes: &[(u64, Linear)],
    ties: TestTies,
    label: Label,
    sign: impl Fn(&Linear) -> Ordering,
) -> bool {
    cancellation::check();
    let wrong = votes.iter().map(|(votes, vector)| {
        u128::from(*votes) * u128::from(ties.half_mistakes(label, sign(vector)))
    });
    let all: u128 = votes.iter().map(|(votes, _)| u128::from(*votes)).sum();
    wrong.sum::<u128>() >= all
}

/// For every atom, its listed label, and whether the vote errs if the atom has this label, and if it has the other one.
struct VotedAtoms(Vec<[bool; 2]>);

impl VotedAtoms {
    /// Lets the vectors vote on the atoms norm·e_i with these labels, as the learner views them; `None` if they leave the range of exact features.
    fn new(
        votes: &[(u64, Linear)],
        view: &View,
        ties: TestTies,
        (dimension, norm): (usize, &Rational),
        labels: &[Label],
    ) -> Option<Self> {
        let errs = |label: Label, sign: &dyn Fn(&Linear) -> Ordering| {
            [label, label.opposite()].map(|label| half_of_the_votes_err(votes, ties, label, sign))
        };
        if view.is_plain() {
            let atoms = labels.iter().enumerate();
            let voted = atoms.map(|(i, &label)| errs(label, &|vector| weight_sign(vector, i)));
            return Some(Self(voted.collect()));
        }
        let Support(atoms) = Support::new(view, dimension, norm, labels)?;
        let voted = atoms
            .labels
            .iter()
            .enumerate()
            .map(|(i, &label)| errs(label, &|vector| vector.score_sign(&atoms.features, i)));
        Some(Self(voted.collect()))
    }

    /// The risk if atom i has the probability `mass(i)`, and its listed label with probability (1 + advantage)/2.
    fn risk(&self, advantage: &Rational, mass: impl Fn(usize) -> Rational) -> Risk {
        let shares = [&Rational::one() + advantage, &Rational::one() - advantage];
        let errs = self.0.iter().enumerate().flat_map(|(atom, errs)| {
            let wrong = errs.iter().zip(&shares).filter(|(errs, _)| **errs);
            wrong.map(move |(_, share)| (atom, share))
        });
        let sum = errs.fold(Rational::zero(), |sum, (atom, share)| {
            &sum + &(share * &mass(atom))
        });
        Risk::fraction(&sum / &Rational::from(2_i64))
    }
}
