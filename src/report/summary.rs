//! Sums up verdicts, one line per claim, as the table that the terminal, the report, the index and the README share.

use super::document::{Align, Cell, Column, Table, number};
use claims::judge::Verdict;
use std::collections::{BTreeMap, BTreeSet};

/// What an index says of an experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The experiment's name, its path below `results`.
    pub experiment: String,
    /// Its title.
    pub title: String,
    /// Its prose.
    pub analysis: String,
    /// One row per claim.
    pub rows: Vec<SummaryRow>,
}

impl Summary {
    /// The summary of an experiment's verdicts.
    pub fn new(experiment: &str, title: &str, analysis: &str, verdicts: &[Verdict]) -> Self {
        Self {
            experiment: experiment.into(),
            title: title.into(),
            analysis: analysis.into(),
            rows: summarise(verdicts),
        }
    }
}

/// All verdicts of one claim of one experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct SummaryRow {
    /// Name of the experiment.
    pub experiment: String,
    /// The claim's id.
    pub id: String,
    /// Whether the claim is built to be wrong.
    pub control: bool,
    /// Number of cells.
    pub cells: usize,
    /// Trials seen, over all cells and variants.
    pub trials: u64,
    /// The tightness of the verdict closest to a violation.
    pub tightness: Option<f64>,
    /// The word on which all verdicts agree, or how many say what: `mixed: 3 holds, 1 vacuous`.
    pub verdict: String,
    /// The expected word.
    pub expected: String,
    /// Whether every verdict is the expected one.
    pub as_expected: bool,
}

/// One row per claim of an experiment, in the order in which they first appear.
pub fn summarise(verdicts: &[Verdict]) -> Vec<SummaryRow> {
    let mut groups: Vec<Vec<&Verdict>> = Vec::new();
    let mut known = BTreeMap::new();
    for verdict in verdicts {
        let group = *known
            .entry((&verdict.experiment, &verdict.id))
            .or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(verdict);
    }
    groups.iter().map(|group| row(group)).collect()
}

fn row(verdicts: &[&Verdict]) -> SummaryRow {
    let first = verdicts[0];
    // Below a lower bound, the smallest ratio is the closest to a violation.
    let worst = if first.form == "lower-bound" {
        f64::min
    } else {
        f64::max
    };
    SummaryRow {
        experiment: first.experiment.clone(),
        id: first.id.clone(),
        control: first.control_of.is_some(),
        cells: verdicts
            .iter()
            .map(|verdict| serde_json::json!(verdict.cell).to_string())
            .collect::<BTreeSet<_>>()
            .len(),
        trials: verdicts.iter().map(|verdict| verdict.trials).sum(),
        tightness: verdicts
            .iter()
            .filter_map(|verdict| verdict.tightness_max)
            .reduce(worst),
        verdict: agreed(verdicts.iter().map(|verdict| verdict.verdict.word())),
        expected: agreed(verdicts.iter().map(|verdict| verdict.expected.word())),
        as_expected: verdicts.iter().all(|verdict| verdict.as_expected),
    }
}

fn agreed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    words.for_each(|word| *counts.entry(word).or_default() += 1);
    if counts.len() == 1 {
        return counts.into_keys().collect();
    }
    let parts: Vec<String> = counts
        .iter()
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    format!("mixed: {}", parts.join(", "))
}

/// The rows as a table: experiment, claim, cells, trials, worst tightness, verdict, expected.
pub fn table(rows: &[SummaryRow]) -> Table {
    let columns = vec![
        Column::left("experiment"),
        Column::left("claim"),
        Column::right("cells"),
        Column::right("trials"),
        Column::right("worst tightness"),
        Column::left("verdict"),
        Column::left("expected"),
    ];
    Table {
        caption: String::new(),
        columns,
        rows: rows.iter().map(cells).collect(),
    }
}

/// One row per experiment: how many claims and controls it has, and whether all verdicts are the expected ones; `reports` is the folder the
/// reports are in, as seen from the page.
pub fn overview(summaries: &[Summary], reports: &str) -> Table {
    let columns = vec![
        Column::left("experiment"),
        Column::left("title"),
        Column::right("claims"),
        Column::right("controls"),
        Column::left("verdicts"),
    ];
    let row = |summary: &Summary| {
        let controls = summary.rows.iter().filter(|row| row.control).count();
        let unexpected = summary.rows.iter().filter(|row| !row.as_expected).count();
        let word = if unexpected == 0 {
            "as expected".to_owned()
        } else {
            format!("{unexpected} unexpected")
        };
        vec![
            Cell::Link {
                text: summary.experiment.clone(),
                href: format!("{reports}/{}/report.md", summary.experiment),
            },
            summary.title.as_str().into(),
            ((summary.rows.len() - controls) as u64).into(),
            (controls as u64).into(),
            Cell::Verdict {
                word,
                as_expected: unexpected == 0,
            },
        ]
    };
    Table {
        caption: String::new(),
        columns,
        rows: summaries.iter().map(row).collect(),
    }
}

fn cells(row: &SummaryRow) -> Vec<Cell> {
    let control = if row.control { " (control)" } else { "" };
    vec![
        row.experiment.as_str().into(),
        format!("{}{control}", row.id).into(),
        (row.cells as u64).into(),
        row.trials.into(),
        row.tightness.into(),
        Cell::Verdict {
            word: row.verdict.clone(),
            as_expected: row.as_expected,
        },
        row.expected.as_str().into(),
    ]
}

/// A table in aligned columns for the terminal, one line per row below a line of names.
pub fn text(table: &Table) -> String {
    let names = table
        .columns
        .iter()
        .map(|column| column.name.clone())
        .collect();
    let lines: Vec<Vec<String>> = std::iter::once(names)
        .chain(table.rows.iter().map(|row| row.iter().map(plain).collect()))
        .collect();
    let width = |column: usize| {
        lines
            .iter()
            .filter_map(|line| line.get(column))
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let padded = |(text, (column, width)): (&String, (&Column, &usize))| match column.align {
        Align::Left => format!("{text:<width$}"),
        Align::Right => format!("{text:>width$}"),
    };
    let joined = |line: &Vec<String>| {
        line.iter()
            .zip(table.columns.iter().zip(&widths))
            .map(padded)
            .collect::<Vec<_>>()
            .join("  ")
    };
    lines
        .iter()
        .map(|line| joined(line).trim_end().to_owned() + "\n")
        .collect()
}

fn plain(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) | Cell::Code(text) | Cell::Link { text, .. } => text.clone(),
        Cell::Number(value) => number(*value),
        Cell::Verdict {
            word,
            as_expected: true,
        } => word.clone(),
        Cell::Verdict {
            word,
            as_expected: false,
        } => format!("{word} ✗ unexpected"),
        Cell::Empty => String::new(),
    }
}
