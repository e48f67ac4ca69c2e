//! Adds the hinge losses and the squared deficits of a comparator over rounds: as fractions or roots of fractions where they are, else enclosed.

use crate::sample::{Quantity, Rational, Sample, Separator, dot};

/// The losses of a comparator u, ‖u‖ = 1, with a margin γ, added over some rounds of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Losses {
    /// Σ max(0, 1 − y⟨u, x⟩/γ).
    pub hinge_sum: Quantity,
    /// Σ max(0, γ − y⟨u, x⟩)².
    pub deficit_squared: Quantity,
}

impl Losses {
    /// Adds the losses of a vector, which need not have length 1, over rounds in which example i of the sample was shown `rounds[i]` times.
    ///
    /// # Formula
    /// Over the n rounds with s = y⟨u, x⟩ < γ‖u‖: Σ hinge = n − Σs/(γ‖u‖), Σ deficit² = nγ² + Σs²/‖u‖² − 2γΣs/‖u‖. If u, γ² and the features are
    /// fractions, so are n, Σs and Σs², and one root remains.
    pub fn of(
        vector: &Separator,
        margin_squared: &Quantity,
        sample: &Sample,
        rounds: &[u64],
    ) -> Self {
        let exact = margin_squared
            .exact
            .as_ref()
            .and_then(|squared| ExactSums::of(vector, squared, sample, rounds));
        match exact {
            Some(sums) => sums.losses(),
            None => enclosed(&vector.to_floats(), margin_squared, sample, rounds),
        }
    }
}

/// The sums over the rounds whose score is below γ‖u‖, for an integer vector u on exact features, in units of the features.
struct ExactSums {
    rounds: u64,
    scores: i128,
    squares: i128,
    /// γ²‖u‖² in squared units.
    threshold: Rational,
    /// ‖u‖² divided by the squared unit of the features.
    length_squared: Rational,
}

impl ExactSums {
    fn of(
        vector: &Separator,
        margin_squared: &Rational,
        sample: &Sample,
        rounds: &[u64],
    ) -> Option<Self> {
        let (Separator::Integers(direction) | Separator::Affine(direction, _)) = vector else {
            return None;
        };
        let unit_squared = sample.features.unit().square();
        if !sample.features.is_exact() || unit_squared.is_zero() {
            return None;
        }
        let length_squared = vector.norm_squared().exact?;
        let length_squared = &length_squared / &unit_squared;
        let mut sums = Self {
            rounds: 0,
            scores: 0,
            squares: 0,
            threshold: margin_squared * &length_squared,
            length_squared,
        };
        let shown = rounds.iter().enumerate().filter(|(_, rounds)| **rounds > 0);
        for (example, &rounds) in shown {
            let score = sample.features.exact_dot(example, direction)?;
            let score = score.checked_mul(sample.labels[example].sign().into())?;
            sums.add(score, rounds)?;
        }
        Some(sums)
    }

    fn add(&mut self, score: i128, rounds: u64) -> Option<()> {
        if score > 0 && Rational::from(score).square() >= self.threshold {
            return Some(());
        }
        let scores = score.checked_mul(rounds.into())?;
        self.rounds += rounds;
        self.scores = self.scores.checked_add(scores)?;
        self.squares = self.squares.checked_add(scores.checked_mul(score)?)?;
        Some(())
    }

    fn losses(&self) -> Losses {
        let rounds = Rational::from(self.rounds);
        let sum_squared = Rational::from(self.scores).square();
        // The root of a square has the sign of the sum of the scores.
        let without = |first: Rational, square: Rational| {
            let (first, root) = (Quantity::exact(first), Quantity::exact(square).sharp_root());
            not_negative(match self.scores > 0 {
                true => first.minus(&root),
                false => first.plus(&root),
            })
        };
        let margin_squared = &self.threshold / &self.length_squared;
        let squares = &Rational::from(self.squares) / &self.length_squared;
        let cross = &(&sum_squared * &margin_squared) / &self.length_squared;
        Losses {
            hinge_sum: without(rounds.clone(), &sum_squared / &self.threshold),
            deficit_squared: without(
                &(&rounds * &margin_squared) + &squares,
                &Rational::new(4, 1) * &cross,
            ),
        }
    }
}

/// The losses of a vector in floats, with enclosures that cover all rounding, that of the features included.
fn enclosed(vector: &[f64], margin_squared: &Quantity, sample: &Sample, rounds: &[u64]) -> Losses {
    let absolute = |numbers: &[f64]| numbers.iter().map(|x| x.abs()).collect::<Vec<f64>>();
    let reach = absolute(vector);
    let terms = vector.len() as f64 + 8.0;
    let length_squared = Quantity::within(
        dot(vector, vector),
        terms * f64::EPSILON * dot(&reach, &reach),
    );
    let (length, margin) = (length_squared.root(), margin_squared.root());
    let [mut hinge_sum, mut deficit_squared] = [Quantity::count(0), Quantity::count(0)];
    let shown = rounds.iter().enumerate().filter(|(_, rounds)| **rounds > 0);
    for (example, &rounds) in shown {
        let row = sample.features.row(example);
        let error = terms * f64::EPSILON * dot(&absolute(&row), &reach);
        let score = sample.labels[example].value() * dot(&row, vector);
        let along = quotient(&Quantity::within(score, error), &length);
        let times = Quantity::count(rounds);
        let hinge = not_negative(Quantity::count(1).minus(&quotient(&along, &margin)));
        hinge_sum = hinge_sum.plus(&hinge.times(&times));
        let deficit = not_negative(margin.minus(&along));
        deficit_squared = deficit_squared.plus(&deficit.times(&deficit).times(&times));
    }
    Losses {
        hinge_sum: not_negative(hinge_sum),
        deficit_squared: not_negative(deficit_squared),
    }
}

/// Divides a quantity of any sign by a positive one.
fn quotient(number: &Quantity, by: &Quantity) -> Quantity {
    let [lower, upper] = [
        if number.lower < 0.0 {
            by.lower
        } else {
            by.upper
        },
        if number.upper < 0.0 {
            by.upper
        } else {
            by.lower
        },
    ];
    Quantity {
        value: number.value / by.value,
        lower: (number.lower / lower).next_down(),
        upper: (number.upper / upper).next_up(),
        exact: None,
    }
}

/// The larger of a quantity and 0.
fn not_negative(number: Quantity) -> Quantity {
    match number.exact {
        Some(exact) => Quantity::exact(exact.max(Rational::zero())),
        None => Quantity {
            value: number.value.max(0.0),
            lower: number.lower.max(0.0),
            upper: number.upper.max(0.0),
            exact: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Features, Integers, Label};

    fn sample(dimension: usize, values: Vec<i64>, labels: &[i64]) -> Sample {
        let labels = labels.iter().map(|&y| Label::of_sign(y > 0));
        Sample {
            features: Features::Integers(Integers::new(dimension, values, 1)),
            labels: labels.collect(),
            planted: None,
        }
    }

    fn exact(squared: Rational, sample: &Sample, vector: &[i64]) -> Losses {
        let rounds = vec![1; sample.labels.len()];
        let vector = Separator::Integers(vector.to_vec());
        Losses::of(&vector, &Quantity::exact(squared), sample, &rounds)
    }

    #[test]
    fn losses_are_fractions_where_the_product_of_margin_and_length_is_one() {
        let rows = [
            [0, 0, 1, -1],
            [0, 0, 1, 1],
            [0, 1, 0, -1],
            [0, 1, 0, 1],
            [0, 0, 1, 1],
        ];
        let sample = sample(4, rows.concat(), &[1, 1, 1, -1, -1]);
        let of = |numerator| exact(Rational::new(numerator, 5), &sample, &[0, 0, 1, -3]);
        let fraction = |numerator, denominator| Some(Rational::new(numerator, denominator));
        let found = of(8);
        assert_eq!(found.hinge_sum.exact, fraction(5, 2));
        assert_eq!(found.deficit_squared.exact, fraction(21, 5));
        assert_eq!(of(32).hinge_sum.exact, fraction(15, 4));
        // √(5/5 · 10) is no fraction.
        let other = of(5).hinge_sum;
        assert!(other.exact.is_none() && other.upper - other.lower < 1e-14);
    }

    #[test]
    fn examples_beyond_the_margin_and_rounds_without_them_cost_nothing() {
        let sample = sample(1, vec![3, 2, 1], &[1, 1, -1]);
        let vector = Separator::Integers(vec![5]);
        let of = |rounds: &[u64]| Losses::of(&vector, &Quantity::count(4), &sample, rounds);
        let nothing = of(&[7, 9, 0]);
        assert_eq!(nothing.hinge_sum.exact, Some(Rational::zero()));
        assert_eq!(nothing.deficit_squared.exact, Some(Rational::zero()));
        // The third example has the hinge loss 1 + 1/2 and the deficit 2 + 1.
        let three = of(&[1, 1, 2]);
        assert_eq!(three.hinge_sum.exact, Some(Rational::new(3, 1)));
        assert_eq!(three.deficit_squared.exact, Some(Rational::new(18, 1)));
    }

    #[test]
    fn enclosures_of_long_vectors_allow_about_one_rounding_per_entry() {
        let entries = 1024;
        let sample = sample(entries, vec![1; entries], &[-1]);
        let losses = enclosed(&vec![1.0; entries], &Quantity::count(1), &sample, &[1]);
        // The vector of ones has the length 32.
        for (found, due) in [
            (losses.hinge_sum, 33.0),
            (losses.deficit_squared, 33.0 * 33.0),
        ] {
            assert!(found.lower <= due && due <= found.upper);
            // The score counts twice and the length once, and a square doubles the relative error.
            let allowed = 8.0 * entries as f64 * f64::EPSILON * due;
            assert!(found.upper - found.lower < allowed, "{found:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn enclosed_losses_contain_the_exact_ones(
            values in proptest::collection::vec(-4..5_i64, 12),
            sides: [bool; 4],
            vector in proptest::collection::vec(-3..4_i64, 3),
            margin in 1..40_i64,
            rounds: [u8; 4],
        ) {
            proptest::prop_assume!(vector != [0; 3]);
            let labels = sides.map(|side| if side { 1 } else { -1 });
            let sample = sample(3, values, &labels);
            let rounds = rounds.map(u64::from);
            let squared = Quantity::exact(Rational::new(margin, 7));
            let direction = Separator::Integers(vector);
            let exact = Losses::of(&direction, &squared, &sample, &rounds);
            let floats = enclosed(&direction.to_floats(), &squared, &sample, &rounds);
            for (exact, floats) in [
                (exact.hinge_sum, floats.hinge_sum),
                (exact.deficit_squared, floats.deficit_squared),
            ] {
                proptest::prop_assert!(floats.lower <= exact.upper && exact.lower <= floats.upper);
                proptest::prop_assert!(floats.upper - floats.lower <= 1e-9 * (1.0 + floats.value));
                proptest::prop_assert!(floats.lower <= floats.value && floats.value <= floats.upper);
                proptest::prop_assert!(exact.lower <= exact.value && exact.value <= exact.upper);
            }
        }
    }
}
