//! Writes what the page shows as a spec, which `perceptron-lab run` repeats with the same counts.

use crate::geometry::Geometry;
use crate::question::Question;
use crate::run::Course;
use perceptron::learn::{Order, Stop, StopReason, Variant};
use perceptron::sample::{Rational, Ties};
use serde::Serialize;

/// Writes a value as TOML on one line.
fn inline(value: impl Serialize) -> String {
    toml::Value::try_from(value)
        .map(|value| value.to_string())
        .unwrap_or_default()
}

/// The text of a spec with the sample, the learner, and the theorem about this run.
pub(crate) fn text(
    question: &Question,
    course: &Course,
    geometry: &Geometry,
    title: &str,
) -> String {
    let points = &question.points;
    let list = |x: &[Rational]| x.iter().map(inline).collect::<Vec<_>>().join(", ");
    let examples = points.examples.iter();
    let examples =
        examples.map(|point| format!("  {{ x = [{}], y = {} }},\n", list(&point.x), point.y));
    format!(
        "title = {}\nquestion = \"How much of its bound does the perceptron use on this sample?\"\nseed = 0\nreplicates = \"all\"\n\n[generator.points]\n{}examples = [\n{}]\n{}{}{}",
        inline(title),
        if points.floats { "floats = true\n" } else { "" },
        examples.collect::<String>(),
        separator(geometry),
        learner(&question.variant, course),
        claim(question, geometry, course.updates.len()),
    )
}

/// The direction of the largest margin, which is the separator of bounds about a planted one.
fn separator(geometry: &Geometry) -> String {
    let direction = geometry.margin().map(|margin| margin.separator.to_floats());
    let exact = |u: &f64| inline(Rational::from_float(*u));
    let list = |u: Vec<f64>| u.iter().map(exact).collect::<Vec<_>>().join(", ");
    direction.map_or(String::new(), |u| format!("separator = [{}]\n", list(u)))
}

/// The learner. An order that draws at random is stated as the list of the examples that it showed.
fn learner(variant: &Variant, course: &Course) -> String {
    let mut stated = variant.clone();
    // Without a stop, the run ends at a clean pass by itself.
    let ended = course.result.reason == StopReason::CleanPass;
    stated.stop = variant
        .stop
        .filter(|stop| !ended || !matches!(stop, Stop::Updates(_)));
    let mut note = String::new();
    if variant.order.draws_at_random() {
        note = format!(
            "# The order {} drew these examples.\n",
            variant.order.as_str()
        );
        match &course.order {
            Some(order) => (stated.order, stated.stop) = (Order::Given(order.clone()), None),
            None => note = "# The run is too long to list its order, so it draws anew.\n".into(),
        }
    }
    let table = toml::Table::try_from(&stated).unwrap_or_default();
    let keys = table
        .iter()
        .map(|(key, value)| format!("{key} = {value}\n"));
    format!("\n{note}[variants.lesson]\n{}", keys.collect::<String>())
}

/// The theorem that the page shows, or the claim that there is no separator.
fn claim(question: &Question, geometry: &Geometry, updates: usize) -> String {
    let rule = &question.variant.rule;
    let bound = match rule.threshold() {
        _ if rule.facts().normalizes => "name = \"normalized-mistake-bound\"",
        Some(_) => "name = \"margin-mistake-bound\"\nnorm = \"any\"\nmargin = \"max\"",
        None => "name = \"online-mistake-bound\"\nmargin = \"max\"",
    };
    let stated = match geometry.margin() {
        // The bound is not about this convention, and says nothing of a learner that is never wrong.
        Some(_) if question.variant.ties == Ties::Strict || updates == 0 => return String::new(),
        Some(_) => bound,
        None => "name = \"strictly-separable\"\nexpect = \"violated\"",
    };
    format!("\n[[claims]]\n{stated}\n")
}
