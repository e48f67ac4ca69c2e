//! Describes a variant: one named learner configuration, as a spec writes it.
//!
//! Arithmetic is a conversion, not a mode: `arithmetic = "f64"` turns the feature store into `dense` and runs the same loop. The normalized
//! perceptron on exact features with unequal norms runs on `rounded`, whose scores have a known error bound. If the bound does not settle a sign, the
//! trial is undecided. If all norms are equal, the run is exact, because a common factor changes no decision of the plain rule.

use super::external::{PoolHandle, ProcessPool};
use super::key_choice::KeyChoice;
use super::rule::Perceptron;
use super::{
    Comparator, HypothesisKind, Offset, Order, OtherLearner, Process, Rule, Stop, Transform, order,
};
use crate::documented::{Invalid, documented};
use crate::sample::{Rational, TestTies, Ties};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use strum::IntoStaticStr;

/// Numbers in which a run is computed.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Arithmetic {
    /// Integers: i64, promoted to i128.
    Exact,
    /// Floats of 64 bits.
    F64,
}

crate::documented::choice!(Arithmetic);

impl Arithmetic {
    /// Returns the name that specs and results use: `exact` or `f64`.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

fn perceptron() -> Rule {
    Rule::Perceptron(Perceptron {})
}

fn cyclic() -> Order {
    Order::Cyclic
}

documented! {
    name = "variants";
    /// A variant is a rule × order × stop × hypothesis, with its tie conventions and arithmetic.
    ///
    /// # Formula
    /// From w = 0: show the examples in the given order; where the rule finds y⟨w, x⟩ too small, w ← w + step·y·x.
    /// # Source
    /// The algorithms of the five notes; docs/theory.md, section 0, Ties, for the conventions.
    /// # Examples
    /// ```toml
    /// [variants.margin]
    /// rule  = { margin-perceptron = { threshold = 1, step = 1 } }
    /// order = "random"
    /// stop  = "clean-pass"
    /// ```
    pub struct Variant {
        /// The update rule: `{ perceptron = {} }`, `{ normalized-perceptron = {} }`, `{ margin-perceptron = { threshold = 1, step = 1 } }`, `{ hebb = {} }`. Only learners that follow no rule may omit it.
        #[serde(default = "perceptron")]
        pub rule: Rule,
        /// How examples are chosen: "stream", "cyclic", "shuffled", "random", "first-misclassified", "random-misclassified", "most-violated", "least-violated", `{ given = [indices] }` or "all-orders". Only learners that see the whole sample at once may omit it.
        #[serde(default = "cyclic", deserialize_with = "order::read")]
        pub order: Order,
        /// When to stop: "end-of-stream", "clean-pass", { updates = N }, { passes = K } or the mutant "quiet-period" (a number of examples in a row without an update, no full scan). If left out: "end-of-stream" for stream and given, else "clean-pass".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub stop: Option<Stop>,
        /// Whether y⟨w, x⟩ = 0 counts as a mistake: "mistake", "positive", where sign(0) = +1, or the mutant "strict", which updates only below 0.
        pub ties: Ties = "mistake",
        /// How a test example with ⟨w, x⟩ = 0 is scored: "mistake", "positive", "negative" or "half". Refused for a learner with a tie rule of its own (winnow, process), which tests use.
        pub test_ties: TestTies = "mistake",
        /// Which vector is returned, such as "averaged"; `explain last` names all.
        pub hypothesis: HypothesisKind = "last",
        /// The value of a constant feature appended to every example, or false for none.
        pub offset: Offset = false,
        /// "exact" (default where the features are exact) or "f64".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub arithmetic: Option<Arithmetic>,
        /// `{ key = "rule.margin-perceptron.threshold", from = [0, 1, 5], by = "3-fold" }`: chooses a key of this variant by cross validation inside of each sample; the column `selected` says what was chosen, and `explain select` more.
        #[serde(default, skip_serializing)]
        pub select: Option<KeyChoice>,
        /// `{ NAME = { … } }`: an independent implementation of the rule, or a learner of another kind; left out, the learning loop runs the rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub learner: Option<OtherLearner>,
        /// How the sample is changed before the learner sees it: { rescale = c }, { signed-permutation = { seed = s } }, "reflect", "normalize" or { polynomial-map = { degree = p, constant = r } }. Mutants: "invert" (x/‖x‖²), and the map with dropped = true. The columns of a row, and claims, are about the sample as the learner sees it: after transform and offset, and after the map of a kernel.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub transform: Option<Transform>,
        /// A name for the learner's own random draws, in place of the variant's name: variants that name the same draws share them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub draws: Option<String>,
        /// { vector = …, margin = … }: a vector u and a margin with which mistake bounds that need no separator compare the run; `explain comparator`. The learner does not see it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub comparator: Option<Comparator>,
    }
}

impl Variant {
    /// Returns when a run stops: the stop that the spec states, or the default of its order.
    pub fn stop(&self) -> Stop {
        self.stop.unwrap_or(if self.order.ends() {
            Stop::EndOfStream
        } else {
            Stop::CleanPass
        })
    }

    /// Whether the spec itself bounds the run, by a number of updates or passes, or by an order with a last example.
    pub fn is_capped(&self) -> bool {
        !matches!(self.effective_stop(), Stop::CleanPass | Stop::QuietPeriod)
    }

    /// Returns the arithmetic of a run: the one that the spec states, or else exact for exact features and floats for others.
    pub fn arithmetic(&self, exact_features: bool) -> Arithmetic {
        self.arithmetic
            .unwrap_or(if exact_features && !self.runs_in_floats() {
                Arithmetic::Exact
            } else {
                Arithmetic::F64
            })
    }

    /// Whether the learner is defined in floats, so that it runs in floats also on exact features.
    pub fn runs_in_floats(&self) -> bool {
        let learner = self.learner.as_ref();
        learner.is_some_and(|learner| learner.facts().runs_in_floats)
    }

    /// Whether this learner configuration is wrong on purpose, for controls; certificates cover only learners that are not.
    pub fn is_mutant(&self) -> bool {
        let wrong_learner = self
            .learner
            .as_ref()
            .is_some_and(|learner| learner.facts().is_mutant);
        self.rule.facts().is_mutant
            || wrong_learner
            || self.transform.as_ref().is_some_and(Transform::is_mutant)
            || self.ties == Ties::Strict
            || self.stop() == Stop::QuietPeriod
    }

    /// Whether the weight vector is a sum of examples, to which each update adds the same multiple of y·x (of x, for some mutants): the learning loop,
    /// and learners that declare it.
    pub fn sums_updates(&self) -> bool {
        let learner = self.learner.as_ref();
        learner.is_none_or(|learner| learner.facts().sums_updates)
    }

    /// Whether the weight vector of a run is the sum of its updates on the drawn sample, so that certificates can repeat the run and witnesses can
    /// restate it.
    pub fn is_repeatable(&self) -> bool {
        let is_strict = !self.rule.facts().includes_threshold;
        is_strict && !self.is_mutant() && self.learner.is_none() && self.transform.is_none()
    }

    /// Whether every sample is separable for the learner, so that its runs over passes end.
    pub fn separates_all(&self) -> bool {
        let learner = self.learner.as_ref();
        learner.is_some_and(|learner| learner.facts().separates_all)
    }

    /// Whether runs have certificates: those of the learning loop, and of learners whose own steps are repeated, on the sample as drawn.
    pub fn is_certified(&self) -> bool {
        let own = |learner: &OtherLearner| learner.facts().is_certified;
        let is_own = self.learner.as_ref().is_some_and(own);
        self.is_repeatable() || is_own && !self.is_mutant() && self.transform.is_none()
    }

    /// Returns the constant feature to append to every example; `None` without an offset, and for a learner that keeps the offset itself.
    pub(super) fn appended(&self) -> Option<&Rational> {
        let keeps = self
            .learner
            .as_ref()
            .is_some_and(|learner| learner.facts().keeps_offset);
        self.offset.0.as_ref().filter(|_| !keeps)
    }

    /// Whether a run draws at random: in its order of examples, or in its choice among hypotheses.
    pub fn draws_at_random(&self) -> bool {
        let order = self.order.draws_at_random();
        let learner = self
            .learner
            .as_ref()
            .is_some_and(|learner| learner.facts().draws);
        self.walks() && order || learner
    }

    /// The name of this learner's random draws, by which variants share them; `name` is that of the variant. `None` if it draws nothing.
    pub fn name_of_draws<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        let own = self.draws.as_deref().unwrap_or(name);
        self.draws_at_random().then_some(own)
    }

    /// Whether multiplying all examples by a common factor changes none of the learner's updates.
    pub(super) fn ignores_scale(&self) -> bool {
        let has_no_kernel =
            |learner: &OtherLearner| learner.facts().is_the_rule && learner.map().is_none();
        self.rule.threshold().is_none() && self.learner.as_ref().is_none_or(has_no_kernel)
    }

    /// Returns the name of the update rule, or the name of the learner if the learner does not follow the rule.
    pub fn rule_word(&self) -> String {
        match &self.learner {
            Some(learner) if !learner.facts().is_the_rule => learner.documentation().name.into(),
            _ => self.rule.documentation().name.into(),
        }
    }

    /// Whether the learner is shown examples one by one, so that order, stop and ties have a meaning.
    pub fn walks(&self) -> bool {
        self.learner
            .as_ref()
            .is_none_or(|learner| learner.facts().walks)
    }

    /// Returns when the run really stops: a learner that sees the whole sample at once makes one pass, which is clean if it fits the sample.
    pub fn effective_stop(&self) -> Stop {
        match &self.learner {
            Some(learner) if !learner.facts().walks && learner.facts().fits => Stop::CleanPass,
            Some(learner) if !learner.facts().walks => Stop::EndOfStream,
            _ => self.stop(),
        }
    }

    /// Returns the [effective stop](Self::effective_stop) as results name it, such as `clean-pass`.
    pub fn stop_word(&self) -> String {
        self.effective_stop().label()
    }

    /// Whether the learner returns weight vectors; a kernel learner has none.
    pub fn has_weight_vector(&self) -> bool {
        let learner = self.learner.as_ref();
        learner.is_none_or(|learner| learner.map().is_none())
    }

    /// Returns the external learner, if the variant has one.
    pub fn process(&self) -> Option<&Process> {
        match &self.learner {
            Some(OtherLearner::Process(process)) => Some(process),
            _ => None,
        }
    }

    /// Whether the variant chooses one of its keys by cross validation.
    pub fn selects(&self) -> bool {
        matches!(self.learner, Some(OtherLearner::Select(_)))
    }

    /// Gives an external learner the process pool that runs it.
    pub fn allow_process(&mut self, host: &Arc<dyn ProcessPool>) {
        if let Some(OtherLearner::Process(process)) = &mut self.learner {
            process.pool = PoolHandle(Some(host.clone()));
        }
    }

    /// Checks whether the learner and the transform go with the other settings, for a sample of `examples` examples; returns the problem, if any.
    fn other_fault(&self, examples: usize) -> Option<Invalid> {
        if self.select.is_some() {
            let problem = "a configuration that is chosen cannot choose";
            return Some(Invalid::new("select", problem, "one `select` in a variant"));
        }
        if let Some(invalid) = self.transform.as_ref().and_then(Transform::invalid) {
            return Some(invalid);
        }
        let learner = self.learner.as_ref()?;
        if let OtherLearner::Select(select) = learner
            && let Some(differing) = select.differs_from(self)
        {
            return Some(differing);
        }
        let one_order = !matches!(self.order, Order::AllOrders(_));
        let counts_passes = learner.facts().walks;
        let returns = learner.facts().returns_all && !self.hypothesis.needs_sample();
        let plain = one_order
            && (self.hypothesis == HypothesisKind::Last || self.selects() || returns)
            && self.ties != Ties::Strict
            && self.stop() != Stop::QuietPeriod
            && (counts_passes || !matches!(self.stop(), Stop::Passes(_)));
        let rules = learner.facts().rules;
        if !plain || self.rule.facts().normalizes || self.rule.facts().includes_threshold {
            let allowed = "an order other than \"all-orders\", no `hypothesis` (of a process or a kernel: none that needs the sample), no ties = \"strict\", no stop = \"quiet-period\", no stop = { passes = K } for a learner that sees the whole sample at once, and no rule that normalizes or is `inclusive`";
            return Some(Invalid::new(
                "learner",
                "a setting of this variant works only without the key `learner`",
                allowed,
            ));
        }
        if !rules.is_empty() && !rules.contains(&self.rule.documentation().name) {
            return Some(Invalid::new(
                "rule",
                "the learner of this variant cannot use this rule",
                rules
                    .iter()
                    .map(|rule| format!("{{ {rule} = {{}} }}"))
                    .collect::<Vec<_>>()
                    .join(" or "),
            ));
        }
        learner.validate(&self.order, &self.offset, examples)
    }

    fn check_exploration(&self, exact_features: bool) -> Result<(), Invalid> {
        if self.rule.facts().always_updates {
            let problem = "this rule updates on every example, and all-orders explores until no update is due";
            let allowed =
                "a rule that makes no update on an example it classifies well, or another order";
            return Err(Invalid::new("rule", problem, allowed));
        }
        let wrong = |key, allowed: &str| {
            let problem = "all-orders explores exact vectors until no update is due";
            Err(Invalid::new(key, problem, allowed))
        };
        if self.arithmetic(exact_features) != Arithmetic::Exact {
            return wrong(
                "order",
                "with arithmetic = \"exact\" on exact features, or another order",
            );
        }
        if self.stop() != Stop::CleanPass {
            return wrong("stop", "\"clean-pass\"");
        }
        if self.hypothesis != HypothesisKind::Last {
            wrong("hypothesis", "\"last\"")
        } else {
            Ok(())
        }
    }

    /// Checks whether the settings of the variant go together, for a sample of `examples` examples whose features are exact or not.
    pub fn check(&self, exact_features: bool, examples: usize) -> Result<(), Invalid> {
        if self.arithmetic == Some(Arithmetic::Exact) && !exact_features {
            return Err(Invalid::new(
                "arithmetic",
                "this generator's features are floats",
                "\"f64\"",
            ));
        }
        if self.arithmetic == Some(Arithmetic::Exact) && self.runs_in_floats() {
            let problem = "this learner runs in floats";
            return Err(Invalid::new("arithmetic", problem, "\"f64\""));
        }
        if let Order::AllOrders(_) = self.order {
            self.check_exploration(exact_features)?;
        }
        if let Some(fault) = self.other_fault(examples) {
            return Err(fault);
        }
        match (self.stop(), self.order.ends()) {
            (Stop::EndOfStream, false) => {
                return Err(Invalid::new(
                    "stop",
                    "this order shows the examples again and again, so it has no end",
                    "\"clean-pass\", { passes = K } or { updates = N }",
                ));
            }
            (Stop::Passes(0), _) => {
                let problem = "without a pass no example is shown";
                return Err(Invalid::new(
                    "stop",
                    problem,
                    "{ passes = K } with K from 1",
                ));
            }
            (Stop::CleanPass | Stop::QuietPeriod | Stop::Passes(_), true) => {
                return Err(Invalid::new(
                    "stop",
                    "this order shows its examples once and makes no passes",
                    "\"end-of-stream\" or { updates = N }",
                ));
            }
            _ => {}
        }
        if let Order::Given(indices) = &self.order
            && let Some(index) = indices.iter().find(|&&index| index >= examples)
        {
            return Err(Invalid::new(
                "order",
                format!("a sample has {examples} examples, so none has the index {index}"),
                format!(
                    "indices from 0 (the first example) to {} (the last)",
                    examples.saturating_sub(1)
                ),
            ));
        }
        self.rule.in_range()?;
        let of_comparator = self.comparator.as_ref().and_then(Comparator::invalid);
        of_comparator.map_or(Ok(()), Err)
    }
}
