//! Encloses the value of a formula between two numbers of many bits, for comparisons that floats leave open.
//!
//! The arithmetic is that of the crate `dashu-float`, whose results are correctly rounded in the direction that is asked for: the lower end down, the
//! upper end up.

use dashu_float::round::mode::{Down, Up};
use dashu_float::{Context, FBig, FpError, Repr};
use dashu_int::IBig;
use perceptron::sample::{Quantity, Rational};
use std::cmp::Ordering;

/// A number of any precision, without the precision to which it was rounded.
type Big = Repr<2>;

/// The reason why a formula has no value, in words that follow the text of the formula: "divides by 0".
pub(crate) type MissingReason = &'static str;

const TOO_LARGE: MissingReason = "leaves the range of numbers";

/// The largest number of bits with which two formulas are compared; if they have not parted by then, they count as equal.
pub(crate) const MOST_BITS: usize = 1000;

/// Two numbers of many bits between which the value of a formula lies.
#[derive(Debug, Clone)]
pub(crate) struct Enclosure {
    lower: Big,
    upper: Big,
    /// Whether the value depends on a measured float, which has an error of its own that no precision removes.
    is_measured: bool,
}

/// Applies a function to both ends, rounding the result down and up.
macro_rules! rounded {
    ($bits:expr, $operation:ident($($lower:expr),+; $($upper:expr),+)) => {{
        let lower = Context::<Down>::new($bits).$operation($($lower),+).map_err(reason)?;
        let upper = Context::<Up>::new($bits).$operation($($upper),+).map_err(reason)?;
        (lower.value().into_repr(), upper.value().into_repr())
    }};
}

fn reason(error: FpError) -> MissingReason {
    match error {
        FpError::OutOfDomain => "is not defined there",
        FpError::Indeterminate => "divides by 0",
        _ => TOO_LARGE,
    }
}

impl Enclosure {
    /// Encloses a measured number that is known to lie between two floats.
    pub(super) fn of_measured(ends: &Quantity, bits: usize) -> Result<Self, MissingReason> {
        let [lower, upper] = [ends.lower, ends.upper].map(|end| {
            let is_finite = end.is_finite();
            is_finite
                .then(|| Rational::from_float(end))
                .ok_or(TOO_LARGE)
        });
        Ok(Self {
            lower: Self::of_fraction(&lower?, bits)?.lower,
            upper: Self::of_fraction(&upper?, bits)?.upper,
            is_measured: true,
        })
    }

    /// Encloses a fraction.
    pub(crate) fn of_fraction(fraction: &Rational, bits: usize) -> Result<Self, MissingReason> {
        let whole =
            |of: num_bigint::BigInt| Big::new(IBig::from_le_bytes(&of.to_signed_bytes_le()), 0);
        let (above, below) = (whole(fraction.numerator()), whole(fraction.denominator()));
        let (lower, upper) = rounded!(bits, div(&above, &below; &above, &below));
        Ok(Self {
            lower,
            upper,
            is_measured: false,
        })
    }

    fn with(self, lower: Big, upper: Big, other: &Self) -> Self {
        Self {
            lower,
            upper,
            is_measured: self.is_measured || other.is_measured,
        }
    }

    pub(super) fn negated(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
            ..self
        }
    }

    pub(crate) fn plus(self, other: &Self, bits: usize) -> Result<Self, MissingReason> {
        let (lower, upper) =
            rounded!(bits, add(&self.lower, &other.lower; &self.upper, &other.upper));
        Ok(self.with(lower, upper, other))
    }

    pub(super) fn times(self, other: &Self, bits: usize) -> Result<Self, MissingReason> {
        self.corners(other, |a, b| Ok(rounded!(bits, mul(a, b; a, b))))
    }

    pub(super) fn over(self, other: &Self, bits: usize) -> Result<Self, MissingReason> {
        let zero = Big::zero();
        if other.lower <= zero && other.upper >= zero {
            return Err("divides by a number that may be 0");
        }
        self.corners(other, |a, b| Ok(rounded!(bits, div(a, b; a, b))))
    }

    /// Applies a function that is monotone in each argument to the ends of two enclosures.
    fn corners(
        self,
        other: &Self,
        of: impl Fn(&Big, &Big) -> Result<(Big, Big), MissingReason>,
    ) -> Result<Self, MissingReason> {
        let (mut lower, mut upper) = of(&self.lower, &other.lower)?;
        for (a, b) in [
            (&self.lower, &other.upper),
            (&self.upper, &other.lower),
            (&self.upper, &other.upper),
        ] {
            let (low, high) = of(a, b)?;
            lower = lower.min(low);
            upper = upper.max(high);
        }
        Ok(self.with(lower, upper, other))
    }

    pub(super) fn root(self, bits: usize) -> Result<Self, MissingReason> {
        if self.lower < Big::zero() {
            return Err("takes a root of a number that may be below 0");
        }
        let (lower, upper) = rounded!(bits, sqrt(&self.lower; &self.upper));
        Ok(Self {
            lower,
            upper,
            ..self
        })
    }

    pub(super) fn logarithm(self, bits: usize) -> Result<Self, MissingReason> {
        if self.lower <= Big::zero() {
            return Err("takes a logarithm of a number that may not be above 0");
        }
        let (lower, upper) = rounded!(bits, ln(&self.lower, None; &self.upper, None));
        Ok(Self {
            lower,
            upper,
            ..self
        })
    }

    pub(super) fn exponential(self, bits: usize) -> Result<Self, MissingReason> {
        let (lower, upper) = rounded!(bits, exp(&self.lower, None; &self.upper, None));
        Ok(Self {
            lower,
            upper,
            ..self
        })
    }

    /// The number to a whole power.
    pub(super) fn whole_power(self, exponent: i64, bits: usize) -> Result<Self, MissingReason> {
        let one = Self::of_fraction(&Rational::one(), bits)?;
        let (mut power, mut square) = (one.clone(), self);
        let mut left = exponent.unsigned_abs();
        while left > 0 {
            if left % 2 == 1 {
                power = power.times(&square, bits)?;
            }
            left /= 2;
            if left > 0 {
                square = square.squared(bits)?;
            }
        }
        match exponent < 0 {
            true => one.over(&power, bits),
            false => Ok(power),
        }
    }

    /// The square, which is not below 0.
    fn squared(self, bits: usize) -> Result<Self, MissingReason> {
        let own = self.clone();
        let square = self.times(&own, bits)?;
        let lower = match own.lower < Big::zero() && own.upper > Big::zero() {
            true => Big::zero(),
            false => square.lower,
        };
        Ok(Self { lower, ..square })
    }

    /// The smaller of two numbers.
    pub(super) fn least(self, other: Self) -> Self {
        let lower = self.lower.clone().min(other.lower.clone());
        let upper = self.upper.clone().min(other.upper.clone());
        self.with(lower, upper, &other)
    }

    /// The larger of two numbers.
    pub(super) fn most(self, other: Self) -> Self {
        let lower = self.lower.clone().max(other.lower.clone());
        let upper = self.upper.clone().max(other.upper.clone());
        self.with(lower, upper, &other)
    }

    /// The number times a fraction.
    pub(crate) fn scaled(self, factor: &Rational, bits: usize) -> Option<Self> {
        let factor = Self::of_fraction(factor, bits).ok()?;
        self.times(&factor, bits).ok()
    }

    /// Whether the value depends on a measured float, so that more bits do not make the enclosure narrow.
    pub(crate) fn is_measured(&self) -> bool {
        self.is_measured
    }

    /// Compares two values; `None` if their enclosures overlap.
    pub(crate) fn compare(&self, other: &Self) -> Option<Ordering> {
        if self.lower == self.upper && other.lower == other.upper {
            return Some(self.lower.cmp(&other.lower));
        }
        if self.upper < other.lower {
            Some(Ordering::Less)
        } else if self.lower > other.upper {
            Some(Ordering::Greater)
        } else {
            None
        }
    }

    /// The number with its enclosure rounded outward to floats.
    pub(crate) fn to_quantity(&self) -> Quantity {
        let down = |of: &Big| {
            FBig::<Down>::from_repr(of.clone(), Context::new(0))
                .to_f64()
                .value()
        };
        let up = |of: &Big| {
            FBig::<Up>::from_repr(of.clone(), Context::new(0))
                .to_f64()
                .value()
        };
        let (lower, upper) = (down(&self.lower), up(&self.upper));
        Quantity {
            value: lower + (upper - lower) / 2.0,
            lower,
            upper,
            exact: None,
        }
    }
}
