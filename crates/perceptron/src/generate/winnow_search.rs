//! Searches all sequences of examples for one on which Winnow1 makes as many mistakes as possible.
//!
//! Only mistakes change the weights, and every weight is 0 or a power of two, so the state is the number of weights of each size, once for the features
//! of the disjunction and once for the others. The search goes through all states and all next mistakes. It ends, because every mistake promotes a
//! weight of the disjunction, which it can do only while that is at most θ, or removes a weight that is not 0.

use crate::sample::Label;
use std::collections::HashMap;

/// Sizes of weights: 0, 1, 2, 4, 8, 16, 32. For at most 16 features, θ is at most 8, and no weight exceeds 16.
const SIZES: usize = 7;

/// How many weights there are of each size, or how many of them are 1 in an example.
type Counts = [u8; SIZES];

/// The weights of Winnow1 up to the order of features: those of the disjunction, and the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct WeightCounts {
    relevant: Counts,
    others: Counts,
}

/// An example that is a mistake, by the sizes of the weights of its features, and its label.
#[derive(Debug, Clone, Copy)]
struct Mistake {
    active: WeightCounts,
    label: Label,
}

/// An example of a longest sequence: its features, those of the disjunction first, and its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LongestExample {
    pub features: Vec<bool>,
    pub label: Label,
}

/// The weight of this size.
fn weight(size: usize) -> u32 {
    match size {
        0 => 0,
        size => 1 << (size - 1),
    }
}

fn total(counts: &Counts) -> u32 {
    let sizes = counts.iter().enumerate();
    sizes
        .map(|(size, &count)| weight(size) * u32::from(count))
        .sum()
}

/// All choices of weights among these, without weights 0, whose example would change nothing.
fn choices(counts: &Counts) -> Vec<Counts> {
    let mut found = vec![[0; SIZES]];
    for size in 1..SIZES {
        let with = |chosen: &Counts, count| {
            let mut chosen = *chosen;
            chosen[size] = count;
            chosen
        };
        found = found
            .iter()
            .flat_map(|chosen| (0..=counts[size]).map(move |count| with(chosen, count)))
            .collect();
    }
    found
}

/// Moves the chosen weights to the sizes that `to` gives.
fn moved(counts: &Counts, chosen: &Counts, to: impl Fn(usize) -> usize) -> Counts {
    let mut after = *counts;
    for (size, &count) in chosen.iter().enumerate() {
        after[size] -= count;
        after[to(size)] += count;
    }
    after
}

/// The search: the largest number of mistakes from every state that was visited, with the next mistake.
struct WorstCase {
    /// Number of features N; the threshold θ is N/2.
    features: u32,
    known: HashMap<WeightCounts, (u32, Option<Mistake>)>,
}

impl WorstCase {
    /// Whether Winnow1 predicts +1 if the active weights have this sum.
    fn predicts_positive(&self, sum: u32) -> bool {
        2 * sum > self.features
    }

    /// All examples that are mistakes at these weights.
    fn mistakes(&self, weights: &WeightCounts) -> Vec<Mistake> {
        let relevant = choices(&weights.relevant);
        let others = choices(&weights.others);
        let pairs = relevant.iter().flat_map(|&relevant| {
            others
                .iter()
                .map(move |&others| WeightCounts { relevant, others })
        });
        pairs
            .filter_map(|active| {
                let label = Label::of_sign(active.relevant.iter().any(|&count| count > 0));
                let positive =
                    self.predicts_positive(total(&active.relevant) + total(&active.others));
                (positive != (label == Label::Positive)).then_some(Mistake { active, label })
            })
            .collect()
    }

    fn after(weights: &WeightCounts, mistake: &Mistake) -> WeightCounts {
        let to = |size| match mistake.label {
            Label::Positive => size + 1,
            Label::Negative => 0,
        };
        // Weights 0 are never chosen, and a weight that is promoted is at most θ.
        let changed = |counts, chosen: &Counts| {
            moved(counts, chosen, |size| {
                if chosen[size] > 0 { to(size) } else { size }
            })
        };
        WeightCounts {
            relevant: changed(&weights.relevant, &mistake.active.relevant),
            others: changed(&weights.others, &mistake.active.others),
        }
    }

    /// The largest number of mistakes from these weights on.
    fn longest(&mut self, weights: &WeightCounts) -> u32 {
        if let Some((length, _)) = self.known.get(weights) {
            return *length;
        }
        let mut found = (0, None);
        for mistake in self.mistakes(weights) {
            let length = 1 + self.longest(&Self::after(weights, &mistake));
            if length > found.0 {
                found = (length, Some(mistake));
            }
        }
        self.known.insert(*weights, found);
        found.0
    }
}

/// A longest sequence of mistakes of Winnow1 with α = 2 and θ = N/2, over all sequences of examples with N features that are labelled by the
/// disjunction of the first `relevant` ones; N is at most 16.
pub(super) fn longest_sequence(features: usize, relevant: usize) -> Vec<LongestExample> {
    let of = |count: usize| {
        let mut counts = [0; SIZES];
        counts[1] = count as u8;
        counts
    };
    let mut weights = WeightCounts {
        relevant: of(relevant),
        others: of(features - relevant),
    };
    let mut search = WorstCase {
        features: features as u32,
        known: HashMap::new(),
    };
    search.longest(&weights);
    // The size of the weight of every feature.
    let mut sizes = vec![1; features];
    let mut sequence = Vec::new();
    while let Some((_, Some(mistake))) = search.known.get(&weights) {
        let (first, rest) = sizes.split_at_mut(relevant);
        let mut active = activate(first, &mistake.active.relevant, mistake.label);
        active.extend(activate(rest, &mistake.active.others, mistake.label));
        sequence.push(LongestExample {
            features: active,
            label: mistake.label,
        });
        weights = WorstCase::after(&weights, mistake);
    }
    sequence
}

/// Sets the first features with weights of the chosen sizes to 1, and changes their weights; returns which features are 1.
fn activate(sizes: &mut [usize], chosen: &Counts, label: Label) -> Vec<bool> {
    let mut left = *chosen;
    let activate_one = |size: &mut usize| {
        let is_active = left[*size] > 0;
        if is_active {
            left[*size] -= 1;
            *size = match label {
                Label::Positive => *size + 1,
                Label::Negative => 0,
            };
        }
        is_active
    };
    sizes.iter_mut().map(activate_one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_sequences_have_the_lengths_found_by_an_independent_enumeration() {
        for (features, relevant, length) in [(4, 1, 3), (6, 2, 6), (8, 1, 5), (8, 2, 9), (16, 1, 7)]
        {
            let found = longest_sequence(features, relevant);
            assert_eq!(found.len(), length, "{features} {relevant}");
        }
    }

    #[test]
    fn every_example_of_the_sequence_is_a_mistake_of_weights_kept_one_by_one() {
        for (features, relevant) in [(1, 1), (3, 1), (7, 3), (8, 2), (12, 2)] {
            let mut weights = vec![1_u32; features];
            for example in longest_sequence(features, relevant) {
                let is_positive = example.features[..relevant].contains(&true);
                assert_eq!(is_positive, example.label == Label::Positive);
                let active = || weights.iter().zip(&example.features).filter(|(_, on)| **on);
                let sum: u32 = active().map(|(weight, _)| weight).sum();
                assert_ne!(2 * sum > features as u32, is_positive);
                for (weight, _) in weights
                    .iter_mut()
                    .zip(&example.features)
                    .filter(|(_, on)| **on)
                {
                    *weight *= if is_positive { 2 } else { 0 };
                }
            }
        }
    }

    /// The largest number of mistakes by trying every example of zeros and ones at every vector of weights, without counting weights by size.
    fn plain_search(
        features: usize,
        relevant: usize,
        known: &mut HashMap<Vec<u32>, u32>,
        weights: &[u32],
    ) -> u32 {
        if let Some(length) = known.get(weights) {
            return *length;
        }
        let mut most = 0;
        for bits in 1_u32..1 << features {
            let on = |feature: usize| bits >> feature & 1 == 1;
            let is_positive = (0..relevant).any(on);
            let sum: u32 = (0..features).filter(|&i| on(i)).map(|i| weights[i]).sum();
            if (2 * sum > features as u32) != is_positive {
                let factor = if is_positive { 2 } else { 0 };
                let after = |i: usize| weights[i] * if on(i) { factor } else { 1 };
                let next: Vec<u32> = (0..features).map(after).collect();
                most = most.max(1 + plain_search(features, relevant, known, &next));
            }
        }
        known.insert(weights.to_vec(), most);
        most
    }

    #[test]
    fn search_by_sizes_finds_as_many_mistakes_as_a_search_by_vectors() {
        for (features, relevant) in [(1, 1), (2, 1), (3, 2), (4, 1), (5, 2), (6, 1), (6, 2)] {
            let plain = plain_search(features, relevant, &mut HashMap::new(), &vec![1; features]);
            let found = longest_sequence(features, relevant).len();
            assert_eq!(found, plain as usize, "{features} {relevant}");
        }
    }
}
