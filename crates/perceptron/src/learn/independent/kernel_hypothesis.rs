//! Predicts with the updates of a kernel perceptron: by its last function, by a mean or a vote of its functions, or by the longest survivor.

use crate::learn::HypothesisKind;
use crate::learn::hypothesis::half_mistakes;
use crate::sample::{Features, Label, TestTies, dot};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A kernel in floats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum KernelFunction {
    /// (r² + ⟨x, z⟩)^degree.
    Polynomial { degree: u32, constant_squared: f64 },
    /// exp(−‖x − z‖²/(2·width²)).
    Gaussian { width: f64 },
}

impl KernelFunction {
    /// The kernel of two examples.
    pub(super) fn value(self, a: &[f64], b: &[f64]) -> f64 {
        match self {
            Self::Polynomial {
                degree,
                constant_squared,
            } => {
                let base = constant_squared + dot(a, b);
                (0..degree).fold(1.0, |power, _| power * base)
            }
            Self::Gaussian { width } => {
                let difference: Vec<f64> = a.iter().zip(b).map(|(x, z)| x - z).collect();
                libm::exp(-dot(&difference, &difference) / (2.0 * width * width))
            }
        }
    }
}

/// An update: the row of its example, its label, and how much the function after it counts.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Term {
    row: usize,
    sign: f64,
    share: u64,
}

/// The classifier that a kernel perceptron returns. Its functions are x ↦ Σ y_i·k(x_i, x) over the first updates, for every number of them; each counts
/// for as many examples as it survived, in floats.
#[derive(Debug, Clone, PartialEq)]
pub struct KernelHypothesis {
    kernel: KernelFunction,
    /// The examples with updates, each once, as the learner sees them.
    rows: Vec<Vec<f64>>,
    terms: Vec<Term>,
    is_vote: bool,
}

impl KernelHypothesis {
    /// The hypothesis of this kind after a run with these updates: the index of each one's example, and its number, from 1, among the `shown` examples.
    pub(super) fn new(
        kernel: KernelFunction,
        kind: HypothesisKind,
        (features, labels): (&Features, &[Label]),
        (updates, shown): (&[(usize, u64)], u64),
    ) -> Self {
        let mut places = BTreeMap::new();
        let mut rows = Vec::new();
        let shares = shares(kind, updates, shown);
        let terms = updates.iter().zip(shares).map(|(&(example, _), share)| {
            let row = *places.entry(example).or_insert_with(|| {
                rows.push(features.row(example).into_owned());
                rows.len() - 1
            });
            let sign = labels[example].value();
            Term { row, sign, share }
        });
        let terms = terms.collect();
        Self {
            kernel,
            rows,
            terms,
            is_vote: kind == HypothesisKind::Voted,
        }
    }

    /// Returns the sign of the prediction on one example of `features`, which are the features before the map of the kernel.
    pub fn score_sign(&self, features: &Features, example: usize) -> Ordering {
        let x = features.row(example);
        let rows = self.rows.iter();
        let values: Vec<f64> = rows.map(|row| self.kernel.value(row, &x)).collect();
        let (mut score, mut sum) = (0.0, 0.0);
        for term in &self.terms {
            score += term.sign * values[term.row];
            let counted = match self.is_vote {
                true => f64::from(i8::from(score > 0.0) - i8::from(score < 0.0)),
                false => score,
            };
            sum += term.share as f64 * counted;
        }
        sum.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
    }

    /// Twice the number of mistakes on each example: 0, 1 for a tie that counts half, or 2.
    pub fn half_mistakes(&self, features: &Features, labels: &[Label], ties: TestTies) -> Vec<u64> {
        half_mistakes(labels, ties, |example| self.score_sign(features, example))
    }
}

/// How much the function after each update counts.
fn shares(kind: HypothesisKind, updates: &[(usize, u64)], shown: u64) -> Vec<u64> {
    let starts = || updates.iter().map(|(_, draw)| *draw);
    let ends = starts().skip(1).chain([shown + 1]);
    let lives = starts().zip(ends);
    if let Some(averaged) = kind.averages(shown) {
        // The last examples shown are those from this number on.
        let first = shown + 1 - averaged;
        let share = |(start, end): (u64, u64)| end.saturating_sub(start.max(first));
        return lives.map(share).collect();
    }
    let survived: Vec<u64> = lives.map(|(start, end)| end - start).collect();
    let before = updates.first().map_or(shown, |(_, draw)| draw - 1);
    let alone = match kind {
        HypothesisKind::Voted => return survived,
        HypothesisKind::LongestSurvivor => {
            // Of equals the first; the zero function before the first update is the earliest.
            let longest = survived.iter().max().filter(|most| **most > before);
            longest.and_then(|most| survived.iter().position(|own| own == most))
        }
        _ => updates.len().checked_sub(1),
    };
    (0..updates.len())
        .map(|place| u64::from(Some(place) == alone))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;
    use super::*;
    use crate::learn::PreparedHypothesis;
    use crate::sample::Dense;

    const POINTS: &str =
        "[integer-points]\ndimension = 2\nexamples = 12\nbound = 9\nlabels = \"random\"";

    #[test]
    fn the_linear_kernel_predicts_as_the_learning_loop_does() {
        let probes: Vec<f64> = (-12..12)
            .flat_map(|i| [f64::from(i), 2.5 - f64::from(i % 5)])
            .collect();
        let features = Features::Dense(Dense::new(2, probes));
        let mut seen = Vec::new();
        for kind in [
            "last",
            "averaged",
            "tail-averaged",
            "voted",
            "longest-survivor",
        ] {
            let keys = format!(
                "rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\nstop = {{ passes = 6 }}\nhypothesis = \"{kind}\""
            );
            let loops = run(&keys, POINTS).hypothesis;
            let linear = "learner = { kernel = { polynomial = { degree = 1, constant = 0 } } }";
            let kernel = run(&format!("{keys}\n{linear}"), POINTS).kernel_hypothesis;
            let (Some(loops), Some(kernel)) = (loops, kernel) else {
                panic!("{kind}")
            };
            let loops = PreparedHypothesis::new(&loops);
            let signs = |sign: &dyn Fn(usize) -> Ordering| (0..24).map(sign).collect::<Vec<_>>();
            let own = signs(&|example| kernel.score_sign(&features, example));
            assert_eq!(
                own,
                signs(&|example| loops.score_sign(&features, example)),
                "{kind}"
            );
            seen.push(own);
        }
        seen.dedup();
        assert!(seen.len() > 3, "{seen:?}");
    }

    #[test]
    fn the_longest_survivor_is_the_earliest_of_equals() {
        let survivor = |updates: &[(usize, u64)], shown| {
            shares(HypothesisKind::LongestSurvivor, updates, shown)
        };
        assert_eq!(survivor(&[(0, 1), (1, 3), (0, 5)], 6), [1, 0, 0]);
        assert_eq!(survivor(&[(0, 1), (1, 3), (0, 5)], 7), [0, 0, 1]);
        assert_eq!(survivor(&[(0, 4), (1, 5)], 6), [0, 0]);
    }
}
