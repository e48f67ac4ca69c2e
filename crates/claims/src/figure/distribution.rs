//! Draws the quartiles of the counts of every cell, with their limits.

use super::cells::axis;
use super::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use super::extract::ClaimSummary;
use super::labels::{by_label, distinct, extent, with};
use super::{Builder, Gallery};
use perceptron::documented::documented_unit;
use std::collections::BTreeSet;

documented_unit! {
    name = "distribution";
    /// The quartiles of a count over the trials of a cell, per variant, with the median limit.
    ///
    /// # Formula
    /// least, first quartile, median, third quartile and largest count of the trials
    /// # Premise
    /// A claim of form surely that limits mistakes, margin mistakes or updates.
    /// # Source
    /// Quantiles of type 7 of Hyndman and Fan.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["distribution"]
    /// ```
    pub struct Distribution;
}

/// The reason that an empty figure gives if no claim limits a count on every run.
pub(super) const NO_COUNTS: &str = "no claim of the spec limits mistakes, margin mistakes or updates on every run, the counts that it shows";

/// Largest number of cells whose box plots can be read side by side.
const MOST_CELLS: usize = 20;

impl Builder for Distribution {
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let all = gallery.counts();
        let shown = evenly(all.iter().map(|entry| entry.cell).collect(), MOST_CELLS);
        let placed = |entry: &&ClaimSummary| {
            shown
                .iter()
                .position(|cell| *cell == entry.cell)
                .map(|place| place as f64)
        };
        let entries: Vec<(f64, &ClaimSummary)> = all
            .iter()
            .filter_map(|entry| Some((placed(entry)?, *entry)))
            .collect();
        let series: Vec<Series> = boxes(gallery, &entries, &all)
            .into_iter()
            .chain(limits(gallery, &entries))
            .collect();
        let heights: Vec<f64> = series
            .iter()
            .flat_map(|series| &series.points)
            .flat_map(Point::heights)
            .collect();
        let column = gallery.columns(&all);
        if entries.is_empty() {
            return Err(NO_COUNTS.to_owned());
        }
        Ok(vec![Chart {
            name: Self::DOC.name.into(),
            title: format!("Distribution of the {column}"),
            caption: caption(&all, shown.len()),
            x: Axis::categories(
                if shown.len() == 1 { "" } else { "setting" },
                shown
                    .iter()
                    .map(|cell| match shown.len() {
                        1 => String::new(),
                        _ => gallery.cells.name(*cell).to_owned(),
                    })
                    .collect(),
            ),
            y: axis(column, &heights),
            series,
        }])
    }
}

/// Chooses at most `most` of these cell indices, evenly spaced, including the first and the last.
pub(super) fn evenly(cells: BTreeSet<usize>, most: usize) -> Vec<usize> {
    let cells: Vec<usize> = cells.into_iter().collect();
    let (last, steps) = (
        cells.len().saturating_sub(1),
        most.min(cells.len()).saturating_sub(1).max(1),
    );
    let chosen: BTreeSet<usize> = (0..=steps).map(|step| step * last / steps).collect();
    chosen
        .into_iter()
        .filter_map(|index| cells.get(index).copied())
        .collect()
}

/// Draws one box plot per variant, count and cell, even if several claims limit the same count. `entries` are the summaries to draw with their
/// positions on the x axis, `all` those of the whole experiment.
fn boxes(
    gallery: &Gallery,
    entries: &[(f64, &ClaimSummary)],
    all: &[&ClaimSummary],
) -> Vec<Series> {
    let single = all
        .iter()
        .all(|entry| gallery.column(entry) == gallery.column(all[0]));
    let label = |entry: &ClaimSummary| match entry.variant.as_str() {
        "" => gallery.column(entry),
        variant if single => variant.to_owned(),
        variant => with(variant, &gallery.column(entry)),
    };
    let labelled = by_label(entries.iter().map(|(place, entry)| {
        let setting = gallery.cells.name(entry.cell);
        let point = Point::quartiles(*place, entry.observed);
        (label(entry), point.named(setting))
    }));
    let series = labelled.into_iter().map(|(label, mut points)| {
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        points.dedup_by_key(|point| point.x.to_bits());
        Series::new(label, SeriesRole::Observed, Mark::Points, points)
    });
    series.collect()
}

/// Draws, for every claim, the median limit at each cell's position; variants with equal limits share a series, and one is enough if
/// all limits of a cell are equal.
fn limits(gallery: &Gallery, entries: &[(f64, &ClaimSummary)]) -> Vec<Series> {
    let mut bound: Vec<(f64, f64)> = entries
        .iter()
        .map(|(place, entry)| (*place, entry.limits[2]))
        .collect();
    bound.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    bound.dedup();
    if bound.windows(2).all(|pair| pair[0].0 < pair[1].0) {
        let points = bound
            .into_iter()
            .map(|(place, limit)| Point::new(place, limit));
        let points = points.collect();
        return vec![Series::new(
            "bound",
            SeriesRole::Bound,
            Mark::Points,
            points,
        )];
    }
    let variants = by_label(entries.iter().map(|(_, entry)| (entry.variant.clone(), ()))).len();
    let by_claim = by_label(
        entries
            .iter()
            .map(|(place, entry)| (gallery.claim(entry).id.clone(), (*place, *entry))),
    );
    let lines = by_claim.into_iter().flat_map(|(id, entries)| {
        let points = entries
            .into_iter()
            .map(|(place, entry)| (entry.variant.clone(), Point::new(place, entry.limits[2])));
        distinct(by_label(points), variants)
            .into_iter()
            .map(move |(variant, points)| (with(&format!("limit of {id}"), &variant), points))
    });
    lines
        .map(|(label, points)| Series::new(label, SeriesRole::Bound, Mark::Points, points))
        .collect()
}

fn caption(entries: &[&ClaimSummary], shown: usize) -> String {
    let extent = extent(entries.iter().map(|entry| (entry.cell, entry.trials)));
    let cells = entries
        .iter()
        .map(|entry| entry.cell)
        .collect::<BTreeSet<_>>()
        .len();
    let sample = if shown < cells {
        format!(" {shown} of them are shown, evenly spaced.")
    } else {
        String::new()
    };
    format!(
        "Boxes reach from the first to the third quartile of the counts of a setting's runs, with the median in them and whiskers to the least \
         and the largest; dashed strokes are the median limits. Counts without unit; {extent}.{sample}"
    )
}
