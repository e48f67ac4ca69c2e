//! Puts into words that a claim is not decided yet, and what is missing.

use super::claim_verdicts::ClaimVerdicts;
use claims::claim::VerdictKind;
use claims::judge::Verdict;
use claims::numbers::percent;

impl ClaimVerdicts<'_> {
    pub(super) fn open(&self) -> String {
        let undecided: Vec<&&Verdict> = self
            .own
            .iter()
            .filter(|own| own.verdict == VerdictKind::Inconclusive)
            .collect();
        let place = match (undecided.len(), self.own.len()) {
            (_, 1) => String::new(),
            (open, all) => format!("in {open} of {all} settings, "),
        };
        let needed = undecided.iter().filter_map(|own| own.needed).max();
        let all = || self.counted(self.sum(|own| own.applicable));
        let reason = match (
            needed,
            self.sum(|own| own.failed),
            self.sum(|own| own.undecided),
        ) {
            (Some(needed), ..) => format!(
                "{}about {} more in a setting would be needed",
                self.so_far(),
                self.counted(needed)
            ),
            (_, failed @ 1.., _) => {
                let missing = undecided.iter().find_map(|own| own.missing.as_deref());
                format!(
                    "{failed} of {} gave no result ({})",
                    all(),
                    missing.unwrap_or("they failed or were cut off")
                )
            }
            (.., open @ 1..) => format!("rounding left {open} of {} open", all()),
            _ => format!(
                "{} do not suffice ({})",
                self.runs(),
                undecided.first().map_or("", |own| own.method.as_str())
            ),
        };
        format!("{place}{reason}")
    }

    /// Start of a sentence about a verdict that is not decided yet: the runs so far, and observed ÷ limit if it is known.
    fn so_far(&self) -> String {
        let (observed, limit) = (&self.sides.observed, &self.sides.limit);
        match (self.how_often(), self.ratio()) {
            (Some(often), _) => format!("over {}, {often}, and ", self.runs()),
            (None, Some(ratio)) => format!(
                "over {}, {observed} came to {} of {limit}, and ",
                self.runs(),
                percent(ratio)
            ),
            (None, None) => format!("“{}”: after {}, ", self.statement, self.runs()),
        }
    }
}
