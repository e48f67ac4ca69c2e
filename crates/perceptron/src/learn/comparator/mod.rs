//! Holds the comparator of a run: a named vector and a margin, with which theorems bound its mistakes although nothing need separate the sample.

mod losses;
mod vector;

pub use losses::Losses;
pub use vector::ComparatorVector;

use super::Rule;
use crate::documented::{Invalid, documented};
use crate::sample::{Quantity, Rational, Sample, Separator};

documented! {
    name = "comparator";
    /// A vector u and a margin, named before the run (by its numbers, or as the last vector of the run), with which mistake bounds compare a run. The vector need not separate the sample.
    ///
    /// # Formula
    /// A round has the hinge loss $\max(0, 1 - y\langle u, x\rangle/\rho)$ and the deficit $\max(0, \gamma - y\langle u, x\rangle)$, for $u$ scaled to $\lVert u\rVert = 1$; $\rho = \gamma$ is the margin.
    /// # Source
    /// docs/theory.md: X2. The bounds hold for every u and every margin, so a smallest bound over all of them would say nothing about one run.
    /// # Examples
    /// ```toml
    /// comparator = { vector = "last", margin_over_radius = "1/4" }
    /// ```
    pub struct Comparator {
        /// The vector u, which is scaled to length 1. It is "last" (the sum of the updates of the run), "planted" (the separator of the generator), or "max-margin" (the separator with the largest margin, for separable samples). Or it is a list of exact numbers, one for each feature that the learner sees.
        pub vector: ComparatorVector,
        /// The margin ρ or γ, an exact number above 0. One of `margin`, `margin_squared` and `margin_over_radius` is required.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub margin: Option<Rational>,
        /// The square of the margin, so that it can be the root of a fraction.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub margin_squared: Option<Rational>,
        /// The margin divided by R, the largest norm of the sample as the learner sees it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub margin_over_radius: Option<Rational>,
    }
}

impl Comparator {
    /// Checks the keys of the comparator; returns the problem, if any.
    pub fn invalid(&self) -> Option<Invalid> {
        let help = "see `perceptron-lab explain comparator`";
        let wrong = |problem: String, allowed| {
            Some(Invalid::new("comparator", problem, allowed).help(help))
        };
        let margins = [&self.margin, &self.margin_squared, &self.margin_over_radius];
        let stated: Vec<&Rational> = margins.into_iter().flatten().collect();
        let [margin] = stated[..] else {
            return wrong(
                format!("it states {} margins", stated.len()),
                "one of `margin`, `margin_squared` and `margin_over_radius`",
            );
        };
        if margin.is_negative() || margin.is_zero() {
            let allowed = "an exact number above 0, such as margin = \"1/2\"";
            return wrong(format!("the margin {margin} is not positive"), allowed);
        }
        match self.vector.is_zero() {
            true => wrong(
                "the vector is zero, so it has no direction".into(),
                "a list with a number other than 0",
            ),
            false => None,
        }
    }

    /// The square of the margin on a sample with this R²; `None` if it is a share of R and all examples are zero.
    pub fn margin_squared(&self, radius_squared: &Quantity) -> Option<Quantity> {
        if let Some(ratio) = &self.margin_over_radius {
            let squared = radius_squared.scaled(&ratio.square());
            return (squared.lower > 0.0).then_some(squared);
        }
        let stated = self.margin.as_ref().map(Rational::square);
        let squared = stated.or_else(|| self.margin_squared.clone())?;
        Some(Quantity::exact(squared))
    }

    /// The vector u on a sample as the learner sees it, where a run of this rule updated on `updates` in order; `None` if it does not exist, has
    /// another dimension or is zero.
    pub fn direction(&self, rule: &Rule, sample: &Sample, updates: &[usize]) -> Option<Separator> {
        self.vector.on(rule, sample, updates)
    }
}
