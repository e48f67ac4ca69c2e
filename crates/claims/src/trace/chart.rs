//! Draws the squeeze as a chart: the lower bound kγ and the upper bound √k·R approach each other and confine ⟨w, u⟩ and ‖w‖ more and more.

use super::{Step, Trace, thinned};
use crate::figure::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use std::collections::BTreeSet;

/// The largest number of points of each line of the chart; longer runs are thinned.
const PLACES: usize = 400;

/// Draws a run as a chart over its updates: ‖w‖ and ⟨w, u⟩ between the two bounds of the convergence proof.
pub fn chart(trace: &Trace) -> Chart {
    let shown: BTreeSet<usize> = thinned(trace.updates.len(), PLACES).into_iter().collect();
    let (mut lower, mut along, mut norm, mut upper) = (vec![], vec![], vec![], vec![]);
    trace.for_each_step(|step: &Step| {
        if !shown.contains(&step.updates) {
            return;
        }
        let put = |points: &mut Vec<Point>, value: Option<f64>| {
            points.extend(value.map(|value| Point::new(step.updates as f64, value)));
        };
        put(&mut lower, step.lower);
        put(&mut along, step.along);
        put(&mut norm, Some(step.norm));
        put(&mut upper, step.upper);
    });
    let series =
        |label: &str, role, points| Series::new(label.to_owned(), role, Mark::Line, points);
    let all = [
        series(trace.squeeze.upper_name(), SeriesRole::Bound, upper),
        series("‖w‖", SeriesRole::Observed, norm),
        series("⟨w, u⟩", SeriesRole::Reference, along),
        series("k·γ", SeriesRole::Bound, lower),
    ];
    Chart {
        name: "squeeze".into(),
        title: "Every update tightens the bounds on the weight vector".into(),
        caption: trace.paragraphs().join(" "),
        x: Axis::linear("updates k"),
        y: Axis::linear("length, in the unit of the examples"),
        series: all
            .into_iter()
            .filter(|series| !series.points.is_empty())
            .collect(),
    }
}
