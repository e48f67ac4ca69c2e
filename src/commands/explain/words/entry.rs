//! Holds a word with what it means.

/// A word, the other ways in which people write it, what it means, and the names that `explain` knows for more.
pub(crate) struct Word {
    pub name: &'static str,
    pub(super) also: &'static [&'static str],
    pub means: &'static str,
    pub see: &'static [&'static str],
}

/// An entry of the list of words.
pub(super) const fn as_str(
    name: &'static str,
    also: &'static [&'static str],
    means: &'static str,
    see: &'static [&'static str],
) -> Word {
    Word {
        name,
        also,
        means,
        see,
    }
}
