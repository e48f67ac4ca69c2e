//! Recomputes what a row says along another path than its columns were filled on: identities only, never a theorem.

mod counts;
mod risk;
mod seen;
#[cfg(test)]
mod tests;
mod vector;

use super::{AnyColumn, Row, Values};
use perceptron::generate::Sampler;
use perceptron::learn::RunResult;
use perceptron::sample::{Features, Label, OutOfRange, Quantity, Rational, Sample};
use perceptron::seed::Seed;
use std::borrow::Cow;

/// Which trials are audited. The index of the replicate decides and never chance, so that no byte of a sound row depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audit {
    /// All of them: in quick runs, and where the program is built for debugging.
    Always,
    /// One replicate in 64: in full runs.
    Sampled,
    /// None.
    Off,
}

impl Audit {
    /// What full runs do.
    pub const FULL: Self = if cfg!(debug_assertions) {
        Self::Always
    } else {
        Self::Sampled
    };

    /// Whether the trials of a replicate are audited.
    pub fn covers(self, replicate: u64) -> bool {
        match self {
            Self::Always => true,
            Self::Sampled => replicate.is_multiple_of(64),
            Self::Off => false,
        }
    }
}

/// A trial with what its row leaves out.
pub(super) struct Audited<'a> {
    /// The sample whose radius and margins the row holds; `None` where it holds those of another one, or one that is gone.
    pub seen: Option<&'a Sample>,
    /// The examples as the loop saw them, after the rule's own normalising; `None` where they are gone.
    pub features: Option<&'a Features>,
    /// Their labels.
    pub labels: &'a [Label],
    /// What the learner did, if one ran.
    pub learned: Option<&'a RunResult>,
    /// Where fresh examples come from, and the address of those for this trial; `None` against an opponent.
    pub fresh: Option<(&'a dyn Sampler, Seed)>,
}

/// What is wrong with a row, in words; `None` if every identity holds.
pub(super) fn broken(row: &Row, audited: &Audited) -> Option<String> {
    // A trial that gave no result has no numbers to be right.
    if row.is_failed() {
        return None;
    }
    let words = enclosures(row)
        .or_else(|| seen::broken(row, audited.seen?))
        .or_else(|| counts::broken(row, audited))
        .or_else(|| vector::broken(row, audited))
        .or_else(|| risk::broken(row, audited))?;
    Some(format!("broken invariant: {words}"))
}

/// Every enclosed number lies within its ends, and so does its fraction.
fn enclosures(row: &Row) -> Option<String> {
    AnyColumn::all().find_map(|column| {
        let (Values::Enclosed(values), place) = row.value(column)? else {
            return None;
        };
        let number = values.get(place)?.as_ref()?;
        let Quantity {
            value,
            lower,
            upper,
            exact,
        } = number;
        let outside = exact.as_ref().is_some_and(|exact| !encloses(number, exact));
        let disordered = !(lower <= value && value <= upper);
        let name = column.name();
        (outside || disordered).then(|| format!("{name} is {value}, outside [{lower}, {upper}]"))
    })
}

/// Whether a fraction lies between the ends of a number.
fn encloses(number: &Quantity, exact: &Rational) -> bool {
    let above = !number.lower.is_finite() || exact.compare_float(number.lower).is_le();
    let below = !number.upper.is_finite() || exact.compare_float(number.upper).is_ge();
    above && below
}

/// That a column says one thing, and another path leads to another.
fn says(column: AnyColumn, found: impl std::fmt::Display, other: impl std::fmt::Display) -> String {
    format!("{} is {found}, and recomputed {other}", column.name())
}

/// The sample whose geometry the row holds: as the learner sees it, and `None` where that cannot be written out.
pub(super) fn seen<'a>(
    row: &Row,
    sample: &'a Sample,
) -> Result<Option<Cow<'a, Sample>>, OutOfRange> {
    let drawn = sample.features.dimension();
    let view = row.setting().view().filter(|view| view.fits(drawn));
    view.map(|view| view.show(sample)).transpose()
}
