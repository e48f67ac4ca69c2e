//! Learns with a kernel in place of the inner product.

use super::gram::{Coefficients, Gram, integer_rows, products};
use super::kernel_hypothesis::KernelFunction;
use super::task::toward;
use super::{KernelHypothesis, LearnerFacts, OtherLearning, Task, online_run};
use crate::documented::{Invalid, Key, Shape, Shaped, documented};
use crate::learn::{HypothesisKind, Offset, Order, RunResult, Transform};
use crate::sample::{Features, OutOfRange, Rational};
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The polynomial kernel (r² + ⟨x, z⟩)^degree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Polynomial {
    /// Power to which r² + ⟨x, z⟩ is raised, from 1.
    pub degree: u32,
    /// r, the constant feature that is appended to x and z.
    pub constant: Rational,
}

/// The Gaussian kernel exp(−‖x − z‖²/(2·width²)).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gaussian {
    /// Width of the kernel's bell curve, in the unit of the features, above 0.
    pub width: f64,
}

impl Shaped for Polynomial {
    fn shape() -> Shape {
        Shape::Table(vec![
            Key::of::<u32>("degree"),
            Key::of::<Rational>("constant"),
        ])
    }
}

impl Shaped for Gaussian {
    fn shape() -> Shape {
        Shape::Table(vec![Key::of::<f64>("width")])
    }
}

documented! {
    name = "kernel";
    /// The kernel perceptron: the dual form with a kernel in place of the inner product. It has no weight vector, and so no risk, in the space of the
    /// features. Its error on test examples of a file is that of the `hypothesis`: last, averaged, tail-averaged, voted or longest-survivor.
    ///
    /// # Formula
    /// k(x, z) = (r² + ⟨x, z⟩)^degree, exact on exact features, or exp(−‖x − z‖²/(2·width²)) in floats. α_i ← α_i + y_i where the rule
    /// finds y_i Σ_j α_j k(x_j, x_i) too small.
    /// # Premise
    /// One kernel. Rule perceptron or margin-perceptron. With `most_updates` or `diagonal`, theorems about the rule do not apply.
    /// # Source
    /// Bartlett, Note after Theorem 2.1: the algorithm relies on the x_i only via their inner products; docs/theory.md, C-B12. The α-bound and the λ-trick:
    /// Khardon and Wachman, JMLR 8 (2007) 227–248.
    /// # Examples
    /// ```toml
    /// rule    = { perceptron = {} }
    /// order   = "cyclic"
    /// learner = { kernel = { polynomial = { degree = 2, constant = 1 } } }
    /// ```
    pub struct Kernel {
        /// { degree, constant }: the constant is r, an integer, or a fraction or decimal in quotes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub polynomial: Option<Polynomial>,
        /// { width }.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub gaussian: Option<Gaussian>,
        /// The largest number of updates on one example (the α-bound); without it there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub most_updates: Option<u64> as "[1, ∞)",
        /// λ, which is added to every k(x_i, x_i) (the λ-trick): an integer, or a fraction or decimal in quotes.
        #[serde(skip_serializing_if = "Rational::is_zero")]
        pub diagonal: Rational as "[0, ∞)" = 0,
    }
}

impl Polynomial {
    /// Returns the exact kernel of all pairs of examples. With r = a/b and features as multiples X, Z of the unit s/t: k = (a²t² + b²s²·XZ)^degree
    /// over (b²t²)^degree.
    fn exact(&self, rows: &[Vec<i64>], unit: &Rational) -> Result<Gram, OutOfRange> {
        let (constant, unit) = (self.constant.square(), unit.square());
        let size = |of: &num_bigint::BigInt| of.to_i128().ok_or(OutOfRange);
        let shift = size(&(constant.numerator() * unit.denominator()))?;
        let factor = size(&(constant.denominator() * unit.numerator()))?;
        let below = size(&(constant.denominator() * unit.denominator()))?;
        let power = |product: i128| {
            let base = factor.checked_mul(product)?.checked_add(shift)?;
            base.checked_pow(self.degree)
        };
        let entries = products(rows)?
            .into_iter()
            .map(|product| power(product).ok_or(OutOfRange))
            .collect::<Result<_, _>>()?;
        let denominator = below.checked_pow(self.degree).ok_or(OutOfRange)?;
        Ok(Gram::Exact(
            entries,
            &Rational::one() / &Rational::from(denominator),
        ))
    }
}

impl Kernel {
    fn gram(&self, task: &Task) -> Result<Gram, OutOfRange> {
        if let (Some(polynomial), Some(rows)) = (&self.polynomial, integer_rows(task)) {
            return polynomial.exact(&rows, &task.features.unit());
        }
        Ok(Gram::Floats(self.products(task.features)))
    }

    /// Returns the kernel of all pairs of examples, row by row.
    fn products(&self, features: &Features) -> Vec<f64> {
        let rows: Vec<Cow<[f64]>> = (0..features.examples()).map(|i| features.row(i)).collect();
        let function = self.function();
        let entries = rows
            .iter()
            .flat_map(|a| rows.iter().map(move |b| function.value(a, b)));
        entries.collect()
    }

    fn function(&self) -> KernelFunction {
        match (&self.polynomial, &self.gaussian) {
            (None, Some(gaussian)) => KernelFunction::Gaussian {
                width: gaussian.width,
            },
            (polynomial, _) => {
                let polynomial = polynomial.as_ref();
                KernelFunction::Polynomial {
                    degree: polynomial.map_or(1, |one| one.degree),
                    constant_squared: polynomial.map_or(0.0, |one| one.constant.square().to_f64()),
                }
            }
        }
    }
}

impl OtherLearning for Kernel {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        let mut gram = self.gram(task)?;
        gram.widen(&self.diagonal, task.labels.len())?;
        let mut learner = Coefficients::new(task, gram, self.most_updates, &|_| None)?;
        let (mut result, updates) = online_run::run_timed(task, &mut learner)?;
        let hypothesis = KernelHypothesis::new(
            self.function(),
            task.hypothesis,
            (task.features, task.labels),
            (&updates, result.counts.draws),
        );
        if task.hypothesis != HypothesisKind::Last {
            let score = |example| hypothesis.score_sign(task.features, example);
            let left_out = task.left_out;
            result.left_out = left_out.map(|example| toward(task.labels[example], score(example)));
        }
        result.kernel_hypothesis = Some(hypothesis);
        Ok(result)
    }

    fn inner_products(&self, features: &Features) -> Option<Vec<f64>> {
        Some(self.products(features))
    }

    fn map(&self) -> Option<Option<Transform>> {
        let map = |polynomial: &Polynomial| Transform::PolynomialMap {
            degree: polynomial.degree,
            constant: polynomial.constant.clone(),
            dropped: false,
        };
        Some(self.polynomial.as_ref().map(map))
    }

    fn goes_with(&self, _: &Order, _: &Offset, _: usize) -> Option<Invalid> {
        match (&self.polynomial, &self.gaussian) {
            (Some(polynomial), None) if polynomial.degree >= 1 => None,
            (Some(_), None) => Some(Invalid::new(
                "degree",
                "the power is 0",
                "an integer from 1",
            )),
            (None, Some(gaussian)) if gaussian.width > 0.0 => None,
            (None, Some(gaussian)) => Some(Invalid::new(
                "width",
                format!("{} is not positive", gaussian.width),
                "a number above 0",
            )),
            (first, _) => {
                let problem = match first {
                    Some(_) => "it has two kernels, and exactly one is needed",
                    None => "it has no kernel, and exactly one is needed",
                };
                let allowed = "polynomial = { degree = an integer from 1, constant = an exact number } or gaussian = { width = a number above 0 }";
                let help =
                    "write learner = { kernel = { polynomial = { degree = 2, constant = 1 } } }";
                Some(Invalid::new("kernel", problem, allowed).help(help))
            }
        }
    }

    fn facts(&self) -> LearnerFacts {
        LearnerFacts {
            rules: &["perceptron", "margin-perceptron"],
            walks: true,
            returns_all: true,
            separates_all: self.most_updates.is_none() && !self.diagonal.is_zero(),
            is_the_rule: self.most_updates.is_none() && self.diagonal.is_zero(),
            sums_updates: true,
            ..LearnerFacts::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;
    use super::*;
    use crate::sample::Dense;

    const POINTS: &str = "[points]\nexamples = [{ x = [2, \"3/2\"], y = 1 }, { x = [1, 5], y = -1 }, { x = [1, -5], y = 1 }, { x = [2, -2], y = -1 }]";
    const CYCLIC: &str =
        "rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { updates = 60 }\n";

    #[test]
    fn kernel_makes_the_updates_of_its_complete_feature_map() {
        for (degree, constant) in [(2, "1"), (3, "\"1/2\""), (2, "0")] {
            let kernel = run(
                &format!(
                    "{CYCLIC}learner = {{ kernel = {{ polynomial = {{ degree = {degree}, constant = {constant} }} }} }}"
                ),
                POINTS,
            );
            let mapped = |dropped| {
                let map = format!(
                    "polynomial-map = {{ degree = {degree}, constant = {constant}, dropped = {dropped} }}"
                );
                run(&format!("{CYCLIC}transform = {{ {map} }}"), POINTS)
            };
            assert_eq!(
                (&kernel.updates, kernel.counts),
                (&mapped(false).updates, mapped(false).counts),
                "{degree} {constant}"
            );
            assert_ne!(kernel.updates, mapped(true).updates, "{degree} {constant}");
        }
    }

    #[test]
    fn kernel_values_of_floats_match_their_formulas() {
        let features = Features::Dense(Dense::new(2, vec![0.5, 2.0, -1.0, 0.25]));
        let of = |keys: &str| {
            let kernel: Kernel = toml::from_str(keys).unwrap_or_else(|error| panic!("{error}"));
            kernel.inner_products(&features).unwrap_or_default()
        };
        // Norms 17/4 and 17/16, inner product 0, squared distance 85/16.
        let squares = of("polynomial = { degree = 2, constant = \"1/2\" }");
        assert_eq!(squares, [20.25, 0.0625, 0.0625, 1.72265625]);
        assert_eq!(
            of("polynomial = { degree = 1, constant = 3 }"),
            [13.25, 9.0, 9.0, 10.0625]
        );
        assert_eq!(
            of("polynomial = { degree = 3, constant = 0 }")[1..3],
            [0.0, 0.0]
        );
        let narrow = libm::exp(-85.0 / 8.0);
        assert_eq!(of("gaussian = { width = 0.5 }"), [1.0, narrow, narrow, 1.0]);
    }

    #[test]
    fn a_narrow_gaussian_needs_one_update_per_example() {
        let found = run(
            &format!("{CYCLIC}learner = {{ kernel = {{ gaussian = {{ width = 0.1 }} }} }}"),
            POINTS,
        );
        assert_eq!((found.updates, found.hypothesis), (vec![0, 1, 2, 3], None));
    }
}
