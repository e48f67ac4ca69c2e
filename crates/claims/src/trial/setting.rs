//! Holds the constant part of a cell under one variant, as types: generator, distribution and learner.
//!
//! Premises that are known before a run are read from a `Setting`, so `check` can report claims that are bound to be inapplicable, and no comparison
//! of strings decides a verdict. Facts that only the generator's distribution knows, such as that examples are independent once the target is given,
//! come from its `KnownDistribution`.

use super::{Owner, Values, parameter};
use perceptron::generate::{ExampleSource, Generator, KnownDistribution};
use perceptron::learn::{
    Arithmetic, HypothesisKind, Order, OtherLearner, Rule, TieRule, Variant, View,
};
use perceptron::risk::closed::{minimax, minimax_search};
use perceptron::sample::{Label, Rational, TestTies, Ties};
use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};

/// The common part of all trials of a cell under one variant: generator, distribution and learner configuration; without a variant if no learner
/// runs.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The cell's key: its sorted list of exact parameters.
    pub cell: String,
    /// The generator of the samples.
    pub generator: Generator,
    /// The known facts about the distribution of the examples, such as whether they are independent.
    pub distribution: KnownDistribution,
    /// The known facts about norms and margins of the examples as the learner sees them, for example after an offset or a transform.
    pub seen: KnownDistribution,
    /// The name of the variant; `None` if no learner runs.
    pub name: Option<String>,
    /// The learner configuration of the variant; `None` if no learner runs.
    pub variant: Option<Variant>,
    /// Whether an opponent chooses the examples in answer to the learner.
    pub is_answered: bool,
    pub(super) known: CachedColumns,
}

/// Cache of the columns whose values a setting determines, each computed when it is first read. A clone starts empty, because the cloned setting may
/// be changed.
#[derive(Debug, Default)]
pub(super) struct CachedColumns {
    pub columns: OnceLock<Vec<OnceLock<Values>>>,
    /// The generator's and the variant's keys with their values, as JSON.
    keys: [OnceLock<serde_json::Value>; 2],
}

impl Clone for CachedColumns {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Setting {
    /// Makes the setting of the cell with this key under a named variant, or under none.
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

    /// Returns the setting with these facts about the distribution in place of the generator's.
    pub fn under(self, distribution: KnownDistribution) -> Self {
        let seen = self.view().map(|view| view.distribution(&distribution));
        Self {
            seen: seen.unwrap_or_else(KnownDistribution::fixed),
            distribution,
            known: CachedColumns::default(),
            ..self
        }
    }

    /// Makes one setting for each variant of the cell with this key; a single setting without a variant if the spec has no variants.
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

    /// Returns the numeric value of a key in the generator's or the variant's table or subtables; `None` if there is no such key or its value is no
    /// number.
    pub fn parameter(&self, owner: Owner, key: &str) -> Option<Rational> {
        let written = match owner {
            Owner::Generator => self.known.keys[0].get_or_init(|| written(&self.generator)),
            Owner::Variant => self.known.keys[1].get_or_init(|| written(&self.variant)),
        };
        parameter(written, key)
    }

    /// The number of examples in each sample; for an opponent, the largest number of examples that it shows.
    pub fn examples(&self) -> u64 {
        self.generator.examples() as u64
    }

    /// The independent or external learner that runs in place of the learning loop; `None` if the loop runs or no learner does.
    pub fn learner(&self) -> Option<&OtherLearner> {
        self.variant.as_ref()?.learner.as_ref()
    }

    /// Whether the program's own learning loop runs, not an independent implementation or an external learner.
    pub fn is_the_loop(&self) -> bool {
        self.variant.is_some() && self.learner().is_none()
    }

    /// The update rule by which the learner makes its updates, so that theorems about the rule apply to the run; `None` if it follows no rule.
    pub fn rule(&self) -> Option<&Rule> {
        let variant = self.variant.as_ref()?;
        let is_the_rule = self
            .learner()
            .is_none_or(|learner| learner.facts().is_the_rule);
        is_the_rule.then_some(&variant.rule)
    }

    /// The update rule from which the learner takes its step and threshold; `None` for a learner that uses no rule.
    pub fn known_rule(&self) -> Option<&Rule> {
        let variant = self.variant.as_ref()?;
        let knows = self
            .learner()
            .is_none_or(|learner| !learner.facts().rules.is_empty());
        knows.then_some(&variant.rule)
    }

    /// The order in which examples are shown to the learner; `None` for a learner that sees the sample as a whole.
    pub fn order(&self) -> Option<&Order> {
        let variant = self.variant.as_ref()?;
        variant.walks().then_some(&variant.order)
    }

    /// Whether y⟨w, x⟩ = 0 counts as a mistake in training; `None` for a learner that sees the sample as a whole.
    pub fn ties(&self) -> Option<Ties> {
        let variant = self.variant.as_ref()?;
        variant.walks().then_some(variant.ties)
    }

    /// How a test example with ⟨w, x⟩ = 0 counts: as a mistake, as a prediction of +1, or as half a mistake; `None` if no learner runs, and for a
    /// learner whose tie rule only its answers show.
    pub fn test_ties(&self) -> Option<TestTies> {
        self.variant.as_ref()?.known_test_ties()
    }

    fn tie_rule(&self) -> TieRule {
        let variant = self.variant.as_ref();
        variant.map_or(TieRule::Stated, Variant::tie_rule)
    }

    /// Whether a score of 0 is treated alike in training and on test examples, as by every learner with a tie rule of its own.
    pub fn tests_as_it_trains(&self) -> bool {
        if self.tie_rule() != TieRule::Stated {
            return true;
        }
        match (self.ties(), self.test_ties()) {
            (Some(Ties::Mistake), Some(TestTies::Mistake)) => true,
            (Some(Ties::Positive), Some(TestTies::Positive)) => true,
            (ties, test_ties) => ties.is_none() && test_ties.is_none(),
        }
    }

    /// The arithmetic of the learner's run, exact or f64; `None` if no learner runs.
    pub fn arithmetic(&self) -> Option<Arithmetic> {
        let exact = self.generator.is_exact();
        Some(self.variant.as_ref()?.arithmetic(exact))
    }

    /// Whether the learner draws random numbers, so that several runs on one sample may differ.
    pub fn draws(&self) -> bool {
        self.variant.as_ref().is_some_and(Variant::draws_at_random)
    }

    fn name_of_draws(&self) -> Option<&str> {
        let name = self.name.as_deref().unwrap_or_default();
        self.variant.as_ref()?.name_of_draws(name)
    }

    /// Whether this learner and another one share their random draws, because both take them from the same name; `None` unless both draw.
    pub fn shares_draws(&self, other: &Self) -> Option<bool> {
        Some(self.name_of_draws()? == other.name_of_draws()?)
    }

    /// Whether every replicate is the same run, because neither the generator nor the learner draws at random.
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

    /// Whether the run cannot make an update: it starts at 0, and the rule calls for none at a score of 0, whatever the label. False for an external
    /// learner, which may start elsewhere.
    pub fn never_updates(&self) -> bool {
        let is_external = self
            .variant
            .as_ref()
            .is_some_and(|variant| variant.process().is_some());
        let Some((rule, ties)) = self.rule().zip(self.ties()).filter(|_| !is_external) else {
            return false;
        };
        let is_due = |label: Label| match rule.threshold() {
            Some(threshold) => {
                let is_reached = threshold.is_zero() && !rule.facts().includes_threshold;
                !(is_reached || threshold.is_negative())
            }
            None => ties.is_due(Ordering::Equal, label),
        };
        let keeps_labels = self.view().is_some_and(|view| !view.turns_labels());
        let is_positive = self.distribution.all_positive && keeps_labels;
        let is_idle = !is_due(Label::Positive) && (is_positive || !is_due(Label::Negative));
        is_idle && !rule.facts().always_updates
    }

    /// How the learner sees examples, for example with a constant feature appended; `None` if that has no finite form.
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
            (Some(threshold), _) => {
                *threshold > Rational::zero() && self.pocket_counts_test_errors()
            }
            // A learner that sees the sample as a whole ends cleanly only if every score has the right sign.
            (None, None | Some(Ties::Mistake)) => true,
            (None, Some(_)) => self.test_ties().is_some() && self.tests_as_it_trains(),
        }
    }

    /// Whether every test error is an error for the pocket as well, so that a vector without errors in the pocket has none in the test either; true
    /// for other hypotheses.
    fn pocket_counts_test_errors(&self) -> bool {
        let variant = self.variant.as_ref();
        let is_pocket = variant.is_some_and(|variant| variant.hypothesis == HypothesisKind::Pocket);
        !is_pocket || self.ties() == Some(Ties::Mistake) || self.tests_as_it_trains()
    }

    /// Whether a weight vector at which no example calls for an update is certain to separate the sample strictly.
    pub fn ends_on_separators_only(&self) -> bool {
        let threshold = self.rule().and_then(|rule| rule.threshold());
        match (threshold, self.ties()) {
            (Some(threshold), _) => *threshold > Rational::zero(),
            (None, ties) => {
                let is_strict = ties.is_none_or(|ties| ties == Ties::Mistake);
                is_strict && self.knows_ties() && !matches!(self.tie_rule(), TieRule::Own(_))
            }
        }
    }

    /// Whether the learner recognizes a score of 0 as 0. The learning loop leaves a sign open if rounding may have changed it; another learner in
    /// floats does not. If the features are floats themselves, a score of exactly 0 is not to be expected.
    fn knows_ties(&self) -> bool {
        let variant = self.variant.as_ref();
        let is_loop = variant.is_none_or(|variant| variant.learner.is_none());
        let in_floats = self.arithmetic() != Some(Arithmetic::Exact);
        is_loop || !(in_floats && self.generator.is_exact())
    }

    /// The minimax lower bound on the expected risk, if the generator's distribution belongs to the family for which it is proved.
    pub(in crate::trial) fn minimax_bound(&self) -> Option<Rational> {
        let (examples, dimension) = self.distribution.minimax?;
        Some(Rational::from(minimax::lower_bound(
            examples as u32,
            dimension as u32,
        )))
    }

    /// The least average, over all labelings, of the expected risk of any rule, found by enumeration, if the generator's distribution belongs to the
    /// family of the minimax lower bound and is small.
    pub(in crate::trial) fn minimax_least(&self) -> Option<Rational> {
        let (examples, dimension) = self.distribution.minimax?;
        minimax_search::least_average_risk(examples as u32, dimension as u32).map(Rational::from)
    }

    /// The expected risk averaged over all labelings, if the generator's distribution belongs to the family of the minimax lower bound.
    pub(in crate::trial) fn minimax_average(&self) -> Option<Rational> {
        let (examples, dimension) = self.distribution.minimax?;
        Some(Rational::from(minimax::average_risk(
            examples as u32,
            dimension as u32,
        )))
    }
}

/// The keys of a generator or variant with their values, as JSON; null if they cannot be serialized, which the reader of specs refuses.
fn written(keys: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(keys).unwrap_or_default()
}
