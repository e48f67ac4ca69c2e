//! Draws counts against their limits, with the line that no count may cross.

use super::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use super::controls::{ControlLine, about_controls};
use super::extract::ClaimSummary;
use super::labels::{by_label, capitalised, extent};
use super::limit_order::LimitOrder;
use super::partition::Partition;
use super::{Builder, Gallery};
use perceptron::documented::documented_unit;

documented_unit! {
    name = "mistakes-against-bound";
    /// For every cell and variant, the median count with its 5 % and 95 % quantiles against the limit, and the run that comes closest to its limit.
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

/// Largest ratio of the largest to the smallest limit of a cell's trials that a figure treats as one limit.
const SAME_LIMIT: f64 = 1.2;

impl Builder for MistakesAgainstBound {
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let mut entries = gallery.counts();
        // A conjecture may have limits below 0, which a logarithmic axis cannot show.
        entries.retain(|entry| entry.limits[0] >= 0.0);
        entries.sort_by(|a, b| a.limit.total_cmp(&b.limit));
        if entries.is_empty() {
            return Err(NO_LIMIT.to_owned());
        }
        let (column, controls) = (gallery.columns(&entries), gallery.controls(&entries));
        let series = observed(gallery, &entries)
            .into_iter()
            .chain(lines(gallery, &entries, &controls));
        Ok(vec![Chart {
            name: Self::DOC.name.into(),
            title: format!("{} against the limit", capitalised(&column)),
            caption: caption(&entries)
                + &LimitOrder::about(gallery, &entries)
                + about_controls(&controls)
                + &gallery.about_absent(&entries),
            x: Axis::log(format!("limit on the {column}")),
            y: Axis::log(column),
            series: series.collect(),
        }])
    }
}

/// Draws two series per label and panel: medians with their spread, and the runs closest to their limits if these are other points.
fn observed(gallery: &Gallery, entries: &[&ClaimSummary]) -> Vec<Series> {
    let ordered = in_order(gallery, entries);
    let label = |entry: &ClaimSummary| gallery.label(entry, entries);
    let labels = by_label(ordered.iter().map(|entry| (label(entry), ()))).len();
    let along = LimitOrder::along_limits(gallery, entries);
    let along = along.as_ref().map(|order| order.key.as_str());
    let partition = Partition::new(gallery, entries, along, labels);
    let ordered = partition.sorted(gallery, ordered).into_iter();
    let named = ordered.map(|entry| {
        let label = partition.label(gallery, entry, &label(entry));
        (partition.panel(gallery, entry), (label, entry))
    });
    let mut is_named = false;
    let mut series = Vec::new();
    for (panel, own) in by_label(named) {
        for (label, own) in by_label(own) {
            let points = own.iter().map(|entry| median(gallery, entry)).collect();
            let medians = Series::new(label, SeriesRole::Observed, Mark::Points, points);
            series.push(medians.in_panel(&panel));
            let apart = own.iter().filter(|entry| differs(entry));
            let points: Vec<Point> = apart.map(|entry| closest(gallery, entry)).collect();
            if points.is_empty() {
                continue;
            }
            let label = if is_named { "" } else { "open: closest run" };
            is_named = true;
            let runs = Series::new(label, SeriesRole::Observed, Mark::OpenPoints, points);
            series.push(runs.in_panel(&panel));
        }
    }
    series
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

/// Whether the runs of a cell differ in their count or in their limit, so that the closest one is a point of its own.
fn differs(entry: &ClaimSummary) -> bool {
    entry.observed[0] < entry.observed[4] || entry.limits[0] < entry.limits[4]
}

/// The run with the largest observed ÷ limit, at (limit, count).
fn closest(gallery: &Gallery, entry: &ClaimSummary) -> Point {
    let run = format!("{}, run {}", gallery.cells.name(entry.cell), entry.closest);
    Point::new(entry.tightest.0, entry.tightest.1).named(run)
}

/// The median count at the median limit, with a bar from the 5 % to the 95 % quantile of the count.
fn median(gallery: &Gallery, entry: &ClaimSummary) -> Point {
    let [lower, upper] = entry.middle;
    let (limit, count) = (entry.limits[2], entry.observed[2]);
    let point = match lower < upper {
        true => Point::interval(limit, count, lower, upper),
        false => Point::new(limit, count),
    };
    point.named(gallery.cells.name(entry.cell))
}

/// Whether all runs of a cell have about the same limit.
pub(super) fn has_one_limit(entry: &ClaimSummary) -> bool {
    entry.limits[4] <= SAME_LIMIT * entry.limits[0]
}

/// Draws the bound y = x through all summaries and, for each control, the line y = factor·x through those that it is about.
fn lines(gallery: &Gallery, entries: &[&ClaimSummary], controls: &[ControlLine]) -> Vec<Series> {
    let line = |label: &str, role, scale: f64, own: Vec<&ClaimSummary>| {
        let points = ends(&own)?.map(|limit| Point::new(limit, scale * limit));
        Some(Series::new(label, role, Mark::Line, points.to_vec()))
    };
    let bound = line("limit", SeriesRole::Bound, 1.0, entries.to_vec());
    let controls = controls.iter().filter_map(|control| {
        let own = entries.iter().copied();
        let own = own.filter(|entry| control.concerns(gallery, entry));
        line(
            &control.label,
            SeriesRole::Control,
            control.scale,
            own.collect(),
        )
    });
    bound.into_iter().chain(controls).collect()
}

/// The smallest and the largest limit of the marks of some summaries, a little apart if all are equal, so that a line has some length.
fn ends(entries: &[&ClaimSummary]) -> Option<[f64; 2]> {
    let limits = || {
        entries
            .iter()
            .flat_map(|entry| [entry.limits[2], entry.tightest.0])
    };
    let ends = [limits().reduce(f64::min)?, limits().reduce(f64::max)?];
    Some(match ends[1] > SAME_LIMIT * ends[0] {
        true => ends,
        false => [ends[0] / SAME_LIMIT, ends[1] * SAME_LIMIT],
    })
}

fn caption(entries: &[&ClaimSummary]) -> String {
    let extent = extent(entries.iter().map(|entry| (entry.cell, entry.trials)));
    let marks = if entries.iter().any(|entry| differs(entry)) {
        "Every filled marker is the median count of a setting's runs at their median limit, with a bar from the 5 % to the 95 % quantile of the \
         count; the open marker is the run that came closest to its own limit"
    } else {
        "Every marker is the count of a setting, the same in all its runs, at its limit"
    };
    format!(
        "{marks}. The claim holds if no marker lies above the dashed line. Counts without unit, both axes logarithmic; {extent}."
    )
}
