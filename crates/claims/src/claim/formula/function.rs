//! Lists the functions that a formula can call, and computes them.

use super::growth::Growth;
use super::number::Number;
use crate::claim::enclosure::{Enclosure, MissingReason};
use crate::stats::Interval;
use perceptron::sample::{Quantity, Rational};
use strum::IntoStaticStr;

/// A function that a formula can call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Function {
    /// The square root.
    Sqrt,
    /// The natural logarithm.
    Log,
    /// The exponential.
    Exp,
    /// The smallest of several numbers.
    Min,
    /// The largest of several numbers.
    Max,
    /// The size of a number without its sign.
    Abs,
    /// The largest whole number that is at most a number.
    Floor,
    /// 1, 0 or −1: the sign of a number.
    Sign,
    /// The binomial coefficient of two whole numbers.
    Binomial,
    /// The first of several parts that has a value.
    Or,
    /// 0 where a number is 0; it has no value elsewhere.
    Zero,
    /// A factor known to lie between 1 and 1 plus a number: what rounding in a run adds to a limit.
    Rounding,
}

const NONNEGATIVE: Interval = Interval {
    lower: 0.0,
    upper: f64::INFINITY,
};

impl Function {
    pub(crate) const ALL: [Self; 12] = [
        Self::Sqrt,
        Self::Log,
        Self::Exp,
        Self::Min,
        Self::Max,
        Self::Abs,
        Self::Floor,
        Self::Sign,
        Self::Binomial,
        Self::Or,
        Self::Zero,
        Self::Rounding,
    ];

    /// The function that a formula calls by this name.
    pub(crate) fn named(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|function| function.as_str() == word)
    }

    /// The value of the function as a float, given those of its arguments; `None` if it has none.
    pub(crate) fn of_floats(self, parts: &[f64]) -> Option<f64> {
        let number = |&part: &f64| match Rational::from_decimal(part) {
            Some(decimal) => Number::exact(decimal).ok(),
            None => Some(Quantity::within(part, 0.0).into()),
        };
        let parts = parts.iter().map(number).collect::<Option<_>>()?;
        Some(self.of(parts).ok()?.into_quantity().value)
    }

    /// The name by which a formula calls the function.
    pub(crate) fn as_str(self) -> &'static str {
        self.into()
    }

    /// The function as TeX writes it before its arguments.
    pub(super) fn tex(self) -> String {
        match self {
            Self::Log => r"\ln".to_owned(),
            Self::Sqrt | Self::Min | Self::Max | Self::Exp => format!(r"\{}", self.as_str()),
            _ => format!(r"\operatorname{{{}}}", self.as_str()),
        }
    }

    /// Returns whether the function takes this number of arguments, and in words how many it takes.
    pub(super) fn takes(self, parts: usize) -> (bool, &'static str) {
        match self {
            Self::Min | Self::Max | Self::Or => (parts >= 2, "two numbers or more"),
            Self::Binomial => (parts == 2, "two numbers"),
            _ => (parts == 1, "one number"),
        }
    }

    /// How the function changes while a run goes on, if its most changeable argument changes like this.
    pub(super) fn growth(self, of: Growth) -> Growth {
        match self {
            Self::Abs | Self::Zero | Self::Binomial | Self::Or => of.unless_it_grows(),
            _ => of,
        }
    }

    /// Whether the form of the function shows that its value cannot be below 0, given whether those of its arguments can.
    pub(super) fn is_never_negative(self, parts: &[bool]) -> bool {
        match self {
            Self::Sqrt | Self::Exp | Self::Abs | Self::Binomial | Self::Zero | Self::Rounding => {
                true
            }
            Self::Max => parts.contains(&true),
            Self::Min | Self::Floor | Self::Or => !parts.contains(&false),
            Self::Log | Self::Sign => false,
        }
    }

    /// The value of the function, given those of its arguments; for `or` only those that have one.
    pub(super) fn of(self, parts: Vec<Number>) -> Result<Number, MissingReason> {
        let mut parts = parts.into_iter();
        let first = parts.next().ok_or("has no parts")?;
        match self {
            Self::Sqrt => first.root(),
            Self::Log => first.logarithm(),
            Self::Exp => first.exponential(),
            Self::Min => Ok(parts.fold(first, Number::least)),
            Self::Max => Ok(parts.fold(first, Number::most)),
            Self::Abs => Ok(first.size()),
            Self::Floor => Ok(first.into_quantity().floor().into()),
            Self::Sign => first.sign(),
            Self::Binomial => first.choose(&parts.next().ok_or("has no second part")?),
            Self::Or => Ok(first),
            Self::Zero => first.zero(),
            Self::Rounding => Ok(first.rounding()),
        }
    }

    /// Encloses the function with many bits, given its arguments; `None` if only floats are known.
    pub(super) fn of_enclosures(
        self,
        parts: Vec<Enclosure>,
        bits: usize,
    ) -> Option<Result<Enclosure, MissingReason>> {
        let mut parts = parts.into_iter();
        let first = parts.next()?;
        Some(match self {
            Self::Sqrt => first.root(bits),
            Self::Log => first.logarithm(bits),
            Self::Exp => first.exponential(bits),
            Self::Min => Ok(parts.fold(first, Enclosure::least)),
            Self::Max => Ok(parts.fold(first, Enclosure::most)),
            Self::Or => Ok(first),
            Self::Abs | Self::Floor | Self::Sign | Self::Binomial => return None,
            Self::Zero | Self::Rounding => return None,
        })
    }

    /// An interval that holds every value of the function, given the intervals of its arguments.
    pub(super) fn bounds(self, parts: &[Interval]) -> Interval {
        let first = parts.first().copied().unwrap_or(Interval::UNBOUNDED);
        let over = |lower: fn(f64, f64) -> f64, upper: fn(f64, f64) -> f64| {
            let joined = |a: Interval, b: &Interval| {
                Interval::new(lower(a.lower, b.lower), upper(a.upper, b.upper))
            };
            parts.iter().fold(first, joined)
        };
        match self {
            Self::Min => over(f64::min, f64::min),
            Self::Max => over(f64::max, f64::max),
            Self::Or => over(f64::min, f64::max),
            Self::Sqrt => Interval::new(0.0, first.upper.max(0.0).sqrt()),
            Self::Floor => Interval::new(first.lower.floor(), first.upper.floor()),
            Self::Sign => Interval::new(-1.0, 1.0),
            Self::Zero => Interval::new(0.0, 0.0),
            Self::Exp | Self::Abs | Self::Binomial => NONNEGATIVE,
            Self::Rounding => Interval::new(1.0, f64::INFINITY),
            Self::Log => Interval::UNBOUNDED,
        }
    }
}
