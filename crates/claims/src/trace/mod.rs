//! Follows one run update by update: the weight vector, the example that is added, and the two inequalities of the convergence proof.
//!
//! The inequalities are kγ ≤ ⟨w, u⟩ and ‖w‖ ≤ √k·R after k updates, for a unit separator u with margin γ. If a rule does not guarantee one of them,
//! or nothing separates the examples, the number is missing and a sentence gives the reason. `plane` turns a run into pictures as data. With more
//! than two features it projects onto u and the part of w that is orthogonal to u, so that every example stays on its side of ⟨w, x⟩ = 0.

mod chart;
mod long_run;
mod plane;
mod squeeze;
#[cfg(test)]
mod tests;

pub use chart::chart;
pub use plane::{Axes, Plane, Scene};
pub use squeeze::{Squeeze, UnitSeparator};

use crate::problem::Problem;
use crate::trial::Repetition;
use perceptron::learn::{Counts, HypothesisKind, Learner, StopReason, Variant};
use perceptron::sample::{Features, Label, Rational, Sample, Separator};

/// The reason why a trial has no run that can be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoTrace {
    /// No learner ran in the trial.
    #[error("no learner ran in this trial, so there is no run to follow")]
    NoLearner,
    /// The learner, with this name, does not use the learning loop.
    #[error("the learner `{0}` does not use the learning loop, so its run cannot be followed")]
    OtherLearner(&'static str),
    /// There is no single run to follow; the text gives the reason.
    #[error("there is no run to follow: {0}")]
    NoRun(&'static str),
    /// The exact features exceed 64 bits.
    #[error("exact features exceed 64 bits, so the run cannot be followed")]
    OutOfRange,
}

impl From<NoTrace> for Problem {
    fn from(error: NoTrace) -> Self {
        let help = match error {
            NoTrace::NoLearner => "replay it without `--trace` and `--page`",
            NoTrace::OtherLearner(_) => {
                "leave `learner` out of a variant to follow the rule itself"
            }
            NoTrace::NoRun(_) => {
                "give the variant one order instead of \"all-orders\", such as order = \"cyclic\", and a stop, such as stop = \"clean-pass\""
            }
            NoTrace::OutOfRange => "set arithmetic = \"f64\" in the variant",
        };
        Self::new(error.to_string()).help(help)
    }
}

/// One run, to be followed update by update, in the features that the learner saw and with weights in units of the rule's step.
pub struct Trace {
    /// The learner configuration of the run.
    pub variant: Variant,
    /// For each update that is followed, the index of its example, from 0.
    pub updates: Vec<usize>,
    /// The number of updates of the whole run, including those that are not followed.
    pub all: usize,
    /// The counts of the whole run: passes, examples shown, mistakes and updates.
    pub counts: Counts,
    /// The reason why the run stopped.
    pub reason: StopReason,
    /// The bounds of the convergence proof on the weight vector: kγ ≤ ⟨w, u⟩ and ‖w‖ ≤ √k·R after k updates.
    pub squeeze: Squeeze,
    /// If nothing separates the examples: where the run goes, in sentences.
    long_run: Vec<String>,
    /// The features of each example as the learner saw them: whole numbers in units of `unit`, or floats.
    rows: Vec<Vec<f64>>,
    labels: Vec<Label>,
    unit: f64,
    /// The value of the last feature, if it is the constant feature of an offset.
    constant: Option<f64>,
}

/// The state of a run after some of its updates.
pub struct Step<'a> {
    /// The number of updates k made so far.
    pub updates: usize,
    /// The index of the example of the last update; `None` before the first.
    pub example: Option<usize>,
    /// y⟨w, x⟩ of the last update's example before that update; 0 before the first.
    pub score: f64,
    /// The weight vector w, in units of the step times the unit of the features.
    weights: &'a [f64],
    /// The norm ‖w‖ of the weight vector, in units of the step.
    pub norm: f64,
    /// ⟨w, u⟩ in units of the step, if a unit separator u is known.
    pub along: Option<f64>,
    /// kγ, the lower bound on ⟨w, u⟩ with γ the margin of u; `None` if the proof does not apply.
    pub lower: Option<f64>,
    /// The upper bound on ‖w‖: √k·R with R the radius, or √(k·(R² + 2τ/η)) with a threshold τ; `None` if the proof does not apply.
    pub upper: Option<f64>,
}

impl Trace {
    /// Prepares to follow the run of a trial that was repeated with its learner.
    ///
    /// # Errors
    /// No learner ran, the learner does not use the learning loop, or there is no run to follow.
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
        let seen = viewed_sample(trial, variant)?;
        let squeeze = Squeeze::of(variant, &seen);
        let (rows, unit) = rows(&seen.features);
        let constant = trial.constant.as_ref().or(variant.offset.0.as_ref());
        let constant = constant.map(Rational::to_f64);
        Ok(Self {
            long_run: long_run(trial, variant, &squeeze),
            squeeze,
            variant: variant.clone(),
            updates: learned.updates.clone(),
            all: learned.updates.len(),
            counts: learned.counts,
            reason: learned.reason,
            // If examples are divided by their norms, the constant feature no longer has a single value.
            constant: constant.filter(|_| !variant.rule.facts().normalizes),
            rows,
            labels: seen.labels,
            unit,
        })
    }

    /// Keeps only this number of updates from the start of the run, for following; the counts of the whole run stay.
    pub fn until(mut self, updates: usize) -> Self {
        self.updates.truncate(updates);
        self
    }

    /// Calls `take` at the beginning of the run, where w = 0, and after every update.
    pub fn for_each_step(&self, mut take: impl FnMut(&Step)) {
        let mut weights = vec![0.0; self.dimension()];
        take(&self.step(0, None, 0.0, &weights));
        for (before, &example) in self.updates.iter().enumerate() {
            let (row, label) = (&self.rows[example], self.labels[example]);
            // Adding 0 turns a negative zero into a positive one.
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

    /// Returns the number of features that the learner saw.
    pub fn dimension(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Whether the last feature is the constant feature of an offset.
    pub fn has_constant(&self) -> bool {
        self.constant.is_some()
    }

    /// Returns the number of examples in the sample.
    pub fn examples(&self) -> usize {
        self.labels.len()
    }

    /// Returns the label of an example.
    pub fn label(&self, example: usize) -> Label {
        self.labels[example]
    }

    /// Returns sentences that a reader needs to understand the printed numbers of this run: what u, γ, R and w are.
    pub fn paragraphs(&self) -> Vec<String> {
        let mut words = [self.squeeze.paragraphs(), self.long_run.clone()].concat();
        if self.constant.is_some() {
            words.push(
                "The offset is the weight of a constant feature, which R, γ, u and w include."
                    .into(),
            );
        }
        if self.variant.rule.facts().normalizes {
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
                "w is in units of the step, {step}: an update adds y·x."
            ));
        }
        if self.variant.hypothesis != HypothesisKind::Last {
            let word = self.variant.hypothesis.as_str();
            words.push(format!("The run returns its {word} vector; shown is the current one, to which the inequalities apply."));
        }
        words
    }
}

/// Returns sentences about where a run goes whose examples nothing separates; none for other runs, and if an opponent chose the examples.
fn long_run(trial: &Repetition, variant: &Variant, squeeze: &Squeeze) -> Vec<String> {
    let inseparable = trial.draws.filter(|_| squeeze.is_inseparable());
    let learner = inseparable.and_then(|draws| Learner::new(variant, &trial.sample, draws).ok());
    learner.map_or(Vec::new(), |learner| long_run::sentences(&learner))
}

/// Returns the sample as the learner saw it, for example with a constant feature appended or examples normalized.
fn viewed_sample(trial: &Repetition, variant: &Variant) -> Result<Sample, NoTrace> {
    // The examples of an opponent are not converted.
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

/// Returns the features of every example, with their unit: whole numbers if the features are exact, otherwise floats with unit 1.
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

/// The inner product Σ a_j b_j.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    perceptron::sample::dot(a, b)
}

/// Returns at most `most` numbers from 0 to `last`, for a thinned sequence: the first ones, the last ones, and evenly spaced ones in between.
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
