//! Says why a program cannot be started, by what its file holds: the system names the program in cases in which another file is missing.

use claims::problem::Problem;
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

/// Number of bytes in which the first line of a script is looked for.
const START: u64 = 256;

/// Why a program cannot be started, and what to do.
pub(super) fn problem(program: &str, error: &Error) -> Problem {
    let found = match start_of(program) {
        Some(start) => of_file(&start, program, error),
        None => None,
    };
    found.unwrap_or_else(|| {
        unstarted(
            program,
            &format!("{error}"),
            "the first word must be a program in the search path, or a path to one that may be executed",
        )
    })
}

/// The first bytes of the file that a path names; `None` if there is no such file, as for a program in the search path.
fn start_of(program: &str) -> Option<Vec<u8>> {
    let mut start = Vec::new();
    let is_path = program.contains('/') && Path::new(program).is_file();
    let file = std::fs::File::open(program).ok().filter(|_| is_path)?;
    file.take(START).read_to_end(&mut start).ok()?;
    Some(start)
}

fn of_file(start: &[u8], program: &str, error: &Error) -> Option<Problem> {
    let text = String::from_utf8_lossy(start);
    let first = text.lines().next().unwrap_or_default();
    if let Some(after_mark) = first.strip_prefix('\u{feff}') {
        return after_mark.starts_with("#!").then(|| {
            unstarted(
                program,
                &format!("a byte order mark stands before its first line `{after_mark}`"),
                "save the file as UTF-8 without a byte order mark",
            )
        });
    }
    match (first.strip_prefix("#!"), error.kind()) {
        (Some(line), ErrorKind::NotFound) => {
            let interpreter = line.split_whitespace().next().unwrap_or_default();
            let end = match text.contains("\r\n") {
                true => {
                    "; its lines end with CR LF, and the CR counts as a part of the name: save it with LF"
                }
                false => "",
            };
            Some(unstarted(
                program,
                &format!("its first line names `{interpreter}`, which is not there{end}"),
                &format!(
                    "correct the first line, or name the interpreter in the command: \"python3 {program}\""
                ),
            ))
        }
        (None, _) if error.raw_os_error() == Some(EXEC_FORMAT) => Some(unstarted(
            program,
            "it is no program, and its first line names no interpreter (#!)",
            &format!("name the interpreter in the command: \"python3 {program}\""),
        )),
        (_, ErrorKind::PermissionDenied) => Some(unstarted(
            program,
            "it may not be executed",
            &format!(
                "chmod +x {program}, or name the interpreter in the command: \"python3 {program}\""
            ),
        )),
        _ => None,
    }
}

fn unstarted(program: &str, why: &str, help: &str) -> Problem {
    Problem::new(format!("`{program}` cannot be started: {why}")).help(help)
}

/// The system's number of the error that a file is neither a program nor a script.
const EXEC_FORMAT: i32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// What is said of a file with this content and these permissions when it is started.
    fn said(content: &str, mode: u32) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("learner");
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
    fn a_program_that_is_not_there_is_called_so() {
        let error = Error::from(ErrorKind::NotFound);
        assert!(
            problem("no-such-program-17", &error)
                .to_string()
                .contains("search path")
        );
    }
}
