//! Draws counts against their limits, with the line that no count may cross.

use super::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use super::extract::ClaimSummary;
use super::labels::{about_controls, by_label, capitalised, extent};
use super::{Builder, Gallery};
use perceptron::documented::documented_unit;

documented_unit! {
    name = "mistakes-against-bound";
    /// For every cell and variant, the count that comes closest to its limit, against that limit, with the spread of the others.
    ///
    /// # Formula
    /// x = limit, y = observed; the line y = x is the bound, and y = scale·x a control's
    /// # Premise
    /// A claim of form surely that limits mistakes, margin mistakes or updates.
    /// # Source
    /// Every mistake bound of the notes.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["mistakes-against-bound"]
    /// ```
    pub struct MistakesAgainstBound;
}

/// The reason that an empty figure gives if no claim limits a count on every run.
const NO_LIMIT: &str = "no claim of the spec limits mistakes, margin mistakes or updates on every run, or no run has both numbers";

/// Largest number of medians that are drawn; the strokes of more would hide each other.
const MOST_MEDIANS: usize = 60;

/// Largest ratio of the largest to the smallest limit of a cell's trials that a figure treats as one limit.
const SAME_LIMIT: f64 = 1.2;

impl Builder for MistakesAgainstBound {
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let mut entries = gallery.counts();
        // A conjecture may have limits below 0, which a logarithmic axis cannot show.
        entries.retain(|entry| entry.limits[0] >= 0.0);
        entries.sort_by(|a, b| a.limit.total_cmp(&b.limit));
        let (column, controls) = (gallery.columns(&entries), gallery.controls(&entries));
        let labelled = by_label(
            in_order(gallery, &entries)
                .into_iter()
                .map(|entry| (gallery.label(entry, &entries), closest(entry))),
        );
        let observed = labelled
            .into_iter()
            .map(|(label, points)| Series::new(label, SeriesRole::Observed, Mark::Points, points));
        let lines = lines(&entries, &controls).ok_or(NO_LIMIT)?;
        let series = observed.chain(medians(&entries)).chain(lines);
        Ok(vec![Chart {
            name: Self::DOC.name.into(),
            title: format!("{} against the limit", capitalised(&column)),
            caption: caption(&entries) + about_controls(&controls),
            x: Axis::log(format!("limit on the {column}")),
            y: Axis::log(column),
            series: series.collect(),
        }])
    }
}

/// Sorts summaries, which are given in the order of their limits, by claim and variant in the order of the spec.
fn in_order<'a>(gallery: &Gallery, entries: &[&'a ClaimSummary]) -> Vec<&'a ClaimSummary> {
    let mut ordered = entries.to_vec();
    let rank = |entry: &ClaimSummary| {
        gallery
            .claim(entry)
            .variants
            .iter()
            .position(|name| *name == entry.variant)
    };
    ordered.sort_by_key(|entry| (entry.claim, rank(entry)));
    ordered
}

/// Draws the trial with the largest observed ÷ limit at (limit, count), with a bar down to the smallest count if all trials of the cell have about
/// the same limit.
fn closest(entry: &ClaimSummary) -> Point {
    let ((limit, observed), least) = (entry.tightest, entry.observed[0]);
    if least < observed && has_one_limit(entry) {
        Point::interval(limit, observed, least, observed)
    } else {
        Point::new(limit, observed)
    }
}

pub(super) fn has_one_limit(entry: &ClaimSummary) -> bool {
    entry.limits[4] <= SAME_LIMIT * entry.limits[0]
}

/// Draws the point (median limit, median count) of every cell whose counts differ; `None` if there are none or too many.
fn medians(entries: &[&ClaimSummary]) -> Option<Series> {
    let differing = entries
        .iter()
        .filter(|entry| entry.observed[0] < entry.observed[4]);
    let points: Vec<Point> = differing
        .map(|entry| Point::new(entry.limits[2], entry.observed[2]))
        .collect();
    (1..=MOST_MEDIANS)
        .contains(&points.len())
        .then(|| Series::new("median", SeriesRole::Reference, Mark::Points, points))
}

/// Draws the bound y = x and, for each control, the line y = factor·x; `None` if there are no summaries.
fn lines(entries: &[&ClaimSummary], controls: &[(String, f64)]) -> Option<Vec<Series>> {
    let limits = || {
        entries
            .iter()
            .flat_map(|entry| [entry.limits[2], entry.tightest.0])
    };
    let ends = [limits().reduce(f64::min)?, limits().reduce(f64::max)?];
    // If all limits are equal, the line is still given some length.
    let ends = match ends[1] > SAME_LIMIT * ends[0] {
        true => ends,
        false => [ends[0] / SAME_LIMIT, ends[1] * SAME_LIMIT],
    };
    let line = |label: String, role, scale: f64| {
        Series::new(
            label,
            role,
            Mark::Line,
            ends.map(|limit| Point::new(limit, scale * limit)).to_vec(),
        )
    };
    let controls = controls
        .iter()
        .map(|(label, scale)| line(label.clone(), SeriesRole::Control, *scale));
    Some(
        std::iter::once(line("limit".into(), SeriesRole::Bound, 1.0))
            .chain(controls)
            .collect(),
    )
}

fn caption(entries: &[&ClaimSummary]) -> String {
    let extent = extent(entries.iter().map(|entry| (entry.cell, entry.trials)));
    let differ = entries
        .iter()
        .any(|entry| entry.observed[0] < entry.observed[4]);
    let bars = if differ {
        "; a bar reaches down to the least count, and grey strokes mark medians of count and limit"
    } else {
        ""
    };
    let apart = if entries.iter().all(|entry| has_one_limit(entry)) {
        ""
    } else {
        " Settings whose limits differ between runs have no bar."
    };
    format!(
        "Every marker is the run of one setting that came closest to its limit, at that limit{bars}; markers that would hide each other \
         stand side by side.{apart} The claim holds if no \
         marker lies above the dashed line. Counts without unit, both axes logarithmic; {extent}."
    )
}
