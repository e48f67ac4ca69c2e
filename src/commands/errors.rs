//! Prints why a command stopped: lines for people, or with `--json` one line of JSON with the same parts for other programs.

use crate::study::StudyError;
use claims::problem::Problem;
use clap::error::{ContextKind, ContextValue};
use grade::process::shell::quoted;
use serde_json::json;
use std::num::ParseIntError;
use strum::IntoStaticStr;

/// The option that asks for JSON. An error in the command line is printed before the options are known.
const JSON: &str = "--json";

/// Prints an error, with the next step of an interrupted run.
pub(super) fn print(error: &StudyError, is_json: bool) {
    let mut problems = error.problems();
    let mut text = error.to_string();
    if let StudyError::Interrupted { .. } = error {
        let help = format!("continue with: {}", resume_command());
        text += &format!("\n  = help: {help}");
        problems = problems
            .into_iter()
            .map(|problem| problem.help(&help))
            .collect();
    }
    match is_json {
        true => print_line(&problems, &text),
        false => eprintln!("{text}"),
    }
}

/// The command that resumes an interrupted run: this command line, quoted for a shell. It omits `--fresh`, which would restart the run.
fn resume_command() -> String {
    let given = std::env::args().filter(|word| word != "--fresh");
    given
        .map(|word| quoted(&word))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether the words of a command line ask for JSON.
pub(super) fn asks_for_json() -> bool {
    let own = std::env::args().take_while(|word| word != "--");
    own.skip(1).any(|word| word == JSON)
}

/// Prints an error in the command line as JSON. Its fields are the argument, its value and the allowed values, if they are known.
pub(super) fn print_command_line(error: &clap::Error) {
    let text = error.to_string();
    let message = text.lines().next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let known = [
        (ContextKind::InvalidArg, "argument"),
        (ContextKind::InvalidValue, "value"),
        (ContextKind::ValidValue, "allowed"),
        (ContextKind::InvalidSubcommand, "command"),
    ];
    let kind: &'static str = CommandLineFault::from(error).into();
    let mut problem = Problem::new(message).of_kind(kind);
    for (context, label) in known {
        if let Some(found) = error.get(context).map(words) {
            problem = problem.note(label, found);
        }
    }
    print_line(&[problem], text.trim_end());
}

fn words(found: &ContextValue) -> String {
    match found {
        ContextValue::Strings(several) => several.join(", "),
        other => other.to_string(),
    }
}

/// The errors in a command line that another program tells apart.
#[derive(IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
enum CommandLineFault {
    UnknownCommand,
    UnknownArgument,
    InvalidValue,
    NoInteger,
    MissingArgument,
    Usage,
}

impl From<&clap::Error> for CommandLineFault {
    fn from(error: &clap::Error) -> Self {
        use clap::error::ErrorKind;
        let source = std::error::Error::source(error);
        match error.kind() {
            ErrorKind::ValueValidation
                if source.is_some_and(|source| source.is::<ParseIntError>()) =>
            {
                Self::NoInteger
            }
            ErrorKind::InvalidSubcommand => Self::UnknownCommand,
            ErrorKind::UnknownArgument => Self::UnknownArgument,
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => Self::InvalidValue,
            ErrorKind::MissingRequiredArgument => Self::MissingArgument,
            _ => Self::Usage,
        }
    }
}

fn print_line(problems: &[Problem], text: &str) {
    eprintln!(
        "{}",
        json!({ "error": { "problems": problems, "text": text } })
    );
}
