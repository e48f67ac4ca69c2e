//! Runs the program like a person, for the tests of its commands.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The path of the program, for tests that need a command of the standard library.
pub(crate) fn path() -> PathBuf {
    env!("CARGO_BIN_EXE_perceptron-lab").into()
}

/// The program with these arguments.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(path());
    command.args(arguments);
    command
}

/// How a command ended: exit code, stdout and stderr.
pub(crate) fn ended(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Runs a command, and fails if the command fails.
pub(crate) fn succeeds(command: &mut Command) {
    let (code, _, error) = ended(command);
    assert_eq!(code, 0, "{error}");
}

/// Runs the program in a folder.
pub(crate) fn lab_in(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    ended(program(arguments).current_dir(folder))
}

/// Runs the program with a folder for results.
pub(crate) fn lab_into(results: &Path, arguments: &[&str]) -> (i32, String, String) {
    ended(program(arguments).arg("--results").arg(results))
}

/// The text of a spec without its analysis and answer, which may name cells that a test removes.
pub(crate) fn without_prose(text: &str) -> String {
    let (head, rest) = text.split_once("\nanswer ").unwrap();
    let (_, tail) = rest.split_once("\nseed ").unwrap();
    format!("{head}\nseed {tail}")
}

/// The address of the first trial of variant `plain` in the only cell of an experiment, taken like a person would from the error that names the
/// cells.
pub(crate) fn only_address(folder: &Path, experiment: &str) -> String {
    let (_, _, error) = lab_in(folder, &["replay", &format!("{experiment}:none:plain:0")]);
    let (_, cell) = error.split_once("allowed: ").unwrap();
    format!("{experiment}:{}:plain:0", cell.lines().next().unwrap())
}

/// Whether Python can run here, for tests of programs and scripts in Python.
pub(crate) fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output();
    found.is_ok_and(|output| output.status.success())
}
