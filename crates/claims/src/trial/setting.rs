//! Holds the constant part of a cell under one variant, as types: generator, distribution and learner.
//!
//! Premises that are known before a run are read from a `Setting`, so `check` can report claims that are bound to be inapplicable, and no comparison
//! of strings decides a verdict. Facts that only the generator's distribution knows, such as that examples are independent once the target is given,
//! come from its `KnownDistribution`.

use super::{Owner, Values, parameter};
use perceptron::generate::{ExampleSource, Generator, KnownDistribution};
use perceptron::learn::{Arithmetic, Order, OtherLearner, Rule, Variant, View};
use perceptron::risk::closed::minimax;
use perceptron::sample::{Rational, TestTies, Ties};
use std::sync::{Arc, OnceLock};

/// A cell under one variant, or under none if no learner runs.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The cell's key: its sorted list of exact parameters.
    pub cell: String,
    /// The source of the examples.
    pub generator: Generator,
    /// The known facts about their distribution.
    pub distribution: KnownDistribution,
    /// The known facts about norms and margins of examples as the learner sees them, under that distribution.
    pub seen: KnownDistribution,
    /// Name of the learner configuration.
    pub name: Option<String>,
    /// The learner configuration.
    pub variant: Option<Variant>,
    /// Whether an opponent chooses the examples in answer to the learner.
    pub is_answered: bool,
    pub(super) known: CachedColumns,
}

/// The columns of a setting, each computed when it is first read. A clone starts empty, because it may be changed.
#[derive(Debug, Default)]
pub(super) struct CachedColumns {
    pub columns: OnceLock<Vec<OnceLock<Values>>>,
    /// The keys of the generator and of the variant, as a spec has them.
    keys: [OnceLock<serde_json::Value>; 2],
}

impl Clone for CachedColumns {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Setting {
    /// A cell under a named variant, or under none.
    pub fn new(cell: &str, generator: &Generator, variant: Option<&(String, Variant)>) -> Self {
        let setting = Self {
            cell: cell.to_owned(),
            generator: generator.clone(),
            distribution: KnownDistribution::fixed(),
            seen: KnownDistribution::fixed(),
            name: variant.map(|(name, _)| name.clone()),
            variant: variant.map(|(_, variant)| variant.clone()),
            is_answered: matches!(generator.source(), ExampleSource::Opponent(_)),
            known: CachedColumns::default(),
        };
        setting.under(generator.distribution())
    }

    /// The setting with another distribution.
    pub fn under(self, law: KnownDistribution) -> Self {
        let seen = self.view().map(|view| view.distribution(&law));
        Self {
            seen: seen.unwrap_or_else(KnownDistribution::fixed),
            distribution: law,
            known: CachedColumns::default(),
            ..self
        }
    }

    /// A cell under each of its variants; a single setting without a variant if the spec has no variants.
    pub fn all(
        cell: &str,
        generator: &Generator,
        variants: &[(String, Variant)],
    ) -> Vec<Arc<Self>> {
        let setting = |variant| Arc::new(Self::new(cell, generator, variant));
        match variants {
            [] => vec![setting(None)],
            variants => variants
                .iter()
                .map(|variant| setting(Some(variant)))
                .collect(),
        }
    }

    /// Returns the number of a key of the generator or of the variant.
    pub fn parameter(&self, owner: Owner, key: &str) -> Option<Rational> {
        let written = match owner {
            Owner::Generator => self.known.keys[0].get_or_init(|| written(&self.generator)),
            Owner::Variant => self.known.keys[1].get_or_init(|| written(&self.variant)),
        };
        parameter(written, key)
    }

    /// The number of examples of a sample; for an opponent, the largest number that it shows.
    pub fn examples(&self) -> u64 {
        self.generator.examples() as u64
    }

    /// The learner, if one runs that is not the learning loop.
    pub fn learner(&self) -> Option<&OtherLearner> {
        self.variant.as_ref()?.learner.as_ref()
    }

    /// Whether the learning loop runs.
    pub fn is_the_loop(&self) -> bool {
        self.variant.is_some() && self.learner().is_none()
    }

    /// The rule whose updates are made, so that theorems about the rule apply to the run.
    pub fn rule(&self) -> Option<&Rule> {
        let variant = self.variant.as_ref()?;
        let is_the_rule = self.learner().is_none_or(|learner| learner.is_the_rule());
        is_the_rule.then_some(&variant.rule)
    }

    /// The rule that the learner uses, if it uses one.
    pub fn known_rule(&self) -> Option<&Rule> {
        let variant = self.variant.as_ref()?;
        let knows = self
            .learner()
            .is_none_or(|learner| !learner.rules().is_empty());
        knows.then_some(&variant.rule)
    }

    /// The order of the examples; `None` for a learner that sees the sample as a whole.
    pub fn order(&self) -> Option<&Order> {
        let variant = self.variant.as_ref()?;
        variant.walks().then_some(&variant.order)
    }

    /// The tie convention in training; `None` for a learner that sees the sample as a whole.
    pub fn ties(&self) -> Option<Ties> {
        let variant = self.variant.as_ref()?;
        variant.walks().then_some(variant.ties)
    }

    /// The way in which a test example with score zero is counted; `None` if no learner runs.
    pub fn test_ties(&self) -> Option<TestTies> {
        Some(self.variant.as_ref()?.test_ties)
    }

    /// Whether a test example is scored like an example in training.
    pub fn tests_as_it_trains(&self) -> bool {
        match (self.ties(), self.test_ties()) {
            (Some(Ties::Mistake), Some(TestTies::Mistake)) => true,
            (Some(Ties::Positive), Some(TestTies::Positive)) => true,
            (ties, test_ties) => ties.is_none() && test_ties.is_none(),
        }
    }

    /// The arithmetic of the run.
    pub fn arithmetic(&self) -> Option<Arithmetic> {
        let exact = self.generator.is_exact();
        Some(self.variant.as_ref()?.arithmetic(exact))
    }

    /// Whether the learner draws at random, so that one run on a sample is not its only possible run.
    pub fn draws(&self) -> bool {
        self.variant.as_ref().is_some_and(Variant::draws_at_random)
    }

    /// Whether every replicate is the same run, because neither the sample nor the learner draws at random.
    pub fn repeats_one_run(&self) -> bool {
        self.generator.source().has_one_sample() && !self.draws()
    }

    /// Whether the run cannot make a mistake or an update, because every label is +1 and the initial zero vector predicts +1.
    pub fn makes_no_mistake(&self) -> bool {
        let threshold = self.rule().map(|rule| rule.threshold());
        let needs_a_mistake =
            threshold.is_some_and(|threshold| threshold.is_none_or(Rational::is_zero));
        let keeps_labels = self.view().is_some_and(|view| !view.turns_labels());
        let zero_is_positive = matches!(self.ties(), Some(Ties::Positive | Ties::Strict));
        self.is_the_loop()
            && needs_a_mistake
            && keeps_labels
            && zero_is_positive
            && self.distribution.all_positive
    }

    /// The learner's view of examples; `None` if it has no finite form.
    pub fn view(&self) -> Option<View> {
        match &self.variant {
            Some(variant) => variant.view(),
            None => Some(View::plain()),
        }
    }

    /// Whether every test error would call for an update in training, so that a learner with no update left makes no error on the examples it saw.
    pub fn tests_no_stricter_than_it_trains(&self) -> bool {
        let threshold = self.rule().and_then(|rule| rule.threshold());
        match (threshold, self.ties()) {
            (Some(threshold), _) => *threshold > Rational::zero(),
            // A learner that sees the sample as a whole ends cleanly only if every score has the right sign.
            (None, None | Some(Ties::Mistake)) => true,
            (None, Some(_)) => self.tests_as_it_trains(),
        }
    }

    /// Whether a run without an update left on any example has found a strict separator.
    pub fn ends_on_separators_only(&self) -> bool {
        let threshold = self.rule().and_then(|rule| rule.threshold());
        match (threshold, self.ties()) {
            (Some(threshold), _) => *threshold > Rational::zero(),
            (None, ties) => ties.is_none_or(|ties| ties == Ties::Mistake) && self.knows_ties(),
        }
    }

    /// Whether a score of 0 is recognized as 0. The learning loop leaves a sign open if rounding may have changed it; another learner in floats does
    /// not. If the features are floats themselves, a score of exactly 0 is not to be expected.
    fn knows_ties(&self) -> bool {
        let variant = self.variant.as_ref();
        let is_loop = variant.is_none_or(|variant| variant.learner.is_none());
        let in_floats = self.arithmetic() != Some(Arithmetic::Exact);
        is_loop || !(in_floats && self.generator.is_exact())
    }

    /// The minimax lower bound, if the distribution belongs to its family.
    pub(in crate::trial) fn minimax_bound(&self) -> Option<Rational> {
        let (examples, dimension) = self.distribution.minimax?;
        Some(Rational::from(minimax::lower_bound(
            examples as u32,
            dimension as u32,
        )))
    }

    /// The expected risk averaged over the labelings, if the distribution belongs to the minimax family.
    pub(in crate::trial) fn minimax_average(&self) -> Option<Rational> {
        let (examples, dimension) = self.distribution.minimax?;
        Some(Rational::from(minimax::average_risk(
            examples as u32,
            dimension as u32,
        )))
    }
}

/// Keys and values as a spec has them; empty if they cannot be serialized, which `spec` refuses.
fn written(keys: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(keys).unwrap_or_default()
}
