//! Returns the linear support vector machine with a soft margin.

use super::penalized::{self, Loss};
use super::{LearnerFacts, OtherLearning, Task};
use crate::documented::{Invalid, documented};
use crate::learn::{Offset, Order, RunResult};
use crate::sample::{OutOfRange, Rational};

documented! {
    name = "linear-svm";
    /// The linear support vector machine with a soft margin, whose slacks are squared: a large margin, against a price for examples inside of it.
    ///
    /// # Formula
    /// w = argmin ½‖w‖² + C·Σ ℓ², with the hinge loss ℓ = max(0, 1 − y⟨w, x⟩).
    /// # Premise
    /// w is within 10⁻⁶·‖w‖ of the minimizer; otherwise the run ends with `undecided`, as for prices so large that rounding hides it. It has no intercept; `offset` adds a constant feature, whose
    /// weight is penalized as the others. At most 4096 features; a run is in floats, and takes time of order N·d² + d³ for each of 10 to 20 steps.
    /// # Source
    /// Cortes and Vapnik, Machine Learning 20 (1995) 273–297; scikit-learn's LinearSVC without an intercept. The vector w is a part of the one with the
    /// largest margin where every example has a feature √(1/(2C)) of its own. This is the λ-trick of `dual` (its key `diagonal`) with λ = 1/(2C).
    /// # Examples
    /// ```toml
    /// learner = { linear-svm = { c = "1/10" } }
    /// ```
    pub struct LinearSvm {
        /// The price C of a squared slack: an integer, or a fraction or decimal in quotes.
        pub c: Rational as "(0, ∞)" = 1,
    }
}

/// ℓ(m) = max(0, 1 − m)².
struct SquaredHinge;

impl Loss for SquaredHinge {
    fn value(&self, margin: f64) -> f64 {
        let slack = (1.0 - margin).max(0.0);
        slack * slack
    }

    fn slope(&self, margin: f64) -> f64 {
        -2.0 * (1.0 - margin).max(0.0)
    }

    fn curvature(&self, margin: f64) -> f64 {
        if margin < 1.0 { 2.0 } else { 0.0 }
    }
}

impl OtherLearning for LinearSvm {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        penalized::learn(task, &SquaredHinge, self.c.to_f64())
    }

    fn goes_with(&self, _: &Order, _: &Offset, _: usize) -> Option<Invalid> {
        penalized::invalid(&self.c)
    }

    fn facts(&self) -> LearnerFacts {
        penalized::FACTS
    }
}

#[cfg(test)]
mod tests {
    use super::super::penalized::tests::weights;

    /// One example x = 2 with label +1: w = 2C·2·(1 − 2w), so w = 4C/(1 + 8C).
    #[test]
    fn one_example_has_the_minimizer_of_the_formula() {
        let one = "[points]\nexamples = [{ x = [2, 0], y = 1 }]";
        for (c, due) in [
            ("1", 4.0 / 9.0),
            ("\"1/8\"", 0.25),
            ("1000000", 4e6 / 8_000_001.0),
        ] {
            let found = weights(&format!("learner = {{ linear-svm = {{ c = {c} }} }}"), one);
            assert!(
                (found[0] - due).abs() < 1e-6 && found[1] == 0.0,
                "{c}: {found:?}"
            );
        }
    }

    #[test]
    fn examples_beyond_the_margin_change_nothing() {
        let near = "[points]\nexamples = [{ x = [1, 1], y = 1 }, { x = [1, -1], y = -1 }]";
        let far = near.replace("}]", "}, { x = [0, 50], y = 1 }]");
        let found =
            [near, &far].map(|points| weights("learner = { linear-svm = { c = 10 } }", points));
        let differ = (0..2).map(|j| (found[0][j] - found[1][j]).abs());
        assert!(
            found[0][1] > 0.9 && differ.fold(0.0, f64::max) < 1e-6,
            "{found:?}"
        );
    }
}
