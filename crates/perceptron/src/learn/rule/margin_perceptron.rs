//! Updates on margin mistakes: the margin perceptron.

use super::LearningRule;
use crate::documented::{Invalid, documented};
use crate::sample::Rational;

documented! {
    name = "margin-perceptron";
    /// On a margin mistake, y⟨w, x⟩ below the threshold, add step·y·x.
    ///
    /// # Formula
    /// If y⟨w, x⟩ < threshold then w ← w + step·y·x. The comparison is strict, unless the mutant `inclusive` is chosen.
    /// # Source
    /// Hardt and Recht's algorithm in the margin-perceptron note; docs/theory.md: C-H1, C-H5.
    /// # Examples
    /// ```toml
    /// rule = { margin-perceptron = { threshold = 1, step = 1 } }
    /// ```
    pub struct MarginPerceptron {
        /// The value that y⟨w, x⟩ must reach: an integer, or a fraction or decimal in quotes; 1 if left out.
        #[serde(default = "Rational::one")]
        pub threshold: Rational,
        /// The step size, above 0, of an update by step·y·x: an integer, or a fraction or decimal in quotes; 1 if left out.
        #[serde(default = "Rational::one")]
        pub step: Rational,
        /// A mutant for controls (docs/theory.md, N7): true makes the comparison y⟨w, x⟩ ≤ threshold; false if left out.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub inclusive: bool,
    }
}

const POSITIVE: &str = "an exact number above 0 (the threshold may be 0)";

impl LearningRule for MarginPerceptron {
    fn threshold(&self) -> Option<&Rational> {
        Some(&self.threshold)
    }

    fn includes_threshold(&self) -> bool {
        self.inclusive
    }

    fn is_mutant(&self) -> bool {
        self.inclusive
    }

    fn step(&self) -> Rational {
        self.step.clone()
    }

    fn invalid(&self) -> Option<Invalid> {
        if self.threshold.is_negative() {
            let problem = format!("{} is negative", self.threshold);
            return Some(Invalid::new("threshold", problem, POSITIVE));
        }
        (self.step.is_negative() || self.step.is_zero())
            .then(|| Invalid::new("step", format!("{} is not positive", self.step), POSITIVE))
    }
}
