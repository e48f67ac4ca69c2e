//! Estimates the memory that a generator's parameters need, before anything is allocated.

/// Bytes per feature that every trial needs in addition to the sample, for the vectors of the learner, the distribution and the separator.
const COORDINATE: u128 = 64;

/// Bytes that an example takes if its features are stored sparsely.
const SPARSE: u128 = 64;

/// A lower estimate of the memory that a trial needs for the sample of a generator with given parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MemoryNeed {
    /// Number of examples in a sample.
    pub examples: u128,
    /// Bytes that one example takes.
    pub example: u128,
    /// Bytes of all vectors that have one number per feature, such as weight vectors; independent of the number of examples.
    pub vectors: u128,
}

impl MemoryNeed {
    /// The need of a sample, given its numbers of examples and features, and the bytes of an example.
    pub(super) fn new(examples: usize, dimension: usize, example: u128) -> Self {
        Self {
            examples: examples as u128,
            example,
            vectors: COORDINATE * dimension as u128,
        }
    }

    /// The need of a sample whose features are stored as floats.
    pub(super) fn floats(examples: usize, dimension: usize) -> Self {
        Self::new(examples, dimension, 8 * dimension as u128)
    }

    /// The need of a sample whose features are stored sparsely.
    pub(super) fn sparse(examples: usize, dimension: usize) -> Self {
        Self::new(examples, dimension, SPARSE)
    }

    /// Number of features of all examples together, however few bytes they take.
    pub fn features(&self) -> u128 {
        self.examples.saturating_mul(self.vectors / COORDINATE)
    }

    /// Bytes that a trial needs if it holds all examples at once.
    pub fn held(&self) -> u128 {
        self.vectors
            .saturating_add(self.examples.saturating_mul(self.example))
    }

    /// Bytes that a trial needs if it holds one example at a time, and only the labels of the other examples.
    pub fn shown_once(&self) -> u128 {
        self.vectors + self.example + self.examples
    }
}
