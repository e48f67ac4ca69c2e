//! The command `grade`, as the program of this crate and the whole program have it: options in, a text out.
//!
//! It needs no results folder, so that a program without them can grade for the server of a course.

mod grade_table;
mod options;
mod theorem_files;

pub use options::{Convention, GradeOptions};
pub use theorem_files::{read_theorems, theorem_text, theorems_in};

use crate::grading::{self, Grade, GradedRule, GradingTask, RuleName, RuleSettings};
use crate::points::{PointsFile, PointsForm};
use crate::process::{self, OwnStreams, PROTOCOL, StartError, StreamsEnd};
use claims::problem::{Place, Problem};
use perceptron::documented::Invalid;
use perceptron::sample::Ties;
use serde::Serialize;
use std::io::IsTerminal;
use std::path::Path;

/// The result of a grading.
#[derive(Debug)]
pub struct Graded {
    /// What is printed, or written to the file of `--output`.
    pub text: String,
    /// Whether standard output is free; otherwise it has the requests to a learner that the caller runs.
    pub is_program: bool,
    /// Whether some claim is refuted.
    pub refuted: bool,
    /// Whether every sample was shown.
    pub complete: bool,
}

/// The word in place of a command that stands for a learner which the caller runs.
const CALLER: &str = "-";

/// The JSON that `grade --json` prints, for the server of a course.
#[derive(Serialize)]
struct GradeJson<'a> {
    protocol: u64,
    command: &'a [String],
    rule: &'static str,
    /// The rule with its conventions and numbers, in words.
    described: String,
    ties: &'static str,
    #[serde(flatten)]
    grade: &'a Grade,
    /// The points, if a file says what claims count.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<serde_json::Value>,
}

/// Grades a learner; with `json` the result is JSON.
///
/// # Errors
/// An option, a file that it names, or the learner's command is wrong.
pub fn grade(options: &GradeOptions, json: bool) -> Result<Graded, Problem> {
    let (command, graded) = (command_words(&options.command)?, graded(options)?);
    if options.attack > 0 && options.rule == RuleName::Winnow {
        let problem = Problem::new("`--attack` changes numbers, and Winnow's examples are 0 and 1");
        return Err(problem.help("leave it out: its catalogue has all small samples"));
    }
    let points = points(options, &graded)?;
    let (grade, is_program) = match command.as_slice() {
        [word] if word == CALLER => (grade_caller(graded.clone(), options)?, false),
        _ => (grade_program(&command, graded.clone(), options)?, true),
    };
    let text = match points {
        Some(points) if options.form.is_some() || !json => points
            .mark(&grade)
            .written(options.form.unwrap_or(PointsForm::Text)),
        points if json => json_of(&command, &graded, &grade, points.as_ref())?,
        _ => grade_table::table(if is_program { &command } else { &[] }, &graded, &grade),
    };
    Ok(Graded {
        text,
        is_program,
        refuted: grade.refuted,
        complete: grade.complete,
    })
}

/// The points of each claim; `None` if no points are asked for.
fn points(options: &GradeOptions, graded: &GradedRule) -> Result<Option<PointsFile>, Problem> {
    match &options.points {
        None => Ok(options.form.map(|_| PointsFile::usual(graded))),
        Some(path) => {
            let text = read_file(path, "a file of points")?;
            PointsFile::read(&text, path, graded).map(Some)
        }
    }
}

/// Reads a file that an option names; `what` it should be is said if that fails.
fn read_file(path: &Path, what: &str) -> Result<String, Problem> {
    std::fs::read_to_string(path).map_err(|error| {
        let problem = Problem::new(format!("cannot read {}: {error}", path.display()));
        problem.help(format!("give the path of {what}"))
    })
}

fn json_of(
    command: &[String],
    graded: &GradedRule,
    grade: &Grade,
    points: Option<&PointsFile>,
) -> Result<String, Problem> {
    let text = serde_json::to_string_pretty(&GradeJson {
        protocol: PROTOCOL,
        command,
        rule: graded.name(),
        described: graded.described(),
        ties: graded.ties().as_str(),
        grade,
        points: points.map(|points| points.mark(grade).json()),
    });
    text.map(|text| text + "\n")
        .map_err(|error| Problem::new(error.to_string()))
}

/// Grades a learner that this program starts.
fn grade_program(
    command: &[String],
    graded: GradedRule,
    options: &GradeOptions,
) -> Result<Grade, Problem> {
    // A missing program is an error of the command line; every other failure of the learner is graded.
    if let Err(StartError::Missing(problem)) = process::start(command, options.timeout) {
        return Err(problem);
    }
    Ok(grading::grade(&GradingTask {
        start: &|| process::start(command, options.timeout).map_err(Box::from),
        is_over: &|| false,
        graded,
        seconds: options.time,
        attack: options.attack,
        wide: options.wide,
    }))
}

/// Grades a learner that the caller of this program runs, in one conversation on the standard streams.
fn grade_caller(graded: GradedRule, options: &GradeOptions) -> Result<Grade, Problem> {
    if std::io::stdout().is_terminal() || std::io::stdin().is_terminal() {
        return Err(Problem::new("with `-`, requests are written to standard output and answers are read from standard input, but one of them is a terminal").help("connect both to your program; or let perceptron-lab start it: `perceptron-lab grade \"python3 my_perceptron.py\" --rule perceptron`"));
    }
    let streams =
        OwnStreams::open(options.timeout).map_err(|error| closed(&format!(": {error}")))?;
    let grade = grading::grade(&GradingTask {
        start: &|| streams.start(),
        is_over: &|| streams.end().is_some(),
        graded,
        seconds: options.time,
        attack: options.attack,
        wide: options.wide,
    });
    match streams.end() {
        Some(StreamsEnd::Closed) => Err(closed("")),
        _ => Ok(grade),
    }
}

fn closed(why: &str) -> Problem {
    Problem::new(format!("the caller closed standard input or output before the grading was done{why}")).help("with `-`, answer every line of standard output by one line on standard input until standard output ends")
}

fn graded(options: &GradeOptions) -> Result<GradedRule, Problem> {
    let ties = match options.ties {
        Convention::Mistake => Ties::Mistake,
        Convention::Positive => Ties::Positive,
    };
    let settings = RuleSettings {
        threshold: options.threshold.clone(),
        step: options.step.clone(),
        aggressiveness: options.aggressiveness.clone(),
        promotion: options.promotion.clone(),
    };
    let graded = GradedRule::new(options.rule, ties, options.hypothesis, &settings);
    let graded = graded.map_err(|invalid| refused(&invalid))?;
    match &options.theorems {
        None => Ok(graded),
        Some(path) => graded
            .with_theorems(&theorems_in(path)?)
            .map_err(|problem| unfit(path, &problem)),
    }
}

/// The error for a file with a theorem that cannot be judged on graded runs.
fn unfit(path: &Path, problem: &str) -> Problem {
    Problem::new(problem).at(Place::of(path)).help("a spec with the learner under `process` judges every theorem: perceptron-lab explain process")
}

/// The words of the learner's command. A single argument that is not a file is split like a command line in a shell.
pub fn command_words(given: &[String]) -> Result<Vec<String>, Problem> {
    let [line] = given else {
        return Ok(given.to_vec());
    };
    if std::path::Path::new(line).exists() {
        return Ok(given.to_vec());
    }
    let refused = |problem: &str| {
        Problem::new(format!("the command `{line}` cannot be split into words: {problem}")).note("expected", "words as in a shell, with quotes around blanks").help("give the words themselves after `--`, such as: `perceptron-lab grade --rule perceptron -- python3 'my learner.py'`")
    };
    match shell_words::split(line) {
        Err(_) => Err(refused(
            "a quote is never closed, or it ends in a backslash",
        )),
        Ok(words) if words.is_empty() => Err(refused("it has none")),
        Ok(words) => Ok(words),
    }
}

fn refused(invalid: &Invalid) -> Problem {
    let Invalid {
        key,
        problem,
        allowed,
        ..
    } = invalid;
    Problem::new(format!("--{key}: {problem}")).help(allowed.to_string())
}
