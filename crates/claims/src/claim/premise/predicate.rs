//! Holds a premise as a value: its words, its predicates before and after a run, and how to change a spec so that it holds.

use crate::claim::remedy::Remedy;
use crate::trial::{AnyColumn, Column, ColumnValue, Row, Setting};
use std::fmt;
use std::sync::Arc;

/// A condition on a value of type `T`.
type Predicate<T> = Arc<dyn Fn(&T) -> bool + Send + Sync>;

/// A condition on a trial.
type RowPredicate = dyn Fn(&Row) -> bool + Send + Sync;

/// A condition that decides whether a claim applies to a trial.
#[derive(Clone)]
pub struct Premise {
    words: String,
    reads: Vec<AnyColumn>,
    /// The condition on generator and variant, which is known before a run.
    before: Option<Predicate<Setting>>,
    /// The condition that is known only from the sample or the run.
    after: Option<Arc<RowPredicate>>,
    /// A change of the spec that makes the premise hold.
    mend: Option<Remedy>,
    /// The columns that are no Monte Carlo estimates where the premise holds.
    exact: Vec<AnyColumn>,
}

impl fmt::Debug for Premise {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.words)
    }
}

impl Premise {
    /// Makes a premise that depends only on generator and variant, so that it is known before a run.
    pub(super) fn setting(
        words: impl Into<String>,
        holds: impl Fn(&Setting) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            words: words.into(),
            reads: Vec::new(),
            before: Some(Arc::new(holds)),
            after: None,
            mend: None,
            exact: Vec::new(),
        }
    }

    /// Makes a premise that is known only from the sample or the run; `reads` are the columns that `holds` reads.
    pub(super) fn sample(
        words: impl Into<String>,
        reads: impl Into<Vec<AnyColumn>>,
        holds: impl Fn(&Row) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            words: words.into(),
            reads: reads.into(),
            before: None,
            after: Some(Arc::new(holds)),
            mend: None,
            exact: Vec::new(),
        }
    }

    /// Adds a condition on generator and variant without which the premise cannot hold, so that it is known before a run to fail.
    pub(super) fn only_if(
        self,
        may_hold: impl Fn(&Setting) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            before: Some(Arc::new(may_hold)),
            ..self
        }
    }

    /// Makes the premise that a column has a value which is constant over the trials of a cell, such as the offset.
    pub(super) fn known<T: ColumnValue>(words: &str, column: Column<T>) -> Self {
        let premise = Self::setting(words, move |setting| setting.get(column).is_some());
        Self {
            reads: vec![column.any()],
            ..premise
        }
    }

    /// Adds the change of a spec that makes the premise hold.
    pub(super) fn mended_by(self, mend: impl Into<Remedy>) -> Self {
        Self {
            mend: Some(mend.into()),
            ..self
        }
    }

    /// Declares that these columns are no Monte Carlo estimates where the premise holds.
    pub(super) fn excluding_estimates<const N: usize>(self, exact: [AnyColumn; N]) -> Self {
        Self {
            exact: exact.to_vec(),
            ..self
        }
    }

    /// The columns that are no Monte Carlo estimates where the premise holds.
    pub(in crate::claim) fn exact(&self) -> &[AnyColumn] {
        &self.exact
    }

    /// The change of the spec that makes the premise hold, in words that follow "set".
    pub fn mend(&self) -> Option<String> {
        self.mend.as_ref().map(Remedy::label)
    }

    /// The premise in words, for tables and for `explain`.
    pub fn label(&self) -> &str {
        &self.words
    }

    /// The columns of a trial that the premise reads.
    pub fn reads(&self) -> &[AnyColumn] {
        &self.reads
    }

    /// Whether the premise holds on a trial.
    pub fn holds(&self, row: &Row) -> bool {
        let after = || self.after.as_ref().is_none_or(|after| after(row));
        !self.fails_before_a_run(row.setting()) && after()
    }

    /// Whether the premise holds on a trial, or may hold because the trial failed before the columns that the premise reads were measured.
    pub fn may_hold(&self, row: &Row) -> bool {
        let lacks = |column: &AnyColumn| !row.has_values(*column);
        let unknown = self.after.is_some() && row.is_failed() && self.reads.iter().any(lacks);
        if unknown {
            !self.fails_before_a_run(row.setting())
        } else {
            self.holds(row)
        }
    }

    /// Whether it is known from generator and variant, before a run, that the premise fails.
    pub fn fails_before_a_run(&self, setting: &Setting) -> bool {
        self.before.as_ref().is_some_and(|before| !before(setting))
    }
}
