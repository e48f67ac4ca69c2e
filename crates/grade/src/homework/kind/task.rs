//! Says what a kind of exercise does: an exercise is what a sheet states, and a task is what is drawn from it for one student.

use crate::homework::answer::AnswerValue;
use crate::homework::mark::Mark;
use claims::problem::Problem;
use perceptron::seed::Stream;
use serde_json::Value;
use std::fmt::Debug;

/// An exercise of a sheet.
pub(in crate::homework) trait Exercise: Debug + Send + Sync {
    /// Draws the task of one student.
    ///
    /// # Errors
    /// A number that was drawn does not fit a formula of the sheet.
    fn draw(&self, stream: &mut Stream) -> Result<Box<dyn DrawnExercise>, Problem>;
}

/// An exercise with the numbers that one student gets.
pub(in crate::homework) trait DrawnExercise: Debug + Send + Sync {
    /// The task in Markdown.
    fn text(&self) -> String;
    /// A sentence for the teacher next to the solution.
    fn note(&self) -> Option<String> {
        None
    }
    /// The numbers that were drawn, for other programs.
    fn data(&self) -> Value;
    /// An answer of the right form that is no solution.
    fn form(&self) -> Value;
    /// Checks an answer exactly.
    ///
    /// # Errors
    /// Why the answer gets no points, in a sentence.
    fn mark(&self, answer: &AnswerValue) -> Result<Mark, String>;
    /// An answer that gets all points; `None` if the sheet states none, as the copy for students does.
    ///
    /// # Errors
    /// The solution that the sheet states is no sample.
    fn solution(&self) -> Result<Option<Value>, String>;
    /// Wrong answers, each of which loses points for another reason.
    ///
    /// # Errors
    /// A wrong answer that the sheet states is no sample.
    fn wrong(&self) -> Result<Vec<Value>, String>;
}
