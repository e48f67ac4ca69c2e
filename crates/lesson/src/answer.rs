//! Answers a question: the run, what is certain about its sample, the bound, and the game.

use crate::game::{Ruling, rulings};
use crate::geometry::{Bound, Geometry, Proof};
use crate::number::Number;
use crate::question::Question;
use crate::run::{Course, Update};
use crate::spec;
use perceptron::documented::Invalid;
use perceptron::learn::Counts;
use serde::Serialize;
use std::collections::BTreeMap;

/// The counts of a run.
#[derive(Serialize)]
struct Counted {
    passes: u64,
    shown: u64,
    updates: u64,
    mistakes: u64,
    margin_mistakes: u64,
}

/// What is wrong with a question.
#[derive(Serialize)]
struct Refusal<'a> {
    key: &'a str,
    problem: &'a str,
    allowed: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct Answer {
    counts: Counted,
    /// What the bound is about: mistakes, or margin mistakes for a rule with a threshold.
    observed: u64,
    reason: &'static str,
    updates: Vec<Update>,
    radius_squared: Number,
    radius: Number,
    proof: Proof,
    bound: Option<Bound>,
    game: Vec<Ruling>,
    /// The text of a spec that states this sample and this learner, if the question asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    spec: Option<String>,
}

/// Answers a question in JSON by a text in JSON: an object with the run and the geometry of the sample, or `{"error": …}` with problem, allowed values
/// and next step. Every text has an answer.
///
/// # Examples
/// ```
/// let question = r#"{"points": {"examples": [{"x": ["1/2", 2], "y": 1}]}, "variant": {"rule": {"perceptron": {}}, "order": "cyclic"}}"#;
/// assert!(lesson::answer(question).starts_with(r#"{"counts":{"passes":2,"shown":2,"updates":1,"mistakes":1,"margin_mistakes":1}"#));
/// assert!(lesson::answer("?").starts_with(r#"{"error":"#));
/// ```
pub fn answer(question: &str) -> String {
    let answered = Question::read(question).and_then(|question| answered(&question));
    let text = match &answered {
        Ok(answer) => serde_json::to_string(answer),
        Err(invalid) => Ok(error(invalid)),
    };
    text.unwrap_or_else(|why| error(&Invalid::new("answer", why.to_string(), "")))
}

fn error(invalid: &Invalid) -> String {
    let refusal = Refusal {
        key: invalid.key,
        problem: &invalid.problem,
        allowed: &invalid.allowed,
        help: invalid.help.as_deref(),
    };
    serde_json::to_string(&BTreeMap::from([("error", refusal)])).unwrap_or_default()
}

fn answered(question: &Question) -> Result<Answer, Invalid> {
    let sample = question.sample();
    let learner = question.learner(&sample)?;
    let course = Course::of(&learner);
    let geometry = Geometry::of(learner.features(), learner.labels());
    let rule = &question.variant.rule;
    let counts = course.result.counts;
    let observed = match rule.threshold() {
        Some(_) => counts.margin_mistakes,
        None => counts.mistakes,
    };
    Ok(Answer {
        counts: Counted::from(&counts),
        observed,
        reason: course.result.reason.as_str(),
        radius_squared: Number::from(&geometry.radius_squared),
        radius: Number::from(&geometry.radius_squared.sharp_root()),
        proof: geometry.proof(),
        bound: geometry.bound(rule, observed),
        game: rulings(question, &geometry, counts.mistakes),
        spec: question
            .save
            .as_ref()
            .map(|title| spec::text(question, &course, &geometry, title)),
        updates: course.updates,
    })
}

impl From<&Counts> for Counted {
    fn from(counts: &Counts) -> Self {
        Self {
            passes: counts.passes,
            shown: counts.draws,
            updates: counts.updates,
            mistakes: counts.mistakes,
            margin_mistakes: counts.margin_mistakes,
        }
    }
}
