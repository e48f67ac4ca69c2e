//! Holds what is constant in a cell under one variant: generator, law and learner, typed, from which premises are read before a run.
//!
//! What is constant is held once. A `Setting` is a cell under one variant: generator, law and learner, typed. Premises that are known before a run
//! are read from it, so `check` can say what is bound to be inapplicable, and no string comparison decides a verdict. What only the generator's law
//! knows, such as examples that are independent once the target is given, the `Law` says.

use super::{Owner, Values, parameter};
use perceptron::generate::{ExampleSource, Generator, KnownDistribution};
use perceptron::learn::{Arithmetic, Order, OtherLearner, Rule, Variant, View};
use perceptron::risk::closed::minimax;
use perceptron::sample::{Rational, TestTies, Ties};
use std::sync::{Arc, OnceLock};

/// A cell under one variant, or under none where no learner runs.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The cell's key: its sorted list of exact parameters.
    pub cell: String,
    /// Where the examples come from.
    pub generator: Generator,
    /// What is known of their distribution.
    pub law: KnownDistribution,
    /// What is known by law of norms and margins of examples as the learner sees them.
    pub seen: KnownDistribution,
    /// Name of the learner configuration.
    pub name: Option<String>,
    /// The learner configuration.
    pub variant: Option<Variant>,
    /// Whether the examples answer the learner.
    pub is_answered: bool,
    pub(super) known: CachedColumns,
}

/// The columns of a setting, each computed when it is first read. A copy, which may be changed, knows none yet.
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
            law: KnownDistribution::fixed(),
            seen: KnownDistribution::fixed(),
            name: variant.map(|(name, _)| name.clone()),
            variant: variant.map(|(_, variant)| variant.clone()),
            is_answered: matches!(generator.source(), ExampleSource::Opponent(_)),
            known: CachedColumns::default(),
        };
        setting.under(generator.law())
    }

    /// The same under another law.
    pub fn under(self, law: KnownDistribution) -> Self {
        let seen = self.view().map(|view| view.law(&law));
        Self {
            seen: seen.unwrap_or_else(KnownDistribution::fixed),
            law,
            known: CachedColumns::default(),
            ..self
        }
    }

    /// A cell under each of its variants; under none where there are none.
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

    /// The number that a key of the generator or of the variant has.
    pub fn parameter(&self, owner: Owner, key: &str) -> Option<Rational> {
        let written = match owner {
            Owner::Generator => self.known.keys[0].get_or_init(|| written(&self.generator)),
            Owner::Variant => self.known.keys[1].get_or_init(|| written(&self.variant)),
        };
        parameter(written, key)
    }

    /// The number of examples of a sample; for an opponent, the most it will show.
    pub fn examples(&self) -> u64 {
        self.generator.examples() as u64
    }

    /// The learner beside the one loop, if one runs.
    pub fn learner(&self) -> Option<&OtherLearner> {
        self.variant.as_ref()?.learner.as_ref()
    }

    /// Whether the one loop runs.
    pub fn is_the_loop(&self) -> bool {
        self.variant.is_some() && self.learner().is_none()
    }

    /// The rule whose updates are made, so that what is proved of it speaks of them.
    pub fn rule(&self) -> Option<&Rule> {
        let variant = self.variant.as_ref()?;
        let is_the_rule = self.learner().is_none_or(|learner| learner.is_the_rule());
        is_the_rule.then_some(&variant.rule)
    }

    /// The rule that the learner knows, if it knows any.
    pub fn known_rule(&self) -> Option<&Rule> {
        let variant = self.variant.as_ref()?;
        let knows = self
            .learner()
            .is_none_or(|learner| !learner.rules().is_empty());
        knows.then_some(&variant.rule)
    }

    /// How examples are chosen; none for a learner that sees the sample as a whole.
    pub fn order(&self) -> Option<&Order> {
        let variant = self.variant.as_ref()?;
        variant.walks().then_some(&variant.order)
    }

    /// The tie convention in training; none for a learner that sees the sample as a whole.
    pub fn ties(&self) -> Option<Ties> {
        let variant = self.variant.as_ref()?;
        variant.walks().then_some(variant.ties)
    }

    /// How a test example that scores zero is counted; none where no learner runs.
    pub fn test_ties(&self) -> Option<TestTies> {
        Some(self.variant.as_ref()?.test_ties)
    }

    /// Whether a test example is scored as an example in training is.
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

    /// Whether the learner draws at random, so that one run on a sample is not all there is to it.
    pub fn draws(&self) -> bool {
        self.variant.as_ref().is_some_and(Variant::draws_at_random)
    }

    /// Whether every replicate is the same run: nothing is drawn, neither the sample nor by the learner.
    pub fn repeats_one_run(&self) -> bool {
        self.generator.source().has_one_sample() && !self.draws()
    }

    /// Whether the run cannot make a mistake or an update: every label is +1, and the zero vector, from which it starts, predicts +1.
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
            && self.law.all_positive
    }

    /// What the learner sees of examples; `None` where that has no finite form.
    pub fn view(&self) -> Option<View> {
        match &self.variant {
            Some(variant) => variant.view(),
            None => Some(View::plain()),
        }
    }

    /// Whether a test error calls for an update in training: then one who has none left has no error on what it saw.
    pub fn tests_no_stricter_than_it_trains(&self) -> bool {
        let threshold = self.rule().and_then(|rule| rule.threshold());
        match (threshold, self.ties()) {
            (Some(threshold), _) => *threshold > Rational::zero(),
            // One who sees the sample as a whole ends cleanly only where every score has the right sign.
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

    /// Whether a score that is 0 is seen to be 0. The loop leaves a sign open that rounding may have turned, and another learner in floats does
    /// not; from features that are floats themselves a score of 0 is not to be expected.
    fn knows_ties(&self) -> bool {
        let variant = self.variant.as_ref();
        let is_loop = variant.is_none_or(|variant| variant.learner.is_none());
        let in_floats = self.arithmetic() != Some(Arithmetic::Exact);
        is_loop || !(in_floats && self.generator.is_exact())
    }

    /// The minimax lower bound, where the law is of its family.
    pub(in crate::trial) fn minimax_bound(&self) -> Option<Rational> {
        let (examples, dimension) = self.law.minimax?;
        Some(Rational::from(minimax::lower_bound(
            examples as u32,
            dimension as u32,
        )))
    }

    /// The expected risk averaged over the labelings, where the law is of the minimax family.
    pub(in crate::trial) fn minimax_average(&self) -> Option<Rational> {
        let (examples, dimension) = self.law.minimax?;
        Some(Rational::from(minimax::average_risk(
            examples as u32,
            dimension as u32,
        )))
    }
}

/// Keys and values as a spec has them; nothing where they cannot be written down, which `spec` refuses.
fn written(keys: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(keys).unwrap_or_default()
}
