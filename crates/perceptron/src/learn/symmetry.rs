//! Finds permutations and sign changes of features that leave a labelled sample as it is, and one vector to stand for all they exchange.

use crate::sample::Label;

/// Labelled examples as integers.
type Labelled = (Vec<i64>, Label);

/// The group of a sample that swaps of two features and sign changes of one generate.
///
/// # Formula
/// A map of the features that takes the labelled examples onto themselves takes every run of a linear learner from w = 0 to another run: scores and
/// labels stay, and updates are mapped. So everything that can follow a vector is known from any vector of its orbit.
pub(super) struct Symmetry {
    classes: Vec<SwapClass>,
}

/// Features of which any two can be swapped.
struct SwapClass {
    features: Vec<usize>,
    /// Whether the sign of each can be changed alone.
    signless: bool,
}

impl Symmetry {
    /// The symmetry of these examples, found by trying every swap and every change of sign.
    pub(super) fn of(examples: &[Labelled]) -> Self {
        let mut sorted = examples.to_vec();
        sorted.sort();
        let mut classes: Vec<SwapClass> = Vec::new();
        for feature in 0..examples.first().map_or(0, |(x, _)| x.len()) {
            // Swaps that keep the sample compose, so one member speaks for its class.
            match classes
                .iter_mut()
                .find(|class| is_kept(&sorted, |x| x.swap(class.features[0], feature)))
            {
                Some(class) => class.features.push(feature),
                None => {
                    // Swaps carry a change of sign to every member, so testing the first is enough.
                    let signless = is_kept(&sorted, |x| x[feature] = -x[feature]);
                    classes.push(SwapClass {
                        features: vec![feature],
                        signless,
                    });
                }
            }
        }
        Self { classes }
    }

    /// The vector that stands for all of the orbit.
    pub(super) fn canonical(&self, weights: &[i64]) -> Vec<i64> {
        let mut canonical = weights.to_vec();
        for class in &self.classes {
            class
                .features
                .iter()
                .zip(class.sorted(weights))
                .for_each(|(&feature, weight)| canonical[feature] = weight);
        }
        canonical
    }

    /// Number of vectors in the orbit; `None` if it exceeds 128 bits.
    pub(super) fn orbit(&self, weights: &[i64]) -> Option<u128> {
        self.classes.iter().try_fold(1, |size: u128, class| {
            size.checked_mul(class.orbit(weights)?)
        })
    }
}

impl SwapClass {
    fn sorted(&self, weights: &[i64]) -> Vec<i64> {
        let mut values: Vec<i64> = self
            .features
            .iter()
            .map(|&feature| weights[feature])
            .collect();
        if self.signless {
            values.iter_mut().for_each(|value| *value = value.abs());
        }
        values.sort_unstable();
        values
    }

    /// The arrangements of the values, each with every choice of signs where these are free.
    fn orbit(&self, weights: &[i64]) -> Option<u128> {
        let values = self.sorted(weights);
        let (mut size, mut equal) = (1_u128, 0);
        for (index, value) in values.iter().enumerate() {
            equal = if index > 0 && values[index - 1] == *value {
                equal + 1
            } else {
                1
            };
            // A multinomial coefficient of the values so far: every division is exact.
            size = size.checked_mul(index as u128 + 1)? / equal;
            size = size.checked_mul(if self.signless && *value != 0 { 2 } else { 1 })?;
        }
        Some(size)
    }
}

fn is_kept(sorted: &[Labelled], change: impl Fn(&mut Vec<i64>)) -> bool {
    let mut changed = sorted.to_vec();
    changed.iter_mut().for_each(|(x, _)| change(x));
    // Only the multiset has to stay: the order of the examples is free.
    changed.sort();
    changed == sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(rows: &[&[i64]]) -> Vec<Labelled> {
        rows.iter()
            .map(|row| (row.to_vec(), Label::Positive))
            .collect()
    }

    #[test]
    fn an_orbit_is_counted_by_its_arrangements_and_signs() {
        let cross = labelled(&[&[1, 0, 0], &[-1, 0, 0], &[0, 1, 0], &[0, -1, 0], &[0, 0, 1]]);
        let symmetry = Symmetry::of(&cross);
        assert_eq!(
            symmetry.canonical(&[-2, 1, -3]),
            symmetry.canonical(&[1, 2, -3])
        );
        assert_ne!(
            symmetry.canonical(&[-2, 1, -3]),
            symmetry.canonical(&[1, 2, 3])
        );
        assert_eq!(
            ["8", "4", "4", "1"],
            [[2, 1, 5], [3, 3, 5], [0, 3, 5], [0, 0, 5]]
                .map(|w| symmetry.orbit(&w).unwrap_or(0).to_string())
        );
    }

    #[test]
    fn labels_and_multiplicities_break_a_symmetry() {
        let mut basis = labelled(&[&[1, 0], &[0, 1]]);
        assert_eq!(Symmetry::of(&basis).orbit(&[1, 2]), Some(2));
        basis[1].1 = Label::Negative;
        assert_eq!(Symmetry::of(&basis).orbit(&[1, 2]), Some(1));
        assert_eq!(
            Symmetry::of(&labelled(&[&[1, 0], &[0, 1], &[0, 1]])).orbit(&[1, 2]),
            Some(1)
        );
    }
}
