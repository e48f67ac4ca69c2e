//! Holds the rule that a learner claims to follow, and decides whether an update is due.

use super::exercise::Exercise;
use super::own_theorems::OwnTheorem;
use super::passive_aggressive::{self, PassiveAggressive};
use super::rounding::ROOM;
use super::settings::{ReturnedWeights, RuleName, RuleSettings, finite};
use super::winnow::{self, Winnow};
use claims::claim::TheoremFile;
use perceptron::documented::Invalid;
use perceptron::learn::{HypothesisKind, Learner, Rule, StopReason, Variant};
use perceptron::sample::{Label, Rational, Sample, Ties};
use perceptron::seed::Seed;
use std::cmp::Ordering;

/// The rule that a learner is graded against.
#[derive(Debug, Clone)]
pub struct GradedRule {
    /// Which weights the learner reports: the last ones, or the mean.
    pub returns: ReturnedWeights,
    pub(super) family: Family,
    /// Theorems of the user by which every run of the learner is judged, too.
    pub(super) theorems: Vec<OwnTheorem>,
}

/// The family of a rule, with its numbers.
#[derive(Debug, Clone)]
pub(super) enum Family {
    /// Adds a fixed multiple of y·x: perceptron, normalized perceptron, margin perceptron.
    Perceptron(PerceptronRule),
    /// Adds a multiple of y·x that depends on the loss.
    PassiveAggressive(PassiveAggressive),
    /// Multiplies weights.
    Winnow(Winnow),
}

/// A rule that adds a fixed multiple of y·x.
#[derive(Debug, Clone)]
pub(super) struct PerceptronRule {
    variant: Box<Variant>,
    threshold: Option<f64>,
    step: f64,
    exact: bool,
}

impl GradedRule {
    /// Creates a rule with a tie convention; only some rules have a threshold, a step, an aggressiveness or a promotion factor.
    ///
    /// # Errors
    /// A setting is outside its range, or belongs to another rule.
    pub fn new(
        named: RuleName,
        ties: Ties,
        returns: ReturnedWeights,
        settings: &RuleSettings,
    ) -> Result<Self, Invalid> {
        settings.validate_for(named)?;
        let is_perceptron = !matches!(named, RuleName::PassiveAggressive | RuleName::Winnow);
        if returns == ReturnedWeights::Averaged && !is_perceptron {
            let problem = "means of weights are graded only for the perceptron rules";
            return Err(Invalid::new("hypothesis", problem, "`--hypothesis last`"));
        }
        let family = match named {
            RuleName::PassiveAggressive => {
                Family::PassiveAggressive(settings.passive_aggressive()?)
            }
            RuleName::Winnow => Family::Winnow(settings.winnow(ties)?),
            _ => Family::Perceptron(PerceptronRule::new(named, ties, returns, settings)?),
        };
        Ok(Self {
            returns,
            family,
            theorems: Vec::new(),
        })
    }

    /// The rule with the theorems of a file, by which every run of the learner is judged in addition to the claims about the rule.
    ///
    /// # Errors
    /// In words, which theorem cannot be judged on a single run, and why.
    pub fn with_theorems(self, file: &TheoremFile) -> Result<Self, String> {
        let theorems = OwnTheorem::all(file, self.name(), self.variant()?)?;
        Ok(Self { theorems, ..self })
    }

    /// The rule as a variant of a study that is shown every example once, in order.
    pub(super) fn variant(&self) -> Result<Variant, String> {
        let exact = |number: f64| format!("\"{}\"", Rational::from_float(number));
        let learner = match &self.family {
            Family::Perceptron(rule) => return Ok((*rule.variant).clone()),
            Family::PassiveAggressive(PassiveAggressive::Plain) => "passive-aggressive = {}".into(),
            Family::PassiveAggressive(PassiveAggressive::Capped(c)) => format!(
                "passive-aggressive = {{ kind = \"pa-1\", aggressiveness = {} }}",
                exact(*c)
            ),
            Family::PassiveAggressive(PassiveAggressive::Damped(c)) => format!(
                "passive-aggressive = {{ kind = \"pa-2\", aggressiveness = {} }}",
                exact(*c)
            ),
            Family::Winnow(rule) => rule.learner(exact),
        };
        let text = format!("order = \"stream\"\nlearner = {{ {learner} }}");
        toml::from_str(&text).map_err(|error| error.message().to_owned())
    }

    fn perceptron(&self) -> Option<&PerceptronRule> {
        match &self.family {
            Family::Perceptron(rule) => Some(rule),
            _ => None,
        }
    }

    /// The numbers of Winnow; `None` for the other rules.
    pub(super) fn winnow(&self) -> Option<Winnow> {
        match self.family {
            Family::Winnow(rule) => Some(rule),
            _ => None,
        }
    }

    /// Whether weights after a step must equal those of a perceptron rule exactly; otherwise they may differ by rounding.
    pub(super) fn is_exact(&self) -> bool {
        self.perceptron().is_some_and(|rule| rule.exact)
    }

    /// Step η of a perceptron rule: the factor of y·x in an update; 1 for the other rules.
    pub(super) fn step(&self) -> f64 {
        self.perceptron().map_or(1.0, |rule| rule.step)
    }

    /// Threshold that y⟨w, x⟩ must reach by a perceptron rule, or an update is due; `None` for rules without one.
    pub(super) fn threshold(&self) -> Option<f64> {
        self.perceptron().and_then(|rule| rule.threshold)
    }

    /// Whether the rule divides every example by its norm.
    pub(super) fn normalizes(&self) -> bool {
        let rule = self.perceptron();
        rule.is_some_and(|rule| rule.variant.rule.facts().normalizes)
    }

    /// Whether the rule divides by the norm of an example, or by its square.
    pub(super) fn divides_by_norm(&self) -> bool {
        self.normalizes() || matches!(self.family, Family::PassiveAggressive(_))
    }

    /// The tie convention of the rule: whether y⟨w, x⟩ = 0 counts as a mistake.
    pub fn ties(&self) -> Ties {
        self.perceptron()
            .map_or(Ties::Mistake, |rule| rule.variant.ties)
    }

    /// Name of the rule in specs.
    pub fn name(&self) -> &'static str {
        match &self.family {
            Family::Perceptron(rule) => rule.variant.rule.documentation().name,
            Family::PassiveAggressive(_) => "passive-aggressive",
            Family::Winnow(_) => "winnow",
        }
    }

    /// The rule with its conventions and numbers, in words.
    pub fn described(&self) -> String {
        let name = self.name();
        match &self.family {
            Family::Perceptron(_) => format!("{name}, ties {}", self.ties().as_str()),
            Family::PassiveAggressive(rule) => format!("{name}, {}", rule.described()),
            Family::Winnow(rule) => format!("{name}, {}", rule.described()),
        }
    }

    /// Each weight after a reset.
    pub(super) fn start(&self) -> f64 {
        match self.family {
            Family::Winnow(_) => 1.0,
            _ => 0.0,
        }
    }

    /// The features of an example as the rule uses them: divided by their norm if the rule normalizes.
    pub(super) fn viewed_features(&self, x: &[f64]) -> Vec<f64> {
        let norm = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        match self.normalizes() && norm > 0.0 {
            true => x.iter().map(|x| x / norm).collect(),
            false => x.to_vec(),
        }
    }

    /// Whether two weights `a` and `b` are equal; up to rounding for a perceptron rule that does not ask for exact numbers.
    pub(super) fn near(&self, a: f64, b: f64) -> bool {
        let is_rounded = self.perceptron().is_some_and(|rule| !rule.exact);
        a == b || is_rounded && (a - b).abs() <= ROOM * (1.0 + a.abs() + b.abs())
    }

    /// Whether a perceptron rule asks for an update on an example for which y⟨w, x⟩ minus the threshold (0 if the rule has none) is `distance`.
    pub(super) fn is_due(&self, distance: f64, label: Label) -> bool {
        let sign = distance.partial_cmp(&0.0).unwrap_or(Ordering::Equal);
        match self.threshold() {
            Some(_) => sign == Ordering::Less,
            None => self.ties().is_due(sign, label),
        }
    }

    /// Indices of the examples on which our own run of the rule updates in one pass over a sample; `None` if rounding or the range of integers ends
    /// that run.
    pub(super) fn updates(&self, exercise: &Exercise) -> Option<Vec<usize>> {
        match &self.family {
            Family::Perceptron(rule) => rule.updates(&exercise.sample()?),
            Family::PassiveAggressive(rule) => passive_aggressive::updates(*rule, exercise),
            Family::Winnow(rule) => winnow::updates(*rule, exercise),
        }
    }
}

impl PerceptronRule {
    fn new(
        named: RuleName,
        ties: Ties,
        returns: ReturnedWeights,
        settings: &RuleSettings,
    ) -> Result<Self, Invalid> {
        let rule = match named {
            RuleName::NormalizedPerceptron => {
                Rule::NormalizedPerceptron(perceptron::learn::rule::NormalizedPerceptron {})
            }
            RuleName::MarginPerceptron => {
                let threshold = settings.threshold.clone().unwrap_or_else(Rational::one);
                let step = settings.size()?;
                finite("threshold", &threshold)?;
                finite("step", &step)?;
                Rule::MarginPerceptron(perceptron::learn::rule::MarginPerceptron {
                    threshold,
                    step,
                    inclusive: false,
                })
            }
            _ => Rule::Perceptron(perceptron::learn::rule::Perceptron {}),
        };
        rule.in_range()?;
        Ok(Self::of(rule, ties, returns))
    }

    fn of(rule: Rule, ties: Ties, returns: ReturnedWeights) -> Self {
        let is_float = |value: &Rational| Rational::from_float(value.to_f64()) == *value;
        let step = rule.step();
        let threshold = rule.threshold().cloned();
        let exact = !rule.facts().normalizes
            && returns == ReturnedWeights::Last
            && is_float(&step)
            && threshold.as_ref().is_none_or(is_float);
        Self {
            threshold: threshold.map(|threshold| threshold.to_f64()),
            step: step.to_f64(),
            exact,
            variant: Box::new(variant(rule, ties)),
        }
    }

    fn updates(&self, sample: &Sample) -> Option<Vec<usize>> {
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
        select: None,
    }
}
