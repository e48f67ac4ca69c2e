//! Draws how the confidence bounds on an expectation narrow with the number of replicates until they decide.

use super::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use super::labels::with;
use super::watch::WatchedClaim;
use super::{Builder, Gallery};
use crate::claim::{Form, LimitDirection, StatedClaim};
use crate::judge::BettingSummary;
use perceptron::documented::documented_unit;

documented_unit! {
    name = "confidence-sequence";
    /// The mean of the first n replicates as n grows, with the limit and the betting bounds that hold simultaneously at all n, until they decide. It
    /// is drawn for the first such claim of a spec, in its first cell.
    ///
    /// # Formula
    /// mean of the first n replicates, and the lower and the upper bound after n, each at the claim's share of α
    /// # Premise
    /// A claim about an expectation or a probability, over replicates that are drawn.
    /// # Source
    /// Waudby-Smith and Ramdas, JRSS B 86 (2024) 1–27.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["confidence-sequence"]
    /// ```
    pub struct ConfidenceSequence;
}

impl Builder for ConfidenceSequence {
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let watched = gallery.watched.iter().filter(|one| !one.looks.is_empty());
        let charts: Vec<Chart> = watched.map(|one| chart(gallery, one)).collect();
        match charts.is_empty() {
            true => Err("no claim of the spec is about an expectation or a probability over random runs, and judged by bets".into()),
            false => Ok(charts),
        }
    }
}

fn chart(gallery: &Gallery, watched: &WatchedClaim) -> Chart {
    let claim = &gallery.judge_spec.claims[watched.claim];
    let looks = &watched.looks;
    let where_ = with(
        &watched.subject.join(" and "),
        gallery.cells.name(watched.cell),
    );
    let limit = looks.last().map_or(f64::NAN, |look| look.limit);
    let is_log = limit > 0.0 && looks.iter().all(|look| look.bounds.lower >= 0.0);
    let decided = decided(claim, looks);
    Chart {
        name: ConfidenceSequence::DOC.name.to_owned(),
        title: format!("How the interval of the {} narrows", quantity(claim)),
        caption: caption(claim, looks, &where_, decided.as_ref()),
        x: Axis::log("runs so far"),
        y: match is_log {
            true => Axis::log(quantity(claim)),
            false => Axis::linear(quantity(claim)),
        },
        series: series(claim, looks, decided.as_ref()),
    }
}

/// Draws the band between the confidence bounds, the limit, the limit ± slack, and the point at which the bounds first decide.
fn series(
    claim: &StatedClaim,
    looks: &[BettingSummary],
    decided: Option<&FirstDecision>,
) -> Vec<Series> {
    let point = |look: &BettingSummary| {
        let (lower, upper) = (look.bounds.lower, look.bounds.upper);
        let mean = look.mean.clamp(lower.min(upper), upper.max(lower));
        Point::interval(look.trials as f64, mean, lower, upper)
    };
    let band = Series::new(
        "mean and its bounds",
        SeriesRole::Observed,
        Mark::Band,
        looks.iter().map(point).collect(),
    );
    let level = |label: String, role, height: f64| {
        let ends = [looks.first(), looks.last()].into_iter().flatten();
        let points = ends.map(|look| Point::new(look.trials as f64, height));
        Series::new(label, role, Mark::Line, points.collect())
    };
    let limit = looks.last().map_or(f64::NAN, |look| look.limit);
    let slack = ends_of_slack(claim, limit).map(|[low, high]| {
        let label = format!("limit ± {} %", 100.0 * claim.slack);
        [
            level(label, SeriesRole::Reference, low),
            level(String::new(), SeriesRole::Reference, high),
        ]
    });
    let mark = decided.map(|decided| {
        let point = Point::new(decided.trials as f64, decided.mean);
        let label = format!("decided: {}", decided.word);
        Series::new(label, SeriesRole::Observed, Mark::Points, vec![point])
    });
    std::iter::once(band)
        .chain(slack.into_iter().flatten())
        .chain([level("limit".into(), SeriesRole::Bound, limit)])
        .chain(mark)
        .collect()
}

/// Returns limit·(1 − slack) and limit·(1 + slack), between which the bounds must lie for an equality to hold; `None` for other claims or without a
/// slack.
fn ends_of_slack(claim: &StatedClaim, limit: f64) -> Option<[f64; 2]> {
    let has_slack = claim.form().direction() == LimitDirection::Both && claim.slack > 0.0;
    (has_slack && limit != 0.0)
        .then_some([limit * (1.0 - claim.slack), limit * (1.0 + claim.slack)])
}

/// The first number of trials after which the confidence bounds decide, with the mean and the verdict at that time.
struct FirstDecision {
    trials: u64,
    mean: f64,
    word: &'static str,
}

fn decided(claim: &StatedClaim, looks: &[BettingSummary]) -> Option<FirstDecision> {
    looks.iter().find_map(|look| {
        let word = decision(claim, look)?;
        let (trials, mean) = (look.trials, look.mean);
        Some(FirstDecision { trials, mean, word })
    })
}

fn decision(claim: &StatedClaim, look: &BettingSummary) -> Option<&'static str> {
    let (limit, bounds) = (look.limit, look.bounds);
    if has_games_of_ends(claim) {
        return None;
    }
    let (slack, tolerance) = (claim.slack * limit.abs(), claim.tolerance() * limit.abs());
    let (violated, holds) = match claim.form().direction() {
        LimitDirection::Above => (
            bounds.lower > limit + tolerance,
            bounds.upper <= limit + slack,
        ),
        LimitDirection::Below => (
            bounds.upper < limit - tolerance,
            bounds.lower >= limit - slack,
        ),
        LimitDirection::Both => (
            bounds.lower > limit + tolerance || bounds.upper < limit - tolerance,
            bounds.lower >= limit - slack && bounds.upper <= limit + slack,
        ),
    };
    match (violated, holds) {
        (true, _) => Some("violated"),
        (_, true) => Some("holds"),
        _ => None,
    }
}

/// Whether bets of their own, which are not drawn, decide at the ends of the slack, because samples differ in their limit.
fn has_games_of_ends(claim: &StatedClaim) -> bool {
    claim.has_random_limit()
        && match claim.form() {
            Form::InExpectation | Form::LowerBound => claim.slack > 0.0,
            form => form.direction() == LimitDirection::Both,
        }
}

/// Returns the label of the vertical axis: the quantity whose mean the claim bounds.
fn quantity(claim: &StatedClaim) -> String {
    let column = claim.statement.observed.as_column();
    let words = column.map_or("observed value".to_owned(), |column| column.description());
    match claim.form() {
        Form::WithProbability if claim.statement.equality_is_beyond => {
            format!("share of runs with {words} at or above the limit")
        }
        Form::WithProbability => format!("share of runs with {words} above the limit"),
        _ if claim.has_random_limit() => format!("mean of {words} − limit"),
        _ => format!("mean {words}"),
    }
}

fn caption(
    claim: &StatedClaim,
    looks: &[BettingSummary],
    place: &str,
    decided: Option<&FirstDecision>,
) -> String {
    let trials = looks.last().map_or(0, |look| look.trials);
    let end = match decided {
        Some(decided) => format!(
            "After {} runs they decide: {}.",
            decided.trials, decided.word
        ),
        None if has_games_of_ends(claim) => {
            "Whether the claim holds is decided by bets of their own on the limit with its slack, which are not drawn.".to_owned()
        }
        None => "They decide at none of the points drawn.".to_owned(),
    };
    format!(
        "{}, {place}: the mean of the first n runs, n up to {trials}, and bounds between which the true mean lies. They come from betting against it, \
         hold for every n at once, and each errs with probability α at most, this claim's part of the spec's α. {end}",
        claim.id
    )
}
