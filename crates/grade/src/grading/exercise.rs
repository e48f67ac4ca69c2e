//! Holds a sample that a learner is shown: its examples in order, with repeated passes written out.

use super::vector_words::vector;
use perceptron::learn::external::WireNumber;
use perceptron::sample::{Features, Integers, Label, Rational, Sample};
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Range;

/// Largest number of examples that the description of a sample lists; of a longer one it lists the first and the last.
const LISTED: usize = 8;

/// The features of an example and its label as a number.
pub(super) type Example<'a> = (&'a [f64], f64);

/// A sample to show to a learner: labelled examples in order, repetitions written out, all with the same number of features.
#[derive(Debug, Clone, PartialEq)]
pub struct Exercise {
    /// Number of features of every example.
    pub dimension: usize,
    /// Features (finite numbers) and label of every example shown, in order.
    pub shown: Vec<(Vec<f64>, Label)>,
}

impl Exercise {
    /// Creates a sample of these examples, each with `dimension` features.
    pub fn new(dimension: usize, shown: Vec<(Vec<f64>, Label)>) -> Self {
        Self { dimension, shown }
    }

    /// Number of examples shown.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// Whether no example is shown.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// Whether some example has only zeros.
    pub(super) fn has_zero(&self) -> bool {
        let is_zero = |(x, _): &(Vec<f64>, Label)| x.iter().all(|x| *x == 0.0);
        self.shown.iter().any(is_zero)
    }

    /// Returns the sample with only its first `showings` examples.
    pub fn first(&self, showings: usize) -> Self {
        let shown = self.shown.iter().take(showings).cloned();
        Self::new(self.dimension, shown.collect())
    }

    /// Features of every example in the form in which a learner is sent them: whole numbers as integers.
    pub fn figures(&self) -> Vec<Vec<WireNumber>> {
        let rows = self.shown.iter();
        rows.map(|(x, _)| x.iter().copied().map(figure).collect())
            .collect()
    }

    /// Converts the examples into a sample with exact features; `None` if the features do not fit 64 bits.
    pub fn sample(&self) -> Option<Sample> {
        let values = self.shown.iter().flat_map(|(x, _)| x);
        let values: Vec<Rational> = values.map(|&x| Rational::from_float(x)).collect();
        let store = Integers::from_rationals(self.dimension, &values).ok()?;
        Some(Sample {
            features: Features::Integers(store),
            labels: self.shown.iter().map(|(_, label)| *label).collect(),
            planted: None,
        })
    }

    /// The example shown at index `showing`, in words: (1, 0)+ has the features 1, 0 and the label +1.
    pub fn example(&self, showing: usize) -> String {
        self.shown
            .get(showing)
            .map_or_else(String::new, |(x, label)| {
                let sign = if *label == Label::Positive {
                    '+'
                } else {
                    '−'
                };
                format!("{}{sign}", vector('x', x))
            })
    }
}

fn figure(x: f64) -> WireNumber {
    let whole = WireNumber::Float(x).to_integer();
    whole.map_or(WireNumber::Float(x), WireNumber::Integer)
}

impl fmt::Display for Exercise {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let examples = |range: Range<usize>| {
            let shown: Vec<String> = range.map(|showing| self.example(showing)).collect();
            shown.join(" ")
        };
        let count = self.len();
        if count <= LISTED {
            return out.write_str(&examples(0..count));
        }
        let half = LISTED / 2;
        let (first, last) = (examples(0..half), examples(count - half..count));
        write!(out, "{first} … {} between … {last}", count - LISTED)
    }
}

impl Serialize for Exercise {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Line {
            x: Vec<WireNumber>,
            y: i64,
        }
        let rows = self.figures().into_iter().zip(&self.shown);
        out.collect_seq(rows.map(|(x, (_, label))| Line { x, y: label.sign() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sample_shows_its_first_and_its_last_examples() {
        let shown = |count: i32| {
            let shown = (1..=count).map(|x| (vec![f64::from(x)], Label::Positive));
            Exercise::new(1, shown.collect()).to_string()
        };
        assert_eq!(shown(8), "(1)+ (2)+ (3)+ (4)+ (5)+ (6)+ (7)+ (8)+");
        let due = "(1)+ (2)+ (3)+ (4)+ … 12 between … (17)+ (18)+ (19)+ (20)+";
        assert_eq!(shown(20), due);
    }
}
