//! Compares, for every learner that is shown examples one by one, what its last hypothesis predicts on an example with what the run predicts there if
//! the example is shown next. Averaged and voted hypotheses are left out, because they are other vectors than those of the run.

use perceptron::documented::Documentation;
use perceptron::generate::{ExampleSource, Generator};
use perceptron::learn::external::{ExternalLearner, FunctionLearner, LearnerFault, ProcessPool};
use perceptron::learn::{
    Learner, Order, OtherLearner, Rule, RunResult, Stop, StopReason, TieRule, Variant,
};
use perceptron::sample::{Sample, TestTies, Ties};
use perceptron::seed::Seed;
use proptest::prelude::*;
use std::sync::Arc;

/// A pool of perceptrons that predict this label, or nothing (0), at a score of 0.
struct Perceptrons(f64);

impl ProcessPool for Perceptrons {
    fn external_learner(
        &self,
        _: &[String],
        _: f64,
    ) -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>> {
        let at_zero = self.0;
        Ok(Box::new(FunctionLearner::new(move |w, x, y| {
            let score: f64 = w.iter().zip(x).map(|(w, x)| w * x).sum();
            if y * score <= 0.0 {
                w.iter_mut().zip(x).for_each(|(w, x)| *w += y * x);
            }
            if score == 0.0 { at_zero } else { score }
        })))
    }

    fn give_back(&self, _: &[String], _: f64, _: Box<dyn ExternalLearner>) {}
}

/// The variant of a documentation's example.
fn example(doc: &Documentation) -> Variant {
    let text = doc.source("Examples").replace("```toml", "");
    let text = text.replace("```", "");
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", doc.name))
}

/// Every rule and learner that is shown examples one by one, with a last hypothesis, and external learners with three tie rules.
fn variants() -> Vec<Variant> {
    let documented = Rule::DOCS.iter().chain(OtherLearner::DOCS).map(example);
    let walking = documented.filter(|variant| variant.walks() && variant.process().is_none());
    let external = [1.0, -1.0, 0.0].map(|at_zero| {
        let text = "rule = { perceptron = {} }\nlearner = { process = { command = [\"p\"] } }";
        let mut variant: Variant = toml::from_str(text).unwrap();
        let pool: Arc<dyn ProcessPool> = Arc::new(Perceptrons(at_zero));
        variant.allow_process(&pool);
        variant
    });
    walking.chain(external).collect()
}

/// Shows the examples of a sample in this order.
fn shown(variant: &Variant, sample: &Sample, order: Vec<usize>) -> RunResult {
    let variant = Variant {
        order: Order::Given(order),
        stop: Some(Stop::EndOfStream),
        ..variant.clone()
    };
    let learner = Learner::new(&variant, sample, Seed::root(2)).unwrap();
    learner.run(None)
}

/// Checks a learner on a sample: on every example, its last hypothesis errs exactly if the run makes a mistake on this example when it is shown next.
fn agrees(variant: &Variant, sample: &Sample) -> Result<(), TestCaseError> {
    let all: Vec<usize> = (0..sample.labels.len()).collect();
    let run = shown(variant, sample, all.clone());
    let Some(hypothesis) = run.hypothesis.clone() else {
        return Ok(());
    };
    // As tests see examples: with the constant feature of `offset`.
    let view = variant.view().unwrap();
    let seen = view.show(sample).unwrap();
    for (example, &label) in sample.labels.iter().enumerate() {
        let order = [all.as_slice(), &[example]].concat();
        let next = shown(variant, sample, order);
        // The signs of normalized examples may stay open.
        if next.reason == StopReason::Undecided {
            continue;
        }
        prop_assert_eq!(next.reason, run.reason);
        let is_mistake = next.counts.mistakes > run.counts.mistakes;
        let sign = hypothesis.score_sign(&seen.features, example);
        let halves = variant.test_ties_after(&run).half_mistakes(label, sign);
        let what = (&variant, example, sign);
        prop_assert_eq!(halves, 2 * u8::from(is_mistake), "{:?}", what);
    }
    Ok(())
}

fn sample(examples: &[([i8; 2], bool)], binary: bool) -> Sample {
    let written = examples.iter().map(|([a, b], is_positive)| {
        let [a, b] = if binary { [a.abs(), b.abs()] } else { [*a, *b] };
        let y = if *is_positive { 1 } else { -1 };
        format!("{{ x = [{a}, {b}], y = {y} }}")
    });
    let written: Vec<String> = written.collect();
    let text = format!("[points]\nexamples = [{}]", written.join(", "));
    let generator: Generator = toml::from_str(&text).unwrap();
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("points are no opponent")
    };
    sampler.draw(Seed::root(1), examples.len())
}

proptest! {
    #[test]
    fn last_hypothesis_predicts_in_the_test_as_the_run_would_have(
        examples in prop::collection::vec(([-1..2_i8, -1..2_i8], any::<bool>()), 1..7),
        is_positive in any::<bool>(),
    ) {
        let (ties, test_ties) = match is_positive {
            true => (Ties::Positive, TestTies::Positive),
            false => (Ties::Mistake, TestTies::Mistake),
        };
        for variant in variants() {
            let is_binary = matches!(variant.tie_rule(), TieRule::Own(_));
            let variant = Variant { ties, test_ties, ..variant };
            agrees(&variant, &sample(&examples, is_binary))?;
        }
    }
}
