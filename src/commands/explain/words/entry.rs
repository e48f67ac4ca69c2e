//! Holds a term with its explanation.

/// A term, its other spellings, its meaning, and the names for which `explain` tells more.
pub(crate) struct Word {
    pub name: &'static str,
    pub(super) also: &'static [&'static str],
    pub means: &'static str,
    pub see: &'static [&'static str],
}

/// Creates a term: its name, its other spellings, its meaning, and the names for which `explain` tells more.
pub(super) const fn entry(
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
