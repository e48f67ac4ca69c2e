//! Names the examples that come next, whatever the learner makes of them.

use super::Label;
use std::ops::Neg;

/// Indices of examples, in the order in which they come.
#[derive(Debug, Clone, Copy)]
pub enum Ahead<'a> {
    /// From the first index on, below the second.
    Range(usize, usize),
    /// Those of a list.
    List(&'a [usize]),
}

impl<'a> Ahead<'a> {
    /// None at all.
    pub const NOTHING: Self = Self::Range(0, 0);

    /// How many there are.
    pub fn len(self) -> usize {
        match self {
            Self::Range(start, end) => end - start,
            Self::List(list) => list.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// At most so many of them.
    pub fn first(self, most: usize) -> Self {
        let kept = self.len().min(most);
        match self {
            Self::Range(start, _) => Self::Range(start, start + kept),
            Self::List(list) => Self::List(&list[..kept]),
        }
    }

    /// Those that come before an example.
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

    /// How many come before the first one that calls for something.
    #[inline(always)]
    pub fn take_quiet(self, mut is_quiet: impl FnMut(usize) -> bool) -> usize {
        match self {
            Self::Range(start, end) => {
                let found = (start..end).position(|example| !is_quiet(example));
                found.unwrap_or(end - start)
            }
            Self::List(list) => {
                let found = list.iter().position(|&example| !is_quiet(example));
                found.unwrap_or(list.len())
            }
        }
    }
}

/// When an example calls for an update: below these scores, one for each label.
#[derive(Debug, Clone, Copy)]
pub struct Due<Score> {
    /// What y⟨w, x⟩ must reach where the label is −1, and where it is +1.
    pub reach: [Score; 2],
}

impl<Score: Copy + PartialOrd + Neg<Output = Score>> Due<Score> {
    /// Whether a score calls for no update; one that is no number does not.
    #[inline(always)]
    pub fn is_reached(&self, label: Label, score: Score) -> bool {
        match label {
            Label::Negative => -score >= self.reach[0],
            Label::Positive => score >= self.reach[1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_before_an_example_ends_where_it_first_comes() {
        let list = [4, 2, 7, 2];
        assert_eq!(Ahead::List(&list).before(2).len(), 1);
        assert_eq!(Ahead::List(&list).before(3).len(), 4);
        assert_eq!(Ahead::Range(3, 9).before(5).len(), 2);
        assert_eq!(Ahead::Range(3, 9).before(9).len(), 6);
        assert_eq!(Ahead::Range(3, 9).first(2).before(4).len(), 1);
        assert!(Ahead::NOTHING.before(0).is_empty());
    }

    #[test]
    fn each_label_has_its_own_limit() {
        let due = Due { reach: [1.0, 0.0] };
        let reached = |label, score| due.is_reached(label, score);
        assert!(reached(Label::Positive, 0.0) && !reached(Label::Negative, 0.0));
        assert!(reached(Label::Negative, -1.0) && !reached(Label::Positive, -1.0));
        assert!(!reached(Label::Positive, f64::NAN) && !reached(Label::Negative, f64::NAN));
    }

    #[test]
    fn quiet_examples_are_counted_in_their_order() {
        let list = [4, 2, 7, 2];
        assert_eq!(Ahead::List(&list).take_quiet(|example| example != 7), 2);
        assert_eq!(Ahead::Range(3, 9).take_quiet(|example| example < 5), 2);
        assert_eq!(Ahead::Range(3, 9).take_quiet(|_| true), 6);
    }
}
