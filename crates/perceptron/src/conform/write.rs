//! Writes runs of this program in the format of reference runs.

use crate::learn::{Order, RuleKind, RunResult, StopReason, Variant};
use crate::sample::{Label, Rational, Sample, Ties};

/// Contents of the three files that state a reference run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceRun {
    /// Text of `data/NAME.dat`: the sample.
    pub data: String,
    /// Text of `weights/NAME.txt`: the final weights, the bias first.
    pub weights: String,
    /// Text of `updates/NAME.txt`: the example of every update.
    pub updates: String,
}

/// Why a run cannot be written as a reference run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a reference run is one of the perceptron in cycles on exact features with `offset = true`, with ties a mistake, to a clean pass; this one has {0}"
)]
pub struct Unwritable(&'static str);

impl ReferenceRun {
    /// Writes a run of this program in the format of reference runs; the last feature of its sample must be the constant 1 of an offset.
    ///
    /// # Errors
    /// The run has another rule, order or tie convention, or no clean pass; or its features are floats, or do not end in the constant 1.
    pub fn of(variant: &Variant, sample: &Sample, learned: &RunResult) -> Result<Self, Unwritable> {
        let other = |is: bool, what| if is { Err(Unwritable(what)) } else { Ok(()) };
        other(
            variant.learner.is_some() || variant.rule.kind() != RuleKind::Perceptron,
            "another rule",
        )?;
        other(variant.order != Order::Cyclic, "another order")?;
        other(variant.ties != Ties::Mistake, "another tie convention")?;
        other(learned.reason != StopReason::CleanPass, "no clean pass")?;
        let rows = (0..sample.labels.len()).map(|example| sample.features.exact_row(example));
        let rows: Option<Vec<Vec<Rational>>> = rows.collect();
        let rows = rows.ok_or(Unwritable("features that are floats"))?;
        let ends = |row: &Vec<Rational>| row.last() == Some(&Rational::one());
        other(
            rows.is_empty() || !rows.iter().all(ends),
            "no constant feature 1",
        )?;
        let weights = summed(&rows, &sample.labels, &learned.updates);
        let last = weights.len() - 1;
        let weights = [&weights[last..], &weights[..last]].concat();
        let mut data = vec![rows.len().to_string(), last.to_string()];
        for (row, label) in rows.iter().zip(&sample.labels) {
            data.push(u8::from(*label == Label::Positive).to_string());
            data.extend(row[..last].iter().map(spelled));
        }
        Ok(Self {
            data: lines(data),
            weights: lines(weights.iter().map(spelled)),
            updates: lines(learned.updates.iter().map(usize::to_string)),
        })
    }
}

/// Returns the weight vector w = Σ y·x over the examples of the updates.
fn summed(rows: &[Vec<Rational>], labels: &[Label], updates: &[usize]) -> Vec<Rational> {
    let mut weights = vec![Rational::zero(); rows[0].len()];
    for &example in updates {
        let sign = Rational::from(labels[example].sign());
        for (weight, x) in weights.iter_mut().zip(&rows[example]) {
            *weight = &*weight + &(&sign * x);
        }
    }
    weights
}

fn spelled(number: &Rational) -> String {
    format!("{} % {}", number.numerator(), number.denominator())
}

fn lines(all: impl IntoIterator<Item = String>) -> String {
    all.into_iter().map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::{departure, first_update, run, sample as read, updates, weights};
    use crate::learn::Learner;
    use crate::sample::{Features, Integers};
    use crate::seed::Seed;

    fn written(keys: &str, last: i64) -> Result<ReferenceRun, Unwritable> {
        let values = vec![-1, 4, 2 * last, 3, -2, 2 * last];
        let sample = Sample {
            features: Features::Integers(Integers::new(3, values, 2)),
            labels: vec![Label::Positive, Label::Negative],
            planted: None,
        };
        let variant: Variant =
            toml::from_str(&format!("rule = {{ perceptron = {{}} }}\n{keys}")).unwrap();
        let learner = Learner::new(&variant, &sample, Seed::root(1)).unwrap();
        ReferenceRun::of(&variant, &sample, &learner.run(None))
    }

    #[test]
    fn a_run_that_is_written_and_read_again_conforms() {
        let files = written("order = \"cyclic\"", 1).unwrap();
        assert!(
            files.data.starts_with("2\n2\n1\n-1 % 2\n2 % 1\n0\n"),
            "{}",
            files.data
        );
        let sample = read(&files.data).unwrap();
        let found = run(&sample, Ties::Mistake, 100);
        assert_eq!(
            departure(&found, &weights(&files.weights, 3).unwrap()),
            None
        );
        assert_eq!(
            first_update(&found, &updates(&files.updates, 2).unwrap()),
            None
        );
    }

    #[test]
    fn run_that_the_format_cannot_express_is_refused() {
        for (keys, last, part) in [
            ("order = \"stream\"", 1, "another order"),
            (
                "order = \"cyclic\"\nties = \"positive\"",
                1,
                "tie convention",
            ),
            (
                "order = \"cyclic\"\narithmetic = \"f64\"\nstop = { updates = 1 }",
                1,
                "no clean pass",
            ),
            ("order = \"cyclic\"", 2, "no constant feature"),
        ] {
            let refused = written(keys, last).err().map(|error| error.to_string());
            assert!(
                refused.as_ref().is_some_and(|words| words.contains(part)),
                "{refused:?}"
            );
        }
    }
}
