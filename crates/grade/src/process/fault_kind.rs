//! Names the kinds of faults of a learner, and tells a fault's kind from its words.

/// Words of a fault: no answer came in time.
pub(super) const LATE: &str = "it gave no answer for";

/// Words of a fault: the process ended.
pub(super) const ENDED: &str = "it ended without an answer";

/// Words of a fault: the output was closed.
pub(super) const CLOSED: &str = "it closed its standard output";

/// Words of a fault: an answer does not follow the protocol.
pub(super) const ANSWERED: &str = "it answered `";

/// Words of a fault: a line without an end.
pub(super) const WROTE: &str = "it wrote";

/// Words of a fault: lines that were not asked for.
pub(super) const UNASKED: &str = "it wrote more lines";

/// The kind of event that came in place of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// It gave no answer in time.
    Late,
    /// It crashed, ended, or closed its output.
    Ended,
    /// Its answer does not follow the protocol.
    WrongAnswer,
    /// It wrote lines that were not asked for, or one that is too long.
    TooMuch,
}

/// The kinds of faults with the words that tell them.
const KINDS: [(&str, FaultKind); 5] = [
    (LATE, FaultKind::Late),
    (ENDED, FaultKind::Ended),
    (CLOSED, FaultKind::Ended),
    (ANSWERED, FaultKind::WrongAnswer),
    (WROTE, FaultKind::TooMuch),
];

impl FaultKind {
    /// The kind of a fault with these words, which begin with what was asked; what the learner wrote stands after the words that tell the kind. `None`
    /// if no answer was asked for.
    pub fn of(words: &str) -> Option<Self> {
        let places = KINDS
            .iter()
            .filter_map(|(told, kind)| Some((words.find(told)?, *kind)));
        places.min_by_key(|(place, _)| *place).map(|(_, kind)| kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_learner_writes_does_not_change_the_kind_of_its_fault() {
        for (words, kind) in [
            (
                "asked {}, it answered `it gave no answer for` where …",
                Some(FaultKind::WrongAnswer),
            ),
            (
                "asked {}, it ended without an answer (exit status: 1); its standard error:\n  | it wrote",
                Some(FaultKind::Ended),
            ),
            ("its pipes failed: broken", None),
        ] {
            assert_eq!(FaultKind::of(words), kind, "{words}");
        }
    }
}
