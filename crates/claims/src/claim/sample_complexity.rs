//! Claims that the risk, or the excess risk, is as small as the sample size theorems promise, with one constant.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;
use serde::{Deserialize, Serialize};

/// Which risk is small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// The risk, in the realizable case.
    Risk,
    /// The risk above the smallest possible one, in the agnostic case.
    ExcessRisk,
}

fn risk() -> Of {
    Of::Risk
}

fn five_percent() -> f64 {
    0.05
}

documented! {
    name = "sample-complexity";
    /// With high probability the risk is at most ε once there are enough examples: C(d + ln(1/δ))/ε of them, or /ε² in the agnostic case.
    ///
    /// # Formula
    /// ```text
    /// P( observed > C ((d + ln(1/δ))/N)^a ) ≤ δ, which is N = C'(d + ln(1/δ))/ε^{1/a} solved for ε; d = dimension of the features
    /// ```
    /// # Premise
    /// Independent examples, given the target. The theorems leave C open: it is stated here, one for all N, d and δ. A limit of 1 says nothing.
    /// # Source
    /// Urner, sample size in the agnostic and in the realizable case; theory C-U5, C-U6.
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
        /// What is observed: "risk" (the default) or "excess_risk".
        #[serde(default = "risk")]
        pub of: Of,
        /// The probability δ of a larger value, between 0 and 1; 0.05 if left out.
        #[serde(default = "five_percent")]
        pub delta: f64,
        /// The constant C, above 0.
        pub constant: f64,
        /// The exponent a, above 0: 1 in the realizable case, 0.5 in the agnostic one.
        pub exponent: f64,
    }
}

impl Claim for SampleComplexity {
    fn form(&self) -> Form {
        Form::WithProbability { delta: self.delta }
    }

    fn fault(&self) -> Option<(&'static str, &'static str)> {
        let positive = |value: f64| value > 0.0 && value.is_finite();
        let delta = (!(self.delta > 0.0 && self.delta < 1.0))
            .then_some(("delta", "a number above 0 and below 1"));
        let constant = (!positive(self.constant)).then_some(("constant", "a number above 0"));
        delta
            .or(constant)
            .or_else(|| (!positive(self.exponent)).then_some(("exponent", "a number above 0")))
    }

    fn source(&self) -> &'static str {
        "Urner, sample size"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::IndependentExamples]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        match self.of {
            Of::Risk => vec![Measure::Risk],
            Of::ExcessRisk => vec![Measure::Risk, Measure::ExcessRisk],
        }
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let row = rows.first()?;
        match self.of {
            Of::Risk => row
                .risk_exact
                .clone()
                .map(Quantity::exact)
                .or_else(|| row.risk.map(Quantity::float)),
            Of::ExcessRisk => row.excess_risk.clone(),
        }
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        let complexity = row.dimension as f64 - libm::log(self.delta);
        Some(Quantity::float(
            self.constant * libm::pow(complexity / row.examples as f64, self.exponent),
        ))
    }

    fn trivial_bound(&self, _: &[&Trial]) -> Option<Quantity> {
        Some(Quantity::count(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(exponent: f64) -> SampleComplexity {
        SampleComplexity {
            of: Of::Risk,
            delta: 0.05,
            constant: 0.5,
            exponent,
        }
    }

    #[test]
    fn the_limit_is_the_constant_times_a_power_of_dimension_and_confidence_per_example() {
        let row = Trial {
            examples: 400,
            dimension: 17,
            ..Trial::empty()
        };
        let limit = |exponent| {
            claim(exponent)
                .limit(&[&row], &MarginSource::Sample)
                .map(|limit| limit.value)
        };
        let ratio = (17.0 + 20_f64.ln()) / 400.0;
        assert!(limit(1.0).is_some_and(|value| (value - 0.5 * ratio).abs() < 1e-15));
        assert!(limit(0.5).is_some_and(|value| (value - 0.5 * ratio.sqrt()).abs() < 1e-15));
    }

    #[test]
    fn a_key_outside_its_range_is_named() {
        let key = |claim: SampleComplexity| claim.fault().map(|(key, _)| key);
        assert_eq!(key(claim(1.0)), None);
        assert_eq!(key(claim(0.0)), Some("exponent"));
        assert_eq!(
            key(SampleComplexity {
                delta: 1.0,
                ..claim(1.0)
            }),
            Some("delta")
        );
        assert_eq!(
            key(SampleComplexity {
                constant: f64::INFINITY,
                ..claim(1.0)
            }),
            Some("constant")
        );
    }
}
