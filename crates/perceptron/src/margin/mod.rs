//! Encloses the largest margin of a sample in a proved interval, or proves with a Gordan certificate that there is none.
//!
//! The interval lies between the margin of a vector and the norm of a point of the hull. The search is in floats and goes on in fractions where the
//! floats leave a gap; both ends are evaluated in integers, so that rounding can widen the interval and never falsify it. What neither proves is
//! `Open`, and says why. Work is capped.

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

pub use boundary::squared_distances;
pub use check::{hull_point, verify_exact, verify_gordan, verify_lower, verify_upper};
pub use gram::of_gram;
pub use position::{dependency, interpolate, is_general};
pub use shortest::shortest_norm_squared;
pub use weights::Weights;

use crate::sample::{Features, Quantity, Rational, Sample, Separator};
use exact::Exact;
use nearest::Nearest;
use points::Points;

/// Whether a sample is strictly separable through the origin, with the proof.
#[derive(Debug, Clone, PartialEq)]
pub enum Separability {
    /// γ* > 0.
    Separable(MaxMargin),
    /// γ* = 0 because the origin lies in the hull of the signed examples.
    NotSeparable(Gordan),
    /// Neither is proved: the sample is empty, a feature is not finite, or the exact step outgrew its cap.
    Open {
        /// A proved upper bound on γ*, in the units of the features.
        upper: f64,
        /// What stood in the way.
        why: &'static str,
    },
}

/// The largest margin of a sample, γ* = max over unit u of min y⟨u, x⟩, with both halves of its proof.
#[derive(Debug, Clone, PartialEq)]
pub struct MaxMargin {
    /// γ*²: the lower end is proved by the separator, the upper end by the hull. The exact fraction where the features are exact
    /// and the hull's point is exactly the nearest one, which then proves both ends ([`verify_exact`]).
    pub squared: Quantity,
    /// A direction that attains the lower end: integers where the features are exact, rounded if p needs more than some 60 bits. Of features
    /// of more than 64 bits it is rounded to doubles, and need not separate: there the hull's point is the direction that attains both ends.
    pub separator: Separator,
    /// Weights of a point p = Σ λ_i y_i x_i / Σ λ_i; γ* ≤ ‖p‖.
    pub hull: Weights,
}

/// Proof that no direction separates: λ ≥ 0, not all zero, with Σ λ_i y_i x_i = 0 exactly.
#[derive(Debug, Clone, PartialEq)]
pub struct Gordan {
    /// The positive λ_i.
    pub multipliers: Weights,
}

/// Relative gap between the ends of γ* that a float result must reach to be returned as it is.
const GAP: f64 = 1e-9;
/// Big-integer products allowed to find the exact fraction of a margin that is already enclosed: some half a second.
const FRACTION_WORK: u64 = 10_000_000;
/// Big-integer products allowed where separability itself is open: some fifteen seconds.
const GORDAN_WORK: u64 = 200_000_000;

impl MaxMargin {
    /// γ* itself, rounded outward.
    pub fn margin(&self) -> Quantity {
        self.squared.root()
    }

    /// (upper − lower) / lower of γ*.
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
/// γ* = max_{‖u‖=1} min_i ⟨u, v_i⟩ = min {‖p‖ : p in conv{v_i}}, v_i = y_i x_i. Any u bounds it from below, any p from above; a perceptron's
/// w_t/t is such a p, and the search starts from a better one and only descends.
///
/// Wolfe's method finds the nearest point in floats. Both bounds are then evaluated in integers, so rounding in the search
/// can widen the interval but never falsify it. For exact features, and wherever the floats leave more than a relative gap of
/// 1e-9, the same method goes on in fractions from where the floats stopped; for exact features it ends with γ*² as a fraction, or
/// with Σ λ_i v_i = 0. The relative gap is thus at most 1e-9 up to 2000 × 100; where a larger
/// sample meets the cap of the search, it is what the interval says. The cap of the exact step lies near 300 float or 800 small integer
/// features for a certificate of non-separability, and near 200 examples of support for a fraction.
///
/// An empty sample and a feature that is not finite are `Open` with upper = ∞. A zero vector makes the sample not separable.
/// For features that only approximate exact ones, the interval is widened to cover the latter; the certificates speak of the floats.
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

/// The square of the largest margin as an interval that the search in floats alone proves, without the exact step: sooner than
/// [`separability`] and wider where floats are hard put. `None` where the direction that was found does not separate, or a feature is not finite;
/// rounded features are taken as the floats that they are.
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
    // A tight interval is all that float features can give; exact ones go on to a fraction.
    if let Some(margin) = enclosed
        .as_ref()
        .filter(|margin| !exact && margin.relative_gap() <= GAP)
    {
        return Separability::Separable(margin.clone());
    }
    // With an interval only its fraction is at stake; without one, separability itself is.
    let work = if enclosed.is_some() {
        FRACTION_WORK
    } else {
        GORDAN_WORK
    };
    let nearest = exact::nearest(points, found, work);
    // The origin in the hull is Gordan's alternative: its weights refute every direction.
    if let Some(nearest) = nearest.as_ref().filter(|nearest| nearest.is_origin()) {
        return Separability::NotSeparable(Gordan {
            multipliers: nearest.weights(),
        });
    }
    let open = || Separability::Open {
        upper: Quantity::exact(upper).root().upper,
        why: CAPPED,
    };
    // Where the exact point does not fit a direction, the float interval still stands.
    nearest
        .and_then(|nearest| solved(points, &nearest, exact))
        .or(enclosed)
        .map_or_else(open, Separability::Separable)
}

/// The interval that a direction and a point of the hull prove, if the direction separates.
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

/// The margin of a nearest point that is known exactly: a fraction where the features are, else what floats can say of it.
fn solved(points: &Points, nearest: &Exact, exact: bool) -> Option<MaxMargin> {
    let fraction = points.in_units(&nearest.norm_squared());
    if points.are_wide() {
        return Some(MaxMargin {
            squared: Quantity::exact(fraction),
            separator: Separator::Dense(nearest.float_direction()),
            hull: nearest.weights(),
        });
    }
    if !exact {
        return enclosed(
            points,
            Separator::Dense(nearest.float_direction()),
            nearest.weights(),
            &fraction,
        );
    }
    let separator = Separator::Integers(nearest.integer_direction(points));
    // The direction may have been rounded to fit its words: it must still separate.
    points.margin_squared(&separator)?;
    Some(MaxMargin {
        squared: Quantity::exact(fraction),
        separator,
        hull: nearest.weights(),
    })
}

/// The answer for the exact vectors that float rows approximate: γ* moves by no more than the longest error vector does.
fn widened(answer: Separability, points: &Points) -> Separability {
    // Entries are off by three half-ulps at most, hence rows by less than two ε of their length.
    let error = 2.0 * f64::EPSILON * points.radius();
    match answer {
        Separability::Separable(margin) => {
            let ends = margin.margin();
            let lower = (ends.lower - error).next_down();
            // An error that can swallow the margin leaves open whether there is one.
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
        // Rounding is relative, so a zero row is exact: a certificate of zero rows alone survives.
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

const CAPPED: &str = "the exact step outgrew its cap, or no direction of 52 to 62 bits separates";
const APPROXIMATE: &str =
    "the features are rounded, and rounding decides; ask for the margin of the exact features";

#[cfg(test)]
mod tests;
