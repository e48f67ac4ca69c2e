//! Holds a formula as a tree: what it computes, what it reads, and whether it grows as a run goes on.

pub(super) use super::function::Function;
pub(super) use super::growth::Growth;
use super::name::{Name, NameMeaning};
use super::number::Number;
use crate::claim::computed::Computed;
use crate::claim::dependence::{Dependence, IsEstimate};
use crate::claim::enclosure::{Enclosure, MissingReason};
use crate::trial::{AnyColumn, Owner, Row, Setting};
use perceptron::sample::Rational;

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
    /// The sum of a part over whole numbers.
    Sum(Box<Sum>),
    /// A number that a function of the program computes from the trial, and from parts in parentheses.
    Computed(&'static Computed, Vec<Node>),
}

/// The sum of a part over the whole numbers from one to another.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sum {
    /// The name that the whole number has in the part.
    pub index: String,
    /// The first number.
    pub from: Node,
    /// The last number.
    pub to: Node,
    /// The part that is added up.
    pub of: Node,
}

/// Largest number of terms of a sum.
const MOST_TERMS: i64 = 10_000;

impl Sum {
    fn value(&self, rows: &[Row]) -> Result<Number, String> {
        let end = |part: &Node| {
            let number = part.value(rows)?.whole_number();
            number.ok_or_else(|| format!("{part} is not a whole number, and ends a sum"))
        };
        let (from, to) = (end(&self.from)?, end(&self.to)?);
        if to - from >= MOST_TERMS {
            return Err(format!(
                "the sum over {} has more than {MOST_TERMS} terms",
                self.index
            ));
        }
        let zero = Number::exact(Rational::zero()).map_err(str::to_owned)?;
        (from..=to).try_fold(zero, |sum, index| {
            let term = self.of.replaced(&|name| {
                let is_index = matches!(&name.of, NameMeaning::Stated(own) if *own == self.index);
                is_index.then(|| Node::Number(index.into()))
            });
            sum.plus(&term.value(rows)?).map_err(str::to_owned)
        })
    }
}

/// An operator between two parts of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

impl Node {
    /// The value of this part on one trial, or on a pair of trials; an error says which part has no value, and why.
    pub(super) fn value(&self, rows: &[Row]) -> Result<Number, String> {
        let computed = match self {
            Self::Number(number) => Number::exact(number.clone()),
            Self::Name(name) => name.value(rows),
            Self::Negated(part) => return Ok(part.value(rows)?.negated()),
            Self::Binary(operator, a, b) => operator.of(&a.value(rows)?, &b.value(rows)?),
            Self::Call(Function::Or, parts) => return Self::first_value(parts, rows),
            Self::Call(function, parts) => function.of(Self::values(parts, rows)?),
            Self::Sum(sum) => return sum.value(rows),
            Self::Computed(computed, parts) => {
                let parts = Self::values(parts, rows)?.into_iter();
                let parts: Vec<_> = parts.map(Number::into_quantity).collect();
                (computed.of)(rows, &parts)
                    .map(Number::from)
                    .ok_or("has no value")
            }
        };
        computed.map_err(|gap| format!("{self} {gap}"))
    }

    fn values(parts: &[Self], rows: &[Row]) -> Result<Vec<Number>, String> {
        parts.iter().map(|part| part.value(rows)).collect()
    }

    /// The value of the first part that has one.
    fn first_value(parts: &[Self], rows: &[Row]) -> Result<Number, String> {
        let mut values = parts.iter().map(|part| part.value(rows));
        let last = values.next_back();
        let first = values.find(Result::is_ok);
        first
            .or(last)
            .unwrap_or_else(|| Err("`or` has no parts".to_owned()))
    }

    /// Encloses the value of this part on one trial, or on a pair of trials, with `bits` bits. A part that is a fraction, or the root of one, is not
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
            Self::Call(Function::Or, parts) => {
                let mut valued = parts.iter().filter(|part| part.value(rows).is_ok());
                of(valued.next().ok_or("has no value")?)
            }
            Self::Call(function, parts) => {
                let parts = parts.iter().map(of).collect::<Result<_, _>>()?;
                let sharp = function.of_enclosures(parts, bits);
                sharp.unwrap_or_else(|| self.enclosed_float(rows, bits))
            }
            Self::Sum(_) | Self::Computed(..) => self.enclosed_float(rows, bits),
        }
    }

    /// Encloses a part whose value is known in floats only.
    fn enclosed_float(&self, rows: &[Row], bits: usize) -> Result<Enclosure, MissingReason> {
        let value = self.value(rows);
        value.map_err(|_| "has no value")?.enclosed(bits)
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

    pub(super) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Number(_) | Self::Name(_) => Vec::new(),
            Self::Negated(part) => vec![part],
            Self::Binary(_, a, b) => vec![a, b],
            Self::Call(_, parts) | Self::Computed(_, parts) => parts.iter().collect(),
            Self::Sum(sum) => vec![&sum.from, &sum.to, &sum.of],
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
        let own: &[AnyColumn] = match self {
            Self::Name(name) => return name.reads(),
            Self::Computed(computed, _) => computed.reads,
            _ => &[],
        };
        let parts = self.parts().into_iter().flat_map(Self::reads);
        own.iter().copied().chain(parts).collect()
    }

    /// Whether this part reads the second of two trials.
    pub(super) fn is_of_pairs(&self) -> bool {
        match self {
            Self::Name(name) => name.trial > 0,
            Self::Computed(computed, _) if computed.is_of_pairs => true,
            _ => self.parts().into_iter().any(Self::is_of_pairs),
        }
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
            Self::Sum(sum) => of(&sum.of),
            Self::Computed(computed, parts) => {
                let reads = |column: &AnyColumn| is_estimate(0, *column) || is_estimate(1, *column);
                let own = Dependence::of_column(computed.reads.iter().any(reads));
                parts
                    .iter()
                    .map(of)
                    .fold(own, Dependence::max)
                    .in_function()
            }
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
                _ => None,
            })
            .collect()
    }

    /// Returns this part with some of its names replaced by others parts.
    pub(super) fn replaced(&self, of: &dyn Fn(&Name) -> Option<Self>) -> Self {
        let part = |part: &Self| part.replaced(of);
        let parts = |parts: &[Self]| parts.iter().map(part).collect();
        match self {
            Self::Number(_) => self.clone(),
            Self::Name(name) => of(name).unwrap_or_else(|| self.clone()),
            Self::Negated(of) => Self::Negated(Box::new(part(of))),
            Self::Binary(operator, a, b) => {
                Self::Binary(*operator, Box::new(part(a)), Box::new(part(b)))
            }
            Self::Call(function, of) => Self::Call(*function, parts(of)),
            Self::Computed(computed, of) => Self::Computed(computed, parts(of)),
            Self::Sum(sum) => Self::Sum(Box::new(Sum {
                index: sum.index.clone(),
                from: part(&sum.from),
                to: part(&sum.to),
                of: part(&sum.of),
            })),
        }
    }

    /// Returns this part with generator.KEY and variant.KEY replaced by their numbers in a setting.
    pub(super) fn settled(&self, setting: &Setting) -> Self {
        self.replaced(&|name| match &name.of {
            NameMeaning::Parameter(owner, key) => setting.parameter(*owner, key).map(Self::Number),
            _ => None,
        })
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
            Self::Call(function, _) => function.growth(most(&self.parts())),
            Self::Sum(_) => most(&self.parts()).unless_it_grows(),
            Self::Computed(..) => Growth::Open,
        }
    }

    /// Whether this part has one value for all trials of a variant in a cell.
    pub(super) fn is_constant(&self) -> bool {
        match self {
            Self::Name(name) => name.is_constant(),
            Self::Computed(..) => false,
            _ => self.parts().into_iter().all(Self::is_constant),
        }
    }

    /// Whether the form of this part shows that its value cannot be below 0.
    pub(super) fn is_never_negative(&self) -> bool {
        let all = |parts: &[&Self]| parts.iter().all(|part| part.is_never_negative());
        match self {
            Self::Number(number) => !number.is_negative(),
            Self::Name(name) => name.is_never_negative(),
            Self::Negated(_) | Self::Binary(Operator::Minus, ..) => false,
            Self::Binary(Operator::Power, base, _) => base.is_never_negative(),
            Self::Binary(..) => all(&self.parts()),
            Self::Call(function, parts) => {
                let parts: Vec<bool> = parts.iter().map(Self::is_never_negative).collect();
                function.is_never_negative(&parts)
            }
            Self::Sum(sum) => sum.of.is_never_negative(),
            Self::Computed(computed, _) => computed.range.lower >= 0.0,
        }
    }
}

impl Operator {
    /// The operator applied to floats.
    pub(crate) fn of_floats(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Plus => a + b,
            Self::Minus => a - b,
            Self::Times => a * b,
            Self::Over => a / b,
            Self::Power => libm::pow(a, b),
        }
    }

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
