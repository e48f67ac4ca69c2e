//! Draws a mean against the number of examples, with the limits on its expectation.

use super::Gallery;
use super::NO_TRIALS;
use super::between::places;
use super::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use super::controls::ControlLine;
use super::cut::cut_above;
use super::extract::{ClaimSummary, ColumnSummary};
use super::labels::{by_label, capitalised, distinct, extent, with};
use crate::claim::{Form, StatedClaim};
use crate::trial::{AnyColumn, ColumnKind, columns};
use std::collections::BTreeSet;

/// Largest number of curves that can be told apart; if there would be more, all cells of a variant share one curve.
const MOST_CURVES: usize = 6;

/// Largest number of characters of a formula in a legend; instead of a longer one, the claim's id is shown.
const LONGEST_FORMULA: usize = 40;

/// A value of a curve: the number of examples N, the mean at this N, half the width of the interval on the mean, and the setting.
type Sample = (u64, f64, f64, String);

/// Draws the mean of a column against the number of examples, or says why the column has no values.
pub(super) fn charts(
    gallery: &Gallery,
    column: AnyColumn,
    name: &str,
) -> Result<Vec<Chart>, String> {
    let measured = gallery.measured(column);
    let of_form =
        |wanted: Form| gallery.compared(move |form, of| form == wanted && of == Some(column));
    let limited = of_form(Form::InExpectation);
    let known = known(gallery, column);
    let group = grouping(gallery, column).ok_or(NO_TRIALS)?;
    let exact = exact(gallery, &known, &group);
    // The markers are not joined if exact curves are drawn, because lines through means would hide those.
    let mark = match exact.is_empty() {
        true => Mark::LinePoints,
        false => Mark::Points,
    };
    let curves = means(gallery, &measured, &group, mark);
    let bounds = bounds(gallery, &limited, &group, curves.len());
    let uniform = uniform_law(&measured, &group);
    let word = column.description();
    let series = curves
        .into_iter()
        .chain(bayes(&measured, &group))
        .chain(exact.iter().cloned())
        .chain(uniform.iter().cloned())
        .chain(bounds)
        .collect();
    let is_probability = column.declared().kind != ColumnKind::Count;
    let (series, cut) = cut_above(1.0, series, |one| {
        is_probability && matches!(one.role, SeriesRole::Bound | SeriesRole::Control)
    });
    let is_seen =
        |one: &Series| one.role != SeriesRole::Bound || one.points.len() > 1 || measured.len() == 1;
    let series = series.into_iter().filter(is_seen).collect();
    Ok(vec![Chart {
        name: name.into(),
        title: format!("{} against the number of examples", capitalised(&word)),
        caption: caption(
            column,
            &extent(measured.iter().map(|entry| (entry.cell, entry.trials))),
            gallery,
            &limited,
        ) + about_exact(&exact, &measured)
            + about_uniform_law(&uniform)
            + &cut,
        x: Axis::log("examples N"),
        y: Axis::log(format!("mean {}", column.description_with_unit())),
        series,
    }])
}

/// Draws the means of a column, one series per curve.
fn means(
    gallery: &Gallery,
    measured: &[&ColumnSummary],
    group: &impl Fn(&str, usize) -> String,
    mark: Mark,
) -> Vec<Series> {
    let means = measured.iter().map(|entry| {
        let setting = gallery.cells.name(entry.cell).to_owned();
        let sample = (entry.examples, entry.mean, entry.radius, setting);
        (group(&entry.variant, entry.cell), sample)
    });
    let series = merged(by_label(means)).into_iter().map(|(label, points)| {
        let joined = Mark::joining(&points);
        let mark = if mark == Mark::Points { mark } else { joined };
        Series::new(label, SeriesRole::Observed, mark, points)
    });
    series.collect()
}

/// Returns the summaries of the claims that state the exact expectation of a column. For the risk, claims about the excess risk count too if no Bayes
/// risk
/// above 0 is known, because then risk and excess risk are taken to be the same.
fn known<'a>(gallery: &'a Gallery, column: AnyColumn) -> Vec<&'a ClaimSummary> {
    let is_risk = column == columns::RISK.any();
    let risks = gallery.measured(columns::RISK.any());
    let is_free = risks.iter().all(|entry| entry.bayes_risk.is_none());
    gallery.compared(|form, of| {
        let is_excess = is_risk && is_free && of == Some(columns::EXCESS_RISK.any());
        form == Form::ExpectationIdentity && (of == Some(column) || is_excess)
    })
}

/// Draws the exact expectations that claims state, as curves against the number of examples.
fn exact(
    gallery: &Gallery,
    known: &[&ClaimSummary],
    group: &impl Fn(&str, usize) -> String,
) -> Vec<Series> {
    // A stated number applies only to the cells of its claim; a formula of columns applies to all cells.
    let own = known.iter().filter(|entry| {
        let claim = gallery.claim(entry);
        claim.cells.contains(&entry.cell) || !claim.statement.limit.reads().is_empty()
    });
    let values = own.map(|entry| (group(&entry.variant, entry.cell), *entry));
    let curves = by_label(values).into_iter();
    let curves = curves.map(|(label, own)| (label, limits(gallery, &own)));
    let curves = curves.enumerate();
    let line = |(index, (_, points)): (usize, (String, Vec<Point>))| {
        // Each curve runs through the markers of its learner, so one legend entry is enough.
        let label = if index == 0 { "exact value" } else { "" };
        Series::new(label, SeriesRole::Reference, Mark::Line, points)
    };
    curves.map(line).collect()
}

/// Draws the uniform law: a bound on the risk of any vector without an error on its sample, with probability 95 %, and the same for all learners.
fn uniform_law(measured: &[&ColumnSummary], group: &impl Fn(&str, usize) -> String) -> Vec<Series> {
    let risks = measured
        .iter()
        .filter(|entry| entry.column == columns::RISK.any());
    let known = risks.filter_map(|entry| {
        let place = (entry.examples as f64, entry.features? as f64);
        Some((group("", entry.cell), place))
    });
    let lines = by_label(known).into_iter();
    let lines = lines.map(|(label, places)| (label, uniform_curve(&places)));
    let lines: Vec<(String, Vec<Point>)> = lines.collect();
    let curves = lines.len();
    let line = |(label, points): (String, Vec<Point>)| {
        let label = with("uniform law", &label);
        Series::new(label, SeriesRole::Bound, Mark::Line, points)
    };
    distinct(lines, curves).into_iter().map(line).collect()
}

/// The uniform law between the least and the largest number of examples of some (numbers of examples, numbers of features), or at these alone if the
/// features differ. The features include a constant one.
fn uniform_curve(sizes: &[(f64, f64)]) -> Vec<Point> {
    let at =
        |(examples, features): (f64, f64)| Point::new(examples, uniform_limit(examples, features));
    let (examples, features): (Vec<f64>, Vec<f64>) = sizes.iter().copied().unzip();
    if features.iter().any(|other| *other != features[0]) {
        let mut points: Vec<Point> = sizes.iter().copied().map(at).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        points.dedup();
        return points;
    }
    let places = places(&examples, true, true).into_iter();
    places.map(|examples| at((examples, features[0]))).collect()
}

/// √(P ln(N+1)/N) + √(2 ln 20/N) for N examples of P features: the limit of the claim uniform-deviation-bound with the confidence 0.05.
fn uniform_limit(examples: f64, features: f64) -> f64 {
    let complexity = (features * libm::log(examples + 1.0) / examples).sqrt();
    complexity + (-2.0 * libm::log(0.05) / examples).sqrt()
}

fn about_exact(lines: &[Series], measured: &[&ColumnSummary]) -> &'static str {
    let sizes: BTreeSet<u64> = measured.iter().map(|entry| entry.examples).collect();
    let is_curve = |line: &Series| line.points.len() > sizes.len();
    match lines {
        [] => "",
        lines if lines.iter().all(is_curve) => {
            " The lines are the exact expectations that claims state."
        }
        _ => {
            " The lines join the exact expectations that claims state, at the sizes that were run; between these sizes they are not exact."
        }
    }
}

fn about_uniform_law(lines: &[Series]) -> &'static str {
    if lines.is_empty() {
        ""
    } else {
        " The uniform law: a vector without an error on N examples of P features has, with probability 95 %, a risk of at most √(P ln(N+1)/N) + √(2 ln 20/N), which says nothing from 1 on."
    }
}

/// Draws the Bayes risk against the number of examples, if it is known; all variants share it.
fn bayes(measured: &[&ColumnSummary], group: &impl Fn(&str, usize) -> String) -> Vec<Series> {
    let risks = measured
        .iter()
        .filter(|entry| entry.column == columns::RISK.any());
    let known = by_label(risks.filter_map(|entry| {
        Some((
            group("", entry.cell),
            (entry.examples, entry.bayes_risk?, 0.0, String::new()),
        ))
    }));
    let levels = known.len();
    let lines = distinct(merged(known), levels).into_iter();
    lines
        .map(|(label, points)| {
            Series::new(
                with("Bayes risk", &label),
                SeriesRole::Reference,
                Mark::Line,
                points,
            )
        })
        .collect()
}

/// Returns a function that names the curve of a variant's cell, by the parameters that distinguish cells with equally many examples. `None` if no
/// cell was measured.
fn grouping(gallery: &Gallery, column: AnyColumn) -> Option<impl Fn(&str, usize) -> String> {
    let measured = gallery.measured(column);
    let sizes: Vec<(usize, u64)> = measured
        .iter()
        .map(|entry| (entry.cell, entry.examples))
        .collect();
    sizes.first()?;
    let keys = gallery.cells.splitting(&sizes);
    let fine = move |variant: &str, cell: usize| with(variant, &gallery.cells.phrases(cell, &keys));
    let curves = by_label(
        measured
            .iter()
            .map(|entry| (fine(&entry.variant, entry.cell), ())),
    )
    .len();
    Some(move |variant: &str, cell: usize| {
        if curves <= MOST_CURVES {
            fine(variant, cell)
        } else {
            variant.to_owned()
        }
    })
}

/// Returns, for each curve with its label, one point per number of examples: the mean over the cells that belong to the curve and have this number.
fn merged(curves: Vec<(String, Vec<Sample>)>) -> Vec<(String, Vec<Point>)> {
    curves
        .into_iter()
        .map(|(label, samples)| (label, points(samples)))
        .collect()
}

fn points(mut samples: Vec<Sample>) -> Vec<Point> {
    samples.sort_by_key(|(examples, ..)| *examples);
    samples.chunk_by(|a, b| a.0 == b.0).map(point).collect()
}

/// Returns the point at the mean of several independently estimated means for the same number of examples, without an error bar if one of them has
/// none.
fn point(samples: &[Sample]) -> Point {
    let (x, count) = (samples[0].0 as f64, samples.len() as f64);
    let mean = samples.iter().map(|(_, mean, ..)| mean).sum::<f64>() / count;
    let radius = samples
        .iter()
        .map(|(_, _, radius, _)| radius * radius)
        .sum::<f64>()
        .sqrt()
        / count;
    // The mean of non-negative values is not negative.
    let point = if radius.is_finite() && radius > 0.0 {
        Point::interval(x, mean, (mean - radius).max(0.0), mean + radius)
    } else {
        Point::new(x, mean)
    };
    match samples {
        [(.., setting)] => point.named(setting),
        _ => point,
    }
}

/// Draws the limits of claims against the number of examples, as lines; if there is a single line, also the limits of its controls.
fn bounds(
    gallery: &Gallery,
    limited: &[&ClaimSummary],
    group: &impl Fn(&str, usize) -> String,
    curves: usize,
) -> Vec<Series> {
    let by_claim = by_label(
        limited
            .iter()
            .map(|entry| (legend(gallery.claim(entry)), *entry)),
    );
    let lines = by_claim.into_iter().flat_map(|(name, entries)| {
        let own = entries
            .iter()
            .map(|entry| (group(&entry.variant, entry.cell), *entry));
        let lines = by_label(own).into_iter();
        let lines = lines.map(|(label, own)| (label, limits(gallery, &own)));
        distinct(lines.collect(), curves)
            .into_iter()
            .map(move |(label, points)| (with(&name, &label), points))
    });
    let mut series: Vec<Series> = lines
        .map(|(label, points)| Series::new(label, SeriesRole::Bound, Mark::Line, points))
        .collect();
    if let [bound] = series.as_slice() {
        let line = |control: ControlLine| {
            let own = limited
                .iter()
                .filter(|entry| control.concerns(gallery, entry));
            let places: BTreeSet<u64> = own.map(|entry| entry.examples).collect();
            let ends =
                [places.first(), places.last()].map(|end| end.map_or(f64::NAN, |&end| end as f64));
            let points = bound.points.iter();
            let points = points
                .filter(|point| ends[0] <= point.x && point.x <= ends[1])
                .map(|point| Point::new(point.x, control.scale * point.y));
            let points = points.collect();
            Series::new(control.label, SeriesRole::Control, Mark::Line, points)
        };
        let controls: Vec<Series> = gallery.controls(limited).into_iter().map(line).collect();
        series.extend(controls);
    }
    series
}

/// Returns the limits of a claim for one curve against the number of examples.
fn limits(gallery: &Gallery, entries: &[&ClaimSummary]) -> Vec<Point> {
    let samples = entries
        .iter()
        .map(|entry| (entry.examples, entry.limit, 0.0, String::new()));
    let placed = entries.iter().map(|entry| (entry.examples as f64, *entry));
    let placed: Vec<(f64, &ClaimSummary)> = placed.collect();
    let measured = points(samples.collect());
    match entries.first() {
        Some(entry) => gallery
            .curves()
            .limit_line(gallery.claim(entry), &placed, measured, true),
        None => measured,
    }
}

/// How the legend entry of a bound begins that has no short formula.
pub(super) const BOUND_OF: &str = "bound of ";

/// Returns the legend entry of a claim's limit: the formula of the limit if it is short, otherwise the id of the claim.
pub(super) fn legend(claim: &StatedClaim) -> String {
    let formula = claim.claim.printed().formula;
    match formula.rsplit_once('≤') {
        Some((_, limit)) if formula.chars().count() <= LONGEST_FORMULA => {
            let (short, _) = limit.split_once(", ").unwrap_or((limit, ""));
            format!("bound {}", short.trim())
        }
        _ => format!("{BOUND_OF}{}", claim.id),
    }
}

fn caption(
    column: AnyColumn,
    extent: &str,
    gallery: &Gallery,
    limited: &[&ClaimSummary],
) -> String {
    let word = column.description();
    let is_count = column.declared().kind == ColumnKind::Count;
    let kind = if is_count { "a count" } else { "a probability" };
    let formula = |entry: &&ClaimSummary| gallery.claim(entry).claim.printed().formula;
    let formulas = by_label(
        limited
            .iter()
            .map(|entry| (formula(entry).replace('\n', " "), ())),
    );
    let formulas: String = formulas
        .iter()
        .map(|(formula, _)| format!(" The limit: {formula}."))
        .collect();
    let bars = "the bars are Student t intervals on the mean at 99 %, for display only: no verdict rests on them";
    format!("The mean {word}, {kind}, over {extent}; {bars}.{formulas}")
}
