//! Shows the truth table of a gate with two inputs. XOR is the smallest data set that no line separates.

use super::fixed::Fixed;
use super::{ExampleSource, Generate, KnownDistribution};
use crate::documented::documented;
use crate::sample::{Features, Integers, Label, Rational, Sample, Separator};

/// A logic gate with two inputs, whose truth table is the sample.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Gate {
    /// The gate is true if exactly one input is true; its truth table is not separable, with an offset or without.
    Xor,
    /// The gate is true if both inputs are true.
    And,
    /// The gate is true if at least one input is true.
    Or,
}

crate::documented::choice!(Gate);

/// How the truth values of the inputs are coded as features.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Coding {
    /// False is 0 and true is 1.
    ZeroOne,
    /// False is −1 and true is +1.
    Signs,
}

crate::documented::choice!(Coding);

documented! {
    name = "logic-gate";
    /// The four rows of the truth table of a gate, labelled +1 where its output is true.
    ///
    /// # Formula
    /// Inputs (0,0), (0,1), (1,0), (1,1), as 0 and 1 or as −1 and +1. For XOR with a constant feature the four signed examples sum to zero:
    /// Gordan's certificate, with multipliers 1, 1, 1, 1, that no hyperplane separates them.
    /// # Premise
    /// For variants with an offset. "and" and "or" are separable with an offset, "xor" is not.
    /// # Source
    /// docs/theory.md: C-M8, N3; MIT, non-separable data.
    /// # Examples
    /// ```toml
    /// [generator.logic-gate]
    /// gate   = "xor"
    /// coding = "signs"
    /// ```
    pub struct LogicGate {
        /// "xor", "and" or "or".
        pub gate: Gate = "xor",
        /// "zero-one" or "signs".
        pub coding: Coding = "zero-one",
    }
}

impl Gate {
    fn output(self, a: bool, b: bool) -> bool {
        match self {
            Self::Xor => a != b,
            Self::And => a && b,
            Self::Or => a || b,
        }
    }
}

impl LogicGate {
    fn feature(&self, input: bool) -> i64 {
        match self.coding {
            Coding::ZeroOne => i64::from(input),
            Coding::Signs => 2 * i64::from(input) - 1,
        }
    }

    /// The separating line with an offset that lies half-way between the corners on its two sides; `None` for XOR, which no line separates.
    fn separator(&self) -> Option<Separator> {
        let intercept = match (self.gate, self.coding) {
            (Gate::Xor, _) => return None,
            (Gate::And, Coding::ZeroOne) => Rational::new(-3, 2),
            (Gate::Or, Coding::ZeroOne) => Rational::new(-1, 2),
            (Gate::And, Coding::Signs) => Rational::new(-1, 1),
            (Gate::Or, Coding::Signs) => Rational::one(),
        };
        Some(Separator::Affine(vec![1, 1], intercept))
    }
}

impl Generate for LogicGate {
    fn distribution(&self) -> KnownDistribution {
        KnownDistribution::fixed()
    }

    fn examples(&self) -> usize {
        4
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Fixed for LogicGate {
    fn sample(&self) -> Sample {
        let inputs = [(false, false), (false, true), (true, false), (true, true)];
        let values = inputs
            .iter()
            .flat_map(|&(a, b)| [self.feature(a), self.feature(b)])
            .collect();
        Sample {
            features: Features::Integers(Integers::new(2, values, 1)),
            labels: inputs
                .iter()
                .map(|&(a, b)| Label::of_sign(self.gate.output(a, b)))
                .collect(),
            planted: self.separator(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::margin::{Separability, separability};

    #[test]
    fn xor_with_a_constant_feature_has_the_certificate_of_four_ones() {
        for coding in [Coding::ZeroOne, Coding::Signs] {
            let sample = LogicGate {
                gate: Gate::Xor,
                coding,
            }
            .sample();
            let features = sample
                .features
                .with_offset(&Rational::one())
                .unwrap_or_else(|error| panic!("{error}"));
            let Separability::NotSeparable(gordan) = separability(&Sample { features, ..sample })
            else {
                panic!("XOR is separable")
            };
            assert_eq!(
                gordan.multipliers,
                (0..4)
                    .map(|example| (example, Rational::one()))
                    .collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn gates_have_their_truth_tables_on_inputs_of_either_coding() {
        for (gate, due) in [
            (Gate::Xor, [-1, 1, 1, -1]),
            (Gate::And, [-1, -1, -1, 1]),
            (Gate::Or, [-1, 1, 1, 1]),
        ] {
            for (coding, low) in [(Coding::ZeroOne, 0.0), (Coding::Signs, -1.0)] {
                let sample = LogicGate { gate, coding }.sample();
                let labels: Vec<i64> = sample.labels.iter().map(|label| label.sign()).collect();
                assert_eq!(labels, due, "{gate:?}");
                let rows: Vec<Vec<f64>> = (0..4)
                    .map(|i| sample.features.row(i).into_owned())
                    .collect();
                assert_eq!(rows, [[low, low], [low, 1.0], [1.0, low], [1.0, 1.0]]);
            }
        }
    }

    #[test]
    fn the_planted_lines_separate() {
        for (gate, coding) in [Gate::And, Gate::Or]
            .into_iter()
            .flat_map(|gate| [(gate, Coding::ZeroOne), (gate, Coding::Signs)])
        {
            let sample = LogicGate { gate, coding }.sample();
            let features = sample
                .features
                .with_offset(&Rational::one())
                .unwrap_or_else(|error| panic!("{error}"));
            let planted = sample
                .planted
                .as_ref()
                .map(|separator| separator.with_offset(&Rational::one()));
            let sample = Sample {
                features,
                planted: planted.clone(),
                ..sample
            };
            assert!(planted.is_some_and(|separator| separator.margins(&sample).margin > 0.0));
        }
    }
}
