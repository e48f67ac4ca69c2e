//! Reads the theorems that a spec states itself, in a table or in a file that it names.

use super::data::DataReader;
use super::diagnostic::SpecFinding;
use super::tree;
use crate::claim::{FileMistake, Registered, TheoremFile};
use serde::Deserialize;
use std::ops::Range;
use std::path::Path;
use toml::Table;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// The theorems of a spec, and the text of the file from which they come.
#[derive(Default)]
pub(super) struct OwnTheorems {
    pub file: TheoremFile,
    /// The place in the spec of the path of a file, and the text of that file.
    text: Option<(Range<usize>, String)>,
}

impl OwnTheorems {
    /// Reads the key `theorems` of a spec: entries, the path of a file of entries, or the text of one, as a manifest has it.
    pub(super) fn read(root: &DeTable, files: &DataReader) -> Result<Self, Vec<SpecFinding>> {
        let Some((_, node)) = tree::find(root, &["theorems"]) else {
            return Ok(Self::default());
        };
        let read = match node.get_ref() {
            DeValue::String(text) if text.contains('\n') => Self::of_text(text, None, node.span()),
            DeValue::String(path) => {
                let refused = |problem: String| {
                    let finding = SpecFinding::new(node.span(), problem);
                    finding.allowed("the path of a file of theorems, relative to the spec")
                };
                let text = files.text(Path::new(path.as_ref())).map_err(refused);
                text.and_then(|text| Self::of_text(&text, Some(path), node.span()))
            }
            DeValue::Table(_) => of_table(node),
            _ => {
                let finding = SpecFinding::new(node.span(), "`theorems` states no theorem");
                Err(finding.allowed("[theorems.NAME] tables, or the path of a file"))
            }
        };
        let own = read.map_err(|finding| vec![finding])?;
        match own.taken(node.span()) {
            Some(finding) => Err(vec![finding]),
            None => Ok(own),
        }
    }

    fn of_text(text: &str, path: Option<&str>, place: Range<usize>) -> Result<Self, SpecFinding> {
        let read = TheoremFile::read(text).map_err(|FileMistake { at, problem }| {
            let line = text[..at.start.min(text.len())].matches('\n').count() + 1;
            let file = path.unwrap_or("the theorems");
            let problem = format!("{file}, line {line}: {problem}");
            let help = format!("`perceptron-lab check {file}` checks a file of theorems alone");
            SpecFinding::new(place.clone(), problem).help(help)
        });
        Ok(Self {
            file: read?,
            text: path.map(|_| (place, text.to_owned())),
        })
    }

    /// The finding for a theorem with the name of another claim.
    fn taken(&self, place: Range<usize>) -> Option<SpecFinding> {
        let names = self.file.documentation().map(|(doc, _)| doc.name);
        let mut known = names.filter(|name| Registered::docs().iter().any(|doc| doc.name == *name));
        let name = known.next()?;
        let problem = format!("the name `{name}` belongs to a claim that the program has");
        Some(SpecFinding::new(place, problem).help("give the theorem another name"))
    }

    /// The text of a spec with the text of its file of theorems in place of the path, so that it needs no other file.
    pub(super) fn within(&self, source: &str) -> String {
        match &self.text {
            None => source.to_owned(),
            Some((place, text)) => {
                let quoted = match text.contains("'''") {
                    true => toml::Value::from(text.as_str()).to_string(),
                    false => format!("'''\n{text}'''"),
                };
                format!("{}{quoted}{}", &source[..place.start], &source[place.end..])
            }
        }
    }
}

fn of_table(node: &tree::Node) -> Result<OwnTheorems, SpecFinding> {
    let plain = Table::deserialize(ValueDeserializer::from(node.clone()));
    let plain = plain.map_err(|error| SpecFinding::of_value(&error, node.span()))?;
    let read = TheoremFile::of_table(ValueDeserializer::from(node.clone()), &plain);
    let read = read.map_err(|FileMistake { at, problem }| match at.is_empty() {
        true => SpecFinding::new(node.span(), problem),
        false => SpecFinding::new(at, problem),
    });
    Ok(OwnTheorems {
        file: read?,
        text: None,
    })
}
