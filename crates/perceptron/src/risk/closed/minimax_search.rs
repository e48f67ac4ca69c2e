//! Finds the least average risk of all rules on the minimax family by enumeration, without the argument that no rule does better than guessing.

use num_bigint::BigInt;
use num_rational::BigRational;

/// Largest number of pairs (sequence of atoms, labelling of all atoms) that are enumerated.
const MOST_PAIRS: u64 = 1 << 16;

/// The least expected risk that any mapping from samples of n examples to labelings of the atoms has. The risk is averaged over all 2ᵏ labelings of the
/// k = min(n, d) atoms of the minimax family. `None` if there are too many samples.
///
/// A mapping chooses a classifier for every labelled sample, and the average is a sum over labelled samples. So for each of them the search takes, of
/// all 2ᵏ classifiers, the one with the least risk averaged over the labelings that agree with the sample.
///
/// # Formula
/// min over f of 2⁻ᵏ Σ_y Σ_s P(s) Σ_i p_i ⟦f(s, y_s)_i ≠ y_i⟧
///
/// # Source
/// Bartlett, Theorem 3.1: "any mapping f_n"; docs/theory.md, C-B14.
pub fn least_average_risk(sample_size: u32, dimension: u32) -> Option<BigRational> {
    let atoms = sample_size.min(dimension);
    let sequences = u64::from(atoms).checked_pow(sample_size)?;
    let labelings = 1_u64.checked_shl(atoms)?;
    sequences
        .checked_mul(labelings)
        .filter(|&pairs| pairs <= MOST_PAIRS)?;
    // The probability of an atom, as a numerator over the sample size.
    let masses: Vec<u64> = (0..atoms)
        .map(|atom| match atom + 1 < atoms {
            true => 1,
            false => u64::from(sample_size + 1 - atoms),
        })
        .collect();
    let total: BigInt = (0..sequences)
        .map(|sequence| {
            let drawn = drawn(sequence, sample_size, atoms);
            let weight: u64 = drawn.iter().map(|&atom| masses[atom]).product();
            BigInt::from(weight) * least_errors(&drawn, &masses)
        })
        .sum();
    let outcomes = BigInt::from(sample_size).pow(sample_size + 1) << atoms;
    Some(BigRational::new(total, outcomes))
}

/// The atoms of a sequence, which is numbered in the base of the number of atoms.
fn drawn(mut sequence: u64, sample_size: u32, atoms: u32) -> Vec<usize> {
    let mut drawn = Vec::new();
    for _ in 0..sample_size {
        drawn.push((sequence % u64::from(atoms)) as usize);
        sequence /= u64::from(atoms);
    }
    drawn
}

/// Σ over the labelings of the drawn atoms of the least Σ over all agreeing labelings of the mass on which a classifier errs.
fn least_errors(drawn: &[usize], masses: &[u64]) -> u64 {
    let all = 0..1_u32 << masses.len();
    let seen = drawn.iter().fold(0_u32, |seen, atom| seen | 1 << atom);
    let known = all.clone().filter(|labels| labels & !seen == 0);
    let least = known.map(|known| {
        let agreeing: Vec<u32> = all
            .clone()
            .filter(|labels| labels & seen == known)
            .collect();
        let errors = |classifier: u32| {
            let wrong = agreeing
                .iter()
                .map(|labels| mass(labels ^ classifier, masses));
            wrong.sum::<u64>()
        };
        all.clone().map(errors).min().unwrap_or(0)
    });
    least.sum()
}

/// The mass of the atoms whose bits are set.
fn mass(atoms: u32, masses: &[u64]) -> u64 {
    let set = masses
        .iter()
        .enumerate()
        .filter(|(atom, _)| atoms >> atom & 1 == 1);
    set.map(|(_, mass)| mass).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::risk::closed::minimax::average_risk;

    #[test]
    fn no_rule_has_a_smaller_average_than_guessing_what_was_not_seen() {
        let values = [(2, 2), (3, 2), (4, 2), (3, 3), (4, 3)];
        let due = [(1, 8), (5, 81), (21, 512), (4, 27), (97, 1024)];
        for ((examples, dimension), (above, below)) in values.into_iter().zip(due) {
            let least = least_average_risk(examples, dimension).unwrap();
            assert_eq!(least, BigRational::new(above.into(), below.into()));
            assert_eq!(least, average_risk(examples, dimension));
        }
        assert_eq!(
            least_average_risk(1, 1),
            Some(BigRational::from_integer(0.into()))
        );
        assert_eq!(least_average_risk(50, 11), None);
        // 8^20 · 2^8 is a multiple of 2^64.
        assert_eq!(least_average_risk(20, 8), None);
    }
}
