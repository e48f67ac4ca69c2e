//! Shows the rows of a Hadamard matrix labelled by one of its columns, on which every sum of examples scores 0.

use super::{
    ExampleSource, Generate, Invalid, KnownDistribution, MonotoneDisjunction, Sampler, Weighted,
};
use crate::documented::documented;
use crate::sample::{Features, Integers, Label, Quantity, Rational, Sample, Separator, Signs};
use crate::seed::Seed;

documented! {
    name = "hadamard-rows";
    /// The rows of Sylvester's Hadamard matrix, as signs or as zeros and ones, labelled by one of its columns.
    ///
    /// # Formula
    /// x_i = h_i with h_ij = (−1)^{|i AND j|}, where |i AND j| is the number of common binary ones of i and j, and y_i = h_ij for the column j of the labels.
    /// With `binary`, x_i = (h_i + 1)/2, and the label is the disjunction of the one feature j. Rows of signs are orthogonal, so any sum of multiples of
    /// earlier rows scores 0 on the next one. The planted separator is e_j, or 2e_j − e_0 with `binary`: feature 0 is 1 in every row.
    /// # Premise
    /// n is a power of two. In column 0 all labels are +1; in every other column half of them are −1.
    /// # Source
    /// Kivinen, Warmuth and Auer, Artificial Intelligence 97 (1997) 325–343; docs/theory.md: X7.
    /// # Examples
    /// ```toml
    /// [generator.hadamard-rows]
    /// dimension = 16
    /// column    = 5
    /// ```
    pub struct HadamardRows {
        /// Number n of rows and of features: a power of two, at most 1024.
        pub dimension: usize as "[1, 1024]",
        /// The column j of the labels, from 0 to n − 1. If left out, each sample has a column drawn uniformly from 1 to n − 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub column: Option<usize>,
        /// Whether features are 0 and 1, not −1 and +1.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub binary: bool = false,
    }
}

/// Whether the entry of the matrix in this row and column is +1, not −1.
fn is_positive(row: usize, column: usize) -> bool {
    (row & column).count_ones().is_multiple_of(2)
}

impl HadamardRows {
    /// The sample whose labels are this column.
    fn labelled_by(&self, label: usize) -> Sample {
        let (n, column) = (self.dimension, |feature| usize::from(feature == label));
        let weight = |feature| match self.binary && label != 0 {
            true => 2 * column(feature) as i64 - i64::from(feature == 0),
            false => column(feature) as i64,
        };
        Sample {
            features: if self.binary {
                self.zeros_and_ones()
            } else {
                self.signs()
            },
            labels: (0..n)
                .map(|row| Label::of_sign(is_positive(row, label)))
                .collect(),
            planted: Some(Separator::Integers((0..n).map(weight).collect())),
        }
    }

    fn zeros_and_ones(&self) -> Features {
        let n = self.dimension;
        let entries = (0..n * n).map(|at| i64::from(is_positive(at / n, at % n)));
        Features::Integers(Integers::new(n, entries.collect(), 1))
    }

    fn signs(&self) -> Features {
        let n = self.dimension;
        let width = n.div_ceil(64);
        let mut words = vec![0; n * width];
        for (row, word) in words.chunks_mut(width).enumerate() {
            for column in (0..n).filter(|&column| is_positive(row, column)) {
                word[column / 64] |= 1 << (column % 64);
            }
        }
        Features::Signs(Signs::new(n, words, Rational::one()))
    }
}

impl Generate for HadamardRows {
    fn fits(&self) -> Result<(), Invalid> {
        let n = self.dimension;
        if !n.is_power_of_two() {
            return Err(Invalid::new(
                "dimension",
                format!("this construction has no Hadamard matrix of order {n}"),
                "a power of two, at most 1024",
            ));
        }
        if self.column.is_none() && n == 1 {
            let problem = "the only column is column 0, which is not drawn";
            return Err(Invalid::new("column", problem, "0"));
        }
        match self.column.filter(|&column| column >= n) {
            Some(column) => Err(Invalid::new(
                "column",
                format!("{column} is not one of the {n} columns"),
                format!("an integer from 0 to {}", n - 1),
            )),
            None => Ok(()),
        }
    }

    fn distribution(&self) -> KnownDistribution {
        let is_constant = self.column == Some(0);
        let negative = if is_constant { 0 } else { self.dimension / 2 };
        let margin = match self.binary && !is_constant {
            true => Rational::new(1, 5),
            false => Rational::one(),
        };
        let disjunction = MonotoneDisjunction {
            features: self.dimension,
            relevant: 1,
        };
        KnownDistribution {
            unit_norm: self.dimension == 1,
            all_positive: is_constant,
            disjunction: self.binary.then_some(disjunction),
            orthogonal_signs: (!self.binary).then_some(negative),
            population_margin_squared: Some(Quantity::exact(margin)),
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

impl Sampler for HadamardRows {
    fn draw(&self, seed: Seed, _: usize) -> Sample {
        let drawn = || 1 + seed.stream().below(self.dimension - 1);
        self.labelled_by(self.column.unwrap_or_else(drawn))
    }

    fn outcomes(&self) -> Option<u64> {
        Some(match self.column {
            Some(_) => 1,
            None => self.dimension as u64 - 1,
        })
    }

    fn outcome(&self, index: u64) -> Option<Weighted> {
        let count = self.outcomes().filter(|&count| index < count)?;
        let column = self.column.unwrap_or(index as usize + 1);
        Some((Rational::new(1, count as i64), self.labelled_by(column)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Generator;
    use super::*;
    use crate::learn::{Learner, Variant};

    fn rows(dimension: usize, column: Option<usize>, binary: bool) -> HadamardRows {
        HadamardRows {
            dimension,
            column,
            binary,
        }
    }

    #[test]
    fn rows_of_signs_are_orthogonal_and_both_forms_have_the_labels_of_their_column() {
        let [signs, bits] = [false, true].map(|binary| rows(128, Some(77), binary).labelled_by(77));
        let of = |sample: &Sample, row| sample.features.integer_row(row).unwrap();
        for row in 0..128 {
            let signs_here = of(&signs, row);
            assert_eq!(signs_here[77], signs.labels[row].sign());
            let halved: Vec<i64> = signs_here.iter().map(|x| (x + 1) / 2).collect();
            assert_eq!(of(&bits, row), halved);
            for other in 0..row {
                let pairs = signs_here.iter().zip(of(&signs, other));
                assert_eq!(pairs.map(|(a, b)| a * b).sum::<i64>(), 0);
            }
        }
        assert_eq!(bits.labels, signs.labels);
    }

    #[test]
    fn without_a_column_every_column_but_the_first_is_an_outcome() {
        let generator = rows(8, None, false);
        let outcomes = generator.outcomes().unwrap();
        let planted = |index| generator.outcome(index).unwrap().1.planted.unwrap();
        let firsts: Vec<Vec<f64>> = (0..outcomes).map(|i| planted(i).to_floats()).collect();
        assert_eq!(outcomes, 7);
        assert!((0..7).all(|i| firsts[i][i + 1] == 1.0 && firsts[i][0] == 0.0));
        assert!(generator.outcome(7).is_none());
    }

    #[test]
    fn parameters_without_such_a_matrix_or_column_are_refused_by_key() {
        let refused = |dimension, column| {
            let invalid = rows(dimension, column, true).validate().err();
            invalid.map(|invalid| invalid.key)
        };
        assert_eq!(refused(12, None), Some("dimension"));
        assert_eq!(refused(2048, None), Some("dimension"));
        assert_eq!(refused(8, Some(8)), Some("column"));
        assert_eq!(refused(1, None), Some("column"));
        assert_eq!(refused(1, Some(0)), None);
    }

    /// The largest number of mistakes over all columns, column 0 included, of one pass of a learner.
    fn most_mistakes(dimension: usize, binary: bool, keys: &str) -> u64 {
        let variant: Variant = toml::from_str(&format!("order = \"stream\"\n{keys}")).unwrap();
        let of = |column| {
            let sample = rows(dimension, Some(column), binary).labelled_by(column);
            let learner = Learner::new(&variant, &sample, Seed::root(1)).unwrap();
            learner.run(None).counts.mistakes
        };
        (0..dimension).map(of).max().unwrap()
    }

    #[test]
    fn most_mistakes_over_columns_are_those_of_an_independent_program() {
        let winnow = "offset = 1\nlearner = { winnow = {} }";
        for (dimension, multiplicative, additive) in [(16, 5, 15), (64, 9, 63), (256, 12, 255)] {
            let most = |binary, keys| most_mistakes(dimension, binary, keys);
            assert_eq!(most(true, winnow), multiplicative, "{dimension}");
            assert_eq!(most(true, ""), additive, "{dimension}");
            let pa = "learner = { passive-aggressive = {} }";
            for keys in ["", "rule = { margin-perceptron = {} }", pa] {
                assert_eq!(most(false, keys), dimension as u64, "{dimension} {keys}");
            }
        }
    }

    #[test]
    fn the_documented_example_reads() {
        let text = "[hadamard-rows]\ndimension = 16\ncolumn = 5";
        let generator: Generator = toml::from_str(text).unwrap();
        assert_eq!(generator.distribution().orthogonal_signs, Some(8));
    }
}
