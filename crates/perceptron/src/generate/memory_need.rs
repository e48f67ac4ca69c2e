//! Estimates the memory that a generator's parameters need, before anything is allocated.

use super::Generator;

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
    fn new(examples: usize, dimension: usize, example: u128) -> Self {
        Self {
            examples: examples as u128,
            example,
            vectors: COORDINATE * dimension as u128,
        }
    }

    fn floats(examples: usize, dimension: usize) -> Self {
        Self::new(examples, dimension, 8 * dimension as u128)
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

impl Generator {
    /// Estimates the memory that a trial with this generator needs. It only reads numbers, so it may be called before the parameters are validated.
    /// The estimate is 0 for generators whose validation keeps samples small or whose examples are listed one by one.
    pub fn need(&self) -> MemoryNeed {
        match self {
            Self::IsotropicGaussians(of) => MemoryNeed::floats(of.examples, of.dimension),
            Self::SphereMargin(of) => MemoryNeed::floats(of.examples, of.dimension),
            Self::FixedMarginSphere(of) => MemoryNeed::floats(of.examples, of.dimension),
            Self::AffineSphere(of) => MemoryNeed::floats(of.examples, of.dimension),
            Self::TeacherStudent(of) => MemoryNeed::floats(of.examples, of.dimension),
            Self::LabelNoise(of) => MemoryNeed::floats(of.examples, of.dimension),
            Self::CoinLabels(of) => MemoryNeed::floats(of.examples, of.dimension),
            Self::UnequalGaussians(of) => MemoryNeed::floats(of.examples, of.dimension),
            Self::Disjunction(of) => MemoryNeed::floats(of.examples, of.dimension),
            Self::IntegerPoints(of) => MemoryNeed::floats(of.examples, of.dimension),
            Self::Majority(of) => MemoryNeed::new(
                of.examples,
                of.dimension,
                (of.dimension as u128).div_ceil(8),
            ),
            Self::Basis(of) => {
                MemoryNeed::new(of.examples.unwrap_or(of.dimension), of.dimension, SPARSE)
            }
            Self::AgnosticBasis(of) => MemoryNeed::new(of.examples, of.dimension, SPARSE),
            Self::Duplicates(of) => MemoryNeed::new(of.examples, of.dimension, SPARSE),
            Self::Minimax(of) => MemoryNeed::new(of.examples, of.dimension, SPARSE),
            Self::ForcedMistakes(of) => MemoryNeed::new(of.dimension, of.dimension, SPARSE),
            Self::Labelings(of) => MemoryNeed::floats(
                of.examples.unwrap_or_default(),
                of.dimension.unwrap_or_default(),
            ),
            Self::Points(_) | Self::File(_) | Self::Orthogonal(_) | Self::LFamily(_) => {
                MemoryNeed::default()
            }
            Self::Hadamard(_) | Self::Shift(_) | Self::LogicGate(_) | Self::Nested(_) => {
                MemoryNeed::default()
            }
            Self::DimensionFreeAdversary(_) | Self::PlaneAdversary(_) => MemoryNeed::default(),
            Self::MarginAdversary(_) | Self::FewDimensionsAdversary(_) => MemoryNeed::default(),
            Self::MajorityCube(_) | Self::WinnowAdversary(_) => MemoryNeed::default(),
            Self::HadamardRows(_) => MemoryNeed::default(),
        }
    }
}
