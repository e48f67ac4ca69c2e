//! Reads and checks a spec. Every stage is tried even if another fails, so that one run reports the mistakes of all stages.

use super::data::{DataFiles, DataReader};
use super::diagnostic::{SpecError, SpecFinding};
use super::figures::RequestedFigures;
use super::prose::Texts;
use super::theorems::OwnTheorems;
use super::wire::WireSpec;
use super::{
    Cell, Spec, edit, estimated, fewer_replicates, figures, grid, impossible, learner, measured,
    memory_check, prose, ranges, retired, size, stated,
};
use crate::claim::StatedClaim;
use crate::prose::Prose;
use crate::trial::{Audit, TEST_EXAMPLES};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Number of replicates per cell of a run with `--quick`, if the spec has no key `quick_replicates`.
const QUICK_REPLICATES: u64 = 20;

/// The error probability α, if the spec has no key `alpha`.
const ALPHA: f64 = 0.01;

/// Where the text of a spec comes from, which decides what it is refused for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SpecOrigin {
    /// A spec file, which is checked in full.
    File,
    /// A spec file that `--set` changed. The placeholders `{{ … }}` of its prose may name cells that are gone.
    Changed,
    /// A spec that was checked when its trials were made. It is read even if a new spec like it would be refused, because its trials exist already.
    Stored,
}

/// Returns the result of one stage of reading a spec; if the stage failed, `None`, and its mistakes are added to `findings`.
fn collect_findings<T>(
    stage: Result<T, Vec<SpecFinding>>,
    findings: &mut Vec<SpecFinding>,
) -> Option<T> {
    stage.map_err(|own| findings.extend(own)).ok()
}

impl Spec {
    /// Reads and checks a spec file, and names the experiment after the file. A caller that knows the folder of the experiments can name it by its
    /// path.
    ///
    /// # Errors
    /// The spec has mistakes, or its data files do. Those may lie anywhere and must be text.
    pub fn read(path: &Path) -> Result<Self, SpecError> {
        Self::read_with(path, DataFiles::default())
    }

    /// Like [`Self::read`], but the caller says which data files may be read.
    ///
    /// # Errors
    /// The spec has mistakes, or its data files do.
    pub fn read_with(path: &Path, files: DataFiles) -> Result<Self, SpecError> {
        let source = size::text(path).map_err(|reason| SpecError::Read {
            path: path.to_owned(),
            reason,
        })?;
        let beside = path.parent().unwrap_or(Path::new(""));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let read = DataReader::new(files, beside, false);
        Self::parse(&name, &source, &read, SpecOrigin::File)
            .map_err(|findings| SpecError::of(findings, path, &source))
    }

    /// Reads a spec file with some keys replaced, each a path and a value in TOML syntax. The line `head` is added at the top of the text and says
    /// what was changed.
    ///
    /// # Errors
    /// The settings are wrong, the resulting spec has mistakes, or its data files do.
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
        let read = DataReader::new(files, beside, false);
        // The lines are those of the changed text, which is no file.
        let changed = format!("{}, as `--set` changes it", path.display());
        Self::parse(&name, &source, &read, SpecOrigin::Changed)
            .map_err(|findings| SpecError::of(findings, Path::new(&changed), &source))
    }

    /// Checks a spec's text. `file` is named in diagnostics; data files are looked for in its folder, by their file names.
    ///
    /// # Errors
    /// The spec has mistakes, or its data files do. Those must be text.
    pub fn from_text(name: &str, file: &Path, source: &str) -> Result<Self, SpecError> {
        let folder = file.parent().unwrap_or(Path::new(""));
        let read = DataReader::new(DataFiles::default(), folder, true);
        Self::parse(name, source, &read, SpecOrigin::File)
            .map_err(|findings| SpecError::of(findings, file, source))
    }

    /// Reads the text of a spec that was checked when its trials were made, such as the one in a manifest. Its placeholders may name cells that
    /// `--set` removed.
    ///
    /// # Errors
    /// The spec has mistakes, or its data files do.
    pub fn from_stored_text(
        name: &str,
        file: &Path,
        source: &str,
        files: DataFiles,
    ) -> Result<Self, SpecError> {
        let folder = file.parent().unwrap_or(Path::new(""));
        let read = DataReader::new(files, folder, true);
        Self::parse(name, source, &read, SpecOrigin::Stored)
            .map_err(|findings| SpecError::of(findings, file, source))
    }

    /// Reads and checks the text of a spec. Every stage is tried even if another fails, so that the mistakes of all stages are reported; claims and
    /// figures are read only if the cells could be made.
    fn parse(
        name: &str,
        source: &str,
        read: &DataReader,
        origin: SpecOrigin,
    ) -> Result<Self, Vec<SpecFinding>> {
        let root =
            DeTable::parse(source).map_err(|error| vec![SpecFinding::of_syntax(&error, source)])?;
        size::values(root.get_ref())?;
        let mut findings = ranges::not_finite(root.get_ref());
        let node = Spanned::new(root.span(), DeValue::Table(root.get_ref().clone()));
        let wire = collect_findings(WireSpec::read(node), &mut findings);
        let root = root.get_ref();
        let cells = collect_findings(grid::all(root, read), &mut findings);
        let theorems = collect_findings(OwnTheorems::read(root, read), &mut findings);
        let claims = cells.as_ref().zip(theorems.as_ref());
        let claims = claims.and_then(|(cells, theorems)| {
            let read = stated::read(root, cells, &theorems.file.theorems);
            collect_findings(read, &mut findings)
        });
        let shown = cells
            .as_ref()
            .and_then(|cells| collect_findings(figures::shown(root, cells), &mut findings));
        let texts = collect_findings(prose::read(root), &mut findings);
        let (Some(wire), Some(cells), Some(theorems), Some(mut claims), Some(shown), Some(texts)) =
            (wire, cells, theorems, claims, shown, texts)
        else {
            return Err(findings);
        };
        let replicates = *wire.replicates.get_ref();
        let enumerable = ranges::enumerable(&cells, &wire.replicates);
        collect_findings(enumerable.map_err(|finding| vec![finding]), &mut findings);
        let mut measures = measured::requested(&cells, &claims, &shown);
        let stated = (replicates, &mut measures, claims.as_mut_slice());
        let fewer = collect_findings(fewer_replicates::read(root, stated), &mut findings);
        if origin != SpecOrigin::Stored {
            findings.extend(learner::needless_test_ties(root, &cells));
        }
        if origin == SpecOrigin::File {
            findings.extend(prose::problems(&texts, (&cells, &claims, &measures)));
        }
        if !findings.is_empty() {
            return Err(findings);
        }
        let spec = Self {
            data_remarks: read.remarks(),
            data_contents: read.contents(),
            fewer_replicates: fewer.unwrap_or_default(),
            measures,
            ..Self::of(
                name,
                &theorems.within(source),
                wire,
                (cells, claims, shown),
                texts,
            )
        };
        spec.checked(root, origin)
    }

    /// Refuses what only the whole spec shows: samples beyond the memory, controls that cannot fail, misused estimates and retired keys.
    fn checked(self, root: &DeTable, origin: SpecOrigin) -> Result<Self, Vec<SpecFinding>> {
        memory_check::samples(&self, root).map_err(|finding| vec![finding])?;
        if origin == SpecOrigin::File {
            impossible::controls(&self, root)?;
        }
        if origin != SpecOrigin::Stored {
            estimated::claims(&self, root)?;
            let retired = retired::keys(&self, root);
            if !retired.is_empty() {
                return Err(retired);
            }
        }
        Ok(self)
    }

    fn of(
        name: &str,
        source: &str,
        wire: WireSpec,
        (cells, claims, shown): (Vec<Cell>, Vec<StatedClaim>, RequestedFigures),
        texts: Texts,
    ) -> Self {
        let words = texts.words.into_iter();
        let words = words.map(|(claim, text)| (claims[claim].id.clone(), text.prose));
        let words: BTreeMap<String, Prose> = words.collect();
        Self {
            name: name.to_owned(),
            source: source.to_owned(),
            title: wire.title,
            question: wire.question,
            analysis: texts.analysis.map(|text| text.prose).unwrap_or_default(),
            answer: texts.answer.map(|text| text.prose),
            words,
            seed: wire.seed,
            replicates: wire.replicates.into_inner(),
            quick_replicates: wire
                .quick_replicates
                .map_or(QUICK_REPLICATES, Spanned::into_inner),
            test_examples: wire.test_examples.map_or(TEST_EXAMPLES, |given| {
                usize::try_from(given.into_inner()).unwrap_or(usize::MAX)
            }),
            audit: Audit::FULL,
            alpha: wire.alpha.map_or(ALPHA, Spanned::into_inner),
            cells,
            claims,
            figures: shown.figures,
            named_columns: shown.measured,
            measures: BTreeSet::new(),
            fewer_replicates: BTreeMap::new(),
            data_remarks: Vec::new(),
            data_contents: Vec::new(),
        }
    }
}
