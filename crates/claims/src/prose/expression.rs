//! Holds a parsed placeholder as a tree: numbers from trials and verdicts, comparisons of them, and words that depend on a comparison.

use super::filter::Filter;
use crate::claim::Formula;
use crate::trial::{AnyColumn, Row};
use strum::{EnumIter, IntoStaticStr};

/// How a number is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// Four significant digits, and integers in full.
    #[default]
    Short,
    /// This many significant digits.
    Digits(usize),
    /// As a percentage.
    Percent,
}

/// The content of a placeholder.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Body {
    /// A number.
    Number(Expression, Format),
    /// Words that are printed if a condition is met, and others, or none, if it is not.
    Words {
        then: String,
        condition: Condition,
        otherwise: Option<String>,
    },
}

/// A number.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    Constant(f64),
    /// A statistic over the trials of some cells and variants.
    OfTrials(Statistic, TrialNumber, Filter),
    /// A number from the verdicts on a claim.
    OfVerdicts(Field, String, Filter),
    /// The lowest or highest value of an expression among cells and variants.
    Extreme(Extreme, Box<Expression>, Filter),
    Root(Box<Expression>),
    Negated(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
}

/// A number that is computed on each trial.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TrialNumber {
    /// The value of a formula.
    Value(Formula),
    /// 1 if a comparison of two formulas is true, otherwise 0.
    Indicator(Formula, Comparison, Formula),
    /// 1 on every trial.
    One,
}

/// A statistic over trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Statistic {
    Mean,
    Median,
    Min,
    Max,
    Sum,
    /// Half the width of Student's 99 % interval on the mean.
    HalfWidth,
    /// The proportion of the trials on which a comparison is true.
    Share,
    /// The number of trials on which a comparison is true.
    Count,
    /// The number of trials.
    Trials,
}

/// A number from the verdicts on a claim, and how several verdicts are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Field {
    /// The largest observed ÷ limit.
    Tightness,
    /// The largest observed value.
    Observed,
    /// The mean observed value, weighted by trials.
    MeanObserved,
    /// The smallest limit.
    Limit,
    /// The lowest lower end of an interval.
    Lower,
    /// The highest upper end of an interval.
    Upper,
    /// The largest factor on the limit at which the trials refute the claim.
    RefutedBelow,
    /// The number of trials to which the claim applies, largest over the verdicts.
    Runs,
    /// The number of verdicts.
    Verdicts,
}

/// Which of several values is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Extreme {
    Lowest,
    Highest,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Unequal,
}

/// A condition that is true or false of a run.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Condition {
    Compare(Expression, Comparison, Expression),
    /// Whether an expression strictly rises or falls along the values of a parameter.
    Trend(Trend, Expression, String, Filter),
    /// Whether all verdicts on a claim are of a kind.
    ClaimState(ClaimState, String, Filter),
    Both(Box<Condition>, Box<Condition>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Trend {
    Rises,
    Falls,
}

/// How a claim was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub(super) enum ClaimState {
    /// `holds`, or `shown`.
    Holds,
    /// `violated`, or `not-shown`.
    Refuted,
}

impl Comparison {
    pub(super) fn of(self, a: f64, b: f64) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Greater => a > b,
            Self::AtLeast => a >= b,
            Self::Equal => a == b,
            Self::Unequal => a != b,
        }
    }
}

impl Operator {
    pub(super) fn of(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Plus => a + b,
            Self::Minus => a - b,
            Self::Times => a * b,
            Self::Over => a / b,
            Self::Power => libm::pow(a, b),
        }
    }
}

impl TrialNumber {
    /// Returns the columns that it reads.
    pub(super) fn columns(&self) -> Vec<AnyColumn> {
        let formulas = self.formulas().into_iter();
        formulas.flat_map(|formula| formula.columns()).collect()
    }

    pub(super) fn formulas(&self) -> Vec<&Formula> {
        match self {
            Self::Value(formula) => vec![formula],
            Self::Indicator(a, _, b) => vec![a, b],
            Self::One => Vec::new(),
        }
    }

    /// Returns its value on one trial; `None` if a formula has none there.
    pub(super) fn value(&self, row: &Row) -> Option<f64> {
        let rows = std::slice::from_ref(row);
        let number = |formula: &Formula| formula.value(rows).ok().map(|found| found.value);
        match self {
            Self::Value(formula) => number(formula),
            Self::Indicator(a, comparison, b) => {
                let holds = comparison.of(number(a)?, number(b)?);
                Some(if holds { 1.0 } else { 0.0 })
            }
            Self::One => Some(1.0),
        }
    }
}

impl Body {
    pub(super) fn measured(&self) -> Vec<&TrialNumber> {
        let parts = self.expressions().into_iter();
        parts
            .filter_map(|part| match part {
                Expression::OfTrials(_, measured, _) => Some(measured),
                _ => None,
            })
            .collect()
    }

    /// Returns every expression in it, including parts of expressions.
    pub(super) fn expressions(&self) -> Vec<&Expression> {
        match self {
            Self::Number(expression, _) => expression.all(),
            Self::Words { condition, .. } => condition.expressions(),
        }
    }

    /// Returns every condition in it.
    pub(super) fn conditions(&self) -> Vec<&Condition> {
        match self {
            Self::Number(..) => Vec::new(),
            Self::Words { condition, .. } => condition.all(),
        }
    }
}

impl Condition {
    fn all(&self) -> Vec<&Self> {
        match self {
            Self::Both(a, b) => [a.all(), b.all()].concat(),
            other => vec![other],
        }
    }

    fn expressions(&self) -> Vec<&Expression> {
        match self {
            Self::Compare(a, _, b) => [a.all(), b.all()].concat(),
            Self::Trend(_, of, ..) => of.all(),
            Self::ClaimState(..) => Vec::new(),
            Self::Both(a, b) => [a.expressions(), b.expressions()].concat(),
        }
    }
}

impl Expression {
    /// Returns the expression and its parts.
    pub(super) fn all(&self) -> Vec<&Self> {
        let parts = match self {
            Self::Constant(_) | Self::OfTrials(..) | Self::OfVerdicts(..) => Vec::new(),
            Self::Extreme(_, of, _) | Self::Root(of) | Self::Negated(of) => of.all(),
            Self::Binary(_, a, b) => [a.all(), b.all()].concat(),
        };
        [vec![self], parts].concat()
    }

    /// Whether it names the variants that it is about.
    pub(super) fn names_variants(&self) -> bool {
        self.all().into_iter().any(|part| match part {
            Self::OfTrials(_, _, filter) | Self::OfVerdicts(_, _, filter) => {
                filter.names_variants()
            }
            _ => false,
        })
    }
}
