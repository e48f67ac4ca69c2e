//! Draws and turns examples of norm 1 with exact numbers: reflections of the first axis at small vectors of integers.

use super::{Candidate, Space};
use num_integer::Integer;
use perceptron::seed::Stream;

/// The denominator of random unit vectors: many sums of squares divide it.
pub(super) const COMMON: i64 = 8 * 9 * 25 * 7 * 13 * 17;
/// Largest power of two to which the entries of a random vector of integers reach.
const LARGEST_POWER: usize = 4;
/// Number of steps that are tried from one example.
const TRIED: usize = 20;

/// A random vector whose norm is the common denominator.
pub(super) fn unit(dimension: usize, stream: &mut Stream) -> Vec<i64> {
    loop {
        let most = 1i64 << (1 + stream.below(LARGEST_POWER));
        let entry = |_| stream.below(2 * most as usize + 1) as i64 - most;
        let vector: Vec<i64> = (0..dimension).map(entry).collect();
        if let Some(row) = reflected(&vector, COMMON) {
            return signed(row, stream);
        }
    }
}

/// The first axis with the norm `length`, reflected at the line through a vector; `None` if that is no vector of integers.
fn reflected(vector: &[i64], length: i64) -> Option<Vec<i64>> {
    let square: i64 = vector.iter().map(|v| v * v).sum();
    if square == 0 || length % square != 0 {
        return None;
    }
    let factor = 2 * vector[0] * (length / square);
    let mut row: Vec<i64> = vector.iter().map(|v| factor * v).collect();
    row[0] -= length;
    Some(row)
}

fn signed(mut row: Vec<i64>, stream: &mut Stream) -> Vec<i64> {
    if stream.below(2) == 0 {
        row.iter_mut().for_each(|x| *x = -*x);
    }
    row
}

/// The shortest vector of integers at whose line the first axis is reflected to this row of the norm `length`.
fn mirror(row: &[i64], length: i64) -> Vec<i64> {
    let mut vector = row.to_vec();
    vector[0] += length;
    let common = vector.iter().fold(0, |gcd: i64, v| gcd.gcd(v)).max(1);
    vector.iter().map(|v| v / common).collect()
}

/// Turns an example of norm 1 a little.
pub(super) fn turn(candidate: &mut Candidate, _: &Space, stream: &mut Stream) {
    let (example, length) = (stream.below(candidate.examples()), candidate.denominator);
    let finer = 1 + stream.below(3) as i64;
    let vector = mirror(candidate.row(example), length);
    for _ in 0..TRIED {
        let mut near: Vec<i64> = vector.iter().map(|v| finer * v).collect();
        near[stream.below(vector.len())] += 2 * stream.below(2) as i64 - 1;
        if let Some(row) = reflected(&near, length) {
            candidate.row_mut(example).copy_from_slice(&row);
            return;
        }
    }
}

/// Puts a random example of norm 1 in place of another, or adds it.
pub(super) fn renew(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    if candidate.denominator != COMMON {
        return;
    }
    let row = unit(candidate.dimension, stream);
    let place = stream.below(candidate.examples());
    let label = candidate.labels[place];
    if candidate.examples() >= space.examples || stream.below(2) == 0 {
        candidate.remove(place);
    }
    candidate.insert(place, &row, label);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::drawing::tests::SPACE;
    use perceptron::seed::Seed;
    use std::collections::BTreeSet;

    #[test]
    fn random_and_turned_examples_have_norm_one() {
        let mut stream = Seed::root(3).stream();
        for dimension in 1..5 {
            let mut candidate = Candidate {
                dimension,
                values: unit(dimension, &mut stream),
                labels: vec![1],
                denominator: COMMON,
                separator: None,
            };
            let mut seen = BTreeSet::new();
            for step in 0..60 {
                let change = if step % 3 == 0 { renew } else { turn };
                change(&mut candidate, &SPACE, &mut stream);
                assert!(candidate.has_unit_norms(), "{candidate:?}");
                seen.insert(candidate.values.clone());
            }
            assert!(seen.len() > 20 || dimension == 1, "{dimension}");
            assert_eq!(candidate.examples(), SPACE.examples);
        }
    }
}
