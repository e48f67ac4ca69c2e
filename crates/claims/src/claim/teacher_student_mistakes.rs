//! Claims the number of mistakes on data without a margin: a power law with its constant.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "teacher-student-mistakes";
    /// One pass of the perceptron over T Gaussian examples labelled by a half-space makes about 0.4171 d^{1/3} T^{2/3} mistakes.
    ///
    /// # Formula
    /// ```text
    /// mean |mistakes − law| ≤ tolerance · law,  law = coefficient · d^{1/3} T^{2/3},
    /// coefficient = (3/2) (2/3)^{1/3}/π = 0.4171
    /// ```
    /// # Premise
    /// Generator teacher-student, order stream, rule perceptron. The law is asymptotic, for T far above d: an illustration.
    /// # Source
    /// Theory C-V3, 8.5: the online learning curve ε = ((2/3)^{1/3}/π) (T/d)^{−1/3}, summed over the stream (Biehl and Riegler 1994).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name      = "teacher-student-mistakes"
    /// tolerance = 0.1
    /// expect    = "shown"
    /// ```
    pub struct TeacherStudentMistakes {
        /// The relative deviation that is allowed.
        pub tolerance: f64,
        /// The constant of the law; 0.4171 if left out.
        #[serde(default = "coefficient")]
        pub coefficient: f64,
    }
}

fn coefficient() -> f64 {
    1.5 * libm::cbrt(2.0 / 3.0) / std::f64::consts::PI
}

impl TeacherStudentMistakes {
    fn law(&self, row: &Trial) -> f64 {
        let examples = libm::cbrt(row.examples as f64);
        self.coefficient * libm::cbrt(row.dimension as f64) * examples * examples
    }
}

impl Claim for TeacherStudentMistakes {
    fn form(&self) -> Form {
        Form::Illustration
    }

    fn fault(&self) -> Option<(&'static str, &'static str)> {
        let positive = |value: f64| value > 0.0 && value.is_finite();
        let tolerance =
            (!positive(self.tolerance)).then_some(("tolerance", "a relative deviation above 0"));
        tolerance.or_else(|| {
            (!positive(self.coefficient)).then_some(("coefficient", "a number above 0"))
        })
    }

    fn source(&self) -> &'static str {
        "mistakes without a margin (Vaughan, premise of Theorem 1)"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![
            Premise::TeacherStudentStream,
            Premise::Rule(&["perceptron"]),
        ]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        Some(Quantity::float(
            (row.mistakes? as f64 - self.law(row)).abs(),
        ))
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::float(self.tolerance * self.law(rows.first()?)))
    }
}
