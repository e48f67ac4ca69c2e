//! Holds the rule that a learner claims to follow, and decides whether an update is due.

use perceptron::documented::Invalid;
use perceptron::learn::{HypothesisKind, Learner, Rule, StopReason, Variant};
use perceptron::sample::{Label, Rational, Sample, Ties};
use perceptron::seed::Seed;
use std::cmp::Ordering;

/// Rules that a learner may be graded by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum RuleName {
    /// Updates on mistakes by y·x.
    Perceptron,
    /// Like `perceptron`, but every example is divided by its norm.
    NormalizedPerceptron,
    /// Updates where y⟨w, x⟩ is below a threshold.
    MarginPerceptron,
}

/// Which weights a learner reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ReturnedWeights {
    /// Those that it predicts with.
    Last,
    /// The mean of the weights after each example shown, while it predicts with the last ones.
    Averaged,
}

/// The rule that a learner is graded against.
#[derive(Debug, Clone)]
pub struct GradedRule {
    variant: Variant,
    /// Which weights the learner reports: the last ones, or the mean.
    pub returns: ReturnedWeights,
    threshold: Option<f64>,
    step: f64,
    exact: bool,
}

/// Relative tolerance for rounding, when a learner's numbers are compared with the rule's and need not be exact.
pub(super) const ROOM: f64 = 1e-9;

/// Whether an update is due, from comparing y⟨w, x⟩ with the rule's threshold, or with 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScoreComparison {
    /// An update is due.
    Yes,
    /// No update is due.
    No,
    /// Rounding leaves open whether an update is due.
    Open,
}

impl GradedRule {
    /// Creates a rule with a tie convention; only the margin perceptron has a threshold and a step.
    ///
    /// # Errors
    /// The threshold or the step is outside its range, or belongs to another rule.
    pub fn new(
        named: RuleName,
        ties: Ties,
        returns: ReturnedWeights,
        (threshold, step): (Option<Rational>, Option<Rational>),
    ) -> Result<Self, Invalid> {
        let rule = match named {
            RuleName::Perceptron => Rule::Perceptron(perceptron::learn::rule::Perceptron {}),
            RuleName::NormalizedPerceptron => {
                Rule::NormalizedPerceptron(perceptron::learn::rule::NormalizedPerceptron {})
            }
            RuleName::MarginPerceptron => {
                Rule::MarginPerceptron(perceptron::learn::rule::MarginPerceptron {
                    threshold: threshold.clone().unwrap_or_else(Rational::one),
                    step: step.clone().unwrap_or_else(Rational::one),
                    inclusive: false,
                })
            }
        };
        let given = [("threshold", threshold.is_some()), ("step", step.is_some())];
        if let Some((key, _)) = given
            .into_iter()
            .find(|(_, given)| *given && named != RuleName::MarginPerceptron)
        {
            let problem = format!("--{key} belongs to another rule");
            return Err(Invalid::new(key, problem, "--rule margin-perceptron"));
        }
        rule.invalid().map_or(Ok(()), Err)?;
        Ok(Self::of(rule, ties, returns))
    }

    fn of(rule: Rule, ties: Ties, returns: ReturnedWeights) -> Self {
        let is_float = |value: &Rational| Rational::from_float(value.to_f64()) == *value;
        let step = rule.step();
        let threshold = rule.threshold().cloned();
        let exact = !rule.normalizes()
            && returns == ReturnedWeights::Last
            && is_float(&step)
            && threshold.as_ref().is_none_or(is_float);
        Self {
            returns,
            threshold: threshold.map(|threshold| threshold.to_f64()),
            step: step.to_f64(),
            exact,
            variant: variant(rule, ties),
        }
    }

    /// Whether a learner's weights must equal the rule's exactly; otherwise they may differ by rounding.
    pub(super) fn is_exact(&self) -> bool {
        self.exact
    }

    /// Step η of the rule: the factor of y·x in an update.
    pub(super) fn step(&self) -> f64 {
        self.step
    }

    /// Threshold that y⟨w, x⟩ must reach, or an update is due; `None` for rules that update on mistakes only.
    pub(super) fn threshold(&self) -> Option<f64> {
        self.threshold
    }

    /// Whether the rule divides every example by its norm.
    pub(super) fn normalizes(&self) -> bool {
        self.variant.rule.normalizes()
    }

    /// The tie convention of the rule: whether y⟨w, x⟩ = 0 counts as a mistake.
    pub fn ties(&self) -> Ties {
        self.variant.ties
    }

    /// Name of the rule in specs.
    pub fn name(&self) -> &'static str {
        self.variant.rule.documentation().name
    }

    /// The features of an example as the rule uses them: divided by their norm if the rule normalizes.
    pub(super) fn viewed_features(&self, x: &[f64]) -> Vec<f64> {
        let norm = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        match self.normalizes() && norm > 0.0 {
            true => x.iter().map(|x| x / norm).collect(),
            false => x.to_vec(),
        }
    }

    /// Whether two weights `a` and `b` are equal, up to rounding if the rule does not ask for exact numbers.
    pub(super) fn near(&self, a: f64, b: f64) -> bool {
        a == b || !self.exact && (a - b).abs() <= ROOM * (1.0 + a.abs() + b.abs())
    }

    /// Whether an update is due on an example for which y⟨w, x⟩ minus the threshold (0 if the rule has none) is `distance`.
    pub(super) fn is_due(&self, distance: f64, label: Label) -> bool {
        let sign = distance.partial_cmp(&0.0).unwrap_or(Ordering::Equal);
        match self.threshold {
            Some(_) => sign == Ordering::Less,
            None => self.variant.ties.is_due(sign, label),
        }
    }

    /// Indices of the examples on which this program's own learning loop updates in one pass over `sample`; `None` if rounding or the range of
    /// integers ends that run.
    pub(super) fn updates(&self, sample: &Sample) -> Option<Vec<usize>> {
        let learner = Learner::new(&self.variant, sample, Seed::root(0)).ok()?;
        let learned = learner.run(None);
        (learned.reason == StopReason::EndOfStream).then_some(learned.updates)
    }
}

/// The rule as a variant of this program's learning loop that is shown every example once, in order.
fn variant(rule: Rule, ties: Ties) -> Variant {
    Variant {
        rule,
        order: perceptron::learn::Order::Stream,
        stop: None,
        ties,
        test_ties: perceptron::sample::TestTies::Mistake,
        hypothesis: HypothesisKind::Last,
        offset: perceptron::learn::Offset(None),
        arithmetic: None,
        learner: None,
        transform: None,
        draws: None,
        comparator: None,
    }
}
