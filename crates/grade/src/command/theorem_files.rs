//! Reads files of theorems.

use claims::claim::TheoremFile;
use claims::problem::{Place, Problem};
use std::path::Path;

/// The text of a file of theorems; `None` if the path is of something else.
pub fn theorem_text(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    TheoremFile::is_one(&text).then_some(text)
}

/// Reads the text of a file of theorems.
///
/// # Errors
/// Says in which line an entry is wrong.
pub fn read_theorems(path: &Path, text: &str) -> Result<TheoremFile, Problem> {
    TheoremFile::read(text).map_err(|mistake| {
        let place = Place::in_text(path, text, mistake.at.start);
        Problem::new(mistake.problem)
            .at(place)
            .help("`perceptron-lab explain theorem` lists the keys of an entry")
    })
}

/// Reads a file that must be one of theorems.
///
/// # Errors
/// It cannot be read, or it is none.
pub fn theorems_in(path: &Path) -> Result<TheoremFile, Problem> {
    let text = super::read_file(path, "a file of theorems")?;
    match TheoremFile::is_one(&text) {
        true => read_theorems(path, &text),
        false => Err(
            Problem::new(format!("{} is no file of theorems", path.display()))
                .help("docs/theorems.md has the form of an entry"),
        ),
    }
}
