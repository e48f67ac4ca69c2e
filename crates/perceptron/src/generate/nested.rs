//! Shows the truth table of a nested function, on which the perceptron needs exponentially many updates.

use super::fixed::Fixed;
use super::{ExampleSource, Generate, KnownDistribution};
use crate::documented::documented;
use crate::sample::{Features, Label, Rational, Sample, Separator, Signs};

documented! {
    name = "nested";
    /// The full truth table of x_1 AND (x_2 OR (x_3 AND …)), in lexicographic order, inputs as −1 and +1.
    ///
    /// # Formula
    /// 2ⁿ rows from (−1, …, −1) to (1, …, 1); label +1 where the function is true. Any integer vector that represents it, with the constant
    /// feature 1, has a weight of at least the n-th Fibonacci number. Every update changes a weight by 1, so this number is a lower bound on the
    /// number of updates in any order. In cyclic order with ties as mistakes, n = 2, …, 7 cost 1, 10, 17, 60, 93, 232 updates.
    /// # Premise
    /// For variants with an offset: then the sample is separable, and the planted separator has Fibonacci numbers as weights.
    /// # Source
    /// docs/theory.md, T10; Anthony and Shawe-Taylor 1993.
    /// # Examples
    /// ```toml
    /// [generator.nested]
    /// inputs = 5
    /// ```
    pub struct Nested {
        /// Number of inputs n.
        pub inputs: usize as "[1, 16]",
    }
}

impl Nested {
    /// Evaluates the nested AND-OR function of the inputs from `first` on. The inputs are the bits of `row`, the first input the highest.
    fn is_true(&self, row: u64, first: usize) -> bool {
        let input = row >> (self.inputs - 1 - first) & 1 == 1;
        match first {
            last if last + 1 == self.inputs => input,
            even if even.is_multiple_of(2) => input && self.is_true(row, first + 1),
            _ => input || self.is_true(row, first + 1),
        }
    }

    /// Integer weights and an intercept whose scores on all inputs ±1 are odd integers with the sign of the nested function. They are built from the
    /// last input outwards; each weight is the smallest that can decide the sign alone where the function requires it.
    fn representation(&self) -> (Vec<i64>, i64) {
        let (mut weights, mut intercept) = (vec![1], 0);
        for input in (0..self.inputs - 1).rev() {
            let reach: i64 = weights.iter().sum();
            let conjunction = input.is_multiple_of(2);
            let weight = if conjunction {
                (intercept + reach + 1) / 2
            } else {
                (1 - intercept + reach) / 2
            };
            intercept += if conjunction { -weight } else { weight };
            weights.insert(0, weight);
        }
        (weights, intercept)
    }

    /// The features of the truth table's row with this index as bits (set for +1), the first input the lowest bit.
    fn bits_of(&self, row: u64) -> u64 {
        row.reverse_bits() >> (64 - self.inputs)
    }
}

impl Generate for Nested {
    fn distribution(&self) -> KnownDistribution {
        KnownDistribution {
            unit_norm: self.inputs == 1,
            ..KnownDistribution::fixed()
        }
    }

    fn examples(&self) -> usize {
        1 << self.inputs
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Fixed for Nested {
    fn sample(&self) -> Sample {
        let rows = 0..1_u64 << self.inputs;
        let words = rows.clone().map(|row| self.bits_of(row)).collect();
        let (weights, intercept) = self.representation();
        Sample {
            features: Features::Signs(Signs::new(self.inputs, words, Rational::one())),
            labels: rows
                .map(|row| Label::of_sign(self.is_true(row, 0)))
                .collect(),
            planted: Some(Separator::Affine(weights, Rational::from(intercept))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fibonacci_weights_represent_every_nested_function() {
        for inputs in 1..=12 {
            let nested = Nested { inputs };
            let (sample, (weights, intercept)) = (nested.sample(), nested.representation());
            for (row, label) in sample.labels.iter().enumerate() {
                let score =
                    sample.features.exact_dot(row, &weights).unwrap_or(0) + i128::from(intercept);
                assert!(score * i128::from(label.sign()) >= 1, "{inputs} {row}");
            }
        }
        assert_eq!(
            Nested { inputs: 7 }.representation().0,
            [13, 8, 5, 3, 2, 1, 1]
        );
    }
}
