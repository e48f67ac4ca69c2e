//! Reads a written decimal as an integer over a power of ten, or as the nearest double if it needs more than 127 bits.

use crate::sample::Rational;
use num_traits::float::FloatCore;

/// The longest spelling of a number that is read from a data file, in bytes; a longer one is taken for an error in the file.
pub(super) const LONGEST: usize = 1000;

/// The largest absolute value that a written exponent of ten may have, as in `1e400`.
const FARTHEST: i64 = 400;

/// The largest number of digits after the decimal point of an exact number: 10³⁸ is the largest power of ten that fits 127 bits.
pub(super) const MOST_DECIMALS: u32 = 38;

/// The largest absolute value of a number in a data file. Sums of squares of such numbers stay within the range of doubles.
pub(super) const LARGEST: f64 = 1e75;

/// The smallest absolute value of a number in a data file that is not 0.
const LEAST: f64 = 1e-75;

/// Whether a number is 0 or has an absolute value between 1e-75 and 1e75, so that squares and their quotients stay within the range of doubles.
pub(super) fn fits(value: f64) -> bool {
    value == 0.0 || (LEAST..=LARGEST).contains(&value.abs())
}

/// A finite number, as read from a data file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Decimal {
    /// `mantissa / 10^decimals`, with as few decimals as the number needs.
    Exact {
        /// All digits of the number as one integer, with its sign.
        mantissa: i128,
        /// Number of digits after the decimal point, at most [`MOST_DECIMALS`].
        decimals: u32,
    },
    /// The nearest double of a number with too many digits to be held exactly.
    Rounded(f64),
}

/// The reason why a text is not a usable number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoDecimal {
    /// The text is not written as a decimal.
    Words,
    /// The number is infinite, or NaN.
    NotFinite,
    /// The text has more than [`LONGEST`] bytes.
    TooLong,
    /// The exponent is beyond the range of doubles, or the number is beyond ±[`LARGEST`] or nearer to 0 than 1/[`LARGEST`].
    TooFar,
}

/// The digits of a number, without its sign and its exponent.
#[derive(Default)]
struct Digits {
    mantissa: i128,
    decimals: u32,
    seen: bool,
    /// Whether the mantissa overflowed and does not hold all digits.
    spilled: bool,
}

impl Digits {
    /// Takes the digits at the start of a text and returns the rest. Zeros at the end of a fraction are ignored.
    fn take<'t>(&mut self, text: &'t [u8], is_fraction: bool) -> &'t [u8] {
        let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = text.split_at(length);
        self.seen |= length > 0;
        let zeros = digits
            .iter()
            .rev()
            .take_while(|&&byte| byte == b'0')
            .count();
        let kept = if is_fraction { length - zeros } else { length };
        for byte in &digits[..kept] {
            let next = self.mantissa.checked_mul(10);
            match next.and_then(|ten| ten.checked_add(i128::from(byte - b'0'))) {
                Some(next) => self.mantissa = next,
                None => self.spilled = true,
            }
            self.decimals += u32::from(is_fraction);
        }
        rest
    }
}

impl Decimal {
    /// The number 0.
    pub(super) const ZERO: Self = Self::Exact {
        mantissa: 0,
        decimals: 0,
    };

    /// Reads a number from a text: digits with a point and an exponent, such as `-1.5e3`.
    pub(super) fn parse(text: &str) -> Result<Self, NoDecimal> {
        let bytes = text.as_bytes();
        let (negative, unsigned) = match bytes.first() {
            Some(b'-') => (true, &bytes[1..]),
            Some(b'+') => (false, &bytes[1..]),
            _ => (false, bytes),
        };
        let mut digits = Digits::default();
        let mut rest = digits.take(unsigned, false);
        if let Some((b'.', behind)) = rest.split_first() {
            rest = digits.take(behind, true);
        }
        let exponent = match rest.split_first() {
            None => Some(0),
            Some((b'e' | b'E', power)) => std::str::from_utf8(power)
                .ok()
                .and_then(|power| power.parse::<i64>().ok()),
            Some(_) => None,
        };
        match exponent.filter(|_| digits.seen) {
            None => Err(unreadable(text)),
            Some(_) if text.len() > LONGEST => Err(NoDecimal::TooLong),
            Some(exponent) if exponent.abs() > FARTHEST => Err(NoDecimal::TooFar),
            Some(exponent) => digits.with(negative, exponent, text),
        }
    }

    /// The exact value of a double as a decimal; `None` if that needs more than 127 bits or more than [`MOST_DECIMALS`] decimals.
    pub(super) fn of_double(value: f64) -> Option<Self> {
        let (mantissa, exponent, sign) = value.integer_decode();
        let zeros = mantissa.trailing_zeros().min(63);
        let mantissa = i128::from(sign) * i128::from(mantissa >> zeros);
        let exponent = i32::from(exponent) + zeros as i32;
        if mantissa == 0 {
            return Some(Self::ZERO);
        }
        let decimals = u32::try_from(-exponent).unwrap_or(0);
        if decimals > MOST_DECIMALS {
            return None;
        }
        let factor = match u32::try_from(exponent) {
            Ok(power) => 2_i128.checked_pow(power)?,
            Err(_) => 5_i128.checked_pow(decimals)?,
        };
        let mantissa = mantissa.checked_mul(factor)?;
        Some(Self::Exact { mantissa, decimals })
    }

    /// The number as a fraction.
    pub(super) fn to_rational(self) -> Rational {
        match self {
            Self::Exact { mantissa, decimals } => {
                Rational::from_big(mantissa.into(), 10_i128.pow(decimals).into())
            }
            Self::Rounded(value) => Rational::from_float(value),
        }
    }

    /// The double nearest to the number.
    pub(super) fn to_f64(self) -> f64 {
        match self {
            Self::Rounded(value) => value,
            // Mantissa and power of ten are both exact doubles, so the quotient is rounded only once.
            Self::Exact { mantissa, decimals }
                if mantissa.unsigned_abs() < 1 << 53 && decimals <= 18 =>
            {
                mantissa as f64 / 10_i64.pow(decimals) as f64
            }
            exact @ Self::Exact { .. } => exact.to_rational().to_f64(),
        }
    }

    /// Whether some double has exactly the value of the number.
    pub(super) fn is_double(self) -> bool {
        match self {
            Self::Rounded(_) => false,
            Self::Exact {
                mantissa,
                decimals: 0,
            } if mantissa.unsigned_abs() <= 1 << 53 => true,
            exact @ Self::Exact { .. } => {
                Rational::from_float(exact.to_f64()) == exact.to_rational()
            }
        }
    }
}

/// The reason why a text is not a decimal: it spells an infinity or NaN, or something else.
fn unreadable(text: &str) -> NoDecimal {
    let unsigned = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    match unsigned.as_str() {
        "inf" | "infinity" | "∞" | "nan" => NoDecimal::NotFinite,
        _ => NoDecimal::Words,
    }
}

impl Digits {
    /// The number that these digits make with a sign and an exponent of ten. If it does not fit 127 bits, `text`, its spelling, is read again as a
    /// double.
    fn with(self, negative: bool, exponent: i64, text: &str) -> Result<Decimal, NoDecimal> {
        if self.spilled {
            return rounded(text);
        }
        let sign = if negative { -1 } else { 1 };
        let (mut mantissa, mut decimals) =
            (sign * self.mantissa, i64::from(self.decimals) - exponent);
        if mantissa == 0 {
            decimals = 0;
        }
        while decimals > 0 && mantissa % 10 == 0 && mantissa != 0 {
            (mantissa, decimals) = (mantissa / 10, decimals - 1);
        }
        let raised = |power: i64| {
            let power = 10_i128.checked_pow(u32::try_from(power).ok()?)?;
            mantissa.checked_mul(power)
        };
        let whole = raised((-decimals).max(0));
        match whole {
            Some(mantissa) if decimals <= i64::from(MOST_DECIMALS) => Ok(Decimal::Exact {
                mantissa,
                decimals: decimals.max(0) as u32,
            }),
            _ => rounded(text),
        }
    }
}

/// The double nearest to the non-zero number that a text spells.
fn rounded(text: &str) -> Result<Decimal, NoDecimal> {
    match text.parse::<f64>() {
        Ok(value) if fits(value) && value != 0.0 => Ok(Decimal::Rounded(value)),
        _ => Err(NoDecimal::TooFar),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn short(mantissa: i128, decimals: u32) -> Result<Decimal, NoDecimal> {
        Ok(Decimal::Exact { mantissa, decimals })
    }

    #[test]
    fn a_decimal_has_as_few_decimals_as_it_needs() {
        assert_eq!(Decimal::parse("5.10"), short(51, 1));
        assert_eq!(Decimal::parse("-0.250"), short(-25, 2));
        assert_eq!(Decimal::parse("+7"), short(7, 0));
        assert_eq!(Decimal::parse(".5"), short(5, 1));
        assert_eq!(Decimal::parse("3."), short(3, 0));
        assert_eq!(Decimal::parse("1.5e3"), short(1500, 0));
        assert_eq!(Decimal::parse("1200E-2"), short(12, 0));
        assert_eq!(Decimal::parse("0e-300"), short(0, 0));
        assert_eq!(Decimal::parse("-0.000"), short(0, 0));
    }

    #[test]
    fn a_number_beyond_127_bits_is_the_nearest_double() {
        assert_eq!(Decimal::parse("1e-30"), short(1, 30));
        assert_eq!(Decimal::parse("1e30"), short(10_i128.pow(30), 0));
        let digits = "0.12345678901234567890123";
        assert_eq!(
            Decimal::parse(digits),
            short(12_345_678_901_234_567_890_123, 23)
        );
        assert_eq!(Decimal::parse("1e-39"), Ok(Decimal::Rounded(1e-39)));
        assert_eq!(Decimal::parse("-3e40"), Ok(Decimal::Rounded(-3e40)));
        let long = format!("1.{}1", "0".repeat(50));
        assert_eq!(Decimal::parse(&long), Ok(Decimal::Rounded(1.0)));
    }

    #[test]
    fn only_a_double_with_a_short_expansion_converts_to_a_decimal() {
        let of = |value: f64| Decimal::of_double(value);
        assert_eq!(of(0.5).ok_or(NoDecimal::Words), short(5, 1));
        assert_eq!(of(-2.75).ok_or(NoDecimal::Words), short(-275, 2));
        assert_eq!(of(0.0).ok_or(NoDecimal::Words), short(0, 0));
        assert_eq!(
            of(2.0_f64.powi(100)).ok_or(NoDecimal::Words),
            short(1 << 100, 0)
        );
        assert_eq!(
            (of(0.1), of(1e300), of(f64::MIN_POSITIVE)),
            (None, None, None)
        );
    }

    #[test]
    fn trailing_zeros_do_not_cause_rounding() {
        let text = format!("1.5{}", "0".repeat(60));
        assert_eq!(Decimal::parse(&text), short(15, 1));
        assert_eq!(
            Decimal::parse(&format!("0.{}", "0".repeat(60))),
            short(0, 0)
        );
    }

    #[test]
    fn is_double_detects_decimals_that_a_double_represents_exactly() {
        let is_double = |text: &str| Decimal::parse(text).map(Decimal::is_double);
        assert_eq!(is_double("0.5"), Ok(true));
        assert_eq!(is_double("0.1"), Ok(false));
        assert_eq!(is_double("9007199254740992"), Ok(true));
        assert_eq!(is_double("9007199254740993"), Ok(false));
        assert_eq!(is_double("72057594037927936"), Ok(true));
        assert_eq!(is_double("1e-39"), Ok(false));
    }

    #[test]
    fn text_that_is_no_finite_decimal_is_refused_with_a_reason() {
        for (text, why) in [
            ("", NoDecimal::Words),
            ("-", NoDecimal::Words),
            (".", NoDecimal::Words),
            ("1,5", NoDecimal::Words),
            ("0x10", NoDecimal::Words),
            ("1e", NoDecimal::Words),
            ("1 2", NoDecimal::Words),
            ("e5", NoDecimal::Words),
            ("inf", NoDecimal::NotFinite),
            ("-Infinity", NoDecimal::NotFinite),
            ("NaN", NoDecimal::NotFinite),
            ("1e401", NoDecimal::TooFar),
            ("1e-99999999999", NoDecimal::TooFar),
            ("1e399", NoDecimal::TooFar),
            ("-1e76", NoDecimal::TooFar),
            ("1e-76", NoDecimal::TooFar),
            ("1e-350", NoDecimal::TooFar),
        ] {
            assert_eq!(Decimal::parse(text), Err(why), "{text}");
        }
        assert_eq!(Decimal::parse(&"9".repeat(2000)), Err(NoDecimal::TooLong));
    }

    proptest! {
        #[test]
        fn short_decimal_parses_to_the_same_fraction_as_rational(mantissa in -1_000_000_i64..1_000_000, decimals in 0_usize..9) {
            let text = format!("{}e-{decimals}", mantissa);
            let read = Decimal::parse(&text).map(Decimal::to_rational);
            prop_assert_eq!(read.ok(), text.parse::<Rational>().ok());
        }
    }
}
