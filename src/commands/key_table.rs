//! Prints the keys of something that is documented.

use crate::report;
use perceptron::documented::Documentation;

/// The keys of something, each with its meaning, in two columns.
pub(super) fn keys(doc: &Documentation, indent: &str) -> String {
    let words = |about: &str| about.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = |(key, about): (&str, &str)| vec![format!("{indent}{key}"), words(about)];
    let lines: Vec<Vec<String>> = doc.written_keys().map(line).collect();
    report::aligned(&lines, &[])
}
