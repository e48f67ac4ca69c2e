//! Groups what is drawn under labels, and words titles and captions.

use super::chart::Point;
use std::collections::BTreeSet;

/// Items with the same label together, labels in the order of their first appearance.
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

/// The lines as they are, or a single one without a label if all of `curves` have a line and it is the same.
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

/// A name, qualified by a label if there is one.
pub(super) fn with(name: &str, label: &str) -> String {
    [name, label]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// The number of trials and of different cells, from a cell and a number of trials each, in words that need no explanation: `200 runs in 4 settings`.
pub(super) fn extent(entries: impl Iterator<Item = (usize, usize)>) -> String {
    let (cells, trials): (BTreeSet<usize>, Vec<usize>) = entries.unzip();
    let plural =
        |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    format!(
        "{} in {}",
        plural(trials.iter().sum(), "run"),
        plural(cells.len(), "setting")
    )
}

/// What a caption says of the lines of controls, if there are any.
pub(super) fn about_controls(controls: &[(String, f64)]) -> &'static str {
    if controls.is_empty() {
        ""
    } else {
        " A control is a limit made wrong on purpose, and must be crossed; it may speak of some settings and learners only, although its line runs through all."
    }
}

/// Words as they begin a title or a sentence.
pub(super) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}
