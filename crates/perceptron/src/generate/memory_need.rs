//! Says what memory a generator's parameters call for, before anything is allocated.

use super::Generator;

/// The bytes of a coordinate in what every trial holds beside the sample: vectors of the learner, of the law and of the separator.
const COORDINATE: u128 = 64;

/// The bytes of an example of which a few coordinates are kept.
const SPARSE: u128 = 64;

/// The memory that a generator's parameters call for, in bytes and at the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MemoryNeed {
    /// Examples of a sample.
    pub examples: u128,
    /// Bytes of one of them.
    pub example: u128,
    /// Bytes of what has a number for every feature, whatever the number of examples.
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

    /// Features of all examples, however few bytes they take.
    pub fn features(&self) -> u128 {
        self.examples.saturating_mul(self.vectors / COORDINATE)
    }

    /// Bytes where all examples are held at once.
    pub fn held(&self) -> u128 {
        self.vectors
            .saturating_add(self.examples.saturating_mul(self.example))
    }

    /// Bytes where one example is held at a time, and of the others the label alone.
    pub fn shown_once(&self) -> u128 {
        self.vectors + self.example + self.examples
    }
}

impl Generator {
    /// What memory its parameters call for. It reads numbers only, and may be asked before the parameters are checked; where
    /// its check keeps them small or they are listed one by one, nothing is said.
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
            Self::MarginAdversary(_) | Self::MajorityCube(_) => MemoryNeed::default(),
        }
    }
}
