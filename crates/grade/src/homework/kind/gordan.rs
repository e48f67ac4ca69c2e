//! Asks for the multipliers that prove that no vector separates a table of examples (Gordan 1873).

use super::task::{DrawnExercise, Exercise};
use crate::homework::answer::{AnswerValue, HandedInSample};
use crate::homework::keys::Keys;
use crate::homework::mark::Mark;
use crate::homework::range::{self, Range};
use crate::homework::text;
use claims::problem::Problem;
use perceptron::margin::{Gordan, hull_point, verify_gordan};
use perceptron::sample::Rational;
use perceptron::seed::Stream;
use serde_json::{Value, json};

#[derive(Debug)]
struct Multipliers {
    dimension: Range,
    examples: Range,
    largest: Range,
}

/// The table of one student, with multipliers that prove that nothing separates it.
#[derive(Debug)]
struct DrawnTable {
    rows: Vec<Vec<i64>>,
    labels: Vec<i64>,
    multipliers: Vec<u64>,
}

pub(super) fn read(keys: &mut Keys) -> Result<Box<dyn Exercise>, Problem> {
    let exercise = Multipliers {
        dimension: keys.range("dimension", 1..=10, None)?,
        examples: keys.range("examples", 2..=50, None)?,
        largest: keys.range("largest", 1..=1000, Some(9))?,
    };
    let needed = exercise.dimension.most() + 1;
    match exercise.examples.least() >= needed {
        true => Ok(Box::new(exercise)),
        false => Err(keys
            .problem("`examples` is too small for `dimension`")
            .note(
                "allowed",
                format!("from {needed} examples on, one more than features"),
            )
            .help("raise `examples` or lower `dimension`")),
    }
}

impl Exercise for Multipliers {
    fn draw(&self, stream: &mut Stream) -> Result<Box<dyn DrawnExercise>, Problem> {
        let dimension = self.dimension.draw(stream) as usize;
        let examples = self.examples.draw(stream) as usize;
        let largest = self.largest.draw(stream);
        let mut signed = dependent(dimension, largest, stream);
        while signed.len() < examples {
            signed.push((vector(dimension, largest, stream), 0));
        }
        stream.shuffle(&mut signed);
        let labels: Vec<i64> = signed.iter().map(|_| stream.label().sign()).collect();
        let rows = signed.iter().zip(&labels);
        let row =
            |((row, _), label): (&(Vec<i64>, u64), &i64)| row.iter().map(|x| label * x).collect();
        Ok(Box::new(DrawnTable {
            rows: rows.map(row).collect(),
            multipliers: signed.iter().map(|(_, multiplier)| *multiplier).collect(),
            labels,
        }))
    }
}

/// A vector of integers that is not 0.
fn vector(dimension: usize, largest: u64, stream: &mut Stream) -> Vec<i64> {
    loop {
        let row: Vec<i64> = (0..dimension)
            .map(|_| range::integer(largest, stream))
            .collect();
        if row.iter().any(|x| *x != 0) {
            return row;
        }
    }
}

/// Vectors v_i with multipliers λ_i > 0 and Σ λ_i v_i = 0, one more than features, none of them 0.
fn dependent(dimension: usize, largest: u64, stream: &mut Stream) -> Vec<(Vec<i64>, u64)> {
    loop {
        let term = |_| {
            (
                vector(dimension, largest, stream),
                1 + stream.below(3) as u64,
            )
        };
        let mut terms: Vec<(Vec<i64>, u64)> = (0..dimension).map(term).collect();
        let sum = |place: usize| -> i64 {
            terms
                .iter()
                .map(|(row, multiplier)| row[place] * *multiplier as i64)
                .sum()
        };
        let last: Vec<i64> = (0..dimension).map(|place| -sum(place)).collect();
        if last.iter().any(|x| *x != 0) {
            terms.push((last, 1));
            return terms;
        }
    }
}

impl DrawnTable {
    fn witness(&self) -> HandedInSample {
        let exact = |row: &Vec<i64>| row.iter().copied().map(Rational::from).collect();
        HandedInSample {
            rows: self.rows.iter().map(exact).collect(),
            labels: self.labels.clone(),
        }
    }

    /// Why the multipliers have no meaning, or are all 0.
    fn check(&self, multipliers: &[Rational]) -> Result<(), String> {
        let (given, expected) = (multipliers.len(), self.rows.len());
        if given != expected {
            return Err(format!(
                "there are {given} multipliers; expected are {expected}, one for each example"
            ));
        }
        let negative = multipliers.iter().position(Rational::is_negative);
        if let Some(place) = negative {
            let (number, value) = (place + 1, &multipliers[place]);
            return Err(format!("multiplier {number} is {value}, which is negative"));
        }
        match multipliers.iter().all(Rational::is_zero) {
            true => Err("all multipliers are 0".into()),
            false => Ok(()),
        }
    }
}

impl DrawnExercise for DrawnTable {
    fn text(&self) -> String {
        let table = text::table(&self.rows, &self.labels);
        format!(
            "No vector w has y⟨w, x⟩ > 0 for all of these examples:\n\n{table}\n\
             Prove it: give multipliers λ₁, λ₂, …, one for each example in this order, that are not negative and not all 0, with Σ λᵢyᵢxᵢ = 0."
        )
    }

    fn data(&self) -> Value {
        json!({ "rows": self.rows, "labels": self.labels })
    }

    fn form(&self) -> Value {
        json!({ "multipliers": vec![1; self.rows.len()] })
    }

    fn mark(&self, answer: &AnswerValue) -> Result<Mark, String> {
        let multipliers = answer.numbers("multipliers")?;
        self.check(&multipliers)?;
        let sample = self.witness().sample()?;
        let weights = multipliers.into_iter().enumerate();
        let weights = weights.filter(|(_, multiplier)| !multiplier.is_zero());
        let gordan = Gordan {
            multipliers: weights.collect(),
        };
        if verify_gordan(&sample, &gordan) {
            return Ok(Mark::full(
                "the sum is 0, so no vector separates the examples",
            ));
        }
        let sum = hull_point(&sample, &gordan.multipliers).unwrap_or_default();
        let wrong = sum.iter().filter(|x| !x.is_zero()).count();
        let place = sum
            .iter()
            .position(|x| !x.is_zero())
            .map_or(0, |place| place + 1);
        let coordinates = sum.len();
        Err(format!(
            "{wrong} of the {coordinates} coordinates of the sum are not 0; the first of them is coordinate {place}"
        ))
    }

    fn solution(&self) -> Result<Option<Value>, String> {
        Ok(Some(json!({ "multipliers": self.multipliers })))
    }

    fn wrong(&self) -> Result<Vec<Value>, String> {
        let mut one_more: Vec<i64> = self.multipliers.iter().map(|one| *one as i64).collect();
        let negative: Vec<i64> = one_more.iter().map(|one| -one).collect();
        one_more[0] += 1;
        Ok(vec![
            json!({ "multipliers": one_more }),
            json!({ "multipliers": negative }),
            json!({ "multipliers": vec![0; self.rows.len()] }),
        ])
    }
}
