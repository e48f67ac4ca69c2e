//! Runs the command `grade`: prints which claims hold for a learner, which are refuted, and the smallest samples that refute them.

use super::check::theorems_in;
use super::conform::Convention;
use super::grade_table;
use super::settings::{Settings, json_text};
use crate::study::{Outcome, StudyError, outputs};
use clap::Args;
use grade::grading;
use grade::grading::{
    Grade, GradedRule, GradingTask, ReturnedWeights, RuleName, RuleSettings, Step,
};
use grade::process::{self, OwnStreams, PROTOCOL, StartError, StreamsEnd};
use perceptron::documented::Invalid;
use perceptron::sample::{Rational, RationalError, Ties};
use serde::Serialize;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Options of `grade`.
#[derive(Debug, Args)]
pub(super) struct GradeOptions {
    /// The learner's program and its arguments; put `--` before arguments that begin with a hyphen. With `-` the program that starts perceptron-lab
    /// runs the learner: it reads requests from the standard output of perceptron-lab and writes answers to its standard input
    #[arg(required = true, value_name = "COMMAND")]
    pub command: Vec<String>,
    /// The rule that the learner should implement
    #[arg(long, value_enum)]
    pub rule: RuleName,
    /// Convention for a score of 0 with --rule perceptron and normalized-perceptron: always an update (mistake), or a prediction of +1 (positive)
    #[arg(long, value_enum, default_value = "mistake")]
    pub ties: Convention,
    /// Weights that the learner reports: `last`, those that it predicts with; or `averaged`, the mean of its weights after every example since the
    /// reset
    #[arg(long, value_enum, default_value = "last")]
    pub hypothesis: ReturnedWeights,
    /// With --rule margin-perceptron: value that y⟨w, x⟩ must reach, an integer, fraction or decimal (default: 1). With --rule winnow: value θ that
    /// ⟨w, x⟩ must exceed for the prediction +1 (default: half of the number of features)
    #[arg(long, value_name = "NUMBER", value_parser = exact, allow_negative_numbers = true)]
    pub threshold: Option<Rational>,
    /// With --rule margin-perceptron: an update adds step·y·x (default: 1). With --rule passive-aggressive: pa, pa-1 or pa-2 (default: pa, or pa-1
    /// with --aggressiveness)
    #[arg(long, value_name = "STEP", value_parser = step, allow_negative_numbers = true)]
    pub step: Option<Step>,
    /// With --rule passive-aggressive: C of the steps pa-1, τ = min(C, ℓ/‖x‖²), and pa-2, τ = ℓ/(‖x‖² + 1/(2C))
    #[arg(long, value_name = "C", value_parser = exact, allow_negative_numbers = true)]
    pub aggressiveness: Option<Rational>,
    /// With --rule winnow: factor of the weights after a false negative (default: 2)
    #[arg(long, value_name = "ALPHA", value_parser = exact, allow_negative_numbers = true)]
    pub promotion: Option<Rational>,
    /// Time limit for one answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub timeout: f64,
    /// Time limit for the whole grading, in seconds, which ends at most one answer later; a third of it is for shrinking. Claims whose samples were not
    /// shown by then are reported as not tried
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub time: f64,
    /// Also show samples whose sums exceed 64-bit integers; doubles or integers of arbitrary size handle them correctly
    #[arg(long)]
    pub wide: bool,
    /// After the catalogue, search with N samples for those on which the learner comes closest to a limit: that of a perceptron rule, and
    /// those of --theorems; not for Winnow, whose samples are 0 and 1
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub attack: u64,
    /// File of theorems of your own (docs/theorems.md) about every single run, by which the learner is judged, too
    #[arg(long, value_name = "FILE")]
    pub theorems: Option<PathBuf>,
    /// File for the result (default: standard output; standard error with `-`)
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The word in place of a command that stands for a learner which the caller runs.
const CALLER: &str = "-";

fn exact(text: &str) -> Result<Rational, RationalError> {
    text.parse()
}

fn step(text: &str) -> Result<Step, String> {
    text.parse()
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "it is not a number of seconds, such as 10".to_owned())?;
    let fine = seconds > 0.0 && seconds <= 86_400.0;
    fine.then_some(seconds)
        .ok_or_else(|| "give seconds above 0, at most 86400".into())
}

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
}

pub(super) fn grade(options: &GradeOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let (command, graded) = (command_words(&options.command)?, graded(options)?);
    if options.attack > 0 && options.rule == RuleName::Winnow {
        let error =
            StudyError::usage("`--attack` changes numbers, and Winnow's examples are 0 and 1");
        return Err(error.help("leave it out: its catalogue has all small samples"));
    }
    if let Some(path) = &options.output {
        let words = command
            .iter()
            .map(|word| ("the learner", PathBuf::from(word)));
        outputs::refuse(&[("--output", path.clone())], &words.collect::<Vec<_>>())?;
    }
    let (grade, is_program) = match command.as_slice() {
        [word] if word == CALLER => (grade_caller(graded.clone(), options)?, false),
        _ => (grade_program(&command, graded.clone(), options)?, true),
    };
    let text = match settings.json {
        true => json_text(&GradeJson {
            protocol: PROTOCOL,
            command: &command,
            rule: graded.name(),
            described: graded.described(),
            ties: graded.ties().as_str(),
            grade: &grade,
        })?,
        false => grade_table::table(if is_program { &command } else { &[] }, &graded, &grade),
    };
    match &options.output {
        Some(path) => outputs::save(path, &text)?,
        None if is_program => print!("{text}"),
        // Standard output has the requests.
        None => eprint!("{text}"),
    }
    Ok(match (grade.refuted, grade.complete) {
        (true, _) => Outcome::Unexpected,
        (false, true) => Outcome::AsExpected,
        (false, false) => Outcome::Incomplete,
    })
}

/// Grades a learner that this program starts.
fn grade_program(
    command: &[String],
    graded: GradedRule,
    options: &GradeOptions,
) -> Result<Grade, StudyError> {
    // A missing program is an error of the command line; every other failure of the learner is graded.
    if let Err(StartError::Missing(problem)) = process::start(command, options.timeout) {
        return Err(StudyError::Usage(problem));
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
fn grade_caller(graded: GradedRule, options: &GradeOptions) -> Result<Grade, StudyError> {
    if std::io::stdout().is_terminal() || std::io::stdin().is_terminal() {
        return Err(StudyError::usage("with `-`, requests are written to standard output and answers are read from standard input, but one of them is a terminal").help("connect both to your program; or let perceptron-lab start it: `perceptron-lab grade \"python3 my_perceptron.py\" --rule perceptron`"));
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

fn closed(why: &str) -> StudyError {
    StudyError::usage(format!("the caller closed standard input or output before the grading was done{why}")).help("with `-`, answer every line of standard output by one line on standard input until standard output ends")
}

fn graded(options: &GradeOptions) -> Result<GradedRule, StudyError> {
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
fn unfit(path: &Path, problem: &str) -> StudyError {
    StudyError::usage(problem).at(path, None).help("a spec with the learner under `process` judges every theorem: perceptron-lab explain process")
}

/// The words of the learner's command. A single argument that is not a file is split like a command line in a shell.
fn command_words(given: &[String]) -> Result<Vec<String>, StudyError> {
    let [line] = given else {
        return Ok(given.to_vec());
    };
    if std::path::Path::new(line).exists() {
        return Ok(given.to_vec());
    }
    let refused = |problem: &str| {
        StudyError::usage(format!("the command `{line}` cannot be split into words: {problem}")).note("expected", "words as in a shell, with quotes around blanks").help("give the words themselves after `--`, such as: `perceptron-lab grade --rule perceptron -- python3 'my learner.py'`")
    };
    match shell_words::split(line) {
        Err(_) => Err(refused(
            "a quote is never closed, or it ends in a backslash",
        )),
        Ok(words) if words.is_empty() => Err(refused("it has none")),
        Ok(words) => Ok(words),
    }
}

fn refused(invalid: &Invalid) -> StudyError {
    let Invalid {
        key,
        problem,
        allowed,
        ..
    } = invalid;
    StudyError::usage(format!("--{key}: {problem}")).help(allowed.to_string())
}
