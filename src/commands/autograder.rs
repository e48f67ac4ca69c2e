//! Packs autograders for the sheets of a course, as a folder and as a zip archive in the layout that Gradescope documents.

use crate::study::StudyError;
use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A sheet that the program perceptron-grade can grade.
struct GradedSheet {
    /// Name of the folder and of the archive.
    name: &'static str,
    /// The file that says what counts.
    points: (&'static str, &'static str),
    /// How perceptron-grade is called in the folder of what was submitted.
    arguments: &'static str,
}

const SHEETS: [GradedSheet; 2] = [
    GradedSheet {
        name: "2-grade",
        points: (
            "points.toml",
            include_str!("templates/course/autograder/2-grade.toml"),
        ),
        arguments: r#"grade "python3 perceptron.py" --rule perceptron --points "$source/points.toml""#,
    },
    GradedSheet {
        name: "6-witnesses",
        points: (
            "6-witnesses.toml",
            include_str!("templates/course/solutions/6-witnesses.toml"),
        ),
        arguments: r#"hand-in "$source/6-witnesses.toml" "${answers[@]}" --student "$student""#,
    },
];

/// The largest size of the program that grades, in bytes, so that an archive stays below 15 MB.
const LARGEST: u64 = 40_000_000;

/// Permissions of a file in an archive: those of a program, and of other files.
const PROGRAM: u32 = 0o755;
const TEXT: u32 = 0o644;

/// A file of an autograder: path in the folder of the course, content, and whether it is run.
pub(super) struct PackedFile {
    pub path: String,
    pub content: Vec<u8>,
    pub is_program: bool,
}

/// Reads the program that grades.
///
/// # Errors
/// It is no program of a size that a course's server takes.
pub(super) fn read_grader(path: &Path) -> Result<Vec<u8>, StudyError> {
    let help = "scripts/grader builds it: perceptron-grade, for the system of the course's server";
    let refused = |why: String| StudyError::usage(format!("{} {why}", path.display())).help(help);
    let about = fs::metadata(path).map_err(|error| refused(format!("cannot be read: {error}")))?;
    if !about.is_file() || about.len() > LARGEST {
        return Err(refused("is no file of at most 40 MB".into()));
    }
    let program = fs::read(path).map_err(|error| refused(format!("cannot be read: {error}")))?;
    match program.starts_with(b"\x7fELF") || program.starts_with(b"#!") {
        true => Ok(program),
        false => Err(refused(
            "is no program for Linux, which such servers run".into(),
        )),
    }
}

/// The autograders of all sheets: for each its folder, and the same files as an archive.
///
/// # Errors
/// An archive cannot be packed.
pub(super) fn packed(grader: &[u8]) -> Result<Vec<PackedFile>, StudyError> {
    let mut all = Vec::new();
    for sheet in &SHEETS {
        let files = sheet.files(grader);
        let archive = archive(&files)
            .map_err(|error| StudyError::usage(format!("cannot pack {}: {error}", sheet.name)))?;
        let folder = format!("autograder/{}", sheet.name);
        all.extend(files.into_iter().map(|file| PackedFile {
            path: format!("{folder}/{}", file.path),
            ..file
        }));
        all.push(PackedFile {
            path: format!("{folder}.zip"),
            content: archive,
            is_program: false,
        });
    }
    Ok(all)
}

impl GradedSheet {
    fn files(&self, grader: &[u8]) -> Vec<PackedFile> {
        let run = include_str!("templates/course/autograder/run_autograder");
        let run = run.replace("{{arguments}}", self.arguments);
        let setup = include_str!("templates/course/autograder/setup.sh");
        let (name, points) = self.points;
        let files = [
            ("setup.sh", setup.as_bytes(), true),
            ("run_autograder", run.as_bytes(), true),
            ("perceptron-grade", grader, true),
            (name, points.as_bytes(), false),
        ];
        let files = files
            .into_iter()
            .map(|(path, content, is_program)| PackedFile {
                path: path.to_owned(),
                content: content.to_vec(),
                is_program,
            });
        files.collect()
    }
}

/// A zip archive of files, with the same bytes for the same files.
fn archive(files: &[PackedFile]) -> ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let mode = if file.is_program { PROGRAM } else { TEXT };
        let options = SimpleFileOptions::DEFAULT
            .compression_method(CompressionMethod::Deflated)
            .unix_permissions(mode);
        archive.start_file(&file.path, options)?;
        archive.write_all(&file.content)?;
    }
    Ok(archive.finish()?.into_inner())
}
