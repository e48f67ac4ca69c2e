//! Asks for a sample that comes close to the limit of a true theorem, as `attack` searches for them. The points grow with the share of the limit.

use super::task::{DrawnExercise, Exercise};
use crate::homework::answer::AnswerValue;
use crate::homework::keys::Keys;
use crate::homework::mark::Mark;
use crate::homework::range::Range;
use crate::homework::run::words;
use crate::homework::sample_setting::{DrawnSetting, SampleSetting};
use crate::homework::stated_answer::StatedAnswers;
use crate::homework::statement::{DrawnStatement, JudgedStatement, Statement};
use claims::numbers::number;
use claims::problem::Problem;
use perceptron::sample::Rational;
use perceptron::seed::Stream;
use serde_json::{Value, json};

#[derive(Debug)]
struct Closest {
    setting: SampleSetting,
    statement: Statement,
    percent: Range,
    /// What R²/γ*² is at least; 0 for no condition.
    ratio: Range,
    answers: StatedAnswers,
}

/// The theorem, the share and the setting of one student.
#[derive(Debug)]
struct DrawnClosest {
    setting: DrawnSetting,
    statement: DrawnStatement,
    percent: u64,
    /// The condition that R²/γ*² is at least a number.
    condition: Option<DrawnStatement>,
    answers: StatedAnswers,
}

pub(super) fn read(keys: &mut Keys) -> Result<Box<dyn Exercise>, Problem> {
    Ok(Box::new(Closest {
        setting: SampleSetting::read(keys)?,
        statement: Statement::read(keys)?,
        percent: keys.range("percent", 1..=100, None)?,
        ratio: keys.range("ratio", 0..=1000, Some(0))?,
        answers: StatedAnswers::read(keys)?,
    }))
}

impl Exercise for Closest {
    fn draw(&self, stream: &mut Stream) -> Result<Box<dyn DrawnExercise>, Problem> {
        let setting = self.setting.draw(stream).map_err(Problem::new)?;
        let ratio = Some(self.ratio.draw(stream)).filter(|ratio| *ratio > 0);
        let condition = ratio.map(Statement::ratio_at_least).transpose();
        Ok(Box::new(DrawnClosest {
            statement: self
                .statement
                .with(&setting.numbers)
                .map_err(Problem::new)?,
            percent: self.percent.draw(stream),
            condition: condition.map_err(Problem::new)?,
            answers: self.answers.clone(),
            setting,
        }))
    }
}

impl DrawnClosest {
    /// Refuses a sample that does not meet the condition on R²/γ*².
    fn check(&self, judged: JudgedStatement) -> Result<(), String> {
        match judged.is_refuted {
            Some(false) => Ok(()),
            _ => {
                let (least, ratio) = (words(&judged.observed), words(&judged.limit));
                Err(format!("R²/γ*² is {ratio}; asked for is at least {least}"))
            }
        }
    }
}

/// Observed ÷ limit, or a fraction below it if it is not known exactly.
fn reached(judged: &JudgedStatement) -> Result<Rational, String> {
    let share = judged.observed.over(&judged.limit);
    let has_share = judged.limit.lower > 0.0 && share.lower.is_finite() && share.lower >= 0.0;
    match share.exact {
        _ if !has_share => Err("the limit is not above 0 on this sample".into()),
        Some(exact) => Ok(exact),
        None => Ok(Rational::from_float(share.lower)),
    }
}

impl DrawnExercise for DrawnClosest {
    fn text(&self) -> String {
        let (statement, setting, percent) =
            (self.statement.text(), self.setting.text(), self.percent);
        let condition = self
            .condition
            .as_ref()
            .map(|one| format!("The sample must be hard: {} ", one.says));
        let condition = condition.unwrap_or_default();
        format!(
            "A theorem:\n\n> {statement}\n\n\
             Give a sample on which the left side is at least {percent} % of the right one. {condition}A smaller share gets a part of the points.\n\n{setting}"
        )
    }

    fn data(&self) -> Value {
        let condition = self.condition.as_ref().map(|one| one.says.as_str());
        json!({ "statement": self.statement.says, "percent": self.percent, "condition": condition, "setting": self.setting.data() })
    }

    fn form(&self) -> Value {
        self.setting.example()
    }

    fn mark(&self, answer: &AnswerValue) -> Result<Mark, String> {
        let witness = answer.sample(self.setting.form)?;
        if let Some(condition) = &self.condition {
            self.check(condition.judged(&witness, &self.setting)?)?;
        }
        let judged = self.statement.judged(&witness, &self.setting)?;
        if judged.is_refuted.is_none() {
            return Err(
                "the run was ended before its numbers were final; use a smaller sample".into(),
            );
        }
        let (share, asked) = (reached(&judged)?, Rational::new(self.percent as i64, 100));
        let (sides, percent) = (judged.sides(), number(100.0 * share.to_f64()));
        let reason = format!(
            "the two sides are {sides}: {percent} % of the limit; asked for are {} %",
            self.percent
        );
        Ok(Mark::of(&share / &asked, reason))
    }

    fn solution(&self) -> Result<Option<Value>, String> {
        self.answers.solution(&self.setting)
    }

    fn wrong(&self) -> Result<Vec<Value>, String> {
        self.answers.wrong(&self.setting)
    }
}
