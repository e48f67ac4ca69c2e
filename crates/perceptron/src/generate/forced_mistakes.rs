//! Labels one fresh basis vector after another with the opposite of the learner's prediction, against any deterministic learner.

use super::{ExampleSource, Generate, KnownDistribution, MemoryNeed};
use crate::documented::documented;
use crate::sample::{Foresee, Label, Opponent, Quantity, Rational, Reply, Separator};
use std::cmp::Ordering;

documented! {
    name = "forced-mistakes";
    /// An opponent that shows e_1, e_2, …, e_d and labels each against the learner's prediction.
    ///
    /// # Formula
    /// The label is −1 if the score is at least 0, +1 if it is negative; after d examples (R/γ)² = d for the
    /// separator (y_1, …, y_d)/√d, and the learner has made d mistakes.
    /// # Premise
    /// Works against every deterministic learner, so no such learner has a mistake bound below (R/γ)².
    /// # Source
    /// docs/theory.md, T3 (the any-learner form).
    /// # Examples
    /// ```toml
    /// [generator.forced-mistakes]
    /// dimension = 20
    /// ```
    pub struct ForcedMistakes {
        /// Number of examples shown, which is the number of features.
        pub dimension: usize as "[1, ∞)",
    }
}

struct Contrarian {
    dimension: usize,
    labels: Vec<Label>,
}

impl Opponent for Contrarian {
    fn dimension(&self) -> usize {
        self.dimension
    }

    fn reply(&mut self, foresee: Foresee) -> Option<Reply> {
        if self.labels.len() == self.dimension {
            return None;
        }
        let question = Reply {
            features: vec![(self.labels.len(), 1)],
            label: Label::Positive,
        };
        let label = Label::of_sign(foresee(&question).sign == Ordering::Less);
        self.labels.push(label);
        Some(Reply { label, ..question })
    }

    fn separator(&self) -> Option<Separator> {
        let mut direction: Vec<i64> = self.labels.iter().map(|label| label.sign()).collect();
        direction.resize(self.dimension, 0);
        Some(Separator::Integers(direction))
    }
}

impl Generate for ForcedMistakes {
    fn distribution(&self) -> KnownDistribution {
        let margin_squared = Rational::new(1, self.dimension as i64);
        KnownDistribution {
            unit_norm: true,
            population_margin_squared: Some(Quantity::exact(margin_squared)),
            population_radius_squared: Some(Quantity::count(1)),
            ..KnownDistribution::fixed()
        }
    }

    fn need(&self) -> MemoryNeed {
        MemoryNeed::sparse(self.dimension, self.dimension)
    }

    fn examples(&self) -> usize {
        self.dimension
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Opponent(Box::new(Contrarian {
            dimension: self.dimension,
            labels: Vec::new(),
        }))
    }
}
