//! Applies the theorems to a user's own data file: separability with a certificate, margins, bounds, and results of learners.
//!
//! The user's data becomes a `file` generator, and the registered claims are evaluated on its trials, so that premises and limits are those of
//! experiments.

mod analysis;
mod bounds;
mod carriers;
mod certificate;
mod charts;
mod comparators;
mod frames;
mod input;
mod large;
mod learned;
mod long_run;
mod oddities;
mod page;
mod proved_number;
mod removal;
mod runs;
mod scales;
mod skipped;

pub use analysis::{Analysis, Counted, DroppedValues};
pub use bounds::Bound;
pub use carriers::Carrier;
pub use certificate::{Certificate, Data, Proof};
pub use charts::charts;
pub use comparators::ComparedMistakes;
pub use frames::{Frame, Geometry};
pub use input::AnalysisProgress;
pub(crate) use input::DataFile;
pub use learned::{Learned, LearnedCounts, LeftOut, ShuffledRuns};
pub use long_run::{CertifiedSet, FileOrder, LongRunFinding, LongRunNumber};
pub use oddities::Oddities;
pub use page::{document, warnings};
pub use proved_number::ProvedNumber;
pub use scales::{Rescaled, Scales, Standardized};
pub use skipped::Skipped;

use crate::study::StudyError;
use analysis::ExampleMargins;
use frames::Searched;
use input::Input;
use perceptron::intake::{NumberFormat, Request};
use perceptron::sample::{Features, Integers, Sample};
use std::path::PathBuf;

/// Most work, as numbers in the sample times features, for which every feature is rescaled alone to see what its scale costs.
const MOST_RESCALED: usize = 2_000_000;

/// Most numbers (examples times features) in a sample that is searched for a small set whose removal makes the other examples separable.
const MOST_REMOVED: usize = 400_000;

/// Options of an analysis of a data file.
#[derive(Debug, Clone)]
pub struct Options {
    /// Path of the data file; `-` reads standard input.
    pub data: PathBuf,
    /// Which columns and rows of the file to use, and how.
    pub request: Request,
    /// Whether features are standardized to mean 0 and standard deviation 1 before anything is measured.
    pub standardize: bool,
    /// Number of shuffled orders in which each learner runs.
    pub shuffles: u64,
    /// Seed of the shuffled orders.
    pub seed: u64,
}

/// Analyzes a data file.
///
/// # Errors
/// The file cannot be read, or the request does not fit it.
pub fn analyze(options: &Options, progress: &dyn AnalysisProgress) -> Result<Analysis, StudyError> {
    let input = input::read(&options.data, &options.request, progress)?;
    progress.stage("looking at the examples", 0);
    let (oddities, data) = (oddities::find(&input.intake), Counted::of(&input.intake));
    let dropped = DroppedValues::of(&input.intake);
    let numbers =
        input.intake.sample.features.examples() * input.intake.sample.features.dimension();
    let blank = Analysis {
        certificate: certificate::certificate(&input, options.request.missing, Vec::new()),
        data,
        dropped,
        oddities,
        geometry: Vec::new(),
        bounds: Vec::new(),
        learners: Vec::new(),
        long_runs: Vec::new(),
        compared: Vec::new(),
        scales: None,
        standardized: None,
        carried: None,
        carriers: Vec::new(),
        removal: None,
        skipped: Vec::new(),
        margins: ExampleMargins::default(),
    };
    if numbers > large::MOST_SEARCHED {
        return blank.of_many(input, options, progress);
    }
    blank.of_few(&input, options, progress)
}

impl Analysis {
    /// Analyzes a file that is too large for a margin search, by single passes of the perceptron.
    fn of_many(
        mut self,
        mut input: Input,
        options: &Options,
        progress: &dyn AnalysisProgress,
    ) -> Result<Self, StudyError> {
        if options.standardize {
            let why = "the file is too large to be held in memory twice; standardize it beforehand";
            self.skipped.push(Skipped::new("--standardize", why));
        }
        let none = Sample {
            features: Features::Integers(Integers::default()),
            labels: Vec::new(),
            planted: None,
        };
        let sample = std::mem::replace(&mut input.intake.sample, none);
        let found = large::analyze(&input, sample, &self.oddities, progress)?;
        self.bounds = bounds::all(&found.trials)?;
        self.geometry = found.geometries;
        self.learners = found.learned;
        self.certificate.proofs = found.proofs;
        self.skipped.extend(found.skipped);
        Ok(self)
    }

    /// Analyzes a file that is small enough for all steps, with margin search and leave-one-out runs.
    fn of_few(
        mut self,
        input: &Input,
        options: &Options,
        progress: &dyn AnalysisProgress,
    ) -> Result<Self, StudyError> {
        let given = &input.intake.sample;
        let standardized = options.standardize.then(|| scales::standardized(given));
        let sample = standardized.as_ref().unwrap_or(given);
        let searched = self.search(sample, progress);
        self.prove(input, standardized.is_some(), &searched);
        progress.stage("learners", 0);
        let analysis = runs::DataAnalysis {
            input,
            sample,
            seed: options.seed,
            shuffles: options.shuffles,
        };
        let found = analysis.run(&searched)?;
        (self.learners, self.skipped) = (found.learned, [self.skipped, found.skipped].concat());
        self.bounds = bounds::all(&found.trials)?;
        self.bound_left_out();
        self.compared = comparators::compared(&analysis, &searched)?;
        if standardized.is_some() {
            self.data.numbers = NumberFormat::Standardized;
        }
        progress.stage("where the perceptron goes", 0);
        self.follow(sample, standardized.is_none(), options.seed, &searched)?;
        self.rescale(sample, &input.intake.features, progress);
        progress.stage("examples that carry the margin", 0);
        self.carry(input, &searched, sample);
        Ok(self)
    }

    fn search(&mut self, sample: &Sample, progress: &dyn AnalysisProgress) -> Vec<Searched> {
        let mut found = Vec::new();
        for frame in Frame::ALL {
            progress.stage(&format!("largest margin {}", frame.label()), 0);
            match Searched::new(sample, frame) {
                Some(searched) => {
                    let mut earlier = found.iter();
                    let before = earlier.find(|found: &&Searched| found.frame == frame.undivided());
                    let separable = before.and_then(Searched::is_separable);
                    found.push(searched.knowing(separable));
                }
                None => {
                    let why = "with a constant feature the numbers exceed 64 bits";
                    self.skipped.push(Skipped::new(frame.label(), why));
                }
            }
        }
        self.geometry = found.iter().map(Searched::geometry).collect();
        found
    }

    /// Adds the proofs of separability to the certificate; they are about the examples as they stand in the file, not as standardized.
    fn prove(&mut self, input: &Input, is_standardized: bool, searched: &[Searched]) {
        let lines = &input.intake.lines;
        let frames = [Frame::Origin, Frame::Offset];
        self.certificate.proofs = if is_standardized {
            let again = frames
                .iter()
                .filter_map(|&frame| Searched::new(&input.intake.sample, frame));
            again.map(|found| Proof::of(&found, lines)).collect()
        } else {
            let own = searched
                .iter()
                .filter(|found| frames.contains(&found.frame));
            own.map(|found| Proof::of(found, lines)).collect()
        };
    }

    /// Finds where the perceptron goes on examples that nothing separates; a certificate lists the vectors that it can reach, for the examples as they
    /// stand in the file.
    fn follow(
        &mut self,
        sample: &Sample,
        is_as_in_file: bool,
        seed: u64,
        searched: &[Searched],
    ) -> Result<(), StudyError> {
        let runs = long_run::long_runs(sample, searched, seed)?;
        self.long_runs = runs.findings;
        self.skipped.extend(runs.skipped);
        for (frame, set) in runs.sets.into_iter().filter(|_| is_as_in_file) {
            let mut proofs = self.certificate.proofs.iter_mut();
            if let Some(proof) = proofs.find(|proof| proof.frame == frame) {
                proof.closed_set = Some(set);
            }
        }
        Ok(())
    }

    /// Adds the mistake bound per example, which limits the leave-one-out error, to the results of every learner.
    fn bound_left_out(&mut self) {
        let examples = self.data.examples as f64;
        for learned in &mut self.learners {
            let own = self.bounds.iter().find(|bound| {
                bound.applies
                    && bound.claim == "distinct-mistakes-bound"
                    && bound.learner == learned.learner
            });
            let limit = own.and_then(|bound| bound.limit.as_ref());
            if let Some((left_out, limit)) = learned.leave_one_out.as_mut().zip(limit) {
                left_out.bound = Some(ProvedNumber {
                    value: limit.value / examples,
                    lower: (limit.lower / examples).next_down(),
                    upper: (limit.upper / examples).next_up(),
                    exact: None,
                });
            }
        }
    }

    fn rescale(&mut self, sample: &Sample, names: &[String], progress: &dyn AnalysisProgress) {
        let offset = self
            .geometry
            .iter()
            .find(|found| found.frame == Frame::Offset);
        let bound = offset
            .and_then(|found| found.bound.as_ref())
            .map(|bound| bound.value);
        let numbers = sample.features.examples() * sample.features.dimension();
        let Some(bound) = bound else {
            self.skipped.push(Skipped::new(
                "the scale of features",
                "there is no separator with an offset whose margin a scale could reduce",
            ));
            return;
        };
        if numbers * sample.features.dimension() > MOST_RESCALED {
            let why = format!(
                "one search per feature among {numbers} numbers; features × numbers may be at most {MOST_RESCALED}"
            );
            self.skipped
                .push(Skipped::new("the scale of single features", why));
            self.standardized = scales::after_standardizing(sample);
            return;
        }
        let scales = scales::measure(sample, names, bound, progress);
        self.standardized = scales.standardized.clone();
        self.scales = Some(scales);
    }

    /// Finds the examples that carry the maximum margin: with an offset, else through the origin, else among the examples left after a removal.
    fn carry(&mut self, input: &Input, searched: &[Searched], sample: &Sample) {
        let frames = [Frame::Offset, Frame::Origin];
        let separable = frames.iter().find_map(|frame| {
            let own = searched.iter().find(|found| found.frame == *frame)?;
            (own.is_separable() == Some(true)).then_some(own)
        });
        let direction = separable.and_then(|own| Some((own, own.geometry().separator?)));
        if let Some((own, direction)) = direction {
            let margins = carriers::margins(own, &direction);
            self.carriers = carriers::carriers(own, &input.intake, &margins);
            self.carried = Some(own.frame);
            self.margins = ExampleMargins {
                words: format!("the largest margin {}", own.frame.label()),
                of: margins,
            };
            return;
        }
        let numbers = sample.features.examples() * sample.features.dimension();
        if numbers > MOST_REMOVED {
            let why = format!("{numbers} numbers; at most {MOST_REMOVED}");
            self.skipped
                .push(Skipped::new("a smallest set whose removal separates", why));
            return;
        }
        let offset = searched.iter().find(|found| found.frame == Frame::Offset);
        match removal::find(sample).zip(offset) {
            Some((removal, offset)) => {
                let lines = removal
                    .examples
                    .iter()
                    .map(|&example| input.intake.lines[example]);
                self.removal = Some(lines.collect());
                self.margins = ExampleMargins {
                    words: "the largest margin of the remaining examples".into(),
                    of: carriers::margins(offset, &removal.direction),
                };
            }
            None => self.skipped.push(Skipped::new(
                "a smallest set whose removal separates",
                "none of the sets tried is proved to leave separable examples",
            )),
        }
    }
}
