//! Runs the learners on the examples, in the order of the file and in seeded shuffles, through the trials that experiments use.

use super::frames::{Frame, Searched};
use super::input::Input;
use super::{Learned, LearnedCounts, LeftOut, ShuffledRuns, Skipped};
use crate::study::StudyError;
use claims::trial::{
    Addresses, AnyColumn, Audit, Batch, Block, Design, Measure, Row, Setting, TEST_EXAMPLES,
    columns,
};
use perceptron::generate::{File, Generator};
use perceptron::intake::Missing;
use perceptron::learn::{self, Variant};
use perceptron::sample::{Quantity, Sample};
use perceptron::seed::Seed;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The learners of an analysis: a name, a rule as a spec writes it, and the frame in which the rule's bound measures margins.
pub(super) const LEARNERS: [(&str, &str, Frame); 6] = [
    ("perceptron", "{ perceptron = {} }", Frame::Origin),
    (
        "perceptron with offset",
        "{ perceptron = {} }",
        Frame::Offset,
    ),
    (
        "normalized perceptron",
        "{ normalized-perceptron = {} }",
        Frame::Normalized,
    ),
    (
        "normalized perceptron with offset",
        "{ normalized-perceptron = {} }",
        Frame::NormalizedOffset,
    ),
    (
        "margin perceptron",
        "{ margin-perceptron = { threshold = 1, step = 1 } }",
        Frame::Origin,
    ),
    (
        "margin perceptron with offset",
        "{ margin-perceptron = { threshold = 1, step = 1 } }",
        Frame::Offset,
    ),
];

/// Most work, in multiplications, that all shuffled runs of one learner, or all its leave-one-out runs, may take.
const MOST_PRODUCTS: u64 = 500_000_000;

/// The trial of one learner on the examples in the order of the file, on which claims are evaluated.
pub(super) struct LearnerTrials {
    pub learner: &'static str,
    pub block: Block,
}

impl LearnerTrials {
    pub(super) fn row(&self) -> Option<Row<'_>> {
        self.block.row(0, 0)
    }
}

/// Results of all runs of all learners in an analysis.
pub(super) struct Runs {
    pub learned: Vec<Learned>,
    pub trials: Vec<LearnerTrials>,
    pub skipped: Vec<Skipped>,
}

/// The data file as a generator, so that claims can be evaluated on it; with or without its examples.
fn generator(input: &Input, sample: Option<Arc<Sample>>) -> Generator {
    let intake = &input.intake;
    Generator::File(File {
        path: input.name.clone(),
        features: Some(intake.features.clone()),
        label: Some(intake.label.clone()),
        positive: Some(intake.positive.clone()),
        negative: intake.negative.clone(),
        missing: Missing::Refuse,
        header: None,
        examples: None,
        shuffled: false,
        test_share: None,
        test_file: None,
        folds: None,
        stratified: false,
        test_digest: None,
        test_sample: None,
        digest: input.sha256.clone(),
        sample,
    })
}

/// Converts a run that was made on the examples in place into a trial on which claims can be evaluated.
pub(super) fn trial_of(
    input: &Input,
    (learner, variant): (&'static str, &Variant),
    (sample, margin_squared): (&Sample, Option<Quantity>),
    run: &learn::RunResult,
) -> LearnerTrials {
    let named = (learner.to_owned(), variant.clone());
    let setting = Setting::new(&input.name, &generator(input, None), Some(&named));
    let mut batch = Batch::new(Arc::new(setting), AnyColumn::measured(&BTreeSet::new()), 1);
    let counts = run.counts;
    for (column, count) in [
        (columns::EXAMPLES, sample.labels.len() as u64),
        (columns::DIMENSION, sample.features.dimension() as u64),
        (columns::PASSES, counts.passes),
        (columns::DRAWS, counts.draws),
        (columns::DRAWS_UNTIL_LAST_UPDATE, counts.last_update),
        (columns::MISTAKES, counts.mistakes),
        (columns::MARGIN_MISTAKES, counts.margin_mistakes),
        (columns::UPDATES, counts.updates),
        (
            columns::DISTINCT_MARGIN_MISTAKES,
            run.updates.iter().collect::<BTreeSet<_>>().len() as u64,
        ),
    ] {
        batch.set(0, column, Some(count));
    }
    batch.set(
        0,
        columns::RADIUS_SQUARED,
        Some(sample.features.radius_squared()),
    );
    batch.set(0, columns::SAMPLE_MARGIN_SQUARED, margin_squared);
    batch.set(0, columns::STOP_REASON, Some(run.reason));
    let block = Block {
        replicates: vec![0],
        batches: vec![batch],
    };
    LearnerTrials { learner, block }
}

/// The data file, its examples and the settings that the runs of all learners share.
pub(super) struct DataAnalysis<'a> {
    pub input: &'a Input,
    pub sample: &'a Sample,
    pub seed: u64,
    pub shuffles: u64,
}

impl DataAnalysis<'_> {
    /// Experimental design in which one learner runs on the examples with a planted separator and takes these measurements.
    pub(super) fn design(
        &self,
        learner: &str,
        variant: Variant,
        planted: &Arc<Sample>,
        measures: &[Measure],
    ) -> Design {
        let generator = generator(self.input, Some(Arc::clone(planted)));
        let variants = vec![(learner.to_owned(), variant)];
        Design {
            addresses: Addresses::new(Seed::root(self.seed), &self.input.sha256),
            settings: Setting::all(&self.input.name, &generator, &variants),
            generator,
            variants,
            measures: measures.iter().copied().collect::<BTreeSet<_>>(),
            enumerated: false,
            test_examples: TEST_EXAMPLES,
            fewer_replicates: BTreeMap::new(),
            audit: Audit::Off,
            threads: perceptron::threads::Threads::Pool,
        }
    }

    /// Runs all learners for whose frame a separator was searched.
    pub(super) fn run(&self, searched: &[Searched]) -> Result<Runs, StudyError> {
        let mut runs = Runs {
            learned: Vec::new(),
            trials: Vec::new(),
            skipped: Vec::new(),
        };
        for (learner, rule, frame) in LEARNERS {
            let Some(found) = searched.iter().find(|found| found.frame == frame) else {
                continue;
            };
            self.run_one(learner, rule, found, &mut runs)?;
        }
        Ok(runs)
    }

    fn run_one(
        &self,
        learner: &'static str,
        rule: &str,
        found: &Searched,
        runs: &mut Runs,
    ) -> Result<(), StudyError> {
        let ends = found.is_separable() == Some(true);
        let separator = found.planted();
        if ends && separator.is_none() {
            let why = "the numbers have more than 64 bits, and no separator with at most 64 bits was found: runs would use rounded numbers";
            runs.skip(learner, why);
            return Ok(());
        }
        let planted = Arc::new(Sample {
            planted: separator,
            ..self.sample.clone()
        });
        let order = if ends { "cyclic" } else { "stream" };
        let variant = variant(rule, found.frame, order)?;
        let design = self.design(learner, variant.clone(), &planted, &[]);
        let trial = LearnerTrials {
            learner,
            block: design.block([0]),
        };
        let Some(row) = trial.row() else {
            return Ok(());
        };
        if row.is_failed() {
            runs.skip(
                learner,
                row.get(columns::FAILURE).cloned().unwrap_or_default(),
            );
            return Ok(());
        }
        let file = LearnedCounts::of(&row);
        let work = file.draws.max(1) * found.sample.features.dimension() as u64;
        let cut_off = row.is_incomplete() || row.is_undecided();
        let shuffled = self.shuffled(learner, rule, found, &planted, (work, cut_off), runs)?;
        let (leave_one_out, trial) =
            match self.leave_one_out(learner, variant, &planted, (work, cut_off), runs) {
                Some((left_out, trial)) => (Some(left_out), trial),
                None => (None, trial),
            };
        runs.learned.push(Learned {
            learner,
            order: if ends { "passes" } else { "one pass" },
            file,
            shuffled,
            leave_one_out,
        });
        runs.trials.push(trial);
        Ok(())
    }

    /// Runs a learner in shuffled orders; each run costs about as much as the one in the order of the file (`work`). `None` if skipped.
    fn shuffled(
        &self,
        learner: &'static str,
        rule: &str,
        found: &Searched,
        planted: &Arc<Sample>,
        (work, cut_off): (u64, bool),
        runs: &mut Runs,
    ) -> Result<Option<ShuffledRuns>, StudyError> {
        if self.shuffles == 0 {
            return Ok(None);
        }
        let all = work.saturating_mul(self.shuffles);
        if cut_off || all > MOST_PRODUCTS {
            let what = format!("{learner}: {} shuffled runs", self.shuffles);
            runs.skip(what, costs(work, self.shuffles, cut_off));
            return Ok(None);
        }
        let mut rows = Vec::new();
        if found.is_separable() == Some(true) {
            let variant = variant(rule, found.frame, "shuffled")?;
            let block = self
                .design(learner, variant, planted, &[])
                .block(0..self.shuffles);
            rows.extend(block.all().map(|row| LearnedCounts::of(&row)));
        } else {
            let address = Seed::root(self.seed).child("analyze");
            for run in 0..self.shuffles {
                let mut order: Vec<usize> = (0..self.sample.labels.len()).collect();
                address.child(&run.to_string()).stream().shuffle(&mut order);
                let given = learn::Order::Given(order);
                let variant = Variant {
                    order: given,
                    ..variant(rule, found.frame, "stream")?
                };
                let block = self.design(learner, variant, planted, &[]).block([run]);
                rows.extend(block.all().map(|row| LearnedCounts::of(&row)));
            }
        }
        Ok(Some(ShuffledRuns::of(&rows)))
    }

    /// Trains the learner with every example left out in turn and tests it on that example; `None` if that is skipped as too much work.
    fn leave_one_out(
        &self,
        learner: &'static str,
        variant: Variant,
        planted: &Arc<Sample>,
        (work, cut_off): (u64, bool),
        runs: &mut Runs,
    ) -> Option<(LeftOut, LearnerTrials)> {
        let examples = self.sample.labels.len() as u64;
        if cut_off || work.saturating_mul(examples) > MOST_PRODUCTS {
            let what = format!("{learner}: leave-one-out error");
            runs.skip(what, costs(work, examples, cut_off));
            return None;
        }
        let measures = [Measure::LeaveOneOut, Measure::EveryRetraining];
        let design = self.design(learner, variant, planted, &measures);
        let trial = LearnerTrials {
            learner,
            block: design.block([0]),
        };
        let row = trial.row()?;
        let errors = row.number(columns::LEAVE_ONE_OUT_ERRORS.any())?;
        let left_out = LeftOut {
            errors,
            error: errors / examples as f64,
            distinct_mistakes: row.copied(columns::DISTINCT_MARGIN_MISTAKES),
            bound: None,
        };
        Some((left_out, trial))
    }
}

impl Runs {
    fn skip(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.skipped.push(Skipped::new(what, why));
    }
}

/// Explains why `runs` runs of `work` multiplications each are skipped: they are too many, or would be cut off like the first (`cut_off`).
fn costs(work: u64, runs: u64, cut_off: bool) -> String {
    if cut_off {
        "the run in the order of the file was cut off, and the others would be too".into()
    } else {
        format!(
            "{runs} runs of about {work} products each; at most {MOST_PRODUCTS} products are allowed in total"
        )
    }
}

/// A learner for an analysis, given its rule as a spec writes it.
pub(super) fn variant(rule: &str, frame: Frame, order: &str) -> Result<Variant, StudyError> {
    let offset = frame.has_offset();
    let text = format!("rule = {rule}\norder = \"{order}\"\noffset = {offset}");
    toml::from_str(&text).map_err(|error| StudyError::usage(error.to_string()))
}
