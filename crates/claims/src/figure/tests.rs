//! Shows on synthetic trials that every kind of figure draws what its documentation says, and nothing without data.

use super::chart::{Chart, Role, Scale, Series, Spread};
use super::{FigureKind, Gallery};
use crate::claim::{StatedClaim, Statement, VerdictWord};
use crate::trial::Trial;
use perceptron::sample::{Quantity, Rational};
use serde_json::json;

fn claim(name: &str, cells: usize, variants: &[&str]) -> StatedClaim {
    let statement: Statement = serde_json::from_value(json!({ name: {} })).unwrap();
    StatedClaim {
        id: name.into(),
        control_of: None,
        variants: variants.iter().map(|name| (*name).to_owned()).collect(),
        cells: (0..cells).collect(),
        scale: Rational::one(),
        slack: 0.0,
        margin: statement.form().default_margin(),
        premise_waived: true,
        expect: VerdictWord::Holds,
        statement,
    }
}

fn control(of: &StatedClaim, scale: Rational) -> StatedClaim {
    StatedClaim {
        id: "a control".into(),
        control_of: Some(of.id.clone()),
        scale,
        expect: VerdictWord::Violated,
        ..of.clone()
    }
}

fn gallery(
    kind: FigureKind,
    claims: Vec<StatedClaim>,
    dimensions: &[u64],
    rows: impl Fn(u64) -> Vec<Trial>,
) -> Gallery {
    let cells = dimensions.iter().map(|dimension| {
        json!({"generator.basis.dimension": dimension, "seed": 1})
            .as_object()
            .unwrap()
            .clone()
    });
    let mut gallery = Gallery::new(&[kind], claims, cells.collect());
    dimensions
        .iter()
        .enumerate()
        .for_each(|(cell, dimension)| gallery.add(cell, &rows(*dimension)));
    gallery
}

fn only(gallery: &Gallery) -> Chart {
    let charts = gallery.charts();
    assert_eq!(charts.len(), 1);
    charts.into_iter().next().unwrap()
}

fn of(chart: &Chart, role: Role) -> Vec<&Series> {
    chart
        .series
        .iter()
        .filter(|series| series.role == role)
        .collect()
}

fn row(replicate: u64, variant: &str) -> Trial {
    Trial {
        replicate,
        variant: Some(variant.into()),
        ..Trial::empty()
    }
}

/// Four trials per variant on `dimension` examples: limit `dimension`, mistakes from a half of it to all of it.
fn counted(dimension: u64, variants: &[&str]) -> Vec<Trial> {
    let squared = |value| Some(Quantity::exact(value));
    let trial = |replicate: u64, variant: &&str| Trial {
        mistakes: Some(dimension * (replicate + 3) / 6),
        radius_squared: squared(Rational::one()),
        sample_margin_squared: squared(Rational::new(1, dimension as i64)),
        examples: dimension,
        ..row(replicate, variant)
    };
    (0..4)
        .flat_map(|replicate| {
            variants
                .iter()
                .map(move |variant| trial(replicate, variant))
        })
        .collect()
}

/// Four trials with risks around 1/examples and the limit 3/(γ²(N + 1)) for γ = 1/2.
fn risky(examples: u64, variants: &[&str]) -> Vec<Trial> {
    let trial = |replicate: u64, variant: &&str| Trial {
        risk: Some((replicate as f64 + 1.0) / (2.5 * examples as f64)),
        leave_one_out_errors: Some(replicate as f64),
        leave_one_out_error: Some(replicate as f64 / examples as f64),
        threshold: Some(Rational::one()),
        step: Some(Rational::one()),
        population_margin_squared: Some(Quantity::exact(Rational::new(1, 4))),
        population_radius_squared: Some(Quantity::count(1)),
        bayes_risk: Some(0.001),
        examples,
        ..row(replicate, variant)
    };
    (0..4)
        .flat_map(|replicate| {
            variants
                .iter()
                .map(move |variant| trial(replicate, variant))
        })
        .collect()
}

const COUNTS: [u64; 3] = [12, 60, 600];

#[test]
fn the_name_in_a_spec_is_the_name_in_the_documentation() {
    for kind in FigureKind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), json!(kind.name()));
        assert!(
            ["Formula", "Premise", "Source", "Examples"]
                .iter()
                .all(|heading| !kind.documentation().section(heading).is_empty())
        );
    }
}

#[test]
fn without_trials_there_is_no_chart() {
    for kind in FigureKind::ALL {
        let empty = gallery(
            *kind,
            vec![claim("online-mistake-bound", 3, &["plain"])],
            &COUNTS,
            |_| Vec::new(),
        );
        assert_eq!(empty.charts(), []);
    }
}

#[test]
fn mistakes_lie_under_the_bound_with_bars_down_to_the_least() {
    let theorem = claim("online-mistake-bound", 3, &["plain", "other"]);
    let claims = vec![control(&theorem, Rational::new(1, 5)), theorem];
    let chart = only(&gallery(
        FigureKind::MistakesAgainstBound,
        claims,
        &COUNTS,
        |d| counted(d, &["other", "plain"]),
    ));
    let observed = of(&chart, Role::Observed);
    assert_eq!(
        observed
            .iter()
            .map(|series| series.label.as_str())
            .collect::<Vec<_>>(),
        ["plain", "other"]
    );
    let points: Vec<_> = observed[0]
        .points
        .iter()
        .map(|point| (point.x, point.y, point.heights()[1]))
        .collect();
    assert_eq!(
        points,
        [(12.0, 12.0, 6.0), (60.0, 60.0, 30.0), (600.0, 600.0, 300.0)]
    );
    let ends = |series: &Series| {
        series
            .points
            .iter()
            .map(|point| (point.x, point.y))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        ends(of(&chart, Role::Bound)[0]),
        [(12.0, 12.0), (600.0, 600.0)]
    );
    assert_eq!(
        ends(of(&chart, Role::Control)[0]),
        [(12.0, 2.4000000000000004), (600.0, 120.0)]
    );
    assert_eq!(of(&chart, Role::Reference)[0].points.len(), 6);
    assert!(
        chart.caption.contains("24 trials in 3 cells"),
        "{}",
        chart.caption
    );
    assert_eq!(chart.title, "Mistakes against the limit");
}

#[test]
fn claims_on_margins_do_not_enter_the_counts() {
    let claims = vec![claim("normalized-bound-is-no-worse", 3, &["plain"])];
    let rows = |d| {
        counted(d, &["plain"])
            .into_iter()
            .map(|row| Trial {
                normalized_margin_squared: row.sample_margin_squared.clone(),
                ..row
            })
            .collect()
    };
    assert_eq!(
        gallery(
            FigureKind::MistakesAgainstBound,
            claims.clone(),
            &COUNTS,
            rows
        )
        .charts(),
        []
    );
    assert_eq!(
        only(&gallery(FigureKind::Tightness, claims, &COUNTS, rows))
            .points()
            .count(),
        5
    );
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
    let points: Vec<_> = of(&chart, Role::Observed)[0]
        .points
        .iter()
        .map(|point| (point.x, point.y))
        .collect();
    assert_eq!(points, [(12.0, 1.0), (60.0, 1.0), (600.0, 1.0)]);
    assert!(
        of(&chart, Role::Bound)[0]
            .points
            .iter()
            .all(|point| point.y == 1.0)
    );
}

#[test]
fn the_mean_risk_has_its_limit_an_interval_and_the_bayes_risk() {
    let chart = only(&gallery(
        FigureKind::RiskAgainstExamples,
        vec![claim("leave-one-out-risk-bound", 2, &["margin"])],
        &[50, 100],
        |n| risky(n, &["margin"]),
    ));
    let observed = &of(&chart, Role::Observed)[0];
    assert_eq!(
        (observed.label.as_str(), observed.points[1].x),
        ("margin", 100.0)
    );
    assert!((observed.points[1].y - 0.01).abs() < 1e-12);
    assert!(
        matches!(observed.points[1].spread, Spread::Interval { lower, upper } if lower < 0.01 && upper > 0.01)
    );
    let bound = &of(&chart, Role::Bound)[0];
    assert_eq!(
        (bound.label.as_str(), bound.points[1].y),
        ("limit of leave-one-out-risk-bound", 12.0 / 101.0)
    );
    assert_eq!(
        (
            of(&chart, Role::Reference)[0].label.as_str(),
            of(&chart, Role::Reference)[0].points[0].y
        ),
        ("Bayes risk", 0.001)
    );
    assert!(chart.caption.contains("3/(γ²(N+1))"));
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
        ["a", "b"]
    );
    assert!((chart.series[0].points[0].y - 0.03).abs() < 1e-12);
}

#[test]
fn an_enumeration_is_averaged_by_its_weights_and_has_no_bars() {
    let weigh = |row: Trial| Trial {
        weight: Some(Rational::new(if row.replicate == 3 { 1 } else { 0 }, 1)),
        ..row
    };
    let chart = only(&gallery(
        FigureKind::RiskAgainstExamples,
        Vec::new(),
        &[50],
        |n| risky(n, &["a"]).into_iter().map(weigh).collect(),
    ));
    assert_eq!(
        (
            chart.series[0].points[0].y,
            &chart.series[0].points[0].spread
        ),
        (4.0 / 125.0, &Spread::None)
    );
}

#[test]
fn more_curves_than_can_be_told_apart_become_one_per_variant() {
    let cells: Vec<_> = (0..8)
        .map(|margin| json!({"g.margin": margin}).as_object().unwrap().clone())
        .collect();
    let mut gallery = Gallery::new(&[FigureKind::RiskAgainstExamples], Vec::new(), cells);
    (0..8).for_each(|cell| gallery.add(cell, &risky(50, &["plain"])));
    let chart = only(&gallery);
    let observed = of(&chart, Role::Observed);
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
fn boxes_show_the_quartiles_and_the_limit_of_at_most_twenty_cells() {
    let dimensions: Vec<u64> = (1..=50).map(|d| d * 6).collect();
    let claims = vec![claim("online-mistake-bound", 50, &["a", "b"])];
    let chart = only(&gallery(
        FigureKind::Distribution,
        claims,
        &dimensions,
        |d| counted(d, &["a", "b"]),
    ));
    let observed = of(&chart, Role::Observed);
    assert_eq!((observed.len(), observed[0].points.len()), (2, 20));
    assert_eq!(
        observed[0].points[19].heights(),
        [225.0, 150.0, 187.5, 262.5, 300.0].map(|height| height)
    );
    let bounds = of(&chart, Role::Bound);
    assert_eq!(
        (bounds.len(), bounds[0].label.as_str()),
        (1, "limit of online-mistake-bound")
    );
    assert!(chart.caption.contains("20 of them are shown"));
    assert!(matches!(&chart.x.scale, Scale::Categories(names) if names[0] == "dimension=6"));
}
