//! Reads and prints lengths on paper, such as the width of a column.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A unit of length.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantNames,
)]
#[strum(serialize_all = "lowercase")]
enum Unit {
    Cm,
    Mm,
    In,
    Pt,
    Px,
}

impl Unit {
    /// Points, of 1/72 inch, in one unit.
    fn points(self) -> f64 {
        match self {
            Self::Cm => 72.0 / 2.54,
            Self::Mm => 7.2 / 2.54,
            Self::In => 72.0,
            Self::Pt => 1.0,
            Self::Px => 0.75,
        }
    }
}

/// The height of a line of labels on a sheet whose width is given, in points; the em of its letters, which is called their size elsewhere, is 1/1.24 of
/// it, 6.45 points. (Next constant: the longest side of a sheet.)
pub(super) const TEXT_POINTS: f64 = 8.0;
const LONGEST: Length = Length {
    value: 60.0,
    unit: Unit::Cm,
};

/// Text that says which lengths are allowed.
const ALLOWED: &str = "allowed: a number with a unit: 8cm, 80mm, 3.3in, 240pt (1/72 in) or 320px (1/96 in), at most 60cm";

/// A length on paper, with the unit in which it was given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    value: f64,
    unit: Unit,
}

impl Length {
    /// A length in centimetres, given in points.
    pub(super) fn of_points(points: f64) -> Self {
        let unit = Unit::Cm;
        let value = points / unit.points();
        Self { value, unit }
    }

    /// The length in points of 1/72 inch.
    pub fn points(self) -> f64 {
        self.value * self.unit.points()
    }

    /// Pixels in an inch.
    pub(super) const PIXELS_PER_INCH: f64 = 96.0;

    /// The length in pixels of 1/96 inch if it was given in pixels.
    pub(super) fn pixels(self) -> Option<f64> {
        (self.unit == Unit::Px).then_some(self.value)
    }

    /// The length in the unit of another one.
    pub(super) fn like(self, other: Self) -> Self {
        Self {
            value: self.points() / other.unit.points(),
            unit: other.unit,
        }
    }

    /// The length rounded to a thousandth of its unit.
    pub(super) fn rounded_to_thousandths(self) -> Self {
        Self {
            value: (self.value * 1000.0).round() / 1000.0,
            ..self
        }
    }

    /// The length rounded up to a tenth of its unit.
    pub(super) fn rounded_up(self) -> Self {
        let value = self.value;
        Self {
            value: (value * 10.0 - 1e-6).ceil() / 10.0,
            ..self
        }
    }
}

impl Display for Length {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let unit: &str = self.unit.into();
        write!(formatter, "{}{unit}", self.value)
    }
}

impl FromStr for Length {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let end = text.find(|letter: char| letter.is_alphabetic());
        let (number, unit) = text.split_at(end.unwrap_or(text.len()));
        let value: Option<f64> = number.trim().parse().ok();
        let unit = Unit::from_str(unit.trim()).map_err(|_| match unit {
            "" => format!("it has no unit; {ALLOWED}"),
            unit => format!("unknown unit `{unit}`; {ALLOWED}"),
        })?;
        let found = value.map(|value| Self { value, unit });
        found
            .filter(|length| length.value > 0.0 && length.points() <= LONGEST.points())
            .ok_or_else(|| ALLOWED.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_in_every_unit() {
        for (text, points) in [
            ("2.54cm", 72.0),
            ("25.4 mm", 72.0),
            ("1in", 72.0),
            ("72pt", 72.0),
            (" 96px", 72.0),
        ] {
            let length: Length = text.parse().unwrap();
            assert!((length.points() - points).abs() < 1e-9, "{text}");
        }
        assert_eq!("8.5 cm".parse::<Length>().unwrap().to_string(), "8.5cm");
    }

    #[test]
    fn wrong_lengths_are_refused_with_what_is_allowed() {
        for (text, problem) in [
            ("8", "it has no unit"),
            ("8ell", "unknown unit `ell`"),
            ("8é", "unknown unit `é`"),
            ("0cm", "allowed"),
            ("-3cm", "allowed"),
            ("infcm", "unknown unit"),
            ("1e9cm", "unknown unit"),
            ("61cm", "at most 60cm"),
            ("cm", "allowed"),
            ("", "no unit"),
        ] {
            let error = text.parse::<Length>().unwrap_err();
            assert!(
                error.contains(problem) && error.contains("8cm"),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn a_least_length_is_rounded_up_in_the_unit_of_the_given_one() {
        let given: Length = "2cm".parse().unwrap();
        let least = Length::of_points(100.0).like(given).rounded_up();
        assert_eq!(least.to_string(), "3.6cm");
        assert!(least.points() >= 100.0);
        assert_eq!(least.rounded_up(), least);
    }
}
