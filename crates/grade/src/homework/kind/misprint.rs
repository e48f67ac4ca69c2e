//! Asks for a counterexample to a statement as it is printed: a misprint, or a conjecture that is false.

use super::task::{DrawnExercise, Exercise};
use crate::homework::answer::{AnswerValue, shortened};
use crate::homework::keys::Keys;
use crate::homework::mark::Mark;
use crate::homework::sample_setting::{DrawnSetting, SampleSetting};
use crate::homework::stated_answer::StatedAnswers;
use crate::homework::statement::{DrawnStatement, Statement};
use claims::problem::Problem;
use perceptron::seed::Stream;
use serde_json::{Value, json};

#[derive(Debug)]
struct Misprint {
    /// The number of the erratum, which only the teacher sees: its page has a counterexample.
    erratum: Option<String>,
    setting: SampleSetting,
    statement: Statement,
    answers: StatedAnswers,
}

/// The statement and the setting of one student.
#[derive(Debug)]
struct DrawnMisprint {
    erratum: Option<String>,
    setting: DrawnSetting,
    statement: DrawnStatement,
    answers: StatedAnswers,
}

pub(super) fn read(keys: &mut Keys) -> Result<Box<dyn Exercise>, Problem> {
    let erratum: Option<String> = keys.optional("erratum", "the number of an erratum, E…")?;
    let is_number = |text: &str| {
        text.strip_prefix('E')
            .is_some_and(|n| n.parse::<u16>().is_ok())
    };
    if let Some(text) = erratum.as_deref().filter(|text| !is_number(text)) {
        let problem = keys.problem(format!("`{}` is no number of an erratum", shortened(text)));
        return Err(problem
            .note("expected", "E and a number, such as \"E31\"")
            .help("results/errata.md lists them"));
    }
    Ok(Box::new(Misprint {
        erratum,
        setting: SampleSetting::read(keys)?,
        statement: Statement::read(keys)?,
        answers: StatedAnswers::read(keys)?,
    }))
}

impl Exercise for Misprint {
    fn draw(&self, stream: &mut Stream) -> Result<Box<dyn DrawnExercise>, Problem> {
        let setting = self.setting.draw(stream).map_err(Problem::new)?;
        Ok(Box::new(DrawnMisprint {
            statement: self
                .statement
                .with(&setting.numbers)
                .map_err(Problem::new)?,
            erratum: self.erratum.clone(),
            answers: self.answers.clone(),
            setting,
        }))
    }
}

impl DrawnExercise for DrawnMisprint {
    fn text(&self) -> String {
        let (statement, setting) = (self.statement.text(), self.setting.text());
        format!(
            "This statement is false as printed:\n\n> {statement}\n\nGive a sample that refutes it.\n\n{setting}"
        )
    }

    fn note(&self) -> Option<String> {
        let number = self.erratum.as_ref()?;
        Some(format!(
            "`perceptron-lab explain {number}` says what is true instead"
        ))
    }

    fn data(&self) -> Value {
        json!({ "statement": self.statement.says, "setting": self.setting.data() })
    }

    fn form(&self) -> Value {
        self.setting.example()
    }

    fn mark(&self, answer: &AnswerValue) -> Result<Mark, String> {
        let witness = answer.sample(self.setting.form)?;
        self.statement.refutation(&witness, &self.setting)
    }

    fn solution(&self) -> Result<Option<Value>, String> {
        self.answers.solution(&self.setting)
    }

    fn wrong(&self) -> Result<Vec<Value>, String> {
        self.answers.wrong(&self.setting)
    }
}
