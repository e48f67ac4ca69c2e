//! Finds where the perceptron goes on examples that nothing separates: which vectors it can reach, its period, and its long run in random order.

use super::Skipped;
use super::frames::{Frame, Searched};
use super::proved_number::ProvedNumber;
use super::runs::variant;
use crate::study::StudyError;
use perceptron::learn::Learner;
use perceptron::long_run::{
    ClosedSet, CyclicRun, LongRun, LongRunMeans, SignedExamples, SimulatedLongRun, SimulatedMean,
    SimulationSize,
};
use perceptron::sample::{OutOfRange, Quantity, Rational, Sample};
use perceptron::seed::Seed;
use serde::Serialize;

/// Most reachable weight vectors that are listed.
const MOST_VECTORS: usize = 100_000;

/// Most reachable weight vectors for which the long run is solved in fractions.
const MOST_SOLVED: usize = 500;

/// Most reachable weight vectors that a certificate lists.
const MOST_CERTIFIED: usize = 10_000;

/// Most work, in multiplications, of each of the three parts: the search, the run in the order of the file, and the simulation.
const MOST_PRODUCTS: usize = 300_000_000;

/// Most passes of the run in the order of the file.
const MOST_PASSES: usize = 100_000;

/// Most examples shown in a simulated run; a third of them come before the part that is measured.
const MOST_SHOWN: usize = 60_000;

/// Number of simulated runs.
const RUNS: usize = 32;

/// Where the perceptron goes on examples that nothing separates, in one frame. A tie is a mistake.
#[derive(Debug, Clone, Serialize)]
pub struct LongRunFinding {
    /// Frame in which the examples are shown.
    pub frame: Frame,
    /// Number of weight vectors that some order of the examples reaches; `None` if there are too many.
    pub vectors: Option<u64>,
    /// The largest ‖w‖² of these vectors, whatever the order.
    pub largest_norm_squared: Option<ProvedNumber>,
    /// The run in the order of the file; `None` if it was cut off before it came back to an earlier vector.
    pub file_order: Option<FileOrder>,
    /// Number of recurrent classes, sets of vectors that a random order never leaves; `None` if the long run is simulated.
    pub classes: Option<u64>,
    /// Long-run fraction of the examples shown with y⟨w, x⟩ ≤ 0 in random order.
    pub errors: LongRunNumber,
    /// Long-run fraction of the examples shown with y⟨w, x⟩ < 0 in random order.
    pub strict_errors: LongRunNumber,
    /// Long-run mean of ‖w‖² in random order.
    pub norm_squared: LongRunNumber,
}

/// The run in the order of the file, which comes back to an earlier vector and so repeats itself.
#[derive(Debug, Clone, Serialize)]
pub struct FileOrder {
    /// Number of passes before the first vector that comes back.
    pub passes_before: u64,
    /// Number of passes after which it comes back.
    pub period: u64,
    /// The largest ‖w‖² of the run.
    pub largest_norm_squared: ProvedNumber,
}

/// A long-run mean: a fraction, or the mean of simulated runs with its 95 % interval.
#[derive(Debug, Clone, Serialize)]
pub struct LongRunNumber {
    /// The mean, rounded if it is a fraction.
    pub value: f64,
    /// The mean as a fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Rational>,
    /// Half the width of the 95 % interval of a simulated mean, by Student's distribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
}

/// The reachable vectors of a certificate: the smallest set that contains 0 and that no update of the perceptron leaves.
#[derive(Debug, Clone, Serialize)]
pub struct CertifiedSet {
    /// The value of the integer 1 in the vectors.
    pub unit: Rational,
    /// The vectors, in multiples of the unit; the weight of the constant feature comes last.
    pub vectors: Vec<Vec<i64>>,
}

impl LongRunNumber {
    fn exact(value: &Rational) -> Self {
        Self {
            value: value.to_f64(),
            exact: Some(value.clone()),
            radius: None,
        }
    }

    fn simulated(values: &[f64]) -> Self {
        let mean = SimulatedMean::of(values);
        Self {
            value: mean.value,
            exact: None,
            radius: Some(mean.radius),
        }
    }
}

/// The findings in the frames that no vector separates, with the sets of reachable vectors that a certificate can list.
pub(super) struct LongRuns {
    pub findings: Vec<LongRunFinding>,
    pub sets: Vec<(Frame, CertifiedSet)>,
    pub skipped: Vec<Skipped>,
}

/// Finds where the perceptron goes in every frame that no vector separates, through the origin and with an offset.
pub(super) fn long_runs(
    sample: &Sample,
    searched: &[Searched],
    seed: u64,
) -> Result<LongRuns, StudyError> {
    let mut runs = LongRuns {
        findings: Vec::new(),
        sets: Vec::new(),
        skipped: Vec::new(),
    };
    for frame in [Frame::Origin, Frame::Offset] {
        let is_it = |found: &&Searched| found.frame == frame && found.is_separable() == Some(false);
        if searched.iter().any(|found| is_it(&found)) {
            runs.add(sample, frame, seed)?;
        }
    }
    Ok(runs)
}

impl LongRuns {
    fn add(&mut self, sample: &Sample, frame: Frame, seed: u64) -> Result<(), StudyError> {
        let variant = variant("{ perceptron = {} }", frame, "random")?;
        let seed = Seed::root(seed).child("long run");
        let examples = Learner::new(&variant, sample, seed)
            .ok()
            .and_then(|learner| SignedExamples::of(&learner));
        let found = match &examples {
            Some(examples) => self.find(examples, frame, seed),
            None => Err("the numbers are floats, or exceed 64 bits"),
        };
        if let Err(why) = found {
            let what = format!("where the perceptron goes {}", frame.label());
            self.skipped.push(Skipped::new(what, why));
        }
        Ok(())
    }

    fn find(
        &mut self,
        examples: &SignedExamples,
        frame: Frame,
        seed: Seed,
    ) -> Result<(), &'static str> {
        const RANGE: &str = "a weight exceeds 64 bits";
        let pass = (examples.examples() * examples.dimension()).max(1);
        let most = MOST_VECTORS.min(MOST_PRODUCTS / pass);
        let set = ClosedSet::explore(examples, most).map_err(|OutOfRange| RANGE)?;
        let passes = MOST_PASSES.min(MOST_PRODUCTS / pass) as u64;
        let cyclic = CyclicRun::of(examples, passes).map_err(|OutOfRange| RANGE)?;
        let solved = set
            .as_ref()
            .filter(|set| set.len() <= MOST_SOLVED)
            .and_then(LongRun::of);
        let [errors, strict_errors, norm_squared] = match &solved {
            Some(long_run) => exact(&long_run.means),
            None => {
                let size = simulation_size(examples);
                let runs = SimulatedLongRun::of(examples, seed, size);
                simulated(&runs.map_err(|OutOfRange| RANGE)?)
            }
        };
        self.findings.push(LongRunFinding {
            frame,
            vectors: set.as_ref().map(|set| set.len() as u64),
            largest_norm_squared: set.as_ref().map(|set| proved(set.largest_norm_squared())),
            file_order: cyclic.map(FileOrder::of),
            classes: solved.map(|long_run| long_run.classes.len() as u64),
            errors,
            strict_errors,
            norm_squared,
        });
        let certified = set.filter(|set| set.len() <= MOST_CERTIFIED);
        let listed = certified.map(|set| (frame, CertifiedSet::of(&set)));
        self.sets.extend(listed);
        Ok(())
    }
}

fn exact(means: &LongRunMeans) -> [LongRunNumber; 3] {
    [&means.errors, &means.strict_errors, &means.norm_squared].map(LongRunNumber::exact)
}

fn simulated(runs: &SimulatedLongRun) -> [LongRunNumber; 3] {
    [&runs.errors, &runs.strict_errors, &runs.norm_squared]
        .map(|values| LongRunNumber::simulated(values))
}

fn simulation_size(examples: &SignedExamples) -> SimulationSize {
    let shown = MOST_SHOWN.min(MOST_PRODUCTS / (RUNS * examples.dimension().max(1))) as u64;
    SimulationSize {
        runs: RUNS as u64,
        before: shown / 3,
        measured: shown - shown / 3,
    }
}

fn proved(value: Rational) -> ProvedNumber {
    ProvedNumber::of(&Quantity::exact(value))
}

impl FileOrder {
    fn of(run: CyclicRun) -> Self {
        Self {
            passes_before: run.before,
            period: run.period,
            largest_norm_squared: proved(run.largest_norm_squared),
        }
    }
}

impl CertifiedSet {
    fn of(set: &ClosedSet) -> Self {
        Self {
            unit: set.examples().unit().clone(),
            vectors: (0..set.len())
                .map(|state| set.vector(state).to_vec())
                .collect(),
        }
    }
}
