//! Shows the rows of a Hadamard matrix, on which the mistake bound nr for majority functions is attained with r = 1.

use super::fixed::Fixed;
use super::{ExampleSource, Generate, Invalid, KnownDistribution, Labels};
use crate::documented::documented;
use crate::sample::{Features, Label, Quantity, Rational, Sample, Separator, Signs};

documented! {
    name = "hadamard";
    /// The rows of Sylvester's Hadamard matrix, each multiplied by its label: a majority function of one sign.
    ///
    /// # Formula
    /// x_i = y_i·h_i with h_ij = (−1)^{|i AND j|}, where |i AND j| is the number of common binary ones of i and j. Column 0 is +1, so the label is
    /// the sign of the first feature (r = 1, u = e_1, γ = 1, ‖x‖ = √n). The rows are orthogonal, every score is 0, and each of the n is a mistake:
    /// (R/γ)² = n.
    /// # Premise
    /// n is a power of two. If sign(0) = +1, only rows with negative labels are mistakes.
    /// # Source
    /// docs/theory.md: T4, C-V11, N1.
    /// # Examples
    /// ```toml
    /// [generator.hadamard]
    /// dimension = 16
    /// labels    = "negative"
    /// ```
    pub struct Hadamard {
        /// Number n of rows and of features: a power of two, at most 4096.
        pub dimension: usize as "[1, 4096]",
        /// "positive", "negative" or "alternating".
        pub labels: Labels = "positive",
    }
}

impl Generate for Hadamard {
    fn fits(&self) -> Result<(), Invalid> {
        if self.dimension.is_power_of_two() {
            return Ok(());
        }
        Err(Invalid::new(
            "dimension",
            format!(
                "this construction has no Hadamard matrix of order {}",
                self.dimension
            ),
            "a power of two, at most 4096",
        ))
    }

    fn distribution(&self) -> KnownDistribution {
        KnownDistribution {
            unit_norm: self.dimension == 1,
            majority_of: Some(1),
            orthogonal_signs: Some(self.negative_labels()),
            all_positive: self.labels == Labels::Positive,
            population_margin_squared: Some(Quantity::count(1)),
            population_radius_squared: Some(Quantity::count(self.dimension as u64)),
            ..KnownDistribution::fixed()
        }
    }

    fn examples(&self) -> usize {
        self.dimension
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Hadamard {
    fn negative_labels(&self) -> usize {
        let labels = self.labels.list(self.dimension);
        labels.into_iter().filter(|&y| y == Label::Negative).count()
    }

    /// A row of the Hadamard matrix times its label, as bits in words of 64: a set bit is +1, a cleared bit −1.
    fn row(&self, row: usize, label: Label) -> Vec<u64> {
        let mut words = vec![0; self.dimension.div_ceil(64)];
        for column in 0..self.dimension {
            let positive =
                (row & column).count_ones().is_multiple_of(2) == (label == Label::Positive);
            words[column / 64] |= u64::from(positive) << (column % 64);
        }
        words
    }
}

impl Fixed for Hadamard {
    fn sample(&self) -> Sample {
        let labels = self.labels.list(self.dimension);
        let words = labels
            .iter()
            .enumerate()
            .flat_map(|(row, &label)| self.row(row, label))
            .collect();
        let direction = (0..self.dimension)
            .map(|column| i64::from(column == 0))
            .collect();
        let features = Features::Signs(Signs::new(self.dimension, words, Rational::one()));
        Sample {
            features,
            labels,
            planted: Some(Separator::Integers(direction)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_orthogonal_and_begin_with_their_label() {
        let sample = Hadamard {
            dimension: 128,
            labels: Labels::Alternating,
        }
        .sample();
        let rows: Vec<Vec<i64>> = (0..128)
            .filter_map(|row| sample.features.integer_row(row))
            .collect();
        for (a, label) in rows.iter().zip(&sample.labels) {
            assert_eq!(a[0], label.sign());
            let products: Vec<i64> = rows
                .iter()
                .map(|b| a.iter().zip(b).map(|(x, y)| x * y).sum::<i64>().abs())
                .collect();
            assert_eq!(
                (products.iter().sum::<i64>(), products.contains(&128)),
                (128, true)
            );
        }
    }

    #[test]
    fn an_order_that_is_no_power_of_two_is_refused_by_key() {
        let refused = Hadamard {
            dimension: 12,
            labels: Labels::Positive,
        }
        .validate();
        assert_eq!(refused.map_err(|error| error.key), Err("dimension"));
    }
}
