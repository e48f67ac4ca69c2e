//! Finds the point of a hyperplane nearest to another point, without the formula for its distance.

use super::position::{eliminate, solve};
use crate::sample::Rational;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The largest dimension in which the linear system for the nearest point is solved in fractions.
const MOST_COORDINATES: usize = 32;

/// ‖x − z‖² for the point z of {z : ⟨normal, z⟩ = level} nearest to x, for each x of `points`. `None` if the normal is 0, and in more than 32
/// dimensions.
///
/// # Formula
/// One coordinate with a non-zero weight is expressed by the others, z_k = a − Σ c_j z_j. In these, ‖x − z‖² is least where its derivatives vanish:
/// z_j + c_j Σ c_i z_i = x_j + c_j (a − x_k), a system of d − 1 equations.
/// # Source
/// docs/theory.md: C-V2, C-M12.
pub fn squared_distances(
    normal: &[Rational],
    level: &Rational,
    points: &[Vec<Rational>],
) -> Option<Vec<Rational>> {
    if normal.len() > MOST_COORDINATES {
        return None;
    }
    let pivot = normal.iter().position(|weight| !weight.is_zero())?;
    let share = |j: usize| normal[j].to_big() / normal[pivot].to_big();
    let shares: Vec<BigRational> = (0..normal.len()).map(share).collect();
    let free: Vec<usize> = (0..normal.len()).filter(|&j| j != pivot).collect();
    let start = level.to_big() / normal[pivot].to_big();
    // All points share the matrix; each has a right side of its own.
    let mut reduced: Vec<Vec<BigRational>> = Vec::new();
    for &j in &free {
        let unit = |i| {
            if i == j {
                BigRational::one()
            } else {
                BigRational::zero()
            }
        };
        let terms = free.iter().map(|&i| unit(i) + &shares[j] * &shares[i]);
        let right = points
            .iter()
            .map(|x| x[j].to_big() + &shares[j] * (&start - x[pivot].to_big()));
        let mut row: Vec<BigRational> = terms.chain(right).collect();
        reduced.iter().for_each(|known| eliminate(&mut row, known));
        reduced.push(row);
    }
    let square = |x: BigRational| &x * &x;
    let distance = |(place, x): (usize, &Vec<Rational>)| {
        let own = |row: &Vec<BigRational>| {
            let right = [row[free.len() + place].clone()];
            row[..free.len()].iter().cloned().chain(right).collect()
        };
        let found = solve(&reduced.iter().map(own).collect::<Vec<_>>(), free.len());
        let written = free.iter().zip(&found).map(|(&j, z)| &shares[j] * z);
        let last = &start - written.sum::<BigRational>();
        let rest = free
            .iter()
            .zip(&found)
            .map(|(&j, z)| square(x[j].to_big() - z));
        Rational::from(rest.sum::<BigRational>() + square(x[pivot].to_big() - last))
    };
    Some(points.iter().enumerate().map(distance).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fractions(values: &[i64]) -> Vec<Rational> {
        values.iter().map(|&value| Rational::from(value)).collect()
    }

    #[test]
    fn distances_to_lines_and_planes_are_the_known_ones() {
        let of = |normal: &[i64], level: i64, point: &[i64]| {
            squared_distances(
                &fractions(normal),
                &Rational::from(level),
                &[fractions(&[1; 3][..point.len()]), fractions(point)],
            )
            .map(|found| found[1].clone())
        };
        assert_eq!(of(&[3, 4], 0, &[5, 0]), Some(Rational::from(9_i64)));
        assert_eq!(of(&[3, 4], 25, &[0, 0]), Some(Rational::from(25_i64)));
        assert_eq!(of(&[0, 0, 2], 2, &[7, 7, 7]), Some(Rational::from(36_i64)));
        assert_eq!(of(&[1, 1, 1], 0, &[1, 0, 0]), Some(Rational::new(1, 3)));
        assert_eq!(of(&[2], 3, &[0]), Some(Rational::new(9, 4)));
        assert_eq!(of(&[0, 0], 1, &[0, 0]), None);
    }
}
