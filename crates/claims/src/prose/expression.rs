//! Holds a parsed placeholder as a tree: numbers from trials and verdicts, comparisons of them, and words that depend on a comparison.

use super::filter::Filter;
use crate::claim::{self, Formula, Function, Operator};
use crate::stats::Statistic;
use crate::trial::{AnyColumn, Row};
use strum::{EnumIter, IntoStaticStr};

/// How the number of a placeholder is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// With four significant digits, and integers in full.
    #[default]
    Short,
    /// With this many significant digits.
    Digits(usize),
    /// As a percentage.
    Percent,
}

/// The parsed content of a placeholder `{{ … }}`: a number, or words that depend on a condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Body {
    /// A number that is computed from a run, and how it is printed.
    Number(Expression, Format),
    /// Words that are printed if a condition is met, and other words, or none, that are printed if it is not.
    Words {
        then: String,
        condition: Condition,
        otherwise: Option<String>,
    },
}

/// An expression in a placeholder whose value on a run is a number.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    Constant(f64),
    /// A statistic of a number over the trials in the cells and variants that a filter chooses.
    OfTrials(Statistic, TrialNumber, Filter),
    /// A number from the verdicts on the claim with this id, in the cells and variants that a filter chooses.
    OfVerdicts(Field, String, Filter),
    /// The lowest or highest value that an expression has among the cells and variants that a filter chooses.
    Extreme(Extreme, Box<Expression>, Filter),
    /// A function of other expressions, such as the square root.
    Call(Function, Vec<Expression>),
    Negated(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
}

/// A number that is computed on each trial, of which a placeholder then takes a statistic.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TrialNumber {
    /// The value of a formula over the columns of the trial.
    Value(Formula),
    /// 1 if a comparison of two formulas over the columns of the trial is true, otherwise 0.
    Indicator(Formula, Comparison, Formula),
    /// −1, 0 or 1 if the first formula is smaller than the second, equal, or larger; floats that only rounding makes different are equal.
    Order(Formula, Formula),
    /// 1 on every trial, to count trials.
    One,
}

/// A number in the verdicts on a claim; each variant says how the numbers of several verdicts are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Field {
    /// The largest tightness: the observed number ÷ its limit, or the share of the trials beyond it ÷ the allowed probability.
    Tightness,
    /// The largest observed number.
    Observed,
    /// The mean of the observed number; several verdicts are weighted by their numbers of trials.
    MeanObserved,
    /// The smallest limit of the claim on a trial.
    Limit,
    /// The lowest lower end of the verdicts' confidence intervals, such as those for a mean.
    Lower,
    /// The highest upper end of the verdicts' confidence intervals, such as those for a mean.
    Upper,
    /// The factor on the limit below which the trials violate the claim; of several verdicts the largest.
    RefutedBelow,
    /// The number of trials to which the claim applies, largest over the verdicts.
    Runs,
    /// The number of verdicts.
    Verdicts,
}

/// Whether the lowest or the highest of several values is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Extreme {
    Lowest,
    Highest,
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

/// A condition in a placeholder that is true or false of a run.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Condition {
    Compare(Expression, Comparison, Expression),
    /// Whether an expression strictly rises or falls as a swept parameter, given by its key, increases.
    Trend(Trend, Expression, String, Filter),
    /// Whether all verdicts on the claim with this id, in the cells and variants that a filter chooses, hold or are refuted.
    ClaimState(ClaimState, String, Filter),
    Both(Box<Condition>, Box<Condition>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Trend {
    Rises,
    Falls,
}

/// Whether the verdicts on a claim agree with it or refute it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub(super) enum ClaimState {
    /// The verdict is `holds`, or `shown` for an illustration.
    Holds,
    /// The verdict is `violated`, or `not-shown` for an illustration.
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

impl TrialNumber {
    /// Returns the columns that the formulas of this number read.
    pub(super) fn columns(&self) -> Vec<AnyColumn> {
        let formulas = self.formulas().into_iter();
        formulas.flat_map(|formula| formula.columns()).collect()
    }

    pub(super) fn formulas(&self) -> Vec<&Formula> {
        match self {
            Self::Value(formula) => vec![formula],
            Self::Indicator(a, _, b) | Self::Order(a, b) => vec![a, b],
            Self::One => Vec::new(),
        }
    }

    /// Whether the number is computed from a pair of trials.
    pub(super) fn is_of_pairs(&self) -> bool {
        self.formulas().into_iter().any(Formula::is_of_pairs)
    }

    /// Returns the number's value on one trial, or on a pair of trials on one sample; `None` if a formula has no value there.
    pub(super) fn value(&self, rows: &[Row]) -> Option<f64> {
        let number = |formula: &Formula| formula.number_of(rows);
        match self {
            Self::Value(formula) => number(formula),
            Self::Indicator(a, comparison, b) => {
                let holds = comparison.of(number(a)?, number(b)?);
                Some(if holds { 1.0 } else { 0.0 })
            }
            Self::Order(a, b) => {
                let [a, b] = [a, b].map(|formula| formula.value(rows).ok());
                Some(f64::from(claim::order(&a?, &b?)? as i8))
            }
            Self::One => Some(1.0),
        }
    }
}

impl Body {
    pub(super) fn measured(&self) -> Vec<(Statistic, &TrialNumber)> {
        let parts = self.expressions().into_iter();
        parts.filter_map(Expression::measured).collect()
    }

    /// Returns every expression in the placeholder, including the parts of expressions.
    pub(super) fn expressions(&self) -> Vec<&Expression> {
        match self {
            Self::Number(expression, _) => expression.all(),
            Self::Words { condition, .. } => condition.expressions(),
        }
    }

    /// Whether a condition in the placeholder is about the verdicts on a claim.
    pub(super) fn is_about_claims(&self) -> bool {
        let mut conditions = self.conditions().into_iter();
        conditions.any(|condition| matches!(condition, Condition::ClaimState(..)))
    }

    /// Returns every single condition in the placeholder; those joined by `and` are listed separately.
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
    /// Returns the statistic of trials that the expression is, if it is one, and the number of which it is taken.
    pub(super) fn measured(&self) -> Option<(Statistic, &TrialNumber)> {
        match self {
            Self::OfTrials(statistic, measured, _) => Some((*statistic, measured)),
            _ => None,
        }
    }

    /// Returns the expression itself and all expressions that it contains.
    pub(super) fn all(&self) -> Vec<&Self> {
        let parts = match self {
            Self::Constant(_) | Self::OfTrials(..) | Self::OfVerdicts(..) => Vec::new(),
            Self::Extreme(_, of, _) | Self::Negated(of) => of.all(),
            Self::Call(_, parts) => parts.iter().flat_map(Self::all).collect(),
            Self::Binary(_, a, b) => [a.all(), b.all()].concat(),
        };
        [vec![self], parts].concat()
    }

    /// Whether a filter within the expression names the variants that it is about.
    pub(super) fn names_variants(&self) -> bool {
        self.all().into_iter().any(|part| match part {
            Self::OfTrials(_, _, filter) | Self::OfVerdicts(_, _, filter) => {
                filter.names_variants()
            }
            _ => false,
        })
    }
}
