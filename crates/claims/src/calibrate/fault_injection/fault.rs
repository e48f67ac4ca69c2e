//! Says where a fault is planted: in the text of a spec, or in the trials of one that was run right.

use crate::trial::{Block, Design};

/// An edit of a spec's text: what is right, and what stands there instead.
pub(super) type Edit = (&'static str, &'static str);

/// What is wrong, and where it is planted.
#[derive(Clone, Copy)]
pub(super) enum FaultKind {
    /// The spec says something wrong.
    Spec(&'static [Edit]),
    /// The spec says something that must be refused, with these words among others.
    Refused {
        edits: &'static [Edit],
        words: &'static str,
    },
    /// The trials are falsified; the design can run them again.
    Trials(fn(&Design, Block) -> Block),
    /// Trials of the right spec and of an edited one, in that order, are mixed up.
    Mixed(&'static [Edit], fn(Block, Block) -> Block),
}

/// The text with every edit made, each where it stands first.
pub(super) fn edited(text: &str, edits: &[Edit]) -> String {
    edits.iter().fold(text.to_owned(), |text, (right, wrong)| {
        text.replacen(right, wrong, 1)
    })
}
