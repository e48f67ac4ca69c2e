//! Follows one run update by update: the vector, the example that is added, and the two inequalities that hold it.
//!
//! The inequalities come with the u and γ that they speak of. Where a rule promises one of them not, or nothing separates, the number is missing and
//! the reason is a sentence. `plane` turns a run into pictures as data: where there are more than two features, along u and along what w has beside
//! it, so that sides stay exact.

mod chart;
mod plane;
mod squeeze;
#[cfg(test)]
mod tests;

pub use chart::chart;
pub use plane::{Axes, Plane, Scene};
pub use squeeze::{Squeeze, UnitSeparator};

use crate::trial::Repetition;
use perceptron::learn::{Counts, HypothesisKind, Learner, StopReason, Variant};
use perceptron::sample::{Features, Label, Rational, Sample, Separator};

/// Why a trial has no course that can be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoTrace {
    /// Nothing was learned.
    #[error(
        "error: in this trial no learner ran, so there is no course to follow\n  = help: replay it without --trace and --page"
    )]
    NoLearner,
    /// The run is not that of the one loop.
    #[error(
        "error: the learner `{0}` has a course of its own, and what is followed is the one loop\n  = help: leave `learner` out of a variant to follow the rule itself"
    )]
    OtherLearner(&'static str),
    /// There is no single run.
    #[error(
        "error: there is no run to follow: {0}\n  = help: give the variant one order instead of \"all-orders\", and a stop"
    )]
    NoRun(&'static str),
    /// Integers outgrew their range.
    #[error(
        "error: exact features left 64 bits, so the run has no course\n  = help: set arithmetic = \"f64\" in the variant"
    )]
    OutOfRange,
}

/// The course of one run, in the features that the loop saw and in units of the rule's step.
pub struct Trace {
    /// The trial's variant.
    pub variant: Variant,
    /// The example of every update that is followed, from 0.
    pub updates: Vec<usize>,
    /// The updates of the whole run.
    pub all: usize,
    /// The run's counts.
    pub counts: Counts,
    /// Why it stopped.
    pub reason: StopReason,
    /// What holds the vector from below and from above.
    pub squeeze: Squeeze,
    /// The examples as the loop saw them: whole numbers times `unit`, or floats.
    rows: Vec<Vec<f64>>,
    labels: Vec<Label>,
    unit: f64,
    /// The last feature, where it is the constant one of an offset.
    constant: Option<f64>,
}

/// A run after some of its updates.
pub struct Step<'a> {
    /// The number of updates k.
    pub updates: usize,
    /// The example of the last of them; none at the beginning.
    pub example: Option<usize>,
    /// y⟨w, x⟩ of that example before its update.
    pub score: f64,
    /// w in units of the step, in `unit`s of the features.
    weights: &'a [f64],
    /// ‖w‖.
    pub norm: f64,
    /// ⟨w, u⟩, if a direction u is known.
    pub along: Option<f64>,
    /// kγ, where the proof bounds ⟨w, u⟩ from below.
    pub lower: Option<f64>,
    /// √k·R, or what the proof has in its place, where it bounds ‖w‖ from above.
    pub upper: Option<f64>,
}

impl Trace {
    /// The course of a trial that was repeated with its learner.
    ///
    /// # Errors
    /// No learner ran, or it is not the one loop, or it left no run.
    pub fn of(trial: &Repetition) -> Result<Self, NoTrace> {
        let (Some((_, variant)), Some(learned)) = (&trial.variant, &trial.learned) else {
            return Err(NoTrace::NoLearner);
        };
        if let Some(learner) = &variant.learner {
            return Err(NoTrace::OtherLearner(learner.documentation().name));
        }
        match learned.reason {
            StopReason::OutOfRange => return Err(NoTrace::OutOfRange),
            StopReason::Failed => return Err(NoTrace::NoRun("the trial failed")),
            StopReason::Cycle | StopReason::Never => {
                return Err(NoTrace::NoRun("some order never ends"));
            }
            StopReason::StateCap => return Err(NoTrace::NoRun("the orders are too many")),
            _ => {}
        }
        let seen = seen(trial, variant)?;
        let (rows, unit) = rows(&seen.features);
        let constant = trial.constant.as_ref().or(variant.offset.0.as_ref());
        let constant = constant.map(Rational::to_f64);
        Ok(Self {
            squeeze: Squeeze::of(variant, &seen),
            variant: variant.clone(),
            updates: learned.updates.clone(),
            all: learned.updates.len(),
            counts: learned.counts,
            reason: learned.reason,
            // Where examples are divided by their norms, so is the constant feature.
            constant: constant.filter(|_| !variant.rule.normalizes()),
            rows,
            labels: seen.labels,
            unit,
        })
    }

    /// The course of the first updates only.
    pub fn until(mut self, updates: usize) -> Self {
        self.updates.truncate(updates);
        self
    }

    /// Shows the run at its beginning, where w = 0, and after every update.
    pub fn walk(&self, mut take: impl FnMut(&Step)) {
        let mut weights = vec![0.0; self.dimension()];
        take(&self.step(0, None, 0.0, &weights));
        for (before, &example) in self.updates.iter().enumerate() {
            let (row, label) = (&self.rows[example], self.labels[example]);
            // A zero without a sign.
            let score = label.value() * dot(&weights, row) * self.unit * self.unit + 0.0;
            let factor = self.variant.rule.factor(label) as f64;
            let entries = weights.iter_mut().zip(row);
            entries.for_each(|(w, x)| *w += factor * x);
            take(&self.step(before + 1, Some(example), score, &weights));
        }
    }

    fn step<'a>(
        &self,
        updates: usize,
        example: Option<usize>,
        score: f64,
        weights: &'a [f64],
    ) -> Step<'a> {
        let direction = self.squeeze.direction.as_ref().ok();
        let along = |direction: &UnitSeparator| dot(&direction.unit_vector, weights) * self.unit;
        Step {
            updates,
            example,
            score,
            norm: dot(weights, weights).sqrt() * self.unit,
            along: direction.map(along),
            lower: self.squeeze.lower(updates),
            upper: self.squeeze.upper(updates),
            weights,
        }
    }

    /// The number of features that the loop saw.
    pub fn dimension(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Whether the last feature is the constant one of an offset.
    pub fn has_constant(&self) -> bool {
        self.constant.is_some()
    }

    /// The number of examples.
    pub fn examples(&self) -> usize {
        self.labels.len()
    }

    /// The label of an example.
    pub fn label(&self, example: usize) -> Label {
        self.labels[example]
    }

    /// What a reader must know of this run besides its numbers, in sentences.
    pub fn words(&self) -> Vec<String> {
        let mut words = self.squeeze.words();
        if self.constant.is_some() {
            words.push(
                "The offset is the weight of a constant feature, which R, γ, u and w include."
                    .into(),
            );
        }
        if self.variant.rule.normalizes() {
            words.push("Every example is divided by its norm, so R = 1 and γ is the margin of the divided examples.".into());
        }
        if self.variant.transform.is_some() {
            words.push(
                "The examples are those that the learner sees, after the variant's transform."
                    .into(),
            );
        }
        if self.variant.rule.step() != Rational::one() {
            let step = self.variant.rule.step();
            words.push(format!(
                "w is in units of the step, {step}: what is added is y·x."
            ));
        }
        if self.variant.hypothesis != HypothesisKind::Last {
            let word = self.variant.hypothesis.as_str();
            words.push(format!("The run returns its {word} vector; what is followed is the current one, of which the inequalities speak."));
        }
        words
    }
}

/// The sample as the loop saw it.
fn seen(trial: &Repetition, variant: &Variant) -> Result<Sample, NoTrace> {
    // What an opponent shows is not converted.
    let Some(draws) = trial.draws else {
        return Ok(trial.sample.clone());
    };
    let learner = Learner::new(variant, &trial.sample, draws).map_err(|_| NoTrace::OutOfRange)?;
    let dimension = learner.features().dimension();
    let fits = |separator: &&Separator| separator.to_floats().len() == dimension;
    let planted = trial.sample.planted.as_ref();
    let planted = planted.filter(fits).filter(|_| variant.transform.is_none());
    Ok(Sample {
        features: learner.features().clone(),
        labels: learner.labels().to_vec(),
        planted: planted.cloned(),
    })
}

/// The rows as whole numbers and what one of them stands for, or as floats.
fn rows(features: &Features) -> (Vec<Vec<f64>>, f64) {
    let whole = |example| {
        let row = features.integer_row(example)?;
        Some(row.into_iter().map(|x| x as f64).collect())
    };
    let all = (0..features.examples()).map(whole);
    match all.collect::<Option<Vec<Vec<f64>>>>() {
        Some(rows) if features.is_exact() => (rows, features.unit().to_f64()),
        _ => {
            let row = |example| features.row(example).into_owned();
            ((0..features.examples()).map(row).collect(), 1.0)
        }
    }
}

/// Σ a_j b_j.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    perceptron::sample::dot(a, b)
}

/// So many numbers from 0 to `last` that show a course: the first ones, the last ones, and the others at equal distances.
pub fn thinned(last: usize, most: usize) -> Vec<usize> {
    if last < most {
        return (0..=last).collect();
    }
    let (first, end) = (most / 5, most / 20);
    let between = most - first - end;
    let (from, to) = (first, last + 1 - end);
    let spread = (0..between).map(|place| from + place * (to - from) / between);
    (0..first).chain(spread).chain(to..=last).collect()
}
