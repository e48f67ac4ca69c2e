//! Encloses the largest margin of a sample in a proved interval, or proves with a Gordan certificate that no direction separates.
//!
//! The lower end is the margin of a weight vector, the upper end the norm of a point of the convex hull. The search runs in floats and continues in
//! fractions where the floats leave a gap. Both ends are evaluated in integers, so that rounding can widen the interval but never falsify it. If
//! neither separability nor its absence is proved, the answer is `Open`, with the reason. Work is capped.

mod arc;
mod boundary;
mod check;
mod exact;
mod gram;
mod lifting;
mod nearest;
mod points;
mod position;
mod shortest;
mod weights;

pub use arc::{consistent_arc, margin_of_arc};
pub use boundary::squared_distances;
pub use check::{hull_point, verify_exact, verify_gordan, verify_lower, verify_upper};
pub use gram::of_gram;
pub use position::{dependency, interpolate, is_general, lies_in_a_plane};
pub use shortest::shortest_norm_squared;
pub use weights::Weights;

use crate::sample::{Features, Quantity, Rational, Sample, Separator};
use exact::Exact;
use nearest::Nearest;
use points::Points;

/// Whether some hyperplane through the origin strictly separates a sample, with the proof. γ* is the largest margin of a direction on the sample.
#[derive(Debug, Clone, PartialEq)]
pub enum Separability {
    /// γ* > 0: some direction separates the sample.
    Separable(MaxMargin),
    /// γ* = 0: no direction separates, because the origin lies in the convex hull of the signed examples y·x.
    NotSeparable(Gordan),
    /// Neither is proved: the sample is empty, a feature is not finite, the rounding of approximate features decides, or the search in fractions met
    /// its cap on work.
    Open {
        /// A proved upper bound on γ*, in the units of the features.
        upper: f64,
        /// The reason why neither is proved, for the user.
        why: &'static str,
    },
}

/// The largest margin of a sample, γ* = max over unit u of min y⟨u, x⟩, with both halves of its proof.
#[derive(Debug, Clone, PartialEq)]
pub struct MaxMargin {
    /// γ*² as an interval: `separator` proves the lower end, `hull` the upper end. It is an exact fraction if the features are exact and the point of
    /// `hull` is exactly the point of the convex hull nearest to the origin, which then proves both ends ([`verify_exact`]).
    pub squared: Quantity,
    /// A direction whose margin is the lower end: integers if the features are exact, rounded if the exact direction needs more than about 60 bits.
    /// For features of more than 64 bits it is rounded to doubles and need not separate: the point of `hull` is then the direction that attains both
    /// ends.
    pub separator: Separator,
    /// Weights λ_i of examples: the point p = Σ λ_i y_i x_i / Σ λ_i of the convex hull of the signed examples proves γ* ≤ ‖p‖.
    pub hull: Weights,
}

/// Proof that no direction separates: λ ≥ 0, not all zero, with Σ λ_i y_i x_i = 0 exactly.
#[derive(Debug, Clone, PartialEq)]
pub struct Gordan {
    /// The positive λ_i, with the index i of their example.
    pub multipliers: Weights,
}

/// Relative width of the interval for γ* below which a search in floats is enough, and no search in fractions follows.
const GAP: f64 = 1e-9;
/// Number of big-integer products that may be spent on finding the exact fraction of a margin that is already enclosed: about half a second.
const FRACTION_WORK: u64 = 10_000_000;
/// Number of big-integer products that may be spent on a sample whose separability itself is open: about fifteen seconds.
const GORDAN_WORK: u64 = 200_000_000;

impl MaxMargin {
    /// The largest margin γ*, the root of `squared`, as an interval rounded outward.
    pub fn margin(&self) -> Quantity {
        self.squared.root()
    }

    /// The relative width (upper − lower)/lower of the interval for γ*; 0 if γ*² is an exact fraction.
    pub fn relative_gap(&self) -> f64 {
        let margin = self.margin();
        if self.squared.exact.is_some() {
            0.0
        } else {
            (margin.upper - margin.lower) / margin.lower
        }
    }
}

/// Decides whether a sample is separable and encloses its largest margin.
///
/// # Formula
/// γ* = max_{‖u‖=1} min_i ⟨u, v_i⟩ = min {‖p‖ : p in conv{v_i}}, v_i = y_i x_i. Any u bounds it from below, any p from above. A perceptron's w_t/t
/// is such a p; the search starts from a better one and only descends.
///
/// Wolfe's method finds the nearest point in floats. Both bounds are then evaluated in integers, so rounding in the search can widen the interval
/// but never falsify it. For exact features, and wherever the floats leave more than a relative gap of 1e-9, the method continues in fractions from
/// where the floats stopped. For exact features it ends with γ*² as a fraction, or with Σ λ_i v_i = 0. The relative gap is thus at most 1e-9 up to
/// 2000 × 100; where a larger sample meets the cap of the search, the interval shows the gap. The cap of the exact step lies near 300 float or 800
/// small integer features for a certificate of non-separability, and near 200 examples of support for a fraction.
///
/// An empty sample and a feature that is not finite are `Open` with upper = ∞. A zero vector makes the sample not separable. For features that only
/// approximate exact ones, the interval is widened to cover the exact ones; the certificates hold for the floats.
///
/// # Examples
/// ```
/// use perceptron::margin::{Separability, separability};
/// use perceptron::sample::{Features, Integers, Label, Rational, Sample};
///
/// let features = Features::Integers(Integers::new(2, vec![1, 0, 0, 1], 1));
/// let sample = Sample { features, labels: vec![Label::Positive, Label::Negative], planted: None };
/// let Separability::Separable(max_margin) = separability(&sample) else { panic!("two axes are separable") };
/// assert_eq!(max_margin.squared.exact, Some(Rational::new(1, 2)));
/// ```
/// # Source
/// Wolfe 1976, Finding the nearest point in a polytope. docs/theory.md: T9 for duality, C-U10 for
/// Urner's B = 1/γ*; Gordan 1873.
pub fn separability(sample: &Sample) -> Separability {
    if sample.labels.is_empty() {
        return Separability::Open {
            upper: f64::INFINITY,
            why: "the sample has no examples",
        };
    }
    let Some(points) = Points::new(sample) else {
        return Separability::Open {
            upper: f64::INFINITY,
            why: "a feature is not a finite number",
        };
    };
    let answer = decide(
        &points,
        &nearest::nearest(&points.signed_floats(), points.len()),
        sample.features.is_exact(),
    );
    if matches!(sample.features, Features::Rounded(_)) {
        widened(answer, &points)
    } else {
        answer
    }
}

/// The square of the largest margin, as an interval that the search in floats proves without the exact step: faster than [`separability`], and
/// wider where rounding matters. `None` if the direction found does not separate, or a feature is not finite. Rounded features are taken as the
/// floats that they are.
pub fn enclosure(sample: &Sample) -> Option<Quantity> {
    let points = Points::new(sample).filter(|points| points.len() > 0)?;
    let found = nearest::nearest(&points.signed_floats(), points.len());
    let hull = points::integer_weights(&found);
    let upper = points.hull_norm_squared(&hull);
    let direction = Separator::Dense(found.point);
    enclosed(&points, direction, hull, &upper).map(|margin| margin.squared)
}

fn decide(points: &Points, found: &Nearest, exact: bool) -> Separability {
    let hull = points::integer_weights(found);
    let upper = points.hull_norm_squared(&hull);
    let direction = if exact {
        Separator::Integers(points.rounded(&found.point))
    } else {
        Separator::Dense(found.point.clone())
    };
    let enclosed = enclosed(points, direction, hull, &upper);
    // For float features a tight interval is enough; exact ones continue to a fraction.
    if let Some(margin) = enclosed
        .as_ref()
        .filter(|margin| !exact && margin.relative_gap() <= GAP)
    {
        return Separability::Separable(margin.clone());
    }
    // With an interval, only the exact fraction is missing; without one, separability itself is open.
    let work = if enclosed.is_some() {
        FRACTION_WORK
    } else {
        GORDAN_WORK
    };
    let nearest = exact::nearest(points, found, work);
    // An origin in the hull is Gordan's alternative: its weights refute every direction.
    if let Some(nearest) = nearest.as_ref().filter(|nearest| nearest.is_origin()) {
        return Separability::NotSeparable(Gordan {
            multipliers: nearest.weights(),
        });
    }
    let open = || Separability::Open {
        upper: Quantity::exact(upper).root().upper,
        why: CAPPED,
    };
    // If the exact point does not fit a direction, the float interval still stands.
    nearest
        .and_then(|nearest| solved(points, &nearest, exact))
        .or(enclosed)
        .map_or_else(open, Separability::Separable)
}

/// The interval for γ* that a direction proves from below and a point of the convex hull with squared norm `upper` from above; `None` if the
/// direction does not separate.
fn enclosed(
    points: &Points,
    separator: Separator,
    hull: Weights,
    upper: &Rational,
) -> Option<MaxMargin> {
    let lower = points.margin_squared(&separator)?;
    // Fractions need not be floats: each end moves outward, so that the interval stays proved.
    let ends = (
        Quantity::exact(lower).lower,
        Quantity::exact(upper.clone()).upper,
    );
    let squared = Quantity {
        value: ends.0 + (ends.1 - ends.0) / 2.0,
        lower: ends.0,
        upper: ends.1,
        exact: None,
    };
    Some(MaxMargin {
        squared,
        separator,
        hull,
    })
}

/// γ* from the exact point of the convex hull that is nearest to the origin: a fraction if the features are exact, otherwise an interval. `None` if
/// the rounded direction does not separate.
fn solved(points: &Points, nearest: &Exact, exact: bool) -> Option<MaxMargin> {
    let fraction = points.in_units(&nearest.norm_squared());
    if points.are_wide() {
        return Some(MaxMargin {
            squared: Quantity::exact(fraction),
            separator: Separator::Dense(nearest.float_direction()),
            hull: nearest.weights(),
        });
    }
    let integers = || Separator::Integers(nearest.integer_direction(points));
    if !exact {
        let by = |separator| enclosed(points, separator, nearest.weights(), &fraction);
        // Integers may have a few bits more than floats, and some margins need them.
        return by(Separator::Dense(nearest.float_direction())).or_else(|| by(integers()));
    }
    let separator = integers();
    // Rounding to 64 bits may have turned the direction, so whether it still separates is checked.
    points.margin_squared(&separator)?;
    Some(MaxMargin {
        squared: Quantity::exact(fraction),
        separator,
        hull: nearest.weights(),
    })
}

/// Widens the answer for float features so that it holds for the exact features that they approximate: γ* differs by at most the longest error vector
/// of an example.
fn widened(answer: Separability, points: &Points) -> Separability {
    // Entries are off by at most three half-ulps, hence rows by less than two ε of their length.
    let error = 2.0 * f64::EPSILON * points.radius();
    match answer {
        Separability::Separable(margin) => {
            let ends = margin.margin();
            let lower = (ends.lower - error).next_down();
            // An error as large as the margin leaves open whether there is one.
            if lower <= 0.0 {
                return Separability::Open {
                    upper: ends.upper + 2.0 * error,
                    why: APPROXIMATE,
                };
            }
            let ends = Quantity {
                lower,
                upper: (ends.upper + error).next_up(),
                ..ends
            };
            Separability::Separable(MaxMargin {
                squared: ends.times(&ends),
                ..margin
            })
        }
        // Rounding is relative, so a zero row is exact: only a certificate of zero rows survives.
        Separability::NotSeparable(gordan)
            if gordan.multipliers.iter().any(|&(i, _)| !points.is_zero(i)) =>
        {
            Separability::Open {
                upper: 2.0 * error,
                why: APPROXIMATE,
            }
        }
        settled => settled,
    }
}

const CAPPED: &str = "the exact step exceeded its cap, or no direction of 52 to 62 bits separates";
const APPROXIMATE: &str =
    "the features are rounded, and the rounding decides; use the exact features";

#[cfg(test)]
mod tests;
