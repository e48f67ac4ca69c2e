//! Measures the mean risk of the vectors of an online run, each taken before its example is shown.

use super::completed_run::CompletedRun;
use super::fresh_examples::FreshExamples;
use super::iterates::{Iterates, no_iterates};
use super::measurement::Measurement;
use crate::trial::column::columns;
use crate::trial::{Record, Setting};
use perceptron::learn::Hypothesis;
use perceptron::sample::{Quantity, Rational};

columns! {
    /// Mean risk of the vectors of an online run, each taken before its example.
    ITERATE_RISK: Quantity = "iterate_risk" in "probability";
}

/// Measures the mean risk of the successive weight vectors of an online run, each taken before its example is shown.
pub(super) struct IterateRisk;

impl Measurement for IterateRisk {
    fn missing_everywhere(&self, setting: &Setting, _: bool) -> Option<&'static str> {
        let known = &setting.distribution;
        let is_missing = !known.iid || known.distribution.is_none();
        let why = "the risk has no closed form for this generator; choose one whose risk has";
        no_iterates(setting).or_else(|| is_missing.then_some(why))
    }

    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let fresh = run.fresh.as_ref();
        let of_independent = fresh.filter(|fresh| fresh.distribution().iid);
        let risks = of_independent.zip(Iterates::of(run));
        record.set(
            columns::ITERATE_RISK,
            risks.and_then(|(fresh, iterates)| mean_risk(iterates, fresh)),
        );
    }
}

/// Returns the mean of risk(w_t) over the examples t = 1, …, N of a stream, w_t being the vector before example t: a fraction if all risks are
/// fractions. `None` if no closed form is known.
fn mean_risk(iterates: Iterates, fresh: &FreshExamples) -> Option<Quantity> {
    let (mut examples, mut sum, mut exact) = (0, 0.0, Some(Rational::zero()));
    for (survived, vector) in iterates {
        let risk = fresh.exact_risk(&Hypothesis::Linear(vector))?;
        sum += risk.value * survived as f64;
        exact = exact
            .zip(risk.exact)
            .map(|(sum, risk)| &sum + &(&risk * &Rational::from(survived)));
        examples += survived;
    }
    let mean = exact.map(|sum| Quantity::exact(&sum / &Rational::from(examples)));
    Some(mean.unwrap_or_else(|| Quantity::float(sum / examples as f64)))
}
