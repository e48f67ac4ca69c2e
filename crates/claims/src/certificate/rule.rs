//! Decides whether an example is a mistake and calls for an update, with a weight vector that is repeated exactly and, for runs in f64, in f64 too.
//! If the two arithmetics differ, the check answers `rounding-dependent`, because neither can be called wrong.

use super::Certificate;
use super::answer::{CheckResult, ScoreDecision, rounding_dependent};
use super::exact::Integral;
use super::own_step::OwnRun;
use super::vector::{ExactScore, ExactVector};
use perceptron::learn::{Rule, RuleFacts};
use perceptron::sample::{Dense, Label, Rational, dot};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The learner's update rule, threshold, tie convention and arithmetic, read from the certificate alone.
pub(super) struct CertifiedRule<'a> {
    certificate: &'a Certificate,
    pub normalizes: bool,
    /// Whether every example shown causes an update.
    always_updates: bool,
    in_floats: bool,
    /// The threshold divided by the step; `None` for rules that update on mistakes.
    ratio: Option<Rational>,
    squared_unit: Rational,
}

/// A certified run that is being repeated: its weight vector after some of the listed updates, in exact arithmetic and in floats.
pub(super) struct RunInProgress<'a> {
    pub sample: &'a Integral<'a>,
    exact: ExactVector,
    floats: Vec<f64>,
    /// The run of a learner with steps of its own; the vectors above stay 0 then.
    own: Option<OwnRun<'a>>,
    /// The features of all examples as floats, first plain, then as the rule uses them, divided by their norms if it normalizes; `None` if they take
    /// too much memory.
    rows: Option<[Cow<'a, Dense>; 2]>,
    /// Σ ‖x‖ over the updates, or the number of updates if each x is divided by its norm. Together with `updates` it bounds the error of a score in
    /// floats, so that integers are needed only for scores close to the number that they are compared with.
    size: f64,
    updates: f64,
}

/// The largest size of a sample (examples × features) that the check holds in memory as floats.
const MOST_FEATURES_AS_FLOATS: usize = 1 << 26;

/// A score as a float, and a bound on its distance from the exact score.
struct Approximate {
    value: f64,
    error: f64,
}

impl Approximate {
    /// Compares the exact score with another number; `None` if the rounding error leaves the result open.
    fn compare(&self, other: f64) -> Option<Ordering> {
        let distance = self.value - other;
        let error = self.error + other.abs() * f64::EPSILON;
        // A sum beyond the range of floats is open too.
        (distance.abs() > error && distance.is_finite())
            .then(|| distance.partial_cmp(&0.0))
            .flatten()
    }
}

impl<'a> CertifiedRule<'a> {
    pub(super) fn new(certificate: &'a Certificate, sample: &Integral) -> Self {
        let ratio = certificate
            .threshold
            .as_ref()
            .zip(certificate.step.as_ref())
            .map(|(threshold, step)| threshold / step);
        let rule = certificate.rule.as_deref().and_then(Rule::named);
        let facts = rule.map_or(RuleFacts::NONE, |rule| rule.facts());
        Self {
            certificate,
            normalizes: facts.normalizes,
            always_updates: facts.always_updates,
            in_floats: certificate.arithmetic.as_deref() == Some("f64"),
            ratio,
            squared_unit: sample.unit().square(),
        }
    }

    /// Whether the rule has the threshold 0, so that a score of zero can be a mistake that calls for no update.
    pub(super) fn has_threshold_zero(&self) -> bool {
        self.ratio.as_ref().is_some_and(Rational::is_zero)
    }

    /// Whether the certified run knew its scores only to some digits, although its arithmetic is exact: a run of the normalized rule.
    pub(super) fn rounds(&self) -> bool {
        self.normalizes && !self.in_floats
    }

    fn decision(&self, label: Label, sign: Ordering, below: Option<bool>) -> ScoreDecision {
        // A tie predicts +1, which is wrong for a negative label. For a positive label, the tie convention decides.
        let tie_counts =
            self.certificate.ties.as_deref() == Some("mistake") || label == Label::Negative;
        let mistake = sign == Ordering::Less || sign == Ordering::Equal && tie_counts;
        let margin_mistake = below.unwrap_or(mistake);
        ScoreDecision {
            mistake,
            margin_mistake,
            due: self.always_updates || margin_mistake,
        }
    }

    /// Returns the decision on an example if its score in floats settles it; otherwise `None`.
    fn near(&self, label: Label, score: &Approximate) -> Option<ScoreDecision> {
        let against = |ratio: &Rational| Some(score.compare(ratio.to_f64())? == Ordering::Less);
        let below = match &self.ratio {
            None => None,
            Some(ratio) => Some(against(ratio)?),
        };
        Some(self.decision(label, score.compare(0.0)?, below))
    }

    fn exact(&self, label: Label, score: &ExactScore) -> Option<ScoreDecision> {
        let below = self.ratio.as_ref().map(|ratio| self.value(score) < *ratio);
        Some(self.decision(label, score.sign()?, below))
    }

    /// Whether a score y⟨w, x⟩, an integer in units of the step and the squared unit of the features, calls for an update; for rules that do not divide
    /// examples by their norms.
    pub(super) fn calls_for_update(&self, label: Label, score: i128) -> bool {
        let below = self.ratio.as_ref().map(|ratio| {
            let value = &Rational::from(score) * &self.squared_unit;
            value < *ratio
        });
        self.decision(label, score.cmp(&0), below).due
    }

    /// Returns an exact score y⟨w, x⟩ as a fraction in units of the step, for rules that do not divide examples by their norms.
    fn value(&self, score: &ExactScore) -> Rational {
        &score.fraction() * &self.squared_unit
    }

    fn float(&self, label: Label, score: f64) -> ScoreDecision {
        let below = self.ratio.as_ref().map(|ratio| score < ratio.to_f64());
        self.decision(
            label,
            score.partial_cmp(&0.0).unwrap_or(Ordering::Equal),
            below,
        )
    }

    /// Decides whether an example is a mistake and calls for an update; for a run in f64, in exact arithmetic and in f64. Fails with the result of
    /// the check if the two disagree or the decision stays open.
    pub(super) fn decide(
        &self,
        run: &RunInProgress,
        example: usize,
        field: &str,
    ) -> Result<ScoreDecision, CheckResult> {
        let label = run.sample.label(example);
        if let Some(own) = &run.own {
            let ties = self.certificate.ties.as_deref() == Some("mistake");
            return Ok(own.decide(run.sample, example, ties));
        }
        let exact = match self.near(label, &run.approximate(example)) {
            Some(decision) => decision,
            None => self.decide_exactly(run, example, field)?,
        };
        if !self.in_floats {
            return Ok(exact);
        }
        let float = run.float_score(example, self);
        // Only decisions steer a run, so the decisions must agree, not the values.
        if self.float(label, float) == exact {
            return Ok(exact);
        }
        let value = match self.normalizes {
            true => "its sign".to_owned(),
            false => self.value(&run.score(example)).to_string(),
        };
        let against = self.ratio.as_ref();
        let against = against.map_or("0".to_owned(), Rational::to_string);
        let why = format!(
            "y⟨w, x⟩/step of example {example} is {value} exactly and {float:?} in f64; compared with {against}, the two decide differently"
        );
        rounding_dependent(field, example, why)
    }

    fn decide_exactly(
        &self,
        run: &RunInProgress,
        example: usize,
        field: &str,
    ) -> Result<ScoreDecision, CheckResult> {
        let decision = self.exact(run.sample.label(example), &run.score(example));
        decision.ok_or_else(|| CheckResult::Undecided {
            field: field.to_owned(),
            example,
        })
    }

    /// Whether some steps that are due change nothing, so that they are not listed.
    pub(super) fn may_be_idle(&self) -> bool {
        self.certificate.learner.is_some()
    }

    /// Compares the scores y⟨w, x⟩ of two examples; for a run in f64, in exact arithmetic and in f64. The rule must divide by no norm, or all norms
    /// must be equal.
    pub(super) fn compare(
        &self,
        run: &RunInProgress,
        [a, b]: [usize; 2],
        field: &str,
    ) -> Result<Ordering, CheckResult> {
        if let Some(own) = &run.own {
            let [of_a, of_b] = [a, b].map(|example| own.score(run.sample, example));
            return Ok(of_a.partial_cmp(&of_b).unwrap_or(Ordering::Equal));
        }
        let [of_a, of_b] = [a, b].map(|example| run.approximate(example));
        let difference = Approximate {
            value: of_a.value - of_b.value,
            error: (of_a.error + of_b.error) * (1.0 + f64::EPSILON),
        };
        let exactly = || self.compare_exactly(run, [a, b], field);
        let exact = difference.compare(0.0).map_or_else(exactly, Ok)?;
        if !self.in_floats {
            return Ok(exact);
        }
        let [of_a, of_b] = [a, b].map(|example| run.float_score(example, self));
        if of_a.partial_cmp(&of_b) == Some(exact) {
            return Ok(exact);
        }
        let why = format!(
            "of examples {a} and {b}, y⟨w, x⟩/step is {of_a:?} and {of_b:?} in f64, and exactly they compare the other way"
        );
        rounding_dependent(field, a, why)
    }

    fn compare_exactly(
        &self,
        run: &RunInProgress,
        [a, b]: [usize; 2],
        field: &str,
    ) -> Result<Ordering, CheckResult> {
        let compared = run.score(a).compare(&run.score(b));
        compared.ok_or_else(|| CheckResult::Undecided {
            field: field.to_owned(),
            example: a,
        })
    }
}

impl<'a> RunInProgress<'a> {
    /// Starts to repeat a run on this sample, at w = 0.
    pub(super) fn new(sample: &'a Integral<'a>, rule: &CertifiedRule<'a>) -> Self {
        let held = sample.examples() * sample.dimension() <= MOST_FEATURES_AS_FLOATS;
        let rows = held.then(|| {
            let rows = sample.dense();
            let divided = match rule.normalizes {
                true => Cow::Owned(rows.normalized()),
                false => rows.clone(),
            };
            [rows, divided]
        });
        Self {
            sample,
            exact: ExactVector::zero(rule.normalizes),
            floats: vec![0.0; sample.dimension()],
            own: rule
                .certificate
                .learner
                .as_ref()
                .map(|learner| OwnRun::new(learner, sample.dimension())),
            rows,
            size: 0.0,
            updates: 0.0,
        }
    }

    /// Whether an update on an example changes a weight; a step that changes none is no update.
    pub(super) fn changes(&self, example: usize) -> bool {
        let own = self.own.as_ref();
        own.is_none_or(|own| own.changes(self.sample, example))
    }

    fn score(&self, example: usize) -> ExactScore {
        self.exact.score(self.sample, example)
    }

    /// Returns the score y⟨w, x⟩ of an example as a float with its error, in units of the step, with x not divided by its norm.
    ///
    /// Every entry of w is a sum with one term per update, and each term adds an error of a few units in the last place of Σ |x|. The sum over the
    /// entries adds errors of that size too. By Cauchy and Schwarz, all errors together are at most (updates + features + a few)·ε·Σ‖x_s‖·‖x‖.
    fn approximate(&self, example: usize) -> Approximate {
        let row = self.row(example, false);
        let terms = self.updates + row.len() as f64 + 16.0;
        let length = dot(&row, &row).sqrt();
        Approximate {
            value: self.sample.label(example).value() * dot(&row, &self.floats),
            error: terms * f64::EPSILON * self.size * length,
        }
    }

    fn float_score(&self, example: usize, rule: &CertifiedRule) -> f64 {
        let row = self.row(example, rule.normalizes);
        self.sample.label(example).value() * dot(&row, &self.floats)
    }

    fn row(&self, example: usize, divided: bool) -> Cow<'_, [f64]> {
        match &self.rows {
            Some(rows) => Cow::Borrowed(rows[usize::from(divided)].row(example)),
            None if divided => {
                let row = Dense::new(self.sample.dimension(), self.sample.floats(example));
                Cow::Owned(row.normalized().row(0).to_vec())
            }
            None => Cow::Owned(self.sample.floats(example)),
        }
    }

    pub(super) fn update(&mut self, example: usize, rule: &CertifiedRule) {
        if let Some(own) = &mut self.own {
            own.update(self.sample, example);
            self.updates += 1.0;
            return;
        }
        self.exact.add(self.sample, example);
        let row = self.row(example, rule.normalizes).into_owned();
        let sign = self.sample.label(example).value();
        let weights = self.floats.iter_mut().zip(&row);
        weights.for_each(|(w, x)| *w += sign * x);
        self.size += dot(&row, &row).sqrt();
        self.updates += 1.0;
    }
}
