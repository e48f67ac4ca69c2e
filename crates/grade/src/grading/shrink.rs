//! Shrinks a sample that refutes a claim: fewer examples, fewer features, smaller numbers, while the claim stays refuted.

#[cfg(test)]
mod tests;

use super::answers::Answers;
use super::bounds::Bounds;
use super::check::Check;
use super::exercise::Exercise;
use super::grade_report::Witness;
use super::grading_task::GradingTask;
use super::objection::Objection;
use super::run::GradedRun;
use super::session::{LearnerSession, Unanswered, afresh};
use super::winnow::disjunction;
use super::witness_step::{self, WitnessStep};
use std::collections::BTreeSet;
use std::iter;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Largest number of smaller samples that are tried to shrink one refuting sample.
const TRIES: u32 = 400;

/// A search for the smallest sample that refutes one claim about a learner.
pub(super) struct Search<'a> {
    task: &'a GradingTask<'a>,
    check: Check,
    /// The sample that was shown just before the refuting one, in case the fault needs both samples.
    before: Option<Exercise>,
    /// When the search is over, and when the grading is.
    deadline: Instant,
    end: Instant,
    tries: u32,
}

impl<'a> Search<'a> {
    /// Creates a search; its time limit is half of the grading's time divided by the number of claims.
    pub(super) fn new(
        (task, end): (&'a GradingTask<'a>, Instant),
        check: Check,
        before: Option<Exercise>,
    ) -> Self {
        let share = task.seconds / 2.0 / Check::all(&task.graded).len() as f64;
        let deadline = Instant::now() + Duration::from_secs_f64(share);
        Self {
            task,
            check,
            before,
            deadline: deadline.min(end),
            end,
            tries: 0,
        }
    }

    /// Shrinks the refuting sample `met` and returns the smallest one found; `words` say what the learner did wrong on `met`.
    pub(super) fn smallest(
        mut self,
        session: &mut LearnerSession,
        met: Exercise,
        words: String,
    ) -> Witness {
        let failures = session.failures;
        let alone = vec![met.clone()];
        // Only a witness that a fresh process shows can be repeated by others.
        let witness = if self.fresh_words(&alone).is_some() {
            let small = match self.check {
                Check::Protocol | Check::StartsAnew => {
                    self.shrunk(alone, &mut |search, samples| search.fresh_words(samples))
                }
                _ => self.shrunk(alone, &mut |search, samples| {
                    search.objection_text(session, samples)
                }),
            };
            self.confirmed(small)
        } else {
            self.after_another(&met)
        };
        // Failures during the search are those of candidates, and count at most once.
        session.failures = session.failures.min(failures + 1);
        witness.unwrap_or_else(|| Witness {
            steps: self.steps(std::slice::from_ref(&met)),
            samples: vec![met],
            words,
            repeats: false,
        })
    }

    /// Finds a refutation by two samples, one shown after the other, for a fault that the sample `met` alone does not show.
    fn after_another(&mut self, met: &Exercise) -> Option<Witness> {
        let both = vec![self.before.clone()?, met.clone()];
        self.fresh_words(&both)?;
        let small = self.shrunk(both, &mut |search, samples| search.fresh_words(samples));
        self.confirmed(small)
    }

    /// Returns the samples as a witness, if a newly started learner shows the fault on them again.
    fn confirmed(&self, samples: Vec<Exercise>) -> Option<Witness> {
        let words = self.fresh_words(&samples)?;
        Some(Witness {
            steps: self.steps(&samples),
            samples,
            words,
            repeats: true,
        })
    }

    /// The steps of a newly started learner on the examples of the last of these samples.
    fn steps(&self, samples: &[Exercise]) -> Vec<WitnessStep> {
        let answers = afresh(self.task, samples, self.end).ok();
        let compared = answers.zip(samples.last()).map(|(answers, last)| {
            witness_step::steps(&GradedRun::new(&self.task.graded, last, &answers))
        });
        compared.unwrap_or_default()
    }

    /// Shows the samples to a newly started learner and describes what refutes the claim on the last one; `None` if the claim is not refuted, or no
    /// learner can be started.
    fn fresh_words(&self, samples: &[Exercise]) -> Option<String> {
        let last = samples.last()?;
        let answers = afresh(self.task, samples, self.end);
        if (self.task.is_over)() {
            return None;
        }
        match (self.check, answers) {
            (_, Err(Unanswered::OutOfTime)) => None,
            (Check::Protocol, Err(Unanswered::Fault(fault))) => Some(fault.words),
            (Check::Protocol, Ok(_)) => None,
            (Check::StartsAnew, answers) => {
                let alone = afresh(self.task, std::slice::from_ref(last), self.end).ok()?;
                alone.departure(last, &answers.ok()?)
            }
            (_, answers) => self
                .objection(last, &answers.ok()?)
                .map(|found| found.words),
        }
    }

    /// Like [`Self::fresh_words`], but shows only the last sample, to the learner that already runs.
    fn objection_text(&self, session: &mut LearnerSession, samples: &[Exercise]) -> Option<String> {
        let last = samples.last()?;
        let answers = session.answers(last).ok()?;
        self.objection(last, &answers).map(|found| found.words)
    }

    fn objection(&self, exercise: &Exercise, answers: &Answers) -> Option<Objection> {
        let run = GradedRun::new(&self.task.graded, exercise, answers);
        let needed = Check::needs_bounds(&BTreeSet::from([self.check]), &self.task.graded);
        let bounds = needed.then(|| Bounds::of(&run)).flatten();
        self.check.hold(&run, bounds.as_ref())?.err()
    }

    /// Whether a smaller version of `samples` may be shown. If the rule divides by the norm, no example may become 0, because that would only show how
    /// the learner divides by zero. A sample for Winnow must still be labelled by a disjunction.
    fn is_fit(&self, candidate: &[Exercise], samples: &[Exercise]) -> bool {
        let graded = &self.task.graded;
        let has_zero = |samples: &[Exercise]| samples.iter().any(Exercise::has_zero);
        let is_labelled = |exercise: &Exercise| disjunction(exercise).is_some();
        let becomes_zero = graded.divides_by_norm() && has_zero(candidate) && !has_zero(samples);
        !becomes_zero && (graded.winnow().is_none() || candidate.iter().all(is_labelled))
    }

    /// Replaces the samples by the first smaller version that still refutes the claim, and repeats this until no version does.
    fn shrunk(
        &mut self,
        mut samples: Vec<Exercise>,
        refuted: &mut dyn FnMut(&Self, &[Exercise]) -> Option<String>,
    ) -> Vec<Exercise> {
        while let Some(found) = self.next_smaller(&samples, refuted) {
            samples = found;
        }
        samples
    }

    /// The first smaller version of the samples that still refutes the claim; `None` if no version does, or if the tries or the time are used up.
    fn next_smaller(
        &mut self,
        samples: &[Exercise],
        refuted: &mut dyn FnMut(&Self, &[Exercise]) -> Option<String>,
    ) -> Option<Vec<Exercise>> {
        for candidate in smaller(samples) {
            if Instant::now() >= self.deadline {
                return None;
            }
            if !self.is_fit(&candidate, samples) {
                continue;
            }
            self.tries += 1;
            if self.tries > TRIES {
                return None;
            }
            if refuted(self, &candidate).is_some() {
                return Some(candidate);
            }
        }
        None
    }
}

/// Smaller versions of the samples of a witness, the largest reductions first. The first of two samples may become empty.
fn smaller(samples: &[Exercise]) -> impl Iterator<Item = Vec<Exercise>> {
    (0..samples.len()).flat_map(move |place| {
        smaller_versions(&samples[place]).map(move |version| {
            let mut all = samples.to_vec();
            all[place] = version;
            all
        })
    })
}

/// Smaller versions of one sample. They are made one after another, because a wide sample has very many.
fn smaller_versions(exercise: &Exercise) -> impl Iterator<Item = Exercise> {
    let (length, dimension) = (exercise.len(), exercise.dimension);
    let shorter = pieces(length, length).map(|gone| without(exercise, &gone));
    let last_first = move |gone: Range<usize>| dimension - gone.end..dimension - gone.start;
    let narrower =
        pieces(dimension, dimension / 2).map(move |gone| narrower(exercise, &last_first(gone)));
    let simpler = (0..length).flat_map(move |showing| {
        (0..dimension).flat_map(move |feature| simpler(exercise, showing, feature))
    });
    shorter.chain(narrower).chain(simpler)
}

/// Ranges of indices below `count`: all of the length `longest` in order, then those of half of this length, and so on down to single indices.
fn pieces(count: usize, longest: usize) -> impl Iterator<Item = Range<usize>> {
    let halves = iter::successors(Some(longest), |length| Some(length / 2));
    let lengths = halves.take_while(|length| *length > 0);
    lengths.flat_map(move |length| {
        let starts = (0..count).step_by(length);
        starts.map(move |start| start..(start + length).min(count))
    })
}

fn without(exercise: &Exercise, gone: &Range<usize>) -> Exercise {
    let kept = exercise
        .shown
        .iter()
        .enumerate()
        .filter(|(place, _)| !gone.contains(place));
    Exercise::new(
        exercise.dimension,
        kept.map(|(_, shown)| shown.clone()).collect(),
    )
}

fn narrower(exercise: &Exercise, gone: &Range<usize>) -> Exercise {
    let shown = exercise.shown.iter().map(|(x, label)| {
        let kept = x
            .iter()
            .enumerate()
            .filter(|(place, _)| !gone.contains(place));
        (kept.map(|(_, x)| *x).collect(), *label)
    });
    Exercise::new(exercise.dimension - gone.len(), shown.collect())
}

/// Versions of a sample in which one feature of one example is simpler: smaller by absolute value, then by sign, so that the search ends.
fn simpler(exercise: &Exercise, showing: usize, feature: usize) -> Vec<Exercise> {
    let value = exercise.shown[showing].0[feature];
    let half = (value / 2.0).trunc();
    let candidates = [
        0.0,
        1.0,
        -1.0,
        half,
        value - value.signum(),
        value.trunc(),
        -value,
    ];
    let is_simpler = |other: &f64| {
        let closer = other.abs() < value.abs() && (other.fract() == 0.0 || value.fract() != 0.0);
        closer
            || *other == -value && value < 0.0
            || value.fract() != 0.0 && other.fract() == 0.0 && other.abs() <= 1.0
    };
    let changed = |other: f64| {
        let mut version = exercise.clone();
        version.shown[showing].0[feature] = other;
        version
    };
    candidates
        .into_iter()
        .filter(is_simpler)
        .map(changed)
        .collect()
}
