//! Runs the command `completions`: prints the shell script that completes commands and options.

use super::command_line::Cli;
use super::settings::print_bytes;
use crate::study::{Outcome, StudyError};
use clap::CommandFactory;
use clap_complete::Shell;

/// The name of the program, under which shells complete its commands.
const PROGRAM: &str = "perceptron-lab";

/// Prints the completion script for a shell.
pub(super) fn completions(shell: Shell) -> Result<Outcome, StudyError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), PROGRAM, &mut script);
    print_bytes(&script)
}
