//! Finds oddities in a file: constant and equal features, and examples that are zero, repeated, or contradict each other.

use perceptron::intake::Intake;
use perceptron::sample::{Features, Label};
use serde::Serialize;
use std::collections::BTreeMap;

/// Most pairs of features or examples that are listed one by one.
const MOST_NAMED: usize = 20;

/// Oddities of a data file; they are only reported, and left out of nothing.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Oddities {
    /// Names of features that have the same value in all examples; as everywhere here, numbers that were rounded are equal to no other.
    pub constant_features: Vec<String>,
    /// Names of features that are equal in all examples, in pairs, the earlier one first.
    pub equal_features: Vec<(String, String)>,
    /// Names of features that only number the rows.
    pub row_numbers: Vec<String>,
    /// Whether the rows are sorted by class, so that a learner in the order of the file sees one class after the other.
    pub sorted_by_class: bool,
    /// Says that the classes look like numbers to predict, as the target of a regression; null if they do not.
    pub values_as_classes: Option<String>,
    /// Lines of examples whose features are all zero; without an offset, their score is always 0.
    pub zero_examples: Vec<u64>,
    /// Number of examples that repeat an earlier one with the same label.
    pub repeated_examples: u64,
    /// Number of examples that repeat the features of an earlier one with the other label.
    pub contradicting_examples: u64,
    /// Lines of the first pairs of examples with the same features and different labels.
    pub contradictions: Vec<(u64, u64)>,
}

/// Passes the nonzero values of an example to `take` as bits: the numerator of an exact feature, or the bits of a float.
fn each_bit(features: &Features, example: usize, mut take: impl FnMut(usize, u64)) {
    let exact = features.each_entry(example, |(index, x)| {
        if x != 0 {
            take(index, x as u64);
        }
    });
    if let Features::Wide(store) = features {
        // Two numerators with the same mixed bits are as unlikely as two files with the same digest.
        let entries = store.row(example).iter().enumerate();
        for (index, x) in entries.filter(|(_, x)| **x != 0) {
            take(index, *x as u64 ^ mixed((*x >> 64) as u64));
        }
    } else if exact.is_none() {
        for (index, x) in features.row(example).iter().enumerate() {
            if *x != 0.0 {
                take(index, x.to_bits());
            }
        }
    }
}

/// Mixes the bits of a number (splitmix64).
fn mixed(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Summary of a feature's values over the examples seen so far, to find constant and equal features.
#[derive(Clone, Default)]
struct Column {
    filled: u64,
    first: Option<u64>,
    varies: bool,
    digest: u64,
}

impl Column {
    fn see(&mut self, example: usize, bits: u64) {
        self.filled += 1;
        self.varies |= *self.first.get_or_insert(bits) != bits;
        let place = mixed(example as u64);
        self.digest = self.digest.wrapping_add(mixed(place ^ bits));
    }

    fn is_constant(&self, examples: usize) -> bool {
        self.filled == 0 || !self.varies && self.filled == examples as u64
    }
}

/// Finds the oddities of a data file: one pass over all examples, and a second one over those that may be equal.
pub(super) fn find(intake: &Intake) -> Oddities {
    let features = &intake.sample.features;
    let examples = intake.lines.len();
    let mut columns = vec![Column::default(); features.dimension()];
    let mut digests: Vec<(u64, usize)> = Vec::with_capacity(examples);
    let mut odd = Oddities::default();
    for example in 0..examples {
        let mut digest = 0_u64;
        each_bit(features, example, |index, bits| {
            columns[index].see(example, bits);
            digest = digest.wrapping_add(mixed(mixed(index as u64) ^ bits));
        });
        if digest == 0 {
            odd.zero_examples.push(intake.lines[example]);
        }
        if intake.rounded_examples.binary_search(&example).is_err() {
            digests.push((digest, example));
        }
    }
    let names = &intake.features;
    let constant = (0..names.len()).filter(|&index| columns[index].is_constant(examples));
    let constant = constant.filter(|&index| !intake.rounded_features.contains(&names[index]));
    odd.constant_features = constant.map(|index| names[index].clone()).collect();
    odd.equal_features = equal_features(intake, &columns);
    odd.row_numbers = intake.row_counters();
    odd.sorted_by_class = is_sorted(&intake.sample.labels);
    odd.values_as_classes = intake.values_as_classes();
    repeated(intake, digests, &mut odd);
    odd
}

/// Least number of examples of either label in a file that is called sorted; fewer can come in order by chance.
const LEAST_SORTED: usize = 8;

/// Whether the label changes at most twice from row to row: one class, or all others together, is in the middle or at an end.
fn is_sorted(labels: &[Label]) -> bool {
    let changes = labels.windows(2).filter(|pair| pair[0] != pair[1]);
    let positive = labels.iter().filter(|label| **label == Label::Positive);
    let positive = positive.count();
    positive.min(labels.len() - positive) >= LEAST_SORTED && changes.count() <= 2
}

fn equal_features(intake: &Intake, columns: &[Column]) -> Vec<(String, String)> {
    let examples = intake.lines.len();
    let mut known: BTreeMap<(u64, u64), usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        if column.is_constant(examples) || intake.rounded_features.contains(&intake.features[index])
        {
            continue;
        }
        let earlier = *known.entry((column.digest, column.filled)).or_insert(index);
        if earlier != index {
            let name = |index: usize| intake.features[index].clone();
            found.push((name(earlier), name(index)));
        }
    }
    found
}

/// Counts the examples that are equal to an earlier one, comparing feature by feature those with equal digests.
fn repeated(intake: &Intake, mut digests: Vec<(u64, usize)>, odd: &mut Oddities) {
    let features = &intake.sample.features;
    let content = |example: usize| {
        let mut content = Vec::new();
        each_bit(features, example, |index, bits| content.push((index, bits)));
        content
    };
    digests.sort_unstable();
    for group in digests
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|group| group.len() > 1)
    {
        let first = group[0].1;
        let own = content(first);
        for &(_, example) in &group[1..] {
            if content(example) != own {
                continue;
            }
            let labels = &intake.sample.labels;
            // If several examples are equal but have both labels, each one whose label differs from the first contradicts it.
            if labels[example] == labels[first] {
                odd.repeated_examples += 1;
            } else {
                odd.contradicting_examples += 1;
                odd.contradictions
                    .push((intake.lines[first], intake.lines[example]));
            }
        }
    }
    odd.contradictions.sort_unstable();
    odd.contradictions.truncate(MOST_NAMED);
}

#[cfg(test)]
mod tests {
    use super::*;
    use Label::{Negative, Positive};

    #[test]
    fn rows_are_sorted_if_one_class_follows_the_other_or_is_in_its_middle() {
        let rows = |parts: &[(Label, usize)]| {
            let rows = parts.iter().flat_map(|(label, count)| vec![*label; *count]);
            rows.collect::<Vec<Label>>()
        };
        assert!(is_sorted(&rows(&[(Positive, 50), (Negative, 100)])));
        assert!(is_sorted(&rows(&[
            (Negative, 50),
            (Positive, 50),
            (Negative, 50)
        ])));
        assert!(!is_sorted(&rows(&[(Positive, 7), (Negative, 100)])));
        let mixed = [(Positive, 9), (Negative, 9), (Positive, 9), (Negative, 9)];
        assert!(!is_sorted(&rows(&mixed)) && !is_sorted(&[]));
    }
}
