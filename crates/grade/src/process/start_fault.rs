//! Says why a program cannot be started, by what its file holds: the system names the program in cases in which another file is missing.

use claims::problem::Problem;
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

/// Number of bytes in which the first line of a script is looked for.
const START: u64 = 256;

/// Endings of scripts, and the programs that run them.
const INTERPRETERS: [(&str, &str); 10] = [
    ("py", "python3"),
    ("js", "node"),
    ("mjs", "node"),
    ("rb", "ruby"),
    ("jl", "julia"),
    ("pl", "perl"),
    ("R", "Rscript"),
    ("lua", "lua"),
    ("sh", "sh"),
    ("jar", "java -jar"),
];

/// Endings of source texts that must be compiled.
const SOURCES: [&str; 9] = ["c", "cc", "cpp", "cxx", "rs", "java", "go", "hs", "swift"];

/// Why a program cannot be started, and what to do.
pub(super) fn problem(program: &str, error: &Error) -> Problem {
    let found = start_of(program).and_then(|start| of_file(&start, program, error));
    let (why, help) = found.unwrap_or_else(|| {
        let help = "the first word must be a program in the search path, or a path to one that may be executed; no shell reads the command";
        (error.to_string(), help.to_owned())
    });
    Problem::new(format!("`{program}` cannot be started: {why}")).help(help)
}

/// The first bytes of the file that a path names; `None` if there is no such file, as for a program in the search path.
fn start_of(program: &str) -> Option<Vec<u8>> {
    let mut start = Vec::new();
    let is_file = Path::new(program).is_file();
    let file = std::fs::File::open(program).ok().filter(|_| is_file)?;
    file.take(START).read_to_end(&mut start).ok()?;
    Some(start)
}

/// Why a file cannot be started, and the next step.
fn of_file(start: &[u8], program: &str, error: &Error) -> Option<(String, String)> {
    let text = String::from_utf8_lossy(start);
    let first = text.lines().next().unwrap_or_default();
    let (has_mark, first) = match first.strip_prefix('\u{feff}') {
        Some(after) => (true, after),
        None => (false, first),
    };
    let line = first.strip_prefix("#!").map(str::trim);
    let is_text = !start.contains(&0) && !text.starts_with('\u{fffd}');
    let run = || by_interpreter(program, line, is_text);
    let found = match (line, error.kind()) {
        _ if !program.contains('/') && error.kind() == ErrorKind::NotFound => (
            "it is a file in this folder, and no program in the search path".to_owned(),
            run(),
        ),
        _ if start.is_empty() => (
            "the file is empty".to_owned(),
            "check that this is the file you mean".to_owned(),
        ),
        (Some(_), _) if has_mark => (
            format!("a byte order mark stands before its first line `{first}`"),
            "save the file as UTF-8 without a byte order mark".to_owned(),
        ),
        (Some(line), ErrorKind::NotFound) => no_interpreter(line, text.contains("\r\n"), &run()),
        (None, _) if error.raw_os_error() == Some(EXEC_FORMAT) => (
            match is_text {
                true => "it is no program, and its first line names no interpreter (#!)".to_owned(),
                false => "it is no program for this system".to_owned(),
            },
            run(),
        ),
        (_, ErrorKind::PermissionDenied) => (
            "it may not be executed".to_owned(),
            match line.is_some() || !is_text {
                true => format!("chmod +x {}", quoted(program)),
                false => run(),
            },
        ),
        _ => return None,
    };
    Some(found)
}

/// The fault of a first line that names a missing interpreter; `run` is the next step without that line.
fn no_interpreter(line: &str, has_returns: bool, run: &str) -> (String, String) {
    let interpreter = line.split_whitespace().next().unwrap_or_default();
    let why = format!("its first line names `{interpreter}`, which is not there");
    match has_returns {
        true => (
            format!("{why}; its lines end with CR LF, and the CR counts as a part of the name"),
            "save the file with LF alone at the end of its lines".to_owned(),
        ),
        false => (why, format!("correct the first line, or {run}")),
    }
}

/// The next step for a file that must be run by another program: the one that its first line names, or that its ending stands for.
fn by_interpreter(program: &str, line: Option<&str>, is_text: bool) -> String {
    let ending = Path::new(program).extension().unwrap_or_default();
    let ending = ending.to_string_lossy();
    let named = line.and_then(|line| {
        let words = line.split_whitespace();
        let names = words.filter_map(|word| Path::new(word).file_name()?.to_str());
        names
            .into_iter()
            .find(|name| *name != "env" && !name.starts_with('-'))
    });
    let known = || INTERPRETERS.iter().find(|(known, _)| *known == ending);
    let file = quoted(program);
    match named.or_else(|| known().map(|(_, interpreter)| *interpreter)) {
        Some(interpreter) => {
            format!("name the interpreter in the command: \"{interpreter} {file}\"")
        }
        None if SOURCES.contains(&ending.as_ref()) => {
            "compile it, and name the program that this makes".to_owned()
        }
        None if is_text => {
            format!("name its interpreter in the command, such as \"python3 {file}\"")
        }
        None => "build it for this system, or name what runs it in the command".to_owned(),
    }
}

/// A path as a word of a shell.
fn quoted(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+~".contains(letter);
    match path.chars().all(is_plain) {
        true => path.to_owned(),
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}

/// The system's number of the error that a file is neither a program nor a script.
const EXEC_FORMAT: i32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// What is said of a file with this content and these permissions when it is started.
    fn said(content: &str, mode: u32) -> String {
        said_of("learner", content, mode)
    }

    fn said_of(name: &str, content: &str, mode: u32) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        let program = path.to_str().unwrap();
        let error = std::process::Command::new(program).spawn().unwrap_err();
        problem(program, &error).to_string()
    }

    #[test]
    fn a_file_that_is_there_is_not_called_missing() {
        for (content, mode, part) in [
            (
                "#!/no/such/python\n",
                0o755,
                "`/no/such/python`, which is not there",
            ),
            ("#!/bin/sh\r\necho\r\n", 0o755, "CR LF"),
            ("\u{feff}#!/bin/sh\n", 0o755, "byte order mark"),
            ("print(1)\n", 0o755, "names no interpreter"),
            ("#!/bin/sh\n", 0o644, "may not be executed"),
        ] {
            let said = said(content, mode);
            assert!(
                said.contains(part) && said.contains("= help: "),
                "{content:?}: {said}"
            );
            assert!(!said.contains("No such file"), "{said}");
        }
    }

    #[test]
    fn the_next_step_is_one_for_the_language_of_the_file() {
        for (name, content, mode, part) in [
            ("learner.js", "console.log(1)\n", 0o644, "\"node /"),
            ("learner.rb", "puts 1\n", 0o755, "\"ruby /"),
            ("learner", "#!/no/such/julia\n", 0o755, "\"julia /"),
            ("learner", "#!/usr/bin/env julia\n", 0o644, "chmod +x /"),
            ("learner.cpp", "int main() {}\n", 0o644, "compile it"),
            ("learner.exe", "MZ\0\0", 0o755, "build it for this system"),
            ("learner", "\u{feff}print(1)\n", 0o755, "\"python3 /"),
            ("my learner.py", "print(1)\n", 0o644, "my learner.py'\""),
            ("learner", "", 0o755, "check that this is the file"),
        ] {
            let said = said_of(name, content, mode);
            assert!(said.contains(part), "{name}: {said}");
            let is_python = part.contains("python3") || name.ends_with(".py");
            assert_eq!(said.contains("python3"), is_python, "{name}: {said}");
            assert_eq!(said.contains("chmod"), part.contains("chmod"), "{said}");
        }
        assert!(!said("#!/bin/sh\r\necho\r\n", 0o755).contains("name the interpreter"));
    }

    #[test]
    fn a_program_that_is_not_there_is_called_so() {
        let error = Error::from(ErrorKind::NotFound);
        assert!(
            problem("no-such-program-17", &error)
                .to_string()
                .contains("search path")
        );
    }

    #[test]
    fn only_an_error_of_its_format_says_that_a_text_is_no_program() {
        let why = |error: Error| of_file(b"print(1)\n", "./learner", &error).map(|(why, _)| why);
        let of_format = why(Error::from_raw_os_error(EXEC_FORMAT)).unwrap();
        assert!(of_format.starts_with("it is no program"), "{of_format}");
        let forbidden = why(ErrorKind::PermissionDenied.into()).unwrap();
        assert_eq!(forbidden, "it may not be executed");
        // The system's own words are shown then.
        assert_eq!(why(ErrorKind::OutOfMemory.into()), None);
    }
}
