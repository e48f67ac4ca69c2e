//! Groups the commands by what a user wants to do, for the help of the program.

use clap::Command;
use std::fmt::Write;

/// The groups of commands, in the order in which a new user needs them.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Run", &["init", "run", "reproduce", "plan", "merge"]),
    (
        "Look",
        &[
            "open", "lesson", "table", "figure", "replay", "list", "explain", "risk",
        ],
    ),
    (
        "Own data and learners",
        &["analyze", "grade", "hand-in", "conform"],
    ),
    (
        "Check",
        &["check", "attack", "verify", "judge", "report", "calibrate"],
    ),
    (
        "Files",
        &["trials", "export", "schema", "completions", "man"],
    ),
];

/// Widest line of help, in characters.
const WIDTH: usize = 100;

/// The command line with its commands in groups.
pub(super) fn grouped(command: Command) -> Command {
    let mut text = String::new();
    for (group, names) in GROUPS {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{group}:");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {name:12} {}", short(&about));
        }
        text.push('\n');
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{text}Options:\n{{options}}{{after-help}}"
    );
    command.help_template(template).max_term_width(WIDTH)
}

/// The beginning of a description that says what a command does and fits in a line, up to a mark.
fn short(about: &str) -> &str {
    let ends = [":", ";", " (", ", and ", ", for ", ". "];
    let end = ends.iter().filter_map(|end| about.find(end)).min();
    let whole = &about[..end.unwrap_or(about.len())];
    match whole.split_once(", ") {
        Some((first, _)) if whole.len() > WIDTH - NAME => first,
        _ => whole,
    }
}

/// Width of the names of commands with their margins.
const NAME: usize = 15;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::command_line::Cli;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_is_in_one_group_with_a_line_that_fits() {
        let command = Cli::command();
        let all: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        assert_eq!(grouped.len(), all.len());
        let [grouped, all] = [grouped, all].map(BTreeSet::from_iter);
        assert_eq!(grouped, all);
        let help = super::grouped(command).render_help().to_string();
        assert!(
            help.lines().all(|line| line.chars().count() <= WIDTH),
            "{help}"
        );
        assert!(help.contains("Look:\n  open "), "{help}");
    }
}
