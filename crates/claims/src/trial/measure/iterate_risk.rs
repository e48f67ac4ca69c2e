//! Measures the mean risk of the vectors of an online run, each taken before its example is shown.

use super::completed_run::{CompletedRun, Trained};
use super::fresh_examples::FreshExamples;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{Hypothesis, Linear, Order};
use perceptron::sample::{Features, Quantity, Rational};

columns! {
    /// Mean risk of the vectors of an online run, each taken before its example.
    ITERATE_RISK: Quantity = "iterate_risk" in "probability";
}

/// Measures the mean risk of the successive weight vectors of an online run, each taken before its example is shown.
pub(super) struct IterateRisk;

impl Measurement for IterateRisk {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        if let (Some(trained), Some(fresh)) = (run.trained(), &run.fresh) {
            measure(record, &trained, fresh);
        }
    }
}

/// Fills the column `iterate_risk` for a run of the learning loop in stream order on independent examples.
fn measure(record: &mut Record, trained: &Trained, fresh: &FreshExamples) {
    let in_order = trained.variant.order == Order::Stream && trained.variant.learner.is_none();
    if !in_order || !fresh.distribution().iid {
        return;
    }
    let mean = mean_risk(trained, fresh);
    if let Some((value, exact)) = mean {
        let exact = exact.map(Quantity::exact);
        record.set(
            columns::ITERATE_RISK,
            exact.unwrap_or_else(|| Quantity::float(value)),
        );
    }
}

/// Returns the mean of risk(w_t) over the examples t = 1, …, N of a stream, w_t being the vector before example t, and the same mean as a fraction if
/// all risks are fractions. `None` if no closed form is known.
fn mean_risk(trained: &Trained, fresh: &FreshExamples) -> Option<(f64, Option<Rational>)> {
    let examples = trained.labels.len();
    let mut vector = Iterate::zero(trained.features);
    let (mut since, mut sum, mut exact) = (0, 0.0, Some(Rational::zero()));
    for &update in trained.result.updates.iter().chain([&examples]) {
        let survived = update.min(examples - 1) + 1 - since;
        let risk = fresh.exact_risk(&vector.hypothesis())?;
        sum += risk.value * survived as f64;
        exact = exact
            .zip(risk.exact)
            .map(|(sum, risk)| &sum + &(&risk * &Rational::from(survived as i64)));
        since += survived;
        if update < examples {
            vector.add(
                trained.features,
                update,
                trained.variant.rule.factor(trained.labels[update]),
            );
        }
    }
    let count = Rational::from(examples as i64);
    Some((sum / examples as f64, exact.map(|sum| &sum / &count)))
}

/// The weight vector at one moment of a run: as floats, and also as integers if the features are exact.
struct Iterate {
    floats: Vec<f64>,
    integers: Option<Vec<i64>>,
}

impl Iterate {
    fn zero(features: &Features) -> Self {
        let dimension = features.dimension();
        Self {
            floats: vec![0.0; dimension],
            integers: features.is_exact().then(|| vec![0; dimension]),
        }
    }

    fn add(&mut self, features: &Features, example: usize, factor: i64) {
        self.floats
            .iter_mut()
            .zip(features.row(example).iter())
            .for_each(|(w, x)| *w += factor as f64 * x);
        self.integers = self
            .integers
            .take()
            .zip(features.integer_row(example))
            .and_then(|(weights, row)| {
                weights
                    .iter()
                    .zip(row)
                    .map(|(&w, x)| w.checked_add(factor.checked_mul(x)?))
                    .collect()
            });
    }

    fn hypothesis(&self) -> Hypothesis {
        Hypothesis::Linear(Linear {
            weights: self.floats.clone(),
            integers: self.integers.clone(),
        })
    }
}
