//! Finds verdicts that depend on the seed, by comparing the verdicts under other seeds with the expected ones. Each repetition is called a reseed.

use super::document::{Block, Document, Table, TableCell, TableColumn};
use super::error::ReportError;
use super::files::{save, write_document};
use super::verdicts;
use claims::claim::VerdictKind;
use claims::judge::Verdict;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// All reseeds so far (repetitions of all experiments with other seeds), and every verdict that was unexpected in one of them.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Reseeds {
    /// The counts of each reseed, in order.
    pub reseeds: Vec<Reseed>,
    /// The unexpected verdicts, sorted by experiment, claim, cell and variant.
    pub unexpected: Vec<Unexpected>,
    /// Statements in the prose of specs that a reseed did not confirm, with experiment and seed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale_prose: Vec<String>,
}

/// The counts of one repetition of all experiments with other seeds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reseed {
    /// The number of the reseed, from 1 on.
    pub number: u64,
    /// Number of verdicts in this reseed.
    pub verdicts: u64,
    /// Number of verdicts in this reseed that differ from the expected one.
    pub unexpected: u64,
    /// Number of verdicts in this reseed that are `violated` although their claim is a theorem that should hold.
    pub theorems_violated: u64,
    /// Number of trials without a result.
    pub failed: u64,
}

/// A verdict for one cell and variant that was unexpected in some reseed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Unexpected {
    /// The name of the experiment.
    pub experiment: String,
    /// The claim's id in its spec.
    pub id: String,
    /// Whether the claim is a control.
    pub control: bool,
    /// The parameters that distinguish the verdict's cell; empty if there is one cell, or if the claim covers all.
    pub cell: String,
    /// Name of the variant that the verdict is about, or of both variants of a pair.
    pub variant: String,
    /// The verdict that the spec expects.
    pub expected: VerdictKind,
    /// The reseeds in which the verdict was not the expected one.
    pub times: Vec<UnexpectedOccurrence>,
}

/// A reseed in which one verdict was not the expected one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UnexpectedOccurrence {
    /// The number of the reseed.
    pub reseed: u64,
    /// The seed of the spec in that reseed.
    pub seed: u64,
    /// The unexpected verdict.
    pub verdict: VerdictKind,
    /// Number of trials on which the verdict rests.
    pub trials: u64,
    /// Estimated number of further replicates that would decide the verdict, if known.
    pub needed: Option<u64>,
}

impl Reseeds {
    /// Adds the verdicts of the reseed with this number; `seed` returns the seed that an experiment had in it.
    pub fn push(
        &mut self,
        number: u64,
        verdicts: &[Verdict],
        failed: u64,
        seed: impl Fn(&str) -> u64,
    ) {
        let unexpected = verdicts.iter().filter(|verdict| !verdict.as_expected);
        let violated = unexpected
            .clone()
            .filter(|verdict| is_violated_theorem(verdict));
        self.reseeds.push(Reseed {
            number,
            verdicts: verdicts.len() as u64,
            unexpected: unexpected.clone().count() as u64,
            theorems_violated: violated.count() as u64,
            failed,
        });
        for verdict in unexpected {
            let siblings = verdicts
                .iter()
                .filter(|other| other.experiment == verdict.experiment);
            let labels = verdicts::cells(siblings);
            let cell = verdict.cell.as_ref().map(|cell| labels.label(cell));
            let time = UnexpectedOccurrence {
                reseed: number,
                seed: seed(&verdict.experiment),
                verdict: verdict.verdict,
                trials: verdict.trials,
                needed: verdict.needed,
            };
            self.note(cell.unwrap_or_default(), verdict, time);
        }
        self.unexpected
            .sort_by(|one, other| one.key().cmp(&other.key()));
    }

    fn note(&mut self, cell: &str, verdict: &Verdict, time: UnexpectedOccurrence) {
        let new = Unexpected {
            experiment: verdict.experiment.clone(),
            id: verdict.id.clone(),
            control: verdict.control_of.is_some(),
            cell: cell.to_owned(),
            variant: verdicts::variant(verdict),
            expected: verdict.expected,
            times: Vec::new(),
        };
        let mut known = self.unexpected.iter();
        let known = known.position(|old| old.key() == new.key());
        let place = known.unwrap_or_else(|| {
            self.unexpected.push(new);
            self.unexpected.len() - 1
        });
        self.unexpected[place].times.push(time);
    }

    /// Whether no theorem was violated, no verdict was unexpected in more than one reseed, and every reseed confirmed the prose.
    pub fn is_stable(&self) -> bool {
        let violated = self.reseeds.iter().any(|one| one.theorems_violated > 0);
        let repeated = self.unexpected.iter().any(|one| one.times.len() > 1);
        !violated && !repeated && self.stale_prose.is_empty()
    }

    /// Number of trials without a result, over all reseeds.
    pub fn failed(&self) -> u64 {
        self.reseeds.iter().map(|one| one.failed).sum()
    }

    /// The tables: one row per reseed, and one per unexpected verdict.
    pub fn tables(&self) -> [Table; 2] {
        let of = self.reseeds.len();
        let unexpected = self.unexpected.iter().map(|one| one.row(of)).collect();
        [
            Table::plain(
                reseed_columns(),
                self.reseeds.iter().map(Reseed::row).collect(),
            ),
            Table::plain(unexpected_columns(), unexpected),
        ]
    }
}

fn is_violated_theorem(verdict: &Verdict) -> bool {
    verdict.control_of.is_none() && verdict.verdict == VerdictKind::Violated
}

fn reseed_columns() -> Vec<TableColumn> {
    let names = [
        "reseed",
        "verdicts",
        "unexpected",
        "theorems violated",
        "failed trials",
    ];
    names.map(TableColumn::right).to_vec()
}

fn unexpected_columns() -> Vec<TableColumn> {
    let words = [
        "experiment",
        "claim",
        "cell",
        "variant",
        "expected",
        "verdicts",
    ];
    let numbers = ["times", "trials", "further replicates"];
    let words = words.map(TableColumn::left_aligned).into_iter();
    words.chain(numbers.map(TableColumn::right)).collect()
}

impl Reseed {
    fn row(&self) -> Vec<TableCell> {
        let counts = [
            self.number,
            self.verdicts,
            self.unexpected,
            self.theorems_violated,
            self.failed,
        ];
        counts.map(TableCell::from).to_vec()
    }
}

impl Unexpected {
    /// Experiment, claim, cell and variant, which identify a verdict across reseeds.
    fn key(&self) -> [&str; 4] {
        [&self.experiment, &self.id, &self.cell, &self.variant]
    }

    fn row(&self, of: usize) -> Vec<TableCell> {
        let trials = self.times.iter().map(|time| time.trials).max();
        let needed = self.times.iter().filter_map(|time| time.needed).max();
        let kind = if self.control { " (control)" } else { "" };
        vec![
            self.experiment.as_str().into(),
            format!("{}{kind}", self.id).into(),
            self.cell.as_str().into(),
            self.variant.as_str().into(),
            self.expected.as_str().into(),
            self.sentence().into(),
            format!("{} of {of}", self.times.len()).into(),
            trials.into(),
            needed.into(),
        ]
    }

    /// Lists each kind of unexpected verdict with its reseeds, for example `inconclusive in 2, 5`.
    fn sentence(&self) -> String {
        let mut reseeds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for time in &self.times {
            let said = reseeds.entry(time.verdict.as_str()).or_default();
            said.push(time.reseed.to_string());
        }
        let words = reseeds
            .iter()
            .map(|(word, of)| format!("{word} in {}", of.join(", ")));
        words.collect::<Vec<_>>().join("; ")
    }
}

const MEANING: &str = "Everything was run again with other seeds, each derived from the seed of its spec and the number of the reseed. The table \
    counts the verdicts that were not as the spec expects. **Further replicates**: the largest estimate of what an undecided verdict lacked. A \
    theorem may never be violated; any other verdict that is unexpected in more than one reseed has too little power, or its expectation was \
    chosen for one seed.";

/// Writes `reseeds.json`, `reseeds.md` and `reseeds.html` into a folder.
///
/// # Errors
/// `Disk` if something cannot be written.
pub fn write_reseeds(reseeds: &Reseeds, folder: &Path, command: &str) -> Result<(), ReportError> {
    write_document(folder, "reseeds", &document(reseeds, command))?;
    let path = folder.join("reseeds.json");
    let json = serde_json::to_string_pretty(reseeds)
        .map_err(|error| ReportError::disk("write", &path, error))?;
    save(&path, &(json + "\n"))
}

fn document(reseeds: &Reseeds, command: &str) -> Document {
    let [counts, unexpected] = reseeds.tables();
    let outcome = match reseeds.is_stable() {
        true => {
            "No theorem was violated, and no verdict was unexpected in more than one of the reseeds."
        }
        false => "**A verdict depends on the seed.**",
    };
    let heading = |text: &str| Block::Heading(2, text.into());
    let blocks = vec![
        Block::paragraph(outcome),
        Block::paragraph(MEANING),
        Block::Table(counts),
        heading("Unexpected in some reseed"),
        Block::Table(unexpected),
        heading("How to make this page again"),
        Block::Code(command.into()),
    ];
    Document {
        title: "Other seeds".into(),
        blocks,
    }
}
