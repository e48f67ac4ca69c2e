//! Declares the claims about a graded learner, and checks its answers on a sample against each claim.
//!
//! A learner is graded by its own weights first, by ours second. Whether it updates where it should is decided under the weights that it reported, so
//! that one early fault neither hides nor invents another, and the witness names the fault. Only `same-updates` compares it with our run.

use super::bounds::Bounds;
use super::objection::Objection;
use super::passive_aggressive::PassiveAggressive;
use super::rule::{Family, GradedRule};
use super::rule_words;
use super::run::GradedRun;
use super::{loss_theorems, step_checks, theorems, winnow_theorems};
use std::collections::BTreeSet;

/// A claim about a graded learner; the answers to each sample may refute it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// The learner answers every line as the protocol requires.
    Protocol,
    /// A reset sets the learner's weights to zero.
    StartsAtZero,
    /// A reset sets the learner's weights to one (Winnow).
    StartsAtOne,
    /// The learner predicts with the weights that it reports.
    PredictsByWeights,
    /// The learner reports an update exactly when its weights changed.
    TellsUpdates,
    /// The learner updates wherever the rule calls for an update under the learner's weights.
    UpdatesWhenDue,
    /// The learner does not update where the rule calls for no update under the learner's weights.
    RestsWhenRight,
    /// An update adds the rule's multiple of y·x to the learner's weights.
    AddsExample,
    /// An update multiplies weights by the promotion factor, or sets them to zero (Winnow).
    MultipliesWeights,
    /// The learner updates on the same examples as the rule does when this program runs it.
    SameUpdates,
    /// The learner makes no more mistakes than the mistake bound allows on a separable sample.
    MistakeBound,
    /// The squares of the learner's losses have at most the sum that the theorem allows on a separable sample (passive-aggressive).
    LossBound,
    /// Every update brings the weights nearer to a separator by at least what the proof of the bound requires.
    Progress,
    /// The learner's weights are no longer than the proof of the bound allows.
    Norm,
    /// The number of promotions is at most what the proof of the mistake bound allows (Winnow).
    Promotions,
    /// The sum of the weights is at most what the proof of the mistake bound allows (Winnow).
    TotalWeight,
    /// Nothing carries over from one sample to the next: the same sample gets the same answers again.
    StartsAnew,
    /// The theorem of the user at this place in the list of the rule.
    Own(usize),
}

/// Claims about a learner that is graded by a rule of the perceptron's family, in the order of the printed table.
const OF_PERCEPTRON: [Check; 12] = [
    Check::Protocol,
    Check::StartsAtZero,
    Check::PredictsByWeights,
    Check::TellsUpdates,
    Check::UpdatesWhenDue,
    Check::RestsWhenRight,
    Check::AddsExample,
    Check::SameUpdates,
    Check::MistakeBound,
    Check::Progress,
    Check::Norm,
    Check::StartsAnew,
];

/// Like [`OF_PERCEPTRON`], for PA and PA-II.
const OF_PASSIVE_AGGRESSIVE: [Check; 12] = [
    Check::Protocol,
    Check::StartsAtZero,
    Check::PredictsByWeights,
    Check::TellsUpdates,
    Check::UpdatesWhenDue,
    Check::RestsWhenRight,
    Check::AddsExample,
    Check::SameUpdates,
    Check::LossBound,
    Check::Progress,
    Check::Norm,
    Check::StartsAnew,
];

/// Like [`OF_PERCEPTRON`], for Winnow.
const OF_WINNOW: [Check; 12] = [
    Check::Protocol,
    Check::StartsAtOne,
    Check::PredictsByWeights,
    Check::TellsUpdates,
    Check::UpdatesWhenDue,
    Check::RestsWhenRight,
    Check::MultipliesWeights,
    Check::SameUpdates,
    Check::MistakeBound,
    Check::Promotions,
    Check::TotalWeight,
    Check::StartsAnew,
];

impl Check {
    /// All claims about a learner that is graded by a rule, in the order of the printed table. PA-I bounds mistakes, the other passive-aggressive forms
    /// bound losses. The theorems of the user come last.
    pub fn all(graded: &GradedRule) -> Vec<Self> {
        let of_rule: &[Self] = match &graded.family {
            Family::Perceptron(_) => &OF_PERCEPTRON,
            Family::PassiveAggressive(PassiveAggressive::Capped(_)) => &OF_PERCEPTRON,
            Family::PassiveAggressive(_) => &OF_PASSIVE_AGGRESSIVE,
            Family::Winnow(_) => &OF_WINNOW,
        };
        let own = (0..graded.theorems.len()).map(Self::Own);
        of_rule.iter().copied().chain(own).collect()
    }

    /// Short name of the claim, as printed in the table.
    pub fn id(self, graded: &GradedRule) -> &'static str {
        match self {
            Self::Own(place) => graded.theorems[place].name(),
            Self::Protocol => "protocol",
            Self::StartsAtZero => "starts-at-zero",
            Self::StartsAtOne => "starts-at-one",
            Self::PredictsByWeights => "predicts-by-its-weights",
            Self::TellsUpdates => "tells-its-updates",
            Self::UpdatesWhenDue => "updates-when-due",
            Self::RestsWhenRight => "rests-when-right",
            Self::AddsExample => "adds-the-example",
            Self::MultipliesWeights => "multiplies-weights",
            Self::SameUpdates => "same-updates",
            Self::MistakeBound => "mistake-bound",
            Self::LossBound => "loss-bound",
            Self::Progress => "progress",
            Self::Norm => "norm",
            Self::Promotions => "promotions",
            Self::TotalWeight => "total-weight",
            Self::StartsAnew => "starts-anew",
        }
    }

    /// The claim in words, for the rule that the learner is graded by.
    pub fn claim(self, graded: &GradedRule) -> String {
        match self {
            Self::Protocol => "it answers every line as docs/learners.md asks".into(),
            Self::StartsAtZero | Self::StartsAtOne => rule_words::start_words(graded),
            Self::PredictsByWeights => rule_words::prediction_words(graded),
            Self::TellsUpdates => "it says that it updated exactly when its weights changed".into(),
            Self::UpdatesWhenDue => format!("it updates {}", rule_words::due_words(graded)),
            Self::RestsWhenRight => "it does not update anywhere else".into(),
            Self::AddsExample | Self::MultipliesWeights => rule_words::update_words(graded),
            Self::SameUpdates => format!("it updates where our {} updates", graded.name()),
            Self::MistakeBound => rule_words::bound_words(graded),
            Self::LossBound => rule_words::loss_bound_words(graded),
            Self::Progress => rule_words::progress_words(graded).into(),
            Self::Norm => rule_words::norm_words(graded).into(),
            Self::Promotions => {
                "it makes at most k·(⌊log_α θ⌋ + 1) promotions on labels of a disjunction of k features".into()
            }
            Self::TotalWeight => {
                "after u promotions and v eliminations, Σwᵢ ≤ N + (α − 1)θu − θv".into()
            }
            Self::StartsAnew => "its answers to a sample do not depend on what came before".into(),
            Self::Own(place) => graded.theorems[place].says(),
        }
    }

    /// Name of the same claim in the registry, by which specs state it; `None` if the registry has no such claim.
    pub fn named(self, graded: &GradedRule) -> Option<&'static str> {
        if let Self::Own(place) = self {
            return Some(graded.theorems[place].name());
        }
        match &graded.family {
            Family::Perceptron(_) => self.named_for_perceptron(graded),
            Family::PassiveAggressive(rule) => match (self, rule) {
                (Self::LossBound, PassiveAggressive::Plain) => Some("squared-loss-bound"),
                (Self::LossBound, PassiveAggressive::Damped(_)) => Some("damped-step-loss-bound"),
                (Self::MistakeBound, _) => Some("capped-step-mistake-bound"),
                _ => None,
            },
            Family::Winnow(_) => (self == Self::MistakeBound).then_some("winnow-mistake-bound"),
        }
    }

    fn named_for_perceptron(self, graded: &GradedRule) -> Option<&'static str> {
        match self {
            Self::SameUpdates => Some("same-update-sequence"),
            Self::MistakeBound if graded.threshold().is_some() => Some("margin-mistake-bound"),
            Self::MistakeBound if graded.normalizes() => Some("normalized-mistake-bound"),
            Self::MistakeBound => Some("online-mistake-bound"),
            Self::Progress => Some("progress-invariant"),
            Self::Norm => Some("norm-invariant"),
            _ => None,
        }
    }

    /// Whether one of these claims needs the maximum margin of the sample, for the rule that the learner is graded by.
    pub(super) fn needs_bounds(checks: &BTreeSet<Self>, graded: &GradedRule) -> bool {
        let is_margin_rule = !matches!(graded.family, Family::Winnow(_));
        is_margin_rule && checks.iter().any(|check| check.is_bounded())
    }

    /// Whether the claim is about the whole sample, whose maximum margin or disjunction bounds what may happen.
    pub(super) fn is_bounded(self) -> bool {
        use Check::{LossBound, MistakeBound, Norm, Own, Progress, Promotions};
        matches!(
            self,
            MistakeBound | LossBound | Progress | Norm | Promotions | Own(_)
        )
    }

    /// Checks a learner's answers on one sample against the claim: the error says what refutes the claim; `None` if the sample cannot test it.
    pub(super) fn hold(
        self,
        run: &GradedRun,
        bounds: Option<&Bounds>,
    ) -> Option<Result<(), Objection>> {
        let each = |check: fn(&GradedRun, usize) -> Result<(), Objection>| {
            Some(run.showings().try_for_each(|at| check(run, at)))
        };
        match self {
            Self::Protocol => Some(Ok(())),
            Self::StartsAtZero | Self::StartsAtOne => Some(step_checks::starts(run)),
            Self::PredictsByWeights => each(step_checks::predicts),
            Self::TellsUpdates => each(step_checks::check_reported_update),
            Self::UpdatesWhenDue => each(step_checks::updates),
            Self::RestsWhenRight => each(step_checks::rests),
            Self::AddsExample | Self::MultipliesWeights => each(step_checks::follows),
            Self::SameUpdates => step_checks::same_updates(run),
            Self::MistakeBound | Self::LossBound | Self::Progress | Self::Norm => {
                self.hold_theorem(run, bounds)
            }
            Self::Promotions => winnow_theorems::promotions(run.graded.winnow()?, run),
            Self::TotalWeight => winnow_theorems::total_weight(run.graded.winnow()?, run),
            Self::Own(place) => run.graded.theorems[place].hold(run),
            // Only showing the sample a second time can tell.
            Self::StartsAnew => None,
        }
    }

    /// Like [`Self::hold`], for the bound of the rule and the two halves of its proof.
    fn hold_theorem(
        self,
        run: &GradedRun,
        bounds: Option<&Bounds>,
    ) -> Option<Result<(), Objection>> {
        match (&run.graded.family, self) {
            (Family::Winnow(rule), _) => winnow_theorems::mistakes(*rule, run),
            (Family::PassiveAggressive(rule), Self::Progress) => {
                Some(loss_theorems::progress(*rule, run, bounds?))
            }
            (Family::PassiveAggressive(_), Self::Norm) => {
                Some(loss_theorems::norm_bound(run, bounds?))
            }
            (Family::PassiveAggressive(rule), Self::LossBound) => {
                Some(loss_theorems::losses(*rule, run, bounds?))
            }
            (Family::PassiveAggressive(rule), _) => {
                Some(loss_theorems::mistakes(*rule, run, bounds?))
            }
            (_, Self::Progress) => Some(theorems::progress(run, bounds?)),
            (_, Self::Norm) => Some(theorems::norm(run, bounds?)),
            _ => Some(theorems::mistakes(run, bounds?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ReturnedWeights, RuleName, RuleSettings};
    use super::*;
    use claims::claim::Registered;
    use perceptron::sample::Ties;

    #[test]
    fn specs_can_state_the_updates_of_a_perceptron_its_bound_and_both_halves_of_the_proof() {
        for named in [
            RuleName::Perceptron,
            RuleName::NormalizedPerceptron,
            RuleName::MarginPerceptron,
        ] {
            let (last, settings) = (ReturnedWeights::Last, RuleSettings::default());
            let graded = GradedRule::new(named, Ties::Mistake, last, &settings).unwrap();
            let is_stated = |check: &Check| {
                let name = check.named(&graded);
                assert!(name.is_none_or(Registered::is_name_of_theorem), "{name:?}");
                name.is_some()
            };
            let stated: Vec<Check> = Check::all(&graded).into_iter().filter(is_stated).collect();
            let due = [
                Check::SameUpdates,
                Check::MistakeBound,
                Check::Progress,
                Check::Norm,
            ];
            assert_eq!(stated, due, "{named:?}");
        }
    }
}
