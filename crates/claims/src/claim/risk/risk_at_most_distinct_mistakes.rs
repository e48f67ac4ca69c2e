//! Claims the middle step of the leave-one-out theorem: the risk is at most the fraction of examples that a run on one more example updates on.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "risk-at-most-distinct-mistakes";
    /// After N examples, the probability that a fresh one is a margin mistake is at most the expected fraction of examples that a run on N + 1
    /// updates on.
    ///
    /// # Formula
    /// $P(y\langle w, x\rangle \lt \tau \text{ after } N \text{ examples}) \le \mathbb{E}[\text{different examples updated on among } N + 1]/(N + 1)$, which is $\le 1$; with event = "error", $P(\text{error}) \le$ the same
    /// # Premise
    /// iid; coupled draws; the sample is the N + 1 examples, and the run on N is the one without the last. The fraction is at most 1, so that it may
    /// be subtracted trial by trial. The margin event needs basis vectors of unit norm, or the unit sphere with a
    /// margin.
    /// # Source
    /// Hardt and Recht, Theorem, the strong form of its proof (docs/theory.md: C-H11).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "risk-at-most-distinct-mistakes"
    /// ```
    pub struct RiskAtMostDistinctMistakes {
        /// "error", or "margin-mistake", y⟨w, x⟩ below the threshold.
        pub event: FreshExampleEvent = "error",
    }
}

/// The event on a fresh example whose probability is bounded.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    serde::Serialize,
    serde::Deserialize,
    strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum FreshExampleEvent {
    /// The fresh example is classified incorrectly.
    #[default]
    Error,
    /// The fresh example has y⟨w, x⟩ below the threshold of the rule.
    MarginMistake,
}

perceptron::documented::choice!(FreshExampleEvent);

impl Claim for RiskAtMostDistinctMistakes {
    fn statement(&self, _: &MarginSource) -> Statement {
        let (probability, is_known) = match self.event {
            FreshExampleEvent::Error => (
                Term::from(columns::RISK_WITHOUT_LAST),
                premise::known_risk_without_last(),
            ),
            FreshExampleEvent::MarginMistake => {
                (margin_risk(), premise::known_margin_risk_without_last())
            }
        };
        let share = Term::from(columns::DISTINCT_MARGIN_MISTAKES).over(limits::sample_size());
        Statement::in_expectation(probability, share)
            .when([
                premise::iid(),
                is_known,
                premise::coupled(),
                premise::test_errors_call_for_updates(),
                premise::ran_to_clean_pass(),
                premise::sum_of_updates(),
            ])
            .against_a_measurement()
    }

    fn text(&self) -> Option<ClaimText> {
        let limit = r"\mathbb{E}[\text{different examples updated on among } N + 1]/(N + 1)";
        let (word, event) = match self.event {
            FreshExampleEvent::Error => ("an error", r"\text{error after } N \text{ examples}"),
            FreshExampleEvent::MarginMistake => (
                "a margin mistake",
                r"y\langle w, x\rangle \lt \tau \text{ after } N \text{ examples}",
            ),
        };
        let statement = format!(
            "After N examples a fresh one is {word} with at most the expected fraction of different examples that a run on N + 1 updates on."
        );
        Some(ClaimText::of(&Self::DOC).saying(statement, format!(r"$P({event}) \le {limit}$")))
    }
}

/// P(y⟨w, x⟩ < threshold) for the hypothesis trained without the last example, from the column that has it.
fn margin_risk() -> Term {
    let (atoms, sphere) = (
        columns::MARGIN_RISK_WITHOUT_LAST,
        columns::SPHERE_MARGIN_RISK_WITHOUT_LAST,
    );
    Term::of([atoms.any(), sphere.any()], move |row| {
        let exact = row.get(atoms).cloned().map(Quantity::exact);
        exact.or_else(|| row.get(sphere).cloned())
    })
}
