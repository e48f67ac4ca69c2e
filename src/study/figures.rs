//! Makes the figures of a study anew from its stored trials, one by one.

use super::figure_changes::FigureChanges;
use super::pages::viewed_run;
use super::stored_trials::finished_run;
use super::{StudyError, run_command};
use crate::report::draw::{DrawError, FigureFormat, PictureSize, Provenance, exported};
use crate::store::{Folder, Manifest};
use claims::figure::chart::Chart;
use claims::spec::{Spec, nearest};

/// The figures of a study, as data.
#[derive(Debug)]
pub struct StudyFigures {
    charts: Vec<Chart>,
    source: Provenance,
}

/// A figure of a study, as a list names it.
#[derive(Debug, Clone, serde::Serialize)]
pub struct FigureName {
    /// The name of the figure, which is that of its file in the results.
    pub name: String,
    /// The title of the figure.
    pub title: String,
}

impl StudyFigures {
    /// Makes the figures of a results folder from its spec and its trials.
    ///
    /// # Errors
    /// The run in the folder is not finished, its trials are missing or damaged, or its spec asks for no figure.
    pub fn read(folder: &Folder) -> Result<Self, StudyError> {
        let run = finished_run(folder)?;
        let source = source(folder, &run.0, &run.1);
        let path = folder.path().display();
        if !folder.trials().exists() {
            return Err(StudyError::usage(format!("{path} has no trials.parquet, from which figures are drawn; the repository does not store it")).help(format!("run the experiment: {}", source.command)));
        }
        let charts = viewed_run(folder, &run)??.into_charts();
        match charts.is_empty() {
            false => Ok(Self { charts, source }),
            true => Err(StudyError::usage(format!("the spec of {path} asks for no figure")).help("add one to the spec, such as [figures] show = [\"tightness\"], and run it again; `perceptron-lab list figures` shows the kinds")),
        }
    }

    /// The experiment.
    pub fn experiment(&self) -> &str {
        &self.source.experiment
    }

    /// The names and titles of all figures, in the order of the report.
    pub fn names(&self) -> Vec<FigureName> {
        let named = |chart: &Chart| FigureName {
            name: chart.name.clone(),
            title: chart.title.clone(),
        };
        self.charts.iter().map(named).collect()
    }

    /// Returns the file of the figure with this name, in a format and a size, with changes.
    ///
    /// # Errors
    /// There is no such figure, no such name in it, or it cannot be drawn in this size.
    pub fn drawn(
        &self,
        name: &str,
        format: FigureFormat,
        size: &PictureSize,
        changes: &FigureChanges,
    ) -> Result<Vec<u8>, StudyError> {
        let chart = changes.made(self.chart(name)?.clone())?;
        let refused = |error: DrawError| StudyError::Usage(error.into());
        exported(&chart, format, size, &self.source).map_err(refused)
    }

    fn chart(&self, name: &str) -> Result<&Chart, StudyError> {
        let found = self.charts.iter().find(|chart| chart.name == name);
        found.ok_or_else(|| {
            let names: Vec<String> = self.charts.iter().map(|chart| chart.name.clone()).collect();
            let near = nearest(name, &names);
            let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
            StudyError::usage(format!("{} has no figure `{name}`", self.source.experiment))
                .help(format!("{near}it has: {}", names.join(", ")))
        })
    }
}

/// Says where the figures of a results folder come from.
fn source(folder: &Folder, manifest: &Manifest, spec: &Spec) -> Provenance {
    Provenance {
        experiment: spec.name.clone(),
        revision: manifest.revision(),
        seed: manifest.seed,
        command: run_command::command(folder, spec, manifest.quick),
    }
}
