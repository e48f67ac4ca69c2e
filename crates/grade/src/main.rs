//! Grades learners, as the command `grade` of perceptron-lab does, in a program small enough for the autograder of a course.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use claims::problem::Problem;
use clap::{Parser, Subcommand};
use grade::command::{self, GradeOptions};
use grade::homework::{self, HandInOptions};
use std::path::Path;
use std::process::ExitCode;

/// Grades what students of a perceptron course hand in
#[derive(Parser)]
#[command(version, name = "perceptron-grade")]
struct Cli {
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say which claims hold for a learner, which are refuted, and by which smallest samples
    Grade(GradeOptions),
    /// Mark homework whose answers are witnesses, or print the version of a student
    HandIn(HandInOptions),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        Command::Grade(options) => grade(options, cli.json),
        Command::HandIn(options) => hand_in(options, cli.json),
    };
    done.unwrap_or_else(|problem| {
        eprintln!("{problem}");
        ExitCode::from(2)
    })
}

/// Writes the result as the command of perceptron-lab does, with the same exit codes.
fn grade(options: &GradeOptions, json: bool) -> Result<ExitCode, Problem> {
    let graded = command::grade(options, json)?;
    match &options.output {
        Some(path) => save(path, &graded.text)?,
        None if graded.is_program => print!("{}", graded.text),
        // Standard output has the requests.
        None => eprint!("{}", graded.text),
    }
    Ok(ExitCode::from(match (graded.refuted, graded.complete) {
        (true, _) => 1,
        (false, true) => 0,
        (false, false) => 3,
    }))
}

fn hand_in(options: &HandInOptions, json: bool) -> Result<ExitCode, Problem> {
    let handed_in = homework::hand_in(options, json)?;
    match &options.output {
        Some(path) => save(path, &handed_in.text)?,
        None => print!("{}", handed_in.text),
    }
    Ok(ExitCode::from(u8::from(!handed_in.is_full)))
}

fn save(path: &Path, text: &str) -> Result<(), Problem> {
    std::fs::write(path, text).map_err(|error| {
        Problem::new(format!("cannot write {}: {error}", path.display()))
            .help("name a file in a folder that exists and that you may write")
    })
}
