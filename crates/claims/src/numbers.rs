//! Writes numbers for people: short in tables, with twelve digits for comparisons, as powers of ten on axes, and as counts with their nouns.
//!
//! Reports, figures, the terminal and grades all use these functions, so that a reader finds the same digits everywhere. Files that programs read
//! have all digits instead.

/// Integers below this magnitude are written with all digits: each of them is a distinct `f64`. (2⁵³, rounded down to a power of ten.)
const EXACT: f64 = 1e15;

/// Significant digits of a number in a table.
const SHORT: usize = 4;

/// Significant digits of a number that is compared with another computation.
const PRECISE: usize = 12;

/// Writes a number briefly; the text is the same in Markdown, HTML and on the terminal.
///
/// Integers are exact; other numbers have four significant digits (all digits before the point), as powers of ten below 10⁻⁴ and from 10⁶ on.
pub fn number(value: f64) -> String {
    significant(value, SHORT)
}

/// Like [`number`], but with `digits` significant digits.
pub fn significant(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return infinite(value).to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    if value.fract() == 0.0 && value.abs() < EXACT {
        return format!("{value:.0}");
    }
    let (mantissa, exponent) = scientific(value, digits);
    let mantissa = without_zeros(&mantissa);
    match usize::try_from(digits as i32 - 1 - exponent) {
        Ok(decimals) if exponent >= -4 => without_zeros(&format!("{value:.decimals$}")),
        _ if (0..6).contains(&exponent) => format!("{value:.0}"),
        _ => raised(&mantissa, exponent),
    }
}

/// Writes a number with half the width of an interval around it: the half with `digits` significant digits, and the number with as many decimals. A
/// half of 0 leaves the number as [`number`] writes it.
pub fn interval(value: f64, half_width: f64, digits: usize) -> [String; 2] {
    let places = digits as i32 - 1 - scientific(half_width, digits).1;
    let is_plain = |number: f64| number == 0.0 || (1e-4..1e6).contains(&number.abs());
    match usize::try_from(places.max(0)) {
        Ok(places) if half_width > 0.0 && is_plain(value) && is_plain(half_width) => {
            [value, half_width].map(|number| format!("{number:.places$}"))
        }
        _ => [number(value), significant(half_width, digits)],
    }
}

/// Writes a factor on a limit so that it differs from 1 if it is another number: 0.3333, and (1 − 3e-6) for 0.999997.
pub fn factor(value: f64) -> String {
    match number(value) {
        rounded if rounded == "1" && value != 1.0 => {
            let sign = if value < 1.0 { "−" } else { "+" };
            format!("(1 {sign} {})", brief((1.0 - value).abs()))
        }
        text => text,
    }
}

/// Writes a number with two significant digits, for narrow columns and labels: 0.27, 41, 1.2e7.
pub fn brief(value: f64) -> String {
    if !value.is_finite() {
        return infinite(value).to_owned();
    }
    let (mantissa, exponent) = scientific(value, 2);
    match usize::try_from(1 - exponent) {
        Ok(places) if exponent >= -3 => without_zeros(&format!("{value:.places$}")),
        Err(_) if exponent < 4 => format!("{value:.0}"),
        _ => raised(&without_zeros(&mantissa), exponent),
    }
}

fn infinite(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "∞"
    } else {
        "−∞"
    }
}

/// Returns a number as a mantissa of up to four significant digits, without zeros at its end, and its exponent of ten.
fn decimal(value: f64) -> (String, i32) {
    let (mantissa, exponent) = scientific(value, SHORT);
    (without_zeros(&mantissa), exponent)
}

/// Returns a number as a mantissa of `digits` significant digits and its exponent of ten.
fn scientific(value: f64, digits: usize) -> (String, i32) {
    let written = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = written.split_once('e').unwrap_or((&written, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or_default())
}

/// Writes a number with twelve significant digits; zero is written as 0.
pub fn precise(value: f64) -> String {
    if !value.is_finite() {
        return infinite(value).to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let (mantissa, exponent) = scientific(value, PRECISE);
    match usize::try_from(PRECISE as i32 - 1 - exponent) {
        Ok(places) if exponent >= -5 => format!("{value:.places$}"),
        _ => format!("{mantissa}e{exponent}"),
    }
}

/// Removes the zeros at the end of a written number's decimals: 1.50 becomes 1.5, and 2.0e3 becomes 2e3.
pub fn without_zeros(digits: &str) -> String {
    match digits.split_once('e') {
        Some((mantissa, exponent)) => format!("{}e{exponent}", without_zeros(mantissa)),
        None if digits.contains('.') => digits
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
        None => digits.to_owned(),
    }
}

/// Writes a number as digits times a power of ten: 10⁶, 2·10⁻⁵.
pub fn power(value: f64) -> String {
    let (mantissa, exponent) = decimal(value);
    match mantissa.as_str() {
        "0" => mantissa,
        digits => raised(digits, exponent),
    }
}

/// Digits times a power of ten, without the digits if they are 1.
fn raised(digits: &str, exponent: i32) -> String {
    let power: String = exponent.to_string().chars().map(superscript).collect();
    match digits {
        "1" | "-1" => format!("{}10{power}", digits.trim_end_matches('1')),
        _ => format!("{digits}·10{power}"),
    }
}

fn superscript(letter: char) -> char {
    match letter.to_digit(10) {
        Some(digit) => SUPERSCRIPTS[digit as usize],
        None => '⁻',
    }
}

const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// Writes a ratio as a percentage with about three digits: 65.6 %. Near 100 % it has three decimals, so that 99.96 % is not rounded to 100 %.
pub fn percent(ratio: f64) -> String {
    let percent = ratio * 100.0;
    let digits = match percent.abs() {
        small if small < 0.1 => return format!("{} %", number(percent)),
        small if small < 10.0 => 2,
        near if (near - 100.0).abs() < 0.05 => 3,
        _ => 1,
    };
    format!("{} %", without_zeros(&format!("{percent:.digits$}")))
}

/// Writes a largest value so that the text is not below it: with the last digit one larger where `write` rounded down.
pub fn rounded_up(value: f64, write: fn(f64) -> String) -> String {
    directed(value, 1.0, write)
}

/// Writes a least value so that the text is not above it.
pub fn rounded_down(value: f64, write: fn(f64) -> String) -> String {
    directed(value, -1.0, write)
}

fn directed(value: f64, sign: f64, write: fn(f64) -> String) -> String {
    let is_short =
        |text: &str| read(text).is_some_and(|read| (value - read) * sign > 1e-12 * value.abs());
    let mut text = write(value);
    // A step that is doubled until the text changes is smaller than the unit of the last digit.
    let mut step = 1e-9 * value.abs();
    while is_short(&text) && step < value.abs() {
        text = write(value + sign * step);
        step *= 2.0;
    }
    text
}

/// The number that a text shows, if it is a plain one or a percentage.
fn read(text: &str) -> Option<f64> {
    let plain = |text: &str| text.replace('−', "-").parse::<f64>().ok();
    if let Some(percent) = text.strip_suffix(" %") {
        return Some(read(percent)? / 100.0);
    }
    let (digits, power) = match text.split_once("·10") {
        Some(parts) => parts,
        None => match text
            .strip_prefix("10")
            .filter(|power| power.starts_with(is_raised))
        {
            Some(power) => ("1", power),
            None => return plain(text),
        },
    };
    plain(&format!("{digits}e{}", lowered(power)))
}

fn is_raised(letter: char) -> bool {
    letter == '⁻' || SUPERSCRIPTS.contains(&letter)
}

/// An exponent without superscripts: `-7` for `⁻⁷`.
pub fn lowered(exponent: &str) -> String {
    let letter = |raised: char| {
        let digit = SUPERSCRIPTS.iter().position(|digit| *digit == raised);
        digit.and_then(|digit| char::from_digit(digit as u32, 10))
    };
    let letters = exponent.chars().map(|raised| letter(raised).unwrap_or('-'));
    letters.collect()
}

/// Writes a count with its noun, in the plural unless it is one: 1 cell, 2 cells.
pub fn counted(count: u64, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Names in a sentence: A, B and C.
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Writes a number of passes in words: `1 pass`, `5 passes`.
pub fn passes(count: u64) -> String {
    format!("{count} pass{}", if count == 1 { "" } else { "es" })
}

/// Writes a fraction with its decimals, `12/25 = 0.48`; the decimals alone if it is a whole number or has more than twelve characters.
pub fn with_decimals(fraction: &str, value: f64) -> String {
    const LONGEST: usize = 12;
    let decimals = number(value);
    match fraction == decimals || fraction.len() > LONGEST {
        true => decimals,
        false => format!("{fraction} = {decimals}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_fractions_are_followed_by_their_decimals() {
        assert_eq!(with_decimals("12/25", 0.48), "12/25 = 0.48");
        assert_eq!(with_decimals("4", 4.0), "4");
        assert_eq!(with_decimals("1234567/2345678", 0.526_315_7), "0.5263");
        assert_eq!([passes(1), passes(5)], ["1 pass", "5 passes"]);
    }

    #[test]
    fn fractions_are_formatted_as_percentages_with_three_digits() {
        let cases = [
            (0.656, "65.6 %"),
            (1.0, "100 %"),
            (0.9995, "99.95 %"),
            (0.999_99, "99.999 %"),
            (0.0975, "9.75 %"),
            (1.254, "125.4 %"),
            (0.0, "0 %"),
            (1e-6, "0.0001 %"),
            (-0.18, "-18 %"),
        ];
        for (ratio, expected) in cases {
            assert_eq!(percent(ratio), expected);
        }
    }

    #[test]
    fn a_number_has_as_many_decimals_as_half_its_interval() {
        let cases = [
            ((12.345_6, 0.123), ["12.35", "0.12"]),
            ((12.345_6, 0.099_9), ["12.35", "0.10"]),
            ((12_345.6, 123.0), ["12346", "123"]),
            ((0.25, 0.0), ["0.25", "0"]),
            ((1.0, f64::INFINITY), ["1", "∞"]),
            ((-0.5, 1e-9), ["-0.5", "10⁻⁹"]),
        ];
        for ((value, half), expected) in cases {
            assert_eq!(interval(value, half, 2), expected);
        }
    }

    #[test]
    fn a_factor_near_one_is_not_rounded_to_one() {
        let written = [1.0, 0.5, 0.999_997, 1.000_002].map(factor);
        assert_eq!(written, ["1", "0.5", "(1 − 3·10⁻⁶)", "(1 + 2·10⁻⁶)"]);
    }

    #[test]
    fn numbers_are_short_and_integers_are_exact() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (3.0, "3"),
            (12_345_678.0, "12345678"),
            (-41.0, "-41"),
            (0.123_456, "0.1235"),
            (1.0 / 3.0, "0.3333"),
            (2.5, "2.5"),
            (99.999_9, "100"),
            (12_345.6, "12346"),
            (999_999.7, "10⁶"),
            (1_234_567.8, "1.235·10⁶"),
            (1e-4, "0.0001"),
            (0.000_123_45, "0.0001234"),
            (0.000_012_345, "1.234·10⁻⁵"),
            (1e300, "10³⁰⁰"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "∞"),
            (f64::NEG_INFINITY, "−∞"),
        ];
        for (value, expected) in cases {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn precise_numbers_have_twelve_significant_digits_and_no_unneeded_exponent() {
        let cases = [
            (0.0, "0"),
            (1.0 / 3.0, "0.333333333333"),
            (200.0 / 3.0, "66.6666666667"),
            (1e-5 / 3.0, "3.33333333333e-6"),
            (1e15 / 3.0, "3.33333333333e14"),
        ];
        for (value, expected) in cases {
            assert_eq!(precise(value), expected);
        }
    }

    #[test]
    fn directed_rounding_reads_every_form_that_a_number_is_written_in() {
        for value in [1.2341e-5, 1e-5 + 1e-12, 0.12341, 123.41, 1.2341e7 + 0.5] {
            let [up, down] = [rounded_up(value, number), rounded_down(value, number)];
            let [up, down] = [up, down].map(|text| read(&text).unwrap());
            assert!(
                down <= value && value <= up && up <= 1.0011 * down,
                "{down} {value} {up}"
            );
        }
        assert_eq!(listed(&["a", "b", "c"].map(str::to_owned)), "a, b and c");
    }

    #[test]
    fn brief_numbers_have_two_digits() {
        let cases = [
            (0.0, "0"),
            (0.268, "0.27"),
            (1.0, "1"),
            (0.999, "1"),
            (41.3, "41"),
            (1234.0, "1234"),
            (0.0012, "0.0012"),
            (1.24e-7, "1.2·10⁻⁷"),
            (2e12, "2·10¹²"),
        ];
        for (value, expected) in cases {
            assert_eq!(brief(value), expected);
        }
    }

    #[test]
    fn trailing_zeros_are_removed_from_decimals_but_not_integers() {
        let cases = [
            ("0.500", "0.5"),
            ("2.000", "2"),
            ("100", "100"),
            ("1.50e10", "1.5e10"),
        ];
        for (digits, expected) in cases {
            assert_eq!(without_zeros(digits), expected);
        }
    }

    #[test]
    fn powers_of_ten_are_formatted_with_superscripts() {
        let cases = [
            (1e6, "10⁶"),
            (2e-5, "2·10⁻⁵"),
            (-1.5e12, "-1.5·10¹²"),
            (0.0, "0"),
        ];
        for (value, expected) in cases {
            assert_eq!(power(value), expected);
        }
    }

    #[test]
    fn largest_values_are_rounded_up_and_least_ones_down() {
        let up = [0.5004, 0.5, 0.111_12, 0.999_999].map(|ratio| rounded_up(ratio, percent));
        assert_eq!(up, ["50.1 %", "50 %", "11.2 %", "100 %"]);
        let down = [0.5006, 0.5, 1.000_001].map(|ratio| rounded_down(ratio, percent));
        assert_eq!(down, ["50 %", "50 %", "100 %"]);
        assert_eq!(rounded_up(1.636_36, number), "1.637");
        assert_eq!(
            [1.636_36, 12.0].map(|value| rounded_down(value, number)),
            ["1.636", "12"]
        );
    }

    #[test]
    fn one_is_singular_and_none_is_plural() {
        assert_eq!(counted(1, "cell"), "1 cell");
        assert_eq!(
            (counted(0, "cell"), counted(2, "cell")),
            ("0 cells".into(), "2 cells".into())
        );
    }
}
