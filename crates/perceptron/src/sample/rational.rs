//! Provides exact fractions: two machine words while they fit, big integers where they do not.
//!
//! Sums and products of words are computed in 128 bits, reduced once, and fall back to big integers. Every fraction has exactly one form, so equal
//! fractions are equal values.

mod spelling;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Float, One, Signed, ToPrimitive};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// An exact fraction in lowest terms.
///
/// # Examples
/// ```
/// use perceptron::sample::Rational;
/// let third: Rational = "2/6".parse()?;
/// assert_eq!(third.to_string(), "1/3");
/// assert_eq!("0.1".parse::<Rational>()?, Rational::new(1, 10));
/// # Ok::<(), perceptron::sample::RationalError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rational(Terms);

/// Numerator and denominator of a fraction: machine words (i64) if both fit, otherwise big integers, so that equal fractions have equal forms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Terms {
    /// Numerator and denominator in lowest terms. The denominator is positive, and neither term is `i64::MIN`.
    Words(i64, i64),
    Big(Box<BigRational>),
}

/// The error for a text that is not an exact number. It holds the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not an exact number; write an integer, a fraction such as \"1/3\" or a decimal such as \"0.1\", the latter two in quotes"
)]
pub struct RationalError(String);

impl Rational {
    /// The fraction `numerator / denominator`, reduced to lowest terms.
    ///
    /// # Panics
    /// If the denominator is zero.
    pub fn new(numerator: i64, denominator: i64) -> Self {
        reduced(numerator.into(), denominator.into())
    }

    /// The fraction of two big integers; the denominator is not zero.
    pub fn from_big(numerator: BigInt, denominator: BigInt) -> Self {
        match numerator.to_i128().zip(denominator.to_i128()) {
            Some((numerator, denominator)) => Self::of_double_words(numerator, denominator),
            None => BigRational::new(numerator, denominator).into(),
        }
    }

    /// The fraction of two double words (i128); the denominator is not zero.
    pub(super) fn of_double_words(numerator: i128, denominator: i128) -> Self {
        reduced(numerator, denominator)
    }

    /// The fraction 0.
    pub fn zero() -> Self {
        Self(Terms::Words(0, 1))
    }

    /// The fraction 1.
    pub fn one() -> Self {
        Self(Terms::Words(1, 1))
    }

    /// The fraction that equals a finite float exactly.
    ///
    /// # Panics
    /// If the float is not finite: no fraction equals it, and a fraction that stood for it would go unnoticed.
    pub fn from_float(value: f64) -> Self {
        assert!(
            value.is_finite(),
            "{value} is not finite, so it is not a fraction"
        );
        let (mantissa, exponent, sign) = Float::integer_decode(value);
        // An odd number times a power of two is already in lowest terms; zero is handled separately.
        let zeros = mantissa.trailing_zeros() % u64::BITS;
        let odd = (mantissa >> zeros) as i64 * i64::from(sign);
        let halvings = -i32::from(exponent) - zeros as i32;
        match halvings {
            _ if odd == 0 => Self::zero(),
            0..=62 => Self(Terms::Words(odd, 1 << halvings)),
            63.. => BigRational::new_raw(odd.into(), BigInt::one() << halvings).into(),
            _ => BigRational::from_integer(BigInt::from(odd) << -halvings).into(),
        }
    }

    /// The float nearest to the fraction.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Terms::Words(numerator, 1) => *numerator as f64,
            Terms::Words(numerator, denominator) if are_floats(*numerator, *denominator) => {
                *numerator as f64 / *denominator as f64
            }
            _ => self.to_big().to_f64().unwrap_or(f64::NAN),
        }
    }

    /// The fraction as a float, if it is a whole number that a float represents exactly.
    pub(crate) fn as_whole_float(&self) -> Option<f64> {
        match &self.0 {
            Terms::Words(numerator, 1) if are_floats(*numerator, 1) => Some(*numerator as f64),
            _ => None,
        }
    }

    /// Compares a float with the fraction; a float that is not finite lies beyond every fraction.
    pub fn compare_float(&self, value: f64) -> Ordering {
        match &self.0 {
            _ if !value.is_finite() => value.total_cmp(&0.0),
            Terms::Words(numerator, _) if value == 0.0 => 0.cmp(numerator),
            // A whole number that a float represents exactly is compared as a float.
            Terms::Words(numerator, 1) if are_floats(*numerator, 1) => {
                value.total_cmp(&(*numerator as f64))
            }
            // The single rounding of value·denominator − numerator keeps the sign, because a float of this size is far from the smallest one.
            Terms::Words(numerator, denominator)
                if are_floats(*numerator, *denominator) && value.abs() > 1e-100 =>
            {
                let rest = value.mul_add(*denominator as f64, -(*numerator as f64));
                rest.total_cmp(&0.0)
            }
            _ => Self::from_float(value).cmp(self),
        }
    }

    /// Whether the fraction is below zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Terms::Words(numerator, _) => *numerator < 0,
            Terms::Big(big) => big.is_negative(),
        }
    }

    /// Whether the fraction is zero.
    pub fn is_zero(&self) -> bool {
        self.0 == Terms::Words(0, 1)
    }

    /// Numerator and denominator in lowest terms, if both fit machine words (i64).
    pub(crate) fn as_words(&self) -> Option<(i64, i64)> {
        match self.0 {
            Terms::Words(numerator, denominator) => Some((numerator, denominator)),
            Terms::Big(_) => None,
        }
    }

    /// The numerator of the fraction in lowest terms.
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Terms::Words(numerator, _) => (*numerator).into(),
            Terms::Big(big) => big.numer().clone(),
        }
    }

    /// The denominator of the fraction in lowest terms, which is positive.
    pub fn denominator(&self) -> BigInt {
        match &self.0 {
            Terms::Words(_, denominator) => (*denominator).into(),
            Terms::Big(big) => big.denom().clone(),
        }
    }

    /// The fraction with numerator and denominator as big integers, for long sums.
    pub fn to_big(&self) -> BigRational {
        match &self.0 {
            Terms::Words(..) => BigRational::new_raw(self.numerator(), self.denominator()),
            Terms::Big(big) => (**big).clone(),
        }
    }

    /// The square root of the fraction, if this root is itself a fraction.
    pub fn exact_root(&self) -> Option<Self> {
        let root = |of: BigInt| {
            let root = of.sqrt();
            (&root * &root == of).then_some(root)
        };
        let is_negative = self.is_negative();
        let (numerator, denominator) = (self.numerator(), self.denominator());
        let ends = (!is_negative).then(|| root(numerator).zip(root(denominator)))?;
        ends.map(|(numerator, denominator)| Self::from_big(numerator, denominator))
    }

    /// The square of the fraction.
    pub fn square(&self) -> Self {
        self * self
    }

    /// The fraction to a whole power; 0 has no negative power.
    pub fn power(&self, exponent: i32) -> Self {
        let own = BigRational::new_raw(self.numerator(), self.denominator());
        own.pow(exponent).into()
    }

    /// The smallest integer that is at least the fraction.
    pub fn ceil(&self) -> BigInt {
        self.numerator().div_ceil(&self.denominator())
    }

    /// The largest integer that is at most the fraction.
    pub fn floor(&self) -> BigInt {
        self.numerator().div_floor(&self.denominator())
    }

    /// Like [`Rational::ceil`], but as an i128; `None` if it does not fit.
    pub fn ceil_word(&self) -> Option<i128> {
        match &self.0 {
            Terms::Words(numerator, 1) => Some((*numerator).into()),
            Terms::Words(numerator, denominator) => Some(Integer::div_ceil(
                &i128::from(*numerator),
                &i128::from(*denominator),
            )),
            Terms::Big(_) => self.ceil().to_i128(),
        }
    }
}

/// Whether floats represent the numerator and the denominator exactly, so that their ratio in floats is rounded only once.
fn are_floats(numerator: i64, denominator: i64) -> bool {
    const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;
    numerator.unsigned_abs() <= EXACT && denominator.unsigned_abs() <= EXACT
}

/// Divides two numbers, not both zero, by their greatest common divisor, which is computed in 64 bits if both fit.
fn lowest(a: u128, b: u128) -> (u128, u128) {
    match (u64::try_from(a), u64::try_from(b)) {
        _ if a == 1 || b == 1 => (a, b),
        (Ok(a), Ok(b)) => {
            let divisor = a.gcd(&b);
            ((a / divisor).into(), (b / divisor).into())
        }
        _ => {
            let divisor = a.gcd(&b);
            (a / divisor, b / divisor)
        }
    }
}

/// The fraction `numerator / denominator` in lowest terms, with machine words where they suffice.
fn reduced(numerator: i128, denominator: i128) -> Rational {
    if denominator == 1 {
        return numerator.into();
    }
    assert!(denominator != 0, "a fraction whose denominator is zero");
    let sign = numerator.signum() * denominator.signum();
    let (above, below) = lowest(numerator.unsigned_abs(), denominator.unsigned_abs());
    match i64::try_from(above).ok().zip(i64::try_from(below).ok()) {
        Some((above, below)) => Rational(Terms::Words(sign as i64 * above, below)),
        None => Rational(Terms::Big(Box::new(BigRational::new_raw(
            BigInt::from(above) * sign,
            below.into(),
        )))),
    }
}

impl From<BigRational> for Rational {
    fn from(big: BigRational) -> Self {
        let word = |of: &BigInt| of.to_i64().filter(|word| *word != i64::MIN);
        match word(big.numer()).zip(word(big.denom())) {
            Some((numerator, denominator)) => Self(Terms::Words(numerator, denominator)),
            None => Self(Terms::Big(Box::new(big))),
        }
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Self::from(i128::from(value))
    }
}

impl From<u64> for Rational {
    fn from(value: u64) -> Self {
        Self::from(i128::from(value))
    }
}

impl From<i128> for Rational {
    fn from(value: i128) -> Self {
        match i64::try_from(value).ok().filter(|word| *word != i64::MIN) {
            Some(word) => Self(Terms::Words(word, 1)),
            None => Self(Terms::Big(Box::new(BigRational::from_integer(
                value.into(),
            )))),
        }
    }
}

/// Numerator and denominator of a, then of b, as i128, if all four fit i64. Products of two of them, and sums of two such products, then fit i128.
fn words(a: &Rational, b: &Rational) -> Option<[i128; 4]> {
    let ((p, q), (r, s)) = a.as_words().zip(b.as_words())?;
    Some([p, q, r, s].map(i128::from))
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match words(self, other) {
            Some([p, q, r, s]) => (p * s).cmp(&(r * q)),
            None => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! arithmetic {
    ($($operation:ident :: $method:ident, [$p:ident, $q:ident, $r:ident, $s:ident] => $above:expr, $below:expr;)*) => {$(
        impl $operation for &Rational {
            type Output = Rational;
            fn $method(self, other: Self) -> Rational {
                match words(self, other) {
                    Some([$p, $q, $r, $s]) => reduced($above, $below),
                    None => self.to_big().$method(other.to_big()).into(),
                }
            }
        }
    )*};
}
arithmetic! {
    Add::add, [p, q, r, s] => p * s + r * q, q * s;
    Sub::sub, [p, q, r, s] => p * s - r * q, q * s;
    Mul::mul, [p, q, r, s] => p * r, q * s;
    Div::div, [p, q, r, s] => p * s, q * r;
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        match &self.0 {
            Terms::Words(numerator, denominator) => {
                Rational(Terms::Words(-numerator, *denominator))
            }
            Terms::Big(big) => (-&**big).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn from_float_agrees_with_big_rational(bits: u64, small in -1000..1000_i32, power in -80..80_i32) {
            for value in [f64::from_bits(bits), f64::from(small), f64::from(small) * f64::from(power).exp2()] {
                if let Some(expected) = BigRational::from_float(value) {
                    prop_assert_eq!(Rational::from_float(value), Rational::from(expected));
                }
            }
        }
    }

    #[test]
    fn non_finite_floats_and_zero_denominators_are_refused() {
        let unwritten = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(Rational::from_decimal);
        assert_eq!(unwritten, [None, None, None]);
        assert!(std::panic::catch_unwind(|| Rational::from_float(f64::NAN)).is_err());
        assert!(std::panic::catch_unwind(|| Rational::new(1, 0)).is_err());
    }

    #[test]
    fn fractions_decimals_and_integers_are_read_exactly() {
        for (text, numerator, denominator) in [
            ("1/2", 1, 2),
            ("-4/6", -2, 3),
            ("0.25", 1, 4),
            ("7", 7, 1),
            ("1e-3", 1, 1000),
            ("-1.5", -3, 2),
        ] {
            assert_eq!(
                text.parse::<Rational>(),
                Ok(Rational::new(numerator, denominator)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_text_that_is_no_number_is_refused_with_the_allowed_spellings() {
        for text in ["1/0", "x", "1/2/3", "", "1e999999"] {
            let message = text.parse::<Rational>().map_err(|e| e.to_string());
            assert!(message.is_err_and(|m| m.contains("1/3")), "{text}");
        }
    }

    #[test]
    fn a_float_is_read_as_the_decimal_that_was_typed() {
        assert_eq!(Rational::from_decimal(0.1), Some(Rational::new(1, 10)));
        assert_ne!(Rational::from_float(0.1), Rational::new(1, 10));
    }

    /// Terms near the limits of 64 bits, where the representation changes.
    fn terms() -> impl Strategy<Value = i64> {
        prop_oneof![
            -20i64..20,
            any::<i64>(),
            (0i64..4).prop_map(|k| i64::MAX - k),
            (0i64..4).prop_map(|k| i64::MIN + k),
            (0u32..62, -1i64..2).prop_map(|(bits, k)| (1 << bits) + k),
        ]
    }

    proptest! {
        #[test]
        fn machine_word_arithmetic_agrees_with_big_rationals(p in terms(), q in terms(), r in terms(), s in terms()) {
            prop_assume!(q != 0 && s != 0);
            let big = |p: i64, q: i64| BigRational::new(p.into(), q.into());
            let (a, b) = (Rational::new(p, q), Rational::new(r, s));
            let (x, y) = (big(p, q), big(r, s));
            prop_assert_eq!(a.to_big(), x.clone());
            prop_assert_eq!(&a + &b, Rational::from(&x + &y));
            prop_assert_eq!(&a - &b, Rational::from(&x - &y));
            prop_assert_eq!(&a * &b, Rational::from(&x * &y));
            if !b.is_zero() {
                prop_assert_eq!(&a / &b, Rational::from(&x / &y));
            }
            prop_assert_eq!(-&a, Rational::from(-x.clone()));
            prop_assert_eq!(a.cmp(&b), x.cmp(&y));
            prop_assert_eq!(a.ceil(), x.ceil().to_integer());
            prop_assert_eq!(a.ceil_word(), x.ceil().to_integer().to_i128());
            prop_assert_eq!(a.to_string().parse(), Ok(a.clone()));
            let value = a.to_f64();
            prop_assert_eq!(Some(value), x.to_f64());
            for near in [value.next_down(), value, value.next_up(), 0.0] {
                let exact = BigRational::from_float(near).map(|exact| exact.cmp(&x));
                prop_assert_eq!(Some(a.compare_float(near)), exact);
            }
        }
    }
}
