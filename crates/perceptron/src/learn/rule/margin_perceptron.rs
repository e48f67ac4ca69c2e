//! Updates on margin mistakes: the margin perceptron.

use super::{LearningRule, RuleFacts};
use crate::documented::documented;
use crate::sample::Rational;

documented! {
    name = "margin-perceptron";
    /// On a margin mistake, y⟨w, x⟩ below the threshold, add step·y·x.
    ///
    /// # Formula
    /// If y⟨w, x⟩ < threshold then w ← w + step·y·x. The comparison is strict, unless `inclusive` is chosen. The bound (R² + 2τ/η)/γ²
    /// holds for both.
    /// # Source
    /// Hardt and Recht's algorithm in the margin-perceptron note; with ≤ the perceptron with margins of Krauth and Mézard 1987 and of Khardon and Wachman
    /// 2007; docs/theory.md: C-H1, C-H5.
    /// # Examples
    /// ```toml
    /// rule = { margin-perceptron = { threshold = 1, step = 1 } }
    /// ```
    pub struct MarginPerceptron {
        /// The value that y⟨w, x⟩ must reach: an integer, or a fraction or decimal in quotes.
        pub threshold: Rational as "[0, ∞)" = 1,
        /// The step size of an update by step·y·x: an integer, or a fraction or decimal in quotes.
        pub step: Rational as "(0, ∞)" = 1,
        /// true makes the comparison y⟨w, x⟩ ≤ threshold, which is another run than that of the note (docs/theory.md, N7).
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub inclusive: bool = false,
    }
}

impl LearningRule for MarginPerceptron {
    fn threshold(&self) -> Option<&Rational> {
        Some(&self.threshold)
    }

    fn step(&self) -> Rational {
        self.step.clone()
    }

    fn facts(&self) -> RuleFacts {
        RuleFacts {
            includes_threshold: self.inclusive,
            ..RuleFacts::NONE
        }
    }
}
