//! Lists samples for Winnow on which a weight or a score becomes so large that short integers wrap, and capped weights stay too small.

use super::exercise::Exercise;
use super::winnow::Winnow;
use perceptron::sample::Label;

/// Numbers of features for which the default threshold N/2 lets a weight become 2⁷, 2⁸ and 2¹⁶.
const WIDTHS: [usize; 3] = [129, 257, 65_537];

/// Numbers of features if a threshold is given, which then limits the weights whatever the number of features.
const NARROW: [usize; 2] = [1, 2];

/// Largest number of features of a sample that is shown among the first.
pub(super) const EARLY: usize = 257;

/// Largest number of features in a sample, over all its examples.
const NUMBERS: usize = 1 << 21;

/// Largest number of examples in a sample.
const EXAMPLES: usize = 1500;

/// 2⁶². No weight grows beyond it, so that integers of 64 bits do not wrap.
const LARGEST: f64 = 4_611_686_018_427_387_904.0;

/// Samples on which one weight grows from 1 to beyond the threshold, as far as a learner with doubles or with integers of 64 bits can follow, and one
/// example more, to see the score. With the default threshold also the example of ones, whose score is N. All numbers are sums of one or of equal
/// terms, so that short floats are exact if α is a power of two.
pub(super) fn growths(rule: Winnow) -> impl Iterator<Item = Exercise> {
    let widths = match rule.has_own_threshold() {
        true => &NARROW[..],
        false => &WIDTHS,
    };
    widths.iter().flat_map(move |&features| {
        let ones = (!rule.has_own_threshold()).then(|| repeated(vec![1.0; features], 1));
        let grown = promotions(rule, features).map(|count| {
            let mut x = vec![0.0; features];
            x[0] = 1.0;
            repeated(x, count + 1)
        });
        ones.into_iter().chain(grown)
    })
}

/// Number of promotions after which a weight exceeds the threshold or cannot be doubled any more; `None` if they are too many to show.
fn promotions(rule: Winnow, features: usize) -> Option<usize> {
    let most = EXAMPLES.min(NUMBERS / features) - 1;
    let limit = rule.threshold(features).min(LARGEST / rule.promotion);
    let powers = (0..=most).scan(1.0, |weight, count| {
        let now = *weight;
        *weight *= rule.promotion;
        Some((now, count))
    });
    let mut beyond = powers.filter(|(weight, _)| *weight > limit);
    beyond.next().map(|(_, count)| count)
}

fn repeated(x: Vec<f64>, times: usize) -> Exercise {
    Exercise::new(x.len(), vec![(x, Label::Positive); times])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(promotion: f64, threshold: Option<f64>) -> Vec<(usize, usize)> {
        let samples = growths(Winnow::new(promotion, threshold));
        samples
            .map(|sample| (sample.dimension, sample.len()))
            .collect()
    }

    #[test]
    fn a_weight_grows_beyond_the_threshold_and_is_then_shown_once_more() {
        // 2⁷ > 129/2, 2⁸ > 257/2 and 2¹⁶ > 65537/2.
        let due = [
            (129, 1),
            (129, 8),
            (257, 1),
            (257, 9),
            (65_537, 1),
            (65_537, 17),
        ];
        assert_eq!(sizes(2.0, None), due);
        // 2³³ > 2³².
        assert_eq!(sizes(2.0, Some(2_f64.powi(32))), [(1, 34), (2, 34)]);
    }

    #[test]
    fn samples_that_need_too_many_examples_or_too_large_weights_are_not_shown() {
        // 1.1⁵¹ > 257/2; 1.1¹¹⁰ > 65537/2, which is too long.
        let due = [(129, 1), (129, 45), (257, 1), (257, 52), (65_537, 1)];
        assert_eq!(sizes(1.1, None), due);
        assert_eq!(sizes(2.0, Some(1e100)), [(1, 63), (2, 63)]);
        assert_eq!(sizes(1.000_001, Some(100.0)), []);
    }
}
