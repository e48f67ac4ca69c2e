//! Holds the statement of a claim as a value: form, scope, both sides, premises, and the facts that a judge needs to be fair to it.
//!
//! Every claim returns a `Statement`: the form, the scope, the observed number, its limit, the premises, and further facts for the judge, such as
//! whether a count only grows. Both sides are `Term`s: a column, or a formula with the columns that it reads. So the statement determines the
//! measurements that the claim needs. A `Premise` has words, says whether setting or sample decides it, and holds the predicate.
//!
//! A conjecture of a spec is a claim too: its `Formula`s are parsed by `claim/formula` with winnow, its premises are the declared ones by name, and
//! the judge treats it like any other claim.

use super::{Form, MarginSource, PairedNumbers, Premise, Scope, SlackKind, Term, Trend, premise};
use crate::stats::Interval;
use crate::trial::{AnyColumn, Measure};
use perceptron::sample::Rational;
use std::collections::BTreeSet;

/// How the limit of a claim about an expectation may differ between samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variation {
    /// The limit must be the same for all samples, because the proof needs that.
    Forbidden,
    /// The proof permits a limit that uses the sample's own margin.
    Permitted,
    /// The limit is a measurement on the same sample, for every source of the margin: only its difference from the observed number is judged.
    Measured,
}

/// The statement of a claim: a relation between an observed number and a limit, both computed from trials, with a quantifier and premises.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The quantifier over trials, such as "on every trial" or "in expectation".
    pub form: Form,
    /// The trials that are compared at once: one, a pair of variants on one sample, or all cells.
    pub scope: Scope,
    /// The observed number, computed from a trial or a pair.
    pub observed: Term,
    /// The limit of the observed number, before it is multiplied by `scale`.
    pub limit: Term,
    /// The conditions under which the claim applies to a trial.
    pub premises: Vec<Premise>,
    /// Whether the observed number only grows as a run goes on, and the limit is known before the run (or only falls). Then a run that was cut off at
    /// its cap can refute the claim.
    pub counts_up: bool,
    /// Whether the claim also applies to runs that were cut off, as if they had finished.
    pub speaks_of_cut_off_runs: bool,
    /// A bound that the observed number can never exceed (for a lower limit: never fall below). A limit that reaches it is vacuous; with the form
    /// `Surely`, only a limit above it.
    pub trivial: Option<Term>,
    /// How the limit may differ between samples, for claims about expectations.
    pub variation: Variation,
    /// The probability δ with which the observed number may exceed its limit, for the form `WithProbability`; 0 for the others.
    pub allowed: Rational,
    /// The smallest and the largest value of the observed number, which bets on expectations need.
    pub range: Interval,
    /// Whether an observed number that equals its limit counts as beyond it, for a claim that P(observed ≥ limit) ≤ δ.
    pub equality_is_beyond: bool,
    /// Which margin the limit uses unless a spec says otherwise; `None` for the one that is usual for the form.
    pub usual_margin: Option<MarginSource>,
    /// Meaning of the slack of the claim, unless a spec says otherwise.
    pub slack_kind: SlackKind,
    /// How a number changes over the cells, for claims about all cells at once, which observe nothing on single trials.
    pub trend: Option<Trend>,
    /// The two numbers of a pair of which a report counts which is smaller, in addition to the verdict.
    pub compared: Option<PairedNumbers>,
}

impl Statement {
    pub(super) fn new(form: Form, observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self {
            form,
            scope: Scope::Trial,
            observed: observed.into(),
            limit: limit.into(),
            premises: Vec::new(),
            counts_up: false,
            speaks_of_cut_off_runs: false,
            trivial: None,
            variation: Variation::Forbidden,
            allowed: Rational::zero(),
            range: Interval::UNIT,
            equality_is_beyond: false,
            usual_margin: None,
            slack_kind: SlackKind::Exact,
            trend: None,
            compared: None,
        }
    }

    /// States that observed ≤ limit on every trial.
    pub fn surely(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::Surely, observed, limit)
    }

    /// States that observed = limit on every trial.
    pub fn identity(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::Identity, observed, limit)
    }

    /// States that observed ≤ limit on some trial.
    pub fn exists(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::Exists, observed, limit)
    }

    /// States that `E[observed] ≤ limit`.
    pub fn in_expectation(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::InExpectation, observed, limit)
    }

    /// States that `E[observed] = limit`.
    pub fn expectation_identity(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::ExpectationIdentity, observed, limit)
    }

    /// States that `E[observed] ≥ limit`.
    pub fn lower_bound(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::LowerBound, observed, limit)
    }

    /// States that P(observed > limit) ≤ δ.
    pub fn with_probability(
        delta: Rational,
        observed: impl Into<Term>,
        limit: impl Into<Term>,
    ) -> Self {
        Self {
            allowed: delta,
            ..Self::new(Form::WithProbability, observed, limit)
        }
    }

    /// States that P(observed ≤ x) = F(x) for every x, with a continuous F; `function` is F at the observed number.
    pub fn has_distribution(observed: impl Into<Term>, function: impl Into<Term>) -> Self {
        Self::new(Form::HasDistribution, observed, function)
    }

    /// States, before the run, a number that stands for a qualitative sentence of a note: mean observed ≤ mean limit.
    pub fn illustration(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::Illustration, observed, limit)
    }

    /// States, before the run, how a number changes over all cells, such as a scaling exponent.
    pub fn over_cells(trend: Trend) -> Self {
        let nothing = || Term::of_rows([], |_| None);
        let statement = Self::illustration(nothing(), nothing());
        Self {
            scope: Scope::Sweep,
            trend: Some(trend),
            ..statement
        }
    }

    /// Which margin the limit uses unless a spec says otherwise.
    pub fn default_margin(&self) -> MarginSource {
        let usual = self.usual_margin.clone();
        usual.unwrap_or_else(|| self.form.default_margin())
    }

    /// Makes the statement one about pairs: two variants on one sample.
    pub fn of_pairs(self) -> Self {
        Self {
            scope: Scope::Pair,
            ..self
        }
    }

    /// Sets the two numbers of a pair of which a report counts which is smaller.
    pub(super) fn comparing(self, numbers: PairedNumbers) -> Self {
        Self {
            compared: Some(numbers),
            ..self
        }
    }

    /// Sets the premises, the conditions under which the claim applies to a trial.
    pub fn when(self, premises: impl IntoIterator<Item = Premise>) -> Self {
        Self {
            premises: premises.into_iter().collect(),
            ..self
        }
    }

    /// Declares that the observed number only grows as a run goes on.
    pub fn counting_up(self) -> Self {
        Self {
            counts_up: true,
            ..self
        }
    }

    /// Declares that the statement also applies to runs that were cut off.
    pub fn even_if_cut_off(self) -> Self {
        Self {
            speaks_of_cut_off_runs: true,
            ..self
        }
    }

    /// Sets a bound that the observed number can never exceed; if the limit is a lower one, a bound that it can never fall below.
    pub fn vacuous_from(self, trivial: impl Into<Term>) -> Self {
        Self {
            trivial: Some(trivial.into()),
            ..self
        }
    }

    /// Declares that the proof permits a limit that uses the sample's own margin.
    pub fn permitting_random_limits(self) -> Self {
        Self {
            variation: Variation::Permitted,
            ..self
        }
    }

    /// Declares that the limit is itself measured on the sample.
    pub fn against_a_measurement(self) -> Self {
        Self {
            variation: Variation::Measured,
            ..self
        }
    }

    /// Sets the range of the observed number; the default is 0 to 1.
    pub fn between(self, lower: f64, upper: f64) -> Self {
        Self {
            range: Interval::new(lower, upper),
            ..self
        }
    }

    /// Declares that an observed number that equals its limit counts as beyond it: the statement is P(observed ≥ limit) ≤ δ.
    pub fn counting_equality(self) -> Self {
        Self {
            equality_is_beyond: true,
            ..self
        }
    }

    /// Declares that the claim states what a quantity tends to, so that its slack is a tolerance on both sides.
    pub fn asymptotic(self) -> Self {
        Self {
            slack_kind: SlackKind::Approximate,
            ..self
        }
    }

    /// Adds the premise that the sample is drawn before the run, if the statement reads columns that are not measured when an adversary chooses the
    /// examples. Adds the premise that the learner has a result on the sample, if the statement is about its hypothesis.
    pub fn where_measured(self) -> Self {
        let mut statement = self;
        if statement
            .measures()
            .into_iter()
            .any(Measure::is_of_hypothesis)
        {
            statement
                .premises
                .insert(0, premise::learner_has_a_result());
        }
        if !statement.measures().into_iter().all(Measure::is_of_answers) {
            statement.premises.push(premise::drawn_beforehand());
        }
        statement
    }

    /// The columns that the statement and its premises read, on trials or over cells.
    pub fn reads(&self) -> Vec<AnyColumn> {
        let sides = [
            Some(&self.observed),
            Some(&self.limit),
            self.trivial.as_ref(),
        ];
        let terms = sides.into_iter().flatten().flat_map(Term::reads);
        let premises = self.premises.iter().flat_map(Premise::reads);
        let trend = self
            .trend
            .iter()
            .flat_map(|trend| [&trend.of, &trend.against])
            .flat_map(Term::reads);
        terms.chain(premises).chain(trend).copied().collect()
    }

    /// The columns that must be measured on each trial so that the statement can be judged.
    pub fn measures(&self) -> BTreeSet<Measure> {
        measures(&self.reads())
    }
}

/// Returns what must be measured on each trial so that these columns have values.
pub fn measures(columns: &[AnyColumn]) -> BTreeSet<Measure> {
    let own = columns.iter().map(|column| column.measure());
    own.flat_map(|measure| [Some(measure), measure.needs()])
        .flatten()
        .collect()
}
