//! Asks which of some statements is false, and for a sample that refutes it. The order differs by student, and so does the letter.

use super::task::{DrawnExercise, Exercise};
use crate::homework::answer::AnswerValue;
use crate::homework::keys::Keys;
use crate::homework::mark::Mark;
use crate::homework::sample_setting::{DrawnSetting, SampleSetting};
use crate::homework::stated_answer::StatedAnswers;
use crate::homework::statement::{DrawnStatement, Statement};
use claims::problem::Problem;
use perceptron::sample::Rational;
use perceptron::seed::Stream;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Largest number of statements that a student gets, for which there are letters.
const MOST: usize = 26;

#[derive(Debug)]
struct FalseStatement {
    setting: SampleSetting,
    /// The statements by their slots: a student gets one of each slot, in an order of its own.
    slots: BTreeMap<u64, Vec<StatedStatement>>,
}

/// A statement with its solution if it is the false one, as far as the sheet says so.
#[derive(Debug, Clone)]
struct StatedStatement {
    statement: Statement,
    is_false: bool,
    answers: StatedAnswers,
}

/// The statements of one student.
#[derive(Debug)]
struct DrawnFalseStatement {
    setting: DrawnSetting,
    statements: Vec<DrawnStatement>,
    /// The place of the false one, and its solution; `None` in the copy for students.
    falsehood: Option<(usize, StatedAnswers)>,
}

pub(super) fn read(keys: &mut Keys) -> Result<Box<dyn Exercise>, Problem> {
    let setting = SampleSetting::read(keys)?;
    let mut slots: BTreeMap<u64, Vec<StatedStatement>> = BTreeMap::new();
    for (place, mut table) in keys.tables("statements")?.into_iter().enumerate() {
        let own = u64::from(u32::MAX) + place as u64;
        let slot: Option<u32> = table.optional("slot", "a whole number")?;
        let statement = StatedStatement {
            statement: Statement::read(&mut table)?,
            is_false: table.optional("false", "true or false")?.unwrap_or(false),
            answers: StatedAnswers::read(&mut table)?,
        };
        table.end()?;
        let slot = slot.map_or(own, u64::from);
        slots.entry(slot).or_default().push(statement);
    }
    check(&slots).map_err(|words| {
        let problem = keys.problem(words);
        problem.help("write `false = true` into the statements of one slot, and state others")
    })?;
    Ok(Box::new(FalseStatement { setting, slots }))
}

/// Refuses slots of which none, or more than one, is false; a copy for students does not say which.
fn check(slots: &BTreeMap<u64, Vec<StatedStatement>>) -> Result<(), &'static str> {
    let is_false = |slot: &&Vec<StatedStatement>| slot.iter().any(|one| one.is_false);
    let falsehoods: Vec<_> = slots.values().filter(is_false).collect();
    let is_mixed = |slot: &&Vec<StatedStatement>| slot.iter().any(|one| !one.is_false);
    match falsehoods.as_slice() {
        _ if slots.len() < 2 || slots.len() > MOST => {
            Err("there are not 2 to 26 slots of statements")
        }
        [] => Ok(()),
        [one] if !is_mixed(one) => Ok(()),
        [_] => Err("a slot has a false and a true statement"),
        _ => Err("more than one slot of statements is false"),
    }
}

impl Exercise for FalseStatement {
    fn draw(&self, stream: &mut Stream) -> Result<Box<dyn DrawnExercise>, Problem> {
        let setting = self.setting.draw(stream).map_err(Problem::new)?;
        let slots = self.slots.values();
        let mut chosen: Vec<&StatedStatement> =
            slots.map(|slot| &slot[stream.below(slot.len())]).collect();
        stream.shuffle(&mut chosen);
        let place = chosen.iter().position(|one| one.is_false);
        let statements = chosen
            .iter()
            .map(|one| one.statement.with(&setting.numbers));
        let statements: Result<Vec<DrawnStatement>, String> = statements.collect();
        let statements = statements.map_err(Problem::new)?;
        if statements.iter().any(DrawnStatement::is_named) {
            let problem = Problem::new("the name of a theorem would give away that it is true");
            return Err(problem.note("allowed", "`observed`, `limit` and `form`"));
        }
        Ok(Box::new(DrawnFalseStatement {
            falsehood: place.map(|place| (place, chosen[place].answers.clone())),
            statements,
            setting,
        }))
    }
}

/// The letter of a place.
fn letter(place: usize) -> String {
    char::from(b'A' + place as u8).to_string()
}

impl DrawnFalseStatement {
    /// A sample with a letter.
    fn lettered(&self, mut answer: Value, place: usize) -> Value {
        answer["letter"] = json!(letter(place));
        answer
    }
}

impl DrawnExercise for DrawnFalseStatement {
    fn text(&self) -> String {
        let lines = self.statements.iter().enumerate();
        let lines = lines.map(|(place, one)| format!("- **{}.** {}\n", letter(place), one.text()));
        let (lines, setting) = (lines.collect::<String>(), self.setting.text());
        format!(
            "One of these statements is false, and the others are theorems:\n\n{lines}\n\
             Give the letter of the false one, and a sample that refutes it. The letter alone gets a third of the points.\n\n{setting}"
        )
    }

    fn data(&self) -> Value {
        let says: Vec<&str> = self
            .statements
            .iter()
            .map(|one| one.says.as_str())
            .collect();
        json!({ "statements": says, "setting": self.setting.data() })
    }

    fn form(&self) -> Value {
        self.lettered(self.setting.example(), 0)
    }

    fn mark(&self, answer: &AnswerValue) -> Result<Mark, String> {
        let given = answer.word("letter")?.to_uppercase();
        let place = (0..self.statements.len()).find(|place| letter(*place) == given);
        let place = place.ok_or_else(|| {
            let last = letter(self.statements.len() - 1);
            format!("`letter` is none of A to {last}")
        })?;
        let witness = answer.sample(self.setting.form);
        let refuted =
            witness.and_then(|one| self.statements[place].refutation(&one, &self.setting));
        let why = match refuted {
            Ok(mark) => return Ok(mark),
            Err(why) => why,
        };
        match &self.falsehood {
            Some((right, _)) if *right == place => {
                let reason = format!("the letter {given} is right; {why}");
                Ok(Mark::of(Rational::new(1, 3), reason))
            }
            Some(_) => Err(format!("statement {given} is true of every sample")),
            None => Err(format!(
                "{why}; the letter alone is marked by the teacher's sheet"
            )),
        }
    }

    fn solution(&self) -> Result<Option<Value>, String> {
        let Some((place, answers)) = &self.falsehood else {
            return Ok(None);
        };
        let solution = answers.solution(&self.setting)?;
        Ok(solution.map(|solution| self.lettered(solution, *place)))
    }

    fn wrong(&self) -> Result<Vec<Value>, String> {
        let Some((place, answers)) = &self.falsehood else {
            return Ok(Vec::new());
        };
        let other = (place + 1) % self.statements.len();
        let samples = answers.wrong(&self.setting)?.into_iter();
        let lettered = samples.map(|sample| self.lettered(sample, *place));
        let solution = answers.solution(&self.setting)?.into_iter();
        let misnamed = solution.map(|solution| self.lettered(solution, other));
        let alone = [json!({ "letter": letter(*place) })];
        Ok(alone.into_iter().chain(misnamed).chain(lettered).collect())
    }
}
