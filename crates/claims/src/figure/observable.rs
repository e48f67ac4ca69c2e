//! Finds out which column a claim observes, so that figures need no list of claims.

use crate::claim::{Scope, Statement};
use crate::trial::Trial;

/// A column that figures draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Observable {
    Mistakes,
    MarginMistakes,
    DistinctMarginMistakes,
    Updates,
    Risk,
    LeaveOneOutError,
}

impl Observable {
    const ALL: [Self; 6] = [
        Self::Mistakes,
        Self::MarginMistakes,
        Self::DistinctMarginMistakes,
        Self::Updates,
        Self::Risk,
        Self::LeaveOneOutError,
    ];

    /// The column that a claim on single trials observes: asked with a row in which every column differs.
    pub(super) fn of(statement: &Statement) -> Option<Self> {
        let probe = Trial {
            examples: 100,
            mistakes: Some(11),
            margin_mistakes: Some(13),
            distinct_margin_mistakes: Some(17),
            updates: Some(19),
            risk: Some(0.23),
            leave_one_out_errors: Some(29.0),
            leave_one_out_error: Some(0.29),
            ..Trial::empty()
        };
        let observed = (statement.scope() == Scope::Trial)
            .then(|| statement.observed(&[&probe]))
            .flatten()?;
        Self::ALL
            .into_iter()
            .find(|column| column.value(&probe) == Some(observed.value))
    }

    /// The column's value in a row.
    pub(super) fn value(self, row: &Trial) -> Option<f64> {
        let count = |count: Option<u64>| count.map(|count| count as f64);
        match self {
            Self::Mistakes => count(row.mistakes),
            Self::MarginMistakes => count(row.margin_mistakes),
            Self::DistinctMarginMistakes => count(row.distinct_margin_mistakes),
            Self::Updates => count(row.updates),
            Self::Risk => row.risk,
            Self::LeaveOneOutError => row.leave_one_out_error,
        }
    }

    /// Its name on an axis.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Mistakes => "mistakes",
            Self::MarginMistakes => "margin mistakes",
            Self::DistinctMarginMistakes => "distinct margin mistakes",
            Self::Updates => "updates",
            Self::Risk => "risk",
            Self::LeaveOneOutError => "leave-one-out error",
        }
    }

    /// Whether it counts something over a run.
    pub(super) fn is_count(self) -> bool {
        !matches!(self, Self::Risk | Self::LeaveOneOutError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observed(name: &str) -> Option<Observable> {
        Observable::of(&serde_json::from_value(serde_json::json!({ name: {} })).unwrap())
    }

    #[test]
    fn a_claim_is_recognised_by_what_it_reads() {
        assert_eq!(observed("online-mistake-bound"), Some(Observable::Mistakes));
        assert_eq!(
            observed("margin-mistake-bound"),
            Some(Observable::MarginMistakes)
        );
        assert_eq!(
            observed("distinct-mistakes-bound"),
            Some(Observable::DistinctMarginMistakes)
        );
        assert_eq!(observed("leave-one-out-risk-bound"), Some(Observable::Risk));
        assert_eq!(
            observed("leave-one-out-error-bound"),
            Some(Observable::LeaveOneOutError)
        );
    }

    #[test]
    fn claims_on_margins_or_pairs_observe_no_column() {
        assert_eq!(observed("normalized-bound-is-no-worse"), None);
        assert_eq!(observed("fewer-updates-exist"), None);
    }
}
