//! Holds the options of the command `grade`.

use crate::grading::{ReturnedWeights, RuleName, Step};
use crate::points::PointsForm;
use clap::{Args, ValueEnum};
use perceptron::sample::{Rational, RationalError};
use std::path::PathBuf;

/// The tie convention of the runs, as a word on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum Convention {
    Mistake,
    Positive,
}

/// Options of `grade`.
#[derive(Debug, Args)]
pub struct GradeOptions {
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
    /// File of points (docs/points.md): what each claim counts. The result is the points of the learner; by default each claim counts one point
    #[arg(long, value_name = "FILE")]
    pub points: Option<PathBuf>,
    /// Form of the points (default with --points: `text`; with --json the points stand in the result)
    #[arg(long, value_enum)]
    pub form: Option<PointsForm>,
    /// File for the result (default: standard output; standard error with `-`)
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
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
