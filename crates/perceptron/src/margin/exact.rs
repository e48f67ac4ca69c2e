//! Finds the point of a convex hull nearest to the origin in exact fractions, by Wolfe's method, starting where the floats stopped.

use super::lifting;
use super::nearest::Nearest;
use super::points::{Points, dot, paired, primitive};
use super::weights::Weights;
use crate::cancellation;
use crate::sample::{Dense, Rational};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The exact point Σ weights·v / Σ weights of the convex hull of the signed examples v that is nearest to the origin.
pub(super) struct Exact {
    support: Vec<usize>,
    weights: Vec<BigInt>,
    /// Σ weights·v, as integers in the common unit of the signed examples v.
    sum: Vec<BigInt>,
}

impl Exact {
    /// Whether the point of the hull nearest to the origin is the origin itself, so that no direction separates.
    pub(super) fn is_origin(&self) -> bool {
        self.sum.iter().all(BigInt::is_zero)
    }

    /// The positive weights of the examples whose combination is the nearest point.
    pub(super) fn weights(&self) -> Weights {
        paired(&self.support, self.weights.clone())
    }

    /// The squared distance of the origin from the hull, in squared units of the signed examples.
    pub(super) fn norm_squared(&self) -> Rational {
        let total: BigInt = self.weights.iter().sum();
        Rational::from_big(dot(&self.sum, &self.sum), &total * &total)
    }

    /// The direction from the origin to the nearest point as integers, exact if they fit 64 bits and otherwise rounded.
    pub(super) fn integer_direction(&self, points: &Points) -> Vec<i64> {
        let direction = primitive(self.sum.clone());
        // If entries are too long, all are shifted alike: the direction changes a little, and is checked again.
        let excess = longest(&direction).saturating_sub(points.direction_bits());
        direction
            .iter()
            .map(|x| (x >> excess).to_i64().unwrap_or(0))
            .collect()
    }

    /// The direction from the origin to the nearest point as floats, rounded.
    pub(super) fn float_direction(&self) -> Vec<f64> {
        // Dividing by one power of two above all entries keeps the floats finite and their ratios unchanged.
        let scale = BigInt::one() << longest(&self.sum);
        self.sum
            .iter()
            .map(|x| Rational::from_big(x.clone(), scale.clone()).to_f64())
            .collect()
    }
}

fn longest(values: &[BigInt]) -> u64 {
    values.iter().map(BigInt::bits).max().unwrap_or(0)
}

/// The exact point of the convex hull of the signed examples nearest to the origin, found from the float result `start`; `None` if more than `work`
/// big-integer products are needed.
pub(super) fn nearest(points: &Points, start: &Nearest, mut work: u64) -> Option<Exact> {
    let mut corral = Corral::from_floats(points, start);
    let rows = points.signed_floats();
    loop {
        cancellation::check();
        // ‖p‖ falls with every violator, and a corral determines its p, so no corral recurs and this ends.
        corral.balance(&mut work)?;
        let found = corral.found(points);
        work = work.checked_sub((points.len() * points.dimension()) as u64)?;
        match violator(points, &rows, &found) {
            None => return Some(found),
            // With weight zero, it does not move the point until the next balance.
            Some(example) => corral
                .members
                .push(Member::new(points, example, BigInt::zero())),
        }
    }
}

/// The example with the lowest score ⟨v, p⟩ for the point p found, if the score is below ‖p‖²; `None` if there is no such example, so that p is the
/// nearest point of the hull. `rows` are the signed examples in floats, which tell nearly all examples with higher scores.
fn violator(points: &Points, rows: &Dense, found: &Exact) -> Option<usize> {
    // No point is nearer than the origin, so no scan is needed.
    if found.is_origin() {
        return None;
    }
    let (score, example) = possibly_lowest(points.len(), rows, &found.float_direction())
        .map(|i| (dot(&points.row(i), &found.sum), i))
        .min()?;
    let total: BigInt = found.weights.iter().sum();
    // ⟨v, p⟩ < ‖p‖² for p = sum/total, multiplied by total² to stay in integers.
    (score * total < dot(&found.sum, &found.sum)).then_some(example)
}

/// The rows whose score for a direction may be the lowest of the first `examples` rows. Both are rounded, each entry by at most one part in 2⁵², up
/// to one scale; all are at most one in absolute value, and may be lost below 1e-300.
fn possibly_lowest(
    examples: usize,
    rows: &Dense,
    direction: &[f64],
) -> impl Iterator<Item = usize> {
    let relative = 4.0 * (direction.len() + 4) as f64 * f64::EPSILON;
    let bounds = (0..examples).map(|i| {
        let (mut score, mut size) = (0.0, 0.0);
        for (x, w) in rows.row(i).iter().zip(direction) {
            score += x * w;
            size += (x * w).abs();
        }
        let error = relative * size + 1e-300 * direction.len() as f64;
        (score - error, score + error)
    });
    let bounds: Vec<(f64, f64)> = bounds.collect();
    let most = bounds
        .iter()
        .map(|(_, high)| *high)
        .fold(f64::INFINITY, f64::min);
    let lows = bounds.into_iter().enumerate();
    lows.filter_map(move |(i, (low, _))| (low <= most).then_some(i))
}

struct Member {
    example: usize,
    /// The integer vector (1, v) of the signed example v: affine independence of examples is linear independence of these rows, and ⟨(1, a), (1, b)⟩
    /// = 1 + ⟨a, b⟩.
    row: Vec<BigInt>,
    /// The weight of the example, up to a positive factor that all members share.
    weight: BigInt,
}

impl Member {
    fn new(points: &Points, example: usize, weight: BigInt) -> Self {
        Self {
            example,
            row: [BigInt::one()]
                .into_iter()
                .chain(points.row(example))
                .collect(),
            weight,
        }
    }
}

/// Affinely independent signed examples with weights, of which only the ratios matter: the corral of Wolfe's method.
struct Corral {
    members: Vec<Member>,
}

impl Corral {
    /// Starts from the support of the float result, without examples that depend affinely on earlier ones, and with weights rounded to keep the
    /// integers short.
    fn from_floats(points: &Points, start: &Nearest) -> Self {
        // Any positive weights are a valid start; adding 1 keeps the tiny ones positive.
        let coarse = |w: &f64| BigInt::from((w * 1e6) as i64 + 1);
        let members = start
            .support
            .iter()
            .zip(&start.weights)
            .map(|(&example, w)| Member::new(points, example, coarse(w)));
        let mut members: Vec<Option<Member>> = members.map(Some).collect();
        let rows: Vec<Vec<BigInt>> = members
            .iter()
            .flatten()
            .map(|member| member.row.clone())
            .collect();
        let members = lifting::independent(&rows)
            .into_iter()
            .filter_map(|i| members[i].take());
        Self {
            members: members.collect(),
        }
    }

    /// Moves towards the point nearest to the origin in the affine hull of the members, and drops examples on the way until no weight is negative.
    /// `None` if `work` (big-integer products) is spent.
    fn balance(&mut self, work: &mut u64) -> Option<()> {
        loop {
            let target = self.affine_weights(work)?;
            // The first weight to reach zero stops the move; if none does, the target is reached.
            let first = self.first_to_vanish(&target);
            let weights = match first {
                None => target,
                Some(first) => primitive(self.stopped(&target, first)),
            };
            let members = self.members.iter_mut().zip(weights);
            members.for_each(|(member, weight)| member.weight = weight);
            // A stopped move leaves at least one weight exactly zero, so the corral shrinks and this ends.
            self.members.retain(|member| member.weight.is_positive());
            if first.is_none() {
                return Some(());
            }
        }
    }

    /// The weights on the way to the weights `target` at which that of the member at place `first` is zero.
    fn stopped(&self, target: &[BigInt], first: usize) -> Vec<BigInt> {
        // Between a/Σa and u/Σu, where entry k is zero, the weights have the ratios of u·a_k − a·u_k.
        let (weight, end) = (&self.members[first].weight, &target[first]);
        let members = self.members.iter().zip(target);
        members
            .map(|(member, target)| target * weight - &member.weight * end)
            .collect()
    }

    /// The place of the member whose weight reaches zero first on the way to the weights `target`; `None` if all of these are positive or zero.
    fn first_to_vanish(&self, target: &[BigInt]) -> Option<usize> {
        let falling = (0..target.len()).filter(|&i| target[i].is_negative());
        // a/(a − u) is smallest where a/−u is, whatever the sums of a and u are.
        falling.reduce(|first, i| {
            let (one, other) = (&self.members[first].weight, &self.members[i].weight);
            match other * &target[first] > one * &target[i] {
                true => i,
                false => first,
            }
        })
    }

    /// Weights u of the point nearest to the origin in the affine hull of the signed examples v_i: (1 + ⟨v_i, v_j⟩) u is a positive multiple of the
    /// vector of ones, so that Σu > 0. `None` if `work` is spent.
    fn affine_weights(&self, work: &mut u64) -> Option<Vec<BigInt>> {
        let size = self.members.len();
        *work =
            work.checked_sub((size * size) as u64 / 8 * self.members.first()?.row.len() as u64)?;
        let mut matrix = vec![vec![BigInt::zero(); size]; size];
        for (i, j) in (0..size).flat_map(|i| (0..=i).map(move |j| (i, j))) {
            matrix[i][j] = dot(&self.members[i].row, &self.members[j].row);
            matrix[j][i] = matrix[i][j].clone();
        }
        lifting::solve_for_ones(&matrix, work)
    }

    fn found(&self, points: &Points) -> Exact {
        let members = self.members.iter();
        let (support, weights): (Vec<usize>, Vec<BigInt>) = members
            .map(|member| (member.example, member.weight.clone()))
            .unzip();
        let weights = primitive(weights);
        let sum = points.combination(&paired(&support, weights.clone()));
        Exact {
            support,
            weights,
            sum,
        }
    }
}
