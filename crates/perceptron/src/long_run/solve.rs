//! Solves square systems of linear equations with integer coefficients exactly, by p-adic lifting.
//!
//! The matrix is factored once modulo a prime. Each step of the lifting then adds one digit of the solution to the base of that prime, and the
//! fractions are reconstructed from the digits (Dixon 1982). The result is checked by inserting it, so it is proved whatever the digits were.

use crate::cancellation;
use crate::sample::Rational;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// The prime 2⁶¹ − 1.
const PRIME: u64 = (1 << 61) - 1;

/// Most digits of a solution; a solution that needs more has numerators and denominators of more than 30 000 bits.
const MOST_DIGITS: usize = 1024;

/// The solution of a system: numerators over one positive denominator.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Solution {
    pub numerators: Vec<BigInt>,
    pub denominator: BigInt,
}

/// A square matrix of small integers, row by row.
pub(super) struct Matrix {
    pub size: usize,
    pub entries: Vec<i64>,
}

/// The factors of a matrix modulo the prime: below the diagonal the multipliers, on it the inverses of the pivots, above it the upper factor.
struct Factors {
    size: usize,
    entries: Vec<u64>,
    /// The row of the matrix that became each row.
    rows: Vec<usize>,
}

fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let folded = (product as u64 & PRIME) + (product >> 61) as u64;
    if folded >= PRIME {
        folded - PRIME
    } else {
        folded
    }
}

fn minus(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + PRIME - b }
}

/// The inverse modulo the prime, as the power PRIME − 2.
fn inverse(a: u64) -> u64 {
    let (mut power, mut result, mut exponent) = (a, 1, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, power);
        }
        power = times(power, power);
        exponent >>= 1;
    }
    result
}

fn residue(value: i128) -> u64 {
    value.rem_euclid(i128::from(PRIME)) as u64
}

impl Matrix {
    /// Solves A·x = b. `None` if the matrix is singular (modulo the prime), or if the fractions are too long.
    pub(super) fn solve(&self, right: &[i64]) -> Option<Solution> {
        let factors = self.factors()?;
        let mut residues: Vec<i128> = right.iter().map(|&b| b.into()).collect();
        let mut digits: Vec<Vec<u64>> = Vec::new();
        let mut enough = 4;
        while digits.len() < MOST_DIGITS {
            cancellation::check();
            let digit = factors.solve(&residues);
            residues = self.lifted(&residues, &digit)?;
            digits.push(digit);
            if digits.len() == enough {
                if let Some(solution) = self.reconstructed(&digits, right) {
                    return Some(solution);
                }
                enough += enough / 2;
            }
        }
        None
    }

    /// The residue after a digit: (r − A·x)/p, which is a whole number.
    fn lifted(&self, residues: &[i128], digit: &[u64]) -> Option<Vec<i128>> {
        let rows = self.entries.chunks_exact(self.size).zip(residues);
        let lifted = rows.map(|(row, &residue)| {
            let products = row
                .iter()
                .zip(digit)
                .filter(|(entry, _)| **entry != 0)
                .map(|(&entry, &x)| i128::from(entry) * i128::from(x));
            let left = residue - products.sum::<i128>();
            (left % i128::from(PRIME) == 0).then_some(left / i128::from(PRIME))
        });
        lifted.collect()
    }

    /// Factors the matrix modulo the prime, with the rows in an order that keeps pivots from being zero.
    fn factors(&self) -> Option<Factors> {
        let size = self.size;
        let mut entries: Vec<u64> = self
            .entries
            .iter()
            .map(|&entry| residue(entry.into()))
            .collect();
        let mut rows: Vec<usize> = (0..size).collect();
        for pivot in 0..size {
            cancellation::check();
            let found = (pivot..size).find(|&row| entries[row * size + pivot] != 0)?;
            if found != pivot {
                let (upper, lower) = entries.split_at_mut(found * size);
                upper[pivot * size..(pivot + 1) * size].swap_with_slice(&mut lower[..size]);
                rows.swap(pivot, found);
            }
            let inverse = inverse(entries[pivot * size + pivot]);
            let (upper, lower) = entries.split_at_mut((pivot + 1) * size);
            let own = &mut upper[pivot * size..];
            own[pivot] = inverse;
            for row in lower.chunks_exact_mut(size).filter(|row| row[pivot] != 0) {
                let multiplier = times(row[pivot], inverse);
                row[pivot] = multiplier;
                for column in pivot + 1..size {
                    row[column] = minus(row[column], times(multiplier, own[column]));
                }
            }
        }
        Some(Factors {
            size,
            entries,
            rows,
        })
    }

    /// Reconstructs the fractions from their digits; `None` if the digits do not suffice, so that the fractions do not solve the system.
    fn reconstructed(&self, digits: &[Vec<u64>], right: &[i64]) -> Option<Solution> {
        let modulus = BigInt::from(PRIME).pow(digits.len() as u32);
        let bound = (&modulus / 2u32).sqrt();
        let mut denominator = BigInt::one();
        let mut values = Vec::with_capacity(self.size);
        for place in 0..self.size {
            let value = digits.iter().rev().fold(BigInt::zero(), |value, digit| {
                value * PRIME + BigInt::from(digit[place])
            });
            // Most entries share a denominator, so that the product with it is already a small whole number.
            let scaled = symmetric(&value * &denominator, &modulus);
            if scaled.abs() > bound {
                denominator *= fraction(&scaled, &modulus, &bound)?;
            }
            values.push(value);
        }
        let whole = |value: &BigInt| symmetric(value * &denominator, &modulus);
        let solution = Solution {
            numerators: values.iter().map(whole).collect(),
            denominator,
        };
        self.is_solved_by(&solution, right).then_some(solution)
    }

    fn is_solved_by(&self, solution: &Solution, right: &[i64]) -> bool {
        let mut rows = self.entries.chunks_exact(self.size).zip(right);
        rows.all(|(row, &right)| {
            let products = row
                .iter()
                .zip(&solution.numerators)
                .filter(|(entry, _)| **entry != 0)
                .map(|(&entry, numerator)| numerator * entry);
            products.sum::<BigInt>() == &solution.denominator * right
        })
    }
}

impl Factors {
    /// Solves the system modulo the prime.
    fn solve(&self, right: &[i128]) -> Vec<u64> {
        let mut x: Vec<u64> = self.rows.iter().map(|&row| residue(right[row])).collect();
        for row in 0..self.size {
            let own = &self.entries[row * self.size..row * self.size + row];
            let products = own.iter().zip(&x).map(|(&factor, &x)| times(factor, x));
            x[row] = minus(x[row], products.fold(0, plus));
        }
        for row in (0..self.size).rev() {
            let own = &self.entries[row * self.size..(row + 1) * self.size];
            let products = own[row + 1..]
                .iter()
                .zip(&x[row + 1..])
                .map(|(&factor, &x)| times(factor, x));
            x[row] = times(minus(x[row], products.fold(0, plus)), own[row]);
        }
        x
    }
}

fn plus(a: u64, b: u64) -> u64 {
    if a + b >= PRIME { a + b - PRIME } else { a + b }
}

/// The representative of a residue that is smallest in absolute value.
fn symmetric(value: BigInt, modulus: &BigInt) -> BigInt {
    let value = value.mod_floor(modulus);
    match &value + &value > *modulus {
        true => value - modulus,
        false => value,
    }
}

/// The denominator of the fraction with small terms that is congruent to a value, by the Euclidean algorithm; `None` if no such fraction exists.
fn fraction(value: &BigInt, modulus: &BigInt, bound: &BigInt) -> Option<BigInt> {
    let (mut a, mut b) = (modulus.clone(), value.mod_floor(modulus));
    let (mut s, mut t) = (BigInt::zero(), BigInt::one());
    while &b > bound {
        let (quotient, rest) = a.div_rem(&b);
        (a, b) = (b, rest);
        let next = s - &quotient * &t;
        (s, t) = (t, next);
    }
    let denominator = t.abs();
    (!denominator.is_zero() && &denominator <= bound).then_some(denominator)
}

impl Solution {
    /// Σ f_i·x_i for whole numbers f_i, as a fraction of numerator and denominator.
    pub(super) fn sum(&self, factors: impl Iterator<Item = i128>) -> Rational {
        let products = self.numerators.iter().zip(factors);
        let numerator: BigInt = products.map(|(numerator, factor)| numerator * factor).sum();
        Rational::from_big(numerator, self.denominator.clone())
    }

    /// The solution as floats.
    pub(super) fn to_floats(&self) -> Vec<f64> {
        let entry = |numerator: &BigInt| {
            Rational::from_big(numerator.clone(), self.denominator.clone()).to_f64()
        };
        self.numerators.iter().map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn matrix(size: usize, entries: Vec<i64>) -> Matrix {
        Matrix { size, entries }
    }

    #[test]
    fn hilbert_like_system_has_its_exact_fractions() {
        // x + y/1 = 1 and x/2 + y/3 = 0 multiplied out: x = −2, y = 3.
        let solution = matrix(2, vec![1, 1, 3, 2]).solve(&[1, 0]).unwrap();
        assert_eq!(solution.sum([1, 0].into_iter()), Rational::from(-2_i64));
        assert_eq!(solution.sum([0, 1].into_iter()), Rational::from(3_i64));
        let thirds = matrix(2, vec![3, 0, 1, 7]).solve(&[1, 0]).unwrap();
        assert_eq!(thirds.sum([1, 0].into_iter()), Rational::new(1, 3));
        assert_eq!(thirds.sum([0, 1].into_iter()), Rational::new(-1, 21));
    }

    #[test]
    fn singular_matrix_has_no_solution() {
        assert_eq!(matrix(2, vec![1, 2, 2, 4]).solve(&[1, 1]), None);
        assert_eq!(matrix(2, vec![0, 0, 0, 1]).solve(&[0, 1]), None);
    }

    proptest! {
        #[test]
        fn solution_of_a_random_system_solves_it(entries in prop::collection::vec(-9i64..10, 49), right in prop::collection::vec(-9i64..10, 7)) {
            let system = matrix(7, entries);
            if let Some(solution) = system.solve(&right) {
                prop_assert!(system.is_solved_by(&solution, &right));
                prop_assert!(solution.denominator.is_positive());
            }
        }
    }
}
