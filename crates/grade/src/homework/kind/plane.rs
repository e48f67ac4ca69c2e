//! Asks for a sequence in the plane on which the perceptron makes as many mistakes as is possible there.
//!
//! In a plane there are at most ⌊R²/(2γ²)⌋ + 1 mistakes (docs/theory.md, X10). With fractions in two coordinates and R² ≤ B·γ*², all of them are possible
//! for odd B, and for even B only if B − 1 is a square. For even B the proof is an equality only if the examples but the first have the tangent √(B − 1)
//! with the separator of largest margin. The tangent of two vectors of fractions is a fraction.

use super::task::{DrawnExercise, Exercise};
use crate::homework::answer::{AnswerValue, SampleForm};
use crate::homework::keys::Keys;
use crate::homework::mark::Mark;
use crate::homework::range::Range;
use crate::homework::run::StreamRun;
use claims::problem::Problem;
use perceptron::sample::Rational;
use perceptron::seed::Stream;
use serde_json::{Value, json};

/// The perceptron that sees each example once.
const PLAIN: &str = "order = \"stream\"";
/// Number of examples that are allowed for each mistake that is asked for.
const EXAMPLES_PER_MISTAKE: u64 = 4;

#[derive(Debug)]
struct PlaneExercise {
    /// The bounds of the sheet's range that can be reached.
    bounds: Vec<u64>,
}

/// The bound of one student.
#[derive(Debug)]
struct DrawnBound {
    bound: u64,
}

pub(super) fn read(keys: &mut Keys) -> Result<Box<dyn Exercise>, Problem> {
    let range: Range = keys.range("bound", 2..=99, None)?;
    let bounds: Vec<u64> = range.values().filter(|bound| is_reached(*bound)).collect();
    match bounds.is_empty() {
        false => Ok(Box::new(PlaneExercise { bounds })),
        true => Err(keys
            .problem("no `bound` of this range is reached by fractions in the plane")
            .note(
                "allowed",
                "an odd number, or one more than a square; or a range that has one",
            )
            .help("take the next odd number")),
    }
}

/// Whether ⌊B/2⌋ + 1 mistakes are possible with fractions in two coordinates.
fn is_reached(bound: u64) -> bool {
    bound % 2 == 1 || (bound - 1).isqrt().pow(2) == bound - 1
}

impl Exercise for PlaneExercise {
    fn draw(&self, stream: &mut Stream) -> Result<Box<dyn DrawnExercise>, Problem> {
        let bound = self.bounds[stream.below(self.bounds.len())];
        Ok(Box::new(DrawnBound { bound }))
    }
}

impl DrawnBound {
    /// Number of mistakes that is asked for, which is the largest possible.
    fn goal(&self) -> u64 {
        self.bound / 2 + 1
    }

    fn form_of_samples(&self) -> SampleForm {
        SampleForm {
            dimension: 2,
            examples: (EXAMPLES_PER_MISTAKE * self.goal()) as usize,
            largest: None,
        }
    }

    /// A fraction b with 2·goal − 3 ≤ b² ≤ B − 1.
    fn side(&self) -> Rational {
        let (least, most) = (2 * self.goal() - 3, self.bound - 1);
        let found = (1u64..).find_map(|denominator| {
            let numerator = (most * denominator.pow(2)).isqrt();
            let is_long = numerator.pow(2) >= least * denominator.pow(2);
            is_long.then(|| Rational::new(numerator as i64, denominator as i64))
        });
        found.unwrap_or_else(Rational::one)
    }

    /// The examples (1, c), (1, −b), (1, b), (1, −b), …, all positive, with b·c the largest odd number below the number of mistakes. After an odd number
    /// t of mistakes the score is t − b·c, and after an even number t it is t − b² + b·c.
    fn sequence(&self, count: u64, b: &Rational) -> Value {
        let odd = (self.goal() - 2) / 2 * 2 + 1;
        let first = &Rational::from(odd) / b;
        let second = |place: u64| match place {
            0 => first.clone(),
            odd if odd % 2 == 1 => -b,
            _ => b.clone(),
        };
        let row = |place: u64| json!([1, second(place), 1]);
        json!({ "examples": (0..count).map(row).collect::<Vec<_>>() })
    }
}

impl DrawnExercise for DrawnBound {
    fn text(&self) -> String {
        let (bound, goal) = (self.bound, self.goal());
        let form = self.form_of_samples().words();
        format!(
            "The perceptron begins with the weights 0. It makes a mistake if y⟨w, x⟩ ≤ 0, and then adds y·x to w. With R²/γ\\*² ≤ {bound} it makes at \
             most {bound} mistakes. In the plane only {goal} of them are possible.\n\n\
             Give a sequence of examples in the plane with R²/γ\\*² ≤ {bound} on which it makes {goal} mistakes. R is the largest norm, γ\\* the \
             largest margin of a separator. The sequence is shown once. {form} Fewer mistakes get a part of the points."
        )
    }

    fn data(&self) -> Value {
        json!({ "bound": self.bound, "mistakes": self.goal(), "examples": self.form_of_samples().examples })
    }

    fn form(&self) -> Value {
        json!({ "examples": [[3, 1, 1], [1, "1/2", 1], ["-0.5", -2, -1]] })
    }

    fn mark(&self, answer: &AnswerValue) -> Result<Mark, String> {
        let run = StreamRun::of(&answer.sample(self.form_of_samples())?, PLAIN)?;
        let stated = run.ratio_within(self.bound)?;
        let (made, goal) = (run.mistakes, self.goal());
        let reason = format!("{stated}. Mistakes of the perceptron: {made}; asked for are {goal}.");
        Ok(Mark::part(made, goal, reason))
    }

    fn solution(&self) -> Result<Option<Value>, String> {
        Ok(Some(self.sequence(self.goal(), &self.side())))
    }

    fn wrong(&self) -> Result<Vec<Value>, String> {
        let wide = Rational::from(self.bound);
        Ok(vec![
            self.sequence(self.goal() - 1, &self.side()),
            // The norm is too large for the margin.
            self.sequence(self.goal(), &wide),
            json!({ "examples": [[1, 0, 1], [-1, 0, 1]] }),
        ])
    }
}
