//! Finds the shortest vector with all margins at least 1, by trying every set of constraints that may be active. It uses no margin, no dual and no
//! iteration, so that it shares no method with [`super::separability`].

use super::position::{eliminate, solve};
use crate::cancellation;
use crate::sample::{Rational, Sample};
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The largest number of sets of constraints that are tried; for more sets there is no answer.
const MOST_SETS: u64 = 1_000;

/// B² = min {‖w‖² : y⟨w, x⟩ ≥ 1 for all examples (x, y)}, exactly. `None` if there is no such w, for float features, and if there are too many sets
/// of constraints to try.
///
/// # Formula
/// The shortest w is Σ λ_i y_i x_i over independent examples on which y⟨w, x⟩ = 1. So it solves these equations for some set of at most d
/// independent examples. It is the shortest of those solutions that satisfy the other constraints.
/// # Source
/// docs/theory.md: C-U10.
pub fn shortest_norm_squared(sample: &Sample) -> Option<Rational> {
    let (count, dimension) = (sample.labels.len(), sample.features.dimension());
    let size = dimension.min(count);
    if count == 0 || sets(count, size) > MOST_SETS {
        return None;
    }
    let signed = |example: usize| {
        let row = sample.features.exact_row(example)?;
        let sign = BigRational::from_integer(sample.labels[example].sign().into());
        Some(row.iter().map(|x| x.to_big() * &sign).collect())
    };
    let rows: Vec<Vec<BigRational>> = (0..count).map(signed).collect::<Option<_>>()?;
    let products_with = |a: &Vec<BigRational>| rows.iter().map(|b| product(a, b)).collect();
    let gram: Vec<Vec<BigRational>> = rows.iter().map(products_with).collect();
    let mut chosen = Vec::new();
    let mut shortest = None;
    try_sets(&gram, 0, size, &mut chosen, &mut shortest);
    shortest.map(Rational::from)
}

/// The number of subsets of at most `size` among `count` examples.
fn sets(count: usize, size: usize) -> u64 {
    let (mut binomial, mut sum) = (1u64, 1u64);
    for k in 0..size as u64 {
        binomial = binomial.saturating_mul(count as u64 - k) / (k + 1);
        sum = sum.saturating_add(binomial);
    }
    sum
}

/// Tries the chosen set of active constraints, and every extension of this set by examples from index `next` on up to `size` examples; `shortest`
/// holds the smallest ‖w‖² so far.
fn try_sets(
    gram: &[Vec<BigRational>],
    next: usize,
    size: usize,
    chosen: &mut Vec<usize>,
    shortest: &mut Option<BigRational>,
) {
    if let Some(norm_squared) = solved(gram, chosen) {
        let is_shorter = shortest.as_ref().is_none_or(|known| norm_squared < *known);
        if is_shorter {
            *shortest = Some(norm_squared);
        }
    }
    if chosen.len() == size {
        return;
    }
    for example in next..gram.len() {
        cancellation::check();
        chosen.push(example);
        try_sets(gram, example + 1, size, chosen, shortest);
        chosen.pop();
    }
}

/// ‖w‖² of w = Σ λ_i v_i over the chosen signed examples v_i with ⟨w, v_i⟩ = 1, from the Gram matrix of all signed examples: it is Σ λ_i. `None` if
/// ⟨w, v⟩ < 1 for another example or the chosen ones are dependent.
fn solved(gram: &[Vec<BigRational>], chosen: &[usize]) -> Option<BigRational> {
    let mut reduced: Vec<Vec<BigRational>> = Vec::new();
    for &i in chosen {
        let products = chosen.iter().map(|&j| gram[i][j].clone());
        let mut equation: Vec<BigRational> = products.chain([BigRational::one()]).collect();
        reduced.iter().for_each(|row| eliminate(&mut equation, row));
        // Dependent examples are skipped, because another set has the same solution.
        if equation[..chosen.len()].iter().all(Zero::is_zero) {
            return None;
        }
        reduced.push(equation);
    }
    let multipliers = solve(&reduced, chosen.len());
    let score = |row: &Vec<BigRational>| {
        let terms = chosen.iter().zip(&multipliers).map(|(&i, l)| &row[i] * l);
        terms.sum::<BigRational>()
    };
    let keeps = |row: &Vec<BigRational>| score(row) >= BigRational::one();
    gram.iter().all(keeps).then(|| multipliers.iter().sum())
}

fn product(a: &[BigRational], b: &[BigRational]) -> BigRational {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::margin::{Separability, separability};
    use crate::sample::{Features, Integers, Label};

    fn sample(dimension: usize, rows: &[&[i64]]) -> Sample {
        let values: Vec<i64> = rows.concat();
        Sample {
            labels: vec![Label::Positive; rows.len()],
            features: Features::Integers(Integers::new(dimension, values, 1)),
            planted: None,
        }
    }

    #[test]
    fn shortest_norm_for_orthogonal_rows_is_the_sum_of_inverse_squares() {
        let rows: [&[i64]; 3] = [&[1, 0, 0], &[0, 2, 0], &[0, 0, 4]];
        let found = shortest_norm_squared(&sample(3, &rows));
        assert_eq!(found, Some(Rational::new(21, 16)));
    }

    #[test]
    fn one_active_constraint_may_suffice_and_inseparable_rows_have_none() {
        let rows: [&[i64]; 3] = [&[1, 0], &[3, 1], &[2, -1]];
        assert_eq!(
            shortest_norm_squared(&sample(2, &rows)),
            Some(Rational::one())
        );
        let rows: [&[i64]; 2] = [&[1, 0], &[-1, 0]];
        assert_eq!(shortest_norm_squared(&sample(2, &rows)), None);
        let rows: [&[i64]; 2] = [&[1, 0], &[0, 0]];
        assert_eq!(shortest_norm_squared(&sample(2, &rows)), None);
    }

    #[test]
    fn shortest_norm_is_the_inverse_of_the_maximum_margin() {
        let rows: [&[i64]; 6] = [
            &[3, 1, 2],
            &[1, 4, -1],
            &[2, -1, 5],
            &[7, 2, 2],
            &[4, -2, 1],
            &[1, 1, 0],
        ];
        let sample = sample(3, &rows);
        let Separability::Separable(found) = separability(&sample) else {
            panic!("separable")
        };
        let margin = found.squared.exact.unwrap();
        assert_eq!(
            shortest_norm_squared(&sample),
            Some(&Rational::one() / &margin)
        );
    }

    #[test]
    fn too_many_active_sets_are_not_tried() {
        assert_eq!(sets(5, 2), 1 + 5 + 10);
        assert!(sets(40, 10) > MOST_SETS);
    }
}
