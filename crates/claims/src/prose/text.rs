//! Holds a text with its placeholders, and what they read.

use super::expression::{Body, TrialNumber};
use crate::trial::AnyColumn;
use std::ops::Range;

/// A text whose numbers are placeholders.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prose {
    pub(super) parts: Vec<TextPart>,
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TextPart {
    Text(String),
    Placeholder(Box<Placeholder>),
}

/// What stands between `{{` and `}}`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Placeholder {
    /// As it is written, without the braces.
    pub source: String,
    /// Its bytes in the text, without the braces.
    pub at: Range<usize>,
    pub body: Body,
}

impl Prose {
    /// Its placeholders as they are written.
    pub fn placeholders(&self) -> Vec<&str> {
        let placeholders = self.each_placeholder();
        placeholders
            .map(|placeholder| placeholder.source.as_str())
            .collect()
    }

    /// The text outside of its placeholders, one piece after the other.
    pub fn literals(&self) -> Vec<&str> {
        let parts = self.parts.iter();
        parts
            .filter_map(|part| match part {
                TextPart::Text(text) => Some(text.as_str()),
                TextPart::Placeholder(_) => None,
            })
            .collect()
    }

    /// The columns that its placeholders read from the trials.
    pub fn columns(&self) -> Vec<AnyColumn> {
        let measured = self.measured();
        measured.iter().flat_map(TrialNumber::columns).collect()
    }

    pub(super) fn each_placeholder(&self) -> impl Iterator<Item = &Placeholder> {
        self.parts.iter().filter_map(|part| match part {
            TextPart::Text(_) => None,
            TextPart::Placeholder(placeholder) => Some(&**placeholder),
        })
    }

    /// What is measured on every trial, each once.
    pub(super) fn measured(&self) -> Vec<TrialNumber> {
        let mut all: Vec<TrialNumber> = Vec::new();
        for placeholder in self.each_placeholder() {
            for measured in placeholder.body.measured() {
                if !all.contains(measured) {
                    all.push(measured.clone());
                }
            }
        }
        all
    }
}
