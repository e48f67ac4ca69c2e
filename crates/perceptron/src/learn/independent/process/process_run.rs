//! Runs an external learner through a sample. It sends many examples at once, and counts from the learner's predictions and weights and the sample's
//! labels.

use super::super::number::Number;
use super::super::task::{Task, toward};
use super::super::vector::OffsetVector;
use super::reported_vectors::{ReportedVectors, linear};
use crate::learn::budget::Budget;
use crate::learn::external::{ExternalExample, ExternalLearner, Response, WireNumber};
use crate::learn::order::{HypothesisView, OrderPlan, Step, Walk};
use crate::learn::{Counts, PreparedHypothesis, RunResult, Stop, StopReason};
use crate::sample::TestTies;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Most examples that are sent to an external learner at once.
const WINDOW: usize = 512;

/// Most feature values that are sent to an external learner at once, unless one example has more; this bounds the data in transit in both directions.
const FEATURES: usize = 1 << 18;

/// Cost of exchanging one line with an external learner for each example, in multiplications of features.
const LINES: u64 = 1 << 10;

/// Runs an external learner in the order of the variant, until the stop of the variant; `rows` are the features of every example.
pub(super) fn run(
    task: &Task,
    rows: &[Vec<WireNumber>],
    learner: &mut dyn ExternalLearner,
) -> Result<RunResult, String> {
    let OrderPlan::One(mut walk) = task.order.plan(task.draws) else {
        return Ok(RunResult::without_run(StopReason::StateCap));
    };
    let begun = learner.answer(Some(task.features.dimension()), &[]);
    let start = begun.map_err(|fault| fault.words)?.start;
    let weights = start.unwrap_or_default();
    let mut run = ProcessRun {
        task,
        rows,
        has_weights: weights.len() == task.features.dimension(),
        weights,
        vectors: ReportedVectors::of(task.hypothesis),
        counts: Counts::default(),
        budget: Budget::of(task.stop),
        updates: Vec::new(),
        updates_before_pass: 0,
        mistakes_by_convention: 0,
        tied_predictions: BTreeSet::new(),
    };
    let reason = run.follow(walk.as_mut(), learner)?;
    Ok(run.learned(reason))
}

/// A run of an external learner: the weights it last reported, and the counts so far.
struct ProcessRun<'a> {
    task: &'a Task<'a>,
    rows: &'a [Vec<WireNumber>],
    /// Whether the learner reports weights; one that does not is believed its predictions and updates.
    has_weights: bool,
    weights: Vec<WireNumber>,
    vectors: ReportedVectors,
    counts: Counts,
    budget: Budget,
    updates: Vec<usize>,
    updates_before_pass: u64,
    /// Mistakes with scores of 0 counted as the tie convention says.
    mistakes_by_convention: u64,
    /// The learner's different predictions on examples whose score was 0.
    tied_predictions: BTreeSet<i8>,
}

/// View of the learner for orders that ask nothing of it, with the number of examples; external learners may follow no other orders.
struct NoView(usize);

impl HypothesisView for NoView {
    fn examples(&self) -> usize {
        self.0
    }

    fn violates(&self, _: usize) -> bool {
        false
    }

    fn is_smaller(&self, _: usize, _: usize) -> bool {
        false
    }
}

impl ProcessRun<'_> {
    /// Sends the learner one window (block of consecutive examples) after another, and counts its answers. Each window has twice as many passes as
    /// the one before, so that few examples are sent in vain if a run ends early. Answers after the end of the run are not counted.
    fn follow(
        &mut self,
        walk: &mut dyn Walk,
        pupil: &mut dyn ExternalLearner,
    ) -> Result<StopReason, String> {
        let mut passes = 1;
        loop {
            let steps = self.window(walk, passes);
            passes = 2 * passes.min(WINDOW);
            let shown: Vec<ExternalExample> =
                shown(&steps).map(|example| self.shown(example)).collect();
            let answered = pupil.answer(None, &shown).map_err(|fault| fault.words)?;
            let mut responses = answered.responses.into_iter();
            for step in steps {
                if let Some(reason) = self.take(step, &mut responses)? {
                    return Ok(reason);
                }
            }
        }
    }

    /// Returns the next steps of the order that are sent at once: at least one, and at most `passes` ends of passes.
    fn window(&self, walk: &mut dyn Walk, passes: usize) -> Vec<Step> {
        let (mut steps, mut ended) = (Vec::new(), 0);
        let blind = NoView(self.task.labels.len());
        let most = (FEATURES / self.task.features.dimension().max(1)).clamp(1, WINDOW);
        while ended < passes && steps.len() < most {
            let step = walk.next(&blind);
            ended += usize::from(step == Step::PassEnd);
            match step {
                Step::Show(example) if self.task.left_out == Some(example) => {}
                step => steps.push(step),
            }
            if step == Step::End {
                break;
            }
        }
        steps
    }

    fn shown(&self, example: usize) -> ExternalExample<'_> {
        ExternalExample {
            x: &self.rows[example],
            y: self.task.labels[example],
        }
    }

    /// Counts one step of the order, with the learner's response to an example shown; returns why the run ends with this step, if it does.
    fn take(
        &mut self,
        step: Step,
        responses: &mut impl Iterator<Item = Response>,
    ) -> Result<Option<StopReason>, String> {
        match step {
            Step::Show(example) | Step::Choose(example) => {
                let response = responses.next().ok_or("it left examples unanswered")?;
                self.count(example, response)?;
            }
            Step::End | Step::Clean => {
                self.counts.passes += 1;
                return Ok(Some(StopReason::EndOfStream));
            }
            Step::PassEnd => {
                self.counts.passes += 1;
                self.task.observers.pass_ended(self.counts.updates);
                if let Some(reason) = self.at_rest() {
                    return Ok(Some(reason));
                }
                if matches!(self.task.stop, Stop::Passes(most) if self.counts.passes >= most) {
                    return Ok(Some(StopReason::EndOfStream));
                }
                self.updates_before_pass = self.counts.updates;
            }
        }
        Ok(self.budget.exhausted(self.counts.updates))
    }

    /// Returns why the run ends after a pass without an update: no update is due, or nothing will change any more because all passes are equal.
    fn at_rest(&self) -> Option<StopReason> {
        if self.counts.updates > self.updates_before_pass {
            return None;
        }
        if self.due_count() == Some(0) {
            return Some(StopReason::CleanPass);
        }
        (!self.task.order.draws_at_random()).then_some(StopReason::QuietPeriod)
    }

    fn count(&mut self, example: usize, response: Response) -> Result<(), String> {
        if response.weights.len() != self.weights.len() {
            return Err("it reported its weights at some times, and none at others".into());
        }
        let (mistaken, below) = self.judged(example, response.prediction);
        self.budget.spend(LINES + self.rows[example].len() as u64);
        self.counts.draws += 1;
        self.counts.mistakes += u64::from(mistaken);
        self.counts.margin_mistakes += u64::from(below);
        let changed = match self.has_weights {
            true => response.weights != self.weights,
            false => response.updated,
        };
        self.believe(example, response.updated, changed)?;
        // An update on a zero vector changes no weights. Only the learner says that there was one, and counting it does no harm.
        if changed || response.updated {
            self.counts.updates += 1;
            self.counts.last_update = self.counts.draws;
            self.updates.push(example);
            self.weights = response.weights;
        }
        if let Some(numbers) = self.vectors.take(&self.weights, changed) {
            self.budget.keep(numbers as u64);
        }
        Ok(())
    }

    /// Whether an example is a mistake, and whether an update on it is due.
    fn judged(&mut self, example: usize, prediction: i8) -> (bool, bool) {
        let label = self.task.labels[example];
        let is_wrong = i64::from(prediction) != label.sign();
        if !self.has_weights {
            return (is_wrong, is_wrong);
        }
        let score = linear(self.task, &self.weights).score_sign(self.task.features, example);
        let by_convention = match score {
            Ordering::Equal => self.task.ties.is_mistake(score, label),
            _ => is_wrong,
        };
        self.mistakes_by_convention += u64::from(by_convention);
        if score == Ordering::Equal {
            self.tied_predictions.insert(prediction);
        }
        let below = match self.task.rule.threshold().is_some() {
            true => self.is_due(&self.vector(), example),
            false => is_wrong,
        };
        (is_wrong, below)
    }

    /// Returns an error if the learner said of an example that it updated but its weights did not change, or the reverse.
    fn believe(&self, example: usize, updated: bool, changed: bool) -> Result<(), String> {
        let is_zero = self.rows[example].iter().all(|x| x.to_f64() == 0.0);
        if updated == changed || is_zero && !changed {
            return Ok(());
        }
        let place = format!(
            "example shown {}, number {example} of the sample,",
            self.counts.draws
        );
        Err(match changed {
            true => format!("at {place} it said that it did not update, but its weights changed"),
            false => format!("at {place} it said that it updated, but its weights did not change"),
        })
    }

    /// Returns the weights that the learner last reported, in the form that the independent implementations use.
    fn vector(&self) -> OffsetVector {
        match self.task.features.is_exact() {
            true => OffsetVector::Exact(self.weights.iter().map(|w| w.to_rational()).collect()),
            false => OffsetVector::Floats(self.weights.iter().map(|w| w.to_f64()).collect()),
        }
    }

    /// Whether the rule calls for an update on an example, under the weights that the learner reported.
    fn is_due(&self, vector: &OffsetVector, example: usize) -> bool {
        let label = self.task.labels[example];
        let score: Result<Number, _> = vector.score(self.task, example).signed(label);
        let Ok(margin) = score else { return true };
        match self.task.rule.threshold() {
            Some(threshold) => margin.is_below(&vector.number(threshold)),
            None => self.task.ties.is_due(margin.sign(), label),
        }
    }

    /// The number of examples on which the rule calls for an update; `None` if the learner reports no weights.
    fn due_count(&self) -> Option<u64> {
        let vector = self.has_weights.then(|| self.vector())?;
        let due = |example: &usize| self.is_due(&vector, *example);
        Some(self.task.shown().filter(due).count() as u64)
    }

    /// Returns the tie rule that the learner's predictions at scores of 0 follow; `None` if there were none, or different ones.
    fn answered_ties(&self) -> Option<TestTies> {
        let first = self.tied_predictions.first()?;
        (self.tied_predictions.len() == 1).then_some(match first {
            1 => TestTies::Positive,
            -1 => TestTies::Negative,
            _ => TestTies::Mistake,
        })
    }

    fn learned(self, reason: StopReason) -> RunResult {
        self.task.observers.ended(&|| self.due_count());
        let hypothesis = || self.vectors.hypothesis(self.task, &self.weights);
        let hypothesis = self.has_weights.then(hypothesis);
        let sign = |example| {
            let prepared = PreparedHypothesis::new(hypothesis.as_ref()?);
            let score = prepared.score_sign(self.task.features, example);
            Some(toward(self.task.labels[example], score))
        };
        let left_out = self.task.left_out.and_then(sign);
        RunResult {
            answered_ties: self.answered_ties(),
            mistakes_by_convention: self.has_weights.then_some(self.mistakes_by_convention),
            counts: self.counts,
            updates: self.updates,
            left_out,
            hypothesis,
            ..RunResult::without_run(reason)
        }
    }
}

/// Returns the indices of the examples that these steps of an order show.
fn shown(steps: &[Step]) -> impl Iterator<Item = usize> + '_ {
    steps.iter().filter_map(|step| match step {
        Step::Show(example) | Step::Choose(example) => Some(*example),
        _ => None,
    })
}
