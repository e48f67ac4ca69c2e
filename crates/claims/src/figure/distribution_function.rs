//! Draws the distribution functions of counts, with the limit and a band that contains the true distribution functions.

use super::cells::axis;
use super::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use super::distribution::{NO_COUNTS, evenly};
use super::extract::ClaimSummary;
use super::labels::{by_label, with};
use super::mistakes_against_bound::has_one_limit;
use super::{Builder, Gallery, stated_function};
use crate::stats;
use perceptron::documented::documented_unit;

documented_unit! {
    name = "distribution-function";
    /// The proportion of trials with at most k mistakes, for every k, with a band for the true distribution function and the limit as a line; one
    /// figure for each of at most three cells. Of a claim that states a distribution function: this function and those of its controls, and in a second
    /// figure the differences from it.
    ///
    /// # Formula
    /// F(k) = share of the trials of a cell with at most k, ± √(ln(2/0.01)/(2n)) over n trials
    /// # Premise
    /// A claim of form surely that limits mistakes, margin mistakes or updates; where its limits differ between trials, shares of the limit are shown. Or
    /// a claim of form has-distribution.
    /// # Source
    /// Dvoretzky, Kiefer and Wolfowitz (1956), with Massart's constant (1990): the band holds the whole function with probability 99 %.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["distribution-function"]
    /// ```
    pub struct DistributionFunction;
}

/// Largest number of cells for which a figure is drawn.
const MOST_CELLS: usize = 3;

/// Largest number of curves in a figure; the bands of more would hide each other.
const MOST_CURVES: usize = 4;

/// The probability that the band around an empirical distribution function misses the true function somewhere.
const ALPHA: f64 = 0.01;

impl Builder for DistributionFunction {
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let stated = stated_function::charts(gallery, Self::DOC.name, reach);
        match self.of_counts(gallery) {
            Ok(charts) => Ok(charts.into_iter().chain(stated).collect()),
            Err(_) if !stated.is_empty() => Ok(stated),
            Err(why) => Err(why),
        }
    }
}

/// The radius of the band around the empirical distribution function of this many trials.
fn reach(trials: u64) -> f64 {
    stats::distance_sequence::radius(trials, ALPHA)
}

impl DistributionFunction {
    fn of_counts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let all = gallery.counts();
        if all.is_empty() {
            return Err(NO_COUNTS.to_owned());
        }
        let known: Vec<&ClaimSummary> = all
            .into_iter()
            .filter(|entry| !entry.steps.is_empty())
            .collect();
        if known.is_empty() {
            let why = "the outcomes of a complete enumeration differ in their probabilities";
            return Err(why.to_owned());
        }
        let cells = evenly(known.iter().map(|entry| entry.cell).collect(), MOST_CELLS);
        let of = |cell: usize| -> Vec<&ClaimSummary> {
            let own = known.iter().filter(|entry| entry.cell == cell);
            own.copied().collect()
        };
        let charts = cells.into_iter().enumerate();
        Ok(charts
            .map(|(index, cell)| chart(gallery, index, cell, &of(cell)))
            .collect())
    }
}

fn chart(gallery: &Gallery, index: usize, cell: usize, entries: &[&ClaimSummary]) -> Chart {
    let shares = !entries.iter().all(|entry| has_one_limit(entry));
    let columns = gallery.columns(entries);
    let curves = by_label(
        entries
            .iter()
            .map(|entry| (label(gallery, entry, entries), *entry)),
    );
    let shown = curves.iter().take(MOST_CURVES);
    let limits = limits(gallery, entries, shares);
    let curves: Vec<Series> = shown
        .map(|(label, own)| curve(label, own[0], shares))
        .collect();
    let places: Vec<f64> = curves
        .iter()
        .chain(&limits)
        .flat_map(|one| &one.points)
        .map(|at| at.x)
        .collect();
    let quantity = if shares {
        format!("{columns} ÷ limit")
    } else {
        columns
    };
    let name = DistributionFunction::DOC.name;
    let trials = entries.iter().map(|entry| entry.trials).max().unwrap_or(0);
    Chart {
        name: match index {
            0 => name.to_owned(),
            _ => format!("{name}-{}", index + 1),
        },
        title: format!(
            "Distribution of the {quantity}: {}",
            gallery.cells.name(cell)
        ),
        caption: caption(&quantity, trials, entries[0].complete),
        x: axis(quantity, &places),
        y: Axis::linear("share of runs with at most this many"),
        series: curves.into_iter().chain(limits).collect(),
    }
}

/// Returns the legend entry of a claim's curve: its variant, with the observed count if the curves show several counts.
fn label(gallery: &Gallery, entry: &ClaimSummary, among: &[&ClaimSummary]) -> String {
    let column = gallery.column(entry);
    let is_single = among.iter().all(|other| gallery.column(other) == column);
    match is_single && !entry.variant.is_empty() {
        true => entry.variant.clone(),
        false => with(&entry.variant, &column),
    }
}

/// Draws an empirical distribution function, of observed ÷ limit if `shares`, with the band around it. A complete enumeration has no band, because
/// its function is the true one.
fn curve(label: &str, entry: &ClaimSummary, shares: bool) -> Series {
    let steps = if shares {
        &entry.share_steps
    } else {
        &entry.steps
    };
    let reach = match entry.complete {
        true => 0.0,
        false => reach(entry.trials as u64),
    };
    let at = |x: f64, share: f64| {
        let (lower, upper) = ((share - reach).max(0.0), (share + reach).min(1.0));
        Point::interval(x, share, lower, upper)
    };
    let before = std::iter::once(0.0).chain(steps.iter().map(|(_, share)| *share));
    let points = steps
        .iter()
        .zip(before)
        .flat_map(|(&(x, share), before)| [at(x, before), at(x, share)]);
    Series::new(label, SeriesRole::Observed, Mark::Band, points.collect())
}

/// Draws a vertical line at the limit of every claim, at 1 if `shares`; claims with the same limit share a line.
fn limits(gallery: &Gallery, entries: &[&ClaimSummary], shares: bool) -> Vec<Series> {
    let upright = |label: String, at: f64| {
        let points = [0.0, 1.0].map(|share| Point::new(at, share)).to_vec();
        Series::new(label, SeriesRole::Bound, Mark::Line, points)
    };
    if shares {
        return vec![upright("limit".into(), 1.0)];
    }
    let mut places: Vec<(f64, String)> = Vec::new();
    for entry in entries {
        let (at, label) = (entry.limits[0], gallery.label(entry, entries));
        match places.iter_mut().find(|(known, _)| *known == at) {
            Some((_, labels)) => *labels = String::new(),
            None => places.push((at, label)),
        }
    }
    let single = places.len() == 1;
    let named = |(at, label): (f64, String)| match single || label.is_empty() {
        true => upright("limit".into(), at),
        false => upright(format!("limit, {label}"), at),
    };
    places.into_iter().map(named).collect()
}

fn caption(quantity: &str, trials: usize, complete: bool) -> String {
    let band = match complete {
        true => "of a complete enumeration, so without a band",
        false => {
            "with the band by Dvoretzky, Kiefer, Wolfowitz and Massart, which holds the whole true function with probability 99 %"
        }
    };
    format!(
        "The share of {trials} runs with at most this many {quantity}, {band}. The claim holds if the function has reached 1 left of the \
         dashed line."
    )
}
