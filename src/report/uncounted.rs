//! Says which trials did not count in full as evidence for a claim, and why.

use super::document::{Block, Inline};
use claims::judge::Verdict;
use std::collections::BTreeMap;

/// Counts of the trials of one claim, over all its verdicts, that did not count in full as evidence.
#[derive(Default)]
struct Uncounted {
    trials: u64,
    inapplicable: u64,
    /// The first premise that failed on an inapplicable trial.
    failed_premise: Option<String>,
    failed: u64,
    undecided: u64,
    /// Where the arithmetic was too coarse, if it was.
    coarse: Option<String>,
    /// The first reason why a trial that ended normally has no value for the claim.
    missing: Option<String>,
    /// Number of verdicts that need further replicates for a decision.
    open: u64,
    /// The largest number of further replicates that one of these verdicts needs.
    needed: u64,
}

impl Uncounted {
    fn add(&mut self, verdict: &Verdict) {
        self.trials += verdict.trials;
        self.inapplicable += verdict.inapplicable;
        self.failed += verdict.failed;
        self.undecided += verdict.undecided;
        let first = |found: Option<String>, next: &Option<String>| found.or_else(|| next.clone());
        self.failed_premise = first(self.failed_premise.take(), &verdict.failed_premise);
        self.missing = first(self.missing.take(), &verdict.missing);
        self.coarse = first(self.coarse.take(), &verdict.coarse);
        self.open += u64::from(verdict.needed.is_some());
        self.needed = self.needed.max(verdict.needed.unwrap_or(0));
    }

    fn why_inapplicable(&self) -> String {
        let premise = self.failed_premise.as_ref();
        let given = premise.map_or(String::new(), |premise| format!(": {premise}"));
        format!("are inapplicable, because a premise fails{given}")
    }

    fn why_failed(&self) -> String {
        let given = self.missing.as_ref().map_or(String::new(), |reason| {
            format!(", or have no value (the first: {reason})")
        });
        format!("failed or were cut off at their cap{given}")
    }

    fn why_undecided(&self) -> String {
        match &self.coarse {
            Some(coarse) => format!("are undecided: {coarse}"),
            None => "are undecided, because rounding left a sign open".to_owned(),
        }
    }

    /// Describes the trials of a claim that did not count in full; `None` if every trial counted.
    fn sentence(&self, id: &str) -> Option<Vec<Inline>> {
        let trials = self.trials;
        let of = |count: u64, what: &str| {
            (count > 0).then(|| format!("{count} of {trials} trials {what}"))
        };
        let open = (self.open > 0).then(|| {
            let (open, needed) = (self.open, self.needed);
            match open {
                1 => format!("1 verdict needs further replicates, about {needed} in a cell"),
                _ => format!(
                    "{open} verdicts need further replicates, up to about {needed} in a cell"
                ),
            }
        });
        let parts = [
            of(self.inapplicable, &self.why_inapplicable()),
            of(self.failed, &self.why_failed()),
            of(self.undecided, &self.why_undecided()),
            open,
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let end = Inline::Text(format!(": {}.", parts.join("; ")));
        (!parts.is_empty()).then(|| vec![Inline::Code(id.into()), end])
    }
}

/// Describes, for every claim, the trials that did not count and the replicates still needed; empty if all trials count.
pub(super) fn exceptions(verdicts: &[Verdict]) -> Vec<Block> {
    let mut claims: BTreeMap<&str, Uncounted> = BTreeMap::new();
    for verdict in verdicts {
        claims.entry(&verdict.id).or_default().add(verdict);
    }
    let items: Vec<Vec<Inline>> = claims
        .iter()
        .filter_map(|(id, uncounted)| uncounted.sentence(id))
        .collect();
    if items.is_empty() {
        Vec::new()
    } else {
        vec![
            Block::paragraph("Not every trial counts in full:"),
            Block::List(items),
        ]
    }
}
