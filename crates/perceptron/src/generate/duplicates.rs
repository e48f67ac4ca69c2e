//! Draws basis vectors and repeats every draw, so that examples are not independent and the leave-one-out theorem does not apply.

use super::basis::Masses;
use super::{
    Basis, Distribution, ExampleSource, Generate, Invalid, KnownDistribution, Labels, MemoryNeed,
    Sampler,
};
use crate::documented::documented;
use crate::sample::{Features, Quantity, Rational, Sample, Sparse};
use crate::seed::Seed;

documented! {
    name = "duplicates";
    /// Basis vectors drawn uniformly and independently, every draw repeated `copies` times.
    ///
    /// # Formula
    /// N/c independent draws of (e_i, y_i), each c times in a row. A vector stays unseen with probability (1 − 1/d)^{N/c}, and that is the
    /// expected risk of a perceptron if a tie is a mistake; fresh examples are single draws.
    /// # Premise
    /// Unit norm and margin 1/√d, but not independent for c > 1: built to break the premise iid.
    /// # Source
    /// docs/theory.md: N9, C-H11. d = 10, N = 300, c = 30 gives 0.9¹⁰ = 0.349 against 3d/(N+1) = 0.0997.
    /// # Examples
    /// ```toml
    /// [generator.duplicates]
    /// dimension = 10
    /// examples  = 300
    /// copies    = 30
    /// ```
    pub struct Duplicates {
        /// Number of basis vectors d.
        pub dimension: usize as "[1, ∞)",
        /// Number of examples N in a sample, copies included: a multiple of `copies`.
        pub examples: usize as "[1, ∞)",
        /// Number of copies c of every draw.
        pub copies: usize as "[1, ∞)",
        /// "positive", "negative" or "alternating".
        pub labels: Labels = "positive",
    }
}

impl Duplicates {
    /// The generator that draws the basis vectors, before every draw is repeated.
    fn base(&self) -> Basis {
        Basis {
            dimension: self.dimension,
            examples: Some(self.examples),
            masses: Masses::Uniform,
            labels: self.labels,
            norm: Rational::one(),
        }
    }
}

impl Generate for Duplicates {
    fn fits(&self) -> Result<(), Invalid> {
        if self.examples.is_multiple_of(self.copies) {
            return Ok(());
        }
        let problem = format!("{} examples are not a whole number of draws", self.examples);
        Err(Invalid::new(
            "examples",
            problem,
            format!("a multiple of {} (the copies)", self.copies),
        ))
    }

    fn distribution(&self) -> KnownDistribution {
        let masses = vec![Rational::new(1, self.dimension as i64); self.dimension];
        KnownDistribution {
            iid: self.copies == 1,
            unit_norm: true,
            all_positive: self.labels == Labels::Positive,
            population_margin_squared: Some(Quantity::exact(Rational::new(
                1,
                self.dimension as i64,
            ))),
            population_radius_squared: Some(Quantity::count(1)),
            distribution: Some(Distribution::Atoms {
                dimension: self.dimension,
                norm: Rational::one(),
                masses,
                labels: self.labels.list(self.dimension),
            }),
            ..KnownDistribution::fixed()
        }
    }

    fn need(&self) -> MemoryNeed {
        MemoryNeed::sparse(self.examples, self.dimension)
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Sampler for Duplicates {
    fn draw(&self, seed: Seed, examples: usize) -> Sample {
        let draws = self.base().draw(seed, examples.div_ceil(self.copies));
        let repeated = |example: usize| example / self.copies;
        let rows: Vec<Vec<(usize, i64)>> = (0..examples)
            .map(|example| {
                let row = draws
                    .features
                    .integer_row(repeated(example))
                    .unwrap_or_default();
                row.into_iter()
                    .enumerate()
                    .filter(|(_, x)| *x != 0)
                    .collect()
            })
            .collect();
        Sample {
            features: Features::Sparse(Sparse::new(self.dimension, &rows, 1)),
            labels: (0..examples)
                .map(|example| draws.labels[repeated(example)])
                .collect(),
            planted: draws.planted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_each_example_are_consecutive() {
        let generator = Duplicates {
            dimension: 50,
            examples: 12,
            copies: 4,
            labels: Labels::Alternating,
        };
        let sample = generator.draw(Seed::root(1), 12);
        let rows: Vec<_> = (0..12)
            .map(|example| (sample.features.integer_row(example), sample.labels[example]))
            .collect();
        assert!(
            rows.chunks(4)
                .all(|copies| copies.iter().all(|copy| *copy == copies[0]))
        );
        assert_ne!(rows[0], rows[4]);
    }

    #[test]
    fn example_count_not_divisible_by_copies_is_refused_by_key() {
        let refused = Duplicates {
            dimension: 5,
            examples: 10,
            copies: 3,
            labels: Labels::Positive,
        }
        .validate();
        assert_eq!(refused.map_err(|error| error.key), Err("examples"));
    }
}
