//! Describes where a fault is planted: in the text of a spec, or in the trials of a correct run.

use crate::trial::{Block, Design};

/// An edit of a spec's text: the text to find, and the text that replaces it.
pub(super) type Edit = (&'static str, &'static str);

/// How a fault is planted: by an edit of the spec, or by a change of the trials that its run produced.
#[derive(Clone, Copy)]
pub(super) enum FaultKind {
    /// The spec is edited and run; its claim must be violated.
    Spec(&'static [Edit]),
    /// The spec is edited and must be refused with a message that contains `words`.
    Refused {
        edits: &'static [Edit],
        words: &'static str,
    },
    /// The trials of the correct spec are changed by this function; the [`Design`] that it gets can run a trial again.
    Trials(fn(&Design, Block) -> Block),
    /// The spec is edited and run, and the function merges the trials of the correct spec (first argument) and of the edited one (second).
    Mixed(&'static [Edit], fn(Block, Block) -> Block),
}

/// Returns the text of a spec after all edits; each edit replaces only the first match.
pub(super) fn edited(text: &str, edits: &[Edit]) -> String {
    edits.iter().fold(text.to_owned(), |text, (right, wrong)| {
        text.replacen(right, wrong, 1)
    })
}
