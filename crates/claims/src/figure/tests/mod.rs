//! Checks on hand-made trials that every kind of figure draws what its documentation says, and says why it is empty if there are no data.

mod counts;
mod curves;
mod expectations;
mod functions;
mod histograms;
mod observed;
mod own;
mod sweeps;

use super::chart::{Chart, Mark, Scale, Series, SeriesRole, Spread};
use super::{FigureKind, Gallery, Request};
use crate::claim::{Registered, StatedClaim, VerdictKind};
use crate::judge::{JudgeSpec, JudgedCell};
use crate::trial::{AnyColumn, Batch, Block, Measure, Setting, columns};
use perceptron::generate::{Distribution, KnownDistribution};
use perceptron::sample::{Quantity, Rational};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;

fn claim(name: &str, cells: usize, variants: &[&str]) -> StatedClaim {
    let claim: Registered = serde_json::from_value(json!({ name: {} })).unwrap();
    StatedClaim {
        variants: variants.iter().map(|name| (*name).to_owned()).collect(),
        cells: (0..cells).collect(),
        premise_waived: true,
        ..StatedClaim::plain(claim)
    }
}

fn control(of: &StatedClaim, scale: Rational) -> StatedClaim {
    StatedClaim {
        id: "a control".into(),
        control_of: Some(of.id.clone()),
        scale,
        expect: VerdictKind::Violated,
        ..of.clone()
    }
}

/// Cells of random draws that differ in their dimension.
fn drawn(dimensions: &[u64]) -> Vec<JudgedCell> {
    let cell = |dimension: &u64| JudgedCell {
        parameters: json!({"generator.basis.dimension": dimension, "seed": 1})
            .as_object()
            .unwrap()
            .clone(),
        complete: false,
    };
    dimensions.iter().map(cell).collect()
}

/// An experiment for the judge, leaked so that it outlives the test.
fn judge_spec(claims: Vec<StatedClaim>, cells: Vec<JudgedCell>) -> &'static JudgeSpec {
    Box::leak(Box::new(JudgeSpec {
        experiment: "test".into(),
        alpha: 0.01,
        cells,
        claims,
        most_replicates: None,
    }))
}

fn empty(
    kinds: &[FigureKind],
    claims: Vec<StatedClaim>,
    cells: Vec<JudgedCell>,
) -> Gallery<'static> {
    let requests: Vec<Request> = kinds.iter().copied().map(Request::Kind).collect();
    Gallery::new(&requests, judge_spec(claims, cells))
}

fn gallery(
    kind: FigureKind,
    claims: Vec<StatedClaim>,
    dimensions: &[u64],
    block: impl Fn(u64) -> Block,
) -> Gallery<'static> {
    let mut gallery = empty(&[kind], claims, drawn(dimensions));
    let cells = dimensions.iter().enumerate();
    cells.for_each(|(cell, dimension)| gallery.add(cell, &block(*dimension)));
    gallery
}

fn only(gallery: &Gallery) -> Chart {
    let charts = gallery.charts();
    assert_eq!(charts.len(), 1);
    charts.into_iter().next().unwrap()
}

fn of(chart: &Chart, role: SeriesRole) -> Vec<&Series> {
    chart
        .series
        .iter()
        .filter(|series| series.role == role)
        .collect()
}

/// A margin perceptron on a distribution with margin 1/2, radius 1 and Bayes risk 0.001.
fn setting(variant: &str) -> Arc<Setting> {
    let generator = toml::from_str("[points]\nexamples = [{ x = [1], y = 1 }]").unwrap();
    let learner = "rule = { margin-perceptron = {} }\norder = \"cyclic\"";
    let named = (variant.to_owned(), toml::from_str(learner).unwrap());
    let setting = Setting::new("c", &generator, Some(&named));
    Arc::new(setting.under(KnownDistribution {
        population_margin_squared: Some(Quantity::exact(Rational::new(1, 4))),
        population_radius_squared: Some(Quantity::count(1)),
        distribution: Some(Distribution::Gaussians {
            mean: vec![0.0],
            deviation: 1.0,
            prior: 0.001,
        }),
        ..KnownDistribution::fixed()
    }))
}

/// Replicates in which only these columns have values.
fn block(replicates: u64, variants: &[&str], known: impl Fn(&mut Batch, usize)) -> Block {
    let measures = BTreeSet::from([Measure::Risk, Measure::LeaveOneOut]);
    let batch = |variant: &&str| {
        let mut batch = Batch::new(
            setting(variant),
            AnyColumn::measured(&measures),
            replicates as usize,
        );
        (0..batch.len()).for_each(|place| known(&mut batch, place));
        batch
    };
    Block {
        replicates: (0..replicates).collect(),
        batches: variants.iter().map(batch).collect(),
    }
}

/// Four trials per variant on `dimension` examples, with the limit `dimension` and between a half and all of it as mistakes.
fn counted(dimension: u64, variants: &[&str]) -> Block {
    let margin_squared = Quantity::exact(Rational::new(1, dimension as i64));
    block(4, variants, |batch, place| {
        let mistakes = dimension * (place as u64 + 3) / 6;
        batch.set(place, columns::MISTAKES, Some(mistakes));
        batch.set(place, columns::RADIUS_SQUARED, Some(Quantity::count(1)));
        let margin_squared = margin_squared.clone();
        batch.set(place, columns::SAMPLE_MARGIN_SQUARED, Some(margin_squared));
        batch.set(place, columns::EXAMPLES, Some(dimension));
    })
}

/// Four trials with risks around 1/examples and the limit 3/(γ²(N + 1)) for γ = 1/2.
fn risky(examples: u64, variants: &[&str]) -> Block {
    block(4, variants, |batch, place| {
        let risk = (place as f64 + 1.0) / (2.5 * examples as f64);
        batch.set(place, columns::RISK, Some(Quantity::float(risk)));
        let error = place as f64 / examples as f64;
        batch.set(place, columns::LEAVE_ONE_OUT_ERROR, Some(error));
        batch.set(place, columns::EXAMPLES, Some(examples));
    })
}

const COUNTS: [u64; 3] = [12, 60, 600];

#[test]
fn figure_name_in_a_spec_equals_its_documented_name() {
    for kind in FigureKind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), json!(kind.name()));
        assert!(
            ["Formula", "Premise", "Source", "Examples"]
                .iter()
                .all(|heading| !kind.documentation().section(heading).is_empty())
        );
    }
}

/// The caption of a chart without data.
fn said(gallery: &Gallery) -> String {
    let chart = only(gallery);
    assert_eq!(chart.points().count(), 0);
    chart.caption
}

#[test]
fn every_figure_without_trials_reports_why_it_is_empty() {
    for kind in FigureKind::ALL {
        for claims in [vec![], vec![claim("online-mistake-bound", 3, &["plain"])]] {
            let empty = gallery(*kind, claims, &COUNTS, |_| block(0, &["plain"], |_, _| {}));
            let said = said(&empty);
            assert!(
                said.starts_with("Nothing is drawn: ") && said.len() > 40,
                "{said}"
            );
            assert_eq!(only(&empty).name, kind.name());
        }
    }
}
