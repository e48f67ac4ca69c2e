//! Sorts names as a person would: feat100_2 before feat100_10.

use std::cmp::Ordering;

/// Compares two names as a person would sort them: runs of digits by their value, the text between them as text.
///
/// # Examples
/// ```
/// use perceptron::conform::natural_order;
/// let mut names = ["vec50_10", "vec50_9", "feat100_1"];
/// names.sort_by(|a, b| natural_order(a, b));
/// assert_eq!(names, ["feat100_1", "vec50_9", "vec50_10"]);
/// ```
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    while !left.is_empty() && !right.is_empty() {
        let (first, second) = (piece(left), piece(right));
        let order = compare(first, second);
        if order != Ordering::Equal {
            return order;
        }
        (left, right) = (&left[first.len()..], &right[second.len()..]);
    }
    // "1" and "01" have the same value; their spelling then decides.
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// Returns the longest prefix of a name that consists of digits only, or contains no digit.
fn piece(text: &str) -> &str {
    let digits = text.starts_with(|c: char| c.is_ascii_digit());
    let end = text
        .find(|c: char| c.is_ascii_digit() != digits)
        .unwrap_or(text.len());
    &text[..end]
}

fn compare(a: &str, b: &str) -> Ordering {
    let (short, long) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
    let numbers = [a, b]
        .iter()
        .all(|piece| piece.starts_with(|c: char| c.is_ascii_digit()));
    if numbers {
        short.len().cmp(&long.len()).then_with(|| short.cmp(long))
    } else {
        a.cmp(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_inside_names_are_compared_by_value() {
        let mut names = [
            "b2",
            "b10",
            "a10c2",
            "a10c10",
            "a9",
            "b02",
            "b",
            "ö1",
            "12345678901234567890123",
            "9",
        ];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(
            names,
            [
                "9",
                "12345678901234567890123",
                "a9",
                "a10c2",
                "a10c10",
                "b",
                "b02",
                "b2",
                "b10",
                "ö1"
            ]
        );
    }
}
