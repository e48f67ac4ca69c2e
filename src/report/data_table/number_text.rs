//! Writes the numbers of a table for people.

use claims::numbers;
use claims::prose::Format;

/// Text of a cell without a value.
pub(super) const MISSING: &str = "–";

/// Significant digits of a number without a format.
const SHORT_DIGITS: usize = 4;

/// Significant digits of half the width of an interval.
const HALF_WIDTH_DIGITS: usize = 2;

/// Writes a number.
pub(super) fn number(value: f64, format: Format) -> String {
    match format {
        Format::Short => numbers::number(value),
        Format::Digits(digits) => numbers::significant(value, digits),
        Format::Percent => numbers::percent(value),
    }
}

/// A number as it is written for people, with the 1 that is left out before a power of ten: `1·10⁻⁷` for `10⁻⁷`.
pub(super) fn with_digits(text: &str) -> String {
    let power = text.strip_prefix("10");
    match power.filter(|power| power.starts_with(|c: char| !c.is_ascii() && c != '·')) {
        Some(_) => format!("1·{text}"),
        None => text.to_owned(),
    }
}

/// Writes a number and half the width of an interval around it, and the unit of both.
pub(super) fn interval(value: f64, half_width: Option<&f64>, format: Format) -> [String; 3] {
    let (factor, unit) = match format {
        Format::Percent => (100.0, " %"),
        Format::Short | Format::Digits(_) => (1.0, ""),
    };
    let digits = match format {
        Format::Digits(digits) => digits,
        Format::Short | Format::Percent => HALF_WIDTH_DIGITS,
    };
    let [value, half] = match half_width {
        Some(half) => numbers::interval(factor * value, factor * half, digits),
        None => [numbers::number(factor * value), MISSING.to_owned()],
    };
    [value, half, unit.to_owned()]
}

/// Number of decimals of a number that are known, of which those at the end may be zeros that [`number`] leaves out; 0 for an integer.
pub(super) fn known_decimals(value: f64, format: Format) -> usize {
    if value.fract() == 0.0 || value == 0.0 {
        return 0;
    }
    let (value, digits) = match format {
        Format::Short => (value, SHORT_DIGITS),
        Format::Digits(digits) => (value, digits),
        Format::Percent => return if (100.0 * value).abs() < 10.0 { 2 } else { 1 },
    };
    let exponent = libm::floor(libm::log10(value.abs())) as i32;
    usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0)
}
