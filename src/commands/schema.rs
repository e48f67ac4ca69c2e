//! Prints what other programs want to know of this one: the JSON Schema of a spec, completions for shells, and the manual page.

use super::{Cli, Outcome, print_json};
use crate::study::StudyError;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{Write, stdout};

const NAME: &str = "perceptron-lab";

/// The JSON Schema of a spec.
pub(super) fn schema() -> Result<Outcome, StudyError> {
    print_json(&claims::spec::schema())?;
    Ok(Outcome::AsExpected)
}

/// A script by which a shell completes commands and options.
pub(super) fn completions(shell: Shell) -> Result<Outcome, StudyError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut script);
    printed(&script)
}

/// The manual page, all commands in it.
pub(super) fn man() -> Result<Outcome, StudyError> {
    let mut page = Vec::new();
    let unwritten = |error: std::io::Error| StudyError::Usage(error.to_string());
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
    printed(&page)
}

fn printed(bytes: &[u8]) -> Result<Outcome, StudyError> {
    let written = stdout().write_all(bytes);
    written.map_err(|error| {
        StudyError::Usage(format!(
            "error: cannot print: {error}\n  = help: send standard output to a place with room"
        ))
    })?;
    Ok(Outcome::AsExpected)
}
