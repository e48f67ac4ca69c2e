//! Holds a text with its placeholders, and lists the columns that they read.

use super::expression::{Body, TrialNumber};
use crate::stats::Statistic;
use crate::trial::AnyColumn;
use std::ops::Range;

/// A text of a spec with placeholders `{{ … }}` for numbers that are computed from a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prose {
    pub(super) parts: Vec<TextPart>,
}

/// A part of a text: plain text or a placeholder.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TextPart {
    Text(String),
    Placeholder(Box<Placeholder>),
}

/// A placeholder `{{ … }}` in a text of a spec, parsed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Placeholder {
    /// The placeholder as it is written, without the braces.
    pub source: String,
    /// The placeholder's byte range in the text, without the braces.
    pub at: Range<usize>,
    pub body: Body,
}

impl Prose {
    /// Returns the text's placeholders as they are written, without the braces.
    pub fn placeholders(&self) -> Vec<&str> {
        let placeholders = self.each_placeholder();
        placeholders
            .map(|placeholder| placeholder.source.as_str())
            .collect()
    }

    /// Returns the parts of the text that are outside its placeholders.
    pub fn literals(&self) -> Vec<&str> {
        let parts = self.parts.iter();
        parts
            .filter_map(|part| match part {
                TextPart::Text(text) => Some(text.as_str()),
                TextPart::Placeholder(_) => None,
            })
            .collect()
    }

    /// Returns the columns that the text's placeholders read from the trials.
    pub fn columns(&self) -> Vec<AnyColumn> {
        let measured = self.measured().into_iter();
        measured.flat_map(|(_, number)| number.columns()).collect()
    }

    pub(super) fn each_placeholder(&self) -> impl Iterator<Item = &Placeholder> {
        self.parts.iter().filter_map(|part| match part {
            TextPart::Text(_) => None,
            TextPart::Placeholder(placeholder) => Some(&**placeholder),
        })
    }

    /// Returns the statistics of trials in the text's placeholders, each with the number of which it is taken.
    pub(super) fn measured(&self) -> Vec<(Statistic, &TrialNumber)> {
        let placeholders = self.each_placeholder();
        placeholders
            .flat_map(|placeholder| placeholder.body.measured())
            .collect()
    }
}
