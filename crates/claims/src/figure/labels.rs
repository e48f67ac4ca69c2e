//! Groups the parts of a figure by label, and makes texts for titles and captions.

use super::chart::Point;
use crate::numbers::counted;
use std::collections::BTreeSet;

/// Groups items by label, in the order in which the labels first appear.
pub(super) fn by_label<T>(items: impl IntoIterator<Item = (String, T)>) -> Vec<(String, Vec<T>)> {
    let mut groups: Vec<(String, Vec<T>)> = Vec::new();
    for (label, item) in items {
        match groups.iter_mut().find(|(known, _)| *known == label) {
            Some((_, group)) => group.push(item),
            None => groups.push((label, vec![item])),
        }
    }
    groups
}

/// Returns the labelled lines unchanged, or a single line without a label if all `curves` curves of the figure have a line and all lines are equal.
pub(super) fn distinct(
    lines: Vec<(String, Vec<Point>)>,
    curves: usize,
) -> Vec<(String, Vec<Point>)> {
    let shared = lines.len() == curves && lines.iter().all(|(_, points)| *points == lines[0].1);
    if shared {
        lines
            .into_iter()
            .take(1)
            .map(|(_, points)| (String::new(), points))
            .collect()
    } else {
        lines
    }
}

/// Joins a name and a label by a comma, if neither is empty.
pub(super) fn with(name: &str, label: &str) -> String {
    [name, label]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// The things that a figure draws, in words: one of them, and several.
pub(super) type Noun = [&'static str; 2];

/// Single runs.
pub(super) const RUNS: Noun = ["run", "runs"];

/// Pairs of runs on one sample.
pub(super) const PAIRS: Noun = ["pair of runs", "pairs of runs"];

/// Returns the total number of runs and the number of different cells in words, `200 runs in 4 settings`, given pairs of a cell's index and a
/// number of runs.
pub(super) fn extent(entries: impl Iterator<Item = (usize, usize)>) -> String {
    extent_of(RUNS, entries)
}

/// Like [`extent`], for what the noun names.
pub(super) fn extent_of(noun: Noun, entries: impl Iterator<Item = (usize, usize)>) -> String {
    let (cells, counts): (BTreeSet<usize>, Vec<usize>) = entries.unzip();
    let all: usize = counts.iter().sum();
    let settings = counted(cells.len() as u64, "setting");
    format!("{all} {} in {settings}", noun[usize::from(all != 1)])
}

/// Returns words with an initial capital, for a title or a sentence.
pub(super) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}
