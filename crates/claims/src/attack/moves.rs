//! Changes a candidate a little: its numbers, labels, order and number of examples.

use super::drawing::{Drawing, dot};
use super::opponent::{oppose, weights_before};
use super::units::{renew, turn};
use super::{Candidate, Changes, Space};
use perceptron::seed::Stream;

/// A change of a candidate; it may leave the candidate as it is.
type Move = fn(&mut Candidate, &Space, &mut Stream);

/// All moves; one that is listed twice is made twice as often.
const MOVES: &[Move] = &[
    nudge,
    nudge,
    nudge,
    nudge,
    nudge_example,
    nudge_example,
    set,
    flip,
    exchange,
    carry,
    repeat,
    omit,
    scale_example,
    scale_feature,
    change_unit,
    combine,
    extend,
    oppose,
    oppose,
    oppose,
    turn_separator,
    turn_separator,
];

/// The moves that change the order alone.
const ORDERS: &[Move] = &[exchange, carry];

/// The moves that keep the numbers of samples whose labels are a majority or a disjunction.
const VOTES: &[Move] = &[alter, alter, mix, mix, exchange, carry, repeat, omit];

/// The moves that keep the norms of examples of norm 1.
const UNITS: &[Move] = &[
    turn,
    turn,
    turn,
    renew,
    flip,
    exchange,
    carry,
    repeat,
    omit,
    turn_separator,
];

/// Returns the candidate after one or a few moves that stay in the space.
pub(super) fn moved(
    from: &Candidate,
    drawing: Drawing,
    space: &Space,
    stream: &mut Stream,
) -> Candidate {
    let mut candidate = from.clone();
    let moves = match (space.changes, drawing) {
        (Changes::Order, _) => ORDERS,
        (Changes::All, Drawing::Numbers) => MOVES,
        (Changes::All, Drawing::Majority | Drawing::Disjunction) => VOTES,
        (Changes::All, Drawing::Units) => UNITS,
    };
    loop {
        let kind = moves[stream.below(moves.len())];
        kind(&mut candidate, space, stream);
        // One further move with probability 1/4.
        if stream.below(4) > 0 {
            return candidate;
        }
    }
}

/// A step whose size is a random power of two up to a quarter of the largest number, up or down.
fn step(size: i64, stream: &mut Stream) -> i64 {
    let bits = 64 - (size.max(4) / 4).leading_zeros() as usize;
    let reach = 1usize << stream.below(bits);
    let step = 1 + stream.below(reach) as i64;
    if stream.below(2) == 0 { step } else { -step }
}

fn changed(value: i64, by: i64, space: &Space) -> i64 {
    let most = space.largest.max(value.abs());
    value.saturating_add(by).clamp(-most, most)
}

fn size(candidate: &Candidate, space: &Space) -> i64 {
    (candidate.largest() as i64).min(space.largest)
}

fn nudge(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    let place = stream.below(candidate.values.len());
    let by = step(size(candidate, space), stream);
    candidate.values[place] = changed(candidate.values[place], by, space);
}

fn nudge_example(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    let (example, size) = (stream.below(candidate.examples()), size(candidate, space));
    for value in candidate.row_mut(example) {
        *value = changed(*value, step(size, stream), space);
    }
}

/// Sets a number to zero, to another one, or to its negative.
fn set(candidate: &mut Candidate, _: &Space, stream: &mut Stream) {
    let place = stream.below(candidate.values.len());
    candidate.values[place] = match stream.below(3) {
        0 => 0,
        1 => -candidate.values[place],
        _ => candidate.values[stream.below(candidate.values.len())],
    };
}

fn flip(candidate: &mut Candidate, _: &Space, stream: &mut Stream) {
    let example = stream.below(candidate.examples());
    candidate.labels[example] = -candidate.labels[example];
}

/// Puts an example in place of another, or adds it. Each of its numbers is that of a random example at that place; its label is that of the separator.
fn mix(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    let examples = candidate.examples();
    let row: Vec<i64> = (0..candidate.dimension)
        .map(|place| candidate.row(stream.below(examples))[place])
        .collect();
    let place = stream.below(examples);
    let label = labelled(&row, candidate).unwrap_or(candidate.labels[place]);
    if examples >= space.examples || stream.below(2) == 0 {
        candidate.remove(place);
    }
    candidate.insert(place, &row, label);
}

/// The label that the separator of a sample gives a row.
fn labelled(row: &[i64], candidate: &Candidate) -> Option<i8> {
    let separator = candidate.separator.as_ref()?;
    Some(if dot(row, separator) > 0.0 { 1 } else { -1 })
}

/// Sets a number to another one of the sample, and labels its example by the separator.
fn alter(candidate: &mut Candidate, _: &Space, stream: &mut Stream) {
    let [place, other] = [0, 1].map(|_| stream.below(candidate.values.len()));
    candidate.values[place] = candidate.values[other];
    let example = place / candidate.dimension;
    if let Some(label) = labelled(candidate.row(example), candidate) {
        candidate.labels[example] = label;
    }
}

fn exchange(candidate: &mut Candidate, _: &Space, stream: &mut Stream) {
    let [one, other] = [0, 1].map(|_| stream.below(candidate.examples()));
    let row = candidate.row(one).to_vec();
    let second = candidate.row(other).to_vec();
    candidate.row_mut(one).copy_from_slice(&second);
    candidate.row_mut(other).copy_from_slice(&row);
    candidate.labels.swap(one, other);
}

/// Puts an example at another place of the order.
fn carry(candidate: &mut Candidate, _: &Space, stream: &mut Stream) {
    let (row, label) = candidate.remove(stream.below(candidate.examples()));
    let place = stream.below(candidate.examples() + 1);
    candidate.insert(place, &row, label);
}

fn repeat(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    let example = stream.below(candidate.examples());
    if candidate.examples() < space.examples {
        let (row, label) = (candidate.row(example).to_vec(), candidate.labels[example]);
        let place = stream.below(candidate.examples() + 1);
        candidate.insert(place, &row, label);
    }
}

fn omit(candidate: &mut Candidate, _: &Space, stream: &mut Stream) {
    let example = stream.below(candidate.examples());
    if candidate.examples() > 1 {
        candidate.remove(example);
    }
}

/// Multiplies a number by a small fraction.
fn scaled(value: i64, factor: (i64, i64), space: &Space) -> i64 {
    let most = i128::from(space.largest.max(value.abs()));
    let product = i128::from(value) * i128::from(factor.0) / i128::from(factor.1);
    product.clamp(-most, most) as i64
}

fn factor(stream: &mut Stream) -> (i64, i64) {
    [(2, 1), (1, 2), (3, 2), (2, 3), (5, 4), (4, 5), (-1, 1)][stream.below(7)]
}

fn scale_example(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    let (example, factor) = (stream.below(candidate.examples()), factor(stream));
    for value in candidate.row_mut(example) {
        *value = scaled(*value, factor, space);
    }
}

fn scale_feature(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    let (feature, factor) = (stream.below(candidate.dimension), factor(stream));
    for example in 0..candidate.examples() {
        let value = &mut candidate.row_mut(example)[feature];
        *value = scaled(*value, factor, space);
    }
}

/// Largest denominator that a move makes.
const LARGEST_DENOMINATOR: i64 = 1 << 10;

/// Makes the whole sample twice as small or large, or its grid twice as fine. An offset does not change with the sample.
fn change_unit(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    let doubled = 2 * candidate.denominator;
    let is_small = candidate.largest() as i64 <= space.largest / 2;
    match stream.below(3) {
        0 if doubled <= LARGEST_DENOMINATOR => candidate.denominator = doubled,
        1 if candidate.denominator % 2 == 0 => candidate.denominator /= 2,
        2 if doubled <= LARGEST_DENOMINATOR && is_small => {
            candidate.denominator = doubled;
            candidate.values.iter_mut().for_each(|value| *value *= 2);
        }
        _ => {}
    }
}

/// Adds another example, or its negative, to an example.
fn combine(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    let [one, other] = [0, 1].map(|_| stream.below(candidate.examples()));
    let sign = if stream.below(2) == 0 { 1 } else { -1 };
    let added = candidate.row(other).to_vec();
    for (value, added) in candidate.row_mut(one).iter_mut().zip(added) {
        *value = changed(*value, sign * added, space);
    }
}

/// Adds an example, or moves one, to where its score is just below zero: a random example is projected onto the directions that are orthogonal to
/// the weight vector after all examples before it, each with an update.
fn extend(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    let source = stream.below(candidate.examples());
    let (mut row, label) = (candidate.row(source).to_vec(), candidate.labels[source]);
    let size = size(candidate, space);
    row.iter_mut()
        .for_each(|value| *value = changed(*value, step(size, stream), space));
    let place = match candidate.examples() < space.examples && stream.below(2) == 0 {
        true => candidate.examples(),
        false => {
            let place = stream.below(candidate.examples());
            candidate.remove(place);
            place
        }
    };
    let weights = weights_before(candidate, place);
    let row = just_below(&row, &weights, label, space);
    candidate.insert(place, &row, label);
}

fn just_below(row: &[i64], weights: &[f64], label: i8, space: &Space) -> Vec<i64> {
    let square: f64 = weights.iter().map(|w| w * w).sum();
    if square == 0.0 {
        return row.to_vec();
    }
    let score: f64 = row.iter().zip(weights).map(|(x, w)| *x as f64 * w).sum();
    // Half a unit of the largest weight compensates for rounding.
    let largest = weights.iter().fold(0.0_f64, |most, w| most.max(w.abs()));
    let part = (score + f64::from(label) * 0.5 * largest) / square;
    let most = space.largest as f64;
    let projected = row.iter().zip(weights).map(|(x, w)| *x as f64 - part * w);
    projected
        .map(|x| x.round().clamp(-most, most) as i64)
        .collect()
}

fn turn_separator(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    let Some(separator) = &mut candidate.separator else {
        return;
    };
    let size = separator.iter().map(|u| u.abs()).max().unwrap_or(1);
    let place = stream.below(separator.len());
    let step = step(size.max(8), stream);
    let turned = separator[place].saturating_add(step);
    separator[place] = turned.clamp(-space.largest.max(size), space.largest.max(size));
    if separator.iter().all(|u| *u == 0) {
        separator[place] = 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::Changes;
    use crate::attack::drawing::random;
    use crate::attack::drawing::tests::SPACE;
    use perceptron::seed::Seed;
    use std::collections::BTreeSet;

    #[test]
    fn a_move_of_the_order_keeps_the_examples() {
        let mut stream = Seed::root(2).stream();
        let space = Space {
            changes: Changes::Order,
            ..SPACE
        };
        let from = random(Drawing::Numbers, 2, &SPACE, &mut stream);
        let sorted = |candidate: &Candidate| {
            let rows = candidate.values.chunks(2).zip(&candidate.labels);
            let mut rows: Vec<(Vec<i64>, i8)> = rows.map(|(row, y)| (row.to_vec(), *y)).collect();
            rows.sort();
            rows
        };
        let (mut candidate, mut orders) = (from.clone(), BTreeSet::new());
        for _ in 0..50 {
            candidate = moved(&candidate, Drawing::Numbers, &space, &mut stream);
            assert_eq!(sorted(&candidate), sorted(&from));
            orders.insert(candidate.values.clone());
        }
        assert!(orders.len() > 1, "{from:?}");
    }
}
