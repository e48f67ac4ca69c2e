//! Holds a formula as a tree: what it computes, what it reads, and whether it grows as a run goes on.

use super::name::{Name, NameMeaning};
use super::number::Number;
use crate::claim::dependence::{Dependence, IsEstimate};
use crate::claim::enclosure::{Enclosure, MissingReason};
use crate::trial::{AnyColumn, Owner, Row, Setting};
use perceptron::sample::Rational;
use strum::IntoStaticStr;

/// A formula, or a part of one, as a syntax tree.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    /// A number as it is written in the formula.
    Number(Rational),
    /// A name that stands for a number of the trial.
    Name(Name),
    /// The negative of a part.
    Negated(Box<Node>),
    /// Two parts with an operator between them.
    Binary(Operator, Box<Node>, Box<Node>),
    /// A function applied to the parts in parentheses.
    Call(Function, Vec<Node>),
}

/// An operator between two parts of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

/// A function that a formula can call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Function {
    Sqrt,
    Log,
    Min,
    Max,
}

impl Function {
    pub(super) const ALL: [Self; 4] = [Self::Sqrt, Self::Log, Self::Min, Self::Max];

    /// The name by which a formula calls the function.
    pub(super) fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns whether the function takes this number of arguments, and in words how many it takes.
    pub(super) fn takes(self, parts: usize) -> (bool, &'static str) {
        match self {
            Self::Sqrt | Self::Log => (parts == 1, "one number"),
            Self::Min | Self::Max => (parts >= 2, "two numbers or more"),
        }
    }
}

/// How the value of a formula changes while a run goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Growth {
    /// The value does not change.
    Fixed,
    /// The value never falls.
    Grows,
    /// The value may fall.
    Open,
}

impl Node {
    /// The value of this part on one trial, or on a pair of trials; an error says which part has no value, and why.
    pub(super) fn value(&self, rows: &[Row]) -> Result<Number, String> {
        let computed = match self {
            Self::Number(number) => Number::exact(number.clone()),
            Self::Name(name) => name.value(rows),
            Self::Negated(part) => return Ok(part.value(rows)?.negated()),
            Self::Binary(operator, a, b) => operator.of(&a.value(rows)?, &b.value(rows)?),
            Self::Call(function, parts) => {
                let parts = parts.iter().map(|part| part.value(rows));
                function.of(parts.collect::<Result<_, _>>()?)
            }
        };
        computed.map_err(|gap| format!("{self} {gap}"))
    }

    /// Encloses the value of this part on one trial, or on a pair of trials, with so many bits. A part that is a fraction, or the root of one, is not
    /// computed again.
    pub(super) fn enclosure(&self, rows: &[Row], bits: usize) -> Result<Enclosure, MissingReason> {
        if let Ok(number) = self.value(rows)
            && (number.is_exact() || self.is_leaf())
        {
            return number.enclosed(bits);
        }
        let of = |part: &Self| part.enclosure(rows, bits);
        match self {
            Self::Number(_) | Self::Name(_) => Err("has no value"),
            Self::Negated(part) => Ok(of(part)?.negated()),
            Self::Binary(Operator::Power, base, exponent) => base.raised(exponent, rows, bits),
            Self::Binary(operator, a, b) => operator.of_enclosures(of(a)?, of(b)?, bits),
            Self::Call(function, parts) => {
                let parts = parts.iter().map(of).collect::<Result<_, _>>()?;
                function.of_enclosures(parts, bits)
            }
        }
    }

    fn is_leaf(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Name(_))
    }

    /// Encloses this part to the power of another: by multiplication if the exponent is a whole number or half of one.
    fn raised(
        &self,
        exponent: &Self,
        rows: &[Row],
        bits: usize,
    ) -> Result<Enclosure, MissingReason> {
        let base = self.enclosure(rows, bits)?;
        let halves = exponent.value(rows).ok().and_then(|value| value.halves());
        match halves {
            Some(halves) => {
                let of = if halves % 2 == 0 {
                    base
                } else {
                    base.root(bits)?
                };
                let count = if halves % 2 == 0 { halves / 2 } else { halves };
                of.whole_power(count, bits)
            }
            None => {
                let exponent = exponent.enclosure(rows, bits)?;
                base.logarithm(bits)?
                    .times(&exponent, bits)?
                    .exponential(bits)
            }
        }
    }

    fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Number(_) | Self::Name(_) => Vec::new(),
            Self::Negated(part) => vec![part],
            Self::Binary(_, a, b) => vec![a, b],
            Self::Call(_, parts) => parts.iter().collect(),
        }
    }

    /// Every name in this part of the formula.
    pub(super) fn names(&self) -> Vec<&Name> {
        if let Self::Name(name) = self {
            return vec![name];
        }
        self.parts().into_iter().flat_map(Self::names).collect()
    }

    /// The columns of trials that this part reads.
    pub(super) fn reads(&self) -> Vec<AnyColumn> {
        self.names().into_iter().flat_map(Name::reads).collect()
    }

    /// How estimates enter this part.
    pub(super) fn dependence(&self, is_estimate: &IsEstimate) -> Dependence {
        let of = |part: &Self| part.dependence(is_estimate);
        match self {
            Self::Number(_) => Dependence::Free,
            Self::Name(name) => name.dependence(is_estimate),
            Self::Negated(part) => of(part),
            Self::Binary(Operator::Plus | Operator::Minus, a, b) => of(a).sum(of(b)),
            Self::Binary(Operator::Times, a, b) => of(a).product(of(b)),
            Self::Binary(Operator::Over, a, b) => of(a).quotient(of(b)),
            // The first power of a number is the number.
            Self::Binary(Operator::Power, base, exponent) if exponent.is_one() => of(base),
            Self::Binary(Operator::Power, ..) | Self::Call(..) => {
                let parts = self.parts().into_iter().map(of);
                parts.max().unwrap_or(Dependence::Free).in_function()
            }
        }
    }

    fn is_one(&self) -> bool {
        matches!(self, Self::Number(number) if *number == Rational::one())
    }

    /// The keys that this part names as generator.KEY or variant.KEY.
    pub(super) fn parameters(&self) -> Vec<(Owner, &str)> {
        let names = self.names().into_iter();
        let parameter = |name: &'_ Name| matches!(name.of, NameMeaning::Parameter(..));
        names
            .filter(|name| parameter(name))
            .filter_map(|name| match &name.of {
                NameMeaning::Parameter(owner, key) => Some((*owner, key.as_str())),
                NameMeaning::Column(_) | NameMeaning::Root(_) => None,
            })
            .collect()
    }

    /// Returns this part with generator.KEY and variant.KEY replaced by their numbers in a setting.
    pub(super) fn settled(&self, setting: &Setting) -> Self {
        let settled = |part: &Self| part.settled(setting);
        match self {
            Self::Name(Name {
                of: NameMeaning::Parameter(owner, key),
                ..
            }) => {
                let number = setting.parameter(*owner, key);
                number.map_or_else(|| self.clone(), Self::Number)
            }
            Self::Number(_) | Self::Name(_) => self.clone(),
            Self::Negated(part) => Self::Negated(Box::new(settled(part))),
            Self::Binary(operator, a, b) => {
                Self::Binary(*operator, Box::new(settled(a)), Box::new(settled(b)))
            }
            Self::Call(function, parts) => {
                Self::Call(*function, parts.iter().map(settled).collect())
            }
        }
    }

    /// How the value of this part changes while a run goes on, as far as its form shows.
    pub(super) fn growth(&self) -> Growth {
        let most = |parts: &[&Self]| {
            let growths = parts.iter().map(|part| part.growth());
            growths.max().unwrap_or(Growth::Fixed)
        };
        match self {
            Self::Number(_) => Growth::Fixed,
            Self::Name(name) if name.grows() => Growth::Grows,
            Self::Name(name) if name.is_of_sample() => Growth::Fixed,
            Self::Name(_) => Growth::Open,
            Self::Negated(part) => part.growth().unless_it_grows(),
            Self::Binary(operator, a, b) => operator.growth(a, b),
            Self::Call(..) => most(&self.parts()),
        }
    }

    /// Whether this part has one value for all trials of a variant in a cell.
    pub(super) fn is_constant(&self) -> bool {
        self.names().into_iter().all(Name::is_constant)
    }

    /// Whether the form of this part shows that its value cannot be below 0.
    fn is_never_negative(&self) -> bool {
        let all = |parts: &[&Self]| parts.iter().all(|part| part.is_never_negative());
        match self {
            Self::Number(number) => !number.is_negative(),
            Self::Name(name) => name.is_never_negative(),
            Self::Negated(_) | Self::Binary(Operator::Minus, ..) => false,
            Self::Binary(Operator::Power, base, _) => base.is_never_negative(),
            Self::Binary(..) | Self::Call(Function::Min, _) => all(&self.parts()),
            Self::Call(Function::Sqrt, _) => true,
            Self::Call(Function::Max, parts) => parts.iter().any(Self::is_never_negative),
            Self::Call(Function::Log, _) => false,
        }
    }
}

impl Growth {
    /// The growth of a value that falls when the value of this growth rises, such as its negative.
    fn unless_it_grows(self) -> Self {
        match self {
            Self::Fixed => Self::Fixed,
            Self::Grows | Self::Open => Self::Open,
        }
    }
}

impl Operator {
    fn of(self, a: &Number, b: &Number) -> Result<Number, MissingReason> {
        match self {
            Self::Plus => a.plus(b),
            Self::Minus => a.minus(b),
            Self::Times => a.times(b),
            Self::Over => a.over(b),
            Self::Power => a.power(b),
        }
    }

    fn of_enclosures(
        self,
        a: Enclosure,
        b: Enclosure,
        bits: usize,
    ) -> Result<Enclosure, MissingReason> {
        match self {
            Self::Plus => a.plus(&b, bits),
            Self::Minus => a.plus(&b.negated(), bits),
            Self::Times => a.times(&b, bits),
            Self::Over => a.over(&b, bits),
            Self::Power => a.logarithm(bits)?.times(&b, bits)?.exponential(bits),
        }
    }

    fn growth(self, a: &Node, b: &Node) -> Growth {
        let (first, second) = (a.growth(), b.growth());
        let signs_known = a.is_never_negative() && b.is_never_negative();
        match self {
            _ if first.max(second) == Growth::Fixed => Growth::Fixed,
            Self::Plus => first.max(second),
            Self::Minus => first.max(second.unless_it_grows()),
            Self::Times if signs_known => first.max(second),
            Self::Over if signs_known => first.max(second.unless_it_grows()),
            Self::Power if signs_known && second == Growth::Fixed => first,
            Self::Times | Self::Over | Self::Power => Growth::Open,
        }
    }
}

impl Function {
    fn of_enclosures(self, parts: Vec<Enclosure>, bits: usize) -> Result<Enclosure, MissingReason> {
        let mut parts = parts.into_iter();
        let first = parts.next().ok_or("has no parts")?;
        match self {
            Self::Sqrt => first.root(bits),
            Self::Log => first.logarithm(bits),
            Self::Min => Ok(parts.fold(first, Enclosure::least)),
            Self::Max => Ok(parts.fold(first, Enclosure::most)),
        }
    }

    fn of(self, parts: Vec<Number>) -> Result<Number, MissingReason> {
        let mut parts = parts.into_iter();
        let first = parts.next().ok_or("has no parts")?;
        match self {
            Self::Sqrt => first.root(),
            Self::Log => first.logarithm(),
            Self::Min => Ok(parts.fold(first, Number::least)),
            Self::Max => Ok(parts.fold(first, Number::most)),
        }
    }
}
