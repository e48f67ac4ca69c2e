//! Describes the figures of an analysis: mistakes with their bounds, margins of examples, and the cost of scales.

use super::{Analysis, Learned};
use claims::figure::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};

/// Most examples that a figure draws one by one; a larger sample is drawn as this number of quantiles.
const MOST_DRAWN: usize = 1500;

/// Most features that the figure about their scales shows.
const MOST_FEATURES: usize = 20;

/// Returns the figures of an analysis, without those that would be empty.
pub fn charts(analysis: &Analysis) -> Vec<Chart> {
    let all = [mistakes(analysis), margins(analysis), scales(analysis)];
    let with_points = |mut chart: Chart| {
        chart.series.retain(|series| !series.points.is_empty());
        chart
    };
    all.into_iter().flatten().map(with_points).collect()
}

fn mistakes(analysis: &Analysis) -> Option<Chart> {
    let learners = &analysis.learners;
    let names = learners
        .iter()
        .map(|learned| learned.learner.to_owned())
        .collect();
    let counted =
        |learned: &Learned| learned.file.margin_mistakes.max(learned.file.mistakes) as f64;
    let each = |of: &dyn Fn(&Learned) -> Option<f64>| {
        let points = learners.iter().enumerate();
        let points =
            points.filter_map(|(place, learned)| Some(Point::new(place as f64, of(learned)?)));
        points.collect::<Vec<_>>()
    };
    let shuffled = learners.iter().enumerate().filter_map(|(place, learned)| {
        Some(Point::quartiles(
            place as f64,
            learned.shuffled.as_ref()?.updates,
        ))
    });
    let limits = each(&|learned| Some(analysis.limit_of(learned)?.limit.as_ref()?.value));
    let series = vec![
        Series::new("bound", SeriesRole::Bound, Mark::Points, limits),
        Series::new(
            "updates, shuffled orders",
            SeriesRole::Reference,
            Mark::Points,
            shuffled.collect(),
        ),
        Series::new(
            "in the order of the file",
            SeriesRole::Observed,
            Mark::Points,
            each(&|learned| Some(counted(learned))),
        ),
    ];
    (!learners.is_empty()).then(|| Chart {
        name: "mistakes".into(),
        title: "Mistakes of each learner, and their bound".into(),
        caption: "Mistakes (margin mistakes for the margin perceptron) in the order of the file, updates over shuffled orders as boxes, and the least bound that applies; if no bound is drawn, none applies.".into(),
        x: Axis::categories("learner", names),
        y: Axis::log("mistakes"),
        series,
    })
}

fn margins(analysis: &Analysis) -> Option<Chart> {
    let margins = &analysis.margins;
    let of = |label: i64| {
        let mut own: Vec<f64> = margins
            .of
            .iter()
            .filter(|of| of.0 == label)
            .map(|of| of.1)
            .collect();
        own.sort_by(f64::total_cmp);
        let count = own.len();
        let step = count.div_ceil(MOST_DRAWN).max(1);
        let share = move |place: usize| (place as f64 + 0.5) / count as f64;
        let points = own.into_iter().enumerate().step_by(step);
        points
            .map(|(place, margin)| Point::new(margin, share(place)))
            .collect::<Vec<_>>()
    };
    let line = |at: f64| vec![Point::new(at, 0.0), Point::new(at, 1.0)];
    let least = margins
        .of
        .iter()
        .map(|of| of.1)
        .fold(f64::INFINITY, f64::min);
    let series = vec![
        Series::new(
            format!("class {}", analysis.data.positive),
            SeriesRole::Observed,
            Mark::Points,
            of(1),
        ),
        Series::new(
            "the other class",
            SeriesRole::Observed,
            Mark::Points,
            of(-1),
        ),
        Series::new(
            "smallest margin",
            SeriesRole::Bound,
            Mark::Line,
            line(least),
        ),
    ];
    (!margins.of.is_empty()).then(|| Chart {
        name: "margins".into(),
        title: "Margins of the examples".into(),
        caption: format!(
            "y⟨u, x⟩ for every example under the unit vector u with {}, sorted within its class; below 0 an example is on the wrong side.",
            margins.words
        ),
        x: Axis::linear("margin y⟨u, x⟩"),
        y: Axis::linear("share of the class"),
        series,
    })
}

fn scales(analysis: &Analysis) -> Option<Chart> {
    let scales = analysis.scales.as_ref()?;
    let shown = || scales.features.iter().take(MOST_FEATURES);
    let names: Vec<String> = shown().map(|scaled| scaled.feature.clone()).collect();
    let points = shown().enumerate();
    let points = points
        .map(|(place, scaled)| Point::new(place as f64, scaled.bound))
        .collect();
    let level = |at: f64| {
        let places = 0..names.len();
        places
            .map(|place| Point::new(place as f64, at))
            .collect::<Vec<_>>()
    };
    let standardized = scales.standardized.as_ref();
    let standardized = standardized.map_or_else(Vec::new, |all| level(all.bound));
    let series = vec![
        Series::new(
            "as the features are",
            SeriesRole::Bound,
            Mark::Points,
            level(scales.bound),
        ),
        Series::new(
            "all standardized",
            SeriesRole::Reference,
            Mark::Points,
            standardized,
        ),
        Series::new(
            "this feature alone near unit spread",
            SeriesRole::Observed,
            Mark::Points,
            points,
        ),
    ];
    (names.len() > 1).then(|| Chart {
        name: "scales".into(),
        title: "The cost of a feature's scale".into(),
        caption: "(R/γ)² with an offset when one feature alone is multiplied by the power of two that brings its standard deviation nearest to 1: if the marker lies below the line, the feature's scale costs margin.".into(),
        x: Axis::categories("feature", names),
        y: Axis::log("(R/γ)²"),
        series,
    })
}
