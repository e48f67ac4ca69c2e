//! Keeps a number and its unit, the groups of its digits, and a number and its ± on one line, with spaces that do not break, as typesetters do.
//!
//! Only HTML gets these spaces. Markdown, the terminal, CSV and JSON keep the plain space, so that a search for "41 %" finds it there.

/// A space of a fifth of an em at which no line breaks.
const THIN: char = '\u{202f}';

/// A space of the usual width at which no line breaks.
const UNBROKEN: char = '\u{a0}';

/// Units that follow a number, separated by a space.
const UNITS: [&str; 11] = [
    "%", "s", "ms", "µs", "ns", "min", "h", "kB", "MB", "GB", "bytes",
];

/// Replaces the plain spaces inside of quantities such as `41 %` and `602 602` by thin ones, and those around a ± by unbroken ones.
pub(super) fn thin(text: &str) -> String {
    let joins = |at: usize| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        before.ends_with(|last: char| last.is_ascii_digit())
            && (begins_with_unit(after) || is_between_groups(before, after))
    };
    text.char_indices()
        .map(|(at, letter)| match letter {
            ' ' if joins(at) => THIN,
            ' ' if text[..at].ends_with('±') || text[at + 1..].starts_with('±') => UNBROKEN,
            letter => letter,
        })
        .collect()
}

fn begins_with_unit(after: &str) -> bool {
    let end = after.find(|letter: char| !(letter.is_alphabetic() || letter == '%'));
    UNITS.contains(&&after[..end.unwrap_or(after.len())])
}

/// Whether a space in a number separates thousands: one to three digits (or earlier groups) stand before it, and exactly three after it.
fn is_between_groups(before: &str, after: &str) -> bool {
    let digits =
        |letters: &mut dyn Iterator<Item = char>| letters.take_while(char::is_ascii_digit).count();
    let first = digits(&mut before.chars().rev());
    let head = before[..before.len() - first].chars().next_back();
    let is_whole = head.is_none_or(|letter| !".,-−".contains(letter));
    (1..=3).contains(&first) && is_whole && digits(&mut after.chars()) == 3
}

#[cfg(test)]
mod tests {
    use super::thin;

    #[test]
    fn numbers_are_joined_to_units_and_digit_groups_by_narrow_spaces() {
        let text = "41 % of 602 602 runs took 3 min, 250 µs and 1 200 300 bytes";
        let shown = thin(text).replace('\u{202f}', "_");
        assert_eq!(
            shown,
            "41_% of 602_602 runs took 3_min, 250_µs and 1_200_300_bytes"
        );
    }

    #[test]
    fn a_plus_minus_stays_with_both_of_its_numbers() {
        assert_eq!(thin("0.144 ± 0.0023 of"), "0.144\u{a0}±\u{a0}0.0023 of");
    }

    #[test]
    fn other_spaces_are_unchanged() {
        for text in [
            "5 samples",
            "n = 31 and 10 hours",
            "at 0.5 100 times",
            "2001 300 runs",
            "a %",
        ] {
            assert_eq!(thin(text), text);
        }
    }
}
