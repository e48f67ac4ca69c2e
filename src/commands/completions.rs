//! Runs the command `completions`: prints the shell script that completes commands, options, and in bash, zsh and fish names of experiments.

use super::command_line::Cli;
use super::settings::print_bytes;
use crate::study::{Outcome, StudyError};
use clap::CommandFactory;
use clap_complete::Shell;

/// The name of the program, under which shells complete its commands.
const PROGRAM: &str = "perceptron-lab";

/// The commands whose arguments can be names of experiments.
const NAMING: [&str; 8] = [
    "check", "figure", "judge", "open", "plan", "report", "run", "table",
];

/// A shell function that prints the names of the experiments below the present folder.
const NAMES: &str = r#"_perceptron_lab_experiments() {
    perceptron-lab list experiments --json 2>/dev/null | sed -n 's/^ *"name": "\(.*\)",\{0,1\}$/\1/p'
}
"#;

/// Prints the completion script for a shell.
pub(super) fn completions(shell: Shell) -> Result<Outcome, StudyError> {
    print_bytes(script(shell).as_bytes())
}

fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), PROGRAM, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        // The generator writes the hyphen of the program's name in two ways, so that bash would find no command.
        Shell::Bash => {
            let script = script.replace("perceptron__subcmd__lab", "perceptron__lab");
            format!("{script}\n{NAMES}{}", bash())
        }
        Shell::Zsh => zsh(&script),
        Shell::Fish => format!("{script}\n{}", fish()),
        _ => script,
    }
}

/// Bash code that adds the names of experiments to the words that clap's function offers.
fn bash() -> String {
    let commands = NAMING.join("|");
    format!(
        r#"_perceptron_lab_with_experiments() {{
    _perceptron__lab "$@"
    [[ "$2" == -* || $COMP_CWORD -lt 2 ]] && return 0
    case "${{COMP_WORDS[1]}}" in
        {commands}) ;;
        *) return 0 ;;
    esac
    COMPREPLY+=( $(compgen -W "$(_perceptron_lab_experiments)" -- "$2") )
}}
complete -F _perceptron_lab_with_experiments -o bashdefault -o default {PROGRAM}
"#
    )
}

/// The zsh script, in which arguments that can be names of experiments offer these names and files.
fn zsh(script: &str) -> String {
    let function = format!(
        "{NAMES}\n_perceptron_lab_named() {{\n    local -a names\n    names=(${{(f)\"$(_perceptron_lab_experiments)\"}})\n    compadd -a names\n    _files\n}}\n"
    );
    let mut is_naming = false;
    let mut lines = Vec::new();
    for line in script.lines() {
        if let Some(command) = line
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'))
        {
            is_naming = NAMING.contains(&command);
        }
        let is_argument = [":", "::", "*::", "*:"]
            .iter()
            .any(|mark| line.starts_with(&format!("'{mark}")) && line.contains(" -- "));
        let named = |line: &str| {
            let line = line.replace(":_files' \\", ":_perceptron_lab_named' \\");
            line.replace(":_default' \\", ":_perceptron_lab_named' \\")
        };
        lines.push(match is_naming && is_argument {
            true => named(line),
            false => line.to_owned(),
        });
        if line.starts_with("autoload ") {
            lines.push(format!("\n{function}"));
        }
    }
    lines.join("\n") + "\n"
}

/// Fish code that offers the names of experiments after the commands that take them.
fn fish() -> String {
    let commands = NAMING.join(" ");
    let names = NAMES.lines().nth(1).unwrap_or_default().trim();
    format!(
        "function _perceptron_lab_experiments\n    {names}\nend\ncomplete -c {PROGRAM} -n \"__fish_seen_subcommand_from {commands}\" -a \"(_perceptron_lab_experiments)\"\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_offer_experiments_after_commands_that_take_their_names() {
        let commands = Cli::command();
        for name in NAMING {
            assert!(commands.find_subcommand(name).is_some(), "{name}");
        }
        let zsh = script(Shell::Zsh);
        let run = zsh.split("\n(run)\n").nth(1).unwrap_or_default();
        let end = run.find("&& ret=0").unwrap_or_default();
        assert!(run[..end].contains(":_perceptron_lab_named' \\"), "{run}");
        let grade = zsh.split("\n(grade)\n").nth(1).unwrap_or_default();
        let end = grade.find("&& ret=0").unwrap_or_default();
        assert!(end > 0 && !grade[..end].contains("_perceptron_lab_named"));
        assert!(script(Shell::Fish).contains("__fish_seen_subcommand_from check"));
        assert!(!script(Shell::PowerShell).contains("_perceptron_lab"));
    }
}
