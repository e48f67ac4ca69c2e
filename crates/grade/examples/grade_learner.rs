//! Grades a learner that does not update on ties, and prints every claim about it that is refuted, with a smallest sample.
//!
//! `cargo run --release -p perceptron-lab-grade --example grade_learner`
#![allow(clippy::print_stdout)]

use grade::grading::{GradedRule, GradingTask, ReturnedWeights, RuleName, RuleSettings, grade};
use perceptron::learn::external::FunctionLearner;
use perceptron::sample::Ties;

/// The learner to grade. It has a fault: the perceptron also updates if y⟨w, x⟩ = 0.
fn learn(w: &mut [f64], x: &[f64], y: f64) -> f64 {
    let score: f64 = w.iter().zip(x).map(|(w, x)| w * x).sum();
    if y * score < 0.0 {
        w.iter_mut().zip(x).for_each(|(w, x)| *w += y * x);
    }
    score
}

pub(crate) fn main() -> Result<(), String> {
    let (rule, returns) = (RuleName::Perceptron, ReturnedWeights::Last);
    let graded = GradedRule::new(rule, Ties::Mistake, returns, &RuleSettings::default());
    let grade = grade(&GradingTask {
        start: &|| Ok(Box::new(FunctionLearner::new(learn))),
        is_over: &|| false,
        graded: graded.map_err(|fault| fault.problem)?,
        seconds: 10.0,
        attack: 0,
        wide: false,
    });
    println!("{} samples, {} examples", grade.samples, grade.examples);
    for check in &grade.checks {
        if let Some(witness) = &check.witness {
            let sample = witness.samples.last().ok_or("a witness has a sample")?;
            let examples: Vec<_> = (0..sample.len()).map(|at| sample.example(at)).collect();
            println!("refuted: {}", check.claim);
            println!("  on {}: {}", examples.join(", "), witness.words);
        }
    }
    Ok(())
}
