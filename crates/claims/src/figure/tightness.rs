//! Draws how close every cell comes to its limit.

use super::cells::axis;
use super::chart::{Axis, Chart, Mark, Point, Scale, Series, SeriesRole};
use super::controls::about_controls;
use super::extract::ClaimSummary;
use super::labels::{by_label, capitalised, extent};
use super::partition::Partition;
use super::{Builder, Gallery};
use crate::claim::{Closeness, Form, LimitDirection};
use perceptron::documented::documented_unit;
use std::collections::BTreeSet;

documented_unit! {
    name = "tightness";
    /// The largest tightness (observed ÷ limit) of a claim, per cell and variant.
    ///
    /// # Formula
    /// tightness = max observed ÷ limit; for claims about expectations, mean observed ÷ mean limit
    /// # Premise
    /// A claim with an upper limit: surely, in-expectation, with-probability or illustration.
    /// # Source
    /// The verdicts' tightness_max; of a claim about a probability, the largest ratio of a run.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["tightness"]
    /// ```
    pub struct Tightness;
}

impl Builder for Tightness {
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let entries = entries(gallery);
        if entries.is_empty() {
            return Err(NO_LIMIT.to_owned());
        }
        let (x, places, key) = gallery.cells.axis();
        let (x, places) = without_empty(x, places, &entries);
        let controls = gallery.controls(&entries);
        let caption =
            caption(&entries) + about_controls(&controls) + &gallery.about_absent(&entries);
        let mut series = observed(gallery, &entries, (&x, &places, key));
        let level = |label: &str, role, height: f64, own: Vec<&ClaimSummary>| {
            let points = level(&x, &places, &own, height);
            Series::new(label, role, Mark::Line, points)
        };
        series.push(level("limit", SeriesRole::Bound, 1.0, entries.clone()));
        series.extend(controls.iter().map(|control| {
            let own = entries.iter().copied();
            let own = own.filter(|entry| control.concerns(gallery, entry));
            level(
                &control.label,
                SeriesRole::Control,
                control.scale,
                own.collect(),
            )
        }));
        let points = series.iter().flat_map(|series| &series.points);
        let heights: Vec<f64> = points.map(|point| point.y).collect();
        Ok(vec![Chart {
            name: Self::DOC.name.into(),
            title: "Tightness: how much of its limit a setting uses".into(),
            caption,
            y: axis("tightness (observed ÷ limit)", &heights),
            x,
            series,
        }])
    }
}

/// Draws the tightness of every setting at its place. If the axis shows one of several parameters, the others make panels and series.
fn observed(
    gallery: &Gallery,
    entries: &[&ClaimSummary],
    (x, places, key): (&Axis, &[f64], Option<&str>),
) -> Vec<Series> {
    let label = |entry: &ClaimSummary| gallery.label(entry, entries);
    let labels = by_label(entries.iter().map(|entry| (label(entry), ()))).len();
    // Categories name every parameter themselves.
    let partition = key.map(|key| Partition::new(gallery, entries, Some(key), labels));
    let ordered = match &partition {
        Some(partition) => partition.sorted(gallery, entries.to_vec()),
        None => entries.to_vec(),
    };
    let placed = ordered.into_iter().filter_map(|entry| {
        let place = Point::new(places[entry.cell], entry.tightness?);
        let place = place.named(gallery.cells.name(entry.cell));
        let (panel, label) = match &partition {
            Some(partition) => (
                partition.panel(gallery, entry),
                partition.label(gallery, entry, &label(entry)),
            ),
            None => (String::new(), label(entry)),
        };
        Some((panel, (label, place)))
    });
    let panels = by_label(placed);
    let series = panels.into_iter().flat_map(|(panel, own)| {
        by_label(own).into_iter().map(move |(label, points)| {
            let mark = mark(x, &points);
            let series = Series::new(label, SeriesRole::Observed, mark, highest(points));
            series.in_panel(panel.clone())
        })
    });
    series.collect()
}

/// The reason that an empty figure gives if no claim has an upper limit to compare with.
pub(super) const NO_LIMIT: &str =
    "no claim of the spec has an upper limit other than 0 on a run that has both numbers";

/// Returns the summaries of all claims with an upper limit that is not zero, so that observed ÷ limit can be drawn.
pub(super) fn entries<'a>(gallery: &'a Gallery) -> Vec<&'a ClaimSummary> {
    let mut entries = gallery.compared(|form, _| has_upper_limit(form));
    entries.retain(|entry| entry.tightness.is_some());
    entries
}

fn has_upper_limit(form: Form) -> bool {
    form.direction() == LimitDirection::Above && form.closeness() != Closeness::None
}

/// Returns whether points are joined by a line: only on an axis of numbers, and if each position has one point.
fn mark(axis: &Axis, points: &[Point]) -> Mark {
    let single = highest(points.to_vec()).len() == points.len();
    if single && !matches!(axis.scale, Scale::Categories(_)) {
        Mark::LinePoints
    } else {
        Mark::Points
    }
}

/// Returns the highest point at every position, in the order of the axis.
fn highest(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(b.y.total_cmp(&a.y)));
    points.dedup_by_key(|point| point.x);
    points
}

/// Removes the categories of cells that no summary is about.
fn without_empty(
    mut axis: Axis,
    mut places: Vec<f64>,
    entries: &[&ClaimSummary],
) -> (Axis, Vec<f64>) {
    if let Scale::Categories(names) = &mut axis.scale {
        let shown: BTreeSet<usize> = entries.iter().map(|entry| entry.cell).collect();
        *names = shown.iter().map(|&cell| names[cell].clone()).collect();
        for (place, cell) in shown.into_iter().enumerate() {
            places[cell] = place as f64;
        }
    }
    (axis, places)
}

/// Returns the points of a line at this height: at every category of some summaries, or from the first to the last of their places on an axis of
/// numbers.
fn level(axis: &Axis, places: &[f64], entries: &[&ClaimSummary], height: f64) -> Vec<Point> {
    let mut places: Vec<f64> = entries.iter().map(|entry| places[entry.cell]).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    if !matches!(axis.scale, Scale::Categories(_)) && places.len() > 2 {
        places = vec![places[0], places[places.len() - 1]];
    }
    let points = places.into_iter();
    points.map(|place| Point::new(place, height)).collect()
}

fn caption(entries: &[&ClaimSummary]) -> String {
    let extent = extent(entries.iter().map(|entry| (entry.cell, entry.trials)));
    format!(
        "Observed value divided by its limit, without unit: the largest ratio of a setting's runs, for claims about expectations the ratio of \
         the means, and the largest of the settings that share a place. At 1 a limit is reached, above it exceeded. {}.",
        capitalised(&extent)
    )
}
