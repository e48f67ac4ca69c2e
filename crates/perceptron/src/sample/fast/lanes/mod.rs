//! Holds small integer weights in lanes of 16 bits, for rows of packed signs.
//!
//! Kernels are safe code on `pulp`, which detects at run time what the processor has. This module sums 16-bit weights over the bits of packed
//! signs, on AVX-512, AVX2 or plainly, and every path gives the same integers. (Float sums, elsewhere, keep eight fixed lanes on every processor.)
//! Weights of packed signs stay in 16 bits while they fit and become wide integers when they do not (`SignWeights`).

pub(in crate::sample) mod kernel;

use super::processor::{Job, Processor, dispatch};
use super::upcoming_examples::{ScanResult, UpcomingExamples, UpdateThreshold};
use crate::sample::Label;
use kernel::{GROUP, SignSumKernel, WORD};

/// Gets [`SignSumKernel::places`] of the kernel for this processor: for each bit of a word of signs, the index at which its weight is stored.
struct PlacesJob;

impl Job for PlacesJob {
    type Output = [u8; WORD];

    #[inline(always)]
    fn run(self, kernel: impl Processor) -> [u8; WORD] {
        kernel.places()
    }
}

/// A weight vector of 16-bit integers for examples whose features are signs packed into words of 64 bits; the weights are grouped by these words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sample) struct Lanes {
    dimension: usize,
    /// The weights, 64 for each word of signs, within each word in the order of this processor's kernel.
    words: Vec<[i16; WORD]>,
    /// Σ w_j over all weights of features; stored numbers past the last feature are never read.
    sum: i64,
    /// An upper bound on the absolute values of the weights.
    reach: u64,
    /// The number of weights, one from each of as many words, whose sum certainly fits 16 bits.
    within: usize,
}

impl Lanes {
    /// The largest absolute value that a weight may have.
    const MOST: u64 = i16::MAX as u64;
    /// The largest number of features, so that sums of weights fit 32 bits.
    const WIDEST: usize = 1 << 15;

    fn within(reach: u64) -> usize {
        (Self::MOST / reach.max(1)) as usize
    }

    /// The weight vector 0; `None` if there are more than [`Lanes::WIDEST`] features.
    pub(in crate::sample) fn zero(dimension: usize) -> Option<Self> {
        let words = vec![[0; WORD]; dimension.div_ceil(WORD)];
        (dimension <= Self::WIDEST).then_some(Self {
            dimension,
            words,
            sum: 0,
            reach: 0,
            within: Self::within(0),
        })
    }

    /// The weight vector with these entries; `None` if one does not fit 16 bits, or if there are too many.
    pub(in crate::sample) fn of(values: &[i64]) -> Option<Self> {
        let largest = values.iter().map(|value| value.unsigned_abs()).max();
        let reach = largest.unwrap_or(0);
        let mut lanes = Self::zero(values.len()).filter(|_| reach <= Self::MOST)?;
        let places = dispatch(PlacesJob);
        for (lanes, values) in lanes.words.iter_mut().zip(values.chunks(WORD)) {
            for (&place, &value) in places.iter().zip(values) {
                lanes[usize::from(place)] = value as i16;
            }
        }
        let sum = values.iter().sum();
        Some(Self {
            sum,
            reach,
            within: Self::within(reach),
            ..lanes
        })
    }

    /// The weights in the order of the features.
    pub(in crate::sample) fn values(&self) -> Vec<i64> {
        let places = dispatch(PlacesJob);
        let of_word = |lanes: &[i16; WORD]| places.map(|place| lanes[usize::from(place)].into());
        let values = self.words.iter().flat_map(of_word);
        values.take(self.dimension).collect()
    }

    /// Adds the signs of an example, packed in `row`, to the weights, or subtracts them; returns `false` without a change if a weight might leave 16
    /// bits.
    pub(in crate::sample) fn add(&mut self, row: &[u64], adds: bool) -> bool {
        if self.reach == Self::MOST {
            let largest = self.values().into_iter().map(i64::unsigned_abs).max();
            self.reach = largest.unwrap_or(0);
        }
        if self.reach == Self::MOST {
            return false;
        }
        self.reach += 1;
        self.within = Self::within(self.reach);
        let positive: i64 = row.iter().map(|word| i64::from(word.count_ones())).sum();
        let signs = 2 * positive - self.dimension as i64;
        self.sum += if adds { signs } else { -signs };
        let words = &mut self.words;
        dispatch(AddJob { words, row, adds });
        true
    }

    /// Σ ±w_j with the signs packed in `row`: the score of an example.
    pub(in crate::sample) fn score(&self, row: &[u64]) -> i64 {
        dispatch(ScoreJob { lanes: self, row })
    }

    /// Counts the upcoming examples before the first one that calls for an update.
    pub(in crate::sample) fn pass(
        &self,
        rows: &[u64],
        ahead: &UpcomingExamples,
        labels: &[Label],
        due: &UpdateThreshold<i128>,
    ) -> ScanResult<i128> {
        // A limit above every score is equivalent to one just above the largest possible score.
        let past = (Self::WIDEST as i128) * i128::from(Self::MOST) + 1;
        let due = UpdateThreshold {
            min_score: due.min_score.map(|limit| limit.clamp(-past, past) as i64),
        };
        let scan = ScanJob {
            lanes: self,
            rows,
            ahead,
            labels,
            due,
        };
        dispatch(scan).with(i128::from)
    }

    /// The first examples with the smallest and with the largest y⟨w, x⟩, each as its index and this score; `None` if there are no examples. Rows
    /// have `width` words each, and features past the last weight are ignored.
    pub(in crate::sample) fn extremes(
        &self,
        rows: &[u64],
        width: usize,
        labels: &[Label],
    ) -> Option<[(usize, i64); 2]> {
        dispatch(ExtremesJob {
            lanes: self,
            rows,
            width,
            labels,
        })
    }

    /// The score Σ ±w_j of an example from `positive`, the sum of the weights with a plus sign: twice this sum minus the sum of all weights.
    #[inline(always)]
    fn score_of(&self, positive: i32) -> i64 {
        2 * i64::from(positive) - self.sum
    }

    /// The score of an example with the signs packed in `row`, for code that already runs on a kernel.
    #[inline(always)]
    fn score_with(&self, row: &[u64], kernel: impl SignSumKernel) -> i64 {
        let [parts] = kernel.parts([row], &self.words, self.within);
        self.score_of(kernel.total(parts))
    }

    /// The scores of several examples, given by their rows of packed signs, for code that already runs on a kernel.
    #[inline(always)]
    fn scores_of(&self, rows: [&[u64]; GROUP], kernel: impl SignSumKernel) -> [i64; GROUP] {
        // Loops, because closures of library functions are compiled for every processor, without the wide registers.
        let parts = kernel.parts(rows, &self.words, self.within);
        let mut scores = [0; GROUP];
        for (score, positive) in scores.iter_mut().zip(kernel.totals(parts)) {
            *score = self.score_of(positive);
        }
        scores
    }
}

struct AddJob<'a> {
    words: &'a mut [[i16; WORD]],
    row: &'a [u64],
    adds: bool,
}

impl Job for AddJob<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, kernel: impl Processor) {
        for (weights, &word) in self.words.iter_mut().zip(self.row) {
            kernel.count(if self.adds { word } else { !word }, weights);
        }
    }
}

struct ScoreJob<'a> {
    lanes: &'a Lanes,
    row: &'a [u64],
}

impl Job for ScoreJob<'_> {
    type Output = i64;

    #[inline(always)]
    fn run(self, kernel: impl Processor) -> i64 {
        self.lanes.score_with(self.row, kernel)
    }
}

struct ScanJob<'a> {
    lanes: &'a Lanes,
    rows: &'a [u64],
    ahead: &'a UpcomingExamples<'a>,
    labels: &'a [Label],
    due: UpdateThreshold<i64>,
}

impl Job for ScanJob<'_> {
    type Output = ScanResult<i64>;

    #[inline(always)]
    fn run(self, kernel: impl Processor) -> ScanResult<i64> {
        let width = self.lanes.words.len();
        if !kernel.shares_weights() {
            return self.ahead.pass(
                self.labels,
                &self.due,
                #[inline(always)]
                |example: [usize; 1]| {
                    let [row] = rows_of(self.rows, width, example);
                    [self.lanes.score_with(row, kernel)]
                },
            );
        }
        self.ahead.pass(
            self.labels,
            &self.due,
            #[inline(always)]
            |examples: [usize; GROUP]| {
                let rows = rows_of(self.rows, width, examples);
                self.lanes.scores_of(rows, kernel)
            },
        )
    }
}

/// The rows of packed signs of the given examples, from rows of `width` words laid end to end.
#[inline(always)]
fn rows_of<const ROWS: usize>(
    rows: &[u64],
    width: usize,
    examples: [usize; ROWS],
) -> [&[u64]; ROWS] {
    let mut found = [rows; ROWS];
    for (row, example) in found.iter_mut().zip(examples) {
        *row = &rows[example * width..(example + 1) * width];
    }
    found
}

struct ExtremesJob<'a> {
    lanes: &'a Lanes,
    rows: &'a [u64],
    width: usize,
    labels: &'a [Label],
}

impl Job for ExtremesJob<'_> {
    type Output = Option<[(usize, i64); 2]>;

    #[inline(always)]
    fn run(self, kernel: impl Processor) -> Self::Output {
        let (mut low, mut high) = ((0, i64::MAX), (0, i64::MIN));
        let last = self.labels.len().checked_sub(1)?;
        for first in (0..=last).step_by(GROUP) {
            // Places beyond the end repeat the last row.
            let mut examples = [last; GROUP];
            for (place, example) in examples.iter_mut().enumerate() {
                *example = last.min(first + place);
            }
            let rows = rows_of(self.rows, self.width, examples);
            let scores = self.lanes.scores_of(rows, kernel);
            for (example, score) in examples.into_iter().zip(scores) {
                let score = self.labels[example].sign() * score;
                if score < low.1 {
                    low = (example, score);
                }
                if score > high.1 {
                    high = (example, score);
                }
            }
        }
        Some([low, high])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_hold_entries_up_to_their_maximum_and_refuse_larger_ones() {
        let most = Lanes::MOST as i64;
        let lanes = Lanes::of(&[most - 1, -3]).unwrap_or_else(|| panic!("they fit"));
        assert_eq!(lanes.values(), [most - 1, -3]);
        assert!(Lanes::of(&[most + 1]).is_none());
        let mut lanes = lanes;
        assert!(lanes.add(&[1], true));
        assert_eq!((lanes.values(), lanes.sum), (vec![most, -4], most - 4));
        assert!(!lanes.add(&[1], true));
        assert_eq!(lanes.score(&[2]), -most - 4);
    }

    #[test]
    fn unused_lanes_may_wrap_without_effect() {
        let mut lanes = Lanes::zero(2).unwrap_or_else(|| panic!("two dimensions"));
        for step in 0..3 * Lanes::MOST {
            assert!(lanes.add(&[1 + step % 2], true));
        }
        assert_eq!((lanes.values(), lanes.score(&[1])), (vec![1, -1], 2));
    }

    #[test]
    fn alternating_updates_never_exhaust_the_lane_range() {
        let mut lanes = Lanes::zero(1).unwrap_or_else(|| panic!("one dimension"));
        for step in 0..3 * Lanes::MOST {
            assert!(lanes.add(&[1], step % 2 == 0));
        }
        assert_eq!(lanes.values(), [1]);
    }
}
