//! Grades a learner of somebody else: shows it samples, holds its answers against a rule's claims, and shrinks what refutes one.

mod bounds;
mod catalogue;
mod check;
mod exercise;
mod random;
mod rule;
mod run;
mod session;
mod shrink;
#[cfg(test)]
mod tests;
mod theorems;

pub use check::{CHECKS, Check};
pub use exercise::Exercise;
pub use rule::{Graded, Named, Returns};

use bounds::Bounds;
use catalogue::Catalogue;
use perceptron::learn::outside::{Fault, Pupil};
use run::Run;
use serde::Serialize;
use session::Session;
use shrink::Search;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Starts a learner that nobody else uses.
pub type Start<'a> = &'a dyn Fn() -> Result<Box<dyn Pupil>, Box<Fault>>;

/// What is graded, and how long it may take.
#[derive(Clone)]
pub struct Order<'a> {
    /// Starts the learner; called for the catalogue, after failures, and to confirm witnesses.
    pub start: Start<'a>,
    /// The rule that it claims to be.
    pub graded: Graded,
    /// Seconds for all samples; witnesses are shrunk in half of that again.
    pub seconds: f64,
    /// Whether numbers whose sums leave 64 bits are shown too.
    pub wide: bool,
}

/// What came out.
#[derive(Debug, Clone, Serialize)]
pub struct Grade {
    /// Whether some claim is refuted.
    pub refuted: bool,
    /// Whether every sample of the catalogue was shown; false where time ran out or the learner failed too often.
    pub complete: bool,
    /// Samples that were shown.
    pub samples: u64,
    /// Examples in them, shown one by one.
    pub examples: u64,
    /// The verdict on every claim.
    pub checks: Vec<Ruling>,
}

/// The verdict on one claim.
#[derive(Debug, Clone, Serialize)]
pub struct Ruling {
    /// The claim's short name.
    pub id: &'static str,
    /// What is claimed.
    pub claim: String,
    /// Its name among the claims of specs, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named: Option<&'static str>,
    /// What came out.
    pub verdict: Word,
    /// On how many samples it was tried.
    pub samples: u64,
    /// What refutes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
}

/// A verdict on a claim about a learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// No sample that was shown refutes it; that is no proof.
    Holds,
    /// A sample refutes it.
    Refuted,
    /// No sample that was shown says anything about it.
    Untried,
}

/// The smallest sample found that refutes a claim.
#[derive(Debug, Clone, Serialize)]
pub struct Witness {
    /// Samples in the order in which they are shown, a reset before each; all but the last only prepare it.
    pub samples: Vec<Exercise>,
    /// What happened, in words.
    pub words: String,
    /// Whether it came out again on a process that was started for it alone.
    pub repeats: bool,
}

/// Grades a learner. One that cannot be started is refuted: it does not keep the protocol.
pub fn grade(order: &Order) -> Grade {
    let session = Session::new(order);
    let mut grading = Grading {
        order,
        session,
        open: CHECKS.iter().copied().collect(),
        samples: 0,
        examples: 0,
        tried: BTreeMap::new(),
        found: BTreeMap::new(),
        before: None,
        kept: Vec::new(),
    };
    let complete = grading.show_all();
    grading.show_again();
    grading.graded(complete)
}

/// Failures of the learner after which no more is asked of it.
const MOST_FAILURES: u64 = 3;

/// One sample in so many is shown a second time in the end, to see whether it is answered alike.
const AGAIN: u64 = 40;

/// A learner on its way through the catalogue.
struct Grading<'a> {
    order: &'a Order<'a>,
    session: Session<'a>,
    /// Claims that are not refuted.
    open: BTreeSet<Check>,
    samples: u64,
    examples: u64,
    tried: BTreeMap<Check, u64>,
    found: BTreeMap<Check, Witness>,
    /// The sample before this one, which may have left something behind.
    before: Option<Exercise>,
    /// Samples with their answers.
    kept: Vec<(Exercise, session::Answers)>,
}

impl Grading<'_> {
    /// Shows the whole catalogue; false if it came to an end before.
    fn show_all(&mut self) -> bool {
        let deadline = Instant::now() + Duration::from_secs_f64(self.order.seconds);
        for exercise in Catalogue::new(&self.order.graded, self.order.wide) {
            let failed = self.session.failures >= MOST_FAILURES;
            if failed || Instant::now() > deadline {
                return false;
            }
            self.show(exercise);
        }
        true
    }

    /// Shows one sample and holds the answers against all claims that are open.
    fn show(&mut self, exercise: Exercise) {
        self.samples += 1;
        self.examples += exercise.len() as u64;
        match self.session.answers(&exercise) {
            Ok(answers) => {
                self.hold(&exercise, &answers);
                if self.samples.is_multiple_of(AGAIN) || self.samples < 8 {
                    self.kept.push((exercise.clone(), answers));
                }
            }
            Err(fault) => {
                *self.tried.entry(Check::Protocol).or_default() += 1;
                let shown = fault.before.responses.len() + 1;
                self.refute(Check::Protocol, exercise.first(shown), fault.words);
            }
        }
        self.before = Some(exercise);
    }

    fn hold(&mut self, exercise: &Exercise, answers: &session::Answers) {
        let run = Run::new(&self.order.graded, exercise, answers);
        let bounds = Check::needs_bounds(&self.open).then(|| Bounds::of(&run));
        for check in self.open.clone() {
            let Some(found) = check.hold(&run, bounds.as_ref().and_then(Option::as_ref)) else {
                continue;
            };
            *self.tried.entry(check).or_default() += 1;
            if let Err(objection) = found {
                // The margin of a sample is that of all its examples: without the later ones it may allow what happened.
                let met = match check.is_bounded() {
                    true => exercise.clone(),
                    false => exercise.first(objection.showing + 1),
                };
                self.refute(check, met, objection.words);
            }
        }
    }

    /// Strikes a claim off, with the smallest sample that can be found.
    fn refute(&mut self, check: Check, exercise: Exercise, words: String) {
        if !self.open.remove(&check) {
            return;
        }
        let search = Search::new(self.order, check, self.before.clone());
        let witness = search.smallest(&mut self.session, exercise, words);
        self.found.insert(check, witness);
    }

    /// Shows some samples again, the last ones first: what came before them must not matter.
    fn show_again(&mut self) {
        for (exercise, answers) in std::mem::take(&mut self.kept).into_iter().rev() {
            if !self.open.contains(&Check::StartsAnew) || self.session.failures >= MOST_FAILURES {
                return;
            }
            *self.tried.entry(Check::StartsAnew).or_default() += 1;
            let again = self.session.answers(&exercise);
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

    fn graded(self, complete: bool) -> Grade {
        let ruling = |check: &Check| {
            let samples = self.tried.get(check).copied().unwrap_or(0);
            let witness = self.found.get(check).cloned();
            Ruling {
                id: check.id(),
                claim: check.claim(&self.order.graded),
                named: check.named(&self.order.graded),
                verdict: match (&witness, samples) {
                    (Some(_), _) => Word::Refuted,
                    (None, 0) => Word::Untried,
                    (None, _) => Word::Holds,
                },
                samples,
                witness,
            }
        };
        Grade {
            refuted: !self.found.is_empty(),
            complete,
            samples: self.samples,
            examples: self.examples,
            checks: CHECKS.iter().map(ruling).collect(),
        }
    }
}
