//! Lets specs run external learners only if the user allows it, and lists the programs that they would run.

use super::StudyError;
use claims::problem::Problem;
use claims::spec::Spec;
use grade::process::{Processes, PythonObject};
use perceptron::learn::external::ProcessPool;
use std::sync::Arc;

/// Environment variable that the Python package sets while its learners answer.
const ANSWERS: &str = "PERCEPTRON_LAB_OBJECTS";

/// Returns the specs, ready to run their external learners (programs that run as processes of their own).
///
/// # Errors
/// A spec has external learners, and the user did not allow them, or they are objects of Python and no Python process answers for them.
pub fn permitted(specs: Vec<Spec>, allowed: bool) -> Result<Vec<Spec>, StudyError> {
    let mut silent = specs.iter().filter(|spec| !unanswered(spec).is_empty());
    if let Some(spec) = silent.next() {
        let objects = python_objects(spec).join("; ");
        return Err(StudyError::usage(format!("the experiment `{}` cannot be run here: {objects}", spec.name)).help("call `lab.run` in Python with the same spec and learners; `judge`, `report` and `table` read what is stored"));
    }
    if let Some(spec) = specs
        .iter()
        .find(|spec| !allowed && !spec.commands().is_empty())
    {
        let commands = spec.commands().into_iter();
        let lines: String = commands
            .map(|command| format!("\n  {}", spelled(&command)))
            .collect();
        return Err(StudyError::usage(format!("the experiment `{}` has external learners; it would run{lines}", spec.name)).help("read these programs first, because they run with your permissions; then add `--allow-processes`"));
    }
    let host: Arc<dyn ProcessPool> = Arc::new(Processes::default());
    Ok(specs.into_iter().map(|spec| spec.allowing(&host)).collect())
}

/// The error of a spec whose external learner failed to start so often that no more are started; `None` if none did.
pub(super) fn not_started(spec: &Spec) -> Option<Problem> {
    let (command, words) = spec.given_up()?;
    let command = spelled(&command);
    let problem = Problem::new(format!(
        "the learner `{command}` failed to start three times in a row: {words}"
    ));
    Some(problem.of_kind("learner").note("help", "try it alone first: perceptron-lab grade with the same command; the other trials were not run"))
}

/// Says of each variant that is learned by an object of Python which object that is.
pub(super) fn python_objects(spec: &Spec) -> Vec<String> {
    let commands = spec.commands();
    let objects = commands
        .iter()
        .filter_map(|command| PythonObject::of(command));
    objects.map(|object| object.to_string()).collect()
}

/// Like [`python_objects`], but none if a Python process answers for them.
fn unanswered(spec: &Spec) -> Vec<String> {
    match std::env::var_os(ANSWERS) {
        Some(_) => Vec::new(),
        None => python_objects(spec),
    }
}

/// Lists the programs and the objects of Python that a spec runs as external learners, one line of text each.
pub(super) fn announced(spec: &Spec) -> Vec<String> {
    let commands = spec.commands().into_iter();
    let commands = commands.filter(|command| PythonObject::of(command).is_none());
    let words = |command: Vec<String>| {
        format!(
            "{} runs an external learner (`--allow-processes`): {}",
            spec.name,
            spelled(&command)
        )
    };
    let objects = unanswered(spec).into_iter();
    let objects = objects.map(|object| format!("{}: {object}", spec.name));
    commands.map(words).chain(objects).collect()
}

/// Writes the command of an external learner as one text, quoting the words that contain blanks or control characters.
fn spelled(command: &[String]) -> String {
    let quoted = |word: &String| match word.chars().any(|c| c.is_whitespace() || c.is_control()) {
        true => format!("{word:?}"),
        false => word.clone(),
    };
    let words: Vec<String> = command.iter().map(quoted).collect();
    words.join(" ")
}
