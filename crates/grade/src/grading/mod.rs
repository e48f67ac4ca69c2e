//! Grades an external learner: shows it samples, checks its answers against a rule's claims, and shrinks the samples that refute one.
//!
//! It shows a learner a catalogue of samples and checks the answers against claims, one function each. Small samples come first, because a small
//! sample that refutes needs no shrinking. A larger one is shrunk, and confirmed on a fresh process. The caller passes a function that starts
//! learners, so this module knows no processes, and tests use learners of a few lines.

mod answers;
mod bounds;
mod catalogue;
mod check;
mod climb;
mod exercise;
mod grade_report;
mod grading_task;
mod growth;
mod loss_theorems;
mod objection;
mod own_theorems;
mod own_trial;
mod passive_aggressive;
mod random;
mod rounding;
mod rule;
mod rule_words;
mod run;
mod session;
mod settings;
mod shrink;
mod step_checks;
#[cfg(test)]
mod tests;
mod theorems;
mod vector_words;
mod winnow;
mod winnow_theorems;
mod witness_step;

pub use check::Check;
pub use exercise::Exercise;
pub use grade_report::{ClaimGrade, CutOff, Grade, GradeVerdict, Witness};
pub use grading_task::{GradingTask, StartLearner};
pub use rule::GradedRule;
pub use settings::{ReturnedWeights, RuleName, RuleSettings, Step};
pub use witness_step::{LearnerStep, RuleStep, WitnessStep};

use answers::Answers;
use bounds::Bounds;
use catalogue::Catalogue;
use climb::{Climb, Climbed, Closeness};
use run::GradedRun;
use session::{LearnerSession, Unanswered};
use shrink::Search;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Grades a learner. If it cannot be started, the claim that it keeps the protocol is refuted.
pub fn grade(task: &GradingTask) -> Grade {
    let end = Instant::now() + Duration::from_secs_f64(task.seconds);
    let session = LearnerSession::new(task, end);
    let mut grading = Grading {
        task,
        end,
        session,
        open: Check::all(&task.graded).into_iter().collect(),
        samples: 0,
        examples: 0,
        tried: BTreeMap::new(),
        found: BTreeMap::new(),
        before: None,
        kept: Vec::new(),
        climb: None,
    };
    let cut_off = grading.show_all();
    grading.show_again();
    grading.graded(cut_off)
}

/// Part of the time of a grading in which new samples are shown.
const FOR_SAMPLES: f64 = 2.0 / 3.0;

/// Number of times that the learner may fail to answer; then grading stops.
const MOST_FAILURES: u64 = 3;

/// One sample in this many is shown again at the end, to see whether the learner answers it in the same way.
const AGAIN: u64 = 40;

/// State of a grading in progress: the learner's process, the counts so far, and the claims refuted so far.
struct Grading<'a> {
    task: &'a GradingTask<'a>,
    /// When the time of the grading is over.
    end: Instant,
    session: LearnerSession<'a>,
    /// Claims about the learner that are not refuted so far.
    open: BTreeSet<Check>,
    samples: u64,
    examples: u64,
    tried: BTreeMap<Check, u64>,
    found: BTreeMap<Check, Witness>,
    /// The sample shown before the current one, which may have left state in the learner.
    before: Option<Exercise>,
    /// Samples that are shown again at the end, with the learner's first answers to compare with.
    kept: Vec<(Exercise, Answers)>,
    /// The search after the catalogue, once it has begun.
    climb: Option<Climb>,
}

impl Grading<'_> {
    /// Shows the learner all samples of the catalogue; returns why it stopped before the last one, or `None`.
    fn show_all(&mut self) -> Option<CutOff> {
        // The rest of the time is for shrinking what is found last.
        let deadline = Instant::now() + Duration::from_secs_f64(self.task.seconds * FOR_SAMPLES);
        for exercise in Catalogue::new(&self.task.graded, self.task.wide) {
            if let Some(cut_off) = self.cut_off(deadline) {
                return Some(cut_off);
            }
            self.show(exercise);
        }
        self.climb_to_limits(deadline)
    }

    fn cut_off(&self, deadline: Instant) -> Option<CutOff> {
        if self.session.failures >= MOST_FAILURES {
            return Some(CutOff::Failures);
        }
        if (self.task.is_over)() {
            return Some(CutOff::Ended);
        }
        (Instant::now() > deadline).then_some(CutOff::Time)
    }

    /// Shows samples on which the learner comes ever closer to the limits of theorems.
    fn climb_to_limits(&mut self, deadline: Instant) -> Option<CutOff> {
        for _ in 0..self.task.attack {
            if let Some(cut_off) = self.cut_off(deadline) {
                return Some(cut_off);
            }
            let exercise = self.climb.get_or_insert_with(Climb::new).next();
            // An example that is zero cannot be divided by its norm.
            if !self.task.graded.divides_by_norm() || !exercise.has_zero() {
                self.show(exercise);
            }
        }
        None
    }

    /// Shows the learner one sample and checks its answers against all claims that are not refuted so far.
    fn show(&mut self, exercise: Exercise) {
        let answered = self.session.answers(&exercise);
        if let Err(Unanswered::OutOfTime) = answered {
            return;
        }
        self.samples += 1;
        self.examples += exercise.len() as u64;
        match answered {
            Ok(answers) => {
                self.hold(&exercise, &answers);
                if self.samples.is_multiple_of(AGAIN) || self.samples < 8 {
                    self.kept.push((exercise.clone(), answers));
                }
            }
            Err(Unanswered::OutOfTime) => {}
            Err(Unanswered::Fault(fault)) => {
                *self.tried.entry(Check::Protocol).or_default() += 1;
                let shown = fault.before.responses.len() + 1;
                self.refute(Check::Protocol, exercise.first(shown), fault.words);
            }
        }
        self.before = Some(exercise);
    }

    fn hold(&mut self, exercise: &Exercise, answers: &Answers) {
        let run = GradedRun::new(&self.task.graded, exercise, answers);
        let needs_bounds =
            self.climb.is_some() || Check::needs_bounds(&self.open, &self.task.graded);
        let bounds = needs_bounds.then(|| Bounds::of(&run)).flatten();
        if let Some(climb) = &mut self.climb {
            climb.hear(exercise, &Closeness::all(&run, bounds.as_ref()));
        }
        for check in self.open.clone() {
            let Some(found) = check.hold(&run, bounds.as_ref()) else {
                continue;
            };
            *self.tried.entry(check).or_default() += 1;
            if let Err(objection) = found {
                // The margin of a sample is that of all its examples; without the later ones, it may allow what happened.
                let met = match check.is_bounded() {
                    true => exercise.clone(),
                    false => exercise.first(objection.showing + 1),
                };
                self.refute(check, met, objection.words);
            }
        }
    }

    /// Records a claim as refuted by the sample `exercise`, and shrinks that sample to the smallest one that can be found.
    fn refute(&mut self, check: Check, exercise: Exercise, words: String) {
        if !self.open.remove(&check) {
            return;
        }
        let search = Search::new((self.task, self.end), check, self.before.clone());
        let witness = search.smallest(&mut self.session, exercise, words);
        self.found.insert(check, witness);
    }

    /// Shows some samples again, in reverse order, and compares the answers: what was shown before a sample must not matter.
    fn show_again(&mut self) {
        for (exercise, answers) in std::mem::take(&mut self.kept).into_iter().rev() {
            if !self.open.contains(&Check::StartsAnew) || self.session.failures >= MOST_FAILURES {
                return;
            }
            let again = self.session.answers(&exercise);
            if let Err(Unanswered::OutOfTime) = again {
                return;
            }
            *self.tried.entry(Check::StartsAnew).or_default() += 1;
            let words = again
                .ok()
                .and_then(|again| answers.departure(&exercise, &again));
            let Some(words) = words else {
                self.before = Some(exercise);
                continue;
            };
            self.refute(Check::StartsAnew, exercise, words);
        }
    }

    /// The closest that the search came to the limit of a claim that it did not refute.
    fn reached(&self, check: Check) -> Option<f64> {
        let theorem = match check {
            Check::MistakeBound => Climbed::Rule,
            Check::Own(place) => Climbed::Own(place),
            _ => return None,
        };
        let climb = self.climb.as_ref();
        climb
            .filter(|_| self.open.contains(&check))
            .and_then(|climb| climb.reached(theorem))
    }

    fn graded(self, cut_off: Option<CutOff>) -> Grade {
        let ruling = |check: &Check| {
            let samples = self.tried.get(check).copied().unwrap_or(0);
            let witness = self.found.get(check).cloned();
            ClaimGrade {
                id: check.id(&self.task.graded),
                claim: check.claim(&self.task.graded),
                named: check.named(&self.task.graded),
                verdict: match (&witness, samples) {
                    (Some(_), _) => GradeVerdict::Refuted,
                    (None, 0) => GradeVerdict::Untried,
                    (None, _) => GradeVerdict::Holds,
                },
                samples,
                reaches: self.reached(*check),
                witness,
            }
        };
        Grade {
            refuted: !self.found.is_empty(),
            complete: cut_off.is_none(),
            cut_off,
            samples: self.samples,
            examples: self.examples,
            checks: Check::all(&self.task.graded).iter().map(ruling).collect(),
        }
    }
}
