//! Generates data: each file holds one generator, which gives samples, complete enumerations of weighted samples, or an opponent.
//!
//! Each generator validates its own parameters and states in a [`KnownDistribution`] what is known of its distribution. This statement is data:
//! whether examples are independent, what bounds the norm, which closed form of the risk applies. A premise reads it and never the generator's name.
//! Constructions that attain a bound, and data that break a premise, are generators like all others. `broken` compares a sample with the stated
//! distribution. `trial` runs this check on every sample, and a sample that fails it is a fault of the generator and not a trial.
//!
//! `spec` calls [`Generate::validate`] once when a cell is made, because the type of one field cannot refuse parameters that depend on each other.
//! Every generator of a cell is therefore valid.

mod affine_sphere;
mod agnostic_basis;
mod basis;
mod broken;
mod coin_labels;
mod dimension_free_adversary;
mod disjunction;
mod duplicates;
mod few_dimensions_adversary;
mod file;
mod fixed;
mod fixed_margin_sphere;
mod forced_mistakes;
mod gaussian_xor;
mod hadamard;
mod hadamard_rows;
mod heights;
mod integer_points;
mod isotropic_gaussians;
mod known_distribution;
mod l_family;
mod label_noise;
mod labelings;
mod labels;
mod logic_gate;
mod majority;
mod majority_cube;
mod margin_adversary;
mod memory_need;
mod minimax;
mod nested;
mod online;
mod orthogonal;
mod plane_adversary;
mod points;
mod sample_pieces;
mod shift;
mod sphere_margin;
mod teacher_student;
mod test_set;
mod tightrope;
mod unequal_gaussians;
mod votes;
mod winnow_adversary;
mod winnow_search;

pub use dimension_free_adversary::Scores;
pub use integer_points::Origin;
pub use known_distribution::{Distribution, KnownDistribution, MonotoneDisjunction};
pub use labelings::Position;
pub use labels::Labels;
pub use logic_gate::{Coding, Gate};
pub use memory_need::MemoryNeed;
pub use minimax::Labelling;
pub use orthogonal::Planted;
pub use points::LabelledPoint;
pub use sample_pieces::SamplePieces;
pub use test_set::TestSet;
pub use tightrope::Directions;
pub use votes::Votes;

pub use crate::documented::Invalid;

use crate::documented::{Declared, family};
use crate::sample::{Opponent, Rational, Sample};
use crate::seed::Seed;
use num_traits::ToPrimitive;

/// One outcome of a complete enumeration of a generator: the sample, with its exact probability.
pub type Weighted = (Rational, Sample);

/// A generator that draws independent samples, and can enumerate all of them if it has finitely many.
pub trait Sampler {
    /// Draws a sample of `examples` examples, for training or for testing.
    fn draw(&self, seed: Seed, examples: usize) -> Sample;

    /// Like [`draw`](Self::draw), but draws the sample a few examples at a time; `None` if the generator can only draw it as a whole.
    fn pieces(&self, _seed: Seed) -> Option<Box<dyn SamplePieces + '_>> {
        None
    }

    /// The examples on which learners are tested that were trained on the sample drawn with this seed. `None` if only fresh examples of the
    /// distribution can be.
    fn test_set(&self, _seed: Seed, _drawn: &Sample) -> Option<TestSet> {
        None
    }

    /// Number of outcomes of a complete enumeration; `None` if the generator cannot be enumerated.
    fn outcomes(&self) -> Option<u64> {
        None
    }

    /// One outcome of the complete enumeration, for `index < outcomes()`.
    fn outcome(&self, _index: u64) -> Option<Weighted> {
        None
    }
}

/// The source of a generator's examples.
pub enum ExampleSource<'a> {
    /// The examples are samples that are drawn before the learner starts.
    Sampler(&'a dyn Sampler),
    /// The examples come from an adversary that chooses each one by the learner's predictions.
    Opponent(Box<dyn Opponent>),
}

impl ExampleSource<'_> {
    /// Whether nothing is drawn at random: the generator has one sample only, or is an opponent.
    pub fn has_one_sample(&self) -> bool {
        match self {
            Self::Sampler(sampler) => sampler.outcomes() == Some(1),
            Self::Opponent(_) => true,
        }
    }
}

/// The interface of every generator.
pub trait Generate: Declared {
    /// Checks the parameters of the generator.
    ///
    /// # Errors
    /// A parameter is out of its range, or does not fit the others.
    fn validate(&self) -> Result<(), Invalid> {
        self.in_range()?;
        self.fits()
    }

    /// Checks what the declared ranges of the keys do not say, such as how they fit together. No other function may refuse them.
    ///
    /// # Errors
    /// A parameter does not fit the others.
    fn fits(&self) -> Result<(), Invalid> {
        Ok(())
    }

    /// Returns what is known of the distribution that the generator draws from.
    fn distribution(&self) -> KnownDistribution;

    /// Number of examples in a sample; for an opponent, the largest number that it shows.
    fn examples(&self) -> usize;

    /// Estimates the memory that a trial with this generator needs. It only reads numbers, so it may be called before the parameters are validated.
    /// The estimate is 0 for generators whose validation keeps samples small or whose examples are listed one by one.
    fn need(&self) -> MemoryNeed {
        MemoryNeed::default()
    }

    /// Whether the features of all examples are exact fractions, not floats.
    fn is_exact(&self) -> bool {
        true
    }

    /// Returns the source of the examples: a sampler, or an opponent in its initial state.
    fn source(&self) -> ExampleSource<'_>;
}

family! {
    /// A data generator with its parameters, as `[generator.NAME]` in a spec.
    pub enum Generator: Generate {
        IsotropicGaussians in isotropic_gaussians,
        Majority in majority,
        SphereMargin in sphere_margin,
        FixedMarginSphere in fixed_margin_sphere,
        Basis in basis,
        Points in points,
        File in file,
        ForcedMistakes in forced_mistakes,
        Orthogonal in orthogonal,
        LFamily in l_family,
        Hadamard in hadamard,
        Shift in shift,
        AffineSphere in affine_sphere,
        DimensionFreeAdversary in dimension_free_adversary,
        PlaneAdversary in plane_adversary,
        MarginAdversary in margin_adversary,
        Duplicates in duplicates,
        TeacherStudent in teacher_student,
        LogicGate in logic_gate,
        LabelNoise in label_noise,
        Nested in nested,
        Minimax in minimax,
        MajorityCube in majority_cube,
        AgnosticBasis in agnostic_basis,
        Labelings in labelings,
        IntegerPoints in integer_points,
        CoinLabels in coin_labels,
        UnequalGaussians in unequal_gaussians,
        FewDimensionsAdversary in few_dimensions_adversary,
        Disjunction in disjunction,
        WinnowAdversary in winnow_adversary,
        HadamardRows in hadamard_rows,
        GaussianXor in gaussian_xor,
    }
}

impl Generator {
    /// The parameters of the generator `file`, if this is that generator.
    pub fn data_file(&self) -> Option<&File> {
        match self {
            Self::File(file) => Some(file),
            _ => None,
        }
    }
}

/// Refuses fractions whose denominator is so large that the exact arithmetic of a construction would leave its range.
fn has_small_denominator(key: &'static str, value: &Rational) -> Result<(), Invalid> {
    match value.denominator().to_i64().is_some_and(|q| q <= 1000) {
        true => Ok(()),
        false => Err(Invalid::new(
            key,
            format!("{value} has a denominator above 1000"),
            "an exact number with a denominator of at most 1000",
        )),
    }
}
