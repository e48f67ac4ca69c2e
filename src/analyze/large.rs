//! Analyzes files that are too large for a margin search: runs a learner on the examples in place, in single passes, and derives what that proves.

use super::certificate::Proof;
use super::frames::{Frame, Geometry, root, unit};
use super::input::{AnalysisProgress, Input};
use super::runs::{LearnerTrials, trial_of};
use super::{Learned, LearnedCounts, Oddities, ProvedNumber, Skipped};
use crate::study::StudyError;
use perceptron::learn::{self, Hypothesis, Learner, StopReason, Variant};
use perceptron::sample::{Features, OutOfRange, Quantity, Rational, Sample, Separator};
use perceptron::seed::Seed;

/// Most numbers, examples times features, for which the largest margin is searched.
pub(super) const MOST_SEARCHED: usize = 4_000_000;

/// Results of running the perceptron on a file too large for a margin search: through the origin and with an offset.
pub(super) struct SinglePassResult {
    pub geometries: Vec<Geometry>,
    pub learned: Vec<Learned>,
    pub proofs: Vec<Proof>,
    pub trials: Vec<LearnerTrials>,
    pub skipped: Vec<Skipped>,
    /// Line of an example whose features are all zero, if there is one.
    zero: Option<u64>,
    /// Lines of two examples with equal features and different labels, if there are such.
    contradiction: Option<(u64, u64)>,
}

/// Steps of the analysis that are skipped for large files, in words.
const TOO_MUCH: [&str; 6] = [
    "the certified largest margin",
    "the normalized margin and the normalized perceptron",
    "shuffled orders",
    "leave-one-out errors",
    "the scale of single features and the margin after standardizing",
    "the examples that carry the margin, and a set whose removal separates",
];

/// Runs the perceptron on a large file, through the origin and with an offset.
pub(super) fn analyze(
    input: &Input,
    sample: Sample,
    odd: &Oddities,
    progress: &dyn AnalysisProgress,
) -> Result<SinglePassResult, StudyError> {
    let (examples, dimension) = (sample.labels.len(), sample.features.dimension());
    let why = format!(
        "{examples} examples of {dimension} features are more than {} numbers",
        MOST_SEARCHED
    );
    let mut found = SinglePassResult {
        geometries: Vec::new(),
        learned: Vec::new(),
        proofs: Vec::new(),
        trials: Vec::new(),
        skipped: TOO_MUCH
            .map(|what| Skipped::new(what, why.clone()))
            .to_vec(),
        zero: odd.zero_examples.first().copied(),
        contradiction: odd.contradictions.first().copied(),
    };
    progress.stage("the perceptron through the origin", 0);
    found.add(input, &sample, Frame::Origin)?;
    progress.stage("the perceptron with an offset", 0);
    let features = sample.features.into_offset().map_err(out_of_range)?;
    let embedded = Sample {
        features,
        labels: sample.labels,
        planted: None,
    };
    found.add(input, &embedded, Frame::Offset)?;
    Ok(found)
}

fn out_of_range(_: OutOfRange) -> StudyError {
    StudyError::usage("with a constant feature the numbers exceed 64 bits")
        .note("expected", "features with fewer digits")
        .help("round the features in the data file")
}

impl SinglePassResult {
    /// Gordan's multipliers of examples, by line, if they are obvious: a zero example, or two examples with the same features and both labels.
    fn plain_multipliers(&self, frame: Frame) -> Option<Vec<(u64, Rational)>> {
        let zero = self.zero.filter(|_| !frame.has_offset());
        let pair = self.contradiction.map(|(a, b)| vec![a, b]);
        let lines = zero.map(|line| vec![line]).or(pair)?;
        Some(
            lines
                .into_iter()
                .map(|line| (line, Rational::one()))
                .collect(),
        )
    }

    /// Adds the results of one frame: a single pass over the file, and a second run that makes passes until one has no update. The vector after a
    /// clean pass separates.
    fn add(&mut self, input: &Input, sample: &Sample, frame: Frame) -> Result<(), StudyError> {
        let name = match frame {
            Frame::Offset => "perceptron with offset",
            _ => "perceptron",
        };
        let first = run(sample, "stream").map_err(out_of_range)?;
        self.learned.push(learned(name, "one pass", &first));
        let whole = run(sample, "cyclic").map_err(out_of_range)?;
        self.learned.push(learned(name, "passes", &whole));
        let separator = separator(&whole).filter(|_| whole.reason == StopReason::CleanPass);
        let margins = separator
            .as_ref()
            .map(|separator| separator.margins(sample));
        let squared = margins.and_then(|margins| margins.margin_squared);
        let mut found = geometry(sample, frame, squared.as_ref(), &whole, separator.as_ref());
        let multipliers = self.plain_multipliers(frame);
        if multipliers.is_some() {
            (found.separable, found.open) = (Some(false), None);
        }
        let mut proof = Proof::blank(frame, found.separable);
        proof.multipliers = multipliers;
        self.geometries.push(found);
        if let Some((separator, squared)) = separator.zip(squared.as_ref()) {
            proof.separator = Some(super::frames::fractions(&separator));
            proof.margin_squared = squared.exact.clone();
        }
        self.proofs.push(proof);
        let variant = variant("cyclic", frame).map_err(out_of_range)?;
        self.trials
            .push(trial_of(input, (name, &variant), (sample, squared), &whole));
        Ok(())
    }
}

/// The perceptron as claims name it, with or without an offset. Runs need no offset, because their examples already have the constant feature.
fn variant(order: &str, frame: Frame) -> Result<Variant, OutOfRange> {
    let text = format!("order = \"{order}\"\noffset = {}", frame.has_offset());
    toml::from_str(&text).map_err(|_| OutOfRange)
}

fn run(sample: &Sample, order: &str) -> Result<learn::RunResult, OutOfRange> {
    let variant = variant(order, Frame::Origin)?;
    Ok(Learner::new(&variant, sample, Seed::root(0))?.run(None))
}

fn learned(learner: &'static str, order: &'static str, run: &learn::RunResult) -> Learned {
    let counts = run.counts;
    Learned {
        learner,
        order,
        file: LearnedCounts {
            passes: counts.passes,
            draws: counts.draws,
            mistakes: counts.mistakes,
            margin_mistakes: counts.margin_mistakes,
            updates: counts.updates,
            ended: run.reason.as_str(),
        },
        shuffled: None,
        leave_one_out: None,
    }
}

/// Weight vector at the end of a run as a separator, with integer entries if the run was exact; `None` if the run has no single weight vector.
fn separator(run: &learn::RunResult) -> Option<Separator> {
    match run.hypothesis.as_ref()? {
        Hypothesis::Linear(linear) => Some(match &linear.integers {
            Some(integers) => Separator::Integers(integers.clone()),
            None => Separator::Dense(linear.weights.clone()),
        }),
        Hypothesis::Voted(_) => None,
    }
}

/// Encloses the largest margin γ* of the examples in a frame. The lower end is the margin of the final vector, if it separates. The upper end is
/// ‖w‖/t after t updates, because w is t times a point of the hull of all y·x.
fn geometry(
    sample: &Sample,
    frame: Frame,
    lower: Option<&Quantity>,
    run: &learn::RunResult,
    separator: Option<&Separator>,
) -> Geometry {
    let radius_squared = sample.features.radius_squared();
    let margin = lower
        .zip(upper(sample, run))
        .map(|(lower, upper)| Quantity {
            value: lower.value,
            lower: lower.lower,
            upper: upper.upper.max(lower.upper),
            exact: None,
        });
    let open = "no clean pass within the allowed work; no certificate that there is no separator was looked for";
    Geometry {
        frame,
        separable: lower.map(|_| true),
        open: lower.is_none().then(|| open.to_owned()),
        radius: ProvedNumber::of(&root(&radius_squared)),
        margin: margin
            .as_ref()
            .map(|squared| ProvedNumber::of(&squared.root())),
        margin_squared: margin.as_ref().map(ProvedNumber::of),
        bound: margin
            .as_ref()
            .map(|squared| ProvedNumber::of(&radius_squared.over(squared))),
        separator: separator.map(|separator| unit(separator.to_floats())),
    }
}

/// Upper bound ‖w/t‖² on the square of the largest margin after t updates, with w added up again from the updates of the run.
fn upper(sample: &Sample, run: &learn::RunResult) -> Option<Quantity> {
    let updates = Rational::from(run.counts.updates.max(1)).square();
    if matches!(sample.features, Features::Dense(_)) {
        let Hypothesis::Linear(linear) = run.hypothesis.as_ref()? else {
            return None;
        };
        // Each of t additions rounds by half an ulp of at most the sum of all sizes.
        let square: f64 = linear.weights.iter().map(|w| w * w).sum();
        let radius = sample.features.radius_squared().upper.sqrt();
        let count = run.counts.updates as f64;
        let error = f64::EPSILON * count * count * radius * (linear.weights.len() as f64).sqrt();
        let length = Quantity::within(square.sqrt(), error + 1e-12 * square.sqrt());
        return Some(length.times(&length).over(&Quantity::exact(updates)));
    }
    let mut sum = vec![0_i128; sample.features.dimension()];
    for &example in &run.updates {
        let sign = i128::from(sample.labels[example].sign());
        sample.features.each_entry(example, |(index, x)| {
            sum[index] += sign * i128::from(x);
        })?;
    }
    let unit = sample.features.unit().square();
    let zero = Rational::zero();
    let square = sum
        .into_iter()
        .fold(zero, |total, x| &total + &Rational::from(x).square());
    Some(Quantity::exact(&(&square * &unit) / &updates))
}
