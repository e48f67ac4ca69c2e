//! Lists the examples that a learner is shown next, and scans them for the first one that calls for an update.

use crate::sample::Label;
use std::ops::Neg;

/// Indices of the examples that a learner is shown next, in this order.
#[derive(Debug, Clone, Copy)]
pub enum UpcomingExamples<'a> {
    /// All indices from the first number up to, but without, the second.
    Range(usize, usize),
    /// The indices in a list, in its order; an index may repeat.
    List(&'a [usize]),
}

impl<'a> UpcomingExamples<'a> {
    /// No examples.
    pub const NOTHING: Self = Self::Range(0, 0);

    /// The number of upcoming examples.
    pub fn len(self) -> usize {
        match self {
            Self::Range(start, end) => end - start,
            Self::List(list) => list.len(),
        }
    }

    /// Whether there are no upcoming examples.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The indices of the upcoming examples in order.
    pub fn iter(self) -> impl Iterator<Item = usize> + 'a {
        (0..self.len()).map(move |place| self.at(place))
    }

    /// The first `most` upcoming examples, or all if there are fewer.
    pub fn first(self, most: usize) -> Self {
        let kept = self.len().min(most);
        match self {
            Self::Range(start, _) => Self::Range(start, start + kept),
            Self::List(list) => Self::List(&list[..kept]),
        }
    }

    /// The upcoming examples after the first `passed` ones.
    #[inline(always)]
    pub fn after(self, passed: usize) -> Self {
        match self {
            Self::Range(start, end) => Self::Range(start + passed, end),
            Self::List(list) => Self::List(&list[passed..]),
        }
    }

    /// The upcoming examples before the first occurrence of `example`, or all if it does not occur.
    pub fn before(self, example: usize) -> Self {
        let place = match self {
            Self::Range(start, end) if (start..end).contains(&example) => example - start,
            Self::Range(..) => self.len(),
            Self::List(list) => {
                let place = list.iter().position(|&index| index == example);
                place.unwrap_or(list.len())
            }
        };
        self.first(place)
    }

    /// The index of the upcoming example number `place`, counted from 0 and below [`UpcomingExamples::len`].
    #[inline(always)]
    pub fn at(self, place: usize) -> usize {
        match self {
            Self::Range(start, _) => start + place,
            Self::List(list) => list[place],
        }
    }

    /// Counts the upcoming examples before the first one for which `is_quiet` is false.
    #[inline(always)]
    pub fn skipped(self, is_quiet: impl Fn(usize) -> bool) -> usize {
        match self {
            Self::Range(start, end) => {
                let first = (start..end).position(|example| !is_quiet(example));
                first.unwrap_or(end - start)
            }
            Self::List(list) => {
                // One branch for eight answers, and no other branch to find the first of them.
                let open = |group: &[usize]| {
                    let answers = group.iter().enumerate();
                    answers.fold(0_u32, |open, (bit, &i)| {
                        open | u32::from(!is_quiet(i)) << bit
                    })
                };
                let (groups, rest) = list.as_chunks::<8>();
                for (place, group) in groups.iter().enumerate() {
                    let open = open(group);
                    if open != 0 {
                        return 8 * place + open.trailing_zeros() as usize;
                    }
                }
                let before = open(rest).trailing_zeros() as usize;
                8 * groups.len() + before.min(rest.len())
            }
        }
    }

    /// Counts the upcoming examples before the first one that calls for an update, and returns that one with its score. `scores` computes scores in
    /// groups, the last of which may repeat an example.
    #[inline(always)]
    pub fn pass<const GROUP: usize, Score: Copy + PartialOrd + Neg<Output = Score>>(
        self,
        labels: &[Label],
        due: &UpdateThreshold<Score>,
        mut scores: impl FnMut([usize; GROUP]) -> [Score; GROUP],
    ) -> ScanResult<Score> {
        self.pass_groups(
            #[inline(always)]
            |group: [usize; GROUP]| {
                let scores = scores(group);
                // One branch for all of them.
                let is_open = |place: usize| !due.is_reached(labels[group[place]], scores[place]);
                let open = bits(std::array::from_fn::<_, GROUP, _>(is_open));
                first_of(open).map(|place| (place, scores[place]))
            },
        )
    }

    /// Like [`UpcomingExamples::pass`], but `first` finds the first example of a group that calls for an update: its position in the group, and what
    /// to return instead of a score.
    #[inline(always)]
    pub fn pass_groups<const GROUP: usize, Told>(
        self,
        first: impl FnMut([usize; GROUP]) -> Option<(usize, Told)>,
    ) -> ScanResult<Told> {
        // Matched before the loop, so that the loop knows the kind of list.
        match self {
            Self::Range(start, end) => {
                let at = |place: usize| start + place;
                let group = |place| std::array::from_fn(|next| at(place + next).min(end - 1));
                in_groups(end.saturating_sub(start), group, first)
            }
            Self::List(list) => in_groups(list.len(), |place| leading(&list[place..]), first),
        }
    }
}

/// The first GROUP entries of a non-empty list; a shorter list is filled up with its last entry.
#[inline(always)]
fn leading<const GROUP: usize>(list: &[usize]) -> [usize; GROUP] {
    match list.first_chunk() {
        Some(group) => *group,
        None => std::array::from_fn(|place| list[place.min(list.len() - 1)]),
    }
}

/// Packs booleans into bits, the first one lowest.
#[inline(always)]
pub(in crate::sample) fn bits<const COUNT: usize>(truths: [bool; COUNT]) -> u32 {
    let numbered = truths.into_iter().enumerate();
    numbered.fold(0, |bits, (bit, truth)| bits | u32::from(truth) << bit)
}

/// The index of the lowest set bit; `None` if no bit is set.
#[inline(always)]
pub(in crate::sample) fn first_of(bits: u32) -> Option<usize> {
    (bits != 0).then(|| bits.trailing_zeros() as usize)
}

/// The result of [`UpcomingExamples::pass_groups`] among `len` upcoming examples; `group` returns the indices of the GROUP examples from a position
/// on.
#[inline(always)]
fn in_groups<const GROUP: usize, Told>(
    len: usize,
    group: impl Fn(usize) -> [usize; GROUP],
    mut first: impl FnMut([usize; GROUP]) -> Option<(usize, Told)>,
) -> ScanResult<Told> {
    let mut quiet = 0;
    while quiet < len {
        let group = group(quiet);
        // A repeated example comes before its repetitions.
        if let Some((place, told)) = first(group) {
            return ScanResult {
                skipped: quiet + place,
                due: Some((group[place], told)),
            };
        }
        quiet += GROUP;
    }
    ScanResult::only(len)
}

impl UpcomingExamples<'_> {
    /// Like [`UpcomingExamples::pass`], but for scores of 64 bits, computed one after the other, and a threshold that may exceed 64 bits.
    #[inline(always)]
    pub fn pass_narrow(
        self,
        labels: &[Label],
        due: &UpdateThreshold<i128>,
        score: impl Fn(usize) -> i64,
    ) -> ScanResult<i128> {
        match due.narrow() {
            Some(due) => {
                let passed = self.pass::<1, i64>(labels, &due, |[example]| [score(example)]);
                passed.with(i128::from)
            }
            None => self.pass::<1, i128>(labels, due, |[example]| [score(example).into()]),
        }
    }
}

/// The result of a scan of upcoming examples: how many need no update, and the example that stopped the scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScanResult<Score> {
    /// How many upcoming examples were skipped, because they call for no update.
    pub skipped: usize,
    /// Index and score of the next example after those skipped, if it calls for an update; `None` if the scan reached the end or the score is
    /// unknown.
    pub due: Option<(usize, Score)>,
}

impl<Score> ScanResult<Score> {
    /// A result that says only how many examples were skipped.
    pub fn only(quiet: usize) -> Self {
        Self {
            skipped: quiet,
            due: None,
        }
    }

    /// Converts the score of the example that stopped the scan to another type.
    pub fn with<Other>(self, other: impl Fn(Score) -> Other) -> ScanResult<Other> {
        ScanResult {
            skipped: self.skipped,
            due: self.due.map(|(example, score)| (example, other(score))),
        }
    }
}

/// The scores below which an example calls for an update, one for each label.
#[derive(Debug, Clone, Copy)]
pub struct UpdateThreshold<Score> {
    /// The smallest y⟨w, x⟩ that calls for no update, for the label −1 and for the label +1.
    pub min_score: [Score; 2],
}

impl<Score: Copy + PartialOrd + Neg<Output = Score>> UpdateThreshold<Score> {
    /// Whether a score ⟨w, x⟩ of an example with this label reaches the threshold, so that no update is needed; NaN does not.
    #[inline(always)]
    pub fn is_reached(&self, label: Label, score: Score) -> bool {
        // Without a branch, because labels come at random.
        let side = usize::from(label == Label::Positive);
        [-score, score][side] >= self.min_score[side]
    }
}

impl UpdateThreshold<i128> {
    /// The threshold in 64 bits, if the numbers for both labels fit.
    fn narrow(self) -> Option<UpdateThreshold<i64>> {
        let [negative, positive] = self.min_score.map(i64::try_from);
        let reach = [negative.ok()?, positive.ok()?];
        Some(UpdateThreshold { min_score: reach })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_an_example_ends_at_its_first_occurrence() {
        let list = [4, 2, 7, 2];
        assert_eq!(UpcomingExamples::List(&list).before(2).len(), 1);
        assert_eq!(UpcomingExamples::List(&list).before(3).len(), 4);
        assert_eq!(UpcomingExamples::Range(3, 9).before(5).len(), 2);
        assert_eq!(UpcomingExamples::Range(3, 9).before(9).len(), 6);
        assert_eq!(UpcomingExamples::Range(3, 9).first(2).before(4).len(), 1);
        assert_eq!(UpcomingExamples::Range(3, 9).after(2).at(0), 5);
        assert_eq!(UpcomingExamples::List(&list).after(2).at(1), 2);
        assert!(UpcomingExamples::NOTHING.before(0).is_empty());
    }

    #[test]
    fn each_label_has_its_own_update_threshold() {
        let due = UpdateThreshold {
            min_score: [1.0, 0.0],
        };
        let reached = |label, score| due.is_reached(label, score);
        assert!(reached(Label::Positive, 0.0) && !reached(Label::Negative, 0.0));
        assert!(reached(Label::Negative, -1.0) && !reached(Label::Positive, -1.0));
        assert!(!reached(Label::Positive, f64::NAN) && !reached(Label::Negative, f64::NAN));
    }

    #[test]
    fn scan_counts_skipped_examples_up_to_the_first_update() {
        let list = [4, 2, 7, 2];
        let (labels, due) = ([Label::Positive; 9], UpdateThreshold { min_score: [0, 0] });
        let sign = |is_quiet: bool| if is_quiet { 1 } else { -1 };
        let not_seven = |group: [usize; 1]| group.map(|example| sign(example != 7));
        let met = |quiet, example| ScanResult {
            skipped: quiet,
            due: Some((example, -1)),
        };
        let passed = UpcomingExamples::List(&list).pass(&labels, &due, not_seven);
        assert_eq!(passed, met(2, 7));
        for end in 3..9 {
            let below = |group: [usize; 4]| group.map(|example| sign(example < end));
            let passed = UpcomingExamples::Range(3, 9).pass(&labels, &due, below);
            assert_eq!(passed, met(end - 3, end));
        }
        let none = |_: [usize; 4]| [1; 4];
        let passed = UpcomingExamples::Range(3, 9).pass(&labels, &due, none);
        assert_eq!(passed, ScanResult::only(6));
        assert_eq!(
            UpcomingExamples::NOTHING.pass(&labels, &due, none).skipped,
            0
        );
    }
}
