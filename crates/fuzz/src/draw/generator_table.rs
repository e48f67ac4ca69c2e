//! Holds the TOML table of a generator, with the properties of its samples that matter for drawing learners.

/// The TOML table of a randomly drawn generator, with properties of its samples that decide which learners fit.
pub(super) struct GeneratorTable {
    /// The TOML table `[generator.NAME]` with its keys, as text.
    pub text: String,
    /// Whether every sample has a strict separator through the origin.
    pub separable: bool,
    /// Whether every sample has a strict separator if a constant feature (an offset) is appended to the examples.
    pub separable_with_offset: bool,
    /// Whether the generator reacts to the learner's predictions (an opponent), so that a spec may state no other learner and no transform.
    pub is_opponent: bool,
    /// Whether the examples are basis vectors with known probabilities.
    pub has_atoms: bool,
    /// Whether all features are 0 or 1, as Winnow needs them.
    pub has_zeros_and_ones: bool,
    /// Whether the features are exact fractions, not floats.
    pub is_exact: bool,
    /// Approximate number of examples in a sample, for learner keys that list positions of examples.
    pub examples: i64,
}

impl GeneratorTable {
    /// Creates the table of a generator of exact examples that a hyperplane through the origin separates.
    pub(super) fn exact(text: String, examples: i64) -> Self {
        Self {
            text,
            separable: true,
            separable_with_offset: true,
            is_opponent: false,
            has_atoms: false,
            has_zeros_and_ones: false,
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

    /// Sets whether every sample has a separator through the origin and one with an offset, for generators where some samples have none.
    pub(super) fn separable_if(self, through_origin: bool, with_offset: bool) -> Self {
        Self {
            separable: through_origin,
            separable_with_offset: with_offset,
            ..self
        }
    }

    /// Whether the examples have two features, according to the TOML text.
    pub(super) fn is_plane(&self) -> bool {
        self.text.contains("\ndimension = 2\n")
    }

    pub(super) fn with_zeros_and_ones(self) -> Self {
        Self {
            has_zeros_and_ones: true,
            ..self
        }
    }

    pub(super) fn opponent_if(self, is_opponent: bool) -> Self {
        Self {
            is_opponent,
            ..self
        }
    }
}
