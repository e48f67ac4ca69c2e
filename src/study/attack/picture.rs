//! Draws the closest samples of an attack: in the plane as points, otherwise how close they come for each size of the limit.

use crate::report::{ReportError, draw};
use crate::study::StudyError;
use claims::attack::{Candidate, Found, Progress};
use claims::claim::StatedClaim;
use claims::figure::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use claims::numbers::{counted, number};

/// The picture of the closest samples as SVG.
///
/// # Errors
/// The drawing fails, which does not depend on the samples.
pub(super) fn picture(
    claim: &StatedClaim,
    progress: &Progress,
    closest: &[Found],
) -> Result<String, StudyError> {
    let chart = match closest.first().map(|found| found.candidate.dimension) {
        Some(2) => samples(claim, closest),
        _ => shares(claim, progress),
    };
    let drawn = draw::figure(&chart);
    let drawn = drawn.map_err(|source| ReportError::Draw {
        name: chart.name,
        source,
    });
    Ok(drawn?.svg)
}

/// The examples of each sample in a panel of its own.
fn samples(claim: &StatedClaim, closest: &[Found]) -> Chart {
    let series = closest.iter().enumerate().flat_map(|(place, found)| {
        let examples = counted(found.candidate.examples() as u64, "example");
        let panel = format!("{}: {examples}, {}", place + 1, number(found.reach.share));
        let labels = [
            (1, "label 1", Mark::Points),
            (-1, "label −1", Mark::OpenPoints),
        ];
        labels.map(|(label, name, mark)| {
            let points = points(&found.candidate, label);
            Series::new(name, SeriesRole::Observed, mark, points).in_panel(panel.clone())
        })
    });
    Chart {
        name: "closest".into(),
        title: format!("The closest samples found for “{}”, with their share of the limit", claim.id),
        caption: "Each panel is a sample, with its share of the limit; R is the norm of its longest example.".into(),
        x: Axis::linear("first feature ÷ R"),
        y: Axis::linear("second feature ÷ R"),
        series: series.collect(),
    }
}

/// The examples with a label, over the norm of the longest example.
fn points(candidate: &Candidate, label: i8) -> Vec<Point> {
    let place = |example: usize| {
        let row = candidate.row(example);
        (row[0] as f64, row[1] as f64)
    };
    let norms = (0..candidate.examples()).map(|example| {
        let (x, y) = place(example);
        x.hypot(y)
    });
    let radius = norms.fold(f64::MIN_POSITIVE, f64::max);
    let own = (0..candidate.examples()).filter(|example| candidate.labels[*example] == label);
    let point = |example: usize| {
        let (x, y) = place(example);
        Point::new(x / radius, y / radius).named(format!("example {}", example + 1))
    };
    own.map(point).collect()
}

/// The share of the limit that the best samples of each size of the limit reach.
fn shares(claim: &StatedClaim, progress: &Progress) -> Chart {
    let pool = progress.pool.iter();
    let points: Vec<Point> = pool
        .map(|found| Point::new(found.reach.limit, found.reach.share))
        .collect();
    let places = || points.iter().map(|point| point.x);
    let ends = [
        places().fold(f64::INFINITY, f64::min),
        places().fold(f64::NEG_INFINITY, f64::max),
    ];
    let limit = ends.map(|x| Point::new(x, 1.0)).to_vec();
    let x = match ends[0] > 0.0 {
        true => Axis::log("limit"),
        false => Axis::linear("limit"),
    };
    Chart {
        name: "closest".into(),
        title: format!("The closest samples found for “{}”", claim.id),
        caption: "The closest samples of each size of the limit and number of examples.".into(),
        x,
        y: Axis::linear("share of the limit"),
        series: vec![
            Series::new("samples found", SeriesRole::Observed, Mark::Points, points),
            Series::new("the limit", SeriesRole::Bound, Mark::Line, limit),
        ],
    }
}
