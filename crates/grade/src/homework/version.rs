//! Holds the version of a sheet that one student gets: its text, its marks, and its solutions.

use super::answer::{AnswerValue, shortened};
use super::answers::StudentAnswers;
use super::kind::DrawnExercise;
use super::mark::Mark;
use super::text;
use crate::points::{ItemScore, Scores};
use claims::problem::Problem;
use perceptron::sample::Rational;
use serde_json::{Value, json};

/// The exercises of one student, with the numbers that were drawn.
#[derive(Debug)]
pub struct Version {
    pub(super) title: String,
    pub(super) about: Option<String>,
    /// Empty for the sample version.
    pub(super) student: String,
    pub(super) tasks: Vec<NamedTask>,
}

/// A task with its name and its points.
#[derive(Debug)]
pub(super) struct NamedTask {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) points: Rational,
    pub(super) task: Box<dyn DrawnExercise>,
}

impl NamedTask {
    fn scored(&self, mark: Mark) -> ItemScore {
        ItemScore {
            name: self.name.clone(),
            points: &mark.share * &self.points,
            possible: self.points.clone(),
            reasons: mark.reasons,
        }
    }

    fn mark(&self, answer: &Value) -> ItemScore {
        let mark = self.task.mark(&AnswerValue::new(answer));
        self.scored(mark.unwrap_or_else(Mark::none))
    }

    /// The solution, and the wrong answers with their points.
    fn solved(&self) -> Result<(Value, Vec<(Value, ItemScore)>), Problem> {
        let broken = |words: String| {
            let problem = Problem::new(format!("the exercise `{}`: {words}", self.name));
            problem
                .of_kind("homework-sheet")
                .help("change its `solution` or `wrong`")
        };
        let none = || {
            let problem = Problem::new(format!("the exercise `{}` states no solution", self.name));
            problem.help("use the teacher's sheet: this may be the copy for students")
        };
        let solution = self.task.solution().map_err(broken)?.ok_or_else(none)?;
        let wrong = self.task.wrong().map_err(broken)?.into_iter();
        let wrong = wrong.map(|answer| {
            let score = self.mark(&answer);
            (answer, score)
        });
        Ok((solution, wrong.collect()))
    }
}

impl Version {
    /// The sheet of the student in Markdown: each task with the form of its answer.
    pub fn text(&self) -> String {
        let student = match self.student.as_str() {
            "" => "Sample version: every student gets other numbers.".to_owned(),
            student => format!("Version of {}", text::plain(student)),
        };
        let about = self
            .about
            .as_deref()
            .map(|about| format!("\n{}\n", about.trim()));
        let mut sheet = format!(
            "# {}\n\n{student}\n{}",
            self.title,
            about.unwrap_or_default()
        );
        for (place, task) in self.tasks.iter().enumerate() {
            let number = place + 1;
            let points = text::points(&task.points);
            let form = text::forms(&task.name, &task.task.form());
            let words = task.task.text();
            sheet += &format!(
                "\n## {number}. {} ({points})\n\n{words}\n\n{form}",
                task.name
            );
        }
        sheet
    }

    /// The sheet of the student as JSON: name, kind, points, text, numbers and form of each exercise.
    pub fn json(&self) -> Value {
        let exercise = |one: &NamedTask| {
            json!({
                "name": one.name, "kind": one.kind, "points": one.points, "text": one.task.text(), "data": one.task.data(),
                "form": one.task.form(),
            })
        };
        let exercises: Vec<Value> = self.tasks.iter().map(exercise).collect();
        json!({ "title": self.title, "about": self.about, "student": self.student, "exercises": exercises })
    }

    /// The points of the answers, with reasons. An exercise without an answer gets none.
    pub fn mark(&self, answers: &StudentAnswers) -> Scores {
        let item = |task: &NamedTask| match answers.get(&task.name) {
            Some(answer) => task.mark(answer),
            None => task.scored(Mark::none(self.unanswered(&task.name, answers))),
        };
        self.scores(self.tasks.iter().map(item).collect())
    }

    /// No points for any exercise, for one reason: the answers could not be read.
    pub fn unread(&self, reason: &str) -> Scores {
        let item = |task: &NamedTask| task.scored(Mark::none(reason));
        self.scores(self.tasks.iter().map(item).collect())
    }

    /// The points under a title that says whose version was marked.
    fn scores(&self, items: Vec<ItemScore>) -> Scores {
        let version = match self.student.as_str() {
            "" => "sample version".to_owned(),
            student => format!("version of {}", text::plain(student)),
        };
        Scores {
            title: format!("{} ({version})", self.title),
            items,
        }
    }

    fn unanswered(&self, name: &str, answers: &StudentAnswers) -> String {
        let is_known = |other: &&str| self.tasks.iter().any(|task| task.name == **other);
        let unknown: Vec<&str> = answers.names().filter(|other| !is_known(other)).collect();
        match unknown.as_slice() {
            [] => format!("no answer is named `{name}`"),
            others => {
                let others = shortened(&others.join(", "));
                format!(
                    "no answer is named `{name}`; there are answers named {others}, which is no exercise"
                )
            }
        }
    }

    /// Answers that get all points.
    ///
    /// # Errors
    /// A solution that the sheet states is no sample.
    pub fn solution(&self) -> Result<StudentAnswers, Problem> {
        let solved = self.tasks.iter().map(|task| {
            let (solution, _) = task.solved()?;
            Ok(StudentAnswers::of_one(&task.name, solution))
        });
        let mut solved = solved.collect::<Result<Vec<_>, Problem>>()?.into_iter();
        solved.try_fold(StudentAnswers::default(), StudentAnswers::and)
    }

    /// The solutions as a file of answers in TOML, with wrong answers and why they lose points as comments.
    ///
    /// # Errors
    /// An answer that the sheet states is no sample.
    pub fn solution_text(&self) -> Result<String, Problem> {
        let student = match self.student.as_str() {
            "" => "the sample version".to_owned(),
            student => format!("the version of {}", text::plain(student)),
        };
        let mut words =
            format!("# Solutions for {student}. As a file of answers they get all points.\n");
        for task in &self.tasks {
            let (solution, wrong) = task.solved()?;
            words += &format!("\n{}", text::toml_of(&task.name, &solution));
            words += &task
                .task
                .note()
                .map_or(String::new(), |note| format!("# {note}\n"));
            for (answer, score) in wrong {
                words += &text::comment(&answer, &score);
            }
        }
        Ok(words)
    }

    /// The solutions and the wrong answers as JSON.
    ///
    /// # Errors
    /// An answer that the sheet states is no sample.
    pub fn solution_json(&self) -> Result<Value, Problem> {
        let solved = self.tasks.iter().map(|task| {
            let (solution, wrong) = task.solved()?;
            let wrong = wrong
                .iter()
                .map(|(answer, score)| json!({ "answer": answer, "score": score.json() }));
            let wrong: Vec<Value> = wrong.collect();
            Ok(json!({ "name": task.name, "solution": solution, "wrong": wrong }))
        });
        let exercises = solved.collect::<Result<Vec<Value>, Problem>>()?;
        Ok(json!({ "title": self.title, "student": self.student, "exercises": exercises }))
    }

    /// Marks every solution and every wrong answer; returns the number of wrong answers.
    ///
    /// # Errors
    /// A solution loses points, or a wrong answer loses none.
    pub fn check(&self) -> Result<u64, Problem> {
        let mut wrong_answers = 0;
        for task in &self.tasks {
            let (solution, wrong) = task.solved()?;
            let score = task.mark(&solution);
            if !score.is_full() {
                return Err(self.broken(task, "the solution loses points", &score));
            }
            let full = wrong
                .iter()
                .find(|(_, score)| score.is_full() && !score.possible.is_zero());
            if let Some((_, score)) = full {
                return Err(self.broken(task, "a wrong answer gets all points", score));
            }
            wrong_answers += wrong.len() as u64;
        }
        Ok(wrong_answers)
    }

    fn broken(&self, task: &NamedTask, what: &str, score: &ItemScore) -> Problem {
        let (name, student) = (&task.name, text::plain(&self.student));
        let problem = Problem::new(format!(
            "the exercise `{name}` of the version of `{student}`: {what}"
        ));
        let problem = problem
            .of_kind("homework-sheet")
            .note("reason", score.reasons.join("; "));
        problem.help("change its numbers, its `solution` or its `wrong` answers")
    }
}
