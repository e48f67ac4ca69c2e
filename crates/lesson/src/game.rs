//! Referees the game: make the perceptron use as much of its bound as you can. Every comparison is one of fractions.

use crate::geometry::Geometry;
use crate::question::Question;
use perceptron::sample::Rational;
use serde::Serialize;

/// A level of the game: the share of the bound to use, and the size that the bound must have, because small bounds are easy to use up.
struct Level {
    goal: &'static str,
    least_bound: u64,
    share: Share,
}

enum Share {
    MoreThan(i64, i64),
    AllOfThePlane,
}

const LEVELS: [Level; 3] = [
    Level {
        goal: "More than a third of the bound, with a bound of 10 or more",
        least_bound: 10,
        share: Share::MoreThan(1, 3),
    },
    Level {
        goal: "More than half of the bound, with a bound of 10 or more",
        least_bound: 10,
        share: Share::MoreThan(1, 2),
    },
    Level {
        goal: "As many mistakes as a plane allows, ⌊R²/(2γ²)⌋ + 1, with a bound of 50 or more",
        least_bound: 50,
        share: Share::AllOfThePlane,
    },
];

/// The decision about one level.
#[derive(Debug, Serialize)]
pub(crate) struct Ruling {
    goal: &'static str,
    reached: bool,
    /// What is missing; empty if the level is reached.
    missing: String,
}

/// Decides all levels for a run with this many mistakes.
pub(crate) fn rulings(question: &Question, geometry: &Geometry, mistakes: u64) -> Vec<Ruling> {
    let ruling = |level: &Level| {
        let missing = level.missing(question, geometry, mistakes);
        Ruling {
            goal: level.goal,
            reached: missing.is_none(),
            missing: missing.unwrap_or_default(),
        }
    };
    LEVELS.iter().map(ruling).collect()
}

impl Level {
    /// What a run lacks to reach this level; `None` if it reaches it.
    fn missing(&self, question: &Question, geometry: &Geometry, mistakes: u64) -> Option<String> {
        let rule = &question.variant.rule;
        let Some(plane) = geometry.plane(rule).filter(|_| question.updates_on_ties()) else {
            return Some(unplayable(question, geometry).to_owned());
        };
        let limit = geometry.limit(rule)?;
        let (Some(limit), Some(plane)) = (limit.exact, plane.exact) else {
            return Some("the sample is one of doubles: start with one of fractions".into());
        };
        if limit < Rational::from(self.least_bound) {
            return Some(format!("the bound is {limit}: make the margin smaller"));
        }
        self.too_few(&limit, &plane, mistakes)
    }

    fn too_few(&self, limit: &Rational, plane: &Rational, mistakes: u64) -> Option<String> {
        let made = Rational::from(mistakes);
        let (needed, is_reached) = match self.share {
            Share::MoreThan(over, under) => {
                let least = limit * &Rational::new(over, under);
                (
                    Rational::from_big(least.floor() + 1, 1.into()),
                    made > least,
                )
            }
            Share::AllOfThePlane => (plane.clone(), made >= *plane),
        };
        (!is_reached).then(|| format!("{mistakes} of {needed} mistakes"))
    }
}

fn unplayable(question: &Question, geometry: &Geometry) -> &'static str {
    if geometry.margin().is_none() {
        "no vector separates these examples, so there is no bound"
    } else if question.updates_on_ties() {
        "the game is played with the rule perceptron"
    } else {
        "under this tie convention the perceptron does not update on every mistake"
    }
}
