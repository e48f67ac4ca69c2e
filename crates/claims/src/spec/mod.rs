//! Reads experiment specs: wire types, sweep expansion on raw tables, the checked domain type, and diagnostics.

mod cell;
mod change;
mod data;
mod diagnostic;
mod digest;
mod edit;
mod figures;
mod impossible;
pub mod keys;
mod learner;
mod measured;
mod prose;
mod ranges;
mod replicates;
mod shape;
mod size;
mod stated;
mod sweep;
mod tree;
mod wire;
mod wording;

pub use cell::Cell;
pub use data::{DataFiles, Decoder};
pub use diagnostic::{Diagnostic, SpecError, nearest};
pub use replicates::Replicates;
pub use shape::schema;
pub use size::bytes;

use crate::claim::StatedClaim;
use crate::figure::Request;
use crate::judge::{Bench, JudgedCell};
use crate::prose::Prose;
use crate::trial::{Addresses, Audit, Design, Measure, Setting};
use data::Reader;
use diagnostic::Finding;
use figures::Shown;
use perceptron::generate::Source;
use perceptron::learn::outside::Host;
use perceptron::seed::Seed;
use perceptron::workers::Workers;
use prose::Texts;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use wire::WireSpec;

/// Version of the results folder's format; a change makes older folders be run anew.
pub const RESULTS_VERSION: u32 = 7;

/// Replicates of `--quick` where a spec does not say.
const QUICK_REPLICATES: u64 = 20;

/// The error probability where a spec does not say.
const ALPHA: f64 = 0.01;

/// A checked experiment spec.
#[derive(Debug, Clone)]
pub struct Spec {
    /// The experiment's name: its path below the experiments folder without `.toml`, or the file's own name outside of it.
    pub name: String,
    /// The file's text.
    pub source: String,
    /// What the experiment is about, in one line.
    pub title: String,
    /// The question it answers.
    pub question: String,
    /// Prose for the report.
    pub analysis: Prose,
    /// The answer to the question in the spec's own words, where the generated sentence would not answer it.
    pub answer: Option<Prose>,
    /// The seed as written.
    pub seed: u64,
    /// Replicates per cell.
    pub replicates: Replicates,
    /// Error probability of the theorems, and again of the controls.
    pub alpha: f64,
    /// The cells in the order of the sweep.
    pub cells: Vec<Cell>,
    /// The claims in the order of the file.
    pub claims: Vec<StatedClaim>,
    /// The figures to draw.
    pub figures: Vec<Request>,
    /// What is measured beyond the counts.
    pub measures: BTreeSet<Measure>,
    quick_replicates: u64,
    audit: Audit,
}

/// Whether placeholders must name what the spec has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlaceholderNames {
    Checked,
    /// `--set` may have taken away the cells that the text is about.
    Unchecked,
}

/// What a stage found, or nothing where it failed, with the reasons put to the others.
fn kept<T>(stage: Result<T, Vec<Finding>>, findings: &mut Vec<Finding>) -> Option<T> {
    stage.map_err(|own| findings.extend(own)).ok()
}

impl Spec {
    /// Reads and checks a spec file, and names the experiment after it: whoever knows the folder of the experiments knows a longer name.
    ///
    /// # Errors
    /// What is wrong with the spec, or with its data files, which may lie anywhere and are text.
    pub fn read(path: &Path) -> Result<Self, SpecError> {
        Self::read_with(path, DataFiles::default())
    }

    /// The same with these data files.
    ///
    /// # Errors
    /// What is wrong with the spec, or with its data files.
    pub fn read_with(path: &Path, files: DataFiles) -> Result<Self, SpecError> {
        let source = size::text(path).map_err(|reason| SpecError::Read {
            path: path.to_owned(),
            reason,
        })?;
        let beside = path.parent().unwrap_or(Path::new(""));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let read = Reader::new(files, beside, false);
        Self::parse(&name, &source, &read, PlaceholderNames::Checked)
            .map_err(|findings| SpecError::of(findings, path, &source))
    }

    /// Reads a spec file with some keys set to other values, each a path and what TOML writes for the value; `head` is a line of its own at
    /// the top of the text, by which it says what it is.
    ///
    /// # Errors
    /// What is wrong with the settings, with the spec as they make it, or with its data files.
    pub fn read_set(
        path: &Path,
        files: DataFiles,
        settings: &[(String, String)],
        head: &str,
    ) -> Result<Self, SpecError> {
        let unreadable = |reason| SpecError::Read {
            path: path.to_owned(),
            reason,
        };
        let source = size::text(path).map_err(unreadable)?;
        let source = edit::edited(&source, settings).map_err(SpecError::Setting)?;
        let source = match source
            .strip_prefix("#:schema")
            .and_then(|rest| rest.split_once('\n'))
        {
            Some((schema, rest)) => format!("#:schema{schema}\n{head}\n{rest}"),
            None => format!("{head}\n{source}"),
        };
        let beside = path.parent().unwrap_or(Path::new(""));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let read = Reader::new(files, beside, false);
        Self::parse(&name, &source, &read, PlaceholderNames::Unchecked)
            .map_err(|findings| SpecError::of(findings, path, &source))
    }

    /// The same experiment under another name.
    pub fn named(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Checks a spec's text; `file` is only named in diagnostics, and data files are looked for in its folder by their own name.
    ///
    /// # Errors
    /// What is wrong with the spec, or with its data files, which are text.
    pub fn from_text(name: &str, file: &Path, source: &str) -> Result<Self, SpecError> {
        let folder = file.parent().unwrap_or(Path::new(""));
        let read = Reader::new(DataFiles::default(), folder, true);
        Self::parse(name, source, &read, PlaceholderNames::Checked)
            .map_err(|findings| SpecError::of(findings, file, source))
    }

    /// Reads the text of a spec that was checked when its trials were made, such as that in a manifest, with these data files. Its
    /// placeholders may name cells that `--set` took out of it.
    ///
    /// # Errors
    /// What is wrong with the spec, or with its data files.
    pub fn from_stored_text(
        name: &str,
        file: &Path,
        source: &str,
        files: DataFiles,
    ) -> Result<Self, SpecError> {
        let folder = file.parent().unwrap_or(Path::new(""));
        let read = Reader::new(files, folder, true);
        Self::parse(name, source, &read, PlaceholderNames::Unchecked)
            .map_err(|findings| SpecError::of(findings, file, source))
    }

    /// The data files of its generators, as the spec names them.
    pub fn data_files(&self) -> BTreeSet<String> {
        self.cells
            .iter()
            .filter_map(|cell| cell.generator.data_file())
            .map(|file| file.path.clone())
            .collect()
    }

    /// The processes that its learners run, each the program and its arguments.
    pub fn commands(&self) -> BTreeSet<Vec<String>> {
        let variants = self.cells.iter().flat_map(|cell| &cell.variants);
        let processes = variants.filter_map(|(_, variant)| variant.process());
        processes.map(|process| process.command.clone()).collect()
    }

    /// The same experiment with somebody who runs its processes; until then their trials fail.
    pub fn allowing(mut self, host: &Arc<dyn Host>) -> Self {
        let variants = self.cells.iter_mut().flat_map(|cell| &mut cell.variants);
        variants.for_each(|(_, variant)| variant.allow_process(host));
        self
    }

    /// Every stage is tried, so that one look finds what is wrong in several; claims are read where there are cells to read them of.
    fn parse(
        name: &str,
        source: &str,
        read: &Reader,
        names: PlaceholderNames,
    ) -> Result<Self, Vec<Finding>> {
        let root =
            DeTable::parse(source).map_err(|error| vec![Finding::of_toml(&error, 0..0, &[])])?;
        size::values(root.get_ref())?;
        let mut findings = ranges::not_finite(root.get_ref());
        let node = Spanned::new(root.span(), DeValue::Table(root.get_ref().clone()));
        let wire = kept(WireSpec::read(node), &mut findings);
        let root = root.get_ref();
        let cells = kept(cell::all(root, read), &mut findings);
        let claims = cells
            .as_ref()
            .and_then(|cells| kept(stated::read(root, cells), &mut findings));
        let shown = cells
            .as_ref()
            .and_then(|cells| kept(figures::shown(root, cells), &mut findings));
        let texts = kept(prose::read(root), &mut findings);
        let (Some(wire), Some(cells), Some(claims), Some(shown), Some(texts)) =
            (wire, cells, claims, shown, texts)
        else {
            return Err(findings);
        };
        let enumerable = ranges::enumerable(&cells, &wire.replicates);
        kept(enumerable.map_err(|finding| vec![finding]), &mut findings);
        let measures = measured::asked(&cells, &claims, &shown);
        if names == PlaceholderNames::Checked {
            findings.extend(prose::problems(root, &texts, (&cells, &claims, &measures)));
        }
        if !findings.is_empty() {
            return Err(findings);
        }
        let spec = Self::of(name, source, wire, (cells, claims, shown), texts);
        size::samples(&spec, root).map_err(|finding| vec![finding])?;
        // Trials that were made are told as they are, whatever their controls were worth.
        if names == PlaceholderNames::Checked {
            impossible::controls(&spec, root)?;
        }
        Ok(spec)
    }

    fn of(
        name: &str,
        source: &str,
        wire: WireSpec,
        (cells, claims, shown): (Vec<Cell>, Vec<StatedClaim>, Shown),
        texts: Texts,
    ) -> Self {
        let measures = measured::asked(&cells, &claims, &shown);
        Self {
            name: name.to_owned(),
            source: source.to_owned(),
            title: wire.title,
            question: wire.question,
            analysis: texts.analysis,
            answer: texts.answer,
            seed: wire.seed,
            replicates: wire.replicates.into_inner(),
            quick_replicates: wire
                .quick_replicates
                .map_or(QUICK_REPLICATES, Spanned::into_inner),
            audit: Audit::FULL,
            alpha: wire.alpha.map_or(ALPHA, Spanned::into_inner),
            cells,
            claims,
            figures: shown.figures,
            measures,
        }
    }

    /// The same experiment with few replicates, all of them audited.
    pub fn quick(self) -> Self {
        let most = self.quick_replicates;
        Self {
            audit: Audit::Always,
            ..self.with_at_most(most)
        }
    }

    /// The same experiment with so many replicates at most; a complete enumeration stays one.
    pub fn with_at_most(self, replicates: u64) -> Self {
        let replicates = match self.replicates {
            Replicates::All => Replicates::All,
            Replicates::Fixed(count) => Replicates::Fixed(count.min(replicates)),
            Replicates::UntilDecided { min, max } => {
                let max = max.min(replicates);
                Replicates::UntilDecided {
                    min: min.min(max),
                    max,
                }
            }
        };
        Self { replicates, ..self }
    }

    /// The same experiment with the k-th of its other seeds, which fits in a spec file: whoever writes it there gets the same trials.
    pub fn reseeded(self, k: u64) -> Self {
        let address = Seed::root(self.seed).child("reseed").numbered(k);
        // 53 bits: exact wherever a seed may be written, also as a float.
        let seed = address.stream().bits() >> 11;
        Self { seed, ..self }
    }

    /// A cell ready to run.
    pub fn design(&self, cell: &Cell) -> Design {
        Design {
            generator: cell.generator.clone(),
            variants: cell.variants.clone(),
            settings: Setting::all(&cell.key, &cell.generator, &cell.variants),
            measures: self.measures.clone(),
            addresses: Addresses::new(Seed::root(self.seed), &cell.sample_key),
            enumerated: self.replicates == Replicates::All,
            audit: self.audit,
            workers: Workers::default(),
        }
    }

    /// Whether the trials of both, where they have cells and variants in common, are the same: they have one seed, and both draw or enumerate.
    pub fn draws_as(&self, other: &Self) -> bool {
        let enumerated = |spec: &Self| spec.replicates == Replicates::All;
        self.seed == other.seed && enumerated(self) == enumerated(other)
    }

    /// The most replicates that a cell can have.
    pub fn most_replicates(&self, cell: &Cell) -> u64 {
        self.replicates.most(outcomes(cell))
    }

    /// The bytes that the largest trial takes at the least, and its cell.
    pub fn largest_trial(&self) -> Option<(u128, &Cell)> {
        let each = self.cells.iter();
        let each = each.map(|cell| (self.design(cell).bytes_at_least(), cell));
        each.max_by_key(|(bytes, _)| *bytes)
    }

    /// Replicates of a cell after each batch, the last the most it can have.
    pub fn schedule(&self, cell: &Cell) -> Vec<u64> {
        match self.replicates {
            Replicates::All => vec![outcomes(cell).unwrap_or(0)],
            other => other.schedule(),
        }
    }

    /// Rows of one replicate.
    pub fn rows_per_replicate(&self) -> usize {
        self.cells
            .first()
            .map_or(1, |cell| cell.variants.len().max(1))
    }

    /// What a judge must know before it sees a row.
    pub fn bench(&self) -> Bench {
        let complete = self.replicates == Replicates::All;
        let judged = |cell: &Cell| JudgedCell {
            parameters: cell.parameters.clone(),
            complete,
        };
        let cells = self.cells.iter().map(judged).collect();
        Bench {
            experiment: self.name.clone(),
            alpha: self.alpha,
            cells,
            claims: self.claims.clone(),
            most_replicates: match self.replicates {
                Replicates::UntilDecided { max, .. } => Some(max),
                Replicates::Fixed(_) | Replicates::All => None,
            },
        }
    }
}

fn outcomes(cell: &Cell) -> Option<u64> {
    match cell.generator.source() {
        Source::Sampler(sampler) => sampler.outcomes(),
        Source::Opponent(_) => Some(1),
    }
}
