//! Claims the number of mistakes on data without a margin: a power law with its constant.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, premise};
use crate::trial::{Row, columns};
use perceptron::documented::documented;
use perceptron::learn::RuleKind;
use perceptron::sample::Quantity;

documented! {
    name = "teacher-student-mistakes";
    /// One pass of the perceptron over T Gaussian examples labelled by a half-space makes about 0.4171 d^{1/3} T^{2/3} mistakes.
    ///
    /// # Formula
    /// $\lvert \text{mean mistakes} - m\rvert \le \text{tolerance} \cdot m$, $m = c \cdot d^{1/3} T^{2/3}$, $c = \frac{3}{2} (2/3)^{1/3}/\pi = 0.4171$
    /// # Premise
    /// Generator teacher-student, order stream, rule perceptron. The power law is asymptotic, for T far above d: an illustration.
    /// # Source
    /// Vaughan, premise of Theorem 1: mistakes without a margin (docs/theory.md: C-V3, 8.5). It is the online learning
    /// curve ε = ((2/3)^{1/3}/π) (T/d)^{−1/3}, summed over the stream (Biehl and Riegler 1994).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name      = "teacher-student-mistakes"
    /// tolerance = 0.1
    /// expect    = "shown"
    /// ```
    pub struct TeacherStudentMistakes {
        /// The relative deviation that is allowed.
        pub tolerance: f64 as "(0, ∞)",
        /// The constant of the power law; 0.4171 if left out.
        #[serde(default = "coefficient")]
        pub coefficient: f64 as "(0, ∞)",
    }
}

fn coefficient() -> f64 {
    1.5 * libm::cbrt(2.0 / 3.0) / std::f64::consts::PI
}

fn power_law(coefficient: f64, row: &Row) -> Option<f64> {
    let examples = libm::cbrt(row.copied(columns::EXAMPLES)? as f64);
    let dimension = libm::cbrt(row.copied(columns::DIMENSION)? as f64);
    Some(coefficient * dimension * examples * examples)
}

impl Claim for TeacherStudentMistakes {
    fn statement(&self, _: &MarginSource) -> Statement {
        let (tolerance, coefficient) = (self.tolerance, self.coefficient);
        let (examples, dimension) = (columns::EXAMPLES.any(), columns::DIMENSION.any());
        let deviation = Term::of([columns::MISTAKES.any(), examples, dimension], move |row| {
            let mistakes = row.copied(columns::MISTAKES)? as f64;
            Some(Quantity::float(
                (mistakes - power_law(coefficient, row)?).abs(),
            ))
        });
        let most = Term::of([examples, dimension], move |row| {
            Some(Quantity::float(tolerance * power_law(coefficient, row)?))
        });
        let rule = premise::rule(&[RuleKind::Perceptron]);
        Statement::illustration(deviation, most).when([premise::teacher_student_stream(), rule])
    }

    fn text(&self) -> Option<ClaimText> {
        let (tolerance, c) = (self.tolerance, self.coefficient);
        let statement = format!(
            "One pass of the perceptron over T Gaussian examples labelled by a half-space makes ${c} d^{{1/3}} T^{{2/3}}$ mistakes, within a relative deviation of {tolerance}."
        );
        let tex = format!(
            r"$\text{{mean }} \lvert \text{{mistakes}} - m\rvert \le {tolerance} m$, $m = {c} d^{{1/3}} T^{{2/3}}$"
        );
        Some(ClaimText::of(&Self::DOC).saying(statement, tex))
    }
}
