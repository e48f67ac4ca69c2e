//! Holds what a claim says as a value: form, scope, both sides, premises, and what a judge must know to be fair to it.
//!
//! A claim is a value. It answers with a `Statement`: form, scope, what is observed, its limit, premises, and what a fair judge must know besides,
//! such as whether a count only grows. Both sides are `Term`s, a column or a formula with the columns that it reads, so what must be measured follows
//! from the statement. A conjecture of a spec is such a claim: its `Formula`s are read by `claim/formula` with winnow, its premises are the declared
//! ones by name, and the judge knows no difference. A `Premise` has words, says whether setting or sample decides it, and holds the predicate.

use super::{Form, Premise, Scope, Term, Trend, premise};
use crate::stats::Interval;
use crate::trial::{AnyColumn, Measure};
use std::collections::BTreeSet;

/// How the limit of a claim about an expectation may differ between samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variation {
    /// It may not: the proof needs one limit for all samples.
    Forbidden,
    /// The proof permits a limit of the sample's own margin.
    Permitted,
    /// It is a measurement on the same sample, whatever the margin: only its difference from what is observed is judged.
    Measured,
}

/// A theorem, an identity or a sentence of the notes, as a relation between two numbers of trials.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Its quantifier.
    pub form: Form,
    /// What it sees at once.
    pub scope: Scope,
    /// What is observed.
    pub observed: Term,
    /// What limits it, before any scale.
    pub limit: Term,
    /// What must hold of a trial for the claim to speak of it.
    pub premises: Vec<Premise>,
    /// Whether what is observed only grows as a run goes on, and the limit is known before it (or only falls): then a run cut off at its
    /// cap can refute it.
    pub counts_up: bool,
    /// Whether it speaks of runs that were cut off as it does of finished ones.
    pub speaks_of_cut_off_runs: bool,
    /// What the observed value cannot exceed whatever happens: a limit that reaches it says nothing.
    pub trivial: Option<Term>,
    /// How the limit may differ between samples, for claims about expectations.
    pub variation: Variation,
    /// The range of what is observed, for claims about expectations.
    pub range: Interval,
    /// What is summarised over cells, for claims of scope `sweep`, which observe nothing on single trials.
    pub trend: Option<Trend>,
}

impl Statement {
    fn new(form: Form, observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
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
            range: Interval::UNIT,
            trend: None,
        }
    }

    /// observed ≤ limit on every trial.
    pub fn surely(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::Surely, observed, limit)
    }

    /// observed = limit on every trial.
    pub fn identity(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::Identity, observed, limit)
    }

    /// observed ≤ limit on some trial.
    pub fn exists(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::Exists, observed, limit)
    }

    /// `E[observed] ≤ limit`.
    pub fn in_expectation(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::InExpectation, observed, limit)
    }

    /// `E[observed] = limit`.
    pub fn expectation_identity(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::ExpectationIdentity, observed, limit)
    }

    /// `E[observed] ≥ limit`.
    pub fn lower_bound(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::LowerBound, observed, limit)
    }

    /// P(observed > limit) ≤ δ.
    pub fn with_probability(delta: f64, observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::WithProbability { delta }, observed, limit)
    }

    /// A pre-stated proxy for a qualitative sentence: mean observed ≤ mean limit.
    pub fn illustration(observed: impl Into<Term>, limit: impl Into<Term>) -> Self {
        Self::new(Form::Illustration, observed, limit)
    }

    /// A pre-stated proxy about all cells at once.
    pub fn over_cells(trend: Trend) -> Self {
        let nothing = || Term::of_rows([], |_| None);
        let statement = Self::illustration(nothing(), nothing());
        Self {
            scope: Scope::Sweep,
            trend: Some(trend),
            ..statement
        }
    }

    /// The same of two variants on one sample.
    pub fn of_pairs(self) -> Self {
        Self {
            scope: Scope::Pair,
            ..self
        }
    }

    /// The same where these premises hold.
    pub fn when(self, premises: impl IntoIterator<Item = Premise>) -> Self {
        Self {
            premises: premises.into_iter().collect(),
            ..self
        }
    }

    /// The same of a count that only grows.
    pub fn counting_up(self) -> Self {
        Self {
            counts_up: true,
            ..self
        }
    }

    /// The same, said of runs that were cut off too.
    pub fn even_if_cut_off(self) -> Self {
        Self {
            speaks_of_cut_off_runs: true,
            ..self
        }
    }

    /// The same, of an observed value that cannot exceed a number anyway, or cannot fall below it where the limit is a lower one.
    pub fn vacuous_from(self, trivial: impl Into<Term>) -> Self {
        Self {
            trivial: Some(trivial.into()),
            ..self
        }
    }

    /// The same, with a proof that permits a limit of the sample's own margin.
    pub fn permitting_random_limits(self) -> Self {
        Self {
            variation: Variation::Permitted,
            ..self
        }
    }

    /// The same, with a limit that is itself measured on the sample.
    pub fn against_a_measurement(self) -> Self {
        Self {
            variation: Variation::Measured,
            ..self
        }
    }

    /// The same of values between two numbers; without it, between 0 and 1.
    pub fn between(self, lower: f64, upper: f64) -> Self {
        Self {
            range: Interval::new(lower, upper),
            ..self
        }
    }

    /// The same, only of samples drawn beforehand where it reads what is not measured of others.
    pub fn where_measured(self) -> Self {
        let mut statement = self;
        if !statement.measures().into_iter().all(Measure::is_of_answers) {
            statement.premises.push(premise::drawn_beforehand());
        }
        statement
    }

    /// The columns it reads, on trials or over cells.
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

    /// What must be measured for it.
    pub fn measures(&self) -> BTreeSet<Measure> {
        measures(&self.reads())
    }
}

/// What must be measured for some columns.
pub fn measures(columns: &[AnyColumn]) -> BTreeSet<Measure> {
    let own = columns.iter().map(|column| column.measure());
    own.flat_map(|measure| [Some(measure), measure.needs()])
        .flatten()
        .collect()
}
