//! Writes the folder of a course: exercise sheets, a learner to complete, specs, and solutions for the teacher.

use super::autograder::{self, PackedFile};
use crate::study::StudyError;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The files of a course: path in its folder, and text.
const FILES: [(&str, &str); 18] = [
    ("README.md", include_str!("templates/course/README.md")),
    ("1-write.md", include_str!("templates/course/1-write.md")),
    ("2-grade.md", include_str!("templates/course/2-grade.md")),
    (
        "3-wrong-statement.md",
        include_str!("templates/course/3-wrong-statement.md"),
    ),
    (
        "4-hard-sequence.md",
        include_str!("templates/course/4-hard-sequence.md"),
    ),
    (
        "5-make-it-fail.md",
        include_str!("templates/course/5-make-it-fail.md"),
    ),
    (
        "6-witnesses.toml",
        include_str!("templates/course/6-witnesses.toml"),
    ),
    (
        "6-witnesses.md",
        include_str!("templates/course/6-witnesses.md"),
    ),
    (
        "solutions/6-witnesses.toml",
        include_str!("templates/course/solutions/6-witnesses.toml"),
    ),
    (
        "solutions/misprints.toml",
        include_str!("templates/course/solutions/misprints.toml"),
    ),
    (
        "perceptron.py",
        include_str!("templates/course/perceptron.py"),
    ),
    (
        "five-statements.toml",
        include_str!("templates/course/five-statements.toml"),
    ),
    ("hard.toml", include_str!("templates/course/hard.toml")),
    (
        "solutions/README.md",
        include_str!("templates/course/solutions/README.md"),
    ),
    (
        "solutions/perceptron.py",
        include_str!("templates/course/solutions/perceptron.py"),
    ),
    (
        "solutions/hard.toml",
        include_str!("templates/course/solutions/hard.toml"),
    ),
    (
        ".gitattributes",
        include_str!("templates/course/gitattributes"),
    ),
    (
        "solutions/hard-in-the-plane.toml",
        include_str!("templates/course/solutions/hard-in-the-plane.toml"),
    ),
];

/// Writes a course into a new or empty folder, with autograders if the program that grades is given, and returns the paths of its files in the order
/// in which they are read. If a file cannot be written, everything that was written is removed.
///
/// # Errors
/// The folder is not empty, the program is none, or something cannot be written.
pub(super) fn write(folder: &Path, grader: Option<&Path>) -> Result<Vec<String>, StudyError> {
    let grader = grader.map(autograder::read_grader).transpose()?;
    let packed = grader.map(|grader| autograder::packed(&grader));
    let mut files: Vec<PackedFile> = FILES.iter().map(|file| course_file(*file)).collect();
    files.extend(packed.transpose()?.unwrap_or_default());
    let is_new = refuse_used(folder)?;
    let mut written = Vec::new();
    write_files(folder, &files, &mut written).map_err(|error| {
        remove(folder, &written, is_new);
        StudyError::usage(format!(
            "cannot write the course into {}: {error}",
            folder.display()
        ))
        .help("name a folder on a disk with free space, in which you may write")
    })?;
    Ok(files.into_iter().map(|file| file.path).collect())
}

fn course_file((path, text): (&str, &str)) -> PackedFile {
    PackedFile {
        path: path.to_owned(),
        content: text.as_bytes().to_vec(),
        is_program: false,
    }
}

/// Refuses a folder that holds anything, and says whether the folder has to be created.
fn refuse_used(folder: &Path) -> Result<bool, StudyError> {
    let refused = |why: String| {
        Err(StudyError::usage(format!("{} {why}", folder.display()))
            .help("name a new or an empty folder; nothing was written"))
    };
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => refused("is not empty".into()),
        Ok(false) => Ok(false),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotADirectory => refused("is a file".into()),
        Err(error) => refused(format!("cannot be read: {error}")),
    }
}

fn write_files(folder: &Path, files: &[PackedFile], written: &mut Vec<PathBuf>) -> io::Result<()> {
    for file in files {
        let path = folder.join(&file.path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut made = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)?;
        written.push(path.clone());
        made.write_all(&file.content)?;
        if file.is_program {
            let mut rights = fs::metadata(&path)?.permissions();
            rights.set_mode(0o755);
            fs::set_permissions(&path, rights)?;
        }
    }
    Ok(())
}

/// Removes what was written. Errors are ignored, because the error that made this necessary is reported.
fn remove(folder: &Path, written: &[PathBuf], is_new: bool) {
    for path in written.iter().rev() {
        let _gone = fs::remove_file(path);
        for inner in path
            .ancestors()
            .skip(1)
            .take_while(|inner| *inner != folder)
        {
            let _gone = fs::remove_dir(inner);
        }
    }
    if is_new {
        let _gone = fs::remove_dir(folder);
    }
}
