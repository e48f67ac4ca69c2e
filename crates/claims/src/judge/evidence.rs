//! Gathers what a claim sees of a cell: observed and limit per trial, and the trials it does not speak of.

use crate::claim::{Form, StatedClaim};
use crate::stats;
use crate::trial::Trial;
use perceptron::sample::{Quantity, Rational};

/// What became of one trial, or pair of trials on one sample, under a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It counts in full.
    Complete,
    /// The premise fails: dropped, and counted.
    Inapplicable,
    /// It was cut off at its cap: what it counted so far is a lower limit.
    Capped,
    /// It gave no result.
    Failed,
    /// Rounding left a sign open.
    Undecided,
}

/// One trial, or pair, under a claim.
#[derive(Debug, Clone)]
pub struct Case {
    /// What became of it.
    pub status: Status,
    /// Observed value, limit with its scale, and whether that limit says nothing; missing where the row lacks them.
    pub numbers: Option<(Quantity, Quantity, bool)>,
    /// Probability in an enumeration.
    pub weight: Option<Rational>,
    /// `cell:variant:replicate`.
    pub address: String,
}

impl Case {
    /// Whether it violates a claim about every trial; `None` if it cannot tell, or the claim is another one. Where a claim counts up, a run
    /// that was cut off counted at least what it shows: too much is too much, but too little may have been yet to come.
    pub fn violates(&self, claim: &StatedClaim) -> Option<bool> {
        let (observed, limit, _) = self.numbers.as_ref()?;
        match (self.status, claim.form()) {
            (Status::Complete, Form::Surely) => Some(observed.exceeds(limit)),
            (Status::Complete, Form::Identity) => Some(observed.differs(limit)),
            (Status::Capped, Form::Surely | Form::Identity) if claim.statement.counts_up() => {
                observed.exceeds(limit).then_some(true)
            }
            _ => None,
        }
    }
}

/// All of a cell under a claim.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// The cases in the order of their replicates.
    pub cases: Vec<Case>,
    /// Whether they are a complete enumeration.
    pub complete: bool,
    /// The tie conventions of learner and test; both of a pair, where they differ.
    pub ties: (Option<String>, Option<String>),
}

impl Evidence {
    /// Takes from the rows of a cell those of the subject's variants, replicate by replicate.
    pub fn gather(claim: &StatedClaim, subject: &[String], rows: &[Trial], complete: bool) -> Self {
        let replicates = rows.chunk_by(|a, b| a.replicate == b.replicate);
        let selected: Vec<Vec<&Trial>> = replicates
            .filter_map(|rows| select(rows, subject))
            .collect();
        let first = selected.first().map_or(&[][..], Vec::as_slice);
        let ties = (
            words(first, |row| row.ties.as_deref()),
            words(first, |row| row.test_ties.as_deref()),
        );
        Self {
            cases: selected.iter().map(|rows| case(claim, rows)).collect(),
            complete,
            ties,
        }
    }

    /// The number of cases of a status.
    pub fn count(&self, status: Status) -> u64 {
        self.cases
            .iter()
            .filter(|case| case.status == status)
            .count() as u64
    }

    /// The number of cases the claim speaks of.
    pub fn applicable(&self) -> u64 {
        self.cases.len() as u64 - self.count(Status::Inapplicable)
    }

    /// Whether every case that the claim speaks of counts in full.
    pub fn is_finished(&self) -> bool {
        self.count(Status::Complete) == self.applicable()
    }

    /// Observed and limit of the cases that have them.
    pub fn numbers(&self) -> impl Iterator<Item = (&Quantity, &Quantity)> {
        let applicable = self
            .cases
            .iter()
            .filter(|case| case.status != Status::Inapplicable);
        applicable
            .filter_map(|case| case.numbers.as_ref())
            .map(|(observed, limit, _)| (observed, limit))
    }

    /// Mean observed value and mean limit; in a complete enumeration, each case with its probability.
    pub fn means(&self) -> (f64, f64) {
        let counted: Vec<&Case> = self
            .cases
            .iter()
            .filter(|case| case.status != Status::Inapplicable && case.numbers.is_some())
            .collect();
        let weights: Option<Vec<f64>> = counted
            .iter()
            .map(|case| case.weight.as_ref().map(Rational::to_f64))
            .collect();
        let weights = weights
            .filter(|_| self.complete)
            .unwrap_or_else(|| vec![1.0; counted.len()]);
        let (observed, limits): (Vec<f64>, Vec<f64>) = self
            .numbers()
            .map(|(observed, limit)| (observed.value, limit.value))
            .unzip();
        (
            stats::weighted_mean(&observed, &weights),
            stats::weighted_mean(&limits, &weights),
        )
    }

    /// Whether every limit reaches what cannot be exceeded anyway.
    pub fn is_vacuous(&self) -> bool {
        let mut numbers = self
            .cases
            .iter()
            .filter_map(|case| case.numbers.as_ref())
            .peekable();
        numbers.peek().is_some() && numbers.all(|(_, _, vacuous)| *vacuous)
    }
}

/// A setting of the rows of one replicate: one word, or several where they differ.
fn words<'a>(rows: &[&'a Trial], word: impl Fn(&'a Trial) -> Option<&'a str>) -> Option<String> {
    let mut words: Vec<&str> = rows.iter().filter_map(|row| word(row)).collect();
    words.dedup();
    (!words.is_empty()).then(|| words.join(", "))
}

fn select<'a>(rows: &'a [Trial], subject: &[String]) -> Option<Vec<&'a Trial>> {
    if subject.is_empty() {
        return rows.first().map(|row| vec![row]);
    }
    subject
        .iter()
        .map(|name| {
            rows.iter()
                .find(|row| row.variant.as_deref() == Some(name.as_str()))
        })
        .collect()
}

fn case(claim: &StatedClaim, rows: &[&Trial]) -> Case {
    let address = rows.first().map(|row| row.address()).unwrap_or_default();
    let weight = rows.first().and_then(|row| row.weight.clone());
    if !claim.premise_waived && claim.failed_premise(rows).is_some() {
        return Case {
            status: Status::Inapplicable,
            numbers: None,
            weight,
            address,
        };
    }
    let numbers = claim
        .statement
        .observed(rows)
        .zip(claim.limit(rows))
        .map(|(observed, limit)| {
            let vacuous = claim.is_vacuous(rows, &limit);
            (observed, limit, vacuous)
        });
    Case {
        status: status(claim, rows, numbers.is_some()),
        numbers,
        weight,
        address,
    }
}

fn status(claim: &StatedClaim, rows: &[&Trial], has_numbers: bool) -> Status {
    let any = |test: fn(&Trial) -> bool| rows.iter().any(|row| test(row));
    if any(Trial::is_undecided) {
        Status::Undecided
    } else if any(Trial::is_failed) || !has_numbers {
        Status::Failed
    } else if any(Trial::is_incomplete) && claim.statement.needs_finished_run() {
        Status::Capped
    } else {
        Status::Complete
    }
}
