//! Computes with numbers of either sign: exactly with fractions and roots of fractions, otherwise in intervals rounded outward.

use crate::claim::enclosure::{Enclosure, MissingReason};
use perceptron::sample::{Quantity, Rational};

/// Largest number of bits of a fraction that is computed exactly; a longer one becomes an interval.
const MOST_BITS: u64 = 1 << 16;

/// Largest integer exponent of a power, which is computed by multiplication.
pub(super) const MOST_FACTORS: u64 = 4096;

/// Number of floats by which results of `libm` are rounded outward, to cover their error of less than one unit in the last place.
const STEPS: usize = 2;

const TOO_LARGE: MissingReason = "leaves the range of floats";

/// The value of a formula: a fraction, the root of a fraction, or an interval. If only its square is a fraction, `root_of` holds the square.
#[derive(Debug, Clone)]
pub(super) struct Number {
    pub(super) quantity: Quantity,
    root_of: Option<Rational>,
}

impl From<Quantity> for Number {
    fn from(quantity: Quantity) -> Self {
        Self {
            quantity,
            root_of: None,
        }
    }
}

impl Number {
    /// The number that equals a fraction; if the fraction has more than [`MOST_BITS`] bits, an interval around it.
    pub(super) fn exact(fraction: Rational) -> Result<Self, MissingReason> {
        if !fraction.to_f64().is_finite() {
            return Err(TOO_LARGE);
        }
        let bits = fraction.numerator().bits() + fraction.denominator().bits();
        let quantity = Quantity::exact(fraction);
        let exact = quantity.exact.clone().filter(|_| bits <= MOST_BITS);
        Ok(Quantity { exact, ..quantity }.into())
    }

    /// A small whole number.
    pub(super) fn whole(number: u64) -> Self {
        Quantity::count(number).into()
    }

    /// The number as a [`Quantity`], with its proved interval.
    pub(super) fn into_quantity(self) -> Quantity {
        self.quantity
    }

    /// Encloses the number with `bits` bits: its fraction or the root of its square if one is known, otherwise the interval of floats around it.
    pub(super) fn enclosed(&self, bits: usize) -> Result<Enclosure, MissingReason> {
        match (self.fraction(), self.square()) {
            (Some(fraction), _) => Enclosure::of_fraction(fraction, bits),
            (None, Some(square)) => Enclosure::of_fraction(&square, bits)?.root(bits),
            (None, None) => Enclosure::of_measured(&self.quantity, bits),
        }
    }

    /// The fraction that equals the number, if one is known.
    pub(super) fn fraction(&self) -> Option<&Rational> {
        self.quantity.exact.as_ref()
    }

    /// The square of this number, if it is a known fraction and the number is not negative.
    fn square(&self) -> Option<Rational> {
        let own = self.fraction().filter(|own| !own.is_negative());
        own.map(Rational::square).or_else(|| self.root_of.clone())
    }

    /// The square root of a fraction that is not negative.
    fn of_square(square: Rational) -> Result<Self, MissingReason> {
        if let Some(root) = square.exact_root() {
            return Self::exact(root);
        }
        let radicand = Self::exact(square)?;
        Ok(Self {
            quantity: radicand.quantity.root(),
            root_of: radicand.quantity.exact,
        })
    }

    /// The number `value`, known to lie between `lower` and `upper`, which are rounded outward by `steps` floats each.
    fn between(value: f64, lower: f64, upper: f64, steps: usize) -> Result<Self, MissingReason> {
        let (mut lower, mut upper) = (lower, upper);
        for _ in 0..steps {
            (lower, upper) = (lower.next_down(), upper.next_up());
        }
        if !(value.is_finite() && lower.is_finite() && upper.is_finite()) {
            return Err(TOO_LARGE);
        }
        Ok(Quantity {
            value,
            lower,
            upper,
            exact: None,
        }
        .into())
    }

    /// Whether the number, or its square, is a known fraction.
    pub(super) fn is_exact(&self) -> bool {
        self.fraction().is_some() || self.root_of.is_some()
    }

    pub(super) fn is_zero(&self) -> bool {
        self.fraction().is_some_and(Rational::is_zero)
    }

    fn may_be_zero(&self) -> bool {
        self.fraction().is_none() && self.quantity.lower <= 0.0 && self.quantity.upper >= 0.0
    }

    /// The negative.
    pub(super) fn negated(&self) -> Self {
        let Quantity {
            value,
            lower,
            upper,
            exact,
        } = &self.quantity;
        Quantity {
            value: -value,
            lower: -upper,
            upper: -lower,
            exact: exact.as_ref().map(|fraction| -fraction),
        }
        .into()
    }

    /// The sum.
    pub(super) fn plus(&self, other: &Self) -> Result<Self, MissingReason> {
        if let Some((a, b)) = self.fraction().zip(other.fraction()) {
            return Self::exact(a + b);
        }
        let (a, b) = (&self.quantity, &other.quantity);
        Self::between(a.value + b.value, a.lower + b.lower, a.upper + b.upper, 1)
    }

    /// The difference.
    pub(super) fn minus(&self, other: &Self) -> Result<Self, MissingReason> {
        self.plus(&other.negated())
    }

    /// The product.
    pub(super) fn times(&self, other: &Self) -> Result<Self, MissingReason> {
        if let Some((a, b)) = self.fraction().zip(other.fraction()) {
            return Self::exact(a * b);
        }
        if self.is_zero() || other.is_zero() {
            return Ok(Self::whole(0));
        }
        let squares = self.square().zip(other.square());
        let root = squares.and_then(|(a, b)| Self::of_square(&a * &b).ok());
        root.map_or_else(|| self.corners(other, |a, b| a * b), Ok)
    }

    /// The quotient.
    pub(super) fn over(&self, other: &Self) -> Result<Self, MissingReason> {
        if other.is_zero() {
            return Err("divides by 0");
        }
        if other.may_be_zero() {
            return Err("divides by a number that may be 0");
        }
        if let Some((a, b)) = self.fraction().zip(other.fraction()) {
            return Self::exact(a / b);
        }
        let squares = self.square().zip(other.square());
        let root = squares.and_then(|(a, b)| Self::of_square(&a / &b).ok());
        root.map_or_else(|| self.corners(other, |a, b| a / b), Ok)
    }

    /// Applies a function that is monotone in each argument to the intervals of two numbers.
    fn corners(&self, other: &Self, of: fn(f64, f64) -> f64) -> Result<Self, MissingReason> {
        let (a, b) = (&self.quantity, &other.quantity);
        let ends = [
            of(a.lower, b.lower),
            of(a.lower, b.upper),
            of(a.upper, b.lower),
            of(a.upper, b.upper),
        ];
        let lower = ends.into_iter().fold(f64::INFINITY, f64::min);
        let upper = ends.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Self::between(of(a.value, b.value), lower, upper, 1)
    }

    /// The square root.
    pub(super) fn root(&self) -> Result<Self, MissingReason> {
        let Quantity { lower, upper, .. } = self.quantity;
        match self.fraction() {
            Some(fraction) if fraction.is_negative() => Err("takes a root of a number below 0"),
            Some(fraction) => Self::of_square(fraction.clone()),
            None if upper < 0.0 => Err("takes a root of a number below 0"),
            None if lower < 0.0 => Err("takes a root of a number that may be below 0"),
            None => Ok(self.quantity.root().into()),
        }
    }

    /// The natural logarithm.
    pub(super) fn logarithm(&self) -> Result<Self, MissingReason> {
        if self.fraction() == Some(&Rational::one()) {
            return Ok(Self::whole(0));
        }
        let Quantity {
            value,
            lower,
            upper,
            ..
        } = self.quantity;
        if upper <= 0.0 {
            return Err("takes a logarithm of a number that is not above 0");
        }
        if lower <= 0.0 {
            return Err("takes a logarithm of a number that may not be above 0");
        }
        Self::between(libm::log(value), libm::log(lower), libm::log(upper), STEPS)
    }

    /// The exponential.
    pub(super) fn exponential(&self) -> Result<Self, MissingReason> {
        let ends = [
            self.quantity.value,
            self.quantity.lower,
            self.quantity.upper,
        ];
        let [value, lower, upper] = ends.map(libm::exp);
        Self::between(value, lower, upper, STEPS)
    }

    /// The number, if it is a small whole number.
    pub(super) fn whole_number(&self) -> Option<i64> {
        i64::try_from(whole(self.fraction()?)?).ok()
    }

    /// This number to the power `exponent`. An integer power is computed by multiplication. For half of an odd integer, such as 3/2, the square root
    /// is multiplied; every other power is exp(exponent · log(self)). There is a reason instead of a number if, for example, a negative number has
    /// no root or logarithm, 0 would be divided by, or an integer exponent is above 4096.
    pub(super) fn power(&self, exponent: &Self) -> Result<Self, MissingReason> {
        let whole = |fraction: Rational| i64::try_from(whole(&fraction)?).ok();
        let fraction = exponent.fraction();
        if let Some(exponent) = fraction.and_then(|exponent| whole(exponent.clone())) {
            return self.whole_power(exponent);
        }
        let doubled = fraction.and_then(|exponent| whole(exponent + exponent));
        if let Some(exponent) = doubled {
            return self.root()?.whole_power(exponent);
        }
        if self.is_zero() && exponent.quantity.lower > 0.0 {
            return Ok(Self::whole(0));
        }
        self.logarithm()?.times(exponent)?.exponential()
    }

    /// Twice the number, if it is a whole number or half of one and small enough to multiply so often.
    pub(super) fn halves(&self) -> Option<i64> {
        let fraction = self.fraction()?;
        let halves = i64::try_from(whole(&(fraction + fraction))?).ok()?;
        (halves.unsigned_abs() <= 2 * MOST_FACTORS).then_some(halves)
    }

    fn whole_power(&self, exponent: i64) -> Result<Self, MissingReason> {
        let factors = exponent.unsigned_abs();
        if factors > MOST_FACTORS {
            return Err("has an integer exponent above 4096");
        }
        if let Some(power) = self.fraction().and_then(|base| power_of(base, exponent)) {
            return Self::exact(power);
        }
        let (mut power, mut square) = (Self::whole(1), self.clone());
        let mut left = factors;
        while left > 0 {
            if left % 2 == 1 {
                power = power.times(&square)?;
            }
            left /= 2;
            if left > 0 {
                square = square.squared()?;
            }
        }
        match exponent < 0 {
            true => Self::whole(1).over(&power),
            false => Ok(power),
        }
    }

    /// The square of this number, whose interval does not go below 0.
    fn squared(&self) -> Result<Self, MissingReason> {
        let square = self.times(self)?;
        let Quantity { lower, upper, .. } = self.quantity;
        let straddles = square.fraction().is_none() && lower <= 0.0 && upper >= 0.0;
        Ok(match straddles {
            true => Quantity {
                lower: 0.0,
                ..square.quantity
            }
            .into(),
            false => square,
        })
    }

    /// Whether this number is certainly at most `other`.
    fn is_at_most(&self, other: &Self) -> bool {
        if let Some((a, b)) = self.fraction().zip(other.fraction()) {
            return a <= b;
        }
        if let Some((a, b)) = self.square().zip(other.square()) {
            return a <= b;
        }
        self.quantity.upper <= other.quantity.lower
    }

    /// The smaller of two numbers.
    pub(super) fn least(self, other: Self) -> Self {
        if self.is_at_most(&other) {
            return self;
        }
        if other.is_at_most(&self) {
            return other;
        }
        self.end_by_end(&other, f64::min)
    }

    /// The larger of two numbers.
    pub(super) fn most(self, other: Self) -> Self {
        if self.is_at_most(&other) {
            return other;
        }
        if other.is_at_most(&self) {
            return self;
        }
        self.end_by_end(&other, f64::max)
    }

    fn end_by_end(&self, other: &Self, of: fn(f64, f64) -> f64) -> Self {
        let (a, b) = (&self.quantity, &other.quantity);
        Quantity {
            value: of(a.value, b.value),
            lower: of(a.lower, b.lower),
            upper: of(a.upper, b.upper),
            exact: None,
        }
        .into()
    }
}

/// The power of a fraction, unless it has too many bits or divides by 0. The parts of it may leave the range of floats.
fn power_of(base: &Rational, exponent: i64) -> Option<Rational> {
    let bits = base.numerator().bits() + base.denominator().bits();
    let fits = bits.saturating_mul(exponent.unsigned_abs()) <= MOST_BITS;
    let exponent = i32::try_from(exponent).ok().filter(|_| fits)?;
    (exponent >= 0 || !base.is_zero()).then(|| base.power(exponent))
}

/// The fraction as an integer, if it is one.
fn whole(fraction: &Rational) -> Option<num_bigint::BigInt> {
    let is_whole = fraction.denominator() == 1.into();
    is_whole.then(|| fraction.numerator())
}
