//! Shrinks a sample that refutes a claim: fewer examples, fewer features, smaller numbers, while the claim stays refuted.

use super::answers::Answers;
use super::bounds::Bounds;
use super::check::Check;
use super::exercise::Exercise;
use super::grade_report::Witness;
use super::grading_task::GradingTask;
use super::objection::Objection;
use super::run::GradedRun;
use super::session::{LearnerSession, afresh};
use super::winnow::disjunction;
use super::witness_step::{self, WitnessStep};
use std::time::{Duration, Instant};

/// Largest number of smaller samples that are tried to shrink one refuting sample.
const TRIES: u32 = 400;

/// A search for the smallest sample that refutes one claim about a learner.
pub(super) struct Search<'a> {
    task: &'a GradingTask<'a>,
    check: Check,
    /// The sample that was shown just before the refuting one, in case the fault needs both samples.
    before: Option<Exercise>,
    deadline: Instant,
    tries: u32,
}

impl<'a> Search<'a> {
    /// Creates a search; its time limit is half of the grading's time divided by the number of claims.
    pub(super) fn new(task: &'a GradingTask<'a>, check: Check, before: Option<Exercise>) -> Self {
        let share = task.seconds / 2.0 / Check::all(&task.graded).len() as f64;
        let deadline = Instant::now() + Duration::from_secs_f64(share);
        Self {
            task,
            check,
            before,
            deadline,
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
        let answers = afresh(self.task, samples).ok();
        let compared = answers.zip(samples.last()).map(|(answers, last)| {
            witness_step::steps(&GradedRun::new(&self.task.graded, last, &answers))
        });
        compared.unwrap_or_default()
    }

    /// Shows the samples to a newly started learner and describes what refutes the claim on the last one; `None` if the claim is not refuted, or no
    /// learner can be started.
    fn fresh_words(&self, samples: &[Exercise]) -> Option<String> {
        let last = samples.last()?;
        let answers = afresh(self.task, samples);
        if (self.task.is_over)() {
            return None;
        }
        match (self.check, answers) {
            (Check::Protocol, answers) => answers.err().map(|fault| fault.words),
            (Check::StartsAnew, answers) => {
                let alone = afresh(self.task, std::slice::from_ref(last)).ok()?;
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
        let bounds = Bounds::of(&run);
        self.check.hold(&run, bounds.as_ref())?.err()
    }

    /// Whether a smaller version of `samples` may be shown: examples do not become 0 if the rule divides by the norm, because that would only show how
    /// the learner divides by zero, and a disjunction still labels a sample for Winnow.
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
        loop {
            let mut candidates = smaller(&samples);
            candidates.retain(|candidate| self.is_fit(candidate, &samples));
            let mut candidates = candidates.into_iter();
            let found = candidates.find(|candidate| {
                self.tries += 1;
                self.tries <= TRIES
                    && Instant::now() < self.deadline
                    && refuted(self, candidate).is_some()
            });
            match found {
                Some(found) => samples = found,
                None => return samples,
            }
        }
    }
}

/// Smaller versions of the samples of a witness, the largest reductions first. The first of two samples may become empty.
fn smaller(samples: &[Exercise]) -> Vec<Vec<Exercise>> {
    let of_one = |place: usize| {
        let versions = smaller_versions(&samples[place]).into_iter();
        versions.map(move |version| {
            let mut all = samples.to_vec();
            all[place] = version;
            all
        })
    };
    (0..samples.len()).flat_map(of_one).collect()
}

fn smaller_versions(exercise: &Exercise) -> Vec<Exercise> {
    let mut versions = Vec::new();
    let length = exercise.len();
    let mut piece = length;
    while piece > 0 {
        let starts = (0..length).step_by(piece);
        versions.extend(starts.map(|start| without(exercise, start..(start + piece).min(length))));
        piece /= 2;
    }
    if exercise.dimension > 1 {
        versions.extend(
            (0..exercise.dimension)
                .rev()
                .map(|feature| narrower(exercise, feature)),
        );
    }
    for showing in 0..length {
        for feature in 0..exercise.dimension {
            versions.extend(simpler(exercise, showing, feature));
        }
    }
    versions
}

fn without(exercise: &Exercise, gone: std::ops::Range<usize>) -> Exercise {
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

fn narrower(exercise: &Exercise, gone: usize) -> Exercise {
    let shown = exercise.shown.iter().map(|(x, label)| {
        let kept = x.iter().enumerate().filter(|(place, _)| *place != gone);
        (kept.map(|(_, x)| *x).collect(), *label)
    });
    Exercise::new(exercise.dimension - 1, shown.collect())
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
