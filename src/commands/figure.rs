//! Runs the command `figure`: draws one figure of a study for a paper, or lists the figures of a study.

use super::settings::{Settings, print_bytes, print_json};
use crate::report::aligned;
use crate::report::draw::{self, FigureFormat, Length, PictureSize};
use crate::store::Folder;
use crate::study::figure_changes::FigureChanges;
use crate::study::figures::StudyFigures;
use crate::study::results_folder::results_folder;
use crate::study::{Outcome, StudyError, outputs};
use clap::Args;
use std::path::{Path, PathBuf};
use strum::VariantNames;

/// Options of `figure`.
#[derive(Debug, Args)]
pub(super) struct FigureOptions {
    /// An experiment such as mit/xor, its spec, or its results folder
    experiment: PathBuf,
    /// Name of the figure; without it, the figures of the experiment are listed
    figure: Option<String>,
    /// Width with its unit: 8cm, 80mm, 3.3in, 240pt or 320px. The figure is laid out for this width with numbers of 6.5 pt (default: 13 cm; an image has
    /// 1200 pixels)
    #[arg(long, value_name = "LENGTH", requires = "figure")]
    width: Option<Length>,
    /// Height with its unit (default: it follows from width and data)
    #[arg(long, value_name = "LENGTH", requires = "figure")]
    height: Option<Length>,
    /// Title in place of the figure's own; none if TEXT is empty
    #[arg(long, value_name = "TEXT", requires = "figure")]
    title: Option<String>,
    /// Other name for a series, an axis or a panel; can be repeated
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"], requires = "figure")]
    rename: Vec<String>,
    /// Draw only this series; can be repeated
    #[arg(long, value_name = "NAME", requires = "figure")]
    series: Vec<String>,
    /// Leave out bounds made wrong on purpose
    #[arg(long, requires = "figure")]
    no_controls: bool,
    /// Font file (.ttf or .otf) for the text of a PDF or an image (default: DejaVu Sans, which also stands in for missing letters)
    #[arg(long, value_name = "FILE", requires = "figure")]
    font: Option<PathBuf>,
    /// Format of the file (default: that of the ending of FILE; without both, pdf)
    #[arg(long, requires = "figure")]
    format: Option<FigureFormat>,
    /// File to write, `-` for standard output (default: EXPERIMENT-FIGURE.FORMAT in the current folder). An existing file is replaced
    #[arg(long, short, value_name = "FILE", requires = "figure")]
    output: Option<PathBuf>,
}

pub(super) fn figure(options: &FigureOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let (results, experiments) = (&settings.results, &settings.experiments);
    // A mistake in the options is reported before the trials are read.
    let format = options.format()?;
    let folder = Folder::at(&results_folder(&options.experiment, results, experiments)?);
    let given = outputs::requested([("--output", options.path())]);
    outputs::refuse_studies(&given, std::slice::from_ref(&folder), experiments)?;
    let figures = StudyFigures::read(&folder)?;
    let Some(name) = &options.figure else {
        return list(&figures, settings);
    };
    let size = PictureSize {
        width: options.width,
        height: options.height,
    };
    if let Some(font) = &options.font {
        use_font(font)?;
    }
    let file = figures.drawn(name, format, &size, &options.changes())?;
    let path = match &options.output {
        Some(path) if path == Path::new("-") => return print_bytes(&file),
        Some(path) => path.clone(),
        None => default_path(&figures, name, format),
    };
    let done = if path.exists() { "replaced" } else { "written" };
    outputs::save(&path, &file)?;
    match settings.json {
        true => print_json(
            &serde_json::json!({ "figure": name, "file": path, "format": format.ending() }),
        )?,
        false => println!("{done}: {}", path.display()),
    }
    Ok(Outcome::AsExpected)
}

impl FigureOptions {
    fn changes(&self) -> FigureChanges {
        let pairs = self.rename.chunks_exact(2);
        FigureChanges {
            title: self.title.clone(),
            names: pairs
                .map(|pair| (pair[0].clone(), pair[1].clone()))
                .collect(),
            series: self.series.clone(),
            is_without_controls: self.no_controls,
        }
    }

    /// The file that the user names.
    fn path(&self) -> Option<&PathBuf> {
        let named = self.output.as_ref();
        named.filter(|path| path.as_path() != Path::new("-"))
    }

    fn format(&self) -> Result<FigureFormat, StudyError> {
        let path = self.path();
        let ending = path
            .and_then(|path| path.extension())
            .map(|ending| ending.to_string_lossy());
        let named: Option<FigureFormat> = ending.and_then(|ending| ending.parse().ok());
        match (self.format, named, path) {
            (Some(format), Some(named), Some(path)) if format != named => {
                let ending = format.ending();
                let message = format!(
                    "{} ends in .{}, and `--format` is {ending}",
                    path.display(),
                    named.ending()
                );
                let help = format!("leave out `--format`, or name the file .{ending}");
                Err(StudyError::usage(message).help(help))
            }
            (Some(format), _, _) | (None, Some(format), _) => Ok(format),
            (None, None, Some(path)) => {
                let message = format!("the ending of `{}` is no known format", path.display());
                let endings = FigureFormat::VARIANTS.join(", .");
                let allowed = format!("names that end in .{endings}, or `--format`");
                Err(StudyError::usage(message).note("allowed", allowed))
            }
            (None, None, None) if self.output.is_some() => {
                let message = "standard output has no ending that names a format";
                let help = "give `--format pdf`, svg, png or csv";
                Err(StudyError::usage(message).help(help))
            }
            (None, None, None) => Ok(FigureFormat::Pdf),
        }
    }
}

/// Draws text with the font in a file.
fn use_font(path: &Path) -> Result<(), StudyError> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| {
        StudyError::usage(format!("{shown}: {error}"))
            .help("name a font file, such as /usr/share/fonts/NAME.ttf")
    })?;
    match draw::use_font(bytes) {
        true => Ok(()),
        false => Err(
            StudyError::usage(format!("{shown} is no font that figures can use"))
                .help("give a TrueType or OpenType font, in a file that ends in .ttf or .otf"),
        ),
    }
}

/// The file in the current folder that a figure is written to if the user names none.
fn default_path(figures: &StudyFigures, name: &str, format: FigureFormat) -> PathBuf {
    let experiment = figures.experiment().replace(['/', '\\'], "-");
    format!("{experiment}-{name}.{}", format.ending()).into()
}

fn list(figures: &StudyFigures, settings: &Settings) -> Result<Outcome, StudyError> {
    let names = figures.names();
    if settings.json {
        print_json(&names)?;
        return Ok(Outcome::AsExpected);
    }
    let lines = names
        .iter()
        .map(|figure| vec![figure.name.clone(), figure.title.clone()]);
    print_bytes(aligned(&lines.collect::<Vec<_>>(), &[]).as_bytes())
}
