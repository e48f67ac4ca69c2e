//! Finds claims in which a Monte Carlo estimate stands for the number that it estimates, although the claim needs the number itself.

use super::dependence::{Dependence, IsEstimate};
use super::{Form, Premise, StatedClaim, Statement, Term};
use crate::stats::Statistic;
use crate::trial::{AnyColumn, Setting};
use std::fmt;

/// The reason why a claim cannot be judged on estimates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EstimateFault {
    /// The names of the columns that are estimates.
    pub columns: Vec<&'static str>,
    /// The part of the claim that reads them: observed, limit, trivial, of or against.
    pub part: &'static str,
    /// The reason, in words that follow the names of the columns.
    pub reason: &'static str,
}

impl fmt::Display for EstimateFault {
    /// The columns and the reason, as the method of a verdict and the message about a spec say them.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.columns.join("`, `");
        write!(
            out,
            "`{columns}` is a Monte Carlo estimate, {}",
            self.reason
        )
    }
}

const OF_RUNS: &str =
    "and the claim compares single runs, of which an estimate says nothing certain";
const OF_FUNCTION: &str = "and the expectation of a function of an estimate (a product or quotient of estimates, a power, sqrt, log, min, max) is another one than that of the risk";
const OF_PROBABILITY: &str =
    "and how often an estimate exceeds a limit is not how often the risk does";
const OF_DISTRIBUTION: &str = "and the distribution of an estimate is not that of the risk";
const OF_TREND: &str = "and the median or a quantile of estimates is not that of the risk";

impl StatedClaim {
    /// Returns why the claim cannot be judged on estimates, for trials of these settings, one per variant that it compares. `None` if it reads no
    /// estimate, or only in ways that are valid, or if it says that it speaks of the estimates.
    pub fn misuse_of_estimates(&self, settings: &[&Setting]) -> Option<EstimateFault> {
        if self.about_estimates || self.fails_before_a_run(settings).is_some() {
            return None;
        }
        let premises = self.statement.premises.iter();
        let exact: Vec<AnyColumn> = premises.flat_map(Premise::exact).copied().collect();
        let is_estimate = |trial: usize, column: AnyColumn| {
            let setting = settings.get(trial).filter(|_| !exact.contains(&column));
            setting.is_some_and(|setting| column.is_estimate_in(setting))
        };
        self.statement.misuse(&is_estimate)
    }

    /// The names of the columns that the claim reads and that are estimates in trials of these settings.
    pub fn estimates(&self, settings: &[&Setting]) -> Vec<&'static str> {
        let reads = self.statement.number_reads();
        let is_estimate = |column: &AnyColumn| {
            let mut settings = settings.iter();
            settings.any(|setting| column.is_estimate_in(setting))
        };
        names(reads.into_iter().filter(is_estimate))
    }
}

fn names(columns: impl Iterator<Item = AnyColumn>) -> Vec<&'static str> {
    let mut names: Vec<&str> = columns.map(AnyColumn::name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl Statement {
    fn misuse(&self, is_estimate: &IsEstimate) -> Option<EstimateFault> {
        let fault = |part: &'static str, term: &Term, reason| {
            let is_read = |column: &AnyColumn| is_estimate(0, *column) || is_estimate(1, *column);
            EstimateFault {
                columns: names(term.reads().iter().copied().filter(is_read)),
                part,
                reason,
            }
        };
        let parts = self.parts().into_iter();
        let mut wrong = parts.filter_map(|(part, term)| {
            let reason = self.reason(part, term.dependence(is_estimate))?;
            Some(fault(part, term, reason))
        });
        wrong.next()
    }

    /// The terms of the statement from which its verdict is computed, each with the name of its key.
    fn parts(&self) -> Vec<(&'static str, &Term)> {
        match &self.trend {
            Some(trend) => vec![("of", &trend.of), ("against", &trend.against)],
            None => {
                let trivial = self.trivial.iter().map(|trivial| ("trivial", trivial));
                [("observed", &self.observed), ("limit", &self.limit)]
                    .into_iter()
                    .chain(trivial)
                    .collect()
            }
        }
    }

    /// The columns from which the verdict is computed, without those of the premises.
    fn number_reads(&self) -> Vec<AnyColumn> {
        let parts = self.parts().into_iter();
        parts.flat_map(|(_, term)| term.reads()).copied().collect()
    }

    /// The reason why estimates must not enter a part of the statement in this way; `None` if they may.
    fn reason(&self, part: &str, dependence: Dependence) -> Option<&'static str> {
        if dependence == Dependence::Free {
            return None;
        }
        if let Some(trend) = &self.trend {
            let is_mean = part == "of" && trend.statistic == Statistic::Mean;
            return (!is_mean || dependence == Dependence::Nonlinear).then_some(OF_TREND);
        }
        match self.form {
            Form::InExpectation
            | Form::LowerBound
            | Form::ExpectationIdentity
            | Form::Illustration => {
                let is_linear = dependence == Dependence::Linear && part != "trivial";
                (!is_linear).then_some(OF_FUNCTION)
            }
            Form::Surely | Form::Identity | Form::Exists => Some(OF_RUNS),
            Form::WithProbability => Some(OF_PROBABILITY),
            Form::HasDistribution => Some(OF_DISTRIBUTION),
        }
    }
}
