//! Figures that a spec defines itself: one column against another, without a claim.

use super::*;
use crate::figure::{CustomFigure, HorizontalAxis, PlottedQuantity, SeriesKey};
use crate::trial::Column;

fn column(column: AnyColumn) -> HorizontalAxis {
    HorizontalAxis::Quantity(PlottedQuantity::Column(column))
}

fn own(x: HorizontalAxis, by: Vec<SeriesKey>) -> Request {
    Request::Own(Box::new(CustomFigure {
        x,
        y: vec![(
            PlottedQuantity::Column(columns::MISTAKES.any()),
            String::new(),
        )],
        axes: [None, None],
        logarithmic: [None, None],
        cells: None,
        variants: None,
        panels: None,
        has_bands: false,
        most: None,
        by,
        title: None,
        pair: None,
    }))
}

fn shown(requests: &[Request], blocks: impl Fn(u64) -> Block) -> Vec<Chart> {
    let mut gallery = Gallery::new(requests, judge_spec(Vec::new(), drawn(&COUNTS)));
    let cells = COUNTS.iter().enumerate();
    cells.for_each(|(cell, dimension)| gallery.add(cell, &blocks(*dimension)));
    gallery.charts()
}

#[test]
fn a_column_is_drawn_against_another_per_variant_with_means_and_bars() {
    let request = own(column(columns::EXAMPLES.any()), vec![SeriesKey::Variant]);
    let charts = shown(&[request.clone(), request], |d| counted(d, &["a", "b"]));
    let names: Vec<&str> = charts.iter().map(|chart| chart.name.as_str()).collect();
    assert_eq!(
        names,
        ["mistakes-against-examples", "mistakes-against-examples-2"]
    );
    let chart = &charts[0];
    assert_eq!(chart.title, "Mistakes against examples");
    let labels: Vec<&str> = chart.series.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, ["a = b"]);
    let places: Vec<(f64, f64)> = chart.series[0]
        .points
        .iter()
        .map(|at| (at.x, at.y))
        .collect();
    assert_eq!(places, [(12.0, 9.0), (60.0, 45.0), (600.0, 450.0)]);
    assert!(
        matches!(chart.series[0].points[0].spread, Spread::Interval { lower, upper } if lower < 9.0 && upper > 9.0)
    );
    assert_eq!(chart.x.scale, Scale::Log);
    assert!(
        chart.caption.contains("24 runs in 3 settings"),
        "{}",
        chart.caption
    );
}

#[test]
fn series_of_one_quantity_are_named_by_what_tells_them_apart_and_of_two_by_both() {
    let labels = |quantities: &[(Column<u64>, &str)]| {
        let dimension = SeriesKey::Parameter("generator.basis.dimension".into());
        let Request::Own(mut figure) = own(column(columns::EXAMPLES.any()), vec![dimension]) else {
            panic!("it is a figure of its own")
        };
        let named = |(column, name): &(Column<u64>, &str)| {
            let quantity = PlottedQuantity::Column(column.any());
            (quantity, (*name).to_owned())
        };
        figure.y = quantities.iter().map(named).collect();
        let charts = shown(&[Request::Own(figure)], |d| counted(d, &["a"]));
        let first = charts[0].series.iter().map(|one| one.label.clone());
        first.step_by(3).collect::<Vec<String>>()
    };
    let mistakes = (columns::MISTAKES, "mistakes");
    assert_eq!(labels(&[mistakes]), ["12 dimensions"]);
    let several = ["mistakes, 12 dimensions", "examples, 12 dimensions"];
    assert_eq!(
        labels(&[mistakes, (columns::EXAMPLES, "examples")]),
        several
    );
}

#[test]
fn parameter_can_be_an_axis_or_a_series_key() {
    let path = || "generator.basis.dimension".to_owned();
    let along = own(HorizontalAxis::Parameter(path()), vec![]);
    let apart = own(
        column(columns::EXAMPLES.any()),
        vec![SeriesKey::Parameter(path())],
    );
    let charts = shown(&[along, apart], |d| counted(d, &["a"]));
    assert_eq!(
        (charts[0].x.label.as_str(), charts[0].series.len()),
        ("dimension", 1)
    );
    assert_eq!(charts[0].series[0].label, "");
    let labels: Vec<&str> = charts[1]
        .series
        .iter()
        .map(|one| one.label.as_str())
        .collect();
    assert_eq!(labels, ["12 dimensions", "60 dimensions", "600 dimensions"]);
}

#[test]
fn evenly_chosen_trials_are_drawn_if_x_varies_between_trials() {
    let request = own(column(columns::RADIUS.any()), vec![SeriesKey::Variant]);
    let trials = |_| {
        block(1000, &["a"], |batch, place| {
            batch.set(place, columns::RADIUS, Some(place as f64));
            batch.set(place, columns::MISTAKES, Some(place as u64));
        })
    };
    let chart = &shown(&[request], trials)[0];
    let series = &chart.series[0];
    assert_eq!(series.mark, Mark::Points);
    assert!(
        (400..=801).contains(&series.points.len()),
        "{}",
        series.points.len()
    );
    let strides: BTreeSet<u64> = series
        .points
        .windows(2)
        .map(|pair| (pair[1].x - pair[0].x) as u64)
        .collect();
    assert!(strides.len() <= 3 && strides.contains(&4), "{strides:?}");
    assert!(
        chart.caption.contains("of 3000, evenly chosen"),
        "{}",
        chart.caption
    );
}

#[test]
fn trials_missing_x_or_y_are_counted_and_an_empty_figure_gives_a_reason() {
    let request = own(column(columns::RISK.any()), vec![SeriesKey::Variant]);
    let chart = &shown(&[request], |d| counted(d, &["a"]))[0];
    assert!(chart.points().next().is_none() && chart.caption.starts_with("Nothing is drawn"));
    let half = own(column(columns::EXAMPLES.any()), vec![SeriesKey::Variant]);
    let rows = |d| {
        let mut block = counted(d, &["a"]);
        block.batches[0].set(0, columns::MISTAKES, None);
        block
    };
    let chart = &shown(&[half], rows)[0];
    assert!(
        chart
            .caption
            .contains("3 runs do not have all of the numbers"),
        "{}",
        chart.caption
    );
}
