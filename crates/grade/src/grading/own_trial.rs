//! Judges a learner's run on a sample by theorems of the user: the judge of studies, on a trial whose columns are computed from the learner's weights.

use super::objection::{Objection, objection};
use super::own_theorems::{OwnTheorem, known};
use super::rounding::ScoreComparison;
use super::run::GradedRun;
use super::theorems::shortened;
use claims::claim::{OneTrial, VerdictKind};
use claims::judge::{Case, JudgeSpec, Status};
use claims::trial::{AnyColumn, Batch, Block, ColumnValue, Values};
use perceptron::learn::StopReason;
use perceptron::margin::{Separability, separability};
use perceptron::sample::{Quantity, Sample};

/// Largest number of examples shown in a sample whose largest margin is computed.
const MOST: usize = 128;

impl OwnTheorem {
    /// Judges a run; `None` if the theorem does not apply to it, or if rounding leaves open what the learner did.
    pub(super) fn hold(&self, run: &GradedRun) -> Option<Result<(), Objection>> {
        let block = self.trial(run)?;
        let judge = JudgeSpec::of_claim(self.claim.clone(), 1, true);
        match judge.judge(0, &block).first()?.verdict {
            VerdictKind::Holds => Some(Ok(())),
            VerdictKind::Violated => Some(objection(run.exercise.len() - 1, self.words(&block))),
            _ => None,
        }
    }

    /// The observed number and the limit on a run to which the theorem applies; `None` of one that states an equality.
    pub(super) fn sides(&self, run: &GradedRun) -> Option<[f64; 2]> {
        let block = self.trial(run)?;
        let rows: Vec<_> = block.row(0, 0).into_iter().collect();
        let case = Case::of(&self.claim, &rows);
        let applies = matches!(case.status, Status::Complete);
        let is_limit = self.claim.form().one_trial() == OneTrial::Exceeds;
        let numbers = case.numbers.filter(|_| applies && is_limit)?;
        Some([numbers.observed.value, numbers.limit.value])
    }

    /// The observed number of a violated theorem, and its limit, in words.
    fn words(&self, block: &Block) -> String {
        let rows: Vec<_> = block.row(0, 0).into_iter().collect();
        let number =
            |value: Option<Quantity>| value.map_or("?".into(), |value| shortened(value.value));
        let (observed, limit) = (self.claim.observed(&rows), self.claim.limit(&rows));
        let relation = match self.claim.form().one_trial() {
            OneTrial::Differs => "says",
            _ => "allows",
        };
        format!(
            "on this sample the observed number is {}; the theorem {relation} {}",
            number(observed),
            number(limit)
        )
    }

    /// The run as a trial of a study.
    fn trial(&self, run: &GradedRun) -> Option<Block> {
        let mut batch = Batch::without_columns(self.setting.clone(), 1);
        for (column, values) in measured(run)? {
            batch.put(column, values);
        }
        Some(Block {
            replicates: vec![0],
            batches: vec![batch],
        })
    }
}

/// The columns of a run; `None` if rounding leaves open what the learner did. The margin is unknown of samples with very many examples.
fn measured(run: &GradedRun) -> Option<Vec<(AnyColumn, Values)>> {
    fn one<T: ColumnValue>(value: Option<T>) -> Values {
        T::column(vec![value])
    }
    let sample = run.exercise.sample()?;
    let squared = margin_squared(&sample);
    let separable = squared.as_ref().map(Option::is_some);
    let shown = run.exercise.len() as u64;
    let values = [
        one(Some(mistakes(run)?)),
        one(Some(updates(run))),
        one(Some(shown)),
        one(Some(shown)),
        one(Some(run.exercise.dimension as u64)),
        one(Some(sample.features.radius_squared())),
        one(separable),
        one(squared.flatten()),
        one(Some(StopReason::EndOfStream)),
    ];
    Some(known().into_iter().zip(values).collect())
}

/// Number of updates, also of those that change nothing because the example is 0.
fn updates(run: &GradedRun) -> u64 {
    let is_update = |at: &usize| {
        let is_due = run.due(*at) == ScoreComparison::Yes;
        run.changed(*at) || is_due && run.is_invisible(*at)
    };
    run.showings().filter(is_update).count() as u64
}

/// Number of wrong predictions.
fn mistakes(run: &GradedRun) -> Option<u64> {
    let is_wrong = |at: usize| {
        let (_, label) = &run.exercise.shown[at];
        let is_open = run.score(at) != 0.0 && run.expected_prediction(at).is_none();
        let is_open = is_open || run.due(at) == ScoreComparison::Open;
        (!is_open).then(|| i64::from(run.answers.predictions[at]) != label.sign())
    };
    let wrong: Option<Vec<bool>> = run.showings().map(is_wrong).collect();
    Some(wrong?.into_iter().map(u64::from).sum())
}

/// The square of the largest margin, `Some(None)` of a sample that is not separable; `None` if it is not computed.
fn margin_squared(sample: &Sample) -> Option<Option<Quantity>> {
    if sample.labels.len() > MOST || sample.labels.is_empty() {
        return None;
    }
    match separability(sample) {
        Separability::Separable(found) => Some(Some(found.squared)),
        Separability::NotSeparable(_) => Some(None),
        _ => None,
    }
}
