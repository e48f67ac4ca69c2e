//! Claims that the risk, or the excess risk, is as small as the sample size theorems promise, with one constant.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;
use serde::{Deserialize, Serialize};

/// Which risk the claim says is small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RiskKind {
    /// The risk, in the realizable case.
    Risk,
    /// The risk above the smallest possible one, in the agnostic case.
    ExcessRisk,
}

perceptron::documented::choice!(RiskKind);

documented! {
    name = "sample-complexity";
    /// With high probability the risk is at most ε once there are enough examples: C(d + ln(1/δ))/ε of them, or /ε² in the agnostic case.
    ///
    /// # Formula
    /// $\text{observed} \le C ((d + \ln(1/\delta))/N)^a$ with probability at least $1 - \delta$, which is $N = C'(d + \ln(1/\delta))/\varepsilon^{1/a}$ solved for $\varepsilon$; $d$ = dimension of the features
    /// # Premise
    /// Independent examples, given the target. The theorems leave C open: it is stated here, one for all N, d and δ. A limit of 1 says nothing.
    /// # Source
    /// Urner, sample size in the agnostic and in the realizable case (docs/theory.md: C-U5, C-U6).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "sample-complexity"
    /// of       = "risk"
    /// delta    = 0.05
    /// constant = 0.5
    /// exponent = 1
    /// ```
    pub struct SampleComplexity {
        /// The observed risk: "risk" or "excess_risk".
        pub of: RiskKind = "risk",
        /// The probability δ of a larger value.
        pub delta: f64 as "(0, 1)" = 0.05,
        /// The constant C.
        pub constant: f64 as "(0, ∞)",
        /// The exponent a: 1 in the realizable case, 0.5 in the agnostic one.
        pub exponent: f64 as "(0, ∞)",
    }
}

impl Claim for SampleComplexity {
    fn statement(&self, _: &MarginSource) -> Statement {
        let observed = match self.of {
            RiskKind::Risk => columns::RISK,
            RiskKind::ExcessRisk => columns::EXCESS_RISK,
        };
        let claim = self.clone();
        let reads = [columns::DIMENSION.any(), columns::EXAMPLES.any()];
        let limit = Term::of(reads, move |row| {
            let (dimension, examples) = (
                row.copied(columns::DIMENSION)?,
                row.copied(columns::EXAMPLES)?,
            );
            Some(Quantity::float(claim.limit(dimension, examples)))
        });
        Statement::with_probability(limits::as_written(self.delta), observed, limit)
            .when([premise::independent_examples()])
            .vacuous_from(1)
    }

    fn text(&self) -> Option<ClaimText> {
        let (delta, constant, exponent) = (self.delta, self.constant, self.exponent);
        let of = match self.of {
            RiskKind::Risk => "risk",
            RiskKind::ExcessRisk => "excess risk",
        };
        let raised = match exponent {
            1.0 => String::new(),
            exponent => format!("^{{{exponent}}}"),
        };
        let limit = format!(r"{constant} ((d + \ln(1/{delta}))/N){raised}");
        let least = 1.0 - delta;
        let statement = format!("With probability at least {least} the {of} is at most ${limit}$.");
        let tex = format!(
            r"$\text{{{of}}} \le {limit}$ with probability at least ${least}$, $d$ = dimension of the features"
        );
        Some(ClaimText::of(&Self::DOC).saying(statement, tex))
    }
}

impl SampleComplexity {
    /// The limit C ((d + ln(1/δ))/N)^a for dimension d and N examples.
    fn limit(&self, dimension: u64, examples: u64) -> f64 {
        let complexity = dimension as f64 - libm::log(self.delta);
        self.constant * libm::pow(complexity / examples as f64, self.exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(exponent: f64) -> SampleComplexity {
        SampleComplexity {
            of: RiskKind::Risk,
            delta: 0.05,
            constant: 0.5,
            exponent,
        }
    }

    #[test]
    fn limit_is_constant_times_power_of_dimension_plus_log_confidence_over_n() {
        let ratio = (17.0 + 20_f64.ln()) / 400.0;
        assert!((claim(1.0).limit(17, 400) - 0.5 * ratio).abs() < 1e-15);
        assert!((claim(0.5).limit(17, 400) - 0.5 * ratio.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn key_outside_its_range_is_refused_by_name() {
        let key = |claim: SampleComplexity| claim.validate().map(|fault| fault.key);
        assert_eq!(key(claim(1.0)), None);
        assert_eq!(key(claim(0.0)), Some("exponent"));
        let certain = SampleComplexity {
            delta: 1.0,
            ..claim(1.0)
        };
        assert_eq!(key(certain), Some("delta"));
        let endless = SampleComplexity {
            constant: f64::INFINITY,
            ..claim(1.0)
        };
        assert_eq!(key(endless), Some("constant"));
    }
}
