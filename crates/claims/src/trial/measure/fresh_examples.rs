//! Describes fresh examples and how a learner scores them, and computes the risk of a hypothesis on them.

use crate::trial::{Addresses, StreamRole};
use perceptron::generate::{Distribution, KnownDistribution, Sampler};
use perceptron::learn::{Hypothesis, Variant, View};
use perceptron::risk::{self, Risk};
use perceptron::sample::Separator;
use perceptron::seed::Seed;
use std::cell::OnceCell;

/// The source of fresh examples, and the way in which a learner sees and scores them.
pub(in crate::trial) struct FreshExamples<'a> {
    sampler: &'a dyn Sampler,
    variant: &'a Variant,
    /// Whether samples are outcomes of an enumeration; its numbers are exact, so no risk is estimated then.
    enumerated: bool,
    /// The random stream of the examples of a Monte Carlo estimate.
    addresses: (&'a Addresses, u64),
    unlabelled: (&'a KnownDistribution, Option<&'a Separator>),
    distribution: OnceCell<KnownDistribution>,
    view: OnceCell<Option<View>>,
}

impl<'a> FreshExamples<'a> {
    /// Examples from the generator's distribution for a replicate, labelled by the planted separator of its sample.
    pub(in crate::trial) fn new(
        sampler: &'a dyn Sampler,
        variant: &'a Variant,
        unlabelled: (&'a KnownDistribution, Option<&'a Separator>),
        addresses: (&'a Addresses, u64),
        enumerated: bool,
    ) -> Self {
        Self {
            sampler,
            variant,
            enumerated,
            addresses,
            unlabelled,
            distribution: OnceCell::new(),
            view: OnceCell::new(),
        }
    }

    /// The distribution of fresh examples, labelled by the planted separator of the sample.
    pub(super) fn distribution(&self) -> &KnownDistribution {
        let (law, planted) = self.unlabelled;
        self.distribution.get_or_init(|| law.given(planted))
    }

    /// The learner's view of examples; `None` if it has no finite form.
    pub(super) fn view(&self) -> Option<&View> {
        let view = self.view.get_or_init(|| self.variant.view());
        view.as_ref()
    }

    /// The risk on fresh examples as the learner sees them: exact if the distribution has a closed form, otherwise by Monte Carlo on independent
    /// examples.
    pub(super) fn risk(&self, hypothesis: &Hypothesis) -> Option<Risk> {
        let (view, ties) = (self.view()?, self.variant.test_ties);
        self.exact_risk(hypothesis).or_else(|| {
            let estimate = || risk::monte_carlo(self.sampler, self.draws(), hypothesis, view, ties);
            (self.distribution().iid && !self.enumerated)
                .then(estimate)
                .flatten()
        })
    }

    /// The risk in closed form, if there is one.
    pub(super) fn exact_risk(&self, hypothesis: &Hypothesis) -> Option<Risk> {
        let distribution: &Distribution = self.distribution().distribution.as_ref()?;
        risk::exact(
            distribution,
            hypothesis,
            self.view()?,
            self.variant.test_ties,
        )
    }

    fn draws(&self) -> Seed {
        let (addresses, replicate) = self.addresses;
        addresses.of(StreamRole::Test, replicate)
    }
}
