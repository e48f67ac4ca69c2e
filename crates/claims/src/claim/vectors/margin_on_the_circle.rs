//! Claims the distribution of the largest margin of points on the circle that a line through its centre labels.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "margin-on-the-circle";
    /// In the plane, without a margin, the consistent directions form an arc of length W with W/π ~ Beta(2, N − 1), so that the largest margin
    /// γ* = sin(W/2) of the examples, each divided by its norm, has a known distribution.
    ///
    /// # Formula
    /// $P(\gamma^* \le g) = 1 - (1 - b)^{N-1}(1 + (N - 1)b)$, $g = \sin(\pi b/2)$
    /// # Premise
    /// At least two examples, of a rotation-invariant distribution in the plane, labelled by a line through the origin.
    /// # Source
    /// docs/theory.md: X4, after R8. Hence the mean of 1/γ*² is infinite, while a pass makes at most N mistakes.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name  = "margin-on-the-circle"
    /// slack = 0.02
    /// ```
    pub struct MarginOnTheCircle {}
}

impl Claim for MarginOnTheCircle {
    fn statement(&self, _: &MarginSource) -> Statement {
        let columns = [columns::CONSISTENT_ARC.any(), columns::EXAMPLES.any()];
        let function = Term::of(columns, |row| {
            let arc = row.get(columns::CONSISTENT_ARC)?;
            Some(beta_two(arc, row.copied(columns::EXAMPLES)?))
        });
        Statement::has_distribution(columns::ANGULAR_MARGIN, function)
            .when([
                premise::uniform_direction(),
                premise::two_features(),
                premise::two_examples(),
            ])
            // The points and labels decide, not the run.
            .even_if_cut_off()
    }
}

/// The distribution function of Beta(2, N − 1) at a number between 0 and 1.
///
/// # Formula
/// 1 − (1 − b)^{N−1}(1 + (N − 1)b), which rises with b; its ends are moved outward by a bound on the rounding errors.
fn beta_two(b: &Quantity, examples: u64) -> Quantity {
    let others = examples.saturating_sub(1) as f64;
    let at = |b: f64| 1.0 - libm::pow(1.0 - b, others) * (1.0 + others * b);
    // 1 − b errs by half a unit, which the power multiplies by N − 1; power, products and sums err by a few units more.
    let error = (others + 8.0) * f64::EPSILON * (1.0 + others * b.upper);
    Quantity {
        value: at(b.value),
        lower: (at(b.lower) - error).max(0.0),
        upper: (at(b.upper) + error).min(1.0),
        exact: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::special::beta::regularized;

    #[test]
    fn distribution_function_is_that_of_beta_two() {
        for examples in [2, 3, 10, 50, 1000] {
            for step in 0..=20 {
                let b = f64::from(step) / 20.0;
                let found = beta_two(&Quantity::within(b, 2e-15), examples);
                let due = regularized(2.0, examples as f64 - 1.0, b);
                assert!((found.value - due).abs() < 1e-12, "{examples} {b}");
                assert!(found.lower <= due && due <= found.upper, "{examples} {b}");
                assert!(
                    found.upper - found.lower < 1e-8,
                    "{examples} {b}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn probabilities_of_small_margins_are_the_published_ones() {
        for (examples, margin, due) in [(10, 0.1, 0.130177), (50, 0.02, 0.133321)] {
            let b = 2.0 / std::f64::consts::PI * libm::asin(margin);
            assert!((beta_two(&Quantity::float(b), examples).value - due).abs() < 5e-7);
        }
    }
}
