//! Draws how a number grows with another one over the cells, with the fitted and the claimed power laws.

use super::cells::axis;
use super::chart::{Chart, Mark, Point, Series, SeriesRole};
use super::labels::{capitalised, with};
use super::{Builder, Gallery};
use crate::claim::{StatedClaim, TrendShape};
use crate::judge::Fit;
use crate::stats::Statistic;
use perceptron::documented::documented_unit;

documented_unit! {
    name = "scaling";
    /// The points from which a trend is estimated: a statistic of every cell against another number, with the fitted power law and the claimed ones;
    /// one figure per trend and variant.
    ///
    /// # Formula
    /// y = c·x^s with the Theil–Sen slope s on log scales; claimed exponents through the middle of the points
    /// # Premise
    /// A claim of scope sweep, such as scaling-exponent or rank-correlation.
    /// # Source
    /// Theil (1950); Sen, JASA 63 (1968) 1379–1389.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["scaling"]
    /// ```
    pub struct Scaling;
}

/// Largest number of figures of this kind that are drawn for an experiment.
const MOST_FIGURES: usize = 4;

impl Builder for Scaling {
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let fits = gallery.sweep.fits();
        if fits.is_empty() {
            let why = "no claim of the spec is about all settings at once, as scaling-exponent and rank-correlation are";
            return Err(why.to_owned());
        }
        let theorems = fits.iter().filter(|fit| fit.claim.control_of.is_none());
        let with_points = theorems.filter(|fit| !fit.points.is_empty());
        let charts: Vec<Chart> = with_points
            .take(MOST_FIGURES)
            .enumerate()
            .map(|(index, fit)| chart(index, fit, &fits))
            .collect();
        Ok(charts)
    }
}

fn chart(index: usize, fit: &Fit, fits: &[Fit]) -> Chart {
    let [of, against] = ["of", "against"].map(|key| axis_label(fit.claim, key));
    let statistic = match fit.trend.statistic {
        Statistic::Quantile(level) => format!("{level} quantile of"),
        other => other.label(),
    };
    let mut points = fit.points.clone();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let claimed = claimed(fit, fits);
    let (across, up): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let is_power = matches!(fit.trend.proxy, TrendShape::Exponent { .. }) || !claimed.is_empty();
    let scale = |label: String, values: &[f64]| match is_power {
        true => super::chart::Axis::log(label),
        false => axis(label, values),
    };
    let name = Scaling::DOC.name;
    let subject = fit.subject.join(" and ");
    Chart {
        name: match index {
            0 => name.to_owned(),
            _ => format!("{name}-{}", index + 1),
        },
        title: with(
            &format!("{}: {}", capitalised(&of), estimate(fit)),
            &subject,
        ),
        caption: caption(fit, &of, &against),
        x: scale(against, &across),
        y: scale(format!("{statistic} {of}"), &up),
        series: series(fit, &points, &claimed),
    }
}

/// Returns the formula that a claim has under `key` (`of` or `against`) as the label of an axis.
fn axis_label(claim: &StatedClaim, key: &str) -> String {
    let formulas = claim.claim.formulas();
    let found = formulas.into_iter().find(|(own, _)| *own == key);
    found.map_or_else(String::new, |(_, formula)| {
        let words = formula.to_string().replace('_', " ");
        words.replace("leave one out", "leave-one-out")
    })
}

/// Returns the estimated exponent or rank correlation in words.
fn estimate(fit: &Fit) -> String {
    match (fit.estimate, fit.trend.proxy) {
        (Some(slope), TrendShape::Exponent { .. }) => format!("exponent {slope:.3}"),
        // The sign that the eye sees; the estimate of a falling trend is that of its mirror image.
        (Some(rank), TrendShape::Rank { falling, .. }) => {
            format!("rank correlation {:.3}", if falling { -rank } else { rank })
        }
        (None, _) => "too few settings for an estimate".to_owned(),
    }
}

/// Returns the exponents that a claim and its controls state, each with the label and the role of its line.
fn claimed(fit: &Fit, fits: &[Fit]) -> Vec<(String, SeriesRole, f64)> {
    let controls = fits
        .iter()
        .filter(|other| other.claim.control_of.as_ref() == Some(&fit.claim.id))
        .filter(|other| other.subject == fit.subject);
    let exponent = |fit: &Fit| match fit.trend.proxy {
        TrendShape::Exponent {
            exponent,
            tolerance,
        } => Some((exponent, tolerance)),
        TrendShape::Rank { .. } => None,
    };
    let own = exponent(fit).map(|(exponent, tolerance)| {
        let label = format!("claimed: {exponent} ± {tolerance}");
        (label, SeriesRole::Bound, exponent)
    });
    let controls = controls.filter_map(|other| {
        let (exponent, _) = exponent(other)?;
        Some((
            format!("control: {exponent}"),
            SeriesRole::Control,
            exponent,
        ))
    });
    own.into_iter().chain(controls).collect()
}

fn series(fit: &Fit, points: &[(f64, f64)], claimed: &[(String, SeriesRole, f64)]) -> Vec<Series> {
    let seen: Vec<Point> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
    let observed = Series::new("measured", SeriesRole::Observed, Mark::Points, seen);
    let fitted = match (fit.trend.proxy, fit.estimate) {
        (TrendShape::Exponent { .. }, Some(slope)) => line(points, slope)
            .map(|line| Series::new("fit", SeriesRole::Reference, Mark::Line, line)),
        _ => None,
    };
    let claimed = claimed.iter().filter_map(|(label, role, exponent)| {
        let line = line(points, *exponent)?;
        Some(Series::new(label.clone(), *role, Mark::Line, line))
    });
    [observed]
        .into_iter()
        .chain(fitted)
        .chain(claimed)
        .collect()
}

/// Draws a power law of this exponent from the first to the last point, at the median height of the points on log scales; `None` if no point has
/// logarithms.
fn line(points: &[(f64, f64)], exponent: f64) -> Option<Vec<Point>> {
    let logs = crate::stats::log_log(points);
    let heights: Vec<f64> = logs.iter().map(|(x, y)| y - exponent * x).collect();
    let (first, last) = (logs.first()?, logs.last()?);
    let height = crate::stats::median(&heights);
    let at = |x: f64| Point::new(libm::exp(x), libm::exp(height + exponent * x));
    Some(vec![at(first.0), at(last.0)])
}

fn caption(fit: &Fit, of: &str, against: &str) -> String {
    let cells = fit.points.len();
    let interval = match (fit.interval.lower, fit.interval.upper) {
        (lower, upper) if lower.is_finite() && upper.is_finite() => {
            let [lower, upper] = match fit.trend.proxy {
                TrendShape::Rank { falling: true, .. } => [-upper, -lower],
                _ => [lower, upper],
            };
            format!("; in 8 batches of the runs, each alone, {lower:.3} to {upper:.3}")
        }
        _ => String::new(),
    };
    let lines = match fit.trend.proxy {
        TrendShape::Exponent { .. } => {
            " The fitted line has the slope by Theil and Sen; lines of claimed exponents go through the middle of the points, because their height says nothing."
        }
        TrendShape::Rank { .. } => " A rank correlation depends on the order of the points only.",
    };
    format!(
        "{}: {of} against {against} in {cells} settings of {} runs; {}{interval}.{lines}",
        fit.claim.id,
        fit.trials,
        estimate(fit)
    )
}
