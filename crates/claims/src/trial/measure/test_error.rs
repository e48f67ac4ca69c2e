//! Measures the error on examples of the data file that the learner did not see.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::column::columns;
use crate::trial::{Record, Setting};
use perceptron::generate::TestSet;
use perceptron::learn::{Learner, RunResult};
use perceptron::risk::half_mistakes;
use perceptron::sample::{Quantity, Rational, Sample};

columns! {
    /// Share of errors on the test examples, where ties may count half; with folds, on the examples of all folds. It is an error on this file, and no risk.
    TEST_ERROR: Quantity = "test_error" in "fraction";
    /// Number of test examples; with folds, of all folds.
    TEST_EXAMPLES: u64 = "test_examples" in "examples";
}

/// Measures the error of the returned hypothesis on the test examples of `generator.file`; with folds, of a hypothesis trained anew for each.
pub(super) struct TestError;

impl Measurement for TestError {
    fn is_of_hypothesis(&self) -> bool {
        true
    }

    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let (Some(fresh), Some(drawn)) = (&run.fresh, run.drawn) else {
            return;
        };
        let Some(test) = fresh.test_set(drawn) else {
            return;
        };
        let errors = match &test {
            TestSet::HeldOut(tested) => errors(run, run.result, tested),
            TestSet::Folds(folds) => of_folds(run, folds),
        };
        record.set(columns::TEST_EXAMPLES, test.examples() as u64);
        if let Some(errors) = errors {
            let share = Rational::from_big(errors.into(), (2 * test.examples()).into());
            record.set(columns::TEST_ERROR, Quantity::exact(share));
        }
    }

    fn missing_everywhere(&self, setting: &Setting, _: bool) -> Option<&'static str> {
        setting.variant.as_ref()?;
        let file = setting.generator.data_file();
        let has_some = file.is_some_and(|file| file.has_test_examples());
        (!has_some).then_some(
            "there are no test examples; [generator.file] has them with `test_share`, `test_file` or `folds`",
        )
    }
}

/// Twice the number of errors of a run's hypothesis.
fn errors(run: &CompletedRun, result: &RunResult, tested: &Sample) -> Option<u64> {
    let ties = run.variant.test_ties_after(result);
    let halves = match &result.kernel_hypothesis {
        Some(kernel) => {
            let given = run.variant.given(tested).ok()?;
            kernel.half_mistakes(&given.features, &given.labels, ties)
        }
        None => {
            let view = run.fresh.as_ref()?.view()?;
            half_mistakes(tested, result.hypothesis.as_ref()?, view, ties)?
        }
    };
    Some(halves.iter().sum())
}

/// Twice the number of errors on all folds, each by a hypothesis trained on the others; `None` if a run cannot be expected to end, because the run on the whole
/// sample did not.
fn of_folds(run: &CompletedRun, folds: &[[Sample; 2]]) -> Option<u64> {
    let is_endless = run.result.reason.is_cut_off() && !run.variant.is_capped();
    let draws = run.learner.filter(|_| !is_endless)?.draws();
    let of_fold = |[training, tested]: &[Sample; 2]| {
        let result = Learner::new(run.variant, training, draws).ok()?.run(None);
        errors(run, &result, tested)
    };
    folds.iter().map(of_fold).sum()
}
