//! Holds the sides of a claim as values: a column, or a formula together with the columns that it reads.

use super::dependence::{Dependence, IsEstimate};
use super::enclosure::Enclosure;
use crate::trial::{AnyColumn, Column, ColumnValue, Row};
use perceptron::sample::{Quantity, Rational};
use std::fmt;
use std::sync::Arc;

/// How estimates enter the number, if it is known which columns are estimates.
type Depends = dyn Fn(&IsEstimate) -> Dependence + Send + Sync;

type Computed = dyn Fn(&[Row]) -> Option<Quantity> + Send + Sync;

/// A function that says why a number of one trial or a pair is missing, if it is and the reason is known.
type WhyMissing = dyn Fn(&[Row]) -> Option<String> + Send + Sync;

/// A function that encloses a number with a given number of bits.
type Sharp = dyn Fn(&[Row], usize) -> Option<Enclosure> + Send + Sync;

/// A number that a claim computes from one trial, or from a pair of trials on one sample. It is missing if a column that it reads is missing.
#[derive(Clone)]
pub struct Term {
    reads: Vec<AnyColumn>,
    column: Option<AnyColumn>,
    formula: Arc<Computed>,
    /// Says why the value is missing; `None` if no reasons are known.
    missing: Option<Arc<WhyMissing>>,
    /// Encloses the number with a given number of bits; `None` if only floats are known.
    sharp: Option<Arc<Sharp>>,
    /// How estimates enter the number; `None` if it is a function of all columns that it reads, of which nothing more is known.
    depends: Option<Arc<Depends>>,
}

impl fmt::Debug for Term {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a term of {:?}", self.reads)
    }
}

impl<T: ColumnValue> From<Column<T>> for Term {
    /// The column of the first trial.
    fn from(column: Column<T>) -> Self {
        Self::column(column.any())
    }
}

impl From<u64> for Term {
    fn from(number: u64) -> Self {
        Self::constant(Quantity::count(number))
    }
}

impl From<Rational> for Term {
    fn from(number: Rational) -> Self {
        Self::constant(Quantity::exact(number))
    }
}

impl Term {
    /// Makes a term that `formula` computes from the first trial; `reads` are the columns that it reads.
    pub fn of<const N: usize>(
        reads: [AnyColumn; N],
        formula: impl Fn(&Row) -> Option<Quantity> + Send + Sync + 'static,
    ) -> Self {
        Self::of_rows(reads, move |rows| formula(rows.first()?))
    }

    /// Makes a term that `formula` computes from all trials that are compared, such as a pair; `reads` are the columns that it reads.
    pub fn of_rows<const N: usize>(
        reads: [AnyColumn; N],
        formula: impl Fn(&[Row]) -> Option<Quantity> + Send + Sync + 'static,
    ) -> Self {
        Self {
            reads: reads.to_vec(),
            column: None,
            formula: Arc::new(formula),
            missing: None,
            sharp: None,
            depends: None,
        }
    }

    /// Makes a term whose `formula` says why it has no value; `reads` are the columns that it reads, and `column` the one that it equals, if any.
    pub fn explained(
        reads: Vec<AnyColumn>,
        column: Option<AnyColumn>,
        formula: impl Fn(&[Row]) -> Result<Quantity, String> + Send + Sync + 'static,
    ) -> Self {
        let formula = Arc::new(formula);
        let computed = formula.clone();
        Self {
            reads,
            column,
            formula: Arc::new(move |rows| computed(rows).ok()),
            missing: Some(Arc::new(move |rows| formula(rows).err())),
            sharp: None,
            depends: None,
        }
    }

    /// The value of a column on the first trial.
    pub fn column(column: AnyColumn) -> Self {
        let term = Self::of([column], move |row| row.quantity(column));
        Self {
            column: Some(column),
            ..term
        }
        .depending(move |is_estimate| Dependence::of_column(is_estimate(0, column)))
    }

    /// The value of a column on the second trial of a pair.
    pub fn second<T: ColumnValue>(column: Column<T>) -> Self {
        Self::second_column(column.any())
    }

    /// Like [`Self::second`], for a column of any type.
    pub(super) fn second_column(column: AnyColumn) -> Self {
        Self::of_rows([column], move |rows| rows.get(1)?.quantity(column))
            .depending(move |is_estimate| Dependence::of_column(is_estimate(1, column)))
    }

    /// Adds a way to enclose the term with any number of bits.
    pub(super) fn sharpened_by(
        self,
        sharp: impl Fn(&[Row], usize) -> Option<Enclosure> + Send + Sync + 'static,
    ) -> Self {
        Self {
            sharp: Some(Arc::new(sharp)),
            ..self
        }
    }

    /// Whether the term can be enclosed with any number of bits.
    pub(super) fn is_sharp(&self) -> bool {
        self.sharp.is_some()
    }

    /// Encloses the term's value with `bits` bits; `None` if it has no value, or is known only in floats.
    pub(crate) fn enclosure(&self, rows: &[Row], bits: usize) -> Option<Enclosure> {
        self.sharp.as_ref()?(rows, bits)
    }

    /// Declares how estimates enter the term.
    pub(super) fn depending(
        self,
        depends: impl Fn(&IsEstimate) -> Dependence + Send + Sync + 'static,
    ) -> Self {
        Self {
            depends: Some(Arc::new(depends)),
            ..self
        }
    }

    /// Declares that an estimate may enter the term as if it were linear in each column that it reads.
    pub(super) fn linear(self) -> Self {
        let reads = self.reads.clone();
        self.depending(move |is_estimate| {
            let is_read = |column: &AnyColumn| is_estimate(0, *column) || is_estimate(1, *column);
            Dependence::of_column(reads.iter().any(is_read))
        })
    }

    /// How estimates enter the term, if `is_estimate` says which columns are estimates.
    pub(super) fn dependence(&self, is_estimate: &IsEstimate) -> Dependence {
        match &self.depends {
            Some(depends) => depends(is_estimate),
            None => {
                let reads = |column: &AnyColumn| is_estimate(0, *column) || is_estimate(1, *column);
                Dependence::of_column(self.reads.iter().any(reads)).in_function()
            }
        }
    }

    /// A number that is equal on every trial.
    pub fn constant(number: Quantity) -> Self {
        Self::of_rows([], move |_| Some(number.clone()))
    }

    /// 1 if a fact is known to be true, 0 if it is known to be false; otherwise missing.
    pub fn whether<const N: usize>(
        reads: [AnyColumn; N],
        fact: impl Fn(&Row) -> Option<bool> + Send + Sync + 'static,
    ) -> Self {
        Self::of(reads, move |row| {
            fact(row).map(|fact| Quantity::count(u64::from(fact)))
        })
    }

    /// Declares that the term equals a column, although it is computed in another way. Figures then draw it as that column.
    pub fn known_as<T: ColumnValue>(self, column: Column<T>) -> Self {
        Self {
            column: Some(column.any()),
            ..self
        }
        .reading(column.any())
    }

    /// Adds a column that the term reads without naming it in its formula.
    pub fn reading(mut self, column: AnyColumn) -> Self {
        self.reads.push(column);
        self
    }

    /// The sum of two terms.
    pub fn plus(self, other: impl Into<Self>) -> Self {
        self.joined(other.into(), Dependence::sum, |a, b| Some(a.plus(b)))
    }

    /// The product of two terms, which must not be negative.
    pub fn times(self, other: impl Into<Self>) -> Self {
        self.joined(other.into(), Dependence::product, |a, b| Some(a.times(b)))
    }

    /// The quotient of two terms, which must not be negative. It is missing if the denominator may be zero.
    pub fn over(self, other: impl Into<Self>) -> Self {
        self.joined(other.into(), Dependence::quotient, |a, b| {
            (b.lower > 0.0).then(|| a.over(b))
        })
    }

    /// The reciprocal of the term; missing if its value may be zero.
    pub fn inverse(self) -> Self {
        Self::from(1).over(self)
    }

    /// Applies a function to the term's value.
    pub fn map(self, of: impl Fn(Quantity) -> Option<Quantity> + Send + Sync + 'static) -> Self {
        let formula = self.formula;
        Self {
            reads: self.reads,
            column: None,
            formula: Arc::new(move |rows| of(formula(rows)?)),
            missing: None,
            sharp: None,
            depends: None,
        }
    }

    /// Returns the term without those values for which `refused` gives a reason: they are missing for that reason.
    pub fn without(
        self,
        refused: impl Fn(&Quantity) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        let (own, same, refused) = (
            self.formula.clone(),
            self.formula.clone(),
            Arc::new(refused),
        );
        let why = refused.clone();
        Self {
            formula: Arc::new(move |rows| own(rows).filter(|value| refused(value).is_none())),
            missing: Some(Arc::new(move |rows| why(&same(rows)?))),
            ..self
        }
    }

    /// The term, or where it is missing the value of another one.
    pub(super) fn or(self, other: Self) -> Self {
        let (first, second) = (self.formula, other.formula);
        Self {
            reads: [self.reads, other.reads].concat(),
            column: self.column.or(other.column),
            formula: Arc::new(move |rows| first(rows).or_else(|| second(rows))),
            missing: None,
            ..self
        }
    }

    fn joined(
        self,
        other: Self,
        depends: fn(Dependence, Dependence) -> Dependence,
        of: fn(&Quantity, &Quantity) -> Option<Quantity>,
    ) -> Self {
        let (a, b) = (self.clone(), other.clone());
        let (first, second) = (self.formula, other.formula);
        let reads = [self.reads, other.reads].concat();
        let formula = move |rows: &[Row]| of(&first(rows)?, &second(rows)?);
        Self {
            reads,
            column: None,
            formula: Arc::new(formula),
            missing: None,
            sharp: None,
            depends: Some(Arc::new(move |is_estimate| {
                depends(a.dependence(is_estimate), b.dependence(is_estimate))
            })),
        }
    }

    /// The term's value on one trial, or on a pair of trials; `None` if it is missing.
    pub fn value(&self, rows: &[Row]) -> Option<Quantity> {
        (self.formula)(rows)
    }

    /// Returns why the term has no value on one trial, or on a pair of trials, if the reason is known.
    pub fn missing(&self, rows: &[Row]) -> Option<String> {
        self.missing.as_ref()?(rows)
    }

    /// The columns of trials that the term reads.
    pub fn reads(&self) -> &[AnyColumn] {
        &self.reads
    }

    /// The column of the first trial that the term equals, if there is one.
    pub fn as_column(&self) -> Option<AnyColumn> {
        self.column
    }
}
