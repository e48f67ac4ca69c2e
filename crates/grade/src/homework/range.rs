//! Holds whole numbers of a sheet that differ by student: one value, or the range from which a version draws.

use perceptron::seed::Stream;
use serde::Deserialize;

/// A whole number, or the least and the largest of those from which a version draws one with equal probability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "WrittenRange")]
pub(super) struct Range {
    least: u64,
    most: u64,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenRange {
    One(u64),
    Between([u64; 2]),
}

impl TryFrom<WrittenRange> for Range {
    type Error = String;

    fn try_from(written: WrittenRange) -> Result<Self, String> {
        let (least, most) = match written {
            WrittenRange::One(value) => (value, value),
            WrittenRange::Between([least, most]) => (least, most),
        };
        match least <= most {
            true => Ok(Self { least, most }),
            false => Err(format!("the range [{least}, {most}] is empty")),
        }
    }
}

impl Range {
    /// The range of one value.
    pub(super) fn one(value: u64) -> Self {
        Self {
            least: value,
            most: value,
        }
    }

    /// The least value.
    pub(super) fn least(self) -> u64 {
        self.least
    }

    /// The largest value.
    pub(super) fn most(self) -> u64 {
        self.most
    }

    /// The values in increasing order.
    pub(super) fn values(self) -> impl Iterator<Item = u64> {
        self.least..=self.most
    }

    /// Draws a value.
    pub(super) fn draw(self, stream: &mut Stream) -> u64 {
        self.least + stream.below((self.most - self.least + 1) as usize) as u64
    }
}

/// Draws an integer from −most to most.
pub(super) fn integer(most: u64, stream: &mut Stream) -> i64 {
    stream.below(2 * most as usize + 1) as i64 - most as i64
}
