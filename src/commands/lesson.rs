//! Runs the command `lesson`: writes the page on which the examples of a sample are dragged.

use super::settings::{Settings, print_json};
use crate::study::lesson::{Choice, Lesson, of_spec, offered, page};
use crate::study::outputs::{self, requested, save, spec_and_data};
use crate::study::{Outcome, StudyError, names};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Options of `lesson`.
#[derive(Debug, Args)]
pub(super) struct LessonOptions {
    /// A spec, or an experiment such as errata/e27-alignment, whose sample is opened (default: samples of the program)
    spec: Option<PathBuf>,
    /// The page to write
    #[arg(long, value_name = "FILE.html", default_value = "lesson.html")]
    output: PathBuf,
    /// Open a sample of the cell with these parameters, such as 'dimension=2' (default: the first cell that the page can show)
    #[arg(long, value_name = "KEY", requires = "spec")]
    cell: Option<String>,
    /// Open the page with this learner (default: the first variant that the page can show)
    #[arg(long, value_name = "NAME", requires = "spec")]
    variant: Option<String>,
    /// Open the sample of this replicate
    #[arg(long, value_name = "N", default_value_t = 0, requires = "spec")]
    replicate: u64,
    /// Also read data files outside the experiments folder and the spec's own folder
    #[arg(long)]
    allow_outside: bool,
}

pub(super) fn lesson(options: &LessonOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    refuse_other_endings(&options.output)?;
    let lessons = match &options.spec {
        None => offered()?,
        Some(spec) => opened(spec, options, settings)?,
    };
    save(&options.output, page(&lessons))?;
    if settings.json {
        print_json(
            &json!({ "file": options.output, "title": lessons.first().map(|first| &first.title), "counts": lessons.first().map(|first| &first.counts) }),
        )?;
    } else if settings.prints_text() {
        println!("written: {}", options.output.display());
    }
    Ok(Outcome::AsExpected)
}

/// The sample of a spec, and the samples of the program after it.
fn opened(
    spec: &Path,
    options: &LessonOptions,
    settings: &Settings,
) -> Result<Vec<Lesson>, StudyError> {
    let path = names::resolve(spec, &settings.experiments)?;
    let data = names::Data::allowed(options.allow_outside);
    let specs = names::read_all(
        std::slice::from_ref(&path),
        &settings.experiments,
        data,
        &[],
    )?;
    let choice = Choice {
        cell: options.cell.as_deref(),
        variant: options.variant.as_deref(),
        replicate: options.replicate,
    };
    let mut lessons = Vec::new();
    for spec in &specs {
        let outputs = requested([("--output", Some(&options.output))]);
        outputs::refuse(&outputs, &spec_and_data(&path, spec))?;
        lessons.push(of_spec(spec, &choice)?);
    }
    lessons.extend(offered()?);
    Ok(lessons)
}

fn refuse_other_endings(path: &Path) -> Result<(), StudyError> {
    let ending = path.extension();
    if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("html")) {
        return Ok(());
    }
    let problem = format!(
        "a page is an HTML document, and `{}` does not end in .html",
        path.display()
    );
    Err(StudyError::usage(problem).help("name it FILE.html"))
}
