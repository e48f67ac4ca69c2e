//! Draws how often counts occur over the runs of a setting, or differences over pairs of runs on one sample.

use super::bins::Bins;
use super::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use super::extract::ClaimSummary;
use super::labels::capitalised;
use super::{Builder, Gallery};
use crate::claim::{Form, Scope};
use perceptron::documented::documented_unit;

documented_unit! {
    name = "histogram";
    /// How often each count occurs over the runs of a setting, per variant, with the bound; or how often each difference occurs over pairs of runs on one
    /// sample, of a claim that compares two variants.
    ///
    /// # Formula
    /// the share of the runs in each of at most 31 ranges of equal width, whole numbers if the values are
    /// # Premise
    /// One setting and a claim of form surely that limits mistakes, margin mistakes or updates; or a claim that one number of a pair is rarely above the
    /// other.
    /// # Source
    /// The claims of the spec.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["histogram"]
    /// ```
    pub struct Histogram;
}

/// Most pairs and settings that have a chart each, and most series in one chart.
const MOST_CHARTS: usize = 3;
const MOST_SERIES: usize = 4;

/// The reason that an empty figure gives.
const NOTHING: &str = "no claim compares a number of two variants run by run, and no count of one setting is limited on every run";

impl Builder for Histogram {
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let pairs = gallery.compared(|form, _| form == Form::WithProbability);
        let is_pair = |entry: &&ClaimSummary| gallery.claim(entry).statement.scope == Scope::Pair;
        let pairs = pairs.into_iter().filter(is_pair).take(MOST_CHARTS);
        let charts = pairs.filter_map(|entry| differences(gallery, entry));
        let charts: Vec<Chart> = charts.collect();
        match charts.is_empty() {
            false => Ok(charts),
            true => counts(gallery)
                .map(|chart| vec![chart])
                .ok_or_else(|| NOTHING.to_owned()),
        }
    }
}

/// The differences over the pairs of one claim in one setting.
fn differences(gallery: &Gallery, entry: &ClaimSummary) -> Option<Chart> {
    let bins = entry.differences.as_ref()?;
    let level = Series::new(
        "equal",
        SeriesRole::Reference,
        Mark::Line,
        upright(0.0, bins.highest()),
    );
    let observed = Series::new("", SeriesRole::Observed, Mark::Line, outline(bins));
    let (first, second) = entry.variant.split_once(" and ")?;
    let claim = gallery.claim(entry);
    let words = claim.name_on_page().replace('-', " ");
    let columns = claim.statement.observed.reads();
    let column = columns.first().map(|column| column.description())?;
    Some(Chart {
        name: Histogram::DOC.name.into(),
        title: format!("{} on one sample: {first} − {second}", capitalised(&column)),
        caption: format!(
            "The share of {} pairs of runs with each difference; left of the line {first} has less. The claim: {words}.",
            entry.trials
        ),
        x: Axis::linear(format!("{column}, {first} − {second}")),
        y: Axis::linear("share of the pairs"),
        series: vec![observed, level],
    })
}

/// The counts of all variants, if there is one setting.
fn counts(gallery: &Gallery) -> Option<Chart> {
    let entries = gallery.counts();
    let first = *entries.first()?;
    let is_one = |entry: &&&ClaimSummary| entry.cell == first.cell && entry.claim == first.claim;
    let own: Vec<&ClaimSummary> = entries.iter().filter(is_one).copied().collect();
    if gallery.cells.len() > 1 || own.len() > MOST_SERIES {
        return None;
    }
    let bins = own
        .iter()
        .filter_map(|entry| Some((*entry, entry.bins.as_ref()?)));
    let bins: Vec<(&ClaimSummary, &Bins)> = bins.collect();
    let highest = bins
        .iter()
        .map(|(_, bins)| bins.highest())
        .fold(0.0, f64::max);
    let observed = bins.iter().map(|(entry, bins)| {
        Series::new(
            entry.variant.clone(),
            SeriesRole::Observed,
            Mark::Line,
            outline(bins),
        )
    });
    let is_fixed = own
        .iter()
        .all(|entry| [entry.limits[0], entry.limits[4]] == [first.limits[2]; 2]);
    let bound = is_fixed.then(|| {
        let points = upright(first.limits[2], highest);
        Series::new("bound", SeriesRole::Bound, Mark::Line, points)
    });
    let column = gallery.column(first);
    Some(Chart {
        name: Histogram::DOC.name.into(),
        title: format!("How often each number of {column} occurs"),
        caption: format!(
            "{} over {} runs of each learner.",
            capitalised(&column),
            first.trials
        ),
        x: Axis::linear(column),
        y: Axis::linear("share of the runs"),
        series: observed.chain(bound).collect(),
    })
}

/// A line from the axis up to a height.
fn upright(x: f64, height: f64) -> Vec<Point> {
    [0.0, height].map(|y| Point::new(x, y)).to_vec()
}

/// The line around the bars of a histogram.
fn outline(bins: &Bins) -> Vec<Point> {
    let ends = [bins.edge(0), bins.edge(bins.shares.len())];
    let bars = bins.shares.iter().enumerate();
    let bars = bars
        .flat_map(|(place, share)| [0, 1].map(|end| Point::new(bins.edge(place + end), *share)));
    let [start, end] = ends.map(|x| Point::new(x, 0.0));
    std::iter::once(start).chain(bars).chain([end]).collect()
}
