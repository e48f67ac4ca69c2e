//! Holds the documentation of one struct that a spec can name, taken from its doc comments.

use super::unicode::unicode;

/// Documentation of one struct that a spec can name, such as a learning rule or a generator, divided by standard headings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Documentation {
    /// Name of the struct in a spec, such as `margin-perceptron`.
    pub name: &'static str,
    /// Doc comment of the struct: first the statement, then `# Formula`, `# Premise`, `# Source`, `# Examples`.
    pub text: &'static str,
    /// Keys of the struct in a spec, each with the doc comment of its field.
    pub keys: &'static [(&'static str, &'static str)],
}

impl Documentation {
    /// Returns the first paragraph of the doc comment, which says what the struct is.
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

    /// Returns the struct's keys that a user writes, each with its doc comment: all whose comment does not begin with `Filled in by the program`.
    pub fn written_keys(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        let keys = self.keys.iter().copied();
        keys.filter(|(_, about)| !about.trim_start().starts_with("Filled in by the program"))
    }

    /// Returns the text under a heading such as `Formula`, without code fences and with its formulas in Unicode; empty if the heading is missing.
    pub fn section(&self, heading: &str) -> String {
        unicode(&self.source(heading))
    }

    /// Returns the text under a heading such as `Formula`, without code fences and with its formulas in TeX between dollar signs.
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
