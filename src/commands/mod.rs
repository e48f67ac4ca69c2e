//! Contains one file per command, with its options, its work and its output. Nothing else in the program prints.
//!
//! Tables and results go to stdout, progress and diagnostics to stderr. Every command that prints a table prints JSON with `--json`. Commands decide
//! nothing about trials or verdicts.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod analyze;
mod attack;
mod autograder;
mod calibrate;
mod check;
mod command_groups;
mod command_line;
mod completions;
mod conform;
mod course;
mod errors;
mod examples;
mod explain;
mod export;
mod figure;
mod grade;
mod hand_in;
mod init;
mod judge;
mod key_table;
mod lesson;
mod list;
mod man;
mod merge;
mod open;
mod plan;
mod progress;
mod progress_lines;
mod replay;
mod report;
mod reproduce;
mod results_version;
mod risk;
mod run;
mod run_summary;
mod schema;
mod settings;
mod stage_lines;
mod starter;
mod table;
mod threads;
mod trials;
mod verdict_table;
mod verify;

use crate::store::is_decoding;
use crate::study::{Outcome, StudyError};
use clap::{CommandFactory, FromArgMatches};
use command_line::{Cli, Command};
use settings::{Settings, Verbosity};
use std::io::Write;
use std::process::ExitCode;

/// Runs the command line and returns its exit code.
pub fn main() -> ExitCode {
    keep_panics_quiet();
    let matches = command_groups::grouped(Cli::command()).try_get_matches();
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = cli.unwrap_or_else(|error| end_with_words(&error));
    let settings = Settings {
        results: cli.results,
        experiments: cli.experiments,
        json: cli.json,
        verbosity: Verbosity::of(cli.quiet, cli.verbose),
    };
    let requested = std::env::var("RAYON_NUM_THREADS").ok();
    let dispatched = threads::checked(requested.as_deref())
        .map_err(StudyError::Usage)
        .and_then(|()| dispatch(&cli.command, &settings));
    let code = match dispatched {
        Ok(outcome) => outcome.code(),
        Err(error) => {
            errors::print(&error, settings.json);
            error.code()
        }
    };
    ExitCode::from(code)
}

/// Installs a panic hook. A panic while a trial is measured or a file is decoded is not printed, because it becomes an error message. A panic because
/// standard output failed ends the program with an error message. Other panics are printed as usual.
fn keep_panics_quiet() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let payload = panic.payload().downcast_ref::<String>();
        let words = payload.map_or("", String::as_str);
        if let Some(why) = words.strip_prefix("failed printing to stdout: ") {
            end_without_output(why);
        }
        if !perceptron::cancellation::is_measuring() && !is_decoding() {
            print(panic);
        }
    }));
}

/// Prints the help that was requested, or the error in the command line, and exits. If help cannot be printed, that is an error.
fn end_with_words(error: &clap::Error) -> ! {
    if error.use_stderr() && errors::asks_for_json() {
        errors::print_command_line(error);
        std::process::exit(error.exit_code());
    }
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(why) if !error.use_stderr() => end_without_output(&why.to_string()),
        _ => std::process::exit(error.exit_code()),
    }
}

/// Exits because standard output failed, for the reason `why`. If the reader closed the pipe, as in `list | head -1`, no message is printed.
fn end_without_output(why: &str) -> ! {
    if why.starts_with("Broken pipe") {
        std::process::exit(BROKEN_PIPE);
    }
    // The result is ignored, because standard error may fail as well.
    let _ = writeln!(
        std::io::stderr(),
        "error: cannot print: {why}\n  = help: send standard output to a disk with free space; what a run has stored is kept"
    );
    std::process::exit(2);
}

/// Exit code of a program that SIGPIPE ends, as a shell reports it.
const BROKEN_PIPE: i32 = 141;

fn dispatch(command: &Command, settings: &Settings) -> Result<Outcome, StudyError> {
    match command {
        Command::List(options) => list::list(options, settings),
        Command::Check(options) => check::check(options, settings),
        Command::Plan(options) => plan::show(options, settings),
        Command::Attack(options) => attack::attack(options, settings),
        Command::Explain(options) => explain::explain(options, settings),
        Command::Init(options) => init::init(options, settings),
        Command::Run(options) => run::run(options, settings),
        Command::Merge(options) => merge::merge(options, settings),
        Command::Verify(options) => verify::verify(options, settings),
        Command::Judge(options) => judge::judge(options, settings),
        Command::Report(options) => report::report(options, settings),
        Command::Lesson(options) => lesson::lesson(options, settings),
        Command::Open(options) => open::open(options, settings),
        Command::Table(options) => table::show(options, settings),
        Command::Trials(options) => trials::trials(options, settings),
        Command::Replay(options) => replay::replay(options, settings),
        Command::Export(options) => export::show(options, settings),
        Command::Figure(options) => figure::figure(options, settings),
        Command::Reproduce(options) => reproduce::reproduce(options, settings),
        Command::Analyze(options) => analyze::run(options, settings),
        Command::Conform(options) => conform::conform(options, settings),
        Command::Grade(options) => grade::grade(options, settings),
        Command::HandIn(options) => hand_in::run(options, settings),
        Command::Calibrate(options) => calibrate::calibrate(options, settings),
        Command::Risk(options) => risk::risk(options, settings),
        Command::Schema(options) => schema::schema(options),
        Command::Completions { shell } => completions::completions(*shell),
        Command::Man => man::man(),
    }
}
