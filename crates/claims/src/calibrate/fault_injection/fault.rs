//! Describes where a fault is planted: in the text of a spec, or in the trials of a correct run.

use crate::trial::{Block, Design};

/// An edit of a spec's text: the correct text, and its replacement.
pub(super) type Edit = (&'static str, &'static str);

/// A fault, and where it is planted.
#[derive(Clone, Copy)]
pub(super) enum FaultKind {
    /// The spec is edited and run; its claim must be violated.
    Spec(&'static [Edit]),
    /// The spec is edited and must be refused with a message that contains `words`.
    Refused {
        edits: &'static [Edit],
        words: &'static str,
    },
    /// The trials are falsified; the design can run them again.
    Trials(fn(&Design, Block) -> Block),
    /// The trials of the correct spec and of an edited one, in that order, are mixed up.
    Mixed(&'static [Edit], fn(Block, Block) -> Block),
}

/// Returns the text with every edit applied to the first place where it matches.
pub(super) fn edited(text: &str, edits: &[Edit]) -> String {
    edits.iter().fold(text.to_owned(), |text, (right, wrong)| {
        text.replacen(right, wrong, 1)
    })
}
