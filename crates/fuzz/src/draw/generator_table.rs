//! Holds a generator as a spec writes it, with what a draw of learners should know of its samples.

/// A generator as a spec writes it, with what a draw of learners should know of it.
pub struct GeneratorTable {
    /// Its table.
    pub text: String,
    /// Whether every sample has a strict separator through the origin.
    pub separable: bool,
    /// Whether every sample has one with an offset.
    pub separable_with_offset: bool,
    /// Whether it answers the learner, so that neither another learner nor a transform goes with it.
    pub is_opponent: bool,
    /// Whether its examples are basis vectors with known masses.
    pub has_atoms: bool,
    /// Whether features are exact fractions.
    pub is_exact: bool,
    /// Number of examples, roughly, for lists of positions.
    pub examples: i64,
}

impl GeneratorTable {
    /// Exact examples that a hyperplane through the origin separates.
    pub(super) fn exact(text: String, examples: i64) -> Self {
        Self {
            text,
            separable: true,
            separable_with_offset: true,
            is_opponent: false,
            has_atoms: false,
            is_exact: true,
            examples,
        }
    }

    pub(super) fn floats(text: String, examples: i64) -> Self {
        Self {
            is_exact: false,
            ..Self::exact(text, examples)
        }
    }

    pub(super) fn atoms(text: String, examples: i64) -> Self {
        Self {
            has_atoms: true,
            ..Self::exact(text, examples)
        }
    }

    /// The same where only some, or none, of the samples have a separator.
    pub(super) fn separable_if(self, through_origin: bool, with_offset: bool) -> Self {
        Self {
            separable: through_origin,
            separable_with_offset: with_offset,
            ..self
        }
    }

    /// Whether it has two features, by its text.
    pub fn is_plane(&self) -> bool {
        self.text.contains("\ndimension = 2\n")
    }

    pub(super) fn opponent_if(self, is_opponent: bool) -> Self {
        Self {
            is_opponent,
            ..self
        }
    }
}
