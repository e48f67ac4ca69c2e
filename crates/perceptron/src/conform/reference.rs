//! Parses the files of a reference run: the exact examples, the final weights that were proved, and the updates.

use crate::intake::abridged;
use crate::sample::{Features, Integers, Label, Sample};
use num_integer::Integer;

/// An exact number as the files of a reference run write it: `p % q`, or an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReferenceFraction {
    /// Numerator p.
    pub numerator: i64,
    /// Denominator q, above 0; not necessarily in lowest terms.
    pub denominator: i64,
}

/// Error: a line of a reference run's file does not follow the format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct Malformed {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub problem: String,
}

/// Reads a file of a reference run line by line.
struct ReferenceReader<'a> {
    lines: std::str::Lines<'a>,
    line: usize,
}

impl<'a> ReferenceReader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            lines: text.trim_end().lines(),
            line: 0,
        }
    }

    fn malformed(&self, problem: impl Into<String>) -> Malformed {
        Malformed {
            line: self.line,
            problem: abridged(&problem.into()),
        }
    }

    fn next(&mut self, wanted: impl FnOnce() -> String) -> Result<&'a str, Malformed> {
        self.line += 1;
        self.lines
            .next()
            .map(str::trim)
            .ok_or_else(|| self.malformed(format!("the file ends where {} should be", wanted())))
    }

    fn count(&mut self, of: &str) -> Result<usize, Malformed> {
        let text = self.next(|| format!("the number of {of}"))?;
        let count = text.parse().ok().filter(|count| *count > 0);
        count.ok_or_else(|| {
            self.malformed(format!(
                "`{text}` is not a number of {of}; write a whole number from 1"
            ))
        })
    }

    fn label(&mut self, example: usize) -> Result<Label, Malformed> {
        match self.next(|| format!("the label of example {}", example + 1))? {
            "1" => Ok(Label::Positive),
            "0" => Ok(Label::Negative),
            text => Err(self.malformed(format!(
                "`{text}` is not a label; write 1 for +1 or 0 for -1"
            ))),
        }
    }

    fn fraction(
        &mut self,
        wanted: impl FnOnce() -> String,
    ) -> Result<ReferenceFraction, Malformed> {
        let text = self.next(wanted)?;
        let (numerator, denominator) = text.split_once('%').unwrap_or((text, "1"));
        let parts = numerator
            .trim()
            .parse()
            .ok()
            .zip(denominator.trim().parse().ok().filter(|q| *q > 0));
        let (numerator, denominator) = parts.ok_or_else(|| {
            self.malformed(format!("`{text}` is not an exact number; write an integer or `p % q`, q above 0, both within 64 bits"))
        })?;
        Ok(ReferenceFraction {
            numerator,
            denominator,
        })
    }

    fn end(mut self, last: &str) -> Result<(), Malformed> {
        self.line += 1;
        match self.lines.next() {
            None => Ok(()),
            Some(text) => Err(self.malformed(format!(
                "`{}` follows {last}, which should be the end",
                text.trim()
            ))),
        }
    }
}

/// Parses the sample of a reference run from its `.dat` file. A constant feature 1 is put before the features of every example, and all features are
/// numerators over their least common denominator.
///
/// # Errors
/// The line that does not follow the format, or the line at which a common denominator or a numerator exceeds 64 bits.
pub fn sample(text: &str) -> Result<Sample, Malformed> {
    let mut reader = ReferenceReader::new(text);
    let (examples, features) = (reader.count("examples")?, reader.count("features")?);
    let (mut labels, mut values, mut common) = (Vec::new(), Vec::new(), 1_i64);
    for example in 0..examples {
        labels.push(reader.label(example)?);
        values.push(ReferenceFraction {
            numerator: 1,
            denominator: 1,
        });
        for feature in 0..features {
            let value = reader.fraction(|| {
                format!(
                    "feature {} of {features} of example {}",
                    feature + 1,
                    example + 1
                )
            })?;
            common =
                joined(common, value.denominator).ok_or_else(|| reader.malformed(TOO_LARGE))?;
            values.push(value);
        }
    }
    let line = reader.line;
    reader.end("the last example")?;
    let scaled =
        |value: &ReferenceFraction| value.numerator.checked_mul(common / value.denominator);
    let numerators: Option<Vec<i64>> = values.iter().map(scaled).collect();
    let numerators = numerators.ok_or_else(|| Malformed {
        line,
        problem: TOO_LARGE.into(),
    })?;
    Ok(Sample {
        features: Features::Integers(Integers::new(features + 1, numerators, common)),
        labels,
        planted: None,
    })
}

const TOO_LARGE: &str =
    "the features up to here have no common denominator within 64 bits, which exact integers need";

/// Returns the least common multiple of two denominators, if it fits in 64 bits.
fn joined(common: i64, denominator: i64) -> Option<i64> {
    if common % denominator == 0 {
        Some(common)
    } else {
        (common / common.gcd(&denominator)).checked_mul(denominator)
    }
}

/// Parses the final weights of a reference run from their `.txt` file, the bias first; `dimension` counts the features and the bias.
///
/// # Errors
/// The line that is not an exact number, or the line at which there are too few or too many weights.
pub fn weights(text: &str, dimension: usize) -> Result<Vec<ReferenceFraction>, Malformed> {
    let mut reader = ReferenceReader::new(text);
    let weight = |index| {
        reader.fraction(|| format!("weight {index} of 0 to {} (0 is the bias)", dimension - 1))
    };
    let weights = (0..dimension).map(weight).collect::<Result<Vec<_>, _>>()?;
    reader.end("the last weight")?;
    Ok(weights)
}

/// Parses the updates of a reference run from their file: the index of the example of each update, in order, from 0, for a sample of `examples`
/// examples.
///
/// # Errors
/// The line that is not the index of an example.
pub fn updates(text: &str, examples: usize) -> Result<Vec<usize>, Malformed> {
    let lines = text.trim_end().lines().map(str::trim).enumerate();
    let index = |(place, line): (usize, &str)| {
        let index = line.parse().ok().filter(|&index: &usize| index < examples);
        index.ok_or_else(|| Malformed {
            line: place + 1,
            problem: abridged(&format!(
                "`{line}` is not an example; write its index, from 0 to {}",
                examples.saturating_sub(1)
            )),
        })
    };
    lines.map(index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (usize, String) {
        sample(text).map_or_else(|fault| (fault.line, fault.problem), |_| (0, String::new()))
    }

    #[test]
    fn the_bias_comes_first_and_all_features_share_a_denominator() {
        let read = sample("2\n2\n1\n1 % 4\n-2\n0\n5%6\n0 % 1\n").unwrap();
        let Features::Integers(store) = &read.features else {
            panic!("not exact")
        };
        assert_eq!(
            (store.denominator(), store.row(0), store.row(1)),
            (12, &[12, 3, -24][..], &[12, 10, 0][..])
        );
        assert_eq!(read.labels, [Label::Positive, Label::Negative]);
    }

    #[test]
    fn malformed_line_is_reported_with_its_number_and_problem() {
        for (text, line, part) in [
            ("", 1, "number of examples"),
            ("x\n1\n1\n1\n", 1, "`x`"),
            ("0\n1\n", 1, "from 1"),
            ("1\n-1\n", 2, "number of features"),
            ("1\n1\n2\n1\n", 3, "label"),
            ("1\n1\n1\n0.5\n", 4, "p % q"),
            ("1\n1\n1\n1 % 0\n", 4, "q above 0"),
            ("1\n1\n1\n1 % -2\n", 4, "q above 0"),
            ("1\n2\n1\n7\n", 5, "feature 2 of 2 of example 1"),
            ("1\n1\n1\n7\n8\n", 5, "should be the end"),
            ("1\n1\n1\n\n8\n", 4, "``"),
            ("99999999999\n99999999999\n1\n5\n", 5, "feature 2"),
        ] {
            let (found, problem) = fault(text);
            assert!(
                found == line && problem.contains(part),
                "{text:?}: {found}: {problem}"
            );
        }
    }

    #[test]
    fn a_common_denominator_beyond_64_bits_is_refused() {
        assert_eq!(fault("1\n2\n1\n1 % 4294967311\n1 % 4294967357\n").0, 5);
        assert_eq!(fault("1\n2\n1\n9223372036854775807\n1 % 2\n").0, 5);
    }

    #[test]
    fn updates_are_indices_of_examples() {
        assert_eq!(updates("0\n 2\n", 3), Ok(vec![0, 2]));
        assert_eq!(updates("", 3), Ok(Vec::new()));
        assert_eq!(updates("0\n3\n", 3).map_err(|fault| fault.line), Err(2));
        assert_eq!(updates("-1\n", 3).map_err(|fault| fault.line), Err(1));
    }

    #[test]
    fn weight_file_must_have_one_weight_per_feature() {
        assert_eq!(
            weights("1\n-3 % 2\n", 2).map(|w| w[1]),
            Ok(ReferenceFraction {
                numerator: -3,
                denominator: 2
            })
        );
        assert_eq!(weights("1\n", 2).map_err(|fault| fault.line), Err(2));
        assert_eq!(weights("1\n2\n3\n", 2).map_err(|fault| fault.line), Err(3));
    }
}
