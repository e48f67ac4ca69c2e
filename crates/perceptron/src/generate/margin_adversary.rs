//! Shows the examples on which the margin perceptron makes all but two of the updates that its bound allows.

use super::fixed::Fixed;
use super::online::{ExampleCondition, OnlineExamples, rounded_margin_squared};
use super::tightrope::{Directions, PUSH, build};
use super::{ExampleSource, Generate, Invalid, KnownDistribution};
use crate::documented::documented;
use crate::sample::{Dense, Features, Label, Quantity, Rational, Sample, Separator};
use num_traits::ToPrimitive;

documented! {
    name = "margin-adversary";
    /// Positive unit vectors, each of which scores just below 1 under the margin perceptron's weight vector at the time it is shown.
    ///
    /// # Formula
    /// x_t = γu + c·p/‖p‖ + f·z, where p is the part of w orthogonal to u and z is orthogonal to both, with c such that ⟨w, x_t⟩ = 1 − 10⁻⁹.
    /// Then ‖w‖² grows by nearly 3 with every update, and unit vectors exist for ⌈3/γ²⌉ − 2 examples: 298 of the bound 300 at γ = 0.1.
    /// Online, the floats are rounded to multiples of 2⁻⁴⁸, and scores are exact.
    /// # Premise
    /// ‖x‖ = 1 up to rounding and ⟨u, x⟩ = γ. Made for the margin perceptron with threshold and step 1, in the sample's order.
    /// # Source
    /// docs/theory.md: T6, C-H5, N1.
    /// # Examples
    /// ```toml
    /// [generator.margin-adversary]
    /// margin = "0.1"
    /// ```
    pub struct MarginAdversary {
        /// The margin γ, an exact number below 1: from 0.05 with fresh directions.01 in three dimensions.
        pub margin: Rational as "[1/100, 1)",
        /// "fresh": a new axis for every example, so that a second pass makes no margin mistake; or "three": all in three dimensions.
        pub directions: Directions = "fresh",
        /// Whether it is an opponent that shows examples only as long as the next one is a margin mistake for the learner.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub online: bool = false,
    }
}

impl MarginAdversary {
    /// Number of examples that the construction has: ⌈3/γ²⌉ − 2.
    fn count(&self) -> usize {
        let bound = &Rational::new(3, 1) / &self.margin.square();
        bound.ceil().to_usize().unwrap_or(2).saturating_sub(2)
    }

    fn rows(&self) -> Dense {
        build(
            self.margin.to_f64(),
            1.0 - PUSH,
            self.directions,
            self.count(),
        )
    }
}

impl Generate for MarginAdversary {
    fn fits(&self) -> Result<(), Invalid> {
        let is_fresh = self.directions == Directions::Fresh;
        match is_fresh && self.margin < Rational::new(1, 20) {
            true => Err(Invalid::new(
                "margin",
                format!("{} is too small for fresh directions", self.margin),
                "at least 1/20, or directions = \"three\"",
            )),
            false => Ok(()),
        }
    }

    fn distribution(&self) -> KnownDistribution {
        KnownDistribution {
            unit_norm: true,
            population_margin_squared: Some(if self.online {
                Quantity::exact(rounded_margin_squared(self.margin.to_f64()))
            } else {
                Quantity::within(self.margin.square().to_f64(), 1e-15)
            }),
            population_radius_squared: Some(Quantity::within(1.0, 1e-12)),
            ..KnownDistribution::fixed()
        }
    }

    fn examples(&self) -> usize {
        self.count()
    }

    fn is_exact(&self) -> bool {
        self.online
    }

    fn source(&self) -> ExampleSource<'_> {
        if self.online {
            OnlineExamples::rounded(&self.rows(), ExampleCondition::MarginMistake).source()
        } else {
            ExampleSource::Sampler(self)
        }
    }
}

impl Fixed for MarginAdversary {
    fn sample(&self) -> Sample {
        let features = self.rows();
        let axis = (0..features.dimension())
            .map(|axis| i64::from(axis == 0))
            .collect();
        let features = Features::Dense(features);
        Sample {
            labels: vec![Label::Positive; features.examples()],
            features,
            planted: Some(Separator::Integers(axis)),
        }
    }
}
