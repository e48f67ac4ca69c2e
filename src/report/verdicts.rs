//! Prints single verdicts: the table of all cells, the trials that did not count, the witnesses, and the methods.

use super::document::{Block, Inline, Table, TableCell, TableColumn};
use claims::claim::{Form, VerdictKind};
use claims::figure::Cells;
use claims::judge::Verdict;
use claims::numbers::{counted, number};
use claims::stats::AlphaLedger;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Computes short names for the cells that some verdicts are about.
pub(super) fn cells<'a>(verdicts: impl IntoIterator<Item = &'a Verdict>) -> Cells {
    let mut seen = BTreeSet::new();
    let verdicts = verdicts.into_iter();
    let all = verdicts.filter_map(|verdict| verdict.cell.as_ref());
    Cells::new(
        all.filter(|cell| seen.insert(serde_json::json!(cell).to_string()))
            .cloned()
            .collect(),
    )
}

/// Names the variant that a verdict is about, or both of a pair; empty if no learner runs.
pub(super) fn variant(verdict: &Verdict) -> String {
    match &verdict.variant {
        Value::String(name) => name.clone(),
        Value::Array(names) => names
            .iter()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(" and "),
        _ => String::new(),
    }
}

/// Says which variants have identical runs, and in how many cells; `None` if all differ.
pub(super) fn same_runs(verdicts: &[Verdict]) -> Option<Block> {
    let mut pairs: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
    let mut all = BTreeSet::new();
    for verdict in verdicts.iter().filter(|verdict| verdict.cell.is_some()) {
        let cell = serde_json::json!(verdict.cell).to_string();
        all.insert(cell.clone());
        if let (Some(first), Some(name)) = (&verdict.same_runs_as, verdict.variant.as_str()) {
            pairs.entry((name, first)).or_default().insert(cell);
        }
    }
    let places = |cells: usize| match (cells, all.len()) {
        (_, 1) => String::new(),
        (cells, all) if cells == all => format!(" in all {all} settings"),
        (cells, all) => format!(" in {cells} of {all} settings"),
    };
    let said: Vec<String> = pairs
        .iter()
        .map(|((name, first), cells)| format!("those of {name} and {first}{}", places(cells.len())))
        .collect();
    let said = match said.as_slice() {
        [] => return None,
        said => said.join(", "),
    };
    Some(Block::paragraph(&format!(
        "Runs that are equal in every count and in every number that a claim reads are counted once: {said}."
    )))
}

/// Text on a page that explains the terms of the tables of verdicts for new readers.
pub(super) const WORDS: &str = "A **cell** is one setting of the parameters, a **variant** one learner, a **trial** one run. The **tightness** of a claim about every run is the \
    largest of what was observed divided by its limit, run by run; of a claim about a mean, the estimate divided by the limit; of a claim about a probability, the \
    share of the runs beyond the limit divided by the allowed probability. At 1 the \
    limit is reached. **limit** is the smallest of a cell, so that the largest observed value may belong to another run. **holds**: the numbers agree; **violated**: they refute the claim; **inconclusive**: too few \
    runs to tell; **vacuous**: the limit allows anything at this size; **inapplicable**: no run met the premise; a trend is **shown** or **not-shown**.";

const NUMBERS: [&str; 11] = [
    "trials",
    "applicable",
    "inapplicable",
    "failed",
    "undecided",
    "observed max",
    "observed mean",
    "limit",
    "tightness",
    "refuted below",
    "power",
];

/// Largest number of verdicts that a page lists; `verdicts.json` has all.
const MOST: usize = 100;

/// The verdicts that a page lists, in order: all, or if there are too many, the unexpected ones and, for every claim, those closest to its limit.
pub(super) fn listed(verdicts: &[Verdict]) -> Vec<&Verdict> {
    if verdicts.len() <= MOST {
        return verdicts.iter().collect();
    }
    let mut claims: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, verdict) in verdicts.iter().enumerate() {
        claims.entry(&verdict.id).or_default().push(place);
    }
    let share = (MOST / claims.len()).max(1);
    let mut kept: BTreeSet<usize> = (0..verdicts.len())
        .filter(|place| !verdicts[*place].as_expected)
        .take(MOST)
        .collect();
    for mut own in claims.into_values() {
        own.sort_by(|one, other| nearness(&verdicts[*other]).total_cmp(&nearness(&verdicts[*one])));
        kept.extend(own.into_iter().take(share));
    }
    kept.into_iter().map(|place| &verdicts[place]).collect()
}

/// How close a verdict is to a violation, as −|log(observed ÷ limit)|; larger is closer.
fn nearness(verdict: &Verdict) -> f64 {
    let ratio = verdict.tightness_max.filter(|ratio| *ratio > 0.0);
    ratio.map_or(f64::NEG_INFINITY, |ratio| -libm::log(ratio).abs())
}

/// Table with one row per verdict in `listed`, with all its numbers. Cells are named as they are distinguished among `all` verdicts.
pub(super) fn table(listed: &[&Verdict], all: &[Verdict]) -> Table {
    let cells = cells(all);
    let words = ["claim", "cell", "variant", "ties", "test_ties"].map(TableColumn::left_aligned);
    let numbers = NUMBERS.map(TableColumn::right);
    let decision = [
        "interval",
        "alpha",
        "method",
        "verdict",
        "expected",
        "closest trial (for `perceptron-lab replay`)",
    ]
    .map(TableColumn::left_aligned);
    let caption = "Limits include their scale and are the smallest of a cell; refuted below: the factor on the limit below which (for lower \
                   bounds, above which) the same trials would have refuted the claim; power: for statistical verdicts, how probable the same \
                   verdict is on other samples, estimated from the variance of these trials.";
    Table {
        caption: caption.into(),
        columns: words.into_iter().chain(numbers).chain(decision).collect(),
        rows: listed
            .iter()
            .map(|verdict| {
                [
                    subject(verdict, &cells),
                    numbers_of(verdict),
                    decided(verdict),
                ]
                .concat()
            })
            .collect(),
    }
}

fn subject(verdict: &Verdict, cells: &Cells) -> Vec<TableCell> {
    let label = verdict.cell.as_ref().map(|cell| cells.label(cell));
    vec![
        verdict.id.as_str().into(),
        label.into(),
        variant(verdict).into(),
        verdict.ties.clone().into(),
        verdict.test_ties.clone().into(),
    ]
}

fn numbers_of(verdict: &Verdict) -> Vec<TableCell> {
    let counts = [
        verdict.trials,
        verdict.applicable,
        verdict.inapplicable,
        verdict.failed,
        verdict.undecided,
    ];
    let values = [
        verdict.observed_max,
        verdict.observed_mean,
        verdict.limit_min,
        verdict.tightness_max,
        verdict.refuted_below,
        verdict.power,
    ];
    counts
        .into_iter()
        .map(TableCell::from)
        .chain(values.into_iter().map(TableCell::from))
        .collect()
}

fn decided(verdict: &Verdict) -> Vec<TableCell> {
    let interval = verdict
        .interval
        .map(|[lower, upper]| format!("[{}, {}]", number(lower), number(upper)));
    vec![
        interval.into(),
        verdict.alpha.into(),
        verdict.method.as_str().into(),
        TableCell::Verdict {
            word: verdict.words().into(),
            as_expected: verdict.as_expected,
        },
        match verdict.asks_which {
            true => "none".into(),
            false => verdict.expected.as_str().into(),
        },
        verdict
            .closest
            .clone()
            .map_or(TableCell::Empty, TableCell::Code),
    ]
}

/// List of the first witness of every claim that has one, with the command that repeats that trial.
pub(super) fn witnesses(verdicts: &[Verdict]) -> Vec<Block> {
    let mut claims: BTreeMap<&str, Vec<&Verdict>> = BTreeMap::new();
    for verdict in verdicts.iter().filter(|verdict| verdict.replay.is_some()) {
        claims.entry(&verdict.id).or_default().push(verdict);
    }
    let section = |(id, found): (&str, Vec<&Verdict>)| {
        let others = if found.len() > 1 {
            format!(" ({} more in `verdicts.json`)", found.len() - 1)
        } else {
            String::new()
        };
        let sentence = format!(
            "`{id}` ({}): the trial `{}` shows it{others}.",
            found[0].verdict.as_str(),
            found[0].witness.as_deref()?
        );
        Some([
            Block::paragraph(&sentence),
            Block::Code(found[0].replay.clone()?),
        ])
    };
    let blocks: Vec<Block> = claims.into_iter().filter_map(section).flatten().collect();
    if blocks.is_empty() {
        return blocks;
    }
    let certified = verdicts.iter().any(is_certified);
    let certified = certified.then(|| Block::paragraph(CERTIFIED));
    certified.into_iter().chain(blocks).collect()
}

const CERTIFIED: &str = "Certificates of violated claims about every run, and the smallest samples found \
    that show them, are listed in [witnesses/index.json](witnesses/index.json).";

/// Whether one trial suffices to refute the claim of this verdict, so that the trial can be certified.
fn is_certified(verdict: &Verdict) -> bool {
    verdict.form == Form::Surely && verdict.verdict == VerdictKind::Violated
}

/// Says on how many trials both sides of a claim count as equal because the arithmetic does not tell them apart; `None` if on none.
pub(super) fn equal(verdicts: &[Verdict]) -> Option<Block> {
    let trials: u64 = verdicts.iter().filter_map(|verdict| verdict.equal).sum();
    let within = verdicts.iter().filter_map(|verdict| verdict.equal_within);
    let how = match within.reduce(f64::max)? {
        0.0 => "agree in 1000 bits".to_owned(),
        within => format!(
            "are equal within {} of the larger, as far as rounding tells",
            number(within)
        ),
    };
    Some(Block::paragraph(&format!(
        "On {} observed number and bound {how}, and count as equal.",
        counted(trials, "run")
    )))
}

/// Lists the statistical methods used, and how the error probability α was split before any result was seen.
pub(super) fn methods(
    verdicts: &[Verdict],
    theorems: &AlphaLedger,
    controls: &AlphaLedger,
) -> Vec<Block> {
    let mut methods: BTreeMap<&str, u64> = BTreeMap::new();
    verdicts
        .iter()
        .for_each(|verdict| *methods.entry(&verdict.method).or_default() += 1);
    let items = methods
        .into_iter()
        .map(|(method, count)| Inline::parse(&format!("{method}: {}", counted(count, "verdict"))));
    let surely = format!(
        "A claim about every trial is refuted by one, which needs no α. Where none was seen, the table gives an interval on the probability of a violation by \
         Clopper and Pearson; its α is {} for each verdict separately, no verdict rests on it, and no union bound includes it. Verdicts on means and \
         probabilities rest on the intervals that the table gives for them.",
        number(theorems.total)
    );
    let spent = |is_control: bool| -> f64 {
        verdicts
            .iter()
            .filter(|verdict| verdict.control_of.is_some() == is_control)
            .map(|verdict| verdict.alpha)
            .sum()
    };
    let ledgers = [
        ledger("theorems", theorems, spent(false)),
        ledger("controls", controls, spent(true)),
    ]
    .join(" ")
        + &twice(theorems, controls);
    vec![
        Block::List(items.collect()),
        Block::paragraph(&surely),
        Block::paragraph(&ledgers),
    ]
}

/// Says that α is spent twice, if both theorems and controls have statistical verdicts.
fn twice(theorems: &AlphaLedger, controls: &AlphaLedger) -> String {
    if theorems.verdicts == 0 || controls.verdicts == 0 {
        return String::new();
    }
    let both = number(theorems.total + controls.total);
    format!(
        " So α is spent twice: the probability that a verdict of either family is wrong is at most {both}."
    )
}

/// Describes how α is split over a family of claims, and how much of it the verdicts have spent. Exact enumerations, and verdicts without an
/// applicable trial, spend none.
fn ledger(family: &str, ledger: &AlphaLedger, spent: f64) -> String {
    if ledger.verdicts == 0 {
        return format!("No verdict on {family} is statistical, so none spends α.");
    }
    let (total, count, share) = (
        number(ledger.total),
        counted(ledger.verdicts, "statistical verdict"),
        number(ledger.alpha_share()),
    );
    format!(
        "The error probability α = {total} of all {family} together is split equally over {count}: {share} each; {} is spent.",
        number(spent)
    )
}
