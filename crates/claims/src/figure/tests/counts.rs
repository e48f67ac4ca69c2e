//! Figures of counts with their limits, and of the ratio of count and limit.

use super::*;

#[test]
fn mistakes_chart_has_bounds_medians_with_their_spread_and_the_closest_runs() {
    let theorem = claim("online-mistake-bound", 3, &["plain", "other"]);
    let claims = vec![control(&theorem, Rational::new(1, 5)), theorem];
    let chart = only(&gallery(
        FigureKind::MistakesAgainstBound,
        claims,
        &COUNTS,
        |d| counted(d, &["other", "plain"]),
    ));
    let observed = of(&chart, SeriesRole::Observed);
    assert_eq!(
        observed
            .iter()
            .map(|series| series.label.as_str())
            .collect::<Vec<_>>(),
        ["plain = other", "open: closest run"]
    );
    // The counts of a cell are evenly spaced from a half to the whole of its dimension.
    let medians = observed[0].points.iter();
    assert!(medians.clone().all(|point| point.y == 0.75 * point.x));
    let lower = medians.map(|point| point.heights()[1]).collect::<Vec<_>>();
    assert!(lower[0] > 6.0 && lower[0] < 7.0, "{lower:?}");
    let closest = observed[1].points.iter().map(|point| (point.x, point.y));
    assert_eq!(
        closest.collect::<Vec<_>>(),
        [(12.0, 12.0), (60.0, 60.0), (600.0, 600.0)]
    );
    let ends = |series: &Series| {
        series
            .points
            .iter()
            .map(|point| (point.x, point.y))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        ends(of(&chart, SeriesRole::Bound)[0]),
        [(12.0, 12.0), (600.0, 600.0)]
    );
    assert_eq!(
        ends(of(&chart, SeriesRole::Control)[0]),
        [(12.0, 2.4000000000000004), (600.0, 120.0)]
    );
    assert!(
        chart.caption.contains("24 runs in 3 settings"),
        "{}",
        chart.caption
    );
    assert_eq!(chart.title, "Mistakes against the limit");
    assert!(chart.caption.contains("the 95 % quantile"));
    let order = "dimension goes from 12 on the left to 600 on the right.";
    assert!(chart.caption.contains(order), "{}", chart.caption);
}

#[test]
fn trials_with_equal_counts_have_no_bar_and_no_mention_in_the_caption() {
    let claims = vec![claim("online-mistake-bound", 3, &["plain"])];
    let rows = |d| counted(d, &["plain"]).selected(&[2, 2]);
    let chart = only(&gallery(
        FigureKind::MistakesAgainstBound,
        claims,
        &COUNTS,
        rows,
    ));
    assert!(!chart.caption.contains("quantile"), "{}", chart.caption);
    let mut points = of(&chart, SeriesRole::Observed)[0].points.iter();
    assert!(points.all(|point| point.spread == Spread::None));
}

#[test]
fn series_label_names_the_claim_if_several_claims_cover_the_variant() {
    let labels = |names: &[&str]| {
        let claims = names.iter().map(|name| claim(name, 3, &["plain"]));
        let chart = only(&gallery(
            FigureKind::MistakesAgainstBound,
            claims.collect(),
            &COUNTS,
            |d| counted(d, &["plain"]),
        ));
        let mut observed = of(&chart, SeriesRole::Observed);
        observed.retain(|series| series.mark == Mark::Points);
        let labels = observed.iter().map(|series| series.label.clone());
        labels.collect::<Vec<_>>()
    };
    assert_eq!(labels(&["online-mistake-bound"]), ["plain"]);
    assert_eq!(
        labels(&[
            "online-mistake-bound",
            "loop-index-bound",
            "majority-mistake-bound"
        ]),
        [
            "plain: online-mistake-bound",
            "plain: majority-mistake-bound"
        ]
    );
}

#[test]
fn margin_claims_are_not_drawn_in_the_mistakes_chart() {
    let claims = vec![claim("normalized-bound-is-no-worse", 3, &["plain"])];
    let rows = |d| {
        let mut block = counted(d, &["plain"]);
        let margin_squared = Quantity::exact(Rational::new(1, d as i64));
        for place in 0..4 {
            let normalized = Some(margin_squared.clone());
            block.batches[0].set(place, columns::NORMALIZED_MARGIN_SQUARED, normalized);
        }
        block
    };
    let counts = gallery(
        FigureKind::MistakesAgainstBound,
        claims.clone(),
        &COUNTS,
        rows,
    );
    assert!(said(&counts).contains("no claim of the spec limits mistakes"));
    assert_eq!(
        only(&gallery(FigureKind::Tightness, claims, &COUNTS, rows))
            .points()
            .count(),
        5
    );
}

fn conjecture(observed: &str, limit: &str) -> StatedClaim {
    let keys = json!({"conjecture": {"observed": observed, "limit": limit}});
    let claim: Registered = serde_json::from_value(keys).unwrap();
    StatedClaim {
        variants: vec!["plain".into()],
        cells: (0..3).collect(),
        ..StatedClaim::plain(claim)
    }
}

#[test]
fn conjecture_is_drawn_like_the_equivalent_registered_claim() {
    let drawn = |claim: StatedClaim| {
        let rows = |d| counted(d, &["plain"]);
        only(&gallery(
            FigureKind::MistakesAgainstBound,
            vec![claim],
            &COUNTS,
            rows,
        ))
    };
    let named = drawn(claim("online-mistake-bound", 3, &["plain"]));
    assert_eq!(
        drawn(conjecture("mistakes", "(radius/sample_margin)^2")),
        named
    );
    assert_ne!(
        drawn(conjecture("mistakes", "2*(radius/sample_margin)^2")),
        named
    );
}

#[test]
fn negative_limits_are_not_drawn_on_a_logarithmic_axis() {
    let below = conjecture("mistakes", "mistakes - 1000");
    let rows = |d| counted(d, &["plain"]);
    let below = gallery(FigureKind::MistakesAgainstBound, vec![below], &COUNTS, rows);
    assert!(said(&below).contains("no claim of the spec"));
}

#[test]
fn tightness_is_the_largest_ratio_of_a_cell_along_its_parameter() {
    let chart = only(&gallery(
        FigureKind::Tightness,
        vec![claim("online-mistake-bound", 3, &["plain"])],
        &COUNTS,
        |d| counted(d, &["plain"]),
    ));
    assert_eq!(
        (chart.x.label.as_str(), &chart.x.scale),
        ("dimension", &Scale::Log)
    );
    let points: Vec<_> = of(&chart, SeriesRole::Observed)[0]
        .points
        .iter()
        .map(|point| (point.x, point.y))
        .collect();
    assert_eq!(points, [(12.0, 1.0), (60.0, 1.0), (600.0, 1.0)]);
    assert_eq!(of(&chart, SeriesRole::Observed)[0].mark, Mark::LinePoints);
    assert!(
        of(&chart, SeriesRole::Bound)[0]
            .points
            .iter()
            .all(|point| point.y == 1.0)
    );
}

#[test]
fn boxes_show_the_quartiles_and_the_limit_of_at_most_twenty_cells() {
    let dimensions: Vec<u64> = (1..=50).map(|d| d * 6).collect();
    let claims = vec![claim("online-mistake-bound", 50, &["a", "b"])];
    let chart = only(&gallery(
        FigureKind::Distribution,
        claims,
        &dimensions,
        |d| counted(d, &["a", "b"]),
    ));
    let observed = of(&chart, SeriesRole::Observed);
    assert_eq!((observed.len(), observed[0].points.len()), (1, 20));
    assert_eq!(
        observed[0].points[19].heights(),
        [225.0, 150.0, 187.5, 262.5, 300.0].map(|height| height)
    );
    let bounds = of(&chart, SeriesRole::Bound);
    assert_eq!((bounds.len(), bounds[0].label.as_str()), (1, "bound"));
    assert!(chart.caption.contains("20 of them are shown"));
    assert!(matches!(&chart.x.scale, Scale::Categories(names) if names[0] == "dimension = 6"));
}

#[test]
fn distribution_function_has_a_confidence_band_and_a_vertical_limit_line() {
    let claims = vec![claim("online-mistake-bound", 3, &["plain"])];
    let rows = |d| counted(d, &["plain"]);
    let charts = gallery(FigureKind::DistributionFunction, claims, &COUNTS, rows).charts();
    assert_eq!(charts.len(), 3);
    let chart = &charts[1];
    assert_eq!(chart.name, "distribution-function-2");
    let curve = of(chart, SeriesRole::Observed)[0];
    let places: Vec<(f64, f64)> = curve
        .points
        .iter()
        .map(|point| (point.x, point.y))
        .collect();
    assert_eq!(places[..3], [(30.0, 0.0), (30.0, 0.25), (40.0, 0.25)]);
    assert_eq!(places[places.len() - 1], (60.0, 1.0));
    let reach = (libm::log(200.0) / 8.0).sqrt();
    let is_banded = |(place, reach): (&crate::figure::chart::Point, f64)| {
        let ends = [(place.y - reach).max(0.0), (place.y + reach).min(1.0)];
        place.heights()[1..] == ends
    };
    assert!(curve.points.iter().all(|point| is_banded((point, reach))));
    let limit = of(chart, SeriesRole::Bound)[0];
    assert!(
        limit
            .points
            .iter()
            .all(|point| (point.x - 60.0).abs() < 1e-9)
    );
    assert_eq!(limit.points.len(), 2);
}

#[test]
fn distribution_is_of_observed_over_limit_if_limits_differ() {
    let claims = vec![claim("online-mistake-bound", 1, &["plain"])];
    let rows = |d: u64| {
        let mut block = counted(d, &["plain"]);
        for (place, inverse) in [1, 2, 3, 4].into_iter().enumerate() {
            let margin = Quantity::exact(Rational::new(1, inverse * 100));
            block.batches[0].set(place, columns::SAMPLE_MARGIN_SQUARED, Some(margin));
        }
        block
    };
    let chart = only(&gallery(
        FigureKind::DistributionFunction,
        claims,
        &[60],
        rows,
    ));
    assert_eq!(chart.x.label, "mistakes ÷ limit");
    assert!(
        of(&chart, SeriesRole::Bound)[0]
            .points
            .iter()
            .all(|point| point.x == 1.0)
    );
    assert_eq!(
        of(&chart, SeriesRole::Observed)[0].points[0].x,
        60.0 / 400.0
    );
}

/// Cells that differ in margin and dimension.
fn grid() -> Vec<JudgedCell> {
    let cell = |at: u64| JudgedCell {
        parameters: json!({"g.margin": at % 3, "g.dimension": 10 + at / 3, "seed": 1})
            .as_object()
            .unwrap()
            .clone(),
        complete: false,
    };
    (0..6).map(cell).collect()
}

#[test]
fn a_map_has_a_tile_for_every_pair_of_swept_values_and_equal_maps_are_drawn_once() {
    let claims = vec![claim("online-mistake-bound", 6, &["a", "b"])];
    let mut gallery = empty(&[FigureKind::TightnessMap], claims, grid());
    (0..6).for_each(|cell| gallery.add(cell, &counted(12, &["a", "b"])));
    let charts = gallery.charts();
    let names: Vec<&str> = charts.iter().map(|chart| chart.name.as_str()).collect();
    assert_eq!(names, ["tightness-map"]);
    assert_eq!(charts[0].title, "Tightness: a = b");
    let is_of = |axis: &crate::figure::chart::Axis, names: &[&str]| matches!(&axis.scale, Scale::Categories(own) if own == names);
    assert!(is_of(&charts[0].x, &["0", "1", "2"]) && is_of(&charts[0].y, &["10", "11"]));
    let tiles = &charts[0].series[0];
    assert_eq!((tiles.mark, tiles.points.len()), (Mark::Tiles, 6));
    assert!(
        tiles
            .points
            .iter()
            .all(|point| point.spread == Spread::Shade(1.0))
    );
}

#[test]
fn tightness_map_of_one_parameter_reports_that_it_needs_two() {
    let claims = vec![claim("online-mistake-bound", 3, &["plain"])];
    let rows = |d| counted(d, &["plain"]);
    let said = said(&gallery(FigureKind::TightnessMap, claims, &COUNTS, rows));
    assert!(said.contains("a map needs two"), "{said}");
}

#[test]
fn two_swept_parameters_make_panels_and_series_and_a_control_line_ends_with_its_cells() {
    let theorem = claim("online-mistake-bound", 6, &["a"]);
    let mut half = control(&theorem, Rational::new(1, 2));
    half.cells = [0, 1].into();
    let mut gallery = empty(
        &[FigureKind::MistakesAgainstBound, FigureKind::Tightness],
        vec![theorem, half],
        grid(),
    );
    // The limits follow neither parameter.
    let shifts = [0, 3, 1, 4, 2].iter().enumerate();
    shifts.for_each(|(cell, shift)| gallery.add(cell, &counted(12 << shift, &["a"])));
    let charts = gallery.charts();
    assert_eq!(charts[0].panels(), ["10 dimensions", "11 dimensions"]);
    let observed = of(&charts[0], SeriesRole::Observed);
    let labels: Vec<&str> = observed
        .iter()
        .map(|series| series.label.as_str())
        .collect();
    let first = [
        "margin 0",
        "open: closest run",
        "margin 1",
        "",
        "margin 2",
        "",
    ];
    assert_eq!(labels[..6], first);
    let control = &of(&charts[0], SeriesRole::Control)[0].points;
    assert_eq!((control[0].x, control[1].x), (12.0, 96.0));
    let named =
        "Settings without a mark: dimension = 11, margin = 2; there no run meets the premise";
    assert!(charts[0].caption.contains(named), "{}", charts[0].caption);
    // Along the categories, the line has a stroke in the two cells of the control only.
    assert_eq!(of(&charts[1], SeriesRole::Control)[0].points.len(), 2);
}
