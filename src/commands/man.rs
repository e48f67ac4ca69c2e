//! Runs the command `man`: prints the manual page.

use super::command_line::Cli;
use super::settings::print_bytes;
use crate::study::{Outcome, StudyError};
use clap::CommandFactory;
use std::io::Write;

/// Prints one manual page that covers all commands.
pub(super) fn man() -> Result<Outcome, StudyError> {
    let mut page = Vec::new();
    let unwritten = |error: std::io::Error| StudyError::usage(error.to_string());
    let mut command = Cli::command();
    command.build();
    clap_mangen::Man::new(command.clone())
        .render(&mut page)
        .map_err(unwritten)?;
    for sub in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
    {
        let man = clap_mangen::Man::new(sub.clone());
        writeln!(page, ".SH {}", sub.get_name().to_uppercase()).map_err(unwritten)?;
        man.render_description_section(&mut page)
            .map_err(unwritten)?;
        man.render_options_section(&mut page).map_err(unwritten)?;
    }
    print_bytes(&page)
}
