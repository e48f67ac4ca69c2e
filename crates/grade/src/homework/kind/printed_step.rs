//! Asks for a sample on which the perceptron with a strict inequality makes more mistakes than its bound allows.

use super::task::{DrawnExercise, Exercise};
use crate::homework::answer::{AnswerValue, HandedInSample, SampleForm};
use crate::homework::keys::Keys;
use crate::homework::mark::Mark;
use crate::homework::range::Range;
use crate::homework::run::StreamRun;
use claims::problem::Problem;
use perceptron::seed::Stream;
use serde_json::{Value, json};

/// The algorithm as printed.
const PRINTED: &str = "order = \"stream\"\nties = \"strict\"";

#[derive(Debug)]
struct PrintedStep {
    bound: Range,
    passes: Range,
    dimension: Range,
}

/// The numbers of one student.
#[derive(Debug)]
struct DrawnPrintedStep {
    bound: u64,
    passes: u64,
    dimension: u64,
}

pub(super) fn read(keys: &mut Keys) -> Result<Box<dyn Exercise>, Problem> {
    Ok(Box::new(PrintedStep {
        bound: keys.range("bound", 1..=100, None)?,
        passes: keys.range("passes", 1..=10, Some(1))?,
        dimension: keys.range("dimension", 1..=20, Some(2))?,
    }))
}

impl Exercise for PrintedStep {
    fn draw(&self, stream: &mut Stream) -> Result<Box<dyn DrawnExercise>, Problem> {
        Ok(Box::new(DrawnPrintedStep {
            bound: self.bound.draw(stream),
            passes: self.passes.draw(stream),
            dimension: self.dimension.draw(stream),
        }))
    }
}

impl DrawnPrintedStep {
    /// Number of negative examples that suffice.
    fn needed(&self) -> u64 {
        self.bound / self.passes + 1
    }

    fn form_of_samples(&self) -> SampleForm {
        SampleForm {
            dimension: self.dimension as usize,
            examples: self.needed() as usize + 1,
            largest: None,
        }
    }

    /// The examples (first, 0, …, 0) with their labels.
    fn examples(&self, examples: impl Iterator<Item = (i64, i64)>) -> Value {
        let row = |(first, label): (i64, i64)| {
            let mut row = vec![0; self.dimension as usize + 1];
            (row[0], row[self.dimension as usize]) = (first, label);
            row
        };
        json!({ "examples": examples.map(row).collect::<Vec<_>>() })
    }

    /// As many negative examples as are needed, and a positive one with a first number of this size.
    fn with_positive(&self, first: i64) -> Value {
        let negative = (0..self.needed()).map(|_| (1, -1));
        self.examples(negative.chain([(-first, 1)]))
    }
}

impl DrawnExercise for DrawnPrintedStep {
    fn text(&self) -> String {
        let Self { bound, passes, .. } = self;
        let form = self.form_of_samples().words();
        let shown = match passes {
            1 => "once".to_owned(),
            passes => format!("{passes} times, in the same order"),
        };
        format!(
            "Step 3 of an algorithm is printed with a strict inequality: *predict +1 if ⟨w, x⟩ ≥ 0, otherwise −1; if y⟨w, x⟩ < 0, add y·x to w.* \
             The weights begin at 0, and a mistake is a wrong prediction.\n\n\
             Give a sample with R²/γ\\*² ≤ {bound} on which this algorithm makes more than {bound} mistakes. R is the largest norm, and γ\\* the \
             largest margin of a separator. The sample is shown {shown}. {form} Both labels must occur."
        )
    }

    fn data(&self) -> Value {
        json!({ "bound": self.bound, "passes": self.passes, "dimension": self.dimension, "examples": self.form_of_samples().examples })
    }

    fn form(&self) -> Value {
        self.examples([(1, 1), (-2, -1)].into_iter())
    }

    fn mark(&self, answer: &AnswerValue) -> Result<Mark, String> {
        let HandedInSample { rows, labels } = answer.sample(self.form_of_samples())?;
        if labels.iter().all(|label| *label == labels[0]) {
            return Err("all examples have the same label; both labels must occur".into());
        }
        let shown = HandedInSample {
            rows: vec![rows; self.passes as usize].concat(),
            labels: labels.repeat(self.passes as usize),
        };
        let run = StreamRun::of(&shown, PRINTED)?;
        let stated = run.ratio_within(self.bound)?;
        let (made, bound) = (run.mistakes, self.bound);
        let reason = format!(
            "{stated}. Mistakes of the algorithm as printed: {made}; asked for are more than {bound}."
        );
        Ok(Mark::part(made, bound + 1, reason))
    }

    fn solution(&self) -> Result<Option<Value>, String> {
        Ok(Some(self.with_positive(1)))
    }

    fn wrong(&self) -> Result<Vec<Value>, String> {
        let positive = (0..self.needed()).map(|_| (1, 1));
        let many = self.needed() as usize + 2;
        Ok(vec![
            self.examples(positive.chain([(-1, -1)])),
            // A long example makes R²/γ*² too large.
            self.with_positive(self.bound as i64 + 2),
            self.examples(
                (0..many).map(|place| (1 - 2 * (place as i64 % 2), place as i64 % 2 * 2 - 1)),
            ),
        ])
    }
}
