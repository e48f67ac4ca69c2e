//! Computes expected risks, and the number of seen and unseen atoms, if examples are linearly independent atoms.

use super::TestTies;
use crate::sample::Label;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};
use std::cmp::Ordering;

/// The expected risk, after n = `sample_size` examples that are atoms (each x is one of finitely many vectors), of any rule that is right on the
/// atoms it saw and scores 0 on the others.
///
/// Atom i, one of linearly independent vectors, has probability `masses[i]` and the label `labels[i]`. Relative error about
/// 10⁻¹⁵ per atom.
///
/// # Formula
/// E R = Σ pᵢ(1−pᵢ)ⁿ tᵢ, where tᵢ is the loss of a tie: 1 for a mistake, ½ for half, [yᵢ = −1] for the prediction +1, [yᵢ = +1] for −1
///
/// # Source
/// docs/theory.md, R6: atom i is unseen with probability (1−pᵢ)ⁿ.
pub fn expected_risk(masses: &[f64], labels: &[Label], sample_size: u64, ties: TestTies) -> f64 {
    let terms = masses.iter().zip(labels);
    terms
        .map(|(mass, label)| tie_halves(ties, *label) * 0.5 * mass * missing(*mass, sample_size))
        .sum()
}

/// Like [`expected_risk`], but the expected risk as an exact fraction.
///
/// # Examples
/// ```
/// use num_rational::BigRational;
/// use perceptron::{risk::closed::{TestTies, basis::expected_risk_exact}, sample::Label};
/// let third = BigRational::new(1.into(), 3.into());
/// let risk = expected_risk_exact(&vec![third; 3], &[Label::Negative; 3], 3, TestTies::Mistake);
/// assert_eq!(risk, BigRational::new(8.into(), 27.into()));
/// ```
pub fn expected_risk_exact(
    masses: &[BigRational],
    labels: &[Label],
    sample_size: u32,
    ties: TestTies,
) -> BigRational {
    let atoms = Atoms::of(masses, sample_size);
    let terms = atoms.numerators.iter().zip(&atoms.missing).zip(labels);
    let halves = terms.fold(BigInt::zero(), |sum, ((mass, missing), label)| {
        sum + mass * missing * ties.half_mistakes(*label, Ordering::Equal)
    });
    BigRational::new(halves, atoms.denominator.pow(sample_size + 1) * 2)
}

/// The probabilities p of atoms, and the probabilities (1−p)ⁿ that n draws miss them, as integers over powers of the common denominator L of all p.
/// Sums of fractions are then sums of integers and are reduced only once.
struct Atoms {
    denominator: BigInt,
    /// L·p for each atom, where p is its probability and L the common denominator of all p.
    numerators: Vec<BigInt>,
    /// Lⁿ(1−p)ⁿ for each atom: the probability that n draws miss it, times Lⁿ.
    missing: Vec<BigInt>,
}

impl Atoms {
    /// Computes the numerators for atoms with the probabilities `masses` and for n = `draws`.
    fn of(masses: &[BigRational], draws: u32) -> Self {
        let lcm = |common: BigInt, mass: &BigRational| common.lcm(mass.denom());
        let denominator = masses.iter().fold(BigInt::one(), lcm);
        let over = |mass: &BigRational| mass.numer() * (&denominator / mass.denom());
        let numerators: Vec<BigInt> = masses.iter().map(over).collect();
        let mut missing: Vec<BigInt> = Vec::with_capacity(numerators.len());
        for (place, mass) in numerators.iter().enumerate() {
            // Neighbours often have the same mass.
            let like_before = place
                .checked_sub(1)
                .filter(|&before| numerators[before] == *mass);
            missing.push(match like_before {
                Some(before) => missing[before].clone(),
                None => (&denominator - mass).pow(draws),
            });
        }
        Self {
            denominator,
            numerators,
            missing,
        }
    }
}

/// The expected number of different atoms in `draws` independent draws.
///
/// # Formula
/// Σ 1 − (1−pᵢ)^draws
///
/// # Source
/// docs/theory.md, R6. With draws = n + 1 it is the number of mistakes of one pass, one on each new atom.
pub fn expected_distinct(masses: &[f64], draws: u64) -> f64 {
    masses
        .iter()
        .map(|mass| seen_probability(*mass, draws))
        .sum()
}

/// Like [`expected_distinct`], but the expected number as an exact fraction.
pub fn expected_distinct_exact(masses: &[BigRational], draws: u32) -> BigRational {
    let atoms = Atoms::of(masses, draws);
    let (all, missing) = (
        atoms.denominator.pow(draws),
        atoms.missing.iter().sum::<BigInt>(),
    );
    BigRational::new(&all * masses.len() - missing, all)
}

/// The expected risk of a hypothesis of an online run on n = `examples` atoms. The hypothesis is drawn at random from h_0, …, h_(n−1), where h_r is
/// the hypothesis after r examples. `None` if a tie counts as half a mistake, because no run counts halves.
///
/// # Formula
/// (1/n) Σᵢ (1 − (1−pᵢ)ⁿ) tᵢ, with tᵢ as in [`expected_risk`]
///
/// # Source
/// docs/theory.md, X3: it is the expected number of mistakes on n examples, divided by n.
pub fn expected_random_hypothesis_exact(
    masses: &[BigRational],
    labels: &[Label],
    examples: u32,
    ties: TestTies,
) -> Option<BigRational> {
    let is_mistaken = |label: Label| ties.half_mistakes(label, Ordering::Equal) == 2;
    let tied = masses.iter().zip(labels);
    let mistaken: Vec<BigRational> = tied
        .filter(|(_, label)| is_mistaken(**label))
        .map(|(mass, _)| mass.clone())
        .collect();
    let is_known = ties != TestTies::Half && examples > 0;
    is_known.then(|| expected_distinct_exact(&mistaken, examples) / BigInt::from(examples))
}

/// The expected risk of the majority vote of h_0, …, h_(n−1), where h_r is the hypothesis after r of n = `examples` atoms. A tie of votes is an
/// error. `None` if a score of 0 counts as half a mistake.
///
/// # Formula
/// Σᵢ pᵢ(1−pᵢ)^(⌈n/2⌉−1) tᵢ, with tᵢ as in [`expected_risk`]
///
/// # Source
/// docs/theory.md, X3: the vote errs on atom i exactly if it is not among the first ⌈n/2⌉ − 1 examples.
pub fn expected_majority_vote_exact(
    masses: &[BigRational],
    labels: &[Label],
    examples: u32,
    ties: TestTies,
) -> Option<BigRational> {
    let decisive = examples.div_ceil(2).checked_sub(1)?;
    (ties != TestTies::Half).then(|| expected_risk_exact(masses, labels, decisive, ties))
}

/// The probabilities that exactly 0, 1, …, K of K `points` of equal `mass` q ≤ 1/K are missing from a sample of size n.
///
/// The remaining mass, 1 − Kq, may lie anywhere else.
///
/// # Formula
/// P(u missing) = C(K, u) Σⱼ (−1)ʲ C(K−u, j) (1 − (u+j)q)ⁿ
///
/// # Source
/// docs/theory.md, R6, by inclusion and exclusion.
pub fn unseen_distribution(points: u32, mass: &BigRational, sample_size: u32) -> Vec<BigRational> {
    // With q = a/b, all terms are integers over the common denominator bⁿ, so only K + 1 fractions need to be reduced.
    let denominator = mass.denom().pow(sample_size);
    let avoid: Vec<BigInt> = (0..=points)
        .map(|set| (mass.denom() - mass.numer() * set).pow(sample_size))
        .collect();
    let probability = |unseen: u32| {
        let rest = points - unseen;
        let sum = (0..=rest).fold(BigInt::zero(), |sum, more| {
            let term = subsets(rest, more) * &avoid[(unseen + more) as usize];
            if more % 2 == 0 {
                sum + term
            } else {
                sum - term
            }
        });
        BigRational::new(sum * subsets(points, unseen), denominator.clone())
    };
    (0..=points).map(probability).collect()
}

fn subsets(n: u32, k: u32) -> BigInt {
    num_integer::binomial(BigInt::from(n), BigInt::from(k))
}

fn tie_halves(ties: TestTies, label: Label) -> f64 {
    f64::from(ties.half_mistakes(label, Ordering::Equal))
}

/// The probability (1 − p)ⁿ that n = `draws` draws miss an atom of probability p = `mass`.
fn missing(mass: f64, draws: u64) -> f64 {
    // 0 · ln 0 is NaN, but without any draw even an atom of mass 1 is missed.
    if draws == 0 {
        1.0
    } else {
        libm::exp(draws as f64 * libm::log1p(-mass))
    }
}

/// The probability 1 − (1 − p)ⁿ that n = `draws` draws contain an atom of probability p = `mass`, without cancellation for small p.
fn seen_probability(mass: f64, draws: u64) -> f64 {
    if draws == 0 {
        0.0
    } else {
        -libm::expm1(draws as f64 * libm::log1p(-mass))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::ToPrimitive;

    fn fraction(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    /// Every sample of `size` atoms with its probability and the set of atoms it misses.
    fn samples(masses: &[BigRational], size: u32) -> Vec<(BigRational, Vec<bool>)> {
        (0..size).fold(
            vec![(BigRational::one(), vec![true; masses.len()])],
            |shorter, _| {
                let extended = |(weight, unseen): &(BigRational, Vec<bool>), atom: usize| {
                    let mut unseen = unseen.clone();
                    unseen[atom] = false;
                    (weight * &masses[atom], unseen)
                };
                shorter
                    .iter()
                    .flat_map(|sample| (0..masses.len()).map(move |atom| extended(sample, atom)))
                    .collect()
            },
        )
    }

    #[test]
    fn enumerating_all_samples_gives_the_same_fractions() {
        let masses = [
            fraction(1, 2),
            fraction(1, 6),
            fraction(1, 6),
            fraction(1, 6),
        ];
        let labels = [
            Label::Positive,
            Label::Negative,
            Label::Positive,
            Label::Negative,
        ];
        for ties in [TestTies::Mistake, TestTies::Positive, TestTies::Half] {
            let (mut expectation, mut distribution) =
                (BigRational::zero(), vec![BigRational::zero(); 4]);
            for (weight, unseen) in samples(&masses, 4) {
                for atom in (0..4).filter(|atom| unseen[*atom]) {
                    let halves = ties.half_mistakes(labels[atom], Ordering::Equal);
                    expectation += &weight * &masses[atom] * fraction(i64::from(halves), 2);
                }
                distribution[unseen[1..].iter().filter(|missing| **missing).count()] += weight;
            }
            assert_eq!(expected_risk_exact(&masses, &labels, 4, ties), expectation);
            assert_eq!(unseen_distribution(3, &fraction(1, 6), 4), distribution);
            let approximate: Vec<f64> = masses.iter().map(|mass| mass.to_f64().unwrap()).collect();
            assert!(
                (expected_risk(&approximate, &labels, 4, ties) - expectation.to_f64().unwrap())
                    .abs()
                    < 1e-15
            );
        }
    }

    #[test]
    fn expected_mistakes_in_one_pass_equal_expected_distinct_atoms() {
        // Online-to-batch: the expected risks after 0, 1, …, n examples sum to the expected mistakes on n + 1.
        let masses = [fraction(1, 2), fraction(1, 3), fraction(1, 6)];
        let labels = [Label::Negative; 3];
        let sum = (0..=6).fold(BigRational::zero(), |sum, n| {
            sum + expected_risk_exact(&masses, &labels, n, TestTies::Mistake)
        });
        assert_eq!(sum, expected_distinct_exact(&masses, 7));
        let value = expected_distinct(&[0.5, 1.0 / 3.0, 1.0 / 6.0], 7);
        assert!((value - sum.to_f64().unwrap()).abs() < 1e-15);
        assert!((expected_distinct(&[1e-18], 1000) / 1e-15 - 1.0).abs() < 1e-14);
    }

    #[test]
    fn votes_on_every_sample_of_atoms_give_the_closed_forms() {
        let masses = [fraction(1, 2), fraction(1, 3), fraction(1, 6)];
        let labels = [Label::Negative, Label::Positive, Label::Negative];
        for (size, ties) in [1, 2, 3, 4, 5]
            .into_iter()
            .flat_map(|size| [TestTies::Mistake, TestTies::Positive].map(|ties| (size, ties)))
        {
            let (mut random, mut majority) = (BigRational::zero(), BigRational::zero());
            for index in 0..3_usize.pow(size) {
                let sample: Vec<usize> = (0..size)
                    .map(|place| index / 3_usize.pow(place) % 3)
                    .collect();
                let weight: BigRational = sample.iter().map(|&atom| &masses[atom]).product();
                for atom in 0..3 {
                    // The hypotheses h_0, …, h_(n−1) that meet the atom before a run has seen it.
                    let blind = sample.iter().position(|&shown| shown == atom);
                    let blind = blind.map_or(size as usize, |first| first + 1);
                    let wrong = ties.half_mistakes(labels[atom], Ordering::Equal) == 2;
                    let wrong = if wrong { blind } else { 0 };
                    let mass = &weight * &masses[atom];
                    random += &mass * BigInt::from(wrong) / BigInt::from(size);
                    if 2 * wrong >= size as usize {
                        majority += mass;
                    }
                }
            }
            let form = expected_random_hypothesis_exact(&masses, &labels, size, ties);
            assert_eq!(form, Some(random), "{size} {ties:?}");
            let form = expected_majority_vote_exact(&masses, &labels, size, ties);
            assert_eq!(form, Some(majority), "{size} {ties:?}");
        }
    }

    #[test]
    fn votes_on_ten_equal_atoms_have_the_published_risks() {
        let of = |examples| {
            let (masses, labels) = (vec![fraction(1, 10); 10], [Label::Positive; 10]);
            let random =
                expected_random_hypothesis_exact(&masses, &labels, examples, TestTies::Mistake);
            let vote = expected_majority_vote_exact(&masses, &labels, examples, TestTies::Mistake);
            [random, vote].map(|risk| risk.unwrap().to_f64().unwrap())
        };
        let near = |found: [f64; 2], due: [f64; 2]| {
            found.iter().zip(due).all(|(a, b)| (a - b).abs() < 5e-7)
        };
        assert!(near(of(21), [0.424086, 0.348678]), "{:?}", of(21));
        assert!(near(of(4), [0.859750, 0.9]), "{:?}", of(4));
    }

    #[test]
    fn the_number_unseen_has_a_distribution_with_the_right_mean() {
        let distribution = unseen_distribution(12, &fraction(1, 40), 30);
        assert_eq!(distribution.iter().sum::<BigRational>(), BigRational::one());
        let mean = distribution
            .iter()
            .enumerate()
            .fold(BigRational::zero(), |sum, (u, p)| sum + p * BigInt::from(u));
        assert_eq!(mean, fraction(39, 40).pow(30_u32) * BigInt::from(12));
        assert_eq!(
            unseen_distribution(3, &fraction(1, 3), 0),
            [0, 0, 0, 1].map(|p| fraction(p, 1))
        );
    }
}
