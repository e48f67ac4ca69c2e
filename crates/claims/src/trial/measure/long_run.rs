//! Measures where a run can go whatever the order of the examples, and where a random order goes in the long run.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::long_run::{
    ClosedSet, LongRun as Chain, RecurrentClass, SignedExamples, SimulatedLongRun, SimulatedMean,
    SimulationSize,
};
use perceptron::sample::Rational;
use perceptron::seed::Seed;
use std::sync::{Arc, Mutex, PoisonError};

/// Most weight vectors of a closed set; a larger one is not measured.
const MOST_VECTORS: usize = 1_000_000;

/// Most work of the search for a closed set, as vectors × examples × features.
const MOST_PRODUCTS: usize = 50_000_000;

/// Most weight vectors for which the long run is solved in fractions; for more it is simulated.
const MOST_SOLVED: usize = 500;

/// The simulated runs that replace an exact solution.
const SIMULATION: SimulationSize = SimulationSize {
    runs: 32,
    before: 10_000,
    measured: 50_000,
};

columns! {
    /// Number of weight vectors that some order of the examples reaches from w = 0; empty for floats, above 1 000 000, and if this number times examples
    /// times features exceeds 50 000 000.
    CLOSED_SET: u64 = "closed_set" in "vectors";
    /// The largest ‖w‖² of a weight vector that some order of the examples reaches.
    CLOSED_SET_NORM_SQUARED: Rational = "closed_set_norm_squared" in "norm²";
    /// Number of recurrent classes: sets of weight vectors that a random order never leaves; empty above 500 reachable vectors.
    RECURRENT_CLASSES: u64 = "recurrent_classes" in "classes";
    /// Number of weight vectors in recurrent classes.
    RECURRENT_VECTORS: u64 = "recurrent_vectors" in "vectors";
    /// Every recurrent class: its number of vectors, the probability of ending there from w = 0, and its long-run means: the probability of y⟨w, x⟩ ≤ 0,
    /// that of y⟨w, x⟩ < 0, and ‖w‖².
    RECURRENT_CLASS_LIST: String = "recurrent_class_list" in "";
    /// Long-run probability that an example of a random order has y⟨w, x⟩ ≤ 0, of a run from w = 0.
    LONG_RUN_ERROR: Rational = "long_run_error" in "probability";
    /// Long-run probability that an example of a random order has y⟨w, x⟩ < 0, of a run from w = 0.
    LONG_RUN_STRICT_ERROR: Rational = "long_run_strict_error" in "probability";
    /// Long-run mean of ‖w‖² in a random order, of a run from w = 0.
    LONG_RUN_NORM_SQUARED: Rational = "long_run_norm_squared" in "norm²";
    /// The weight vectors of the long run with their probabilities, rounded.
    LONG_RUN_VECTORS: String = "long_run_vectors" in "";
    /// Like long_run_error, but the mean of 32 simulated runs; only where more than 500 weight vectors can be reached.
    SIMULATED_ERROR: f64 = "simulated_error" in "probability";
    /// Half the width of the 95 % interval of simulated_error, by Student's distribution.
    SIMULATED_ERROR_RADIUS: f64 = "simulated_error_radius" in "probability";
    /// Like long_run_strict_error, but simulated.
    SIMULATED_STRICT_ERROR: f64 = "simulated_strict_error" in "probability";
    /// Half the width of the 95 % interval of simulated_strict_error.
    SIMULATED_STRICT_ERROR_RADIUS: f64 = "simulated_strict_error_radius" in "probability";
    /// Like long_run_norm_squared, but simulated.
    SIMULATED_NORM_SQUARED: f64 = "simulated_norm_squared" in "norm²";
    /// Half the width of the 95 % interval of simulated_norm_squared.
    SIMULATED_NORM_SQUARED_RADIUS: f64 = "simulated_norm_squared_radius" in "norm²";
}

/// Measures the closed set of weight vectors, and the long run of a random order on it: exact up to 500 vectors, simulated beyond.
pub(super) struct LongRun;

impl Measurement for LongRun {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let examples = run.learner.and_then(SignedExamples::of);
        if let Some(examples) = examples {
            findings(examples, wants_simulation(record)).describe(record);
        }
    }
}

/// Findings about the examples of a learner. They do not depend on the run.
struct Findings {
    examples: SignedExamples,
    is_simulated: bool,
    /// Number of vectors of the closed set, and the largest ‖w‖² among them.
    closed_set: Option<(u64, Rational)>,
    chain: Option<SolvedChain>,
    runs: Option<SimulatedLongRun>,
}

/// The exact long run, with the texts of its classes and vectors.
struct SolvedChain {
    chain: Chain,
    classes: String,
    vectors: String,
}

/// The last findings: the replicates of a cell often have the same examples, and solving their chain takes longer than a run.
static LAST: Mutex<Vec<Arc<Findings>>> = Mutex::new(Vec::new());

/// Number of findings that are stored: at least one for each thread and cell at work.
const MOST_STORED: usize = 16;

fn findings(examples: SignedExamples, is_simulated: bool) -> Arc<Findings> {
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it =
        |found: &&Arc<Findings>| found.examples == examples && found.is_simulated == is_simulated;
    if let Some(known) = last().iter().find(is_it) {
        return Arc::clone(known);
    }
    let new = Arc::new(Findings::of(examples, is_simulated));
    let mut last = last();
    last.insert(0, Arc::clone(&new));
    last.truncate(MOST_STORED);
    new
}

fn wants_simulation(record: &Record) -> bool {
    let columns = [
        columns::SIMULATED_ERROR,
        columns::SIMULATED_STRICT_ERROR,
        columns::SIMULATED_NORM_SQUARED,
    ];
    columns.into_iter().any(|column| record.wants(column))
}

fn most_vectors(examples: &SignedExamples) -> usize {
    let size = examples.examples() * examples.dimension();
    MOST_VECTORS.min(MOST_PRODUCTS / size.max(1))
}

impl Findings {
    fn of(examples: SignedExamples, is_simulated: bool) -> Self {
        let set = ClosedSet::explore(&examples, most_vectors(&examples));
        let set = set.ok().flatten();
        let closed_set = set
            .as_ref()
            .map(|set| (set.len() as u64, set.largest_norm_squared()));
        let solved = set.filter(|set| set.len() <= MOST_SOLVED);
        let is_small = solved.is_some();
        let chain = solved.and_then(|set| SolvedChain::of(&set));
        let runs = (is_simulated && !is_small).then(|| {
            let seed = Seed::root(0).child("long run");
            SimulatedLongRun::of(&examples, seed, SIMULATION).ok()
        });
        Self {
            closed_set,
            chain,
            runs: runs.flatten(),
            examples,
            is_simulated,
        }
    }

    fn describe(&self, record: &mut Record) {
        if let Some((vectors, norm)) = &self.closed_set {
            record.set(columns::CLOSED_SET, *vectors);
            record.set(columns::CLOSED_SET_NORM_SQUARED, norm.clone());
        }
        if let Some(solved) = &self.chain {
            solved.describe(record);
        }
        if let Some(runs) = &self.runs {
            describe_runs(record, runs);
        }
    }
}

impl SolvedChain {
    fn of(set: &ClosedSet) -> Option<Self> {
        let chain = Chain::of(set)?;
        let classes: Vec<String> = chain.classes.iter().map(class_text).collect();
        Some(Self {
            classes: classes.join("; "),
            vectors: vectors_text(set, &chain.cloud),
            chain,
        })
    }

    fn describe(&self, record: &mut Record) {
        let (chain, means) = (&self.chain, &self.chain.means);
        record.set(columns::RECURRENT_CLASSES, chain.classes.len() as u64);
        record.set(columns::RECURRENT_VECTORS, chain.recurrent_vectors());
        record.set(columns::LONG_RUN_ERROR, means.errors.clone());
        record.set(columns::LONG_RUN_STRICT_ERROR, means.strict_errors.clone());
        record.set(columns::LONG_RUN_NORM_SQUARED, means.norm_squared.clone());
        record.set(columns::RECURRENT_CLASS_LIST, self.classes.clone());
        record.set(columns::LONG_RUN_VECTORS, self.vectors.clone());
    }
}

fn class_text(class: &RecurrentClass) -> String {
    let means = &class.means;
    let numbers = [
        &class.probability,
        &means.errors,
        &means.strict_errors,
        &means.norm_squared,
    ];
    let numbers = numbers.map(Rational::to_string).join(" ");
    format!("{} {numbers}", class.vectors)
}

/// One vector after the other: its entries in the units of the features, then its probability.
fn vectors_text(set: &ClosedSet, cloud: &[(usize, f64)]) -> String {
    let unit = set.examples().unit();
    let vector = |&(state, probability): &(usize, f64)| {
        let entries = set.vector(state).iter();
        let entries: Vec<String> = entries
            .map(|&entry| (&Rational::from(entry) * unit).to_f64().to_string())
            .collect();
        format!("{} {probability:.5e}", entries.join(" "))
    };
    cloud.iter().map(vector).collect::<Vec<_>>().join("; ")
}

fn describe_runs(record: &mut Record, runs: &SimulatedLongRun) {
    let columns = [
        (
            &runs.errors,
            columns::SIMULATED_ERROR,
            columns::SIMULATED_ERROR_RADIUS,
        ),
        (
            &runs.strict_errors,
            columns::SIMULATED_STRICT_ERROR,
            columns::SIMULATED_STRICT_ERROR_RADIUS,
        ),
        (
            &runs.norm_squared,
            columns::SIMULATED_NORM_SQUARED,
            columns::SIMULATED_NORM_SQUARED_RADIUS,
        ),
    ];
    for (values, mean, radius) in columns {
        let found = SimulatedMean::of(values);
        record.set(mean, found.value);
        record.set(radius, found.radius);
    }
}
