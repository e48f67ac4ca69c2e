//! Reads the spelling of a decimal as an integer over a power of ten, or says that it needs more digits than a word has.

use crate::sample::Rational;

/// The longest spelling of a number, in bytes: a longer one is a slip of the file and no measurement.
pub const LONGEST: usize = 1000;

/// The largest exponent of ten, up or down, that a number may be written with.
const FARTHEST: i64 = 400;

/// The most decimals of a number that is held exactly: a denominator of 10¹⁶ has 54 bits.
pub const MOST_DECIMALS: u32 = 16;

/// The largest number: sums of squares of such stay within the range of doubles.
pub const LARGEST: f64 = 1e75;

/// Whether the squares of a number, and their quotients by squares of others, stay within doubles: it is 0, or between 1e-75 and 1e75 in size.
pub(super) fn fits(value: f64) -> bool {
    value == 0.0 || (1.0 / LARGEST..=LARGEST).contains(&value.abs())
}

/// A finite decimal as it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Decimal {
    /// `mantissa / 10^decimals`, with as few decimals as the number needs.
    Short {
        /// The digits with their sign.
        mantissa: i64,
        /// How many of them stand behind the point, at most [`MOST_DECIMALS`].
        decimals: u32,
    },
    /// A number with more digits than that: the nearest double.
    Long(f64),
}

/// Why a text is no number that can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoDecimal {
    /// It is not spelled as a decimal.
    Words,
    /// It is infinite, or NaN.
    NotFinite,
    /// It has more than [`LONGEST`] characters.
    TooLong,
    /// Its exponent is beyond the range of doubles, or the number beyond ±[`LARGEST`], or nearer to 0 than its inverse.
    TooFar,
}

/// What has been read of a number so far.
#[derive(Default)]
struct Digits {
    mantissa: i64,
    decimals: u32,
    seen: bool,
    /// Digits that the mantissa did not hold.
    spilled: bool,
}

impl Digits {
    /// Takes the digits at the start of a text, and gives the rest.
    fn take<'t>(&mut self, text: &'t [u8], behind_the_point: bool) -> &'t [u8] {
        let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        for byte in &text[..length] {
            let digit = i64::from(byte - b'0');
            let next = self.mantissa.checked_mul(10);
            match next.and_then(|ten| ten.checked_add(digit)) {
                Some(next) => self.mantissa = next,
                None => self.spilled = true,
            }
            self.decimals += u32::from(behind_the_point);
        }
        self.seen |= length > 0;
        &text[length..]
    }
}

impl Decimal {
    /// Reads a number: digits with a point and an exponent, such as `-1.5e3`.
    pub fn parse(text: &str) -> Result<Self, NoDecimal> {
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

    /// The number as a fraction.
    pub fn to_rational(self) -> Rational {
        match self {
            Self::Short { mantissa, decimals } => {
                let power = 10_i64.pow(decimals);
                Rational::new(mantissa, power)
            }
            Self::Long(value) => Rational::from_float(value),
        }
    }
}

/// Why a text that is no decimal is none.
fn unreadable(text: &str) -> NoDecimal {
    let unsigned = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    match unsigned.as_str() {
        "inf" | "infinity" | "∞" | "nan" => NoDecimal::NotFinite,
        _ => NoDecimal::Words,
    }
}

impl Digits {
    /// The number with its sign and exponent; the text is read anew where a word does not hold it.
    fn with(self, negative: bool, exponent: i64, text: &str) -> Result<Decimal, NoDecimal> {
        let mut mantissa = if negative {
            -self.mantissa
        } else {
            self.mantissa
        };
        let mut decimals = i64::from(self.decimals) - exponent;
        if !self.spilled && mantissa == 0 {
            decimals = 0;
        }
        while decimals > 0 && mantissa % 10 == 0 && mantissa != 0 {
            (mantissa, decimals) = (mantissa / 10, decimals - 1);
        }
        let is_zero = !self.spilled && mantissa == 0;
        let raised = |mantissa: i64| {
            let power = 10_i64.checked_pow(u32::try_from(-decimals).ok()?)?;
            mantissa.checked_mul(power)
        };
        let whole = if decimals < 0 {
            raised(mantissa)
        } else {
            Some(mantissa)
        };
        match whole {
            Some(mantissa) if !self.spilled && decimals <= i64::from(MOST_DECIMALS) => {
                Ok(Decimal::Short {
                    mantissa,
                    decimals: decimals.max(0) as u32,
                })
            }
            _ => match text.parse::<f64>() {
                // What is written with a digit that is not 0 is not 0.
                Ok(value) if fits(value) && (value != 0.0 || is_zero) => Ok(Decimal::Long(value)),
                _ => Err(NoDecimal::TooFar),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn short(mantissa: i64, decimals: u32) -> Result<Decimal, NoDecimal> {
        Ok(Decimal::Short { mantissa, decimals })
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
    fn a_number_beyond_a_word_is_the_nearest_double() {
        assert_eq!(Decimal::parse("1e-30"), Ok(Decimal::Long(1e-30)));
        let digits = "0.12345678901234567890123";
        assert_eq!(
            Decimal::parse(digits),
            Ok(Decimal::Long(0.123_456_789_012_345_68))
        );
        assert_eq!(Decimal::parse("1e30"), Ok(Decimal::Long(1e30)));
    }

    #[test]
    fn what_is_no_finite_decimal_says_why() {
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
        fn a_short_decimal_is_the_fraction_that_is_written(mantissa in -1_000_000_i64..1_000_000, decimals in 0_usize..9) {
            let text = format!("{}e-{decimals}", mantissa);
            let read = Decimal::parse(&text).map(Decimal::to_rational);
            prop_assert_eq!(read.ok(), text.parse::<Rational>().ok());
        }
    }
}
