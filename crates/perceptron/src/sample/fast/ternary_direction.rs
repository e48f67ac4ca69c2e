//! Computes scores of packed signs along directions with entries −1, 0 and 1, by counting the signs that agree.

use crate::sample::Label;
use pulp::{Arch, Simd, WithSimd};

const WORD: usize = u64::BITS as usize;

/// A direction with entries −1, 0 and 1, one bit per feature.
pub(in crate::sample) struct TernaryDirection {
    /// One bit per feature, set where the entry of the direction is not 0.
    members: Vec<u64>,
    /// One bit per feature, set where the entry of the direction is −1.
    against: Vec<u64>,
}

impl TernaryDirection {
    /// Packs a direction; `None` if it is empty or has an entry other than −1, 0 and 1.
    pub(in crate::sample) fn of(direction: &[i64]) -> Option<Self> {
        let is_vote = direction.iter().all(|u| (-1..=1).contains(u));
        let packed = |is_set: fn(i64) -> bool| {
            let word = |chunk: &[i64]| {
                let bits = chunk.iter().enumerate();
                bits.map(|(bit, &u)| u64::from(is_set(u)) << bit).sum()
            };
            direction.chunks(WORD).map(word).collect()
        };
        (is_vote && !direction.is_empty()).then(|| Self {
            members: packed(|u| u != 0),
            against: packed(|u| u < 0),
        })
    }

    /// The first examples with the smallest and with the largest y⟨u, x⟩, each as its index and this score; `None` if there are no examples. Rows of
    /// packed signs have `width` words each, and features past the end of the direction are ignored.
    pub(in crate::sample) fn extremes(
        &self,
        rows: &[u64],
        width: usize,
        labels: &[Label],
    ) -> Option<[(usize, i64); 2]> {
        if labels.is_empty() {
            return None;
        }
        let ballot = TernaryScores {
            votes: self,
            rows,
            width,
            labels,
        };
        let ends = Arch::new().dispatch(ballot);
        // The pass finds the two scores only, so that it has no branch; the first row with each score usually comes early.
        let first = |end: i64| (0..labels.len()).find(|&example| ballot.score(example) == end);
        let [low, high] = ends.map(|end| first(end).map(|example| (example, end)));
        Some([low?, high?])
    }
}

/// Computes the smallest and the largest y⟨u, x⟩ over the examples for a ternary direction u, in the vector registers of the processor.
#[derive(Clone, Copy)]
struct TernaryScores<'a> {
    votes: &'a TernaryDirection,
    rows: &'a [u64],
    width: usize,
    labels: &'a [Label],
}

impl TernaryScores<'_> {
    fn score(&self, example: usize) -> i64 {
        let row = &self.rows[example * self.width..(example + 1) * self.width];
        self.labels[example].sign() * self.votes.score(row)
    }
}

impl TernaryDirection {
    /// The score ⟨u, x⟩ of a row of packed signs: twice the number of signs that agree with the direction, minus the number of its non-zero entries.
    #[inline(always)]
    fn score(&self, row: &[u64]) -> i64 {
        let mut score = 0;
        for ((word, members), against) in row.iter().zip(&self.members).zip(&self.against) {
            let agreeing = ((word ^ against) & members).count_ones();
            score += 2 * i64::from(agreeing) - i64::from(members.count_ones());
        }
        score
    }
}

impl WithSimd for TernaryScores<'_> {
    type Output = [i64; 2];

    /// The smallest and the largest y⟨u, x⟩ over the examples.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [i64; 2] {
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for (row, label) in self.rows.chunks_exact(self.width).zip(self.labels) {
            let score = label.sign() * self.votes.score(row);
            low = low.min(score);
            high = high.max(score);
        }
        [low, high]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Rational, Signs};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ternary_scores_equal_sums_over_single_signs(
            direction in proptest::collection::vec(-1_i64..2, 1..140),
            words in proptest::collection::vec(any::<u64>(), 30),
            labels in proptest::collection::vec(any::<bool>(), 10),
        ) {
            let labels: Vec<Label> = labels.into_iter().map(Label::of_sign).collect();
            // Rows have up to two more words than the direction needs.
            let store = Signs::new(192, words.clone(), Rational::one());
            let wide: Vec<i64> = direction.iter().copied().chain([0; 192]).take(192).collect();
            let score = |example: usize| labels[example].sign() * store.project(example, &wide) as i64;
            let scores: Vec<i64> = (0..10).map(score).collect();
            let first = |score: i64| scores.iter().position(|&other| other == score).unwrap();
            let ends = [*scores.iter().min().unwrap(), *scores.iter().max().unwrap()];
            let found = TernaryDirection::of(&direction).and_then(|votes| votes.extremes(&words, 3, &labels));
            prop_assert_eq!(found, Some(ends.map(|end| (first(end), end))));
        }
    }

    #[test]
    fn entries_other_than_minus_one_zero_one_are_refused() {
        assert!(TernaryDirection::of(&[1, 2]).is_none() && TernaryDirection::of(&[]).is_none());
        let votes = TernaryDirection::of(&[0, 1]).unwrap_or_else(|| panic!("votes"));
        assert_eq!(votes.extremes(&[], 1, &[]), None);
    }
}
