//! Draws how close every cell comes to its limit.

use super::cells::axis;
use super::chart::{Axis, Chart, Mark, Point, Scale, Series, SeriesRole};
use super::extract::ClaimSummary;
use super::labels::{about_controls, by_label, capitalised, extent};
use super::{Builder, Gallery};
use crate::claim::{Closeness, Form, LimitDirection};
use perceptron::documented::documented_unit;

documented_unit! {
    name = "tightness";
    /// The largest tightness (observed ÷ limit) of a claim, per cell and variant.
    ///
    /// # Formula
    /// tightness = max observed ÷ limit; for claims about expectations, mean observed ÷ mean limit
    /// # Premise
    /// A claim with an upper limit: surely, in-expectation, with-probability or illustration.
    /// # Source
    /// The verdicts' tightness_max.
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
        let (x, places) = gallery.cells.axis();
        let labelled = by_label(entries.iter().filter_map(|entry| {
            let place = (places[entry.cell], entry.tightness?);
            Some((gallery.label(entry, &entries), place))
        }));
        let observed = labelled.into_iter().map(|(label, points)| {
            Series::new(
                label,
                SeriesRole::Observed,
                mark(&x, &points),
                highest(points),
            )
        });
        let controls = gallery.controls(&entries);
        let caption = caption(&entries) + about_controls(&controls);
        let controls = controls
            .into_iter()
            .map(|(label, scale)| (label, SeriesRole::Control, scale));
        let ends = ends(
            &x,
            &entries
                .iter()
                .map(|entry| places[entry.cell])
                .collect::<Vec<_>>(),
        );
        let ends = ends.ok_or(NO_LIMIT)?;
        let level = |(label, role, height)| {
            Series::new(
                label,
                role,
                Mark::Line,
                ends.iter().map(|&at| Point::new(at, height)).collect(),
            )
        };
        let series: Vec<Series> = observed
            .chain(
                std::iter::once(("limit".into(), SeriesRole::Bound, 1.0))
                    .chain(controls)
                    .map(level),
            )
            .collect();
        let heights: Vec<f64> = series
            .iter()
            .flat_map(|series| &series.points)
            .map(|point| point.y)
            .collect();
        let title = "Tightness: how much of its limit a setting uses".into();
        Ok(vec![Chart {
            name: Self::DOC.name.into(),
            title,
            caption,
            x,
            y: axis("tightness (observed ÷ limit)", &heights),
            series,
        }])
    }
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

/// Returns whether points (position, height) are joined by a line: only on an axis of numbers, and if each position has one point.
fn mark(axis: &Axis, points: &[(f64, f64)]) -> Mark {
    let single = highest(points.to_vec()).len() == points.len();
    if single && !matches!(axis.scale, Scale::Categories(_)) {
        Mark::LinePoints
    } else {
        Mark::Points
    }
}

/// Returns, of points (position, height), the highest at every position, in the order of the axis.
fn highest(mut points: Vec<(f64, f64)>) -> Vec<Point> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
    points.dedup_by_key(|(place, _)| *place);
    points
        .into_iter()
        .map(|(place, height)| Point::new(place, height))
        .collect()
}

/// Returns the x positions through which a horizontal line is drawn: every category, or the smallest and the largest of `places` on an axis of
/// numbers. `None` if `places` is empty.
fn ends(axis: &Axis, places: &[f64]) -> Option<Vec<f64>> {
    let ends = vec![
        places.iter().copied().reduce(f64::min)?,
        places.iter().copied().reduce(f64::max)?,
    ];
    Some(match &axis.scale {
        Scale::Categories(names) => (0..names.len()).map(|name| name as f64).collect(),
        _ => ends,
    })
}

fn caption(entries: &[&ClaimSummary]) -> String {
    let extent = extent(entries.iter().map(|entry| (entry.cell, entry.trials)));
    format!(
        "Observed value divided by its limit, without unit: the largest ratio of a setting's runs, for claims about expectations the ratio of \
         the means, and the largest of the settings that share a place. At 1 a limit is reached, above it exceeded. {}.",
        capitalised(&extent)
    )
}
