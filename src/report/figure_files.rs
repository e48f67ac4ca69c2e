//! Writes the figures of a page into their folder: pictures that the page shows, and further formats that the user asked for.

use super::document::Block;
use super::draw::{self, FigureFormat, PictureSize, Provenance};
use super::error::ReportError;
use super::files::{create, save};
use claims::figure::chart::Chart;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Texts of which every PDF and CSV file that this program writes has one, by which it knows them.
const OWN: [&[u8]; 2] = [
    b"/Producer (perceptron-lab ",
    b"# Software: perceptron-lab ",
];

/// Formats that a folder of figures has in addition to SVG and PNG only if the user asked for them.
const FURTHER: [FigureFormat; 2] = [FigureFormat::Pdf, FigureFormat::Csv];

/// Where the figures of a page come from, and the formats in which the user wants them.
#[derive(Debug, Clone)]
pub struct Exports<'a> {
    /// The formats; SVG and PNG are written in any case.
    pub formats: &'a [FigureFormat],
    /// The results that the figures show.
    pub source: Provenance,
}

/// Draws charts as SVG and PNG into a folder, removes figures of earlier charts, and returns the new figures for a page. Formats that the user asked
/// for now, or that an earlier page left in the folder, are written too, so that all files show the same results.
///
/// # Errors
/// `Disk` if something cannot be written or removed, `Draw` if a figure cannot be drawn.
pub fn draw_all(
    charts: &[Chart],
    folder: &Path,
    exports: Option<&Exports>,
) -> Result<Vec<Block>, ReportError> {
    create(folder)?;
    let files = files(folder)?;
    let further: BTreeSet<FigureFormat> = FURTHER
        .into_iter()
        .filter(|format| {
            let is_wanted = exports.is_some_and(|exports| exports.formats.contains(format));
            is_wanted
                || files
                    .iter()
                    .any(|file| has_ending(file, *format) && is_own(file))
        })
        .collect();
    remove_stale(charts, &files)?;
    let drawn = charts
        .par_iter()
        .map(|chart| draw_one(chart, folder, exports.map(|exports| (exports, &further))));
    // Collecting in order makes the reported error the same in every run.
    drawn.collect::<Vec<_>>().into_iter().collect()
}

/// Draws one chart. Its SVG holds no comment, so that committed results do not change with the version of the program; `manifest.toml` says where it
/// comes from.
fn draw_one(
    chart: &Chart,
    folder: &Path,
    exports: Option<(&Exports, &BTreeSet<FigureFormat>)>,
) -> Result<Block, ReportError> {
    let failed = |source| ReportError::Draw {
        name: chart.name.clone(),
        source,
    };
    let path = |format: FigureFormat| folder.join(format!("{}.{}", chart.name, format.ending()));
    let figure = draw::figure(chart).map_err(failed)?;
    save(&path(FigureFormat::Svg), &figure.svg)?;
    let Some((exports, further)) = exports else {
        save(&path(FigureFormat::Png), draw::png(chart).map_err(failed)?)?;
        return Ok(Block::Figure(figure));
    };
    for format in further.iter().copied().chain([FigureFormat::Png]) {
        let file = draw::exported(chart, format, &PictureSize::default(), &exports.source);
        save(&path(format), file.map_err(failed)?)?;
    }
    Ok(Block::Figure(figure))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let entries =
        fs::read_dir(folder).map_err(|reason| ReportError::disk("read", folder, reason))?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

/// Removes figures that belong to no chart of this report from a folder, because they would be taken for its figures.
fn remove_stale(charts: &[Chart], files: &[PathBuf]) -> Result<(), ReportError> {
    let is_picture = |path: &&PathBuf| {
        let has = |format: FigureFormat| has_ending(path, format);
        has(FigureFormat::Svg)
            || has(FigureFormat::Png)
            || (FURTHER.into_iter().any(has) && is_own(path))
    };
    let is_kept = |path: &&PathBuf| {
        charts.iter().any(|chart| {
            path.file_stem()
                .is_some_and(|stem| stem == chart.name.as_str())
        })
    };
    let stale = files
        .iter()
        .filter(|path| !is_kept(path))
        .filter(is_picture);
    for path in stale {
        fs::remove_file(path).map_err(|reason| ReportError::disk("remove", path, reason))?;
    }
    Ok(())
}

fn has_ending(path: &Path, format: FigureFormat) -> bool {
    path.extension()
        .is_some_and(|extension| extension == format.ending())
}

/// Whether this program wrote a PDF or CSV file, and not the user.
fn is_own(path: &Path) -> bool {
    let bytes = fs::read(path).unwrap_or_default();
    let holds = |own: &[u8]| bytes.windows(own.len()).any(|text| text == own);
    OWN.into_iter().any(holds)
}
