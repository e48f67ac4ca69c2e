//! Checks the ranges of keys, which are declared with them as intervals such as `"[0, 1/2]"`. All keys have the same message.

use super::invalid::Invalid;
use serde::de::value::Error;
use serde::de::{Deserialize, IntoDeserializer};
use std::cmp::Ordering;

/// A range of numbers, written as an interval: `[` and `]` include an end, `(` and `)` exclude it, and `∞` stands for no end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    text: &'static str,
    least: Option<End>,
    most: Option<End>,
}

/// An end of an interval, a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Numerator of the end.
    pub numerator: i64,
    /// Denominator of the end, above 0.
    pub denominator: i64,
    /// Whether the end belongs to the interval.
    pub is_included: bool,
}

impl Interval {
    /// Reads an interval; `None` if the text is not an interval.
    pub fn of(text: &'static str) -> Option<Self> {
        let inside = text.strip_prefix(['[', '('])?.strip_suffix([']', ')'])?;
        let (least, most) = inside.split_once(", ")?;
        Some(Self {
            text,
            least: end(least, text.starts_with('['))?,
            most: end(most, text.ends_with(']'))?,
        })
    }

    /// The ends of the interval, the least first; `None` for an end at infinity.
    pub fn ends(&self) -> [Option<&End>; 2] {
        [self.least.as_ref(), self.most.as_ref()]
    }

    /// Whether the interval contains a value, given how it compares with an end; a value that does not compare is in no interval.
    pub fn contains(&self, compare: impl Fn(&End) -> Option<Ordering>) -> bool {
        let is_inside = |end: &Option<End>, side: Ordering| {
            end.as_ref().is_none_or(|end| match compare(end) {
                Some(Ordering::Equal) => end.is_included,
                found => found == Some(side),
            })
        };
        is_inside(&self.least, Ordering::Greater) && is_inside(&self.most, Ordering::Less)
    }

    /// Describes the values of this kind, such as "an integer", that the interval contains.
    fn words(&self, kind: &str) -> String {
        let kind = match (kind, self.ends()) {
            ("a number", [Some(_), Some(_)]) | ("an integer" | "an exact number", _) => kind,
            _ => "a finite number",
        };
        let end = |end: Option<End>, included: &str, excluded: &str| {
            end.map(|end| {
                let value = match end.denominator {
                    1 => end.numerator.to_string(),
                    denominator => format!("{}/{denominator}", end.numerator),
                };
                let word = if end.is_included { included } else { excluded };
                format!("{word} {value}")
            })
        };
        let to = match self.least {
            Some(End {
                is_included: true, ..
            }) => "to",
            _ => "and at most",
        };
        let below = if self.least.is_some() {
            "and below"
        } else {
            "below"
        };
        let ends = [end(self.least, "from", "above"), end(self.most, to, below)];
        let ends: Vec<String> = ends.into_iter().flatten().collect();
        format!("{kind} {}", ends.join(" "))
    }
}

/// Reads an end of an interval: an integer, a fraction or ∞; `None` for any other text.
fn end(text: &str, is_included: bool) -> Option<Option<End>> {
    if text.ends_with('∞') {
        return Some(None);
    }
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    Some(Some(End {
        numerator: numerator.parse().ok()?,
        denominator: denominator.parse().ok()?,
        is_included,
    }))
}

/// A value of a key whose range can be declared.
pub trait Ranged {
    /// The values of this type in words, such as "an integer".
    const KIND: &'static str;

    /// Returns the value as a reader writes it, if it lies outside an interval.
    fn outside(&self, interval: &Interval) -> Option<String>;
}

macro_rules! ranged_integers {
    ($($type:ty)*) => {
        $(impl Ranged for $type {
            const KIND: &'static str = "an integer";

            fn outside(&self, interval: &Interval) -> Option<String> {
                let value = i128::from(i64::try_from(*self).unwrap_or(i64::MAX));
                let compare = |end: &End| Some((value * i128::from(end.denominator)).cmp(&i128::from(end.numerator)));
                (!interval.contains(compare)).then(|| self.to_string())
            }
        })*
    };
}

ranged_integers!(u32 u64 usize i64);

impl Ranged for f64 {
    const KIND: &'static str = "a number";

    fn outside(&self, interval: &Interval) -> Option<String> {
        // The ends are small fractions, so that the quotient is the nearest float to each.
        let compare =
            |end: &End| self.partial_cmp(&(end.numerator as Self / end.denominator as Self));
        (!self.is_finite() || !interval.contains(compare)).then(|| self.to_string())
    }
}

impl<T: Ranged> Ranged for Option<T> {
    const KIND: &'static str = T::KIND;

    fn outside(&self, interval: &Interval) -> Option<String> {
        self.as_ref()?.outside(interval)
    }
}

/// Checks the value of a key against its declared range.
///
/// # Errors
/// The value is outside of its range.
pub fn check_range<T: Ranged>(
    value: &T,
    key: &'static str,
    range: &'static str,
) -> Result<(), Invalid> {
    let Some(interval) = Interval::of(range) else {
        return Err(Invalid::new(
            key,
            format!("its range {range} is no interval"),
            "nothing",
        ));
    };
    match value.outside(&interval) {
        None => Ok(()),
        Some(value) => {
            let problem = format!("{value} is outside {}", interval.text);
            Err(Invalid::new(key, problem, interval.words(T::KIND)))
        }
    }
}

/// Returns the value of a key that a spec leaves out, from the text or number that a spec would write.
pub fn preset<'de, T: Deserialize<'de>, L: IntoDeserializer<'de, Error>>(
    literal: L,
) -> Result<T, Error> {
    T::deserialize(literal.into_deserializer())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that are allowed, as the error about a value outside a range names them.
    fn allowed<T: Ranged>(value: T, range: &'static str) -> String {
        let refused = check_range(&value, "key", range).unwrap_err();
        assert!(refused.problem.ends_with(range), "{}", refused.problem);
        refused.allowed
    }

    #[test]
    fn a_refused_value_is_told_both_ends_of_its_range_and_whether_they_belong_to_it() {
        assert_eq!(allowed(-1_i64, "[0, 9]"), "an integer from 0 to 9");
        assert_eq!(allowed(0_u32, "[1, ∞)"), "an integer from 1");
        assert_eq!(allowed(2.0, "[0, 1/2]"), "a number from 0 to 1/2");
        assert_eq!(allowed(0.5, "[0, 1/2)"), "a number from 0 and below 1/2");
        assert_eq!(allowed(0.0, "(0, 1]"), "a number above 0 and at most 1");
        assert_eq!(allowed(1.0, "(0, 1)"), "a number above 0 and below 1");
        assert_eq!(allowed(0.0, "(-∞, 0)"), "a finite number below 0");
    }
}
