//! Audits radius and margins by a second, plain pass over the examples: in integers if the sample is exact, otherwise in floats summed in order.

use super::disagreement::mismatch;
use super::enclosure::encloses;
use crate::trial::{Column, Row, columns};
use num_bigint::BigInt;
use perceptron::sample::{Features, Quantity, Rational, Sample, Separator};

/// Recomputes the radius and the margins of a sample and returns, in words, the first column of the row that differs; `None` if none does.
pub(super) fn broken(row: &Row, sample: &Sample) -> Option<String> {
    shape(row, sample)
        .or_else(|| root(row))
        .or_else(|| match planted_integers(sample) {
            Some(direction) => exact(row, sample, &direction),
            None => floats(row, sample),
        })
}

/// The planted separator as integers, if separator and features are exact; a zero vector if none is planted, so that only the norms are checked.
fn planted_integers(sample: &Sample) -> Option<Vec<i64>> {
    match &sample.planted {
        _ if !sample.features.is_exact() => None,
        None => Some(vec![0; sample.features.dimension()]),
        Some(Separator::Integers(direction) | Separator::Affine(direction, _)) => {
            Some(direction.clone())
        }
        Some(Separator::Dense(_)) => None,
    }
}

fn shape(row: &Row, sample: &Sample) -> Option<String> {
    let examples = row.copied(columns::EXAMPLES)?;
    let dimension = row.copied(columns::DIMENSION)?;
    if examples != sample.labels.len() as u64 {
        return Some(mismatch(
            columns::EXAMPLES.any(),
            examples,
            sample.labels.len(),
        ));
    }
    let length = (examples > 0).then(|| sample.features.row(0).len())?;
    (dimension != length as u64).then(|| mismatch(columns::DIMENSION.any(), dimension, length))
}

/// Checks that the column `radius` is the root of the column `radius_squared`.
fn root(row: &Row) -> Option<String> {
    let radius = row.copied(columns::RADIUS)?;
    let squared = row.get(columns::RADIUS_SQUARED)?.value;
    let equal = (radius * radius - squared).abs() <= 4.0 * f64::EPSILON * squared;
    (!equal).then(|| mismatch(columns::RADIUS.any(), radius, squared.sqrt()))
}

/// Returns y⟨u, x⟩ and ‖x‖² of an example for the direction u, in the integers in which the features are stored; `None` if one exceeds 128 bits.
fn exact_pair(
    sample: &Sample,
    example: usize,
    direction: &SparseDirection,
) -> Option<(i128, i128)> {
    let mut pair = (0_i128, 0_i128);
    let mut take = |(index, x): (usize, i64)| {
        let score = i128::from(x).checked_mul(i128::from(direction.all[index]))?;
        let square = i128::from(x).checked_mul(i128::from(x))?;
        pair = (pair.0.checked_add(score)?, pair.1.checked_add(square)?);
        Some(())
    };
    match &sample.features {
        Features::Sparse(store) => store.entries(example).try_for_each(&mut take)?,
        // Read sign by sign, because the code under audit counts with whole words.
        Features::Signs(store) => {
            let term =
                |&(index, u): &(usize, i64)| i128::from(store.sign(example, index)) * i128::from(u);
            let score = direction.nonzero.iter().map(term).sum();
            pair = (score, store.dimension() as i128);
        }
        features => {
            let row = features.integer_row(example)?;
            row.into_iter().enumerate().try_for_each(&mut take)?;
        }
    }
    Some((pair.0 * i128::from(sample.labels[example].sign()), pair.1))
}

/// An integer direction u, and its nonzero components, each with its index.
struct SparseDirection<'a> {
    all: &'a [i64],
    nonzero: Vec<(usize, i64)>,
}

impl<'a> SparseDirection<'a> {
    fn of(all: &'a [i64]) -> Self {
        let entries = all.iter().copied().enumerate();
        Self {
            all,
            nonzero: entries.filter(|&(_, u)| u != 0).collect(),
        }
    }
}

/// Checks the columns of radius and margins against numbers recomputed in integers, for an exact sample and an integer direction u.
fn exact(row: &Row, sample: &Sample, direction: &[i64]) -> Option<String> {
    let (mut largest, mut least) = (0, i128::MAX);
    let mut flattest: Option<(i128, i128)> = None;
    let support = SparseDirection::of(direction);
    for example in 0..sample.labels.len() {
        let Some((score, norm)) = exact_pair(sample, example, &support) else {
            return Some(format!(
                "the norm or score of example {example} exceeds 128 bits"
            ));
        };
        (largest, least) = (norm.max(largest), score.min(least));
        // If a score is not positive, the planted direction does not separate, and no margin is compared.
        if flattest.is_none_or(|flattest| is_flatter((score, norm), flattest)) {
            flattest = Some((score, norm));
        }
    }
    let unit = sample.features.unit().square();
    let radius = &Rational::from(largest) * &unit;
    let length = squares(direction);
    let separates = sample.planted.is_some() && least > 0 && !sample.labels.is_empty();
    let square = |score: i128| &Rational::from(score).square() / &length;
    let margin = separates.then(|| &square(least) * &unit);
    let normalized = flattest.filter(|_| separates);
    let normalized = normalized.map(|(score, norm)| &square(score) / &Rational::from(norm));
    fraction(row, columns::RADIUS_SQUARED, Some(&radius))
        .or_else(|| fraction(row, columns::SAMPLE_MARGIN_SQUARED, margin.as_ref()))
        .or_else(|| fraction(row, columns::NORMALIZED_MARGIN_SQUARED, normalized.as_ref()))
        .or_else(|| {
            let unit = sample.features.unit().to_f64();
            let margin = least as f64 * unit / length.to_f64().sqrt();
            sign_and_size(row, sample, (margin, margin.abs() * 16.0 * f64::EPSILON))
        })
}

fn squares(direction: &[i64]) -> Rational {
    let square = |&u: &i64| BigInt::from(u) * u;
    Rational::from_big(direction.iter().map(square).sum(), 1.into())
}

/// Whether score/‖x‖ is smaller for `a` than for `b`, each given as (score, ‖x‖²) of an example; both scores must be positive.
fn is_flatter(a: (i128, i128), b: (i128, i128)) -> bool {
    let narrow = |(score, _): (i128, i128), (_, norm): (i128, i128)| {
        score.checked_mul(score)?.checked_mul(norm)
    };
    let wide = |(score, _): (i128, i128), (_, norm): (i128, i128)| {
        BigInt::from(score) * BigInt::from(score) * BigInt::from(norm)
    };
    match (narrow(a, b), narrow(b, a)) {
        (Some(a), Some(b)) => a < b,
        _ => wide(a, b) < wide(b, a),
    }
}

fn fraction(row: &Row, column: Column<Quantity>, other: Option<&Rational>) -> Option<String> {
    let found = row.get(column);
    let equal = match (found.map(|found| (found, found.exact.as_ref())), other) {
        (None, None) => true,
        (Some((_, Some(exact))), Some(other)) => exact == other,
        (Some((found, None)), Some(other)) => encloses(found, other),
        _ => false,
    };
    let words = |number: Option<String>| number.unwrap_or_else(|| "missing".into());
    let found = found.map(|found| {
        found
            .exact
            .as_ref()
            .map_or(found.value.to_string(), Rational::to_string)
    });
    (!equal).then(|| {
        mismatch(
            column.any(),
            words(found),
            words(other.map(Rational::to_string)),
        )
    })
}

/// Checks the column `sample_margin` against a margin recomputed as a float: they may differ by no more than the given error.
fn sign_and_size(row: &Row, sample: &Sample, (margin, error): (f64, f64)) -> Option<String> {
    let found = row.copied(columns::SAMPLE_MARGIN);
    if sample.planted.is_none() || sample.labels.is_empty() {
        return found.map(|found| mismatch(columns::SAMPLE_MARGIN.any(), found, "missing"));
    }
    let found = found?;
    let equal = (found - margin).abs() <= error;
    (!equal).then(|| mismatch(columns::SAMPLE_MARGIN.any(), found, margin))
}

/// Returns Σ ab, summed in order, with twice the rounding error bound n·u·Σ|ab|.
fn summed(a: &[f64], b: &[f64]) -> (f64, f64) {
    let (mut sum, mut size) = (0.0, 0.0_f64);
    for (x, y) in a.iter().zip(b) {
        sum += x * y;
        size += (x * y).abs();
    }
    (sum, (a.len() as f64 + 4.0) * f64::EPSILON * size)
}

/// Checks the columns of radius and margins against numbers recomputed in floats, for a sample or planted separator in floats.
fn floats(row: &Row, sample: &Sample) -> Option<String> {
    let direction = sample.planted.as_ref().map(Separator::to_floats);
    let length = direction.as_ref().map(|u| summed(u, u).0.sqrt());
    let (mut radius, mut margin, mut normalized) =
        (NumberRange::LEAST, NumberRange::MOST, NumberRange::MOST);
    let mut off = 0.0_f64;
    for (example, label) in sample.labels.iter().enumerate() {
        let x = sample.features.row(example);
        let norm = summed(&x, &x);
        radius = radius.max(NumberRange::of(norm));
        if let (Some(u), Some(length)) = (&direction, length) {
            let (score, error) = summed(&x, u);
            let score = (label.value() * score / length, error / length);
            off = off.max(score.1 + 4.0 * f64::EPSILON * score.0.abs());
            margin = margin.min(NumberRange::of(score));
            let norm = norm.0.sqrt();
            // A zero example has no direction; its margin counts as 0.
            let flat = if norm > 0.0 {
                (score.0 / norm, score.1 / norm)
            } else {
                (0.0, 0.0)
            };
            normalized = normalized.min(NumberRange::of(flat));
        }
    }
    let planted = direction.is_some() && !sample.labels.is_empty();
    let least = 0.5 * (margin.lower + margin.upper);
    enclosed(row, columns::RADIUS_SQUARED, radius.widened(), true)
        .or_else(|| {
            enclosed(
                row,
                columns::SAMPLE_MARGIN_SQUARED,
                margin.squared(),
                planted,
            )
        })
        .or_else(|| {
            enclosed(
                row,
                columns::NORMALIZED_MARGIN_SQUARED,
                normalized.squared(),
                planted,
            )
        })
        .or_else(|| sign_and_size(row, sample, (least, 2.0 * off)))
}

/// Checks that the interval that a column holds meets the recomputed range; the column may be missing only if nothing is planted or the range does
/// not prove the number positive.
fn enclosed(
    row: &Row,
    column: Column<Quantity>,
    ends: NumberRange,
    planted: bool,
) -> Option<String> {
    let between = format!("between {} and {}", ends.lower, ends.upper);
    match row.get(column) {
        Some(found) => {
            let apart = found.upper < ends.lower || ends.upper < found.lower;
            (apart || !planted).then(|| mismatch(column.any(), found.value, between))
        }
        None if planted && ends.lower > 0.0 => Some(mismatch(column.any(), "missing", between)),
        None => None,
    }
}

/// An interval [lower, upper] that contains a recomputed number despite rounding.
#[derive(Clone, Copy)]
struct NumberRange {
    lower: f64,
    upper: f64,
}

impl NumberRange {
    const LEAST: Self = Self {
        lower: 0.0,
        upper: 0.0,
    };
    const MOST: Self = Self {
        lower: f64::INFINITY,
        upper: f64::INFINITY,
    };

    fn of((value, error): (f64, f64)) -> Self {
        Self {
            lower: value - error,
            upper: value + error,
        }
    }

    fn max(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    fn min(self, other: Self) -> Self {
        Self {
            lower: self.lower.min(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// The range widened by 16 ε on either side, for the roundings after the sum.
    fn widened(self) -> Self {
        let room = 16.0 * f64::EPSILON;
        Self {
            lower: self.lower * (1.0 - room),
            upper: self.upper * (1.0 + room),
        }
    }

    /// The range of the number's square, where a negative number counts as zero.
    fn squared(self) -> Self {
        let [lower, upper] = [self.lower, self.upper].map(|end| end.max(0.0).powi(2));
        Self { lower, upper }.widened()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_ranges_enclose_sums_of_products_within_their_rounding_error() {
        let error = 6.0 * f64::EPSILON * 11.0;
        assert_eq!(summed(&[1.0, 2.0], &[3.0, -4.0]), (-5.0, error));
        let pair = |ends: NumberRange| [ends.lower, ends.upper];
        assert_eq!(pair(NumberRange::of((2.0, 0.5))), [1.5, 2.5]);
        let (low, high) = (NumberRange::of((2.0, 0.5)), NumberRange::of((2.25, 1.0)));
        assert_eq!(pair(low.max(high)), [1.5, 3.25]);
        assert_eq!(pair(low.min(high)), [1.25, 2.5]);
        let room = 16.0 * f64::EPSILON;
        assert_eq!(
            pair(low.squared()),
            [2.25 * (1.0 - room), 6.25 * (1.0 + room)]
        );
        assert_eq!(
            pair(NumberRange::of((-1.0, 3.0)).squared()),
            [0.0, 4.0 * (1.0 + room)]
        );
    }

    #[test]
    fn normalized_scores_are_compared_exactly_beyond_128_bits() {
        let wide = 1_i128 << 80;
        for scale in [1, wide] {
            let (steep, flat) = ((scale, 1), (scale, 2));
            assert!(
                is_flatter(flat, steep) && !is_flatter(steep, flat),
                "{scale}"
            );
            // 2/√4 = 1/√1.
            assert!(!is_flatter((2 * scale, 4), steep) && !is_flatter(steep, (2 * scale, 4)));
            assert!(is_flatter(steep, (3 * scale, 8)), "1 < 3/√8");
        }
    }
}
