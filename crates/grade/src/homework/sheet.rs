//! Holds a sheet of exercises as a TOML file states it.

use super::answer::shortened;
use super::keys::{Keys, SheetText};
use super::kind::{self, Exercise};
use super::version::{NamedTask, Version};
use claims::problem::{Place, Problem};
use claims::spec::nearest;
use perceptron::sample::Rational;
use perceptron::seed::Seed;
use std::collections::BTreeSet;
use toml::de::DeTable;

/// Largest number of exercises of a sheet.
const MOST_EXERCISES: usize = 100;
/// Longest name of a student, in characters.
const LONGEST_NAME: usize = 100;
/// Number of versions that are drawn while a sheet is read, to find formulas and solutions that do not fit a drawn number.
const TRIED: usize = 8;

/// A sheet of exercises, from which each student gets a version.
#[derive(Debug)]
pub struct Sheet {
    title: String,
    about: Option<String>,
    seed: u64,
    exercises: Vec<NamedExercise>,
}

/// An exercise with its name and its points.
#[derive(Debug)]
struct NamedExercise {
    name: String,
    kind: String,
    points: Rational,
    exercise: Box<dyn Exercise>,
    /// Where the exercise stands, for a mistake that only a drawn number shows.
    place: Option<Box<Place>>,
}

impl Sheet {
    /// Reads the text of a sheet; `name` is that of its file, for messages.
    ///
    /// # Errors
    /// The text is no TOML, a key is unknown, missing or out of its range, or a formula is wrong; the problem has the place, what is allowed, and the
    /// nearest key.
    pub fn read(text: &str, name: &str) -> Result<Self, Problem> {
        let source = SheetText { name, text };
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let problem = source.problem(at, error.message().to_owned());
            problem.help("a sheet is a file of TOML; docs/homework.md shows one")
        })?;
        let mut keys = Keys::new(source, table);
        let sheet = Self {
            title: keys.required("title", "the title, in one line")?,
            about: keys.optional("about", "a text for all students, in Markdown")?,
            seed: keys.required("seed", "a whole number")?,
            exercises: exercises(&mut keys)?,
        };
        keys.end()?;
        sheet.try_versions()?;
        Ok(sheet)
    }

    /// The version of a student; of no student, or of an empty name, the sample version. The same name always gives the same version, in capital
    /// letters or not.
    ///
    /// # Errors
    /// The name is too long or has control characters, or a drawn number does not fit a formula of the sheet.
    pub fn version(&self, student: Option<&str>) -> Result<Version, Problem> {
        let student = student.unwrap_or_default().trim().to_lowercase();
        if student.chars().count() > LONGEST_NAME || student.chars().any(char::is_control) {
            let problem =
                Problem::new("the name of the student is too long, or has control characters");
            let problem = problem.note(
                "allowed",
                format!("at most {LONGEST_NAME} printable characters"),
            );
            return Err(
                problem.help("give the number or the name by which the course knows the student")
            );
        }
        let root = Seed::root(self.seed).child("homework");
        let tasks = self.exercises.iter();
        let tasks = tasks.map(|exercise| exercise.drawn(&root, &student));
        let tasks = tasks.collect::<Result<_, _>>()?;
        Ok(Version {
            title: self.title.clone(),
            about: self.about.clone(),
            student,
            tasks,
        })
    }

    /// The names of the exercises, in the order of the sheet.
    pub fn exercises(&self) -> impl Iterator<Item = &str> {
        self.exercises.iter().map(|exercise| exercise.name.as_str())
    }

    /// Draws some versions with their solutions.
    fn try_versions(&self) -> Result<(), Problem> {
        for student in 0..TRIED {
            let version = self.version(Some(&student.to_string()))?;
            for (task, exercise) in version.tasks.iter().zip(&self.exercises) {
                let solution = task.task.solution();
                solution.map_err(|words| exercise.misfit(Problem::new(words)))?;
            }
        }
        Ok(())
    }
}

/// The keys that the copy of a sheet for students leaves out.
const FOR_TEACHERS: [&str; 4] = ["solution", "wrong", "false", "erratum"];

/// A sheet without its solutions, and without what says which statement is false. It has the same versions, so that students can mark their answers.
///
/// # Errors
/// The text is no TOML.
pub fn for_students(text: &str) -> Result<String, Problem> {
    let refused = |words: String| Problem::new(words).of_kind("homework-sheet");
    let mut sheet: toml::Value =
        toml::from_str(text).map_err(|error| refused(error.to_string()))?;
    leave_out(&mut sheet);
    let text = toml::to_string(&sheet);
    text.map_err(|error| refused(error.to_string()))
}

fn leave_out(value: &mut toml::Value) {
    match value {
        toml::Value::Table(table) => {
            table.retain(|key, _| !FOR_TEACHERS.contains(&key));
            table.iter_mut().for_each(|(_, value)| leave_out(value));
        }
        toml::Value::Array(items) => items.iter_mut().for_each(leave_out),
        _ => {}
    }
}

impl NamedExercise {
    fn read(mut keys: Keys) -> Result<Self, Problem> {
        let name: String = keys.required("name", "letters, digits and hyphens")?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if name.is_empty() || !name.chars().all(is_plain) {
            let problem = keys.problem(format!(
                "`{}` cannot be the name of an exercise",
                shortened(&name)
            ));
            let problem = problem.note("allowed", "letters, digits, hyphens and underscores");
            return Err(problem.help("students write this name into their answers: keep it short"));
        }
        let kinds = kind::names();
        let kind: String = keys.required("kind", &kinds.join(", "))?;
        let Some(read) = kind::named(&kind) else {
            let problem = keys.problem(format!(
                "no kind of exercise is named `{}`",
                shortened(&kind)
            ));
            let problem = problem.note("allowed", kinds.join(", "));
            return Err(match nearest(&kind, &kinds) {
                Some(name) => problem.help(format!("did you mean `{name}`?")),
                None => problem.help("docs/homework.md explains the kinds"),
            });
        };
        let points: Option<Rational> = keys.optional("points", "an exact number, at least 0")?;
        let points = points.unwrap_or_else(Rational::one);
        if points.is_negative() {
            return Err(keys
                .problem("`points` is negative")
                .help("give at least 0 points"));
        }
        let exercise = read(&mut keys)?;
        let place = keys.problem("").place;
        keys.end()?;
        Ok(Self {
            name,
            kind,
            points,
            exercise,
            place,
        })
    }

    /// A problem that only a drawn number shows, with the place of the exercise.
    fn misfit(&self, problem: Problem) -> Problem {
        let place = problem.place.clone().or_else(|| self.place.clone());
        let problem = Problem { place, ..problem };
        let problem = problem.of_kind("homework-sheet");
        problem.help(format!(
            "change the exercise `{}`; docs/homework.md has the keys",
            self.name
        ))
    }

    fn drawn(&self, root: &Seed, student: &str) -> Result<NamedTask, Problem> {
        let mut stream = root.child(&self.name).child(student).stream();
        let task = self.exercise.draw(&mut stream);
        let task = task.map_err(|problem| self.misfit(problem))?;
        Ok(NamedTask {
            name: self.name.clone(),
            kind: self.kind.clone(),
            points: self.points.clone(),
            task,
        })
    }
}

fn exercises(keys: &mut Keys) -> Result<Vec<NamedExercise>, Problem> {
    let tables = keys.tables("exercises")?;
    if tables.is_empty() || tables.len() > MOST_EXERCISES {
        let problem = keys.problem(format!("a sheet has 1 to {MOST_EXERCISES} exercises"));
        return Err(problem.help("write each below a line [[exercises]]"));
    }
    let (mut names, mut read) = (BTreeSet::new(), Vec::new());
    for table in tables {
        let exercise = NamedExercise::read(table)?;
        if !names.insert(exercise.name.clone()) {
            let problem = Problem::new(format!("two exercises are named `{}`", exercise.name));
            let place = exercise.place;
            return Err(Problem { place, ..problem }.help("give each exercise a name of its own"));
        }
        read.push(exercise);
    }
    Ok(read)
}
