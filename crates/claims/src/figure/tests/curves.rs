//! Figures of means against the number of examples.

use super::*;
use crate::claim::MarginSource;
use crate::trial::AnyColumn;

/// Cells that are complete enumerations.
fn enumerated(dimensions: &[u64]) -> Vec<JudgedCell> {
    let mut cells = drawn(dimensions);
    cells.iter_mut().for_each(|cell| cell.complete = true);
    cells
}

/// Gives probabilities to the trials of a block.
fn weighed(mut block: Block, weights: [Rational; 4]) -> Block {
    for batch in &mut block.batches {
        let weights = weights.iter().enumerate();
        weights.for_each(|(place, weight)| batch.set(place, columns::WEIGHT, Some(weight.clone())));
    }
    block
}

#[test]
fn risk_chart_shows_mean_interval_limit_and_bayes_risk() {
    let chart = only(&gallery(
        FigureKind::RiskAgainstExamples,
        vec![claim("leave-one-out-risk-bound", 2, &["margin"])],
        &[50, 100],
        |n| risky(n, &["margin"]),
    ));
    let observed = &of(&chart, SeriesRole::Observed)[0];
    assert_eq!(
        (observed.label.as_str(), observed.points[1].x),
        ("margin", 100.0)
    );
    assert!((observed.points[1].y - 0.01).abs() < 1e-12);
    assert!(
        matches!(observed.points[1].spread, Spread::Interval { lower, upper } if lower < 0.01 && upper > 0.01)
    );
    let bound = &of(&chart, SeriesRole::Bound)[0];
    assert_eq!(
        (bound.label.as_str(), bound.points[1].y),
        ("bound of leave-one-out-risk-bound", 12.0 / 101.0)
    );
    assert_eq!(
        (
            of(&chart, SeriesRole::Reference)[0].label.as_str(),
            of(&chart, SeriesRole::Reference)[0].points[0].y
        ),
        ("Bayes risk", 0.001)
    );
    assert!(chart.caption.contains("3/(γ²(N+1))"));
}

#[test]
fn control_of_a_risk_limit_is_drawn_as_the_limit_times_its_scale() {
    let theorem = claim("leave-one-out-risk-bound", 2, &["margin"]);
    let claims = vec![control(&theorem, Rational::new(1, 4)), theorem];
    let rows = |n| risky(n, &["margin"]);
    let chart = only(&gallery(
        FigureKind::RiskAgainstExamples,
        claims,
        &[50, 100],
        rows,
    ));
    let line = of(&chart, SeriesRole::Control)[0];
    assert_eq!(line.label, "0.25 × limit (control)");
    let heights: Vec<f64> = line.points.iter().map(|point| point.y).collect();
    assert_eq!(heights, [3.0 / 51.0, 3.0 / 101.0]);
}

#[test]
fn limits_of_counts_are_drawn_above_one_and_those_of_probabilities_are_not() {
    let heights = |kind: FigureKind, observed: &str| {
        let stated = json!({
            "observed": observed, "limit": "examples/60", "form": "in-expectation",
            "range": [0, 1000],
        });
        let stated: Registered = serde_json::from_value(json!({ "conjecture": stated })).unwrap();
        let claim = StatedClaim {
            variants: vec!["plain".into()],
            cells: (0..3).collect(),
            ..StatedClaim::plain(stated)
        };
        let rows = |n| match kind {
            FigureKind::RiskAgainstExamples => risky(n, &["plain"]),
            _ => counted(n, &["plain"]),
        };
        let chart = only(&gallery(kind, vec![claim], &COUNTS, rows));
        let bound = of(&chart, SeriesRole::Bound)[0];
        bound.points.iter().map(|at| at.y).collect::<Vec<f64>>()
    };
    let counts = heights(FigureKind::MistakesAgainstExamples, "mistakes");
    assert_eq!(counts, [0.2, 1.0, 10.0]);
    let risks = heights(FigureKind::RiskAgainstExamples, "risk");
    assert_eq!(risks, [0.2, 1.0]);
}

#[test]
fn the_leave_one_out_error_needs_no_claim_to_be_drawn() {
    let rows = |n| risky(n, &["a", "b"]);
    let chart = only(&gallery(
        FigureKind::LeaveOneOutAgainstExamples,
        Vec::new(),
        &[50, 100],
        rows,
    ));
    assert_eq!(
        chart
            .series
            .iter()
            .map(|series| series.label.as_str())
            .collect::<Vec<_>>(),
        ["a = b"]
    );
    assert!((chart.series[0].points[0].y - 0.03).abs() < 1e-12);
}

#[test]
fn an_enumeration_is_averaged_by_its_weights_and_has_no_bars() {
    let weights = || [0, 0, 0, 1].map(|weight| Rational::new(weight, 1));
    let kinds = [FigureKind::RiskAgainstExamples];
    let mut gallery = empty(&kinds, Vec::new(), enumerated(&[50]));
    gallery.add(0, &weighed(risky(50, &["a"]), weights()));
    let point = &only(&gallery).series[0].points[0];
    assert_eq!((point.y, &point.spread), (4.0 / 125.0, &Spread::None));
}

/// One outcome has probability 3/4, risk 1/125 and limit 12/51, another has probability 1/4, risk 4/125 and limit 27/51, and two have probability 0.
fn two_outcomes() -> Block {
    let weights = [3, 0, 0, 1].map(|quarters| Rational::new(quarters, 4));
    let mut block = weighed(risky(50, &["a"]), weights);
    for (place, denominator) in [4, 1, 1, 9].into_iter().enumerate() {
        let margin_squared = Quantity::exact(Rational::new(1, denominator));
        block.batches[0].set(place, columns::SAMPLE_MARGIN_SQUARED, Some(margin_squared));
    }
    block
}

#[test]
fn tightness_and_limit_of_an_enumeration_use_weighted_means() {
    let claim = claim("leave-one-out-risk-bound", 1, &["a"]).with_margin(MarginSource::Sample);
    let kinds = [FigureKind::Tightness, FigureKind::RiskAgainstExamples];
    let heights = |cells: &[JudgedCell]| {
        let mut gallery = empty(&kinds, vec![claim.clone()], cells.to_vec());
        gallery.add(0, &two_outcomes());
        let charts = gallery.charts();
        let tightness = of(&charts[0], SeriesRole::Observed)[0].points[0].y;
        [tightness, of(&charts[1], SeriesRole::Bound)[0].points[0].y]
    };
    let is_close = |found: [f64; 2], [risk, limit]: [f64; 2]| {
        (found[0] - risk / limit).abs() < 1e-12 && (found[1] - limit).abs() < 1e-12
    };
    let weighed = heights(&enumerated(&[50]));
    assert!(
        is_close(weighed, [1.75 / 125.0, 15.75 / 51.0]),
        "{weighed:?}"
    );
    // Random draws all have equal weight.
    let alike = heights(&drawn(&[50]));
    let limit = (12.0 + 3.0 + 3.0 + 27.0) / 4.0 / 51.0;
    assert!(is_close(alike, [2.5 / 125.0, limit]), "{alike:?}");
}

#[test]
fn boxes_of_an_enumeration_weight_its_outcomes() {
    let weights = || [7, 1, 1, 1].map(|tenths| Rational::new(tenths, 10));
    let median = |cells: &[JudgedCell]| {
        let claims = vec![claim("online-mistake-bound", 1, &["a"])];
        let mut gallery = empty(&[FigureKind::Distribution], claims, cells.to_vec());
        gallery.add(0, &weighed(counted(60, &["a"]), weights()));
        of(&only(&gallery), SeriesRole::Observed)[0].points[0].y
    };
    // Seven tenths of the probability lie on 30 mistakes; random draws weigh equally.
    assert_eq!(
        [median(&enumerated(&[60])), median(&drawn(&[60]))],
        [30.0, 45.0]
    );
}

#[test]
fn too_many_curves_are_merged_into_one_per_variant() {
    let cell = |margin: u64| JudgedCell {
        parameters: json!({ "g.margin": margin }).as_object().unwrap().clone(),
        complete: false,
    };
    let cells: Vec<JudgedCell> = (0..8).map(cell).collect();
    let mut gallery = empty(&[FigureKind::RiskAgainstExamples], Vec::new(), cells);
    (0..8).for_each(|cell| gallery.add(cell, &risky(50, &["plain"])));
    let chart = only(&gallery);
    let observed = of(&chart, SeriesRole::Observed);
    assert_eq!(
        (
            observed.len(),
            observed[0].label.as_str(),
            observed[0].points.len()
        ),
        (1, "plain", 1)
    );
}

#[test]
fn a_claim_is_drawn_as_the_column_that_it_observes() {
    let observed = |name: &str| {
        let claim = claim(name, 1, &["plain"]);
        claim
            .statement
            .observed
            .as_column()
            .map(AnyColumn::description)
    };
    let words = |words: &str| Some(words.to_owned());
    assert_eq!(observed("online-mistake-bound"), words("mistakes"));
    assert_eq!(observed("margin-mistake-bound"), words("margin mistakes"));
    assert_eq!(
        observed("distinct-mistakes-bound"),
        words("distinct margin mistakes")
    );
    assert_eq!(observed("leave-one-out-risk-bound"), words("risk"));
    assert_eq!(
        observed("leave-one-out-error-bound"),
        words("leave-one-out error")
    );
    assert_eq!(observed("normalized-bound-is-no-worse"), None);
    assert_eq!(observed("fewer-updates-exist"), None);
}
