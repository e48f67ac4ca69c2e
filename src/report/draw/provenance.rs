//! Says in a figure's file which results it shows.

use crate::report::program::PROGRAM;

/// Where a figure comes from, as its file says in a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The experiment.
    pub experiment: String,
    /// Program version, spec hash and trials hash of the results.
    pub revision: String,
    /// The seed of the spec.
    pub seed: u64,
    /// The command that makes the results.
    pub command: String,
}

impl Provenance {
    /// Keywords with their texts, each on one line, for a figure of this name.
    pub(super) fn entries(&self, figure: &str) -> Vec<(&'static str, String)> {
        let Self {
            experiment,
            revision,
            seed,
            command,
        } = self;
        let entries = [
            ("Source", format!("{experiment}, figure {figure}")),
            ("Software", PROGRAM.to_owned()),
            ("Results", format!("{revision}, seed {seed}")),
            ("Command", command.clone()),
        ];
        entries.map(|(key, text)| (key, on_one_line(&text))).into()
    }
}

/// The text without line breaks and other characters that XML cannot contain.
pub(super) fn on_one_line(text: &str) -> String {
    let is_odd = |letter: char| letter.is_control() || ['\u{fffe}', '\u{ffff}'].contains(&letter);
    text.chars()
        .map(|letter| if is_odd(letter) { ' ' } else { letter })
        .collect()
}
