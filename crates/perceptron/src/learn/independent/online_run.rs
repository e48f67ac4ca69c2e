//! Runs the independent implementations that learn online. It follows the same orders as the learning loop, but predicts, updates and counts on its
//! own.

use super::Task;
use super::number::Number;
use crate::learn::budget::Budget;
use crate::learn::order::{HypothesisView, OrderPlan, Step, Walk};
use crate::learn::{Counts, Hypothesis, RunResult, Stop, StopReason};
use crate::sample::{Label, OutOfRange, Ties};
use std::cell::Cell;
use std::cmp::Ordering;

/// A learner that is shown one example at a time, as [`run`] uses it.
pub(super) trait OnlineLearner {
    /// Returns the learner's current score of an example.
    fn score(&self, example: usize) -> Result<Number, OutOfRange>;

    /// Cost of one score, in multiplications of two machine words.
    fn products(&self) -> u64;

    /// Value that y times the score must reach so that no update is due; `None` if the learner updates on mistakes.
    fn threshold(&self) -> Option<&Number>;

    /// By how much rounding may have moved the score of an example, where scores are floats.
    fn rounding(&self, _example: usize) -> f64 {
        0.0
    }

    /// Whether a score of 0 is a wrong prediction on an example with this label; `None` if the tie convention of the task says so.
    fn tie_is_mistake(&self, _label: Label) -> Option<bool> {
        None
    }

    /// Takes the step that is due on the example with this index; returns whether it changed the learner, which makes it an update.
    fn update(&mut self, example: usize) -> Result<bool, OutOfRange>;

    /// Hypothesis that the learner returns; `None` if it has no weight vector.
    fn hypothesis(&self) -> Option<Hypothesis>;

    /// Coefficient of every example, if the learner is in dual form; `None` for other learners.
    fn coefficients(&self) -> Option<Vec<i64>> {
        None
    }
}

/// A run of an online learner: its counts, its updates, and its budget of work.
struct OnlineRun<'a> {
    task: &'a Task<'a>,
    online: &'a mut dyn OnlineLearner,
    counts: Counts,
    budget: Budget,
    /// The index of every update's example, and its number, from 1, among the examples shown.
    updates: Vec<(usize, u64)>,
    /// Number of steps that were due and changed nothing. They count towards the cap on updates, because a run may take no other steps.
    idle_steps: u64,
}

/// Runs an online learner in the order of its variant, until the stop of the variant.
pub(super) fn run(task: &Task, online: &mut dyn OnlineLearner) -> Result<RunResult, OutOfRange> {
    Ok(run_timed(task, online)?.0)
}

/// Like [`run`], and returns the index of every update's example with its number, from 1, among the examples shown.
pub(super) fn run_timed(
    task: &Task,
    online: &mut dyn OnlineLearner,
) -> Result<(RunResult, Vec<(usize, u64)>), OutOfRange> {
    let pass = online.products() * task.labels.len() as u64;
    let mut run = OnlineRun {
        task,
        online,
        counts: Counts::default(),
        budget: Budget::of(task.stop).with_room_for(pass),
        updates: Vec::new(),
        idle_steps: 0,
    };
    // A spec that combines all orders with such a learner is refused when it is read.
    let OrderPlan::One(mut walk) = task.order.plan(task.draws) else {
        return Ok((RunResult::without_run(StopReason::StateCap), Vec::new()));
    };
    let reason = run.follow(walk.as_mut())?;
    task.observers.ended(&|| run.left_count().ok());
    let left_out = task
        .left_out
        .map(|example| run.margin(example))
        .transpose()?
        .map(|margin| margin.sign());
    let OnlineRun {
        online,
        counts,
        updates,
        ..
    } = run;
    let (hypothesis, coefficients) = (online.hypothesis(), online.coefficients());
    let result = RunResult {
        counts,
        hypothesis,
        updates: updates.iter().map(|(example, _)| *example).collect(),
        left_out,
        coefficients,
        ..RunResult::without_run(reason)
    };
    Ok((result, updates))
}

impl OnlineRun<'_> {
    fn follow(&mut self, walk: &mut dyn Walk) -> Result<StopReason, OutOfRange> {
        let mut updates_before_pass = 0;
        loop {
            let glance = OnlineView {
                run: self,
                out_of_range: Cell::new(false),
            };
            let step = walk.next(&glance);
            // The view cannot report an error to the order, so the step is invalid if an error occurred.
            if glance.out_of_range.get() {
                return Err(OutOfRange);
            }
            self.counts.passes += u64::from(!matches!(step, Step::Show(_)));
            match step {
                Step::Clean => return Ok(StopReason::CleanPass),
                Step::End => return Ok(StopReason::EndOfStream),
                // A pass need not show every example, so only a scan proves it clean.
                Step::PassEnd
                    if self.counts.updates == updates_before_pass && self.due_count()? == 0 =>
                {
                    return Ok(StopReason::CleanPass);
                }
                Step::PassEnd => {
                    updates_before_pass = self.counts.updates;
                    self.task.observers.pass_ended(self.counts.updates);
                }
                Step::Show(example) | Step::Choose(example)
                    if self.task.left_out == Some(example) => {}
                Step::Show(example) | Step::Choose(example) => self.show(example)?,
            }
            let steps = self.counts.updates + self.idle_steps;
            if let Some(reason) = self.budget.exhausted(steps) {
                return Ok(reason);
            }
            if matches!(self.task.stop, Stop::Passes(most) if self.counts.passes >= most) {
                return Ok(StopReason::EndOfStream);
            }
        }
    }

    fn show(&mut self, example: usize) -> Result<(), OutOfRange> {
        let (mistake, below) = self.judge(example)?;
        self.counts.draws += 1;
        self.counts.mistakes += u64::from(mistake);
        self.counts.margin_mistakes += u64::from(below);
        if below {
            self.budget.spend(self.online.products());
            if self.online.update(example)? {
                self.counts.updates += 1;
                self.counts.last_update = self.counts.draws;
                self.updates.push((example, self.counts.draws));
            } else {
                self.idle_steps += 1;
            }
        }
        Ok(())
    }

    /// Returns y times the learner's current score of an example.
    fn margin(&self, example: usize) -> Result<Number, OutOfRange> {
        self.budget.spend(self.online.products());
        self.online
            .score(example)?
            .signed(self.task.labels[example])
    }

    /// Returns whether the example is a mistake, and whether an update on it is due.
    fn judge(&self, example: usize) -> Result<(bool, bool), OutOfRange> {
        let margin = self.margin(example)?;
        let label = self.task.labels[example];
        // A tie predicts +1; only the tie convention makes it a mistake for both labels.
        let by_convention = || self.task.ties == Ties::Mistake || label == Label::Negative;
        let mistake = match margin.sign() {
            Ordering::Less => true,
            Ordering::Equal => self
                .online
                .tie_is_mistake(label)
                .unwrap_or_else(by_convention),
            Ordering::Greater => false,
        };
        Ok((
            mistake,
            self.online
                .threshold()
                .map_or(mistake, |threshold| margin.is_below(threshold)),
        ))
    }

    fn due_count(&self) -> Result<u64, OutOfRange> {
        self.task
            .shown()
            .map(|example| self.judge(example).map(|(_, due)| u64::from(due)))
            .sum()
    }
}

impl OnlineRun<'_> {
    /// The number of examples on which an update is still due after the run. Where an update brings a float to the threshold, as every one of
    /// passive-aggressive does, rounding leaves it on either side; up to rounding it has reached the threshold.
    fn left_count(&self) -> Result<u64, OutOfRange> {
        let is_left = |example: usize| {
            let (_, is_due) = self.judge(example)?;
            Ok(is_due && !self.reaches(example)?)
        };
        let left = self
            .task
            .shown()
            .map(|example| is_left(example).map(u64::from));
        left.sum()
    }

    /// Whether y times the score of an example is at the threshold up to rounding.
    fn reaches(&self, example: usize) -> Result<bool, OutOfRange> {
        Ok(match (self.margin(example)?, self.online.threshold()) {
            (Number::Float(margin), Some(Number::Float(threshold))) => {
                margin + self.online.rounding(example) >= *threshold
            }
            _ => false,
        })
    }
}

/// View of the learner from which an order chooses examples; records whether a score left its range.
struct OnlineView<'c, 'a> {
    run: &'c OnlineRun<'a>,
    out_of_range: Cell<bool>,
}

impl OnlineView<'_, '_> {
    fn known(&self, answer: Result<bool, OutOfRange>) -> bool {
        self.out_of_range
            .set(self.out_of_range.get() || answer.is_err());
        answer.unwrap_or(false)
    }
}

impl HypothesisView for OnlineView<'_, '_> {
    fn examples(&self) -> usize {
        self.run.task.labels.len()
    }

    fn violates(&self, example: usize) -> bool {
        self.run.task.left_out != Some(example)
            && self.known(self.run.judge(example).map(|(_, due)| due))
    }

    fn is_smaller(&self, a: usize, b: usize) -> bool {
        let margins = self
            .run
            .margin(a)
            .and_then(|first| self.run.margin(b).map(|second| first.is_below(&second)));
        self.known(margins)
    }
}
