//! Follows one trial update by update, given its address, and writes its trajectory as CSV, as a figure, or as a page to watch.

use super::StudyError;
use super::outputs::save;
use super::replay::{find_trial, located};
use crate::report::{self, Heading, ReportError, draw};
use claims::certificate::Address;
use claims::spec::Spec;
use claims::trace::{NoTrace, Step, Trace, chart, thinned};
use perceptron::learn::StopReason;
use perceptron::sample::Label;
use std::collections::BTreeSet;
use std::path::Path;

/// Trajectory of a trial, with the heading of its page.
pub struct Trajectory {
    /// Title and question of the experiment, and address of the trial.
    pub heading: Heading,
    /// The run, update by update.
    pub trace: Trace,
}

/// Names of the columns of a trajectory in CSV and JSON.
pub const COLUMNS: [&str; 8] = [
    "update",
    "example",
    "label",
    "score_before",
    "norm",
    "along_u",
    "lower",
    "upper",
];

/// Runs the trial at an address again and records its trajectory.
///
/// # Errors
/// The address is unknown, or the trial has no trajectory that can be followed.
pub fn trajectory(
    address: &str,
    results: &Path,
    experiments: &Path,
) -> Result<Trajectory, StudyError> {
    let (spec, address) = located(address, results, experiments)?;
    let found = find_trial(&spec, &address)?;
    let usage = |error: NoTrace| StudyError::Usage(error.into());
    let variant = found
        .variant
        .and_then(|place| found.cell.variants.get(place));
    // An external learner is not even started.
    if let Some(learner) = variant.and_then(|(_, variant)| variant.learner.as_ref()) {
        return Err(usage(NoTrace::OtherLearner(learner.documentation().name)));
    }
    let trial = found.repeat(&spec, true);
    let trial = trial.map_err(|_| usage(NoTrace::OutOfRange))?;
    Ok(Trajectory {
        trace: Trace::of(&trial).map_err(usage)?,
        heading: Heading {
            title: spec.title.clone(),
            question: spec.question.clone(),
            address: address.to_string(),
        },
    })
}

/// Runs a trial of this spec again and returns its trajectory; `None` if it cannot be followed, or if its sample has more than `most` numbers
/// (examples times features).
pub(super) fn followed(spec: &Spec, address: &str, most: usize) -> Option<Trajectory> {
    let address: Address = address.parse().ok()?;
    let found = find_trial(spec, &address).ok()?;
    let generator = &found.cell.generator;
    let is_small = generator.need().features() <= most as u128;
    let variant = found
        .variant
        .and_then(|place| found.cell.variants.get(place));
    let is_followed = variant.is_some_and(|(_, variant)| variant.learner.is_none());
    if !is_small || !is_followed {
        return None;
    }
    let trial = found.repeat(spec, true).ok()?;
    // The size of a data file is known only now.
    let features = &trial.sample.features;
    if features.examples() * features.dimension() > most {
        return None;
    }
    Some(Trajectory {
        trace: Trace::of(&trial).ok()?,
        heading: Heading {
            title: spec.title.clone(),
            question: spec.question.clone(),
            address: address.to_string(),
        },
    })
}

/// Number of updates on the page of a run that does not end.
const UPDATES_OF_AN_ENDLESS_RUN: usize = 24;

impl Trajectory {
    /// Keeps only the first `updates` updates of the trajectory.
    pub fn until(self, updates: usize) -> Self {
        Self {
            trace: self.trace.until(updates),
            ..self
        }
    }

    /// Keeps the first updates of a run that was cut off on examples that no known vector separates, because the others show nothing new. Another run is
    /// kept whole.
    pub(super) fn until_it_repeats(self) -> Self {
        let is_cut = self.trace.reason == StopReason::UpdateCap;
        match is_cut && self.trace.squeeze.lower(1).is_none() {
            true => self.until(UPDATES_OF_AN_ENDLESS_RUN),
            false => self,
        }
    }

    /// Rows of the trajectory, one per update, with the columns [`COLUMNS`]; if there are more than `most`, only the first, the last and some in
    /// between.
    pub fn rows(&self, most: usize) -> Vec<[Option<f64>; 8]> {
        let kept: BTreeSet<usize> = thinned(self.trace.updates.len(), most)
            .into_iter()
            .collect();
        let mut rows = Vec::new();
        self.trace.for_each_step(|step| {
            if kept.contains(&step.updates) {
                rows.push(self.row(step));
            }
        });
        rows
    }

    fn row(&self, step: &Step) -> [Option<f64>; 8] {
        let label = |example| match self.trace.label(example) {
            Label::Positive => 1.0,
            Label::Negative => -1.0,
        };
        [
            Some(step.updates as f64),
            step.example.map(|example| example as f64),
            step.example.map(label),
            step.example.map(|_| step.score),
            Some(step.norm),
            step.along,
            step.lower,
            step.upper,
        ]
    }

    /// Writes all updates as CSV, or the squeeze figure as SVG or PNG, depending on the file name.
    ///
    /// # Errors
    /// The file name has no known format, or the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), StudyError> {
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("csv") => save(path, self.csv()),
            Some("svg") => save(
                path,
                draw::figure(&chart(&self.trace)).map_err(undrawn)?.svg,
            ),
            Some("png") => save(path, draw::png(&chart(&self.trace)).map_err(undrawn)?),
            _ => Err(StudyError::usage(format!(
                "the ending of `{}` is no known format",
                path.display()
            ))
            .note(
                "allowed",
                "names that end in .csv, .svg or .png; `--trace` alone prints a table",
            )),
        }
    }

    fn csv(&self) -> String {
        let mut rows = vec![COLUMNS.map(str::to_owned).to_vec()];
        self.trace.for_each_step(|step| {
            let cell = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
            rows.push(self.row(step).map(cell).to_vec());
        });
        report::csv_text(std::iter::empty(), rows.into_iter())
    }

    /// Writes the trajectory as an HTML page that shows the run update by update.
    ///
    /// # Errors
    /// The file cannot be written, or its name does not end in .html.
    pub fn write_page(&self, path: &Path) -> Result<(), StudyError> {
        if path
            .extension()
            .is_none_or(|ending| !ending.eq_ignore_ascii_case("html"))
        {
            return Err(StudyError::usage(format!(
                "a page is an HTML document, and `{}` does not end in .html",
                path.display()
            ))
            .help("name it FILE.html"));
        }
        save(path, report::run_page(&self.heading, &self.trace))
    }
}

fn undrawn(source: draw::DrawError) -> ReportError {
    let name = "squeeze".to_owned();
    ReportError::Draw { name, source }
}
