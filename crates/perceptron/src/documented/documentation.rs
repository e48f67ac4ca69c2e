//! Holds the documentation of one registered thing, as its doc comments have it.

use super::unicode::unicode;

/// The documentation of one registered thing, under the headings of the house style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Documentation {
    /// Its name in a spec.
    pub name: &'static str,
    /// Its doc comment: the statement first, then `# Formula`, `# Premise`, `# Source`, `# Examples`.
    pub text: &'static str,
    /// Its keys in a spec, each with its own doc comment.
    pub keys: &'static [(&'static str, &'static str)],
}

impl Documentation {
    /// The first paragraph: what it is.
    pub fn statement(&self) -> String {
        let lines = self
            .text
            .lines()
            .map(str::trim)
            .take_while(|line| !line.starts_with('#'));
        let paragraph: Vec<&str> = lines
            .skip_while(|line| line.is_empty())
            .take_while(|line| !line.is_empty())
            .collect();
        paragraph.join(" ")
    }

    /// The keys that a user writes, each with its doc comment: all but those that are `Filled in by the program`.
    pub fn written_keys(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        let keys = self.keys.iter().copied();
        keys.filter(|(_, about)| !about.trim_start().starts_with("Filled in by the program"))
    }

    /// The text under one heading, without code fences, and with its formulas in Unicode; empty if there is none.
    pub fn section(&self, heading: &str) -> String {
        unicode(&self.source(heading))
    }

    /// The text under one heading as it is written, with its formulas in TeX between dollar signs.
    pub fn source(&self, heading: &str) -> String {
        let wanted = format!("# {heading}");
        let lines = self
            .text
            .lines()
            .map(|line| line.strip_prefix(' ').unwrap_or(line));
        let body = lines
            .skip_while(|line| line.trim() != wanted)
            .skip(1)
            .take_while(|line| !line.starts_with("# "));
        let text: Vec<&str> = body.filter(|line| !line.starts_with("```")).collect();
        text.join("\n").trim().to_owned()
    }
}
