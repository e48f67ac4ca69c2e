//! Reports mistakes in a spec: file, line, column, the key, what is allowed, and the nearest valid name.

use super::{next_step, similar_names, tree};
use crate::problem::{Place, Problem};
use perceptron::intake::abridged;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Why a spec cannot be used.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SpecError {
    /// The spec file could not be read.
    #[error("{}", self.problems()[0])]
    Read {
        /// The path of the spec that was asked for.
        path: PathBuf,
        /// The message of the operating system.
        reason: String,
    },
    /// A key given by `--set` cannot be set.
    #[error("{}", self.problems()[0])]
    Setting(String),
    /// The spec has mistakes: a non-empty list of all that were found, in the order of the file.
    #[error("{}", together(.0))]
    Invalid(Vec<Diagnostic>),
}

/// Largest number of mistakes of one spec that are shown.
const MOST: usize = 12;

/// Returns the text of a spec's mistakes one below the other, and the number of those that are not shown.
fn together(findings: &[Diagnostic]) -> String {
    let shown: Vec<String> = findings
        .iter()
        .take(MOST)
        .map(Diagnostic::to_string)
        .collect();
    let more = match findings.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("\n\nand {more} more"),
    };
    shown.join("\n\n") + &more
}

impl SpecError {
    /// The mistakes in parts, at least one.
    pub fn problems(&self) -> Vec<Problem> {
        match self {
            Self::Read { path, reason } => {
                let problem = Problem::new(format!("cannot read {}: {reason}", path.display()));
                let help = "name an existing spec, such as experiments/smoke.toml; `perceptron-lab list experiments` shows them";
                vec![problem.of_kind("no-spec").help(help)]
            }
            Self::Setting(problem) => vec![Problem::new(problem).of_kind("setting").help(
                "write `--set KEY=VALUE`, such as `--set seed=7` or `--set generator.sphere-margin.dimension=20`",
            )],
            Self::Invalid(findings) => findings.iter().map(Diagnostic::problem).collect(),
        }
    }

    /// Makes the error for a spec with these mistakes, each with its line and column in the file. Of several at the same position only the first is
    /// reported, because it causes the others.
    pub(super) fn of(findings: Vec<SpecFinding>, file: &Path, source: &str) -> Self {
        let mut placed: Vec<Diagnostic> = Vec::new();
        for finding in findings {
            let diagnostic = finding.place(file, source);
            let is_known = |other: &Diagnostic| {
                (other.line, other.column) == (diagnostic.line, diagnostic.column)
            };
            if !placed.iter().any(is_known) {
                placed.push(diagnostic);
            }
        }
        placed.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
        Self::Invalid(placed)
    }
}

/// One mistake in a spec, with its position in the file, as it is shown to the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The spec's path, as it was given.
    pub file: PathBuf,
    /// Number of the line in the spec with the mistake, counted from 1.
    pub line: usize,
    /// Position of the mistake in its line, in characters, counted from 1.
    pub column: usize,
    /// The text of the line with the mistake.
    pub text: String,
    /// Number of characters, from `column` on, that are marked as wrong.
    pub width: usize,
    /// The path of the wrong key, such as `variants.plain.order`; `None` if the position belongs to no key.
    pub key: Option<String>,
    /// What is wrong.
    pub problem: String,
    /// The values that are allowed there.
    pub allowed: Option<String>,
    /// Meaning of the missing keys.
    pub meaning: Option<String>,
    /// The nearest valid name, or another next step.
    pub help: Option<String>,
    /// The values of the swept keys in the cell for which the spec is wrong.
    pub cell: Option<String>,
}

/// One mistake in a spec, before its line and column are known: a byte range of the file, and the texts of the message.
#[derive(Debug, Clone, Default)]
pub(super) struct SpecFinding {
    pub span: Range<usize>,
    pub problem: String,
    pub allowed: Option<String>,
    pub help: Option<String>,
    /// Whether the mistake is in values, which a sweep may have set, so that the message should name the cell.
    pub concerns_values: bool,
    /// Details that only few mistakes have, in a box, so that a mistake stays small as the error of a function.
    rare: Box<RareDetails>,
}

/// Details that only few mistakes in a spec have.
#[derive(Debug, Clone, Default)]
struct RareDetails {
    meaning: Option<String>,
    cell: Option<String>,
    /// A text that stands within the span of the mistake, and the byte range of its wrong part.
    within: Option<(String, Range<usize>)>,
}

impl SpecFinding {
    pub(super) fn new(span: Range<usize>, problem: impl Into<String>) -> Self {
        Self {
            span,
            problem: problem.into(),
            ..Self::default()
        }
    }

    pub(super) fn of_values(span: Range<usize>, problem: impl Into<String>) -> Self {
        Self {
            concerns_values: true,
            ..Self::new(span, problem)
        }
    }

    pub(super) fn allowed(self, allowed: impl Into<String>) -> Self {
        Self {
            allowed: Some(allowed.into()),
            ..self
        }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }

    /// Adds the allowed values and the next step of a key that its own type refuses.
    pub(super) fn advised(self, allowed: String, help: Option<String>) -> Self {
        Self {
            help,
            ..self.allowed(allowed)
        }
    }

    /// Adds to the message the list of valid names, and the valid name that is most similar to the given one.
    pub(super) fn among(self, given: &str, valid: &[String]) -> Self {
        self.among_family(given, valid, None)
    }

    /// Like [`Self::among`], for names that `perceptron-lab list FAMILY` lists and `perceptron-lab explain NAME` explains.
    pub(super) fn among_family(self, given: &str, valid: &[String], family: Option<&str>) -> Self {
        let help = similar_names::next_step(given, valid, family);
        let allowed = if valid.is_empty() {
            "no name: the spec defines none of this kind".to_owned()
        } else {
            similar_names::listed(given, valid, family)
        };
        Self {
            help: help.or(self.help.clone()),
            ..self.allowed(allowed)
        }
    }

    /// Adds what missing keys mean.
    pub(super) fn meaning(mut self, meaning: String) -> Self {
        self.rare.meaning = Some(meaning);
        self
    }

    pub(super) fn in_cell(mut self, cell: &str) -> Self {
        self.rare.cell = (!cell.is_empty()).then(|| cell.into());
        self
    }

    /// Narrows the marked range to a part, given as a byte range, of a text that stands within `span`.
    pub(super) fn within(mut self, text: &str, part: Range<usize>) -> Self {
        self.rare.within = Some((text.to_owned(), part));
        self
    }

    /// Returns the byte range of the file to be marked as wrong: the part within a text if the file spells its text literally, otherwise all of `span`.
    fn narrowed(&self, source: &str) -> Range<usize> {
        let narrow = || {
            let (text, part) = self.rare.within.as_ref()?;
            let start = self.span.start + source.get(self.span.clone())?.find(text.as_str())?;
            Some(start + part.start..start + part.end)
        };
        narrow().unwrap_or_else(|| self.span.clone())
    }

    pub(super) fn place(self, file: &Path, source: &str) -> Diagnostic {
        let span = self.narrowed(source);
        let start = span.start.min(source.len());
        let before = &source[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let text = source[line_start..].lines().next().unwrap_or_default();
        let text = shown(text, start - line_start);
        let end = span
            .end
            .clamp(start, line_start + text.len().max(start - line_start));
        let is_of_key = !self.span.is_empty();
        let key = is_of_key.then(|| tree::key_at(source, start)).flatten();
        Diagnostic {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: source[line_start..start].chars().count() + 1,
            text: text.to_owned(),
            width: source
                .get(start..end)
                .map_or(1, |fault| fault.chars().count().max(1)),
            help: self.help.or_else(|| next_step::explaining(key.as_deref()?)),
            key,
            problem: self.problem,
            allowed: self.allowed.map(cut),
            meaning: self.rare.meaning,
            cell: self.rare.cell,
        }
    }
}

/// Largest number of characters of the allowed values in a message; they may include long names from the spec itself.
const MOST_LETTERS: usize = 800;

/// Returns a text, or its beginning and "…" if it is longer than [`MOST_LETTERS`].
fn cut(text: String) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Largest number of bytes of a spec's line that are stored after the position of a mistake.
const LONGEST_LINE: usize = 400;

/// Returns a line of the spec, cut off [`LONGEST_LINE`] bytes after the byte position of a mistake.
fn shown(line: &str, place: usize) -> &str {
    let least = place.saturating_add(LONGEST_LINE);
    let end = (least..line.len()).find(|&end| line.is_char_boundary(end));
    &line[..end.unwrap_or(line.len())]
}

impl Diagnostic {
    /// The mistake in parts, without the line of the spec.
    pub fn problem(&self) -> Problem {
        let place = Place {
            file: self.file.display().to_string(),
            line: Some(self.line as u64),
            column: Some(self.column as u64),
            name: None,
        };
        let problem = Problem::new(abridged(&self.problem)).of_kind("invalid-spec");
        Problem {
            notes: self.notes(),
            ..problem.at(place)
        }
    }

    /// What else is said about the mistake, each under its label.
    fn notes(&self) -> Vec<(&'static str, String)> {
        let quoted = |note: &Option<String>| note.as_deref().map(abridged);
        let notes = [
            ("key", quoted(&self.key)),
            ("allowed", self.allowed.clone()),
            ("meaning", self.meaning.clone()),
            ("in the cell with", quoted(&self.cell)),
            ("help", self.help.clone()),
        ];
        let notes = notes.into_iter();
        notes
            .filter_map(|(label, note)| Some((label, note?)))
            .collect()
    }

    /// Returns the text to show for the line (of a very long line, the part around the mistake), and the numbers of characters before the mistake and
    /// in it.
    fn window(&self) -> (String, usize, usize) {
        const MOST: usize = 240;
        const BEFORE: usize = 80;
        let letters = self.text.chars().count();
        if letters <= MOST {
            return (self.text.clone(), self.column - 1, self.width);
        }
        let from = (self.column - 1).saturating_sub(BEFORE);
        let shown: String = self.text.chars().skip(from).take(MOST).collect();
        let before = self.column - 1 - from;
        let width = self.width.min(MOST - before);
        let start = if from > 0 { "…" } else { "" };
        let end = if from + MOST < letters { "…" } else { "" };
        (
            format!("{start}{shown}{end}"),
            before + start.chars().count(),
            width,
        )
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gutter = " ".repeat(self.line.to_string().len());
        writeln!(out, "error: {}", abridged(&self.problem))?;
        writeln!(
            out,
            "{gutter}--> {}:{}:{}",
            self.file.display(),
            self.line,
            self.column
        )?;
        writeln!(out, "{gutter} |")?;
        let (text, before, width) = self.window();
        writeln!(out, "{} | {text}", self.line)?;
        write!(
            out,
            "{gutter} | {}{}",
            " ".repeat(before),
            "^".repeat(width)
        )?;
        for (label, note) in self.notes() {
            write!(out, "\n{gutter} = {label}: {note}")?;
        }
        Ok(())
    }
}
