//! Adds examples as an opponent of the perceptron would choose them: with a score just below zero, a small margin and a large norm.

use super::{Candidate, Space};
use perceptron::seed::Stream;

/// Adds an example, or puts one in place of another, as an opponent would. It is as long as the longest example, has the least margin of the sample
/// or less, and lies in a random direction that the weight vector, after all examples before it, just misclassifies.
pub(super) fn oppose(candidate: &mut Candidate, space: &Space, stream: &mut Stream) {
    let label = if stream.below(2) == 0 { 1 } else { -1 };
    let planted = candidate
        .separator
        .as_ref()
        .filter(|_| stream.below(2) == 0);
    let planted = planted.map(|separator| separator.iter().map(|u| *u as f64).collect());
    let direction: Vec<f64> = planted.unwrap_or_else(|| steep(candidate));
    let Some(direction) = unit(&direction) else {
        return;
    };
    let (radius, least) = extent(candidate, &direction);
    let margin = match stream.below(2) {
        0 => least,
        _ => least * (0.5 + 0.5 * stream.uniform()),
    };
    let place = match candidate.examples() < space.examples && stream.below(2) == 0 {
        true => candidate.examples(),
        false => stream.below(candidate.examples()),
    };
    let row = shown(candidate, place, &direction, (radius, margin), stream);
    let most = space.largest.max(candidate.largest() as i64) as f64;
    let whole = row
        .iter()
        .map(|x| (f64::from(label) * x).round().clamp(-most, most) as i64);
    let row: Vec<i64> = whole.collect();
    if place < candidate.examples() {
        candidate.remove(place);
    }
    candidate.insert(place, &row, label);
}

/// The example that an opponent shows after those before a place: of this radius and margin, in a random one of the directions.
fn shown(
    candidate: &Candidate,
    place: usize,
    direction: &[f64],
    extent: (f64, f64),
    stream: &mut Stream,
) -> Vec<f64> {
    let weights = weights_before(candidate, place);
    let random: Vec<f64> = (0..candidate.dimension).map(|_| stream.normal()).collect();
    opposed(&weights, direction, extent, &random)
}

/// A sample in which every example is one that an opponent shows after those before it, for a random direction and margin. Every second margin is near
/// γ = R/√N, at which (R/γ)² mistakes are as many as the examples.
pub(super) fn grown(dimension: usize, space: &Space, stream: &mut Stream) -> Candidate {
    let radius = space.largest as f64;
    let direction = stream.direction(dimension);
    let examples = 1 + stream.below(space.examples);
    let margin = match stream.below(2) {
        0 => radius * (-3.0 * stream.uniform()).exp(),
        _ => radius * (0.8 + 0.4 * stream.uniform()) / (examples as f64).sqrt(),
    };
    let whole = |x: &f64| x.round() as i64;
    let mut candidate = Candidate {
        dimension,
        values: Vec::new(),
        labels: Vec::new(),
        denominator: 1,
        separator: Some(direction.iter().map(|u| whole(&(1e4 * u))).collect()),
    };
    for place in 0..examples {
        let row = shown(&candidate, place, &direction, (radius, margin), stream);
        let row: Vec<i64> = row.iter().map(whole).collect();
        candidate.insert(place, &row, 1);
    }
    candidate
}

fn inner(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn unit(vector: &[f64]) -> Option<Vec<f64>> {
    let norm = inner(vector, vector).sqrt();
    (norm > 0.0).then(|| vector.iter().map(|x| x / norm).collect())
}

/// `vector` without its parts along unit vectors that are orthogonal to each other.
fn without(vector: &[f64], units: &[&[f64]]) -> Vec<f64> {
    let mut rest = vector.to_vec();
    for along in units {
        let part = inner(&rest, along);
        rest.iter_mut()
            .zip(*along)
            .for_each(|(x, u)| *x -= part * u);
    }
    rest
}

/// A direction near that of the largest margin: the shortest vector in the hull of the signed examples, after some steps towards the example with the
/// least score.
fn steep(candidate: &Candidate) -> Vec<f64> {
    const STEPS: usize = 60;
    let signed = |example: usize| {
        let label = f64::from(candidate.labels[example]);
        candidate
            .row(example)
            .iter()
            .map(move |x| label * *x as f64)
    };
    let rows: Vec<Vec<f64>> = (0..candidate.examples())
        .map(|e| signed(e).collect())
        .collect();
    let (mut point, mut towards) = (rows[0].clone(), rows[0].clone());
    for _ in 0..STEPS {
        let score = |row: &&Vec<f64>| inner(row, &point);
        let Some(least) = rows.iter().min_by(|a, b| score(a).total_cmp(&score(b))) else {
            break;
        };
        let pairs = towards.iter_mut().zip(least.iter().zip(&point));
        pairs.for_each(|(towards, (x, p))| *towards = x - p);
        let square = inner(&towards, &towards);
        let step = (-inner(&point, &towards) / square.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        if step < 1e-6 {
            break;
        }
        point
            .iter_mut()
            .zip(&towards)
            .for_each(|(p, t)| *p += step * t);
    }
    point
}

/// The largest norm of an example, and the least positive y⟨u, x⟩.
fn extent(candidate: &Candidate, direction: &[f64]) -> (f64, f64) {
    let rows = (0..candidate.examples()).map(|example| {
        let label = f64::from(candidate.labels[example]);
        let row: Vec<f64> = candidate.row(example).iter().map(|x| *x as f64).collect();
        (inner(&row, &row).sqrt(), label * inner(&row, direction))
    });
    rows.fold((0.0, f64::INFINITY), |(radius, margin), (norm, own)| {
        let margin = if own > 0.0 { margin.min(own) } else { margin };
        (f64::max(radius, norm), margin)
    })
}

/// A vector of the norm `radius` with ⟨u, x⟩ = `margin`, turned so that its score ⟨w, x⟩ is just below zero if that is possible.
fn opposed(
    weights: &[f64],
    direction: &[f64],
    (radius, margin): (f64, f64),
    random: &[f64],
) -> Vec<f64> {
    let margin = margin.min(radius);
    let across = (radius * radius - margin * margin).sqrt();
    let steepest = unit(&without(weights, &[direction]));
    let (turned, towards) = match &steepest {
        None => (unit(&without(random, &[direction])), 0.0),
        Some(steepest) => {
            let free = unit(&without(random, &[direction, steepest]));
            let norm = inner(weights, weights).sqrt();
            // A part of the norm compensates for rounding to integers.
            let needed = margin * inner(weights, direction) + 0.5 * norm;
            let towards = needed / (across * inner(weights, steepest)).max(f64::MIN_POSITIVE);
            (free, towards.min(1.0))
        }
    };
    let sideways = (1.0 - towards * towards).max(0.0).sqrt();
    (0..weights.len())
        .map(|j| {
            let steep = steepest.as_ref().map_or(0.0, |steepest| steepest[j]);
            let free = turned.as_ref().map_or(0.0, |turned| turned[j]);
            margin * direction[j] + across * (sideways * free - towards * steep)
        })
        .collect()
}

/// The sum of y·x over the examples before a place.
pub(super) fn weights_before(candidate: &Candidate, place: usize) -> Vec<f64> {
    let mut weights = vec![0.0; candidate.dimension];
    for example in 0..place {
        let label = f64::from(candidate.labels[example]);
        let pairs = weights.iter_mut().zip(candidate.row(example));
        pairs.for_each(|(w, x)| *w += label * *x as f64);
    }
    weights
}
