//! Reports mistakes in a spec: file, line, column, the key, what is allowed, and the nearest valid name.

use super::tree;
use perceptron::intake::abridged;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Why a spec cannot be used.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SpecError {
    /// The file could not be read.
    #[error("error: cannot read {}: {reason}\n  = help: name an existing spec, such as experiments/smoke.toml; `perceptron-lab list` shows them", path.display())]
    Read {
        /// The path that was asked for.
        path: PathBuf,
        /// The message of the operating system.
        reason: String,
    },
    /// A key cannot be set.
    #[error(
        "error: {0}\n  = help: give --set KEY=VALUE, such as --set seed=7 or --set generator.sphere-margin.dimension=20"
    )]
    Setting(String),
    /// The file has mistakes: all findings, at least one, in the order of the file.
    #[error("{}", together(.0))]
    Invalid(Vec<Diagnostic>),
}

/// The most findings of one spec that are shown.
const MOST: usize = 12;

/// Returns the findings one below the other.
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
    /// Places findings in the file. If several start at the same position, only the first stays, because it causes the others.
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

/// One finding, with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The spec's path, as it was given.
    pub file: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The text of that line.
    pub text: String,
    /// Number of characters at fault on that line.
    pub width: usize,
    /// The path of the key at fault, if the place belongs to a key.
    pub key: Option<String>,
    /// What is wrong.
    pub problem: String,
    /// The values that are allowed.
    pub allowed: Option<String>,
    /// The nearest valid name, or another next step.
    pub help: Option<String>,
    /// The cell in which a swept value is wrong.
    pub cell: Option<String>,
}

/// A finding that is not yet placed: a byte range, and words.
#[derive(Debug, Clone, Default)]
pub(super) struct SpecFinding {
    pub span: Range<usize>,
    pub problem: String,
    pub allowed: Option<String>,
    pub help: Option<String>,
    pub cell: Option<Box<str>>,
    /// Whether it concerns values that contradict each other, so that the cell matters.
    pub concerns_values: bool,
    /// A text within the range, and the part of it that is at fault.
    pub within: Option<Box<(String, Range<usize>)>>,
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

    /// Adds the valid names, and the one nearest to the given name.
    pub(super) fn among(self, given: &str, valid: &[String]) -> Self {
        let help = nearest(given, valid).map(|name| format!("did you mean `{name}`?"));
        let allowed = if valid.is_empty() {
            "nothing: no such name is defined".to_owned()
        } else {
            listed(given, valid)
        };
        Self {
            help: help.or(self.help.clone()),
            ..self.allowed(allowed)
        }
    }

    pub(super) fn in_cell(self, cell: &str) -> Self {
        Self {
            cell: (!cell.is_empty()).then(|| cell.into()),
            ..self
        }
    }

    /// Narrows the place to a part of a text in it.
    pub(super) fn within(self, text: &str, part: Range<usize>) -> Self {
        Self {
            within: Some(Box::new((text.to_owned(), part))),
            ..self
        }
    }

    /// Returns the byte range at fault: the part of the text if the file spells the text literally, otherwise the whole range.
    fn narrowed(&self, source: &str) -> Range<usize> {
        let narrow = || {
            let (text, part) = self.within.as_deref()?;
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
        Diagnostic {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: source[line_start..start].chars().count() + 1,
            text: text.to_owned(),
            width: source
                .get(start..end)
                .map_or(1, |fault| fault.chars().count().max(1)),
            key: if self.span.is_empty() {
                None
            } else {
                tree::key_at(source, start)
            },
            problem: self.problem,
            allowed: self.allowed.map(cut),
            help: self.help,
            cell: self.cell.map(String::from),
        }
    }
}

/// Most letters of the allowed values, which may include long names from the spec itself.
const MOST_LETTERS: usize = 800;

/// Returns the beginning of a text that is too long to read.
fn cut(text: String) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Most names that are listed in full.
const MOST_NAMES: usize = 30;

/// Lists the valid names; of very many, only those most similar to the given one.
fn listed(given: &str, valid: &[String]) -> String {
    const SHOWN: usize = 8;
    if valid.len() <= MOST_NAMES {
        return valid.join(", ");
    }
    let mut scored: Vec<&String> = valid.iter().collect();
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(given, name);
    scored.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)).then(a.cmp(b)));
    let near: Vec<&str> = scored
        .iter()
        .take(SHOWN)
        .map(|name| name.as_str())
        .collect();
    let more = valid.len() - SHOWN;
    format!(
        "{} and {more} more: `perceptron-lab list` shows them",
        near.join(", ")
    )
}

/// Most bytes of a line that are kept after the position of the fault.
const LONGEST_LINE: usize = 400;

/// Returns the line, cut off some way after a position in it.
fn shown(line: &str, place: usize) -> &str {
    let least = place.saturating_add(LONGEST_LINE);
    let end = (least..line.len()).find(|&end| line.is_char_boundary(end));
    &line[..end.unwrap_or(line.len())]
}

/// Returns the valid name most similar to the given one, if any is similar enough. A name that begins with the given one comes first; a name with the
/// opposite meaning (`not-…`) is never returned.
pub fn nearest<'a>(given: &str, valid: &'a [String]) -> Option<&'a str> {
    let goes_on = |name: &&String| given.len() >= 3 && name.starts_with(given);
    if let Some(name) = valid.iter().filter(goes_on).min_by_key(|name| name.len()) {
        return Some(name);
    }
    let denies = |name: &str| name.starts_with("not-");
    let alike = valid.iter().filter(|name| denies(name) <= denies(given));
    let scored = alike.map(|name| {
        (
            strsim::normalized_damerau_levenshtein(given, name),
            name.as_str(),
        )
    });
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    best.filter(|(likeness, _)| *likeness > 0.4)
        .map(|(_, name)| name)
}

impl Diagnostic {
    /// Returns the line, or of a very long one the part around the fault; then the numbers of letters before the fault and in it.
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
        let quoted = |note: &Option<String>| note.as_deref().map(abridged);
        let notes = [
            ("key", &quoted(&self.key)),
            ("allowed", &self.allowed),
            ("in cell", &quoted(&self.cell)),
            ("help", &self.help),
        ];
        for (label, note) in notes
            .into_iter()
            .filter_map(|(label, note)| note.as_ref().map(|note| (label, note)))
        {
            write!(out, "\n{gutter} = {label}: {note}")?;
        }
        Ok(())
    }
}
