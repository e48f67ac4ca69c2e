//! Finds exact linear dependencies among points, and decides whether they are in general position.

use super::points::primitive;
use crate::cancellation;
use crate::sample::Features;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// A linear dependency of the examples' features x_i: integers a, not all zero and without a common divisor, with Σ a_i x_i = 0. `None` if the x_i
/// are independent, or floats.
///
/// If some a_i < 0, no vector realizes the labels y_i = sign(a_i), whatever the labels where a_i = 0, because Σ |a_i| y_i x_i = 0.
pub fn dependency(features: &Features) -> Option<Vec<BigInt>> {
    let count = features.examples();
    let mut reduced: Vec<Vec<BigRational>> = Vec::new();
    for index in 0..count {
        let point = features.integer_row(index)?;
        // The unit row records which combination of the points a reduced row is.
        let unit = (0..count).map(|other| {
            if other == index {
                BigRational::one()
            } else {
                BigRational::zero()
            }
        });
        let mut row: Vec<BigRational> = point
            .iter()
            .map(|&x| BigRational::from_integer(x.into()))
            .chain(unit)
            .collect();
        for basis in &reduced {
            eliminate(&mut row, basis);
        }
        // The points have cancelled, so the recorded combination is a dependency.
        if row[..point.len()].iter().all(Zero::is_zero) {
            return Some(integers(&row[point.len()..]));
        }
        reduced.push(row);
    }
    None
}

/// A vector θ with ⟨θ, x_i⟩ = values_i for all examples, in exact fractions, where x_i are the features. `None` if no such vector exists, or the
/// features are floats.
pub fn interpolate(features: &Features, values: &[i64]) -> Option<Vec<BigRational>> {
    let whole = |x: i64| BigRational::from_integer(x.into());
    let mut reduced: Vec<Vec<BigRational>> = Vec::new();
    for (index, &value) in values.iter().enumerate() {
        let mut row: Vec<BigRational> = features
            .integer_row(index)?
            .into_iter()
            .chain([value])
            .map(whole)
            .collect();
        for basis in &reduced {
            eliminate(&mut row, basis);
        }
        match row.iter().position(|x| !x.is_zero()) {
            // Only the value is left, so earlier points imply another value for this point.
            Some(lead) if lead == features.dimension() => return None,
            Some(_) => reduced.push(row),
            // The equation follows from earlier ones.
            None => {}
        }
    }
    // Rows are in units of the features, so the solution for them must be divided by the unit.
    let unit = features.unit().to_big();
    Some(
        solve(&reduced, features.dimension())
            .into_iter()
            .map(|x| x / &unit)
            .collect(),
    )
}

/// Solves linear equations, given as rows [coefficients | value] whose leading non-zero entries are in different columns, from the last to the first;
/// free variables are zero.
pub(super) fn solve(rows: &[Vec<BigRational>], dimension: usize) -> Vec<BigRational> {
    let mut solution = vec![BigRational::zero(); dimension];
    for row in rows.iter().rev() {
        let Some(lead) = row.iter().position(|x| !x.is_zero()) else {
            continue;
        };
        // A row is zero at the leading columns of all rows before it, so its other entries belong to solved or free variables.
        let known: BigRational = row[..dimension]
            .iter()
            .zip(&solution)
            .map(|(a, x)| a * x)
            .sum();
        solution[lead] = (&row[dimension] - known) / &row[lead];
    }
    solution
}

/// Subtracts a multiple of `basis` from `row`, so that `row` is zero in the column of the first non-zero entry of `basis`.
pub(super) fn eliminate(row: &mut [BigRational], basis: &[BigRational]) {
    let Some(lead) = basis.iter().position(|x| !x.is_zero()) else {
        return;
    };
    if !row[lead].is_zero() {
        let factor = &row[lead] / &basis[lead];
        row.iter_mut()
            .zip(basis)
            .for_each(|(x, b)| *x -= &factor * b);
    }
}

fn integers(values: &[BigRational]) -> Vec<BigInt> {
    let common = values.iter().fold(BigInt::one(), |lcm, value| {
        num_integer::lcm(lcm, value.denom().clone())
    });
    primitive(
        values
            .iter()
            .map(|value| value.numer() * (&common / value.denom()))
            .collect(),
    )
}

/// Whether the examples are in general position: any d of the feature vectors, or all if there are fewer, are linearly independent, in dimension d.
/// `None` for floats, or if a determinant exceeds 128 bits.
pub fn is_general(features: &Features) -> Option<bool> {
    let rows: Vec<Vec<i64>> = (0..features.examples())
        .map(|index| features.integer_row(index))
        .collect::<Option<_>>()?;
    if rows.len() < features.dimension() {
        return Some(dependency(features).is_none());
    }
    let mut chosen: Vec<usize> = (0..features.dimension()).collect();
    loop {
        cancellation::check();
        if determinant(
            chosen
                .iter()
                .map(|&index| rows[index].iter().map(|&x| i128::from(x)).collect())
                .collect(),
        )? == 0
        {
            return Some(false);
        }
        if !advance(&mut chosen, rows.len()) {
            return Some(true);
        }
    }
}

/// Whether all examples lie in one plane through the origin, so that no three of the feature vectors are linearly independent. `None` for floats in
/// three dimensions or more.
pub fn lies_in_a_plane(features: &Features) -> Option<bool> {
    if features.dimension() <= 2 {
        return Some(true);
    }
    let mut reduced: Vec<Vec<BigRational>> = Vec::new();
    for index in 0..features.examples() {
        let row = features.integer_row(index)?.into_iter();
        let mut row: Vec<BigRational> = row.map(|x| BigRational::from_integer(x.into())).collect();
        for basis in &reduced {
            eliminate(&mut row, basis);
        }
        if row.iter().any(|x| !x.is_zero()) {
            if reduced.len() == 2 {
                return Some(false);
            }
            reduced.push(row);
        }
    }
    Some(true)
}

/// Replaces `chosen`, an increasing list of indices below `count`, by the next subset of the same size in lexicographic order; returns false after
/// the last one.
fn advance(chosen: &mut [usize], count: usize) -> bool {
    let size = chosen.len();
    let Some(place) = (0..size)
        .rev()
        .find(|&place| chosen[place] < count - size + place)
    else {
        return false;
    };
    chosen[place] += 1;
    (place + 1..size).for_each(|later| chosen[later] = chosen[later - 1] + 1);
    true
}

/// The determinant of a square matrix by Bareiss's elimination, in which every division is exact; `None` if a number exceeds 128 bits.
fn determinant(mut rows: Vec<Vec<i128>>) -> Option<i128> {
    let (size, mut previous, mut sign) = (rows.len(), 1, 1);
    for step in 0..size {
        let Some(pivot) = (step..size).find(|&row| rows[row][step] != 0) else {
            return Some(0);
        };
        if pivot != step {
            rows.swap(pivot, step);
            sign = -sign;
        }
        for row in step + 1..size {
            for column in step + 1..size {
                let straight = rows[row][column].checked_mul(rows[step][step])?;
                rows[row][column] = straight
                    .checked_sub(rows[row][step].checked_mul(rows[step][column])?)?
                    / previous;
            }
        }
        previous = rows[step][step];
    }
    // Bareiss's last pivot is the determinant; without rows it is 1.
    Some(sign * previous)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::margin::{Separability, separability};
    use crate::sample::{Dense, Integers, Label, Sample};

    fn features(dimension: usize, values: &[i64]) -> Features {
        Features::Integers(Integers::new(dimension, values.to_vec(), 1))
    }

    #[test]
    fn points_lie_in_a_plane_unless_three_are_independent() {
        let plane = [1, 0, 1, 0, 0, 0, 2, 0, 2, 0, 1, 1, 3, -2, 1];
        assert_eq!(lies_in_a_plane(&features(3, &plane)), Some(true));
        let space = [&plane[..], &[3, -2, 2]].concat();
        assert_eq!(lies_in_a_plane(&features(3, &space)), Some(false));
        assert_eq!(
            lies_in_a_plane(&features(2, &[1, 2, 3, 4, 5, 6])),
            Some(true)
        );
        let floats = |dimension| Features::Dense(Dense::new(dimension, vec![0.5; 6]));
        assert_eq!(lies_in_a_plane(&floats(2)), Some(true));
        assert_eq!(lies_in_a_plane(&floats(3)), None);
    }

    #[test]
    fn dependent_points_interpolate_only_consistent_values() {
        let points = Features::Integers(Integers::new(3, vec![2, 1, 0, 1, 3, 5], 2));
        let found = interpolate(&points, &[1, -1]).map(|theta| {
            theta
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        });
        assert_eq!(found.as_deref(), Some("8/5 -6/5 0"));
        let dependent = features(2, &[1, 0, 0, 1, 1, 1]);
        assert!(
            interpolate(&dependent, &[1, 1, -1]).is_none()
                && interpolate(&dependent, &[1, 1, 2]).is_some()
        );
    }

    #[test]
    fn a_dependency_is_exact_and_names_a_labelling_that_nothing_realises() {
        let points = features(3, &[1, 0, 0, 0, 1, 0, 2, 3, 0, 0, 0, 1]);
        let found = dependency(&points).map(|a| {
            a.iter()
                .map(BigInt::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        });
        assert!(found.as_deref() == Some("-2 -3 1 0"), "{found:?}");
        for last in [Label::Negative, Label::Positive] {
            let labels = vec![Label::Negative, Label::Negative, Label::Positive, last];
            let sample = Sample {
                features: points.clone(),
                labels,
                planted: None,
            };
            assert!(matches!(
                separability(&sample),
                Separability::NotSeparable(_)
            ));
        }
        assert_eq!(dependency(&features(2, &[1, 2, 3, 4])), None);
    }

    #[test]
    fn general_position_requires_every_subset_to_be_independent() {
        assert_eq!(is_general(&features(2, &[1, 1, 1, 2, 1, 3])), Some(true));
        assert_eq!(is_general(&features(2, &[1, 1, 1, 2, 2, 2])), Some(false));
        assert_eq!(is_general(&features(3, &[1, 0, 0, 0, 1, 0])), Some(true));
        assert_eq!(is_general(&features(3, &[1, 0, 0, 2, 0, 0])), Some(false));
        assert_eq!(
            is_general(&features(3, &[1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1])),
            Some(false)
        );
        assert_eq!(
            determinant(vec![vec![0, 2, 1], vec![1, 1, 0], vec![3, 0, 5]]),
            Some(-13)
        );
    }

    #[test]
    fn determinants_are_the_known_ones() {
        let rows = vec![vec![2, 3, 5], vec![7, 11, 13], vec![17, 19, 23]];
        assert_eq!(determinant(rows), Some(-78));
        // det(a·I + J) = aⁿ⁻¹(a + n), J all ones; and (−1)^⌊n/2⌋ for the identity with reversed rows.
        for (a, size, due) in [
            (2, 3, 20),
            (3, 4, 189),
            (2, 5, 112),
            (-5, 5, 0),
            (-3, 4, -27),
        ] {
            let entry = |i: usize, j: usize| 1 + if i == j { a } else { 0 };
            let row = |i| (0..size).map(|j| entry(i, j)).collect();
            assert_eq!(
                determinant((0..size).map(row).collect()),
                Some(due),
                "{a} {size}"
            );
        }
        for (size, due) in [(1, 1), (2, -1), (3, -1), (4, 1), (6, -1)] {
            let row = |i| (0..size).map(|j| i128::from(i + j + 1 == size)).collect();
            assert_eq!(
                determinant((0..size).map(row).collect()),
                Some(due),
                "{size}"
            );
        }
        let huge = i128::from(i64::MAX);
        assert_eq!(
            determinant(vec![vec![huge, 1], vec![-1, huge]]),
            Some(huge * huge + 1)
        );
        let beyond = vec![vec![huge * 4, 1], vec![1, huge * 4]];
        assert_eq!(determinant(beyond), None);
    }
}
