//! Draws Gaussian vectors labelled by a teacher, with no margin at all.

use super::sample_pieces::{DrawsRows, RowPieces, sampler_of_rows};
use super::{Distribution, KnownDistribution};
use crate::documented::documented;
use crate::sample::{Label, Separator};
use crate::seed::Seed;

documented! {
    name = "teacher-student";
    /// Gaussian vectors labelled by a half-space through the origin: separable, but with no margin.
    ///
    /// # Formula
    /// x ~ N(0, I), y = sign⟨u, x⟩, u the first axis. The risk of a vector at angle θ to u is θ/π.
    /// # Premise
    /// Independent examples. Every sample is separable almost surely; no bound on the margin or the norm holds almost surely.
    /// # Source
    /// docs/theory.md: G-TS, R2, C-V3, 8.5. Mistakes of one pass grow like 0.417 d^{1/3} T^{2/3}, without limit.
    /// # Examples
    /// ```toml
    /// [generator.teacher-student]
    /// dimension = 20
    /// examples  = 1000
    /// ```
    pub struct TeacherStudent {
        /// Number of features d.
        pub dimension: usize as "[1, ∞)",
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
    }
}

impl DrawsRows for TeacherStudent {
    fn distribution(&self) -> KnownDistribution {
        KnownDistribution {
            is_teachers: true,
            iid: true,
            distribution: Some(Distribution::RotationInvariant),
            ..KnownDistribution::fixed()
        }
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn rows(&self, seed: Seed) -> RowPieces {
        let (dimension, mut stream) = (self.dimension, seed.stream());
        let direction = (0..dimension).map(|axis| i64::from(axis == 0)).collect();
        RowPieces::new(
            dimension,
            Some(Separator::Integers(direction)),
            move |examples, rows: &mut Vec<f64>| {
                stream.normal_rows(dimension, examples, rows);
                let firsts = rows.iter().step_by(dimension);
                firsts.map(|&first| Label::of_sign(first >= 0.0)).collect()
            },
        )
    }
}

sampler_of_rows!(TeacherStudent);
