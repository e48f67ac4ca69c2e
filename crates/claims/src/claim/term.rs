//! Holds the sides of a claim as values: a column, or a formula together with the columns that it reads.

use crate::trial::{AnyColumn, Column, ColumnValue, Row};
use perceptron::sample::{Quantity, Rational};
use std::fmt;
use std::sync::Arc;

type Computed = dyn Fn(&[Row]) -> Option<Quantity> + Send + Sync;

/// A formula that says why it has no value.
type Reasoned = dyn Fn(&[Row]) -> Result<Quantity, String> + Send + Sync;

/// A number that a claim computes from the trials that it sees at once. It is missing if a column that it reads is missing.
#[derive(Clone)]
pub struct Term {
    reads: Vec<AnyColumn>,
    column: Option<AnyColumn>,
    formula: Arc<Computed>,
    /// The formula with a reason for a missing value, if it can give one.
    reasoned: Option<Arc<Reasoned>>,
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
    /// A formula of the first trial, with the columns that it reads.
    pub fn of<const N: usize>(
        reads: [AnyColumn; N],
        formula: impl Fn(&Row) -> Option<Quantity> + Send + Sync + 'static,
    ) -> Self {
        Self::of_rows(reads, move |rows| formula(rows.first()?))
    }

    /// A formula of all trials that are seen at once, such as a pair, with the columns that it reads.
    pub fn of_rows<const N: usize>(
        reads: [AnyColumn; N],
        formula: impl Fn(&[Row]) -> Option<Quantity> + Send + Sync + 'static,
    ) -> Self {
        Self {
            reads: reads.to_vec(),
            column: None,
            formula: Arc::new(formula),
            reasoned: None,
        }
    }

    /// A formula that says why it has no value, with the columns that it reads and the column that it equals, if any.
    pub fn explained(
        reads: Vec<AnyColumn>,
        column: Option<AnyColumn>,
        formula: impl Fn(&[Row]) -> Result<Quantity, String> + Send + Sync + 'static,
    ) -> Self {
        let reasoned: Arc<Reasoned> = Arc::new(formula);
        let computed = reasoned.clone();
        Self {
            reads,
            column,
            formula: Arc::new(move |rows| computed(rows).ok()),
            reasoned: Some(reasoned),
        }
    }

    /// A column of the first trial.
    pub fn column(column: AnyColumn) -> Self {
        let term = Self::of([column], move |row| row.quantity(column));
        Self {
            column: Some(column),
            ..term
        }
    }

    /// A column of the second trial of a pair.
    pub fn second<T: ColumnValue>(column: Column<T>) -> Self {
        let column = column.any();
        Self::of_rows([column], move |rows| rows.get(1)?.quantity(column))
    }

    /// A constant.
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

    /// Declares that the term is a column's number, computed in another way. Figures then draw it as that column.
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

    /// The sum.
    pub fn plus(self, other: impl Into<Self>) -> Self {
        self.joined(other.into(), |a, b| Some(a.plus(b)))
    }

    /// The product; the numbers must not be negative.
    pub fn times(self, other: impl Into<Self>) -> Self {
        self.joined(other.into(), |a, b| Some(a.times(b)))
    }

    /// The quotient; the numbers must not be negative. It is missing if the denominator may be zero.
    pub fn over(self, other: impl Into<Self>) -> Self {
        self.joined(other.into(), |a, b| (b.lower > 0.0).then(|| a.over(b)))
    }

    /// The reciprocal; missing if the number may be zero.
    pub fn inverse(self) -> Self {
        Self::from(1).over(self)
    }

    /// Applies a function to the number.
    pub fn map(self, of: impl Fn(Quantity) -> Option<Quantity> + Send + Sync + 'static) -> Self {
        let formula = self.formula;
        Self {
            reads: self.reads,
            column: None,
            formula: Arc::new(move |rows| of(formula(rows)?)),
            reasoned: None,
        }
    }

    fn joined(self, other: Self, of: fn(&Quantity, &Quantity) -> Option<Quantity>) -> Self {
        let (first, second) = (self.formula, other.formula);
        let reads = [self.reads, other.reads].concat();
        let formula = move |rows: &[Row]| of(&first(rows)?, &second(rows)?);
        Self {
            reads,
            column: None,
            formula: Arc::new(formula),
            reasoned: None,
        }
    }

    /// Its value on the trials that are seen at once.
    pub fn value(&self, rows: &[Row]) -> Option<Quantity> {
        (self.formula)(rows)
    }

    /// Returns why it has no value on the trials that are seen at once, if it can say so.
    pub fn missing(&self, rows: &[Row]) -> Option<String> {
        let reasoned = self.reasoned.as_ref()?;
        reasoned(rows).err()
    }

    /// The columns that it reads.
    pub fn reads(&self) -> &[AnyColumn] {
        &self.reads
    }

    /// The column of the first trial that it equals, if any.
    pub fn as_column(&self) -> Option<AnyColumn> {
        self.column
    }
}
