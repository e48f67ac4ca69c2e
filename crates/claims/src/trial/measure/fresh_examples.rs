//! Describes fresh examples and how a learner scores them, and computes the risk of a hypothesis on them.

use crate::trial::{Addresses, Setting, StreamRole};
use perceptron::cancellation;
use perceptron::generate::{Distribution, KnownDistribution, Sampler, TestSet};
use perceptron::learn::{Hypothesis, Linear, Variant, View};
use perceptron::risk::{self, Risk};
use perceptron::sample::{Sample, Separator, TestTies};
use perceptron::seed::Seed;
use std::cell::OnceCell;

/// Why no hypothesis under this setting has a risk, and what to do: neither a closed form nor an estimate is possible; `None` if a risk may be known.
pub(super) fn no_risk(setting: &Setting, enumerated: bool) -> Option<&'static str> {
    let (variant, known) = (setting.variant.as_ref()?, &setting.distribution);
    if !variant.has_weight_vector() {
        return Some(
            "a kernel learner has no weight vector to test; measure `leave_one_out_error`",
        );
    }
    match known.distribution {
        Some(_) => None,
        None if !known.iid => Some(
            "the distribution of fresh examples is not known; measure `leave_one_out_error`, or `test_error` with test examples in [generator.file], or choose a generator of independent examples",
        ),
        None => enumerated.then_some(
            "in a complete enumeration no risk is estimated, and this distribution has no closed form; set `replicates` to a number",
        ),
    }
}

/// The distribution of fresh examples for one trial, and the learner configuration that sees and scores them; computes risks.
pub(in crate::trial) struct FreshExamples<'a> {
    sampler: &'a dyn Sampler,
    variant: &'a Variant,
    ties: TestTies,
    /// Number of fresh examples of an estimated risk; `None` if no risk is estimated, because the sample is an outcome of a complete enumeration,
    /// whose numbers are exact.
    test_examples: Option<usize>,
    /// The seeds of the cell and the index of the replicate, from which a Monte Carlo estimate draws its examples.
    addresses: (&'a Addresses, u64),
    unlabelled: (&'a KnownDistribution, Option<&'a Separator>),
    distribution: OnceCell<KnownDistribution>,
    view: OnceCell<Option<View>>,
}

impl<'a> FreshExamples<'a> {
    /// Fresh examples from the generator's distribution, for a learner with this configuration, which scores ties as `ties` says. `unlabelled` is this distribution with the sample's planted separator, which labels them;
    /// `addresses` are the seeds of the cell with the index of the replicate.
    pub(in crate::trial) fn new(
        sampler: &'a dyn Sampler,
        (variant, ties): (&'a Variant, TestTies),
        unlabelled: (&'a KnownDistribution, Option<&'a Separator>),
        addresses: (&'a Addresses, u64),
        test_examples: Option<usize>,
    ) -> Self {
        Self {
            sampler,
            variant,
            ties,
            test_examples,
            addresses,
            unlabelled,
            distribution: OnceCell::new(),
            view: OnceCell::new(),
        }
    }

    /// The distribution of fresh examples, labelled by the planted separator of the sample.
    pub(super) fn distribution(&self) -> &KnownDistribution {
        let (distribution, planted) = self.unlabelled;
        self.distribution
            .get_or_init(|| distribution.given(planted))
    }

    /// How the learner sees examples, for example with a constant feature appended; `None` if that has no finite form.
    pub(super) fn view(&self) -> Option<&View> {
        let view = self.view.get_or_init(|| self.variant.view());
        view.as_ref()
    }

    /// The probability that the hypothesis errs on a fresh example: exact if there is a closed form, otherwise estimated by Monte Carlo; `None` if
    /// neither is possible.
    pub(super) fn risk(&self, hypothesis: &Hypothesis) -> Option<Risk> {
        let (view, ties) = (self.view()?, self.ties);
        self.exact_risk(hypothesis).or_else(|| {
            let examples = self.test_examples.filter(|_| self.distribution().iid)?;
            let fresh = (self.sampler, self.draws(), examples);
            risk::monte_carlo(fresh, hypothesis, view, ties)
        })
    }

    /// The probability that the hypothesis errs on a fresh example in closed form; `None` if the distribution has none.
    pub(super) fn exact_risk(&self, hypothesis: &Hypothesis) -> Option<Risk> {
        // Called for every vector of a run, of which there may be millions.
        cancellation::check();
        let distribution: &Distribution = self.distribution().distribution.as_ref()?;
        risk::exact(distribution, hypothesis, self.view()?, self.ties)
    }

    /// The probability that at least half of these votes err on a fresh example: exact if examples are basis vectors, otherwise estimated; `None` in an
    /// enumeration in which it is not exact.
    pub(super) fn majority_vote(&self, votes: &[(u64, Linear)]) -> Option<Risk> {
        let (view, ties) = (self.view()?, self.ties);
        let distribution = self.distribution().distribution.as_ref();
        let exact = distribution
            .and_then(|distribution| risk::majority_vote(distribution, votes, view, ties));
        exact.or_else(|| {
            let estimate =
                || risk::estimated_majority_vote(self.sampler, self.draws(), votes, view, ties);
            self.test_examples.and_then(|_| estimate())
        })
    }

    /// The examples of the file on which hypotheses trained on this sample are tested; `None` if the generator has none.
    pub(super) fn test_set(&self, drawn: &Sample) -> Option<TestSet> {
        let (addresses, replicate) = self.addresses;
        addresses.test_set(self.sampler, replicate, drawn)
    }

    fn draws(&self) -> Seed {
        let (addresses, replicate) = self.addresses;
        addresses.of(StreamRole::Test, replicate)
    }
}
