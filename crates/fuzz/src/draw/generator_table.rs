//! Holds the TOML table of a generator, with the properties of its samples that matter for drawing learners.

/// The TOML table of a generator, with properties of its samples.
pub struct GeneratorTable {
    /// The TOML text.
    pub text: String,
    /// Whether every sample has a strict separator through the origin.
    pub separable: bool,
    /// Whether every sample has a strict separator with an offset.
    pub separable_with_offset: bool,
    /// Whether it reacts to the learner (an opponent), so that it permits no other learner and no transform.
    pub is_opponent: bool,
    /// Whether its examples are basis vectors with known probabilities.
    pub has_atoms: bool,
    /// Whether features are exact fractions.
    pub is_exact: bool,
    /// Approximate number of examples, for lists of positions.
    pub examples: i64,
}

impl GeneratorTable {
    /// A generator of exact examples that a hyperplane through the origin separates.
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

    /// Sets which samples have a separator, for generators where some or all of them have none.
    pub(super) fn separable_if(self, through_origin: bool, with_offset: bool) -> Self {
        Self {
            separable: through_origin,
            separable_with_offset: with_offset,
            ..self
        }
    }

    /// Whether the examples have two features, according to the text.
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
