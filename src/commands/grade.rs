//! Runs the command `grade`: prints which claims hold for a learner, which are refuted, and the smallest samples that refute them.

use super::conform::Convention;
use super::settings::{Settings, print_json};
use crate::report;
use crate::study::{Outcome, StudyError, shell};
use clap::Args;
use grade::grading;
use grade::grading::{
    ClaimGrade, Exercise, Grade, GradeVerdict, GradedRule, GradingTask, ReturnedWeights, RuleName,
    RuleSettings, Step, Witness,
};
use grade::process::{self, PROTOCOL, StartError};
use perceptron::documented::Invalid;
use perceptron::sample::{Rational, RationalError, Ties};
use serde::Serialize;

/// Options of `grade`.
#[derive(Debug, Args)]
pub(super) struct GradeOptions {
    /// The learner's program and its arguments; put `--` before arguments that begin with a hyphen
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
    #[arg(long, value_name = "NUMBER", value_parser = exact)]
    pub threshold: Option<Rational>,
    /// With --rule margin-perceptron: an update adds step·y·x (default: 1). With --rule passive-aggressive: pa, pa-1 or pa-2 (default: pa, or pa-1
    /// with --aggressiveness)
    #[arg(long, value_name = "STEP", value_parser = step)]
    pub step: Option<Step>,
    /// With --rule passive-aggressive: C of the steps pa-1, τ = min(C, ℓ/‖x‖²), and pa-2, τ = ℓ/(‖x‖² + 1/(2C))
    #[arg(long, value_name = "C", value_parser = exact)]
    pub aggressiveness: Option<Rational>,
    /// With --rule winnow: factor of the weights after a false negative (default: 2)
    #[arg(long, value_name = "ALPHA", value_parser = exact)]
    pub promotion: Option<Rational>,
    /// Time limit for one answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub timeout: f64,
    /// Time limit for all samples together, in seconds; claims whose samples were not shown by then are reported as not tried
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub time: f64,
    /// Also show samples whose sums exceed 64-bit integers; doubles or integers of arbitrary size handle them correctly
    #[arg(long)]
    pub wide: bool,
}

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
    // A missing program is an error of the command line; every other failure of the learner is graded.
    if let Err(error @ StartError::Missing(_)) = process::start(&command, options.timeout) {
        return Err(StudyError::Usage(format!("error: {error}")));
    }
    let order = GradingTask {
        start: &|| process::start(&command, options.timeout).map_err(Box::from),
        graded,
        seconds: options.time,
        wide: options.wide,
    };
    let grade = grading::grade(&order);
    if settings.json {
        print_json(&GradeJson {
            protocol: PROTOCOL,
            command: &command,
            rule: order.graded.name(),
            described: order.graded.described(),
            ties: order.graded.ties().as_str(),
            grade: &grade,
        })?;
    } else {
        show(&command, &order, &grade);
    }
    Ok(match (grade.refuted, grade.complete) {
        (true, _) => Outcome::Unexpected,
        (false, true) => Outcome::AsExpected,
        (false, false) => Outcome::Incomplete,
    })
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
    graded.map_err(|invalid| refused(&invalid))
}

/// The words of the learner's command. A single argument that is not a file is split like a command line in a shell.
fn command_words(given: &[String]) -> Result<Vec<String>, StudyError> {
    let [line] = given else {
        return Ok(given.to_vec());
    };
    if std::path::Path::new(line).exists() {
        return Ok(given.to_vec());
    }
    let refused = |problem: String| {
        StudyError::Usage(format!(
            "error: the command `{line}` cannot be split into words: {problem}\n  = expected: words as in a shell, with quotes around blanks\n  = help: give the words themselves after --, such as: perceptron-lab grade --rule perceptron -- python3 'my learner.py'"
        ))
    };
    match shell::split_words(line).map_err(refused)? {
        words if words.is_empty() => Err(refused("it has none".into())),
        words => Ok(words),
    }
}

fn refused(invalid: &Invalid) -> StudyError {
    let Invalid {
        key,
        problem,
        allowed,
        ..
    } = invalid;
    StudyError::Usage(format!("error: --{key}: {problem}\n  = help: {allowed}"))
}

/// The next step for a learner whose answers are not those of the protocol.
fn try_by_hand(command: &[String]) -> String {
    let typed = typed(command);
    format!(
        "To see its answers, type: printf '{{\"hello\":1}}\\n' | {typed}\n`perceptron-lab explain protocol` shows the lines and their answers."
    )
}

/// A command as it can be typed into a shell.
fn typed(command: &[String]) -> String {
    let words: Vec<String> = command.iter().map(|word| shell::quoted(word)).collect();
    words.join(" ")
}

fn show(command: &[String], order: &GradingTask, grade: &Grade) {
    println!("{} as {}\n", typed(command), order.graded.described());
    let head = ["claim", "verdict", "witness"].map(str::to_owned).to_vec();
    let lines: Vec<Vec<String>> = std::iter::once(head)
        .chain(grade.checks.iter().map(line))
        .collect();
    print!("{}", report::aligned(&lines, &[]));
    let refuted: Vec<(&ClaimGrade, &Witness)> = grade
        .checks
        .iter()
        .filter_map(|ruling| Some((ruling, ruling.witness.as_ref()?)))
        .collect();
    let count = refuted.len();
    let breaks_protocol = refuted.iter().any(|(ruling, _)| ruling.id == "protocol");
    show_witnesses(refuted);
    println!("\n{}", summary(grade, count));
    if breaks_protocol {
        println!("\n{}", try_by_hand(command));
    }
}

/// Prints the smallest samples found on which the learner violates a claim, the smallest first.
fn show_witnesses(mut refuted: Vec<(&ClaimGrade, &Witness)>) {
    refuted.sort_by_key(|(_, witness)| size(witness));
    if !refuted.is_empty() {
        println!(
            "\nSmallest samples first; + and − are labels, and a reset precedes every sample."
        );
    }
    for (ruling, witness) in refuted {
        println!("\n{}: {}", ruling.id, sample(witness));
        println!("  {}", witness.words);
        if !witness.repeats {
            println!("  A new process that was shown this sample alone did not repeat it.");
        }
    }
}

/// Number of examples shown, and of feature values, in a sample that refutes the learner.
fn size(witness: &Witness) -> (usize, usize) {
    let showings = witness.samples.iter().map(Exercise::len).sum();
    let numbers = witness
        .samples
        .iter()
        .map(|sample| sample.len() * sample.dimension);
    (showings, numbers.sum())
}

fn line(ruling: &ClaimGrade) -> Vec<String> {
    let verdict = match ruling.verdict {
        GradeVerdict::Holds => format!("holds on {} samples", ruling.samples),
        GradeVerdict::Refuted => "refuted".into(),
        GradeVerdict::Untried => "not tried".into(),
    };
    let sample = ruling.witness.as_ref().map(sample);
    vec![
        format!("{}: {}", ruling.id, ruling.claim),
        verdict,
        sample.unwrap_or_default(),
    ]
}

fn sample(witness: &Witness) -> String {
    let samples: Vec<String> = witness
        .samples
        .iter()
        .map(|sample| match sample.is_empty() {
            true => "a reset".into(),
            false => sample.to_string(),
        })
        .collect();
    samples.join(", a reset, ")
}

fn summary(grade: &Grade, refuted: usize) -> String {
    let (samples, examples) = (grade.samples, grade.examples);
    let tried = format!("{samples} samples with {examples} examples were shown");
    let end = match grade.complete {
        true => "",
        false => {
            ", not all planned ones: time ran out, or the learner failed too often (--time, --timeout)"
        }
    };
    match refuted {
        0 => format!("Nothing is refuted. {tried}{end}; that is no proof."),
        1 => format!("1 claim is refuted. {tried}{end}."),
        many => format!("{many} claims are refuted. {tried}{end}."),
    }
}
