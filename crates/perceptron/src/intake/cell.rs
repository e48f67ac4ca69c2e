//! Holds the values of table cells, and the error for a cell that should hold a number and does not.

use super::decimal::{Decimal, LONGEST, NoDecimal};
use super::fault::{DataFault, shortened};
use super::record::is_comma_decimal;

/// The value in a cell of a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FieldValue<'a> {
    /// No value.
    Missing,
    /// The text as written in the file.
    Text(&'a str),
    /// An integer or decimal of a typed file: `mantissa / 10^decimals`.
    Exact {
        /// All digits of the number as one integer, with its sign.
        mantissa: i128,
        /// Number of digits after the decimal point.
        decimals: u32,
    },
    /// A double of a typed file.
    Double(f64),
}

impl FieldValue<'_> {
    /// The value of a cell as the text of a label; `None` if it is missing.
    pub(super) fn label(self) -> Option<String> {
        match self {
            Self::Missing => None,
            Self::Text(text) if is_gap(text.trim()) => None,
            Self::Text(text) => Some(text.to_owned()),
            Self::Exact { mantissa, decimals } => Some(spelled(mantissa, decimals)),
            Self::Double(value) if value.is_nan() => None,
            Self::Double(value) => Some(format!("{value:?}")),
        }
    }
}

/// The number `mantissa / 10^decimals` in positional notation, such as `-0.25`.
pub(super) fn spelled(mantissa: i128, decimals: u32) -> String {
    let sign = if mantissa < 0 { "-" } else { "" };
    let decimals = decimals as usize;
    let digits = format!("{:0width$}", mantissa.unsigned_abs(), width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

/// 1 for a text that says true, 0 for one that says false, as programs write truth values; `None` for any other text.
pub(super) fn truth(text: &str) -> Option<i128> {
    match text {
        "True" | "TRUE" | "true" => Some(1),
        "False" | "FALSE" | "false" => Some(0),
        _ => None,
    }
}

/// Whether the text of a cell stands for a missing value, such as `NA`, or `\N` as databases write it.
pub(super) fn is_gap(text: &str) -> bool {
    const WORDS: [&str; 9] = [
        "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "\\N",
    ];
    text.is_empty() || WORDS.contains(&text)
}

/// Whether a text that is no number looks like a value all the same, and not like a name. It may spell a missing or an infinite value, or a number that
/// is too large or has separators or a unit, such as `1e400`, `1 234,5` and `5%`.
pub(super) fn is_like_value(text: &str) -> bool {
    is_like_gap(text) || is_like_number(text)
}

/// Whether a text that is no number may stand for a missing or an infinite value, such as `-` and `#N/A`.
fn is_like_gap(text: &str) -> bool {
    const WORDS: [&str; 14] = [
        "-", "--", "—", ".", "<na>", "n/a", "na", "nan", "null", "none", "nil", "inf", "infinity",
        "missing",
    ];
    let signed = text.strip_prefix(['-', '+']).unwrap_or(text);
    let word = signed.to_lowercase();
    let is_word = |word: &str| WORDS.contains(&word);
    is_word(&word) || is_word(text) || is_error_of_a_sheet(text)
}

/// Whether a text is a number that is too large or has separators, a sign of a currency or of percent, such as `1e400`, `1 234,5` and `5%`.
fn is_like_number(text: &str) -> bool {
    const SIGNS: [char; 5] = ['%', '€', '$', '£', '¥'];
    let signed = text.strip_prefix(['-', '+']).unwrap_or(text);
    let number = signed.trim_matches(SIGNS).trim();
    let (digits, power) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let power = power.strip_prefix(['-', '+']).unwrap_or(power);
    let is_part = |letter: char| letter.is_ascii_digit() || ".,' \u{a0}\u{202f}".contains(letter);
    let has_digit = |part: &str| part.contains(|letter: char| letter.is_ascii_digit());
    has_digit(digits)
        && digits.chars().all(is_part)
        && has_digit(power)
        && power.chars().all(is_part)
}

/// Whether a spreadsheet wrote this text in place of a value, such as `#N/A`.
pub(super) fn is_error_of_a_sheet(text: &str) -> bool {
    const ERRORS: [&str; 7] = [
        "#N/A", "#VALUE!", "#DIV/0!", "#REF!", "#NAME?", "#NUM!", "#NULL!",
    ];
    ERRORS.iter().any(|error| text.starts_with(error))
}

/// Whether a text is a number between two quotes of another kind than `"`.
fn is_number_in_other_quotes(text: &str) -> bool {
    let inside = text.strip_prefix(['\'', '`', '‘', '’', '“', '”', '„', '«']);
    let inside = inside.and_then(|rest| rest.strip_suffix(['\'', '`', '‘', '’', '“', '”', '»']));
    inside.is_some_and(|inside| Decimal::parse(inside.trim()).is_ok())
}

/// Whether a line of a table is a comment.
pub(super) fn is_comment(line: &str) -> bool {
    line.starts_with('#') && !is_error_of_a_sheet(line)
}

/// The next step for a number with a comma; a text table may also be read with decimal commas.
pub(super) const NO_COMMAS: &str = "write decimals with a point and no separators of thousands";

/// The next step for a number with separators, a unit or a sign of a currency.
const DIGITS_ONLY: &str = "write a number with a point for decimals, without separators of thousands and without a unit; a column of dates or codes is no feature";

/// The next step for any other text, if the examples have other features, too.
const OF_MANY: &str = "write it as such a decimal, leave the column out by naming the others with `--features`, or name it with `--label`";

/// The next step for any other text in the only feature, without which nothing would be left.
const OF_ONE: &str = "write it as such a decimal: the column is the only feature; if it has the classes, name it with `--label`";

/// The error of a cell that should hold a number and does not; `why` is the reason, and `is_only` says whether the examples have one feature only.
pub(super) fn explained(cell: FieldValue, why: NoDecimal, is_only: bool) -> DataFault {
    let text = match cell {
        FieldValue::Text(text) => shortened(text),
        FieldValue::Double(value) => value.to_string(),
        FieldValue::Exact { mantissa, decimals } => spelled(mantissa, decimals),
        FieldValue::Missing => String::new(),
    };
    let expected = "a decimal such as 5.1, -3 or 1.5e-3";
    if is_comma_decimal(&text) {
        return DataFault::new(
            format!(
                "`{text}` has a comma, which may stand for a decimal point or between thousands"
            ),
            expected,
        )
        .help(NO_COMMAS);
    }
    match why {
        NoDecimal::Words => {
            let fault = DataFault::new(format!("`{text}` is not a number"), expected);
            fault.help(match is_only {
                _ if is_number_in_other_quotes(&text) => "write the number without these quotes",
                _ if is_like_gap(&text) => {
                    "if a value is missing here, write NA or nothing: `--missing` then says what is done with it"
                }
                _ if is_like_number(&text) => DIGITS_ONLY,
                true => OF_ONE,
                false => OF_MANY,
            })
        }
        NoDecimal::NotFinite => DataFault::new(format!("`{text}` is not finite"), expected).help(
            "a feature cannot be infinite: correct it, or leave it empty and use `--missing`",
        ),
        NoDecimal::TooLong => DataFault::new(
            format!("a number of more than {LONGEST} characters"),
            expected,
        )
        .help("write fewer digits"),
        NoDecimal::TooFar => DataFault::new(
            format!("`{text}` is beyond ±1e75, or nearer to 0 than 1e-75"),
            expected,
        )
        .help("change the unit of that column"),
    }
}
