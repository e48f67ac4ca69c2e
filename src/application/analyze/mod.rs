//! Says of a person's own data file what the theorems say of it: separability with a certificate, margins, bounds, and what learners do.

mod bounds;
mod carriers;
mod certificate;
mod charts;
mod frames;
mod input;
mod large;
mod oddities;
mod page;
mod removal;
mod runs;
mod scales;

pub use bounds::Bound;
pub use carriers::Carrier;
pub use certificate::{Certificate, Data, Proof};
pub use charts::charts;
pub use frames::{Frame, Geometry};
pub use input::Progress;
pub use oddities::Oddities;
pub use page::document;
pub use runs::{Counts, Learned, LeftOut, Shuffled};
pub use scales::{Rescaled, Scales, Standardized};

use super::ApplicationError;
use frames::Searched;
use input::Input;
use perceptron::intake::{Gap, Held, Intake, Request};
use perceptron::sample::{Label, Quantity, Rational, Sample};
use serde::Serialize;
use std::path::PathBuf;

/// The most numbers, examples times features, among which a largest margin is searched.
const MOST_SEARCHED: usize = 4_000_000;

/// The most numbers for which every feature is rescaled alone: their product with the number of features.
const MOST_RESCALED: usize = 2_000_000;

/// The most numbers among which a set is looked for whose removal separates.
const MOST_REMOVED: usize = 400_000;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Options {
    /// The data file, or `-`.
    pub data: PathBuf,
    /// What is asked of its columns and rows.
    pub request: Request,
    /// Whether features are brought to mean 0 and standard deviation 1 before anything is measured.
    pub standardize: bool,
    /// How many shuffled orders.
    pub shuffles: u64,
    /// What they are drawn from.
    pub seed: u64,
}

/// A number with what is proved of it.
#[derive(Debug, Clone, Serialize)]
pub struct Number {
    /// As a float.
    pub value: f64,
    /// Not above the true value.
    pub lower: f64,
    /// Not below the true value.
    pub upper: f64,
    /// The true value, where it is a known fraction of at most 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
}

/// A fraction with more characters is given by its ends only.
const LONGEST_FRACTION: usize = 200;

impl Number {
    fn of(quantity: &Quantity) -> Self {
        let exact = quantity.exact.as_ref().map(Rational::to_string);
        Self {
            value: quantity.value,
            lower: quantity.lower,
            upper: quantity.upper,
            exact: exact.filter(|text| text.len() <= LONGEST_FRACTION),
        }
    }
}

/// What was not done, and why.
#[derive(Debug, Clone, Serialize)]
pub struct Skipped {
    /// What.
    pub what: String,
    /// Why.
    pub why: String,
}

impl Skipped {
    fn new(what: impl Into<String>, why: impl Into<String>) -> Self {
        let (what, why) = (what.into(), why.into());
        Self { what, why }
    }
}

/// What was read.
#[derive(Debug, Clone, Serialize)]
pub struct Counted {
    /// Rows of the file.
    pub rows: u64,
    /// Examples that are left.
    pub examples: u64,
    /// Features.
    pub features: Vec<String>,
    /// The label column.
    pub label: String,
    /// The class with label +1.
    pub positive: String,
    /// The classes with label −1.
    pub negative: Vec<String>,
    /// Examples with label +1.
    pub positive_examples: u64,
    /// All classes of the file with their examples.
    pub classes: Vec<(String, u64)>,
    /// How numbers are held.
    pub numbers: Held,
}

/// What was left out or filled in.
#[derive(Debug, Clone, Serialize)]
pub struct Dropped {
    /// Columns that are neither label nor feature.
    pub columns: Vec<String>,
    /// Rows of classes that were not chosen.
    pub other_classes: u64,
    /// Values that are missing.
    pub missing_values: u64,
    /// The first of them.
    pub missing: Vec<Gap>,
    /// Rows left out because a value is missing.
    pub missing_rows: u64,
    /// Values put in place of missing ones.
    pub filled: u64,
}

/// What the theorems say of a file, in the order in which a person asks.
#[derive(Debug, Serialize)]
pub struct Analysis {
    /// What was read.
    pub data: Counted,
    /// What was left out.
    pub dropped: Dropped,
    /// What is odd.
    pub oddities: Oddities,
    /// Separability and margins, in every frame.
    pub geometry: Vec<Geometry>,
    /// What proves separability through the origin and with an offset, of the examples as they stand in the file.
    pub certificate: Certificate,
    /// What the theorems bound.
    pub bounds: Vec<Bound>,
    /// What the learners did.
    pub learners: Vec<Learned>,
    /// Which feature's scale costs margin.
    pub scales: Option<Scales>,
    /// The margin after standardising.
    pub standardized: Option<Standardized>,
    /// The frame of the carriers.
    pub carried: Option<Frame>,
    /// The examples that carry the margin.
    pub carriers: Vec<Carrier>,
    /// Lines of a smallest set found without which the examples are separable with an offset; none where they are separable, or none was found.
    pub removal: Option<Vec<u64>>,
    /// What was not done.
    pub skipped: Vec<Skipped>,
    /// The margin of every example under a separator, with its label: for the figure.
    #[serde(skip)]
    margins: Margins,
}

/// The margins of all examples under one vector.
#[derive(Debug, Default)]
struct Margins {
    words: String,
    of: Vec<(i64, f64)>,
}

/// Analyzes a data file.
///
/// # Errors
/// The file cannot be read, or what is asked of it does not fit.
pub fn analyze(options: &Options, progress: &dyn Progress) -> Result<Analysis, ApplicationError> {
    let input = input::read(&options.data, &options.request, progress)?;
    progress.stage("looking at the examples", 0);
    let (oddities, data) = (oddities::find(&input.intake), counted(&input.intake));
    let dropped = dropped(&input.intake);
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
        scales: None,
        standardized: None,
        carried: None,
        carriers: Vec::new(),
        removal: None,
        skipped: Vec::new(),
        margins: Margins::default(),
    };
    if numbers > MOST_SEARCHED {
        return blank.of_many(input, options, progress);
    }
    blank.of_few(&input, options, progress)
}

fn counted(intake: &Intake) -> Counted {
    let positive = intake
        .sample
        .labels
        .iter()
        .filter(|label| **label == Label::Positive);
    let others = intake.classes.iter().map(|(name, _)| name.clone());
    let others = others.filter(|name| *name != intake.positive).collect();
    Counted {
        rows: intake.rows,
        examples: intake.lines.len() as u64,
        features: intake.features.clone(),
        label: intake.label.clone(),
        positive: intake.positive.clone(),
        negative: intake
            .negative
            .clone()
            .map_or(others, |chosen| vec![chosen]),
        positive_examples: positive.count() as u64,
        classes: intake.classes.clone(),
        numbers: intake.held,
    }
}

fn dropped(intake: &Intake) -> Dropped {
    Dropped {
        columns: intake.unused.clone(),
        other_classes: intake.other_classes,
        missing_values: intake.gap_count,
        missing: intake.gaps.clone(),
        missing_rows: intake.dropped,
        filled: intake.filled.len() as u64,
    }
}

impl Analysis {
    /// What single passes tell of a large file.
    fn of_many(
        mut self,
        input: Input,
        options: &Options,
        progress: &dyn Progress,
    ) -> Result<Self, ApplicationError> {
        if options.standardize {
            let why = "the file is too large to be held twice; standardise it before";
            self.skipped.push(Skipped::new("--standardize", why));
        }
        let found = large::analyze(input.intake.sample, progress)?;
        self.geometry = found.geometries;
        self.learners = found.learned;
        self.certificate.proofs = found.proofs;
        self.skipped.extend(found.skipped);
        Ok(self)
    }

    /// All there is to say.
    fn of_few(
        mut self,
        input: &Input,
        options: &Options,
        progress: &dyn Progress,
    ) -> Result<Self, ApplicationError> {
        let given = &input.intake.sample;
        let standardized = options.standardize.then(|| scales::standardized(given));
        let sample = standardized.as_ref().unwrap_or(given);
        let searched = self.search(sample, progress);
        self.prove(input, standardized.is_some(), &searched);
        progress.stage("learners", 0);
        let course = runs::Course {
            input,
            sample,
            seed: options.seed,
            shuffles: options.shuffles,
        };
        let found = course.run(&searched)?;
        (self.learners, self.skipped) = (found.learned, [self.skipped, found.skipped].concat());
        self.bounds = bounds::all(&found.trials)?;
        self.bound_left_out();
        if standardized.is_some() {
            self.data.numbers = Held::Standardized;
        }
        progress.stage("scales", 0);
        self.rescale(sample, &input.intake.features);
        progress.stage("examples that carry the margin", 0);
        self.carry(input, &searched, sample);
        Ok(self)
    }

    fn search(&mut self, sample: &Sample, progress: &dyn Progress) -> Vec<Searched> {
        let mut found = Vec::new();
        for frame in Frame::ALL {
            progress.stage(&format!("largest margin {}", frame.words()), 0);
            match Searched::new(sample, frame) {
                Some(searched) => found.push(searched),
                None => {
                    let why = "with a constant feature the numbers leave 64 bits";
                    self.skipped.push(Skipped::new(frame.words(), why));
                }
            }
        }
        self.geometry = found.iter().map(Searched::geometry).collect();
        found
    }

    /// Writes the proofs down; they speak of the examples as they stand in the file.
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

    /// Puts the mistake bound per example beside the leave-one-out errors that it bounds.
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
                left_out.bound = Some(Number {
                    value: limit.value / examples,
                    lower: (limit.lower / examples).next_down(),
                    upper: (limit.upper / examples).next_up(),
                    exact: None,
                });
            }
        }
    }

    fn rescale(&mut self, sample: &Sample, names: &[String]) {
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
                "there is no margin with an offset that a scale could cost",
            ));
            return;
        };
        if numbers * sample.features.dimension() > MOST_RESCALED {
            let why = format!(
                "one search per feature among {numbers} numbers; features × numbers may be {MOST_RESCALED}"
            );
            self.skipped
                .push(Skipped::new("the scale of single features", why));
            self.standardized = scales::after_standardizing(sample);
            return;
        }
        let scales = scales::measure(sample, names, bound);
        self.standardized = scales.standardized.clone();
        self.scales = Some(scales);
    }

    /// The carriers of the margin with an offset, else through the origin, else of what is left without some examples.
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
            self.margins = Margins {
                words: format!("the largest margin {}", own.frame.words()),
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
                self.margins = Margins {
                    words: "the largest margin of the examples that are left".into(),
                    of: carriers::margins(offset, &removal.direction),
                };
            }
            None => self.skipped.push(Skipped::new(
                "a smallest set whose removal separates",
                "of the sets that were tried, none is proved to leave separable examples",
            )),
        }
    }
}
