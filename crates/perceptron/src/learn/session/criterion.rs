//! Decides what a score means for a learner: whether it is a mistake, and whether an update is due.

use crate::learn::Variant;
use crate::sample::{FastPath, Label, OutOfRange, Rational, Ties, UpdateThreshold};
use std::cmp::Ordering;

/// Decides from the score of an example whether it is a mistake and whether an update is due, by the rule and the tie convention of a variant.
/// Thresholds are in the units of the feature store's scores.
pub(crate) struct Criterion<S: FastPath> {
    zero: S::Score,
    threshold: Option<Threshold<S::Score>>,
    always: bool,
    ties: Ties,
}

/// Value that y⟨w, x⟩ must reach, or must exceed, so that no update is due.
enum Threshold<Score> {
    Reach(Score),
    /// The value that must be exceeded. Holds the negative of the threshold, because the rounding of thresholds keeps only strict comparisons exact.
    Exceed(Score),
}

/// The consequence of the score of one example for the learner.
pub(crate) struct Judgement {
    /// Whether the prediction is wrong under the tie convention.
    pub mistake: bool,
    /// Whether y⟨w, x⟩ is below the rule's threshold; for a rule without a threshold, whether the prediction is wrong.
    pub margin_mistake: bool,
    /// Whether the rule updates on the example.
    pub due: bool,
}

impl<S: FastPath> Criterion<S> {
    /// Creates the criterion of a variant's rule and tie convention; the threshold must fit in the number type of the store's scores.
    pub(crate) fn new(store: &S, variant: &Variant) -> Result<Self, OutOfRange> {
        let rule = &variant.rule;
        // The vector is stored without the factor of the step, so the threshold is divided by the step.
        let ratio = rule.threshold().map(|threshold| threshold / &rule.step());
        let threshold = match ratio {
            None => None,
            Some(ratio) if rule.facts().includes_threshold => {
                Some(Threshold::Exceed(store.threshold(&-&ratio)?))
            }
            Some(ratio) => Some(Threshold::Reach(store.threshold(&ratio)?)),
        };
        Ok(Self {
            zero: store.threshold(&Rational::zero())?,
            threshold,
            always: rule.facts().always_updates,
            ties: variant.ties,
        })
    }

    /// Returns, for each label, the value that y⟨w, x⟩ must reach so that no update is due. `None` if the rule has another criterion, or if an
    /// example that calls for no update may be a mistake.
    pub(crate) fn due(&self) -> Option<UpdateThreshold<S::Score>> {
        let labels = [Label::Negative, Label::Positive];
        let zero = Ordering::Equal;
        let agrees = |label| self.ties.is_due(zero, label) == self.ties.is_mistake(zero, label);
        match self.threshold {
            _ if self.always => None,
            Some(Threshold::Reach(reach)) => {
                let positive = S::compare(Label::Positive, self.zero, reach)? == Ordering::Less;
                positive.then_some(UpdateThreshold {
                    min_score: [reach; 2],
                })
            }
            Some(Threshold::Exceed(_)) => None,
            None if labels.into_iter().all(agrees) => {
                let above = S::next_above(self.zero)?;
                let reach = labels.map(|label| match self.ties.is_due(zero, label) {
                    true => above,
                    false => self.zero,
                });
                Some(UpdateThreshold { min_score: reach })
            }
            None => None,
        }
    }

    /// Judges an example by its score; `None` if rounding leaves a comparison undecided.
    pub(crate) fn judge(&self, label: Label, score: S::Score) -> Option<Judgement> {
        let margin = S::compare(label, score, self.zero)?;
        let mistake = self.ties.is_mistake(margin, label);
        let below = match self.threshold {
            None => None,
            Some(Threshold::Reach(threshold)) => {
                Some(S::compare(label, score, threshold)? == Ordering::Less)
            }
            // y·s ≤ θ exactly where −y·s ≥ −θ, which is a strict comparison negated.
            Some(Threshold::Exceed(negative)) => {
                Some(S::compare(label.opposite(), score, negative)? != Ordering::Less)
            }
        };
        let due = self.always || below.unwrap_or_else(|| self.ties.is_due(margin, label));
        Some(Judgement {
            mistake,
            margin_mistake: below.unwrap_or(mistake),
            due,
        })
    }

    /// Whether an example with this label and score calls for an update; `None` if rounding leaves that undecided.
    pub(crate) fn is_due(&self, label: Label, score: S::Score) -> Option<bool> {
        self.judge(label, score).map(|judged| judged.due)
    }
}
