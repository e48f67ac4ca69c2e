//! Remembers what was asked of a store first: a sample is held against its law and measured with the same question.

use crate::sample::Label;
use std::sync::OnceLock;

/// Two rows and their scores.
type Extremes = Option<[(usize, i64); 2]>;

/// The first question and its answer; no part of what a store holds, so that all are equal.
#[derive(Debug, Clone, Default)]
pub(in crate::sample) struct Asked(OnceLock<(Vec<i64>, Vec<Label>, Extremes)>);

impl PartialEq for Asked {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Asked {
    /// The extremes for a direction and labels: found once, where they are those of the first question.
    pub(in crate::sample) fn extremes(
        &self,
        direction: &[i64],
        labels: &[Label],
        find: impl Fn() -> Extremes,
    ) -> Extremes {
        let first = || (direction.to_vec(), labels.to_vec(), find());
        let (known, shown, found) = self.0.get_or_init(first);
        match known == direction && shown == labels {
            true => *found,
            false => find(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn the_same_question_is_answered_once_and_another_anew() {
        let (asked, times) = (Asked::default(), Cell::new(0));
        let ask = |direction: &[i64], label| {
            asked.extremes(direction, &[label], || {
                times.set(times.get() + 1);
                Some([(0, times.get()); 2])
            })
        };
        let answer = |n| Some([(0, n); 2]);
        assert_eq!(ask(&[1, 2], Label::Positive), answer(1));
        assert_eq!(ask(&[1, 2], Label::Positive), answer(1));
        assert_eq!(ask(&[1, 3], Label::Positive), answer(2));
        assert_eq!(ask(&[1, 2], Label::Negative), answer(3));
        assert_eq!(ask(&[1, 2], Label::Positive), answer(1));
    }
}
