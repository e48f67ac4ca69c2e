//! Claims the uniform law of large numbers: all classifiers at once have an empirical risk near their risk.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;
use serde::{Deserialize, Serialize};

/// The class of classifiers for which the bound's complexity term is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Class {
    /// Half-spaces with an intercept, of complexity P + 1 for P features, as the note prints it.
    Affine,
    /// Half-spaces through the origin, of complexity P for P features.
    Homogeneous,
}

perceptron::documented::choice!(Class);

documented! {
    name = "uniform-deviation-bound";
    /// With high probability no half-space has an empirical risk far from its risk, by a distance that depends on the dimension and the number of examples only.
    ///
    /// # Formula
    /// $\sup \lvert \text{empirical risk} - \text{risk}\rvert \le \sqrt{D \ln(N+1)/N} + \delta$ with probability at least $1 - \exp(-N\delta^2/2)$
    /// $D = P + 1$ as printed, $P$ for half-spaces through the origin; so with confidence $c$: $\delta = \sqrt{2 \ln(1/c)/N}$
    /// # Premise
    /// iid. The supremum is exact for half-planes through the origin, for thresholds on the line, for half-spaces of space under fair coins, and for fair
    /// coins that are separable (generator coin-labels). A limit of 1 − ρ or more says nothing, 1/2 for fair coins: no deviation is larger.
    /// # Source
    /// Hardt and Recht, uniform law of large numbers (docs/theory.md: C-H10, E7; control N10 leaves the complexity term out).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name       = "uniform-deviation-bound"
    /// confidence = 0.05
    /// ```
    pub struct UniformDeviationBound {
        /// The probability c that is allowed for larger deviations.
        pub confidence: f64 as "(0, 1)" = 0.05,
        /// Whether the bound includes the term √(D ln(N+1)/N). Without it the bound is Hoeffding's for a single classifier.
        pub complexity: bool = true,
        /// "affine", D = P + 1, or "homogeneous", D = P.
        pub class: Class = "affine",
    }
}

impl Claim for UniformDeviationBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let claim = self.clone();
        let reads = [columns::EXAMPLES.any(), columns::DIMENSION.any()];
        let limit = Term::of(reads, move |row| {
            let (examples, features) = (
                row.copied(columns::EXAMPLES)?,
                row.copied(columns::DIMENSION)?,
            );
            Some(Quantity::float(
                claim.limit(examples as f64, features as f64),
            ))
        });
        let largest = Term::of([columns::LABEL_NOISE.any()], |row| {
            let noise = row.copied(columns::LABEL_NOISE).unwrap_or(0.0);
            Some(Quantity::float(1.0 - noise))
        });
        Statement::with_probability(
            limits::as_written(self.confidence),
            columns::SUPREMUM_DEVIATION,
            limit,
        )
        .when([premise::known_deviation(), premise::iid()])
        .vacuous_from(largest)
        // The sample decides, not the run.
        .even_if_cut_off()
    }

    fn text(&self) -> Option<ClaimText> {
        let own = ClaimText::of(&Self::DOC);
        let delta = format!(r"\sqrt{{2 \ln(1/{})/N}}", self.confidence);
        let complexity = match self.class {
            _ if !self.complexity => String::new(),
            Class::Affine => r"\sqrt{(P + 1) \ln(N+1)/N} + ".to_owned(),
            Class::Homogeneous => r"\sqrt{P \ln(N+1)/N} + ".to_owned(),
        };
        let tex = format!(
            r"$\sup \lvert \text{{empirical risk}} - \text{{risk}}\rvert \le {complexity}{delta}$ with probability at least ${}$",
            1.0 - self.confidence
        );
        Some(own.with_tex(tex))
    }
}

impl UniformDeviationBound {
    /// Returns the limit √(D ln(N+1)/N) + √(2 ln(1/c)/N) for N examples and P features, where D is P + 1 or P by the class.
    pub fn limit(&self, examples: f64, features: f64) -> f64 {
        let dimension = match self.class {
            Class::Affine => features + 1.0,
            Class::Homogeneous => features,
        };
        let complexity = (dimension * libm::log(examples + 1.0) / examples).sqrt();
        let deviation = (-2.0 * libm::log(self.confidence) / examples).sqrt();
        deviation + if self.complexity { complexity } else { 0.0 }
    }
}
