//! Inner products, and bounds on rounding errors by which a learner's numbers are compared with the rule's where they cannot be exact.

/// Relative tolerance for rounding, when a learner's numbers are compared with those of a perceptron rule and need not be exact.
pub(super) const ROOM: f64 = 1e-9;

/// Whether an update is due, from comparing y⟨w, x⟩ with the rule's threshold, or with 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScoreComparison {
    /// An update is due.
    Yes,
    /// No update is due.
    No,
    /// Rounding leaves open whether an update is due.
    Open,
}

/// The inner product ⟨a, b⟩ in floats, summed in the order of the features.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// γ_k = k·u/(1 − k·u) with u = 2⁻⁵³: no chain of k rounded operations in doubles, in any order, has a larger relative error (Higham 2002, Accuracy
/// and Stability of Numerical Algorithms, lemma 3.1).
pub(super) fn gamma(operations: usize) -> f64 {
    let error = operations as f64 * (f64::EPSILON / 2.0);
    error / (1.0 - error)
}

/// Largest number of binary digits after the point with which a number counts as short.
const MOST_DIGITS: i32 = 64;

/// 2⁴⁰. Sums of products below this many units of their last digits are exact in doubles, which hold 2⁵³ units. The 13 digits between keep weights
/// that are short only because rounding made them so from counting as exact.
const EXACT: f64 = 1_099_511_627_776.0;

/// Whether ⟨w, x⟩ is exact in doubles in every order of summation, because all numbers have few binary digits.
pub(super) fn is_exact(w: &[f64], x: &[f64]) -> bool {
    let (Some(of_w), Some(of_x)) = (digits(w), digits(x)) else {
        return false;
    };
    (1.0 + size(w, x)) * 2_f64.powi(of_w + of_x) < EXACT
}

/// Smallest number of binary digits after the point that all of these numbers have at most; `None` if some number has too many.
fn digits(numbers: &[f64]) -> Option<i32> {
    let is_short = |digits: &i32| {
        let scale = 2_f64.powi(*digits);
        numbers.iter().all(|number| (number * scale).fract() == 0.0)
    };
    (0..=MOST_DIGITS).find(is_short)
}

/// Σ |wᵢxᵢ|, the size of the terms of a score, which scales its rounding error.
pub(super) fn size(w: &[f64], x: &[f64]) -> f64 {
    w.iter().zip(x).map(|(w, x)| (w * x).abs()).sum()
}

/// Whether a score is below `limit`; open if another computation of it could decide differently.
///
/// `w` and `x` are the vectors of the score and `score` is their product or its negative. `drift` is how far the score may be from that of another
/// run because of rounding in earlier steps; 0 if both sides compute with the same weights.
pub(super) fn is_below(
    (w, x): (&[f64], &[f64]),
    (score, limit): (f64, f64),
    drift: f64,
) -> ScoreComparison {
    let room = 2.0 * gamma(w.len() + 4) * (limit.abs() + size(w, x)) + drift;
    match (score - limit).abs() <= room && !is_exact(w, x) {
        true => ScoreComparison::Open,
        false if score < limit => ScoreComparison::Yes,
        false => ScoreComparison::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_short_binary_fractions_are_exact_and_those_of_thirds_are_not() {
        assert!(is_exact(&[0.5, -3.0], &[1.0, 0.25]));
        assert!(!is_exact(&[1.0 / 3.0], &[1.0]));
        // 2⁻³⁰ · 2³⁰ has 60 digits between its first and its last one.
        assert!(!is_exact(&[2_f64.powi(-30), 2_f64.powi(30)], &[1.0, 1.0]));
    }

    #[test]
    fn a_score_within_rounding_of_its_limit_is_open_unless_it_is_exact() {
        let third = [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0];
        let ones = [1.0, 1.0, 1.0];
        let below = |w: &[f64], score| is_below((w, &ones), (score, 1.0), 0.0);
        assert_eq!(below(&third, 1.0 - 1e-16), ScoreComparison::Open);
        assert_eq!(below(&third, 1.0 - 1e-13), ScoreComparison::Yes);
        assert_eq!(below(&[0.5, 0.25, 0.25], 1.0), ScoreComparison::No);
        assert_eq!(below(&third, 1.0 + 1e-13), ScoreComparison::No);
    }

    #[test]
    fn what_rounding_leaves_of_a_weight_is_not_exact() {
        // The sum is 0 in exact numbers, and 2⁻⁵⁴ in doubles.
        let (rest, one) = ([0.1 + 0.2 - 0.3], [1.0]);
        assert!(rest[0] > 0.0 && !is_exact(&rest, &one));
        let is_positive = is_below((&rest, &one), (-rest[0], 0.0), 1e-16);
        assert_eq!(is_positive, ScoreComparison::Open);
    }
}
