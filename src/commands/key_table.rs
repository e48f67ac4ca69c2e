//! Prints the keys of a documented item.

use crate::report;
use perceptron::documented::Documentation;

/// Formats the keys of a documented item, such as a claim, and their meanings in two columns.
pub(super) fn keys(doc: &Documentation, indent: &str) -> String {
    let words = |about: &str| about.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = |(key, about): (&str, &str)| vec![format!("{indent}{key}"), words(about)];
    let lines: Vec<Vec<String>> = doc.written_keys().map(line).collect();
    report::aligned(&lines, &[])
}
