//! Refuses numbers of a claim with more digits than are kept, so that what is judged is what is written.

use crate::spec::diagnostic::SpecFinding;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Every decimal with at most this number of significant digits is told apart from every other one when it is read as a float.
const KEPT: usize = 15;

/// One finding for every number in the table of a claim that has too many digits.
pub(super) fn findings(table: &DeTable) -> Vec<SpecFinding> {
    let mut long = Vec::new();
    table.values().for_each(|node| find(node, &mut long));
    let finding = |place: Range<usize>| {
        SpecFinding::new(place, format!("this number has more than {KEPT} digits, and not all of them are kept"))
            .allowed(format!("at most {KEPT} significant digits"))
            .help("write a number with more digits in quotes, where the key takes a formula or an exact number; otherwise shorten it")
    };
    long.into_iter().map(finding).collect()
}

fn find(node: &Spanned<DeValue>, long: &mut Vec<Range<usize>>) {
    match node.get_ref() {
        DeValue::Float(float) if digits(float.as_str()) > KEPT => long.push(node.span()),
        DeValue::Array(parts) => parts.iter().for_each(|part| find(part, long)),
        DeValue::Table(parts) => parts.values().for_each(|part| find(part, long)),
        _ => {}
    }
}

/// The number of significant digits of a decimal.
fn digits(text: &str) -> usize {
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_before_and_after_the_point_count_without_zeros_at_the_ends() {
        let counts = [
            ("0.5", 1),
            ("-120.0", 2),
            ("0.0012e-30", 2),
            ("1.000001", 7),
            ("0.3124999999999999999", 19),
        ];
        for (text, count) in counts {
            assert_eq!(digits(text), count, "{text}");
        }
    }
}
