//! Chooses by which swept parameters a figure is split into series and small panels, so that every swept value can be read, and names the settings
//! that a figure cannot show.

use super::Gallery;
use super::extract::ClaimSummary;
use super::labels::with;
use std::collections::BTreeSet;

/// Largest number of values of a parameter that are told apart by series; and (next constant) by panels.
const MOST_SERIES: usize = 6;
const MOST_PANELS: usize = 9;

/// Largest number of characters of a value that is written as a label.
const LONGEST: usize = 16;

/// Largest number of settings that a caption names.
const MOST_NAMED: usize = 6;

/// The parameters by which the summaries of a figure are split.
pub(super) struct Partition {
    /// The parameter of the panels, if there are several panels.
    panels: Option<String>,
    /// The parameter of the series, if labels do not do.
    series: Option<String>,
    /// Whether the value of that parameter is the whole label, because all series have the same one.
    is_single: bool,
}

impl Partition {
    /// Splits summaries by the parameters that differ between them, apart from the one along the axis. Of two, the one with fewer values makes the
    /// panels; `labels` is the number of series without the split.
    pub(super) fn new(
        gallery: &Gallery,
        entries: &[&ClaimSummary],
        along: Option<&str>,
        labels: usize,
    ) -> Self {
        let count = |key: &String| {
            let values = entries
                .iter()
                .map(|entry| gallery.cells.value(entry.cell, key));
            values.collect::<BTreeSet<_>>().len()
        };
        let is_short = |key: &&String| {
            let mut values = entries.iter();
            values.all(|entry| {
                let value = gallery.cells.value(entry.cell, key).unwrap_or_default();
                value.chars().count() <= LONGEST
            })
        };
        let keys = gallery.cells.varying().iter();
        let keys = keys
            .filter(|key| along != Some(key.as_str()))
            .filter(is_short);
        let mut keys: Vec<(usize, &String)> = keys
            .map(|key| (count(key), key))
            .filter(|(values, _)| *values > 1)
            .collect();
        keys.sort_by_key(|(values, _)| *values);
        let fits = |(values, _): &&(usize, &String)| values * labels <= MOST_SERIES;
        let series = keys.iter().rev().find(fits).map(|(_, key)| (*key).clone());
        let panels = keys
            .iter()
            .find(|(values, key)| *values <= MOST_PANELS && series.as_ref() != Some(*key));
        Self {
            panels: panels.map(|(_, key)| (*key).clone()),
            series,
            is_single: labels == 1,
        }
    }

    /// Returns summaries in the order of their panels, then of their series, where these are numbers; otherwise the order stays.
    pub(super) fn sorted<'a>(
        &self,
        gallery: &Gallery,
        mut entries: Vec<&'a ClaimSummary>,
    ) -> Vec<&'a ClaimSummary> {
        let keys = self.series.iter().chain(&self.panels);
        for key in keys {
            let number = |entry: &&ClaimSummary| gallery.cells.number(entry.cell, key);
            entries.sort_by(|a, b| {
                let (a, b) = (number(a).unwrap_or(0.0), number(b).unwrap_or(0.0));
                a.total_cmp(&b)
            });
        }
        entries
    }

    /// Returns the name of the panel of a summary; empty if there is one panel.
    pub(super) fn panel(&self, gallery: &Gallery, entry: &ClaimSummary) -> String {
        let keys: Vec<&String> = self.panels.iter().collect();
        gallery.cells.phrases(entry.cell, &keys)
    }

    /// Returns a label together with the value that distinguishes the series.
    pub(super) fn label(&self, gallery: &Gallery, entry: &ClaimSummary, label: &str) -> String {
        let keys: Vec<&String> = self.series.iter().collect();
        match gallery.cells.phrases(entry.cell, &keys) {
            value if self.is_single && !value.is_empty() => value,
            value => with(label, &value),
        }
    }
}

impl Gallery<'_> {
    /// Returns the sentence of a caption that names the settings of the summaries' claims that have no mark at all; empty if all settings have one.
    pub(super) fn about_absent(&self, entries: &[&ClaimSummary]) -> String {
        let shown: BTreeSet<usize> = entries.iter().map(|entry| entry.cell).collect();
        let claims: BTreeSet<usize> = entries.iter().map(|entry| entry.claim).collect();
        let cells = claims
            .iter()
            .flat_map(|&claim| &self.judge_spec.claims[claim].cells);
        let absent: BTreeSet<usize> = cells
            .copied()
            .filter(|cell| !shown.contains(cell))
            .collect();
        if absent.is_empty() {
            return String::new();
        }
        let named: Vec<&str> = absent.iter().map(|&cell| self.cells.name(cell)).collect();
        let more = match named.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let named = named[..named.len().min(MOST_NAMED)].join("; ");
        format!(
            " Settings without a mark: {named}{more}; there no run meets the premise of a claim, or its numbers cannot be drawn."
        )
    }
}
