//! States the theorems as data: one claim per file says what is observed, what limits it, when, and by whom.

mod bayes_risk_lower_bound;
mod distinct_mistakes_bound;
mod fewer_updates_exist;
mod fewer_updates_usually;
mod leave_one_out_error_bound;
mod leave_one_out_errors_bound;
mod leave_one_out_risk_bound;
mod limits;
mod majority_mistake_bound;
mod margin_mistake_bound;
mod margin_source;
mod minimax_average_risk;
mod minimax_lower_bound;
mod mistake_bound_is_attained;
mod no_updates_left;
mod normalized_bound_is_no_worse;
mod normalized_mistake_bound;
mod offset_mistake_bound;
mod online_mistake_bound;
mod premise;
mod rank_correlation;
mod rarely_more_updates;
mod same_updates;
mod scaling_exponent;
mod smaller_risk_on_average;
mod stated;
mod stated_count;
mod stops_at_clean_pass;
mod teacher_student_mistakes;
mod trend;
mod unseen_mass_risk;

pub use bayes_risk_lower_bound::BayesRiskLowerBound;
pub use distinct_mistakes_bound::DistinctMistakesBound;
pub use fewer_updates_exist::FewerUpdatesExist;
pub use fewer_updates_usually::FewerUpdatesUsually;
pub use leave_one_out_error_bound::LeaveOneOutErrorBound;
pub use leave_one_out_errors_bound::LeaveOneOutErrorsBound;
pub use leave_one_out_risk_bound::LeaveOneOutRiskBound;
pub use majority_mistake_bound::MajorityMistakeBound;
pub use margin_mistake_bound::{MarginMistakeBound, Norm};
pub use margin_source::MarginSource;
pub use minimax_average_risk::MinimaxAverageRisk;
pub use minimax_lower_bound::MinimaxLowerBound;
pub use mistake_bound_is_attained::MistakeBoundIsAttained;
pub use no_updates_left::NoUpdatesLeft;
pub use normalized_bound_is_no_worse::NormalizedBoundIsNoWorse;
pub use normalized_mistake_bound::NormalizedMistakeBound;
pub use offset_mistake_bound::OffsetMistakeBound;
pub use online_mistake_bound::OnlineMistakeBound;
pub use premise::Premise;
pub use rank_correlation::RankCorrelation;
pub use rarely_more_updates::RarelyMoreUpdates;
pub use same_updates::SameUpdates;
pub use scaling_exponent::ScalingExponent;
pub use smaller_risk_on_average::SmallerRiskOnAverage;
pub use stated::{StatedClaim, VerdictWord};
pub use stated_count::StatedCount;
pub use stops_at_clean_pass::StopsAtCleanPass;
pub use teacher_student_mistakes::TeacherStudentMistakes;
pub use trend::{Proxy, Statistic, Trend};
pub use unseen_mass_risk::UnseenMassRisk;

use crate::documented::family;
use crate::sample::Quantity;
use crate::trial::{Measure, Trial};

/// The quantifier of a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Form {
    /// observed ≤ limit on every trial.
    Surely,
    /// `E[observed] ≤ limit`.
    InExpectation,
    /// `E[observed] = limit`.
    ExpectationIdentity,
    /// P(observed > limit) ≤ δ.
    WithProbability {
        /// The probability δ that is allowed.
        delta: f64,
    },
    /// `E[observed] ≥ limit`.
    LowerBound,
    /// observed = limit on every trial.
    Identity,
    /// observed ≤ limit on some trial.
    Exists,
    /// A pre-stated proxy for a qualitative sentence: mean observed ≤ limit.
    Illustration,
}

impl Form {
    /// The word in a verdict.
    pub fn word(self) -> &'static str {
        match self {
            Self::Surely => "surely",
            Self::InExpectation => "in-expectation",
            Self::ExpectationIdentity => "expectation-identity",
            Self::WithProbability { .. } => "with-probability",
            Self::LowerBound => "lower-bound",
            Self::Identity => "identity",
            Self::Exists => "exists",
            Self::Illustration => "illustration",
        }
    }

    /// Whether its verdict rests on a sample of replicates and so spends α.
    pub fn is_statistical(self) -> bool {
        matches!(self, Self::InExpectation | Self::ExpectationIdentity | Self::WithProbability { .. } | Self::LowerBound)
    }

    /// Where the margin comes from unless a spec says otherwise: the law's for expectations, the sample's for the rest.
    pub fn default_margin(self) -> MarginSource {
        if self.is_statistical() { MarginSource::Population } else { MarginSource::Sample }
    }
}

/// The rows a claim sees at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One trial.
    Trial,
    /// Two variants on one sample, in the order the spec names them.
    Pair,
    /// All cells that the claim is stated on.
    Sweep,
}

impl Scope {
    /// The word in a verdict.
    pub fn word(self) -> &'static str {
        match self {
            Self::Trial => "trial",
            Self::Pair => "pair",
            Self::Sweep => "sweep",
        }
    }
}

/// A theorem, an identity or a sentence of the notes, as a function of rows.
///
/// `rows` has one row for scope `trial` and two for scope `pair`. Nothing here is statistical: `judge` decides.
pub trait Claim {
    /// Its quantifier.
    fn form(&self) -> Form;

    /// What it sees.
    fn scope(&self) -> Scope {
        Scope::Trial
    }

    /// Where it is stated.
    fn source(&self) -> &'static str;

    /// What must hold of a row for the claim to speak of it.
    fn premises(&self, margin: &MarginSource) -> Vec<Premise>;

    /// What must be measured for it.
    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        margin.measures()
    }

    /// What is observed; `None` if the row lacks it.
    fn observed(&self, rows: &[&Trial]) -> Option<Quantity>;

    /// What limits it, before any scale; `None` if the row lacks a premise. It may use what is known before a run only.
    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity>;

    /// What the observed value cannot exceed whatever happens: a limit that reaches it says nothing.
    fn trivial_bound(&self, _rows: &[&Trial]) -> Option<Quantity> {
        None
    }

    /// Whether it speaks of finished runs only, so that a run cut off at its cap tells nothing final.
    fn needs_finished_run(&self) -> bool {
        true
    }

    /// Whether its proof permits a limit that varies between samples, for claims about expectations.
    fn permits_random_limit(&self) -> bool {
        false
    }

    /// What is summarised over cells, for claims of scope `sweep`, which observe nothing on single rows.
    fn trend(&self) -> Option<Trend> {
        None
    }

    /// The range [a, b] of what is observed, for claims about expectations.
    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }
}

family! {
    /// A claim of the registry, with the keys that only it understands.
    pub enum Statement: Claim {
        OnlineMistakeBound in online_mistake_bound,
        NormalizedMistakeBound in normalized_mistake_bound,
        NormalizedBoundIsNoWorse in normalized_bound_is_no_worse,
        MajorityMistakeBound in majority_mistake_bound,
        MarginMistakeBound in margin_mistake_bound,
        NoUpdatesLeft in no_updates_left,
        DistinctMistakesBound in distinct_mistakes_bound,
        LeaveOneOutErrorsBound in leave_one_out_errors_bound,
        LeaveOneOutRiskBound in leave_one_out_risk_bound,
        LeaveOneOutErrorBound in leave_one_out_error_bound,
        BayesRiskLowerBound in bayes_risk_lower_bound,
        FewerUpdatesExist in fewer_updates_exist,
        SameUpdates in same_updates,
        MistakeBoundIsAttained in mistake_bound_is_attained,
        StatedCount in stated_count,
        MinimaxAverageRisk in minimax_average_risk,
        MinimaxLowerBound in minimax_lower_bound,
        StopsAtCleanPass in stops_at_clean_pass,
        OffsetMistakeBound in offset_mistake_bound,
        UnseenMassRisk in unseen_mass_risk,
        SmallerRiskOnAverage in smaller_risk_on_average,
        FewerUpdatesUsually in fewer_updates_usually,
        RarelyMoreUpdates in rarely_more_updates,
        ScalingExponent in scaling_exponent,
        RankCorrelation in rank_correlation,
        TeacherStudentMistakes in teacher_student_mistakes,
    }
}

impl Claim for Statement {
    fn form(&self) -> Form {
        self.member().form()
    }

    fn scope(&self) -> Scope {
        self.member().scope()
    }

    fn source(&self) -> &'static str {
        self.member().source()
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        self.member().premises(margin)
    }

    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        self.member().measures(margin)
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        self.member().observed(rows)
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        self.member().limit(rows, margin)
    }

    fn trivial_bound(&self, rows: &[&Trial]) -> Option<Quantity> {
        self.member().trivial_bound(rows)
    }

    fn needs_finished_run(&self) -> bool {
        self.member().needs_finished_run()
    }

    fn permits_random_limit(&self) -> bool {
        self.member().permits_random_limit()
    }

    fn trend(&self) -> Option<Trend> {
        self.member().trend()
    }

    fn range(&self) -> (f64, f64) {
        self.member().range()
    }
}
