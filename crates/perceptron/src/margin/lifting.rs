//! Solves integer linear systems exactly, by p-adic lifting.

use crate::cancellation;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The prime 2⁶¹ − 1, modulo which the systems are solved first; reduction is a shift and an addition.
const PRIME: u64 = (1 << 61) - 1;

fn fold(value: u64) -> u64 {
    if value >= PRIME { value - PRIME } else { value }
}

fn product(a: u64, b: u64) -> u64 {
    // 2⁶¹ ≡ 1, so the high bits are simply added to the low ones.
    let wide = u128::from(a) * u128::from(b);
    fold((wide as u64 & PRIME) + (wide >> 61) as u64)
}

/// Adds `factor · b` to the row `a`, modulo [`PRIME`].
fn add_multiple(a: &mut [u64], factor: u64, b: &[u64]) {
    a.iter_mut()
        .zip(b)
        .for_each(|(x, y)| *x = fold(*x + product(factor, *y)));
}

/// 1/a modulo [`PRIME`], as a power of a (Fermat).
fn reciprocal(a: u64) -> u64 {
    (0..61).rev().fold(1, |power, bit| {
        let square = product(power, power);
        if (PRIME - 2) >> bit & 1 == 1 {
            product(square, a)
        } else {
            square
        }
    })
}

fn residue(value: &BigInt) -> u64 {
    value.mod_floor(&BigInt::from(PRIME)).to_u64().unwrap_or(0)
}

/// Indices of a largest set of rows that are linearly independent modulo [`PRIME`], hence independent, chosen from first to last.
pub(super) fn independent(rows: &[Vec<BigInt>]) -> Vec<usize> {
    let mut reduced: Vec<(usize, Vec<u64>)> = Vec::new();
    let mut chosen = Vec::new();
    for (position, row) in rows.iter().enumerate() {
        let mut row: Vec<u64> = row.iter().map(residue).collect();
        for (lead, basis) in &reduced {
            // For an entry of 0 the difference is the prime itself, which `fold` brings back to 0.
            let factor = fold(PRIME - row[*lead]);
            add_multiple(&mut row, factor, basis);
        }
        if let Some(lead) = row.iter().position(|&x| x != 0) {
            // With a leading 1, later eliminations need no reciprocals.
            let scale = reciprocal(row[lead]);
            row.iter_mut().for_each(|x| *x = product(*x, scale));
            reduced.push((lead, row));
            chosen.push(position);
        }
    }
    chosen
}

/// The inverse of a square matrix modulo [`PRIME`], by the method of Gauss and Jordan; `None` if the matrix is singular modulo this prime.
fn inverse(matrix: &[Vec<BigInt>]) -> Option<Vec<Vec<u64>>> {
    let size = matrix.len();
    let unit = |i: usize| (0..size).map(move |j| u64::from(i == j));
    let mut rows: Vec<Vec<u64>> = matrix
        .iter()
        .enumerate()
        .map(|(i, row)| row.iter().map(residue).chain(unit(i)).collect())
        .collect();
    for column in 0..size {
        // Residues do not round, so any non-zero pivot will do.
        let pivot = (column..size).find(|&i| rows[i][column] != 0)?;
        rows.swap(column, pivot);
        let scale = reciprocal(rows[column][column]);
        let lead: Vec<u64> = rows[column].iter().map(|&x| product(x, scale)).collect();
        for row in rows.iter_mut().filter(|row| row[column] != 0) {
            let factor = fold(PRIME - row[column]);
            add_multiple(row, factor, &lead);
        }
        rows[column] = lead;
    }
    Some(
        rows.into_iter()
            .map(|mut row| row.split_off(size))
            .collect(),
    )
}

/// Integers N with Q N = D·(1, …, 1), D > 0, for a square integer matrix Q.
///
/// `work`, the number of products allowed, is lowered by the number spent. `None` if `work` does not suffice, or Q is singular modulo [`PRIME`].
///
/// # Source
/// Dixon 1982, Exact solution of linear equations using p-adic expansions.
pub(super) fn solve_for_ones(matrix: &[Vec<BigInt>], work: &mut u64) -> Option<Vec<BigInt>> {
    let size = matrix.len() as u64;
    *work = work.checked_sub(size.pow(3) / 8)?;
    let inverse = inverse(matrix)?;
    let mut residual = vec![BigInt::one(); matrix.len()];
    let rows: Vec<Limbs> = matrix.iter().map(|row| Limbs::of(row)).collect();
    let (mut digits, mut modulus) = (vec![BigInt::zero(); matrix.len()], BigInt::one());
    let mut pending: Vec<Vec<u64>> = Vec::new();
    let (mut lifts, mut attempt) = (0, 2);
    loop {
        cancellation::check();
        *work = work.checked_sub(size.pow(2))?;
        let next = next_digits(&inverse, &residual);
        // Q·next ≡ residual modulo the prime, so the division leaves no remainder.
        residual
            .iter_mut()
            .zip(&rows)
            .for_each(|(r, row)| *r = (&*r - row.times(&next)) / PRIME);
        pending.push(next);
        lifts += 1;
        // Attempts cost more than lifts, so the distance between them grows by half each time.
        if lifts == attempt {
            attempt += attempt / 2;
            append(&mut digits, &mut modulus, &pending);
            pending.clear();
            // With too few digits the fractions are wrong; only multiplying by Q proves them.
            if let Some(solution) =
                fractions(&digits, &modulus).filter(|solution| solves(matrix, solution))
            {
                return Some(solution);
            }
        }
    }
}

/// Appends digits to numbers of which the residues for `modulus` are known, each list with a digit of every number, lowest first. One number after the
/// other is built from its highest digit down, which allocates nothing.
fn append(numbers: &mut [BigInt], modulus: &mut BigInt, pending: &[Vec<u64>]) {
    for (place, number) in numbers.iter_mut().enumerate() {
        let mut high = BigInt::zero();
        for digits in pending.iter().rev() {
            high *= PRIME;
            high += digits[place];
        }
        *number += &*modulus * high;
    }
    for _ in pending {
        *modulus *= PRIME;
    }
}

fn next_digits(inverse: &[Vec<u64>], residual: &[BigInt]) -> Vec<u64> {
    let residues: Vec<u64> = residual.iter().map(residue).collect();
    let entry = |row: &Vec<u64>| {
        row.iter()
            .zip(&residues)
            .fold(0, |sum, (&a, &b)| fold(sum + product(a, b)))
    };
    inverse.iter().map(entry).collect()
}

/// A row of integers as limbs of [`LIMB`] bits, the lowest ones first: `limbs[l][j]` is limb l of entry j, with its sign.
struct Limbs(Vec<Vec<i64>>);

/// Bits of a limb.
const LIMB: u32 = 56;
/// Products of a limb with a digit below 2⁶¹ whose sum fits 128 bits.
const TERMS: usize = 1 << 10;

impl Limbs {
    fn of(row: &[BigInt]) -> Self {
        let longest = row.iter().map(BigInt::bits).max().unwrap_or(0);
        let count = longest.div_ceil(u64::from(LIMB));
        let limb = |x: &BigInt, l: u64| {
            let low = (x.magnitude() >> (l * u64::from(LIMB))) % (1_u64 << LIMB);
            let low = low.to_i64().unwrap_or(0);
            if x.is_negative() { -low } else { low }
        };
        Self(
            (0..count)
                .map(|l| row.iter().map(|x| limb(x, l)).collect())
                .collect(),
        )
    }

    /// The product of the row with digits below 2⁶¹.
    fn times(&self, digits: &[u64]) -> BigInt {
        self.0.iter().rev().fold(BigInt::zero(), |mut sum, limbs| {
            sum <<= LIMB;
            for (limbs, digits) in limbs.chunks(TERMS).zip(digits.chunks(TERMS)) {
                let terms = limbs.iter().zip(digits);
                sum += terms
                    .map(|(&a, &digit)| i128::from(a) * i128::from(digit))
                    .sum::<i128>();
            }
            sum
        })
    }
}

fn solves(matrix: &[Vec<BigInt>], solution: &[BigInt]) -> bool {
    let value = |row: &Vec<BigInt>| super::points::dot(row, solution);
    let first = matrix.first().map(value).unwrap_or_default();
    // D > 0 rejects the zero vector, whose products are all equal as well.
    first.is_positive() && matrix.iter().skip(1).all(|row| value(row) == first)
}

/// The number of least absolute value that is congruent to `value` for this modulus.
fn centred(value: BigInt, modulus: &BigInt) -> BigInt {
    let remainder = value.mod_floor(modulus);
    if &remainder << 1u8 > *modulus {
        remainder - modulus
    } else {
        remainder
    }
}

/// Numerators of fractions with one common denominator that have the given residues; numerators and denominator are at most the root of half the
/// modulus. `None` if the denominator would exceed this bound.
fn fractions(residues: &[BigInt], modulus: &BigInt) -> Option<Vec<BigInt>> {
    let bound = (modulus >> 1u8).sqrt();
    let mut common = BigInt::one();
    for value in residues {
        let scaled = centred(value * &common, modulus);
        // All denominators divide det Q, so the one found so far often clears the next entry too.
        if scaled.abs() > bound {
            common *= denominator(scaled.abs(), modulus, &bound);
            // Above the bound a residue no longer determines one fraction: more digits are needed.
            if common > bound {
                return None;
            }
        }
    }
    Some(
        residues
            .iter()
            .map(|value| centred(value * &common, modulus))
            .collect(),
    )
}

/// The denominator of the fraction with the residue `value` and a numerator up to `bound`, by the extended Euclidean algorithm stopped half-way.
fn denominator(value: BigInt, modulus: &BigInt, bound: &BigInt) -> BigInt {
    let (mut high, mut low) = (modulus.clone(), value);
    let (mut before, mut factor) = (BigInt::zero(), BigInt::one());
    // The first remainder within the bound is the numerator, and its cofactor the denominator.
    while low > *bound {
        let (quotient, remainder) = high.div_rem(&low);
        (high, low) = (low, remainder);
        let next = before - quotient * &factor;
        (before, factor) = (factor, next);
    }
    factor.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(rows: &[&[i64]]) -> Vec<Vec<BigInt>> {
        rows.iter()
            .map(|row| row.iter().map(|&x| x.into()).collect())
            .collect()
    }

    #[test]
    fn a_solution_with_long_fractions_is_found_exactly() {
        let matrix = big(&[&[i64::MAX, 3, 1], &[3, i64::MAX - 5, 7], &[1, 7, 1_000_003]]);
        let solution = solve_for_ones(&matrix, &mut 1_000_000).expect("enough work");
        assert!(solves(&matrix, &solution) && solution.iter().any(|x| x.bits() > 80));
    }

    #[test]
    fn product_of_a_row_with_digits_is_exact_for_every_length_and_sign() {
        let row: Vec<BigInt> = (0..2500_i64)
            .map(|i| BigInt::from(i - 1200) << (i % 190) as usize)
            .collect();
        let digits: Vec<u64> = (0..2500).map(|i| PRIME - 1 - i).collect();
        let due: BigInt = row.iter().zip(&digits).map(|(a, &digit)| a * digit).sum();
        assert_eq!(Limbs::of(&row).times(&digits), due);
        assert_eq!(Limbs::of(&[BigInt::zero()]).times(&[7]), BigInt::zero());
    }

    #[test]
    fn singular_system_or_exhausted_work_limit_gives_no_solution() {
        assert_eq!(
            solve_for_ones(&big(&[&[1, 2], &[2, 4]]), &mut 1_000_000),
            None
        );
        assert_eq!(solve_for_ones(&big(&[&[2, 1], &[1, 2]]), &mut 3), None);
    }

    #[test]
    fn rows_that_depend_on_earlier_ones_are_left_out() {
        assert_eq!(
            independent(&big(&[
                &[0, 1, 2],
                &[0, -2, -4],
                &[1, 1, 1],
                &[1, 2, 3],
                &[0, 0, 5]
            ])),
            [0, 2, 4]
        );
    }

    #[test]
    fn the_denominator_of_a_small_fraction_is_read_from_its_remainder() {
        // a/b modulo 10007. With |a|, b ≤ 70, bounds included, only one fraction has this remainder.
        let modulus = BigInt::from(10_007);
        for (a, b) in [(70, 1), (1, 70), (70, 69), (-3, 7), (22, 7), (-70, 61)] {
            let inverse = (1..10_007).find(|x| x * b % 10_007 == 1).unwrap_or(0);
            let value = BigInt::from((a * inverse % 10_007 + 10_007) % 10_007);
            let found = denominator(value, &modulus, &BigInt::from(70));
            assert_eq!(found, BigInt::from(b), "{a}/{b}");
        }
    }
}
